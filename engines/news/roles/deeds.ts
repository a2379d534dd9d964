import type { PhraseHit } from '../phrases.ts';
import type { Offence, Role } from '../types.ts';
import { wordAt, type Clause, type NamedItem } from './clause.ts';
import { rightList } from './coordination.ts';
import { object } from './object.ts';
import type { Hits } from './statement.ts';
import { subject } from './subject.ts';
import { BEFORE_LABEL, resumes, voice } from './voice.ts';
import { attributed, possessor } from './who.ts';

/** "an attack carried out by X". */
const CARRIED = new Set(
  'committed perpetrated orchestrated masterminded staged organised organized planned led run headed directed controlled'.split(
    ' ',
  ),
);
const BROUGHT = new Set('brought made laid heard found won put sent given'.split(' '));
const GAINED = new Set(
  'won accumulated obtained gained secured acquired made earned amassed raised enriched built financed'.split(' '),
);
const DOING = new Set(
  'ordered ordering plotted plotting organised organized orchestrated orchestrating masterminded masterminding committed commit commits committing perpetrated directed ran run running runs operated operating led leading leads headed heading heads financed financing funded funding bankrolled staged engaged practised conducted instigated planned planning participated facilitated'.split(
    ' ',
  ),
);
const COMMITTED = new Set(
  'committed commits perpetrated masterminded orchestrated pleaded ran organised organized'.split(' '),
);
/** After the name of an offence: somebody's dealing with it, not his deed. */
const ABOUT =
  /^(?:allegation|accusation|charge|probe|investigat|inquir|law|rule|report|unit|squad|case|suit|claim|division|task|crackdown|definition|statute|bill|legislation|campaign|fight|evidence|victim|polic|prevention|concern|fear)/;

const PAYMENT = /^(?:brib|kickback|payoff|payment|commission)/;
const HARMED = new Set(
  'kidnapped abducted murdered killed assassinated stabbed strangled shot poisoned robbed mugged raped tortured assaulted gunned lynched beheaded massacred'.split(
    ' ',
  ),
);
const AFTER_HARM = new Set('in at as by near outside during after before when while , - . ; :'.split(' '));

/** Takes a statement down: who, as what, by which rule, on which words. */
export type Add = (
  all: readonly NamedItem[],
  role: Role,
  rule: string,
  hit: PhraseHit<unknown>,
  strong: boolean,
  offence?: Offence,
) => void;

