import type { LanguageModel } from '../lexicon/model.ts';
import type { Token } from '../tokens.ts';
import { GIVEN_NAMES } from './given-names.ts';
import { PLACES } from './places.ts';

export function isAcronym(text: string): boolean {
  return /^\p{Lu}[\p{Lu}\p{N}]{1,7}$/u.test(text);
}

/** "X's lawyer, NAME", "NAME, a prosecutor in the case": an office in apposition, unless it is a former one. */
export function officialNear(tokens: readonly Token[], from: number, to: number, model: LanguageModel): boolean {
  const lower = (index: number): string => tokens[index]?.lower ?? '';
  if (lower(from - 1) === ',' && model.officialTitles.has(lower(from - 2)))
    return ![3, 4, 5].some((back) => FORMER.has(lower(from - back)));
  // "A spokesman for Interpol, NAME": over what the office is of.
  if (lower(from - 1) === ',') {
    for (let back = from - 3; back > Math.max(0, from - 9); back--) {
      if (lower(back) === ',' || model.auxiliaries.has(lower(back)) || model.speaking.has(lower(back))) break;
      if (!model.officialTitles.has(lower(back)) || POLITICAL.has(lower(back))) continue;
      const of = [1, 2].some((ahead) => OFFICE_OF.has(lower(back + ahead)));
      if (of && ![1, 2, 3].some((before) => FORMER.has(lower(back - before)))) return true;
      break;
    }
  }
  if (lower(to) !== ',') return false;
  // "NAME, prosecuting, said", "NAME, for the defence".
  if (APPEARING.has(lower(to + 1)) && (lower(to + 2) === ',' || lower(to + 2) === 'for')) return true;
  if (lower(to + 1) === 'for' && lower(to + 2) === 'the' && SIDES.has(lower(to + 3))) return true;
  for (let at = to + 1; at < Math.min(tokens.length, to + 6); at++) {
    if (FORMER.has(lower(at)) || lower(at) === ',' || model.relatives.has(lower(at))) return false;
    if (model.officialTitles.has(lower(at)) && tokens[at]?.capital === false) return true;
    if (model.prepositions.has(lower(at)) || model.auxiliaries.has(lower(at))) return false;
  }
  return false;
}

const OFFICE_OF = new Set('for of in at with from on'.split(' '));
const APPEARING = new Set('prosecuting defending mitigating presiding'.split(' '));
const SIDES = new Set('defence defense prosecution crown claimant plaintiff state government'.split(' '));

export const FORMER = new Set('former ex then accused convicted disgraced jailed'.split(' '));
/** Offices whose holders are accused often enough; judges, prosecutors, police and lawyers are not. */
export const POLITICAL = new Set(
  'minister senator sen rep representative congressman congresswoman mp secretary commissioner analyst economist professor prof expert coordinator'.split(
    ' ',
  ),
);
export const LOCATIVE = new Set('in at of near from outside to'.split(' '));
/** Places that are also common first words of companies. */
export const COMPANY_PLACES = new Set(
  'gulf pacific atlantic delta burlington phoenix hudson windsor essex mobil'.split(' '),
);
export const STATES = new Set(
  'va pa calif mass conn fla tex ill mich wis minn colo ariz okla ala ark ky md del n.j n.y n.c s.c d.c n.h n.m r.i w.va ga mo tenn wash ore nev neb kan ind miss la'.split(
    ' ',
  ),
);
/** Before these a single capitalised word is a kind of person or thing, no name: "a Queenslander". */
export const COUNTED = new Set(
  'a an another every each first second two three four five six several many some'.split(' '),
);
/** "Kuwaiti", "Syrians", "Queenslander": of a place that the list of places holds. */
export function demonym(word: string): boolean {
  const stem = /^(.{3,}?)(?:ns?|ans?|ians?|is?|ese|ers?|ish)$/.exec(word)?.[1];
  return (
    stem !== undefined && !PLACES.has(word) && !GIVEN_NAMES.has(word) && (PLACES.has(stem) || PLACES.has(`${stem}a`))
  );
}

/** After these a capitalised word at the start of a sentence only says of what kind: "Pharma firm X". */
export const COMPANY = new Set('firm company group giant bank maker producer operator chain brand worker'.split(' '));

/** Sums of money written as one word with their currency. */
export const MONEY = /^(?:RM|US|A|C|HK|NZ|S|R|RS|NT|EUR|USD|GBP)\d/;
/** Endings of common words; at the start of a sentence such a word alone is a name only where the article confirms it. */
export const COMMON_ENDING =
  /(?:ing|ed|ly|ers|ors|ists|ments|tions|men|ate|ive|ous|ic|ary|able|orts|ians|ials|cies|ties|ies)$/;

export const ALSO_NAMES = new Set('north west may march august april june long young price king bishop'.split(' '));

/** Head words that are also family names. */
export const SURNAMES = new Set(
  'bank banks steel church house force fund league trust lines stores mutual press times post major chambers works marshal court service'.split(
    ' ',
  ),
);

/** A given name, for Cyrillic also in an oblique case. */
export function isGivenName(word: string): boolean {
  if (GIVEN_NAMES.has(word)) return true;
  if (!/^[\u0400-\u04FF]{4,}$/.test(word)) return false;
  const stem = word.replace(/(?:ом|ем|ои|еи|а|у|е|я|ю|и|ы)$/, '');
  return ['', 'и', 'а', 'я', 'ь'].some((ending) => GIVEN_NAMES.has(stem + ending));
}

/** Last words of the names of places. */
export const GEOGRAPHY = new Set(
  'point valley river street avenue road county island islands bay airport peninsula province region district city square lake mountains coast harbour harbor sea ocean strait'.split(
    ' ',
  ),
);

/** What carries a name and does harm without being anybody. */
export const NATURE = new Set(
  'virus disease flu fever strain syndrome bacterium bacteria epidemic earthquake quake hurricane cyclone typhoon storm storms hailstorm hailstorms flood floods tornado landslide avalanche volcano tsunami'.split(
    ' ',
  ),
);

/** Last words of the names of laws, treaties and reports. */
export const LAWS = new Set(
  'act treaty agreement rule rules law bill code pact report plan amendment constitution convention'.split(' '),
);

export const STARTER = new Set(
  'the a an in on at but and this that as if when while after for according however by to from of he she it they we i'.split(
    ' ',
  ),
);
