import type { NameSchema } from '../../engines/names/index.ts';
import {
  ACCENTS,
  HOMOGLYPHS,
  KEYBOARD,
  LEGAL,
  LEGAL_END,
  NICKNAMES,
  OCR,
  PHONETIC,
  TITLES,
  TRANSLITERATION,
} from './damage-tables.ts';
import type { Random } from './random.ts';

/** One way a name gets damaged: returns the damaged name, or null where this name cannot be damaged this way. */
export interface DamageClass {
  name: string;
  schemas: readonly NameSchema[];
  apply: (name: string, random: Random) => string | null;
}

const PEOPLE: readonly NameSchema[] = ['PERSON'];
const THINGS: readonly NameSchema[] = ['ORGANIZATION', 'VESSEL'];
const ALL: readonly NameSchema[] = ['PERSON', 'ORGANIZATION', 'VESSEL'];

const words = (name: string): string[] => name.split(/[\s,]+/).filter((word) => word !== '');

function replaceOne(name: string, random: Random, table: Readonly<Record<string, string>>, least = 1): string | null {
  const places: number[] = [];
  for (let i = 0; i < name.length; i++) if (table[name.charAt(i).toLowerCase()] !== undefined) places.push(i);
  if (places.length < least) return null;
  const at = random.pick(places);
  const char = name.charAt(at);
  const put = table[char.toLowerCase()] ?? char;
  return name.slice(0, at) + (char === char.toLowerCase() ? put : put.toUpperCase()) + name.slice(at + 1);
}

/** Replaces one of the patterns found. */
function respell(name: string, random: Random, pairs: readonly (readonly [RegExp, string])[]): string | null {
  const able = pairs.filter(([pattern]) => pattern.test(name));
  if (able.length === 0) return null;
  const [pattern, put] = random.pick(able);
  const out = name.replace(pattern, put);
  return out === name ? null : out;
}

/** Does `change` to a word of at least `least` letters. */
function inWord(name: string, random: Random, least: number, change: (word: string) => string | null): string | null {
  const parts = name.split(' ');
  const able = parts
    .map((part, index) => ({ part, index }))
    .filter(({ part }) => /^[A-Za-z]+,?$/.test(part) && part.replace(',', '').length >= least);
  if (able.length === 0) return null;
  const { part, index } = random.pick(able);
  const comma = part.endsWith(',') ? ',' : '';
  const changed = change(part.replace(',', ''));
  if (changed === null) return null;
  parts[index] = changed + comma;
  return parts.join(' ');
}

function typo(word: string, random: Random): string {
  const at = 1 + random.below(word.length - 1);
  const char = word.charAt(at);
  const kind = random.below(4);
  if (kind === 0)
    return word.slice(0, at) + random.pick(Array.from(KEYBOARD[char.toLowerCase()] ?? 'x')) + word.slice(at + 1);
  if (kind === 1) return word.slice(0, at) + word.slice(at + 1);
  if (kind === 2)
    return word.slice(0, at) + random.pick(Array.from(KEYBOARD[char.toLowerCase()] ?? 'x')) + word.slice(at);
  return at + 1 < word.length
    ? word.slice(0, at) + word.charAt(at + 1) + char + word.slice(at + 2)
    : word.slice(0, at - 1) + char + word.charAt(at - 1);
}

