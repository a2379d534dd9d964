import type { LanguageModel } from '../lexicon/model.ts';
import type { Mention, Party } from '../parties/mention.ts';
import type { Token } from '../tokens.ts';

/** A sentence with its names folded: each item is one name, one word or one mark. */
export interface Item {
  /** First token and the token after the last. */
  from: number;
  to: number;
  lower: string;
  capital: boolean;
  number: boolean;
  named: NamedItem | undefined;
}

export interface NamedItem {
  mention: Mention;
  party: Party;
}

export interface Clause {
  items: readonly Item[];
  /** Item that holds a token. */
  itemOf: (token: number) => number;
  model: LanguageModel;
}

export function clause(tokens: readonly Token[], named: readonly NamedItem[], model: LanguageModel): Clause {
  const items: Item[] = [];
  const index: number[] = [];
  let next = 0;
  for (let at = 0; at < tokens.length;) {
    while (next < named.length && (named[next]?.mention.from ?? 0) < at) next++;
    const here = named[next]?.mention.from === at ? named[next] : undefined;
    const token = tokens[at];
    const to = here ? here.mention.to : at + 1;
    const number = token?.kind === 'NUMBER';
    items.push({ from: at, to, lower: token?.lower ?? '', capital: token?.capital ?? false, number, named: here });
    for (; at < to; at++) index[at] = items.length - 1;
  }
  return { items, itemOf: (token) => index[token] ?? items.length, model };
}

const CLOSING = new Set(['"', '”', "'", '’', ')', '>', '»']);
const SKIP_MARKS = new Set(['"', '“', '”', '<', '>', '(', ')', '-', '«', '»', '„']);
/** Farthest that a subject or object may be from its verb. */
const REACH = 45;

function word(items: readonly Item[], at: number): string {
  const item = items[at];
  return item && !item.named ? item.lower : '';
}

/** The names coordinated with the one at `at`, to the left: "A, B and C". */
function leftList(sentence: Clause, at: number, inList = false): NamedItem[] {
  const { items, model } = sentence;
  const found: NamedItem[] = [];
  let index = at;
  while (index >= 0) {
    const named = items[index]?.named;
    if (!named) break;
    found.push(named);
    let before = index - 1;
    while (SKIP_MARKS.has(word(items, before))) before--;
    let joined = false;
    // Titles between: "A and attorney B".
    while (model.titles.has(word(items, before)) || word(items, before) === '.') before--;
    // "A and primary subsidiary B".
    for (let and = before; and > 0 && before - and < 4; and--) {
      const lower = word(items, and);
      if (model.and.has(lower)) before = and;
      if (
        lower === '' ||
        lower === ',' ||
        model.and.has(lower) ||
        model.prepositions.has(lower) ||
        model.boundaries.has(lower)
      )
        break;
    }
    if (model.and.has(word(items, before))) {
      joined = true;
      before--;
    }
    const comma = word(items, before) === ',';
    if (comma) {
      before--;
      while (SKIP_MARKS.has(word(items, before)) || items[before]?.number === true || word(items, before) === ',')
        before--;
      // A comma alone joins only inside a list that ends in "and".
      if (found.length > 1 || inList) joined = true;
    }
    while (SKIP_MARKS.has(word(items, before))) before--;
    if (!joined) break;
    // "X, head of Y, and Z": over the apposition to the name it belongs to.
    if (comma && (!items[before]?.named || prepositional(sentence, before))) {
      const open = opening(sentence, before);
      if (open < 0) break;
      before = open;
    }
    if (!items[before]?.named) break;
    index = before;
  }
  return found;
}

/** The name right before the nearest comma to the left, not governed by a preposition; -1 where there is none. */
function opening(sentence: Clause, from: number): number {
  for (let at = from; at > 0 && from - at < 14; at--) {
    if (word(sentence.items, at) === ',' && sentence.items[at - 1]?.named)
      return prepositional(sentence, at - 1) ? -1 : at - 1;
    if (sentence.model.auxiliaries.has(word(sentence.items, at))) return -1;
  }
  return -1;
}

