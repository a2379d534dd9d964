import { isAdverb, isOwner, prepositional, SKIP_MARKS, wordAt, type Clause, type NamedItem } from './clause.ts';
import { coordinated, leftList } from './coordination.ts';
import { pronoun } from './pronoun.ts';

const CLOSING = new Set(['"', '”', "'", '’', ')', '>', '»']);

const CHAIN = new Set(
  'ordered due expected set likely agreed going about scheduled refused wants wanted plans planned intends intended decided offered willing prepared ready told forced compelled required'.split(
    ' ',
  ),
);
const AFTER = new Set('after before since while when despite upon'.split(' '));
/** Words that open a clause inside an apposition. */
const WITHIN = new Set('until when after while where as since before although though'.split(' '));

/** Farthest that a subject or object may be from its verb. */
const REACH = 45;

/**
 * The subject of the verb that begins at item `verb`: back over adverbs and auxiliaries, over an apposition between
 * commas, through "who", to the head of the noun phrase. A head that is a common noun ("a former broker at X") is no
 * name, and X is not taken for it.
 */
export function subject(sentence: Clause, verb: number): NamedItem[] {
  const { items, model } = sentence;
  let at = verb - 1;
  const skip = (): void => {
    while (
      at >= 0 &&
      (isAdverb(model, wordAt(items, at)) ||
        model.auxiliaries.has(wordAt(items, at)) ||
        model.have.has(wordAt(items, at)) ||
        CLOSING.has(wordAt(items, at)) ||
        (items[at]?.number === true && wordAt(items, at - 1) === ','))
    )
      at--;
  };
  skip();
  // "agreed to plead", "is due to be sentenced", "is to stand trial".
  if (wordAt(items, at) === 'to') {
    at--;
    if (CHAIN.has(wordAt(items, at))) at--;
    // "was brought back to Zagreb to serve", "has set aside a sum to settle": back to the verb that governs it.
    else {
      const verb = governing(sentence, at);
      if (verb >= 0) at = verb;
    }
    skip();
  }
  const relative = wordAt(items, at);
  if (model.relatives.has(relative) || relative === 'that') {
    at--;
    skip();
    const comma = wordAt(items, at) === ',';
    if (comma) at--;
    return antecedent(sentence, at, relative, comma);
  }
  if (wordAt(items, at) === ',') {
    // Back to the comma that opens the apposition: the nearest that follows a name.
    for (let open = at - 1; open > 0 && at - open < REACH; open--) {
      const lower = wordAt(items, open);
      if (model.boundaries.has(lower) && !model.relatives.has(lower) && !WITHIN.has(lower)) break;
      if (lower !== ',') continue;
      let before = open - 1;
      while (SKIP_MARKS.has(wordAt(items, before))) before--;
      if (!items[before]?.named) continue;
      // In a list of names it is the first that shows what governs it.
      let first = before;
      while (wordAt(items, first - 1) === ',' && items[first - 2]?.named) first -= 2;
      if (!prepositional(sentence, first)) return leftList(sentence, before);
    }
    // "X, convicted of fraud, said", "The subsidiary, X, pleaded guilty".
    let last = at - 1;
    while (SKIP_MARKS.has(wordAt(items, last)) || (UNITS.has(wordAt(items, last)) && items[last - 1]?.named)) last--;
    let whole = last;
    while (wordAt(items, whole - 1) === ',' && items[whole - 2]?.named) whole -= 2;
    // "losses for X, its agent, linked to": the preposition governs them all.
    if (items[last]?.named && !prepositional(sentence, whole)) return leftList(sentence, last);
    const joined = coordinated(sentence, at - 1);
    if (joined.length > 0) return joined;
    // "X and eight of its employees, including some officers, were": from the comma that opens the apposition.
    for (let open = at - 1; open > 0 && at - open < 14; open--) {
      if (wordAt(items, open) === ',') return coordinated(sentence, open - 1);
    }
    return [];
  }
  // "after being charged", "after pleading guilty": of whoever the sentence is about.
  if (AFTER.has(wordAt(items, at)) && (at + 1 < verb || wordAt(items, verb).endsWith('ing'))) {
    for (let back = 0; back < at; back++) {
      const named = items[back]?.named;
      if (
        named &&
        !prepositional(sentence, back) &&
        !isOwner(items, back) &&
        !named.mention.official &&
        !named.mention.authority
      )
        return leftList(sentence, back);
    }
    return [];
  }
  // Conjoined verbs: "was arrested and charged", "resigned and will plead guilty".
  if (model.and.has(wordAt(items, at))) {
    for (let back = at - 1; back >= 0 && verb - back < 16; back--) {
      const named = items[back]?.named;
      if (named && !prepositional(sentence, back) && !isOwner(items, back) && items[back + 1] !== undefined) {
        if (model.and.has(wordAt(items, back + 1)) && back + 1 === at) continue;
        return leftList(sentence, back);
      }
      if (model.boundaries.has(wordAt(items, back)) && !model.relatives.has(wordAt(items, back))) return [];
    }
    return [];
  }
  return head(sentence, at);
}