export const DAMAGE: readonly DamageClass[] = [
  {
    name: 'swapped',
    schemas: PEOPLE,
    apply: (name, random) => {
      const list = words(name);
      if (list.length < 2) return null;
      const at = random.below(list.length - 1) + 1;
      return [...list.slice(at), ...list.slice(0, at)].join(' ');
    },
  },
  {
    name: 'dropped',
    schemas: ALL,
    apply: (name, random) => {
      const list = words(name);
      if (list.length < 3) return null;
      list.splice(random.below(list.length), 1);
      return list.join(' ');
    },
  },
  {
    name: 'joined',
    schemas: ALL,
    apply: (name, random) => {
      const list = words(name);
      if (list.length < 2) return null;
      const at = random.below(list.length - 1);
      list.splice(at, 2, `${list[at]}${list[at + 1]}`);
      return list.join(' ');
    },
  },
  {
    name: 'split',
    schemas: ALL,
    apply: (name, random) =>
      inWord(name, random, 6, (word) => {
        const at = 2 + random.below(word.length - 4);
        return `${word.slice(0, at)} ${word.slice(at)}`;
      }),
  },
  {
    name: 'initials',
    schemas: PEOPLE,
    apply: (name) => {
      const comma = name.indexOf(',');
      const given = comma < 0 ? '' : name.slice(comma + 1).trim();
      const list = words(given);
      if (comma < 0 || list.length < 2) return null;
      return `${list[0]} ${list
        .slice(1)
        .map((word) => `${word.charAt(0)}.`)
        .join(' ')} ${name.slice(0, comma)}`;
    },
  },
  {
    name: 'nickname',
    schemas: PEOPLE,
    apply: (name, random) => {
      const able = words(name).filter((word) => NICKNAMES[word.toLowerCase()] !== undefined);
      if (able.length === 0 || words(name).length < 2) return null;
      const word = random.pick(able);
      return name.replace(word, NICKNAMES[word.toLowerCase()] ?? word);
    },
  },
  { name: 'transliteration', schemas: PEOPLE, apply: (name, random) => respell(name, random, TRANSLITERATION) },
  { name: 'typo', schemas: ALL, apply: (name, random) => inWord(name, random, 5, (word) => typo(word, random)) },
  {
    name: 'typo-everywhere',
    schemas: ALL,
    apply: (name, random) => {
      const list = words(name);
      if (list.length < 2 || list.some((word) => !/^[A-Za-z]{5,}$/.test(word))) return null;
      return list.map((word) => typo(word, random)).join(' ');
    },
  },
  { name: 'phonetic', schemas: PEOPLE, apply: (name, random) => respell(name, random, PHONETIC) },
  { name: 'ocr', schemas: ALL, apply: (name, random) => replaceOne(name, random, OCR) },
  { name: 'homoglyph', schemas: ALL, apply: (name, random) => replaceOne(name.toLowerCase(), random, HOMOGLYPHS) },
  {
    name: 'invisible',
    schemas: ALL,
    apply: (name, random) => {
      const at = 1 + random.below(Math.max(1, name.length - 1));
      return (
        name.slice(0, at) +
        random.pick(['\u200b', '\u200d', '\u00ad', '\ufeff', '\u2060', '\u200e', '\u180e']) +
        name.slice(at)
      );
    },
  },
  { name: 'diacritics', schemas: ALL, apply: (name, random) => replaceOne(name, random, ACCENTS) },
  {
    name: 'case',
    schemas: ALL,
    apply: (name, random) => (random.below(2) === 0 ? name.toLowerCase() : name.toUpperCase()),
  },
  {
    name: 'punctuation',
    schemas: ALL,
    apply: (name, random) => {
      const list = words(name);
      if (list.length < 2) return null;
      const mark = random.pick(['-', ' - ', ', ', '. ', ' / ', '_', "' "]);
      const at = random.below(list.length - 1);
      return `${list.slice(0, at + 1).join(' ')}${mark}${list.slice(at + 1).join(' ')}`;
    },
  },
  { name: 'honorific', schemas: PEOPLE, apply: (name, random) => `${random.pick(TITLES)} ${words(name).join(' ')}` },
  {
    name: 'particle',
    schemas: PEOPLE,
    apply: (name, random) =>
      respell(name, random, [
        [/\bal-/i, ''],
        [/\bal-/i, 'al '],
        [/\bal-/i, 'el-'],
        [/\bbin /i, ''],
        [/\bde /i, ''],
        [/\bvan /i, ''],
        [/\bde la /i, 'dela '],
        [/\bbin /i, 'ibn '],
      ]),
  },
  {
    name: 'patronymic',
    schemas: PEOPLE,
    apply: (name) => {
      const out = name.replace(/\s+\w+(?:ovich|evich|ovna|evna|ievich)\b/i, '');
      return out === name ? null : out;
    },
  },
  {
    name: 'legal-form',
    schemas: ['ORGANIZATION'],
    apply: (name, random) =>
      LEGAL_END.test(name)
        ? name.replace(LEGAL_END, random.below(2) === 0 ? '' : ` ${random.pick(LEGAL)}`)
        : `${name} ${random.pick(LEGAL)}`,
  },
];

/** Names that look alike and are not the same. */
export const HARD_NEGATIVES: readonly DamageClass[] = [
  {
    name: 'other-generation',
    schemas: PEOPLE,
    apply: (name, random) => {
      const marks = /\b(?:jr|sr|ii|iii)\b\.?/i;
      if (!marks.test(name)) return null;
      return name.replace(marks, (mark) => (/^jr/i.test(mark) ? random.pick(['Sr.', 'III']) : 'Jr.'));
    },
  },
  {
    name: 'patronymic-turned',
    schemas: PEOPLE,
    apply: (name) => {
      // The father of Ivan Petrovich is Petr, son of someone: given name and patronymic change places.
      const found = /^(\S+),\s+(\S+?)\s+(\S{3,}?)(?:ovich|evich)$/i.exec(name);
      const [, family = '', given = '', father = ''] = found ?? [];
      // A son who bears his father's name is the same either way.
      return found === null || given.slice(0, 3).toLowerCase() === father.slice(0, 3).toLowerCase()
        ? null
        : `${father} ${given}ovich ${family}`;
    },
  },
  {
    name: 'other-number',
    schemas: THINGS,
    apply: (name, random) =>
      /\d/.test(name)
        ? name.replace(/\d+/, (digits) => String(Number(digits) + 1 + random.below(8)))
        : `${name} ${2 + random.below(8)}`,
  },
  {
    name: 'son',
    schemas: PEOPLE,
    apply: (name, random) => {
      // The father's given name becomes the second name; the son has another given name.
      const comma = name.indexOf(',');
      if (comma < 0) return null;
      const given = words(name.slice(comma + 1));
      if (given.length !== 1) return null;
      return `${random.pick(['Tariq', 'Nabil', 'Sergio', 'Pavel', 'Idris', 'Hector', 'Anwar', 'Leonid'])} ${given[0]} ${name.slice(0, comma)}`;
    },
  },
  {
    name: 'same-family-name',
    schemas: PEOPLE,
    apply: (name, random) => {
      const comma = name.indexOf(',');
      if (comma < 0) return null;
      return `${random.pick(['Tariq', 'Nabil', 'Sergio', 'Pavel', 'Idris', 'Hector', 'Anwar', 'Leonid', 'Maria', 'Fatima', 'Elena', 'George'])} ${name.slice(0, comma)}`;
    },
  },
];
