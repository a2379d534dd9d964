import type { Party } from '../parties/mention.ts';
import { isAdverb, isOwner, prepositional, wordAt, type Clause } from './clause.ts';
import { object } from './object.ts';
import { subject } from './subject.ts';

/** Verbs whose subject accuses, where somebody follows as their object or a clause as what is alleged. */
const ACCUSES = new Set(
  'accuse accuses accused accusing sue sues sued suing alleges alleged alleging claims claimed contends contended denounced denounces blames blamed blaming reported'.split(
    ' ',
  ),
);
/** Participles whose agent accuses: "was accused by X". */
const ACCUSED_BY = new Set(
  'accused sued alleged blamed denounced reported named identified cited criticised criticized'.split(' '),
);
const COMPLAINT =
  /^(?:suit|suits|lawsuit|lawsuits|complaint|complaints|action|petition|case|claim|claims|counterclaim|allegation|allegations|accusation|accusations|charge|charges)$/;
const BROUGHT = new Set('brought filed made lodged levelled leveled launched submitted initiated'.split(' '));

/**
 * Who accuses in a sentence: the subject of "sued Y", "accused Y of", the agent of "was accused by X", of "a suit filed
 * by X", the owner of "X's complaint against". They stand beside every word of accusation and are not meant by it.
 */
export function accusers(sentence: Clause): Set<Party> {
  const { items, model } = sentence;
  const found = new Set<Party>();
  for (let at = 0; at < items.length; at++) {
    const word = wordAt(items, at);
    if (word === '') continue;
    const says = /^charg(?:e|ed|es|ing)$/.test(word) && wordAt(items, at + 1) === 'that';
    // "is seeking an injunction against the offer".
    const seeks =
      /^(?:seek|seeks|seeking|sought)$/.test(word) &&
      [1, 2, 3, 4].some((ahead) =>
        /^(?:injunctions?|damages|compensation|restraining)$/.test(wordAt(items, at + ahead)),
      );
    if ((says || seeks || ACCUSES.has(word)) && active(sentence, at)) {
      for (const { party } of subject(sentence, at)) found.add(party);
    }
    // "joined X in alleging that".
    const before = items[at - 2]?.named;
    if (before && wordAt(items, at - 1) === 'in' && /^(?:charg|alleg|accus|claim|su)ing$/.test(word))
      found.add(before.party);
    // "accused by X", "a suit filed by X", "the suit by X".
    if (model.by.has(word)) {
      const verb = wordAt(items, at - 1);
      const complaint = [1, 2, 3, 4, 5].some((back) => COMPLAINT.test(wordAt(items, at - back)));
      if (ACCUSED_BY.has(verb) || (complaint && BROUGHT.has(verb)) || COMPLAINT.test(verb))
        for (const { party } of agent(sentence, at + 1)) found.add(party);
    }
    // "X's suit against Y".
    if (COMPLAINT.test(word) && wordAt(items, at + 1) === 'against') {
      for (let back = at - 1; back > Math.max(-1, at - 5); back--) {
        const named = items[back]?.named;
        if (!named) continue;
        if (isOwner(items, back)) found.add(named.party);
        break;
      }
    }
  }
  return found;
}

/** Whether the verb at item `at` has its subject do it, and somebody or something to do it to. */
function active(sentence: Clause, at: number): boolean {
  const { items, model } = sentence;
  for (let before = at - 1; before >= Math.max(0, at - 4); before--) {
    const word = wordAt(items, before);
    if (items[before]?.named || word === ',') break;
    if (model.auxiliaries.has(word) && !wordAt(items, at).endsWith('ing')) return false;
    if (!isAdverb(model, word) && !model.have.has(word) && !model.auxiliaries.has(word)) break;
  }
  const next = wordAt(items, at + 1);
  // "X, accused of fraud", "X, sued by": no object.
  if (model.prepositions.has(next) || next === ',' || next === '.') return false;
  // "The accused X".
  if (['the', 'an', 'a', ''].includes(wordAt(items, at - 1)) && !items[at - 1]?.named) return false;
  return items[at + 1] !== undefined;
}

/** The names of the phrase after "by": "his former partner, X", "a group led by X" not. */
function agent(sentence: Clause, from: number): readonly { party: Party }[] {
  const { items, model } = sentence;
  const direct = object(sentence, from);
  if (direct.length > 0) return direct;
  for (let at = from; at < Math.min(items.length, from + 8); at++) {
    const named = items[at]?.named;
    if (named) return prepositional(sentence, at) && at > from + 3 ? [] : [named];
    if (model.boundaries.has(wordAt(items, at)) || model.auxiliaries.has(wordAt(items, at))) return [];
  }
  return [];
}
