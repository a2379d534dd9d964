import type { LanguageModel } from '../lexicon/model.ts';
import type { Party } from '../parties/mention.ts';
import { isOwner, prepositional, wordAt, type Clause } from '../roles/clause.ts';
import { ACCUSER, type Hits, type Statement } from '../roles/statement.ts';
import type { Offence } from '../types.ts';

/** What the article says of a party outside the sentence that is weighed. */
export interface Elsewhere {
  /** Statements that accuse or convict it, those that stand by themselves counted twice. */
  accused: number;
  /** Whether any sentence clears it. */
  cleared: boolean;
  /** Whether a rule accuses somebody else in the same sentence. */
  others: boolean;
  /** Whether the article names a particular offence more than once. */
  offence: boolean;
  /** Of ten sentences of the text, so many name an offence.*/
  density: number;
  /** Whether there is next to no article around the sentence, which then cannot have accused anybody elsewhere. */
  alone: boolean;
}

const NOUN_OF_CHARGE =
  /^(?:charg|alleg|accus|indict|convict|arrest|fraud|scandal|case|probe|investigat|inquir|trial|scheme)/;
const SUING = new Set(
  'sued sues suing filed files files alleges alleged alleging accuses accused accusing charges charged claims claimed claiming contends contended seeks sought argues argued complained complains seeking'.split(
    ' ',
  ),
);
const COMPLAINT = new Set('suit lawsuit complaint action petition case claim counterclaim'.split(' '));
const PREPOSITIONS = new Set(
  'by against of with to from at for in between into on including involving like about over than'.split(' '),
);

/** Whether the name at item `at` speaks: "X said", "said X", "according to X". */
function speaks({ items, model }: Clause, at: number): boolean {
  if (model.speaking.has(wordAt(items, at + 1)) || model.speaking.has(wordAt(items, at - 1))) return true;
  if (wordAt(items, at - 1) === 'to' && wordAt(items, at - 2) === 'according') return true;
  let next = at + 1;
  // Over an apposition: "X, head of Y, said".
  if (wordAt(items, next) === ',') {
    next++;
    while (next < items.length && next - at < 14 && wordAt(items, next) !== ',') next++;
    return wordAt(items, next) === ',' && model.speaking.has(wordAt(items, next + 1));
  }
  return false;
}

/** The word before a name that governs it, over articles, titles and adjectives; `''` where none does. */
function governor({ items, model }: Clause, at: number): string {
  for (let before = at - 1; before >= Math.max(0, at - 5); before--) {
    const word = wordAt(items, before);
    if (PREPOSITIONS.has(word)) return word;
    if (items[before]?.named || word === ',' || word === '' || model.boundaries.has(word) || model.and.has(word))
      return '';
    if (model.auxiliaries.has(word) || model.have.has(word)) return '';
  }
  return '';
}

/** Whether an authority does what the cue says: "subpoenaed by the SEC", "prosecutors are examining". */
function authorityActs({ items, model }: Clause, from: number, to: number): boolean {
  const official = (at: number): boolean => {
    const item = items[at];
    if (!item) return false;
    return item.named
      ? item.named.mention.authority
      : model.accusers.has(item.lower) || model.authorities.has(item.lower);
  };
  for (let at = to; at < Math.min(items.length, to + 9); at++) {
    if (model.by.has(wordAt(items, at)))
      return [1, 2, 3, 4, 5].some((ahead) => official(at + ahead) && wordAt(items, at + ahead - 1) !== ',');
    if (model.boundaries.has(wordAt(items, at))) break;
  }
  for (let at = from - 1; at >= Math.max(0, from - 7); at--) {
    if (official(at)) return true;
    if (items[at]?.named || wordAt(items, at) === ',' || model.boundaries.has(wordAt(items, at))) return false;
  }
  return false;
}

function density(ofTen: number): string {
  return ofTen >= 5
    ? 'of offences throughout'
    : ofTen >= 2
      ? 'of offences'
      : ofTen >= 1
        ? 'touches offences'
        : 'hardly of offences';
}