/** What verbs of doing and names of offences say by themselves: "X stole", "bribery by X", "X's fraud", "was robbed". */
export function deeds(sentence: Clause, hits: Hits, add: Add): void {
  const { items, model } = sentence;
  for (const hit of hits.deeds) {
    const at = sentence.itemOf(hit.from);
    const end = sentence.itemOf(hit.to);
    const how = voice(sentence, at, end);
    const alone =
      how === 'PASSIVE' ||
      (how === 'REDUCED' && wordAt(items, end) === 'by') ||
      // "X kidnapped in Beirut", "X killed - radio": headlines leave the auxiliary out, and such a deed has an object.
      ((HARMED.has(wordAt(items, end - 1)) || HARMED.has(wordAt(items, at))) &&
        !hits.deeds.some(({ to }) => to === hit.from) &&
        (wordAt(items, end) === '' ? items[end] === undefined : AFTER_HARM.has(wordAt(items, end))));
    if (alone) {
      add(subject(sentence, at), 'VICTIM', 'suffered', hit, true, hit.value);
      // "was shot dead outside his home by X".
      for (let by = end; by < Math.min(items.length, end + 9); by++) {
        const word = wordAt(items, by);
        if (items[by]?.named || word === ',' || model.boundaries.has(word)) break;
        if (!model.by.has(word)) continue;
        add(object(sentence, by + 1), 'ACCUSED', 'done by', hit, true, hit.value);
        break;
      }
    } else if (
      BEFORE_LABEL.has(wordAt(items, at - 1)) &&
      wordAt(items, at - 1) !== 'and' &&
      !resumes(sentence, at, end) &&
      /(?:ed|en|ain)$/.test(wordAt(items, at))
    ) {
      // "the murdered banker X".
      add(object(sentence, end), 'VICTIM', 'suffered', hit, true, hit.value);
    } else {
      add(subject(sentence, at), 'ACCUSED', 'did', hit, true, hit.value);
      const suffered = object(sentence, end);
      if (suffered.length > 0 && items[end]?.named) add(suffered, 'VICTIM', 'suffered', hit, true, hit.value);
    }
  }
  // "bribery by X", "theft of water by a company, X".
  for (const hit of hits.offences) {
    const end = sentence.itemOf(hit.to);
    for (let at = end; at < Math.min(items.length, end + 6); at++) {
      const word = wordAt(items, at);
      // "fraud reported by X".
      if ((word.endsWith('ed') || BROUGHT.has(word)) && !CARRIED.has(word) && !GAINED.has(word) && word !== 'paid')
        break;
      // "bribes paid to X by Y", "kickbacks from Y".
      if (hit.value === 'CORRUPTION' && (word === 'to' || word === 'from') && PAYMENT.test(wordAt(items, end - 1))) {
        add(object(sentence, at + 1), 'ACCUSED', 'offence by', hit, true, hit.value);
        if (items[at + 1]?.named) at++;
        continue;
      }
      if (model.by.has(word)) {
        let next = at + 1;
        if (['a', 'an', 'the'].includes(wordAt(items, next)) && wordAt(items, next + 2) === ',') next += 3;
        add(object(sentence, next), 'ACCUSED', 'offence by', hit, true, hit.value);
        break;
      }
      if (items[at]?.named || word === ',' || model.boundaries.has(word)) break;
    }
  }
  // "X took bribes, prosecutors said".
  const [whole] = [...hits.deeds, ...hits.offences];
  if (whole) add(attributed(sentence), 'ACCUSED', 'subject of allegation', whole, false);
  // "won the contracts through bribery".
  for (const hit of hits.offences) {
    const at = sentence.itemOf(hit.from);
    if (!['through', 'via', 'by', 'with'].includes(wordAt(items, at - 1))) continue;
    for (let verb = at - 2; verb > Math.max(0, at - 8); verb--) {
      if (!GAINED.has(wordAt(items, verb))) continue;
      add(subject(sentence, verb), 'ACCUSED', 'did', hit, false, hit.value);
      break;
    }
  }
  // "ordered the bombing", "ran a drug ring": a deed by verb and name.
  for (const hit of hits.offences) {
    const at = sentence.itemOf(hit.from);
    if (ABOUT.test(wordAt(items, sentence.itemOf(hit.to)))) continue;
    for (let verb = at - 1; verb >= Math.max(0, at - 4); verb--) {
      const word = wordAt(items, verb);
      if (items[verb]?.named || model.prepositions.has(word) || word === ',' || model.boundaries.has(word)) break;
      if (!DOING.has(word) || voice(sentence, verb, verb + 1) === 'PASSIVE') continue;
      add(subject(sentence, verb), 'ACCUSED', 'did', hit, false, hit.value);
      break;
    }
  }
  // "X's insider trading", "violations X committed", "X's alleged sale".
  for (const hit of hits.offences) {
    const at = sentence.itemOf(hit.from);
    const end = sentence.itemOf(hit.to);
    const doer = items[end]?.named;
    if (doer && COMMITTED.has(wordAt(items, end + 1)))
      add(rightList(sentence, end), 'ACCUSED', 'committed the offence', hit, true, hit.value);
    if (!ABOUT.test(wordAt(items, end)) && !ABOUT.test(wordAt(items, end - 1)))
      add(possessor(sentence, at), 'ACCUSED', 'owner of offence', hit, false, hit.value);
  }
}