/** The names coordinated with the one at `at`, to the right. */
export function rightList({ items, model }: Clause, at: number): NamedItem[] {
  const found: NamedItem[] = [];
  let index = at;
  for (;;) {
    const named = items[index]?.named;
    if (!named) break;
    found.push(named);
    let after = index + 1;
    while (SKIP_MARKS.has(word(items, after)) || (items[after]?.number === true && word(items, after - 1) === ','))
      after++;
    let joined = false;
    while (word(items, after) === ',' || model.and.has(word(items, after))) {
      joined = true;
      after++;
      if (items[after]?.number === true) after++;
    }
    let titles = 0;
    while (
      titles < 6 &&
      (model.titles.has(word(items, after)) ||
        SKIP_MARKS.has(word(items, after)) ||
        word(items, after) === '.' ||
        (items[after]?.capital === true && !items[after]?.named) ||
        [
          'its',
          'his',
          'her',
          'the',
          'former',
          'law',
          'firm',
          'company',
          'financial',
          'services',
          'as',
          'well',
          'an',
          'a',
        ].includes(word(items, after)) ||
        (word(items, after) === ',' && model.titles.has(word(items, after - 1))))
    ) {
      after++;
      titles++;
    }
    if (!joined || !items[after]?.named || items[after]?.named?.mention.authority === true) break;
    index = after;
    // "A's brother": the owner is not meant.
    if (isOwner(items, index)) break;
  }
  return found;
}

export function isOwner(items: readonly Item[], at: number): boolean {
  const next = word(items, at + 1);
  return (
    next === "'s" ||
    next === '’s' ||
    ((next === "'" || next === '’') && word(items, at + 2) === 's') ||
    ((next === "'" || next === '’') && items[at]?.named?.mention.name.endsWith('s') === true)
  );
}

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
      (model.adverbs.has(word(items, at)) ||
        model.auxiliaries.has(word(items, at)) ||
        model.have.has(word(items, at)) ||
        CLOSING.has(word(items, at)) ||
        (items[at]?.number === true && word(items, at - 1) === ','))
    )
      at--;
  };
  skip();
  const relative = word(items, at);
  if (model.relatives.has(relative) || relative === 'that') {
    at--;
    skip();
    if (word(items, at) === ',') at--;
    return antecedent(sentence, at, relative);
  }
  if (word(items, at) === ',') {
    // Back to the comma that opens the apposition: the nearest that follows a name.
    for (let open = at - 1; open > 0 && at - open < REACH; open--) {
      const lower = word(items, open);
      if (model.boundaries.has(lower) && !model.relatives.has(lower) && lower !== 'until' && lower !== 'when') break;
      if (lower !== ',') continue;
      let before = open - 1;
      while (SKIP_MARKS.has(word(items, before))) before--;
      if (!items[before]?.named) continue;
      // In a list of names it is the first that shows what governs it.
      let first = before;
      while (word(items, first - 1) === ',' && items[first - 2]?.named) first -= 2;
      if (!prepositional(sentence, first)) return leftList(sentence, before);
    }
    // "X, convicted of fraud, said", "The subsidiary, X, pleaded guilty".
    let last = at - 1;
    while (SKIP_MARKS.has(word(items, last))) last--;
    if (items[last]?.named && !prepositional(sentence, last)) return leftList(sentence, last);
    return coordinated(sentence, at - 1);
  }
  // "after being charged", "after pleading guilty": of whoever the sentence is about.
  if (
    (word(items, at) === 'after' || word(items, at) === 'before' || word(items, at) === 'since') &&
    (at + 1 < verb || word(items, verb).endsWith('ing'))
  ) {
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
  if (model.and.has(word(items, at))) {
    for (let back = at - 1; back >= 0 && verb - back < 16; back--) {
      const named = items[back]?.named;
      if (named && !prepositional(sentence, back) && !isOwner(items, back) && items[back + 1] !== undefined) {
        if (model.and.has(word(items, back + 1)) && back + 1 === at) continue;
        return leftList(sentence, back);
      }
      if (model.boundaries.has(word(items, back)) && !model.relatives.has(word(items, back))) return [];
    }
    return [];
  }
  return head(sentence, at);
}

/** A preposition, possibly with article and adjectives or titles between, governs the name at `at`. */
export function prepositional({ items, model }: Clause, at: number): boolean {
  for (let before = at - 1; before >= Math.max(0, at - 4); before--) {
    const lower = word(items, before);
    if (model.prepositions.has(lower)) return true;
    if (items[before]?.named || lower === ',' || model.boundaries.has(lower) || model.and.has(lower)) return false;
    if (
      !(
        ['the', 'a', 'an', 'former', 'its', 'his', 'her', 'firm', 'company', '<', '"'].includes(lower) ||
        model.titles.has(lower)
      )
    )
      return false;
  }
  return false;
}

