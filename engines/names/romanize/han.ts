import anyAscii from 'any-ascii';
import { createRequire } from 'node:module';
import { FOREIGN_IN_HAN, LONGEST_FOREIGN } from '../data/han-foreign.ts';
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

interface Jyutping {
  getJyutpingList: (text: string) => [string, string | null][];
}
let jyutping: Jyutping | undefined;

// The dictionary takes a third of a second to load; only lists with Han names need it.
function loadJyutping(): Jyutping {
  jyutping ??= createRequire(import.meta.url)('to-jyutping') as Jyutping;
  return jyutping;
}

const ONSETS: readonly (readonly [string, string])[] = [
  ['gw', 'kw'],
  ['kw', 'kw'],
  ['ng', 'ng'],
  ['z', 'ch'],
  ['c', 'ch'],
  ['j', 'y'],
  ['g', 'k'],
  ['b', 'p'],
  ['d', 't'],
];
const RIMES: ReadonlyMap<string, string> = new Map([
  ['aa', 'a'],
  ['aai', 'ai'],
  ['aau', 'au'],
  ['aam', 'am'],
  ['aan', 'an'],
  ['aang', 'ang'],
  ['aap', 'ap'],
  ['aat', 'at'],
  ['aak', 'ak'],
  ['oeng', 'eung'],
  ['oek', 'euk'],
  ['oe', 'eu'],
  ['eoi', 'ui'],
  ['eon', 'un'],
  ['eot', 'ut'],
  ['ou', 'o'],
  ['yu', 'u'],
  ['yun', 'uen'],
  ['yut', 'uet'],
]);

/** A Jyutping syllable as Hong Kong spells it: close enough for the comparison by sound to do the rest. */
function hongKongSpelling(syllable: string): string {
  const plain = syllable.replace(/\d/g, '');
  let onset = '';
  let rime = plain;
  const known = ONSETS.find(([from]) => plain.startsWith(from));
  if (known !== undefined && plain !== 'ng') {
    onset = known[1];
    rime = plain.slice(known[0].length);
  } else {
    onset = /^[^aeiouy]*/.exec(plain)?.[0] ?? '';
    if (plain === 'ng' || plain === 'm') return plain;
    rime = plain.slice(onset.length);
  }
  return onset + (RIMES.get(rime) ?? rime);
}

/** Cantonese spellings of the characters as used in Hong Kong and Macau, or null where one is not known. */
export function cantonese(text: string): string[] | null {
  const chars = Array.from(text);
  const readings = loadJyutping().getJyutpingList(text);
  const out: string[] = [];
  for (let i = 0; i < chars.length; i++) {
    const customary = CANTONESE.get(chars[i] ?? '');
    const syllable = readings[i]?.[1];
    if (customary === undefined && (syllable === null || syllable === undefined)) return null;
    out.push(customary ?? hongKongSpelling(syllable ?? ''));
  }
  return out;
}

/** The sound of a foreign name written in Han: pinyin brought near to how the sounds are used for foreign words. */
export function foreignSound(text: string): string {
  let out = '';
  for (const syllable of pinyin(text)) {
    let sound = syllable;
    if (sound === 'er') sound = 'r';
    else if (/^[sktdgfbpm][eiu]$|^l[ei]$|^ci$|^zi$|^shi$/.test(sound))
      sound = sound.length === 3 ? 'sh' : sound.charAt(0) === 'c' ? 'ts' : `${sound.charAt(0)}${sound.charAt(1)}`;
    sound = sound
      .replace(/ng$/, 'n')
      .replace(/^x/, 'sh')
      .replace(/^q/, 'ch')
      .replace(/^j(?=i)/, 'g')
      .replace(/^zh/, 'j')
      .replace(/^z/, 'ts')
      .replace(/^c(?!h)/, 'ts');
    out += sound;
  }
  return out;
}

/** One piece of a foreign name: what it is known to stand for, or its sound. */
export interface ForeignPiece {
  text: string;
  known: boolean;
}

/** Reads a run of Han as a foreign name: known writings in front or as a whole, the rest by sound. */
export function foreignPieces(text: string): ForeignPiece[] {
  const chars = Array.from(text);
  const out: ForeignPiece[] = [];
  let at = 0;
  while (at < chars.length) {
    let found = '';
    let size = Math.min(LONGEST_FOREIGN, chars.length - at);
    for (; size >= 2; size--) {
      found = FOREIGN_IN_HAN.get(chars.slice(at, at + size).join('')) ?? '';
      if (found !== '') break;
    }
    if (found === '' && chars.length === 1) found = FOREIGN_IN_HAN.get(text) ?? '';
    if (found === '') break;
    out.push({ text: found, known: true });
    at += Math.max(1, size);
  }
  const rest = chars.slice(at).join('');
  if (rest !== '') {
    // A short rest after a known beginning is its ending ("史密斯森"): the whole is read by sound.
    if (out.length > 0 && chars.length - at === 1) return [{ text: foreignSound(text), known: false }];
    out.push({ text: foreignSound(rest), known: false });
  }
  return out;
}