function bucket(distance: number): string {
  return distance <= 1 ? '0-1' : distance <= 4 ? '2-4' : distance <= 10 ? '5-10' : distance <= 20 ? '11-20' : 'far';
}

/** Where the nearest hit stands from the name: side, distance, and whether a clause ends between. */
function nearest(
  { items, model }: Clause,
  at: number,
  hits: readonly { from: number; to: number }[],
  itemOf: (token: number) => number,
): { side: 'before' | 'after'; distance: number; open: boolean; comma: boolean } | undefined {
  let best: { side: 'before' | 'after'; distance: number; from: number; to: number } | undefined;
  for (const hit of hits) {
    const from = itemOf(hit.from);
    const to = itemOf(hit.to);
    const after = from > at;
    const distance = after ? from - at - 1 : at - to;
    if (distance >= -1 && (!best || distance < best.distance))
      best = after
        ? { side: 'after', distance, from: at + 1, to: from }
        : { side: 'before', distance, from: to, to: at };
  }
  if (!best) return undefined;
  let open = true;
  let comma = false;
  for (let index = best.from; index < best.to; index++) {
    const word = wordAt(items, index);
    if (model.boundaries.has(word) && !model.relatives.has(word)) open = false;
    if (word === ',') comma = true;
  }
  return { side: best.side, distance: Math.max(0, best.distance), open, comma };
}

/** One party in one sentence, with all that bears on whether the sentence speaks against it. */
export interface Weighed {
  party: Party;
  /** Items of the sentence that name it. */
  places: readonly number[];
  /** What the rules say of it here. */
  made: readonly Statement[];
}

/** Words of disputes that are no crime: contracts, patents, trade. */
const CIVIL = new Set(
  'patent patents trademark trademarks copyright copyrights infringement infringes infringed infringing warranty warranties contract contracts royalties lease defamation libel discrimination negligence antidumping breach'.split(
    ' ',
  ),
);
const TRADE = new Set(
  'gatt tariff tariffs dumping semiconductor semiconductors quota quotas pact treaty subsidies subsidy takeover tender merger shareholders holders'.split(
    ' ',
  ),
);

const GENERAL: ReadonlySet<Offence> = new Set<Offence>(['OTHER_CRIME']);

/**
 * Readable features of a party in a sentence, each present or absent: which rules speak, where cues and offences
 * stand, what governs the name, what the rest of the article says. The names are those of the weights.
 */
