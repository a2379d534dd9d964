import anyAscii from 'any-ascii';
import { createRequire } from 'node:module';
import { FOREIGN_IN_HAN, LONGEST_FOREIGN, PREFIX_IN_HAN } from '../data/han-foreign.ts';
import { SOUTHERN_FAMILY, SOUTHERN_GIVEN } from '../data/han-southern.ts';
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
  else if (rest === 'e' && head === 'k') rest = 'o';
  else if (rest === 'he' || rest === 'ke') rest = `${rest.charAt(0)}o`;
  return head + rest;
}

/** Family names that foreign names written by sound often begin with. */
export const AMBIGUOUS_FAMILY: ReadonlySet<string> = new Set('阿沙安胡利诺諾哈巴由那赛居揭信马馬卡拉依莫华華翁');

/**
 * Spellings customary in Malaysia and Singapore: of the family name one or more, of the given name one or two; null where
 * a character is not in the tables.
 */
export function southern({ family, given }: HanName): { family: readonly string[]; given: string[][] } | null {
  const spellings = SOUTHERN_FAMILY.get(family);
  if (spellings === undefined) return null;
  const first: string[] = [];
  const second: string[] = [];
  for (const char of given) {
    const found = SOUTHERN_GIVEN.get(char);
    if (found === undefined) return null;
    first.push(found[0] ?? '');
    second.push(found[1] ?? found[0] ?? '');
  }
  return { family: spellings, given: second.join() === first.join() ? [first] : [first, second] };
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
  // Four characters: a married woman's two family names ("IP LAU Suk-yee"), or no Chinese name.
  if (chars.length === 4 && size === 1) {
    if (!FAMILY_NAMES.has(chars[1] ?? '') || AMBIGUOUS_FAMILY.has(family)) return null;
    return {
      family: two,
      given: chars.slice(2).join(''),
      familySyllables: pinyin(two),
      givenSyllables: pinyin(chars.slice(2).join('')),
    };
  }
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

const SLAVIC_ENDING = /^([诺莫索托多洛罗科佐])(夫|娃|维奇|維奇)$/;
/** The consonant a family name of a given name goes on with: its last. */
const SLAVIC_CONSONANT: Readonly<Record<string, string>> = {
  诺: 'n',
  莫: 'm',
  索: 's',
  托: 't',
  多: 'd',
  洛: 'l',
  罗: 'r',
  科: 'k',
  佐: 'z',
};
const SLAVIC_VOWELS: Readonly<Record<string, string>> = { 夫: 'ov', 娃: 'ova', 维奇: 'ovich', 維奇: 'ovich' };

/**
 * Reads a run of Han as a foreign name: writings known by custom wherever they stand, the rest by sound. A single
 * character left over at the end belongs to what stands before it.
 * @param parted the name is parted by dots already: known writings are looked for in front only
 */
export function foreignPieces(text: string, parted = false): ForeignPiece[] {
  const chars = Array.from(text);
  const out: ForeignPiece[] = [];
  let rest = '';
  const flush = (): void => {
    if (rest !== '') out.push({ text: foreignSound(rest), known: false });
    rest = '';
  };
  let at = 0;
  while (at < chars.length) {
    let found = '';
    let size = parted && at > 0 && rest !== '' ? 0 : Math.min(LONGEST_FOREIGN, chars.length - at);
    // A writing of two characters in the middle of a run may be chance.
    const least = at === 0 ? 2 : 3;
    for (; size >= least; size--) {
      found = FOREIGN_IN_HAN.get(chars.slice(at, at + size).join('')) ?? '';
      if (found !== '') break;
    }
    if (found === '' && at > 0 && !parted && chars.length - at === 2) {
      found = FOREIGN_IN_HAN.get(chars.slice(at).join('')) ?? '';
      size = 2;
    }
    if (found === '' && (chars.length === 1 || (at === 0 && chars.length >= 3))) {
      found = (chars.length === 1 ? FOREIGN_IN_HAN : PREFIX_IN_HAN).get(chars[at] ?? '') ?? '';
      size = 1;
    }
    if (found === '') {
      rest += chars[at++] ?? '';
      continue;
    }
    flush();
    for (const word of found.split('_')) out.push({ text: word, known: true });
    at += size;
  }
  // "伊万诺娃": a given name and the ending that makes a Slavic family name of it.
  const known = out.length === 1 ? out[0]?.text : undefined;
  const slavic = known === undefined ? null : SLAVIC_ENDING.exec(rest);
  if (known !== undefined && slavic !== null && SLAVIC_CONSONANT[slavic[1] ?? ''] === known.at(-1))
    return [{ text: known + (SLAVIC_VOWELS[slavic[2] ?? ''] ?? ''), known: true }];
  // A short rest after a known beginning is its ending ("史密斯森"): the whole is read by sound.
  if (out.length > 0 && Array.from(rest).length === 1) return [{ text: foreignSound(text), known: false }];
  flush();
  return out;
}
