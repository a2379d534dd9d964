import { isOwner, prepositional, SKIP_MARKS, wordAt, type Clause, type NamedItem } from './clause.ts';

/** The names coordinated with the one at `at`, to the left: "A, B and C". */
export function leftList(sentence: Clause, at: number, inList = false): NamedItem[] {
  const { items, model } = sentence;
  const found: NamedItem[] = [];
  let index = at;
  while (index >= 0) {
    const named = items[index]?.named;
    if (!named) break;
    found.push(named);
    let before = index - 1;
    while (SKIP_MARKS.has(wordAt(items, before))) before--;
    // "A and B's C unit": over the owner.
    if (/^['’]s?$/.test(wordAt(items, before)) || wordAt(items, before) === 's') {
      let owner = before;
      while (owner > 0 && !items[owner]?.named && before - owner < 3) owner--;
      if (items[owner]?.named) before = owner - 1;
    }
    let joined = false;
    // Titles between: "A and attorney B".
    while (model.titles.has(wordAt(items, before)) || wordAt(items, before) === '.') before--;
    // "A and primary subsidiary B".
    for (let and = before; and > 0 && before - and < 4; and--) {
      const lower = wordAt(items, and);
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
    if (model.and.has(wordAt(items, before))) {
      joined = true;
      before--;
    }
    const comma = wordAt(items, before) === ',';
    if (comma) {
      before--;
      while (SKIP_MARKS.has(wordAt(items, before)) || items[before]?.number === true || wordAt(items, before) === ',')
        before--;
      // A comma alone joins only inside a list that ends in "and".
      if (found.length > 1 || inList) joined = true;
    }
    // "A, its B unit, and C".
    if (joined && /^(?:unit|units|subsidiary|division|arm|affiliate)$/.test(wordAt(items, before))) before--;
    while (SKIP_MARKS.has(wordAt(items, before))) before--;
    // "X and his wife, Y": over the words that say who Y is.
    if (!joined && comma) {
      const and = describedBefore(items, model, before);
      if (and > 0) {
        joined = true;
        before = and - 1;
        if (wordAt(items, before) === ',') before--;
      }
    }
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
    if (wordAt(sentence.items, at) === ',' && sentence.items[at - 1]?.named)
      return prepositional(sentence, at - 1) ? -1 : at - 1;
    if (sentence.model.auxiliaries.has(wordAt(sentence.items, at))) return -1;
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
    while (SKIP_MARKS.has(wordAt(items, after)) || (items[after]?.number === true && wordAt(items, after - 1) === ','))
      after++;
    let joined = false;
    let and = false;
    while (wordAt(items, after) === ',' || model.and.has(wordAt(items, after))) {
      joined = true;
      and ||= model.and.has(wordAt(items, after));
      after++;
      if (items[after]?.number === true) after++;
    }
    let titles = 0;
    while (
      titles < 6 &&
      (model.titles.has(wordAt(items, after)) ||
        SKIP_MARKS.has(wordAt(items, after)) ||
        wordAt(items, after) === '.' ||
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
        ].includes(wordAt(items, after)) ||
        (wordAt(items, after) === ',' && model.titles.has(wordAt(items, after - 1))))
    ) {
      after++;
      titles++;
    }
    // "X and its chairman, Y", "X and their bookkeeper Y".
    if (joined && !items[after]?.named) after = described(items, model, after);
    if (!joined || !items[after]?.named || items[after]?.named?.mention.authority === true) break;
    // "against X, Y said": Y speaks, and is not in the list.
    if (!and && (model.speaking.has(wordAt(items, after + 1)) || model.have.has(wordAt(items, after + 1)))) break;
    index = after;
    // "A's brother": the owner is not meant.
    if (isOwner(items, index)) break;
  }
  return found;
}

/** The "and" of "X and his former wife," that ends at item `to`; -1 where none. */
function describedBefore(items: Clause['items'], model: Clause['model'], to: number): number {
  for (let at = to; at > Math.max(0, to - 7); at--) {
    const word = wordAt(items, at);
    if (items[at]?.named || word === ',' || model.auxiliaries.has(word) || model.boundaries.has(word)) return -1;
    if (OWN.has(word)) return model.and.has(wordAt(items, at - 1)) ? at - 1 : -1;
  }
  return -1;
}

const OWN = new Set('his her its their'.split(' '));

/** The name after "its former chairman," and the like that begins at item `from` or shortly before; `from` where none. */
function described(items: Clause['items'], model: Clause['model'], from: number): number {
  const own = [0, 1, 2].map((back) => from - back).find((at) => OWN.has(wordAt(items, at)));
  if (own === undefined) return from;
  for (let at = own + 1; at < Math.min(items.length, own + 8); at++) {
    const word = wordAt(items, at);
    if (items[at]?.named) return at;
    if (model.auxiliaries.has(word) || model.have.has(word) || model.boundaries.has(word) || model.speaking.has(word))
      return from;
    if (word === ',' && !items[at + 1]?.named && !model.titles.has(wordAt(items, at + 1))) return from;
    if (model.prepositions.has(word) && word !== 'in' && word !== 'of') return from;
  }
  return from;
}

/** "X and the company were", "X and two aides were": the names before a common noun that "and" joins to them. */
export function coordinated(sentence: Clause, start: number): NamedItem[] {
  const { items, model } = sentence;
  for (let at = start; at >= Math.max(1, start - 9); at--) {
    const lower = wordAt(items, at);
    if (model.and.has(lower)) {
      const before = wordAt(items, at - 1) === ',' ? at - 2 : at - 1;
      return items[before]?.named && !prepositional(sentence, before) ? leftList(sentence, before, true) : [];
    }
    if (model.boundaries.has(lower) || model.auxiliaries.has(lower)) return [];
  }
  return [];
}