/** The auxiliary of the clause that an infinitive of purpose ends, with no name in subject's place between; -1 where none. */
function governing({ items, model }: Clause, from: number): number {
  for (let at = from; at > Math.max(0, from - 10); at--) {
    const word = wordAt(items, at);
    if (word === ',' || model.boundaries.has(word) || word === '"') return -1;
    if (model.auxiliaries.has(word) || model.have.has(word)) return at;
  }
  return -1;
}

/** What "who" or "which" before a verb stands for: the name right before, or the one whose apposition it ends. */
function antecedent(sentence: Clause, start: number, relative: string, comma: boolean): NamedItem[] {
  const { items } = sentence;
  const fits = (named: NamedItem | undefined): boolean =>
    named !== undefined &&
    (relative !== 'who' || named.mention.kind === 'PERSON' || named.mention.bare) &&
    !(relative === 'which' && named.mention.kind === 'PERSON');
  let at = start;
  while (SKIP_MARKS.has(wordAt(items, at))) at--;
  if (fits(items[at]?.named) && (relative === 'who' || (comma && relative === 'which') || !prepositional(sentence, at)))
    return relative === 'who' && !prepositional(sentence, at)
      ? leftList(sentence, at)
      : [items[at]?.named].filter((named) => named !== undefined);
  if (relative !== 'who') return [];
  for (let open = at; open > 0 && start - open < 20; open--) {
    if (wordAt(items, open) === ',' && fits(items[open - 1]?.named)) return leftList(sentence, open - 1);
  }
  return [];
}

/** "X, whom they accuse of": who is meant by "whom" shortly before the verb at item `verb`. */
export function relativeObject(sentence: Clause, verb: number): NamedItem[] {
  const { items } = sentence;
  for (let at = verb - 1; at > Math.max(0, verb - 5); at--) {
    const word = wordAt(items, at);
    if (word === ',' || sentence.model.speaking.has(word)) return [];
    if (word !== 'whom') continue;
    const comma = wordAt(items, at - 1) === ',';
    const before = items[comma ? at - 2 : at - 1]?.named;
    return before ? [before] : [];
  }
  return [];
}

const UNITS = new Set('subsidiary subsidiaries unit units division arm affiliate affiliates'.split(' '));

function head(sentence: Clause, start: number): NamedItem[] {
  const { items, model } = sentence;
  let at = start;
  while (SKIP_MARKS.has(wordAt(items, at))) at--;
  for (let steps = 0; steps < 8; steps++) {
    const named = items[at]?.named;
    if (named && !prepositional(sentence, at)) {
      // "Agent X of Y": fine; "B's broker" never gets here, the broker stands between.
      return leftList(sentence, at);
    }
    if (named) {
      // Governed by a preposition: the head stands before it.
      let before = at - 1;
      while (before >= 0 && !model.prepositions.has(wordAt(items, before)) && at - before < 5) before--;
      at = before - 1;
      while (SKIP_MARKS.has(wordAt(items, at))) at--;
      continue;
    }
    // "X of Y fame", "X, 34, of Boston": one step over numbers.
    if (items[at]?.number === true || wordAt(items, at) === ',') {
      at--;
      continue;
    }
    const meant = pronoun(sentence, at);
    if (meant.length > 0) return meant;
    // "X said its banking subsidiary pleaded guilty".
    if (UNITS.has(wordAt(items, at))) {
      // "its X unit was", "A's X unit was": the unit itself.
      if (items[at - 1]?.named) return leftList(sentence, at - 1);
      for (let back = at - 1; back >= Math.max(0, at - 12); back--) {
        const owner = items[back]?.named;
        if (owner?.mention.kind === 'ORGANIZATION') return [owner];
      }
    }
    return coordinated(sentence, at);
  }
  return [];
}