export function features(
  sentence: Clause,
  hits: Hits,
  { party, places, made }: Weighed,
  elsewhere: Elsewhere,
): string[] {
  const { items, itemOf } = sentence;
  const model: LanguageModel = sentence.model;
  const found = new Set<string>();
  const offences = [...hits.offences, ...hits.deeds];
  const accusing = hits.cues.filter(({ value }) =>
    value.some(({ role }) => role === 'ACCUSED' || role === 'CONVICTED'),
  );
  const particular = offences.some(({ value }) => !GENERAL.has(value));
  const named = offences.length === 0 ? 'no offence' : particular ? 'offence' : 'general offence';

  let rules = 0;
  for (const { rule, role, negated, strong, offence, from, to } of made) {
    if (role === 'ACCUSED' || role === 'CONVICTED') {
      if (negated) {
        found.add('rule negated');
        continue;
      }
      rules++;
      found.add(`rule: ${rule}`);
      if (strong) found.add('rule stands by itself');
      else if (offence === undefined) found.add(`weak rule, ${named}`);
      if (role === 'CONVICTED') found.add('rule convicts');
      const acting = authorityActs(sentence, itemOf(from), itemOf(to));
      if (acting) found.add(`an authority acts, ${named}`);
    } else if (rule === 'cleared') found.add('cleared here');
    else if (rule === ACCUSER) found.add(rules > 0 ? 'accuses, rule' : 'accuses');
    else found.add(`rule: ${role.toLowerCase()}`);
  }
  found.add(rules === 0 ? 'no rule' : rules === 1 ? 'one rule' : 'several rules');
  if (rules === 0) found.add(`no rule, ${named}`);
  const before =
    elsewhere.alone && elsewhere.accused === 0
      ? 'nothing'
      : elsewhere.accused === 0
        ? 'not accused'
        : elsewhere.accused <= 2
          ? 'accused once'
          : 'accused often';
  found.add(`elsewhere ${before}`);
  found.add(`elsewhere ${before}, ${rules > 0 ? 'rule' : 'no rule'}, ${named}`);
  if (elsewhere.cleared) found.add('elsewhere cleared');
  if (!elsewhere.alone) found.add(`article ${density(elsewhere.density)}, ${rules > 0 ? 'rule' : 'no rule'}`);
  if (elsewhere.others) found.add(rules > 0 ? 'others accused here, rule' : 'others accused here, no rule');
  const matter = items.some(({ lower, named: name }) => !name && CIVIL.has(lower))
    ? 'civil matter'
    : items.some(({ lower, named: name }) => !name && TRADE.has(lower))
      ? 'trade or takeover'
      : '';
  if (matter !== '') found.add(`${matter}, ${named}`);
  if (hits.negations.length > 0) found.add(rules > 0 ? 'a negation, rule' : 'a negation, no rule');
  if (hits.cleared.length > 0) found.add('words of acquittal');
  if (accusing.some(({ value }) => value.some(({ strong }) => strong)))
    found.add(rules > 0 ? 'strong cue, rule' : 'strong cue, no rule');
  found.add(party.kind === 'PERSON' ? 'person' : 'organisation');
  if (party.official) found.add('official');
  if (places.length > 1) found.add('named twice');

  for (const at of places) {
    const here = items[at]?.named?.mention;
    if (!here) continue;
    if (here.official) found.add('official title');
    if (here.bare) found.add('bare name');
    const owner = isOwner(items, at);
    const governed = governor(sentence, at);
    if (governed !== '') found.add(`after ${governed}`);
    if (owner) {
      let next = at + 1;
      while (
        next < items.length &&
        (wordAt(items, next).startsWith("'") || wordAt(items, next) === 's' || wordAt(items, next) === '’s')
      )
        next++;
      found.add(
        NOUN_OF_CHARGE.test(wordAt(items, next)) || NOUN_OF_CHARGE.test(wordAt(items, next + 1))
          ? 'owns the charge'
          : 'owner',
      );
    }
    if (speaks(sentence, at)) found.add(rules > 0 ? 'speaks, rule' : 'speaks');
    if (
      SUING.has(wordAt(items, at + 1)) ||
      (model.speaking.has(wordAt(items, at + 1)) && [3, 4].some((ahead) => SUING.has(wordAt(items, at + ahead))))
    )
      found.add('plaintiff');
    if (
      governed === 'by' &&
      [2, 3, 4].some((back) => SUING.has(wordAt(items, at - back)) || COMPLAINT.has(wordAt(items, at - back)))
    )
      found.add('plaintiff');
    if (governed === 'against' || governed === 'involving' || governed === 'into') found.add('against');
    if (!owner && !prepositional(sentence, at) && model.auxiliaries.has(wordAt(items, at + 1)))
      found.add('subject of being');
    const joined =
      (model.and.has(wordAt(items, at + 1)) && items[at + 2]?.named) ||
      (model.and.has(wordAt(items, at - 1)) && items[at - 2]?.named);
    if (joined && elsewhere.others) found.add('joined to another name, others accused');
    if (NOUN_OF_CHARGE.test(wordAt(items, at + 1))) found.add('before the charge');
    for (const [kind, list] of [
      ['cue', accusing],
      ['offence', offences],
    ] as const) {
      const near = nearest(sentence, at, list, itemOf);
      if (!near) {
        found.add(`no ${kind}`);
        continue;
      }
      found.add(`${kind} ${bucket(near.distance)} ${near.side}${near.open ? '' : ', clause between'}`);
      if (near.open && rules === 0) found.add(`${kind} in the clause, no rule`);
    }
  }
  return [...found];
}