/** What "who" or "which" before a verb stands for: the name right before, or the one whose apposition it ends. */
function antecedent(sentence: Clause, start: number, relative: string): NamedItem[] {
  const { items } = sentence;
  const fits = (named: NamedItem | undefined): boolean =>
    named !== undefined &&
    (relative !== 'who' || named.mention.kind === 'PERSON' || named.mention.bare) &&
    !(relative === 'which' && named.mention.kind === 'PERSON');
  let at = start;
  while (SKIP_MARKS.has(word(items, at))) at--;
  if (fits(items[at]?.named) && (relative !== 'that' || !prepositional(sentence, at)))
    return relative === 'who' && !prepositional(sentence, at)
      ? leftList(sentence, at)
      : [items[at]?.named].filter((named) => named !== undefined);
  if (relative !== 'who') return [];
  for (let open = at; open > 0 && start - open < 20; open--) {
    if (word(items, open) === ',' && fits(items[open - 1]?.named)) return leftList(sentence, open - 1);
  }
  return [];
}

/** "X and the company were", "X and two aides were": the names before a common noun that "and" joins to them. */
function coordinated(sentence: Clause, start: number): NamedItem[] {
  const { items, model } = sentence;
  for (let at = start; at >= Math.max(1, start - 9); at--) {
    const lower = word(items, at);
    if (model.and.has(lower)) {
      const before = word(items, at - 1) === ',' ? at - 2 : at - 1;
      return items[before]?.named && !prepositional(sentence, before) ? leftList(sentence, before, true) : [];
    }
    if (model.boundaries.has(lower) || model.auxiliaries.has(lower)) return [];
  }
  return [];
}

const GENERIC = new Set('firm company bank'.split(' '));

/** What "he", "it" or "the company" at item `at` stands for: the nearest party before it in the sentence that may be meant. */
function pronoun(sentence: Clause, at: number): NamedItem[] {
  const { items, model } = sentence;
  const company = GENERIC.has(word(items, at)) && word(items, at - 1) === 'the';
  const kind = company
    ? 'ORGANIZATION'
    : model.personPronouns.has(word(items, at))
      ? 'PERSON'
      : model.thingPronouns.has(word(items, at))
        ? 'ORGANIZATION'
        : undefined;
  if (kind === undefined) return [];
  // The subject of the sentence before anybody else.
  const order = kind === 'PERSON' ? [...Array(at).keys()] : [...Array(at).keys()].toReversed();
  for (const before of order) {
    const named = items[before]?.named;
    if (named && kind === 'PERSON' && prepositional(sentence, before)) continue;
    if (!named || named.mention.authority || named.mention.official || isOwner(items, before)) continue;
    if (named.party.kind === kind || (named.mention.bare && kind === 'PERSON')) return [named];
  }
  return [];
}

const UNITS = new Set('subsidiary subsidiaries unit units division arm affiliate affiliates'.split(' '));

function head(sentence: Clause, start: number): NamedItem[] {
  const { items, model } = sentence;
  let at = start;
  while (SKIP_MARKS.has(word(items, at))) at--;
  for (let steps = 0; steps < 8; steps++) {
    const named = items[at]?.named;
    if (named && !prepositional(sentence, at)) {
      // "Agent X of Y": fine; "B's broker" never gets here, the broker stands between.
      return leftList(sentence, at);
    }
    if (named) {
      // Governed by a preposition: the head stands before it.
      let before = at - 1;
      while (before >= 0 && !model.prepositions.has(word(items, before)) && at - before < 5) before--;
      at = before - 1;
      while (SKIP_MARKS.has(word(items, at))) at--;
      continue;
    }
    // "X of Y fame", "X, 34, of Boston": one step over numbers.
    if (items[at]?.number === true || word(items, at) === ',') {
      at--;
      continue;
    }
    const meant = pronoun(sentence, at);
    if (meant.length > 0) return meant;
    // "X said its banking subsidiary pleaded guilty".
    if (UNITS.has(word(items, at))) {
      for (let back = at - 1; back >= Math.max(0, at - 12); back--) {
        const owner = items[back]?.named;
        if (owner?.mention.kind === 'ORGANIZATION') return [owner];
      }
    }
    return coordinated(sentence, at);
  }
  return [];
}

