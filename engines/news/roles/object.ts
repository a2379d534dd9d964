import { SKIP_MARKS, wordAt, type Clause, type NamedItem } from './clause.ts';
import { rightList } from './coordination.ts';
import { pronoun } from './pronoun.ts';

/** The name that follows over titles and closing marks; -1 where another word comes first. */
function nextNamed({ items, model }: Clause, from: number): number {
  for (let at = from + 1; at < Math.min(items.length, from + 6); at++) {
    if (items[at]?.named) return at;
    if (!model.titles.has(wordAt(items, at)) && !SKIP_MARKS.has(wordAt(items, at))) return -1;
  }
  return -1;
}

/** People and things that a name before them only describes. */
export const COLLECTIVE = new Set(
  'administration official officials employee employees executives officers directors managers workers members brokers traders staff subsidiary unit customers shareholders investors clients lawyers attorneys supporters family shares stock products contract contracts offices case affair scandal students people men women fans residents soldiers fighters journalists drivers branch executive official employee member manager worker supporter trader broker customer client'.split(
    ' ',
  ),
);

/** Nouns that a name after a comma explains: "his victim, X". */
const DESCRIBING = new Set('victim defendant accomplice conspirator'.split(' '));

const GENERIC = new Set('company firm bank group unit division branch'.split(' '));

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
  const meant = pronoun(sentence, wordAt(items, from) === 'the' && model.thingPronouns.size > 0 ? from + 1 : from);
  if (meant.length > 0 && wordAt(items, from) !== 'her') return meant;
  let at = from;
  let steps = 0;
  while (at < items.length && !items[at]?.named) {
    const lower = wordAt(items, at);
    const item = items[at];
    if (++steps > 9) return [];
    // "his victim, X".
    if (lower === ',' && steps === 1 && items[at + 1]?.named && DESCRIBING.has(wordAt(items, from - 1))) {
      at++;
      break;
    }
    // "arrested two men, X and Y": the names in apposition to the noun.
    if ((lower === ',' || lower === '-' || lower === ':') && steps > 1 && items[at + 1]?.named) {
      // "the indictment of an official, X said": X speaks, and is not the official.
      if (model.speaking.has(wordAt(items, at + 2)) || model.have.has(wordAt(items, at + 2))) return [];
      at++;
      break;
    }
    if (
      lower === 'way' ||
      (steps > 1 && model.and.has(lower)) ||
      (steps === 1 && lower === 'and') ||
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
      const lower = wordAt(items, next);
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
    // "jailed Acme's former accountant, X": X.
    if (owner && wordAt(items, next) !== ',') {
      let over = next;
      while (
        over - next < 4 &&
        wordAt(items, over) !== '' &&
        wordAt(items, over) !== ',' &&
        !model.prepositions.has(wordAt(items, over)) &&
        !model.auxiliaries.has(wordAt(items, over))
      )
        over++;
      if (wordAt(items, over) === ',' && items[over + 1]?.named) next = over + 1;
    } else if (owner && items[next + 1]?.named) next++;
    if (items[next]?.named && passed > 0 && !['the', 'a', 'an'].includes(wordAt(items, next - 1))) at = next;
    else if (
      owner ||
      (passed > 0 &&
        items[next]?.named === undefined &&
        (model.titles.has(wordAt(items, at + 1)) ||
          (GENERIC.has(wordAt(items, at + 1)) && model.titles.has(wordAt(items, at + 2)))))
    )
      return [];
    else break;
  }
  // "charges against Reagan administration officials": they are meant, not Reagan.
  if (
    COLLECTIVE.has(wordAt(items, at + 1)) ||
    (COLLECTIVE.has(wordAt(items, at + 2)) &&
      !model.prepositions.has(wordAt(items, at + 1)) &&
      wordAt(items, at + 1) !== ',')
  )
    return [];
  return rightList(sentence, at);
}
