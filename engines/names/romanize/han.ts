import anyAscii from 'any-ascii';
import { CANTONESE, COMPOUND_FAMILY_NAMES, FAMILY_READINGS, FAMILY_NAMES } from '../data/han-names.ts';

/** Pinyin syllables (no tones) of a run of Han characters, one per character. */
export function pinyin(text: string): string[] {
  const out: string[] = [];
  for (const char of text) {
    const syllable = anyAscii(char)
      .toLowerCase()
      .replace(/[^a-z]/g, '');
    if (syllable !== '') out.push(syllable);
  }
  return out;
}

// Initials of pinyin that Wade-Giles writes otherwise, longest first; apostrophes are dropped in names anyway.
const WADE_INITIALS: readonly (readonly [string, string])[] = [
  ['zh', 'ch'],
  ['x', 'hs'],
  ['q', 'ch'],
  ['j', 'ch'],
  ['z', 'ts'],
  ['c', 'ts'],
  ['b', 'p'],
  ['d', 't'],
  ['g', 'k'],
  ['r', 'j'],
];

/** Wade-Giles spelling of one pinyin syllable, as customary in Taiwan (no apostrophes, no diaereses). */
export function wadeGiles(syllable: string): string {
  if (syllable === 'ci' || syllable === 'zi') return 'tzu';
  if (syllable === 'si') return 'ssu';
  if (syllable === 'zhi' || syllable === 'chi') return 'chih';
  if (syllable === 'shi') return 'shih';
  if (syllable === 'ri') return 'jih';
  let rest = syllable;
  let head = '';
  if (/^(ch|sh)/.test(syllable)) {
    head = syllable.slice(0, 2);
    rest = syllable.slice(2);
  } else {
    for (const [initial, wade] of WADE_INITIALS) {
      if (syllable.startsWith(initial)) {
        head = wade;
        rest = syllable.slice(initial.length);
        break;
      }
    }
  }
  if (rest === 'ong' && head !== '') rest = 'ung';
  else if (rest === 'ian') rest = 'ien';
  else if (rest === 'yan') rest = 'yen';
  else if (rest === 'yong') rest = 'yung';
  else if (rest === 'you') rest = 'yu';
  else if (rest === 'ie') rest = 'ieh';
  else if (rest === 'ye') rest = 'yeh';
  else if (rest === 'ue') rest = 'ueh';
  else if (rest === 'uo' && !/^(k|sh|h)$/.test(head)) rest = 'o';
  else if (rest === 'iu') rest = 'iu';
  else if (rest === 'yi') rest = 'i';
  else if (rest === 'e' && (head === 'k' || head === 'h')) rest = 'o';
  return head + rest;
}

export interface HanName {
  family: string;
  given: string;
  /** Syllables of the family name and the given name in pinyin. */
  familySyllables: string[];
  givenSyllables: string[];
}

/** Family name first, one or two characters; null where the characters do not start with a Chinese family name. */
export function splitChinese(text: string): HanName | null {
  const chars = Array.from(text);
  if (chars.length < 2 || chars.length > 4) return null;
  const two = chars.slice(0, 2).join('');
  const size = chars.length > 2 && COMPOUND_FAMILY_NAMES.has(two) ? 2 : 1;
  const family = chars.slice(0, size).join('');
  if (size === 1 && !FAMILY_NAMES.has(family)) return null;
  if (chars.length === 4 && size === 1) return null;
  const given = chars.slice(size).join('');
  const reading = FAMILY_READINGS.get(family);
  return {
    family,
    given,
    familySyllables: reading === undefined ? pinyin(family) : [reading],
    givenSyllables: pinyin(given),
  };
}

/** Cantonese spellings of the characters as used in Hong Kong and Malaysia, or null where one is not known. */
export function cantonese(text: string): string[] | null {
  const out: string[] = [];
  for (const char of text) {
    const reading = CANTONESE.get(char);
    if (reading === undefined) return null;
    out.push(reading);
  }
  return out;
}