/** The name that follows over titles and closing marks; -1 where another word comes first. */
function nextNamed({ items, model }: Clause, from: number): number {
  for (let at = from + 1; at < Math.min(items.length, from + 6); at++) {
    if (items[at]?.named) return at;
    if (!model.titles.has(word(items, at)) && !SKIP_MARKS.has(word(items, at))) return -1;
  }
  return -1;
}

/** People and things that a name before them only describes. */
const COLLECTIVE = new Set(
  'administration official officials employee employees executives officers directors managers workers members brokers traders staff subsidiary unit customers shareholders investors clients lawyers attorneys supporters family shares stock products contract contracts offices case affair scandal'.split(
    ' ',
  ),
);

/** Words that may stand between a verb and its object's name, besides titles. */
const BEFORE_NAME = new Set(
  'the a an its his her their former late one two three another both all some alleged ex then fellow u.s. us british american german italian french firm company giant concern maker group unit of-the against in case former-'.split(
    ' ',
  ),
);

/**
 * The names of the noun phrase that follows item `from` ("accused the former trader X and Y"). A name that only owns
 * or introduces the one meant ("charged Acme broker X") gives way to it; a common noun followed by a preposition
 * ("charged a manager of X") ends the search.
 */
export function object(sentence: Clause, from: number): NamedItem[] {
  const { items, model } = sentence;
  const meant = pronoun(sentence, word(items, from) === 'the' && model.thingPronouns.size > 0 ? from + 1 : from);
  if (meant.length > 0 && word(items, from) !== 'her') return meant;
  let at = from;
  let steps = 0;
  while (at < items.length && !items[at]?.named) {
    const lower = word(items, at);
    const item = items[at];
    if (++steps > 9) return [];
    // "arrested two men, X and Y": the names in apposition to the noun.
    if (lower === ',' && steps > 1 && items[at + 1]?.named) {
      at++;
      break;
    }
    if (
      lower === 'way' ||
      lower === 'fact' ||
      lower === ',' ||
      (lower === '.' && steps > 1 && items[at - 1]?.capital !== true) ||
      model.prepositions.has(lower) ||
      model.boundaries.has(lower) ||
      model.auxiliaries.has(lower) ||
      model.have.has(lower)
    )
      return [];
    if (
      !BEFORE_NAME.has(lower) &&
      !model.titles.has(lower) &&
      !SKIP_MARKS.has(lower) &&
      item?.capital !== true &&
      item?.number !== true &&
      steps > 5
    )
      return [];
    at++;
  }
  if (!items[at]?.named) return [];
  // "Acme broker X", "Acme's broker X": the last name of the phrase is meant.
  for (;;) {
    let next = at + 1;
    let passed = 0;
    let owner = false;
    while (next < items.length && passed < 6 && !items[next]?.named) {
      const lower = word(items, next);
      if (lower === "'" || lower === '’' || lower === 's' || lower === "'s") owner = true;
      else if (
        !model.titles.has(lower) &&
        !BEFORE_NAME.has(lower) &&
        lower !== ')' &&
        lower !== '(' &&
        !(items[next]?.capital === true)
      )
        break;
      next++;
      passed++;
    }
    // An acronym in brackets is the same party.
    if (items[next]?.named?.party === items[at]?.named?.party && items[next]?.named) {
      const beyond = nextNamed(sentence, next);
      if (beyond < 0) break;
      at = beyond;
      continue;
    }
    if (items[next]?.named && passed > 0 && !['the', 'a', 'an'].includes(word(items, next - 1))) at = next;
    else if (owner || (passed > 0 && items[next]?.named === undefined && model.titles.has(word(items, at + 1))))
      return [];
    else break;
  }
  // "charges against Reagan administration officials": they are meant, not Reagan.
  if (
    COLLECTIVE.has(word(items, at + 1)) ||
    (COLLECTIVE.has(word(items, at + 2)) && !model.prepositions.has(word(items, at + 1)) && word(items, at + 1) !== ',')
  )
    return [];
  return rightList(sentence, at);
}
