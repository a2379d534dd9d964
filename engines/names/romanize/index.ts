import anyAscii from 'any-ascii';
import type { RawToken } from '../text.ts';
import { AMBIGUOUS_FAMILY, cantonese, foreignPieces, southern, splitChinese, wadeGiles } from './han.ts';
import { foreignKana } from './kana.ts';
import { splitJapanese } from './japanese.ts';
import { indicInitial, romanizeIndic } from './indic.ts';
import { romanizeThai } from './thai.ts';
import { koreanFamily, romanizeHangul, splitKorean } from './hangul.ts';
import { hanjaReadings, koreanReading } from './korean.ts';
import { eastAsianInCyrillic } from './palladius.ts';
import { ARABIC, ARMENIAN, CYRILLIC, GEORGIAN, GREEK, GREEK_DIGRAPHS, HEBREW, LATIN_SPECIAL } from './tables.ts';

/**
 * How faithfully a Latin reading gives the sounds: `a` written in Latin; `b` another alphabet with its vowels;
 * `c` an alphabet that leaves vowels out; `d` syllables, where a foreign name is only approximated;
 * `e` a native reading of Han: exact syllables, no slips.
 */
export type Fidelity = 'a' | 'b' | 'c' | 'd' | 'e';

/** A token in Latin letters and digits. */
export interface Reading {
  text: string;
  fidelity: Fidelity;
}

// "Abu" and the name behind it, written as one word.
const FATHER_OF = /(?<=^[اأ]بو)(?=\p{L}{3})/u;

const ASCII_WORD = /^[a-z0-9]*$/;
const NOT_WORD = /[^a-z0-9]/g;
const MARKS = /\p{M}/gu;

function byTable(text: string, table: ReadonlyMap<string, string>): string {
  let out = '';
  for (const char of text) out += table.get(char) ?? (char < '\u0080' ? char : anyAscii(char).toLowerCase());
  return out.replace(NOT_WORD, '');
}

export function foldLatin(text: string): string {
  if (ASCII_WORD.test(text)) return text;
  let out = '';
  for (const char of text.normalize('NFD').replace(MARKS, '')) {
    out += char < '\u0080' ? char : (LATIN_SPECIAL.get(char) ?? anyAscii(char).toLowerCase());
  }
  return out.replace(NOT_WORD, '');
}

function romanizeCyrillic(text: string): string {
  const plain = byTable(text, CYRILLIC);
  // "ksandr", "ks" stay as they are: x and ks sound alike to the alignment.
  return plain.replace(/yy$/, 'y').replace(/iy$/, 'y');
}

function romanizeGreek(text: string, withoutNasals = false): string {
  let plain = text
    .normalize('NFD')
    .replace(/\u0308/g, '\u0001')
    .replace(MARKS, '');
  // A diaeresis parts two vowels that would otherwise be one sound.
  if (withoutNasals) plain = plain.replaceAll('μπ', 'b').replaceAll('ντ', 'd').replace(/γκ|γγ/g, 'g');
  for (const [greek, latin] of GREEK_DIGRAPHS) plain = plain.replace(greek, latin);
  return byTable(plain.replaceAll('\u0001', ''), GREEK);
}

function romanizeArabic(text: string): string {
  let plain = text;
  if (plain.startsWith('ال') && plain.length > 4) plain = plain.slice(2);
  // Two of one letter with another between them that is not written in Latin are not one letter doubled (معمر).
  plain = plain.replace(/(.)ع(?=\1)/gu, '$1عا');
  // Two letters that Latin would read as one sound (ته, كه, تص) are parted by the vowel that is not written;
  // تش and تس write the ch and ts of foreign names.
  plain = plain.replace(/([تطسصكکدزضظ])(?=ه)|ت(?=ص)/gu, '$&ا');
  return byTable(plain.replace(/نغ$/u, 'نگ'), ARABIC);
}

function romanizeHebrew(text: string): string {
  // Points are dropped; yod and vav doubled are the consonant, single ones mostly a vowel.
  const plain = text
    .normalize('NFD')
    .replace(MARKS, '')
    .replaceAll('וו', 'װ')
    .replaceAll('ג׳', 'ǰ')
    .replaceAll('צ׳', 'č')
    .replaceAll('ץ׳', 'č')
    .replaceAll('ז׳', 'ž')
    .replaceAll('יי', 'ײ')
    // כה is two sounds, which Latin would write as one.
    .replace(/([כקטתסצזדג])(?=ה.)/gu, '$1א');
  return byTable(plain.replace(/ה$/, 'א'), HEBREW);
}

/** Latin reading of one token: one piece, or several where a run of Han holds several names. */
function readingsOf(token: RawToken, parted: boolean): Reading[] {
  switch (token.script) {
    case 'LATIN':
    case 'DIGIT':
      return one(foldLatin(token.text), 'a');
    case 'CYRILLIC':
      return one(romanizeCyrillic(token.text), 'b');
    case 'GREEK':
      return one(romanizeGreek(token.text), 'b');
    case 'GEORGIAN':
      return one(byTable(token.text, GEORGIAN), 'b');
    case 'ARMENIAN':
      return one(byTable(token.text.replaceAll('ու', 'u').replaceAll('եւ', 'ev'), ARMENIAN), 'b');
    case 'ARABIC':
      // "د." in front of a name is its bearer's degree.
      return one(token.text === 'د' ? 'doctor' : romanizeArabic(token.text), 'c');
    case 'HEBREW':
      return one(romanizeHebrew(token.text), 'c');
    case 'INDIC': {
      const text = romanizeIndic(token.text);
      if (token.dotted && text.length <= 4) return one(indicInitial(text), 'b');
      return one(text, isTamil(token.text) ? 'd' : 'b');
    }
    case 'THAI':
      return one(romanizeThai(token.text), 'c');
    case 'OTHER':
      return one(anyAscii(token.text).toLowerCase().replace(NOT_WORD, ''), 'c');
    case 'KANA':
      return one(foreignKana(token.text), 'd');
    case 'HANGUL':
      return one(romanizeHangul(token.text).replaceAll('eu', ''), 'd');
    default:
      return foreignPieces(token.text, parted).map((piece) => ({
        text: piece.text,
        fidelity: piece.known ? 'b' : 'd',
      }));
  }
}

/** Tamil does not tell voiced from voiceless. */
function isTamil(text: string): boolean {
  const code = text.charCodeAt(0);
  return code >= 0xb80 && code < 0xc00;
}

function one(text: string, fidelity: Fidelity): Reading[] {
  return text === '' ? [] : [{ text, fidelity }];
}

function isEastAsian(token: RawToken): boolean {
  return token.script === 'HAN' || token.script === 'HANGUL';
}

/**
 * The token sequences a name can be read as, most likely first, at most `limit`.
 * Names in Han or Hangul get their native readings (family name, given name) beside the reading by sound.
 */
export function nameReadings(tokens: readonly RawToken[], limit: number): Reading[][] {
  const bySound: Reading[] = [];
  for (const token of tokens) {
    const pieces = readingsOf(token, tokens.length > 1);
    if (pieces.length === 0) bySound.push({ text: '', fidelity: 'a' });
    else bySound.push(...pieces);
  }
  const eastern = eastAsianInCyrillic(tokens);
  if (eastern.length > 0) return [bySound, ...eastern].slice(0, limit);
  const apart = fathersApart(tokens);
  if (apart !== null) return [bySound, apart];
  const other = otherReading(tokens, bySound);
  if (other !== null) return [bySound, other];
  const only = tokens.length > 0 && tokens.length <= 2 && tokens.every(isEastAsian);
  if (!only) return [bySound];
  const native = nativeReadings(tokens);
  // A Chinese family name in front of one or two characters: a native name, which is not read as a foreign one.
  if (tokens[0]?.script === 'HAN') {
    if (native.length === 0) return [bySound];
    // Unless what follows is known to write a foreign name, or its first character often begins one.
    const foreign =
      tokens.length === 1 && (AMBIGUOUS_FAMILY.has(tokens[0].text.charAt(0)) || bySound.every(isKnownForeign));
    return foreign ? [...native.slice(0, limit - 1), bySound] : native.slice(0, limit);
  }
  return [...native.slice(0, limit - 1), bySound];
}

/** The name with "Abu" parted from the name behind it, where it is written onto it (أبوبكر); or null. */
function fathersApart(tokens: readonly RawToken[]): Reading[] | null {
  if (!tokens.some(({ script, text }) => script === 'ARABIC' && FATHER_OF.test(text))) return null;
  return tokens.flatMap((token) =>
    token.script === 'ARABIC'
      ? token.text.split(FATHER_OF).flatMap((part) => one(romanizeArabic(part), 'c'))
      : readingsOf(token, true),
  );
}

const GREEK_NASAL = /(?<=.)(?:μπ|ντ|γκ)/;
// Letters that Latin alphabets write for the sounds English writes with two letters.
const MARKED: readonly (readonly [RegExp, string])[] = [
  [/d[žż]/g, 'j'],
  [/[šşșśŝ]/g, 'sh'],
  [/[čćç]/g, 'ch'],
  [/[žżź]/g, 'zh'],
  [/[țţ]/g, 'ts'],
  [/ğ/g, ''],
  [/đ/g, 'dj'],
];
const TURKIC = /[ışğə]/;
const MARKS_SOUND = /[šşșśŝčćçžżźțţğđ]/;

/** The name read another way: Greek stops without their nasal, marked Latin letters by their sound; or null. */
function otherReading(tokens: readonly RawToken[], readings: readonly Reading[]): Reading[] | null {
  if (readings.length !== tokens.length || tokens.every(({ text }) => ASCII_WORD.test(text))) return null;
  let changed = false;
  // Where a name has one of these letters, its c is the sound of j.
  const turkic = tokens.some((token) => token.script === 'LATIN' && TURKIC.test(token.text.normalize('NFC')));
  const out = tokens.map((token, i): Reading => {
    const plain = readings[i] as Reading;
    if (token.script === 'GREEK' && GREEK_NASAL.test(token.text.normalize('NFD').replace(MARKS, ''))) {
      changed = true;
      return { ...plain, text: romanizeGreek(token.text, true) };
    }
    const composed = token.script === 'LATIN' ? token.text.normalize('NFC') : '';
    if (!MARKS_SOUND.test(composed) && !(turkic && composed.includes('c'))) return plain;
    changed = true;
    let text = turkic ? composed.replaceAll('c', 'j') : composed;
    for (const [letters, sound] of MARKED) text = text.replace(letters, sound);
    return { ...plain, text: foldLatin(text) };
  });
  return changed ? out : null;
}

/** Pieces of Han known by custom are read as faithfully as an alphabet. */
function isKnownForeign(reading: Reading): boolean {
  return reading.fidelity === 'b';
}

function nativeReadings(tokens: readonly RawToken[]): Reading[][] {
  const [first, second] = tokens;
  if (first === undefined) return [];
  const out: Reading[][] = [];
  if (first.script === 'HANGUL') {
    let family: readonly string[] | undefined;
    let given = '';
    let surname = first.text;
    if (second === undefined) {
      const split = splitKorean(first.text);
      if (split !== null) {
        ({ family, given } = split);
        surname = first.text.slice(0, -given.length);
      }
    } else {
      family = koreanFamily(first.text);
      given = second.text;
    }
    if (family !== undefined && given !== '' && given.length <= 2) {
      const givenText = romanizeHangul(given);
      for (const spelling of family) out.push([native(spelling), { text: givenText, fidelity: 'b' }]);
    }
    const bySyllable = family === undefined ? null : koreanReading(surname, given);
    return bySyllable === null ? out.slice(0, 3) : [bySyllable, ...out.slice(0, 3)];
  }
  // Parted by a dot the name is a foreign one.
  const dotted = second?.hyphenated === true;
  const whole = tokens.map((token) => token.text).join('');
  const japanese = dotted ? null : splitJapanese(whole, second === undefined ? 0 : Array.from(first.text).length);
  if (japanese !== null)
    for (const family of japanese.family)
      out.push([native(family), { text: japanese.given, fidelity: japanese.sure ? 'e' : 'b' }]);
  if (!dotted)
    for (const { family, given } of hanjaReadings(whole).slice(0, 2)) {
      const bySyllable = koreanReading(family, given);
      if (bySyllable !== null) out.push(bySyllable);
    }
  const han = dotted ? null : splitChinese(whole);
  if (han === null) return out;
  out.push([native(han.familySyllables.join('')), native(han.givenSyllables.join(''))]);
  const family = cantonese(han.family);
  const given = cantonese(han.given);
  if (family !== null && given !== null) out.push([native(family.join('')), native(given.join(''))]);
  const wade = [
    native(han.familySyllables.map(wadeGiles).join('')),
    native(han.givenSyllables.map(wadeGiles).join('')),
  ];
  if (wade[0]?.text !== han.familySyllables.join('') || wade[1]?.text !== han.givenSyllables.join('')) out.push(wade);
  const south = southern(han);
  if (south !== null)
    for (const given of south.given)
      for (const spelling of south.family) out.push([native(spelling), native(given.join(''))]);
  return out;
}

function native(text: string): Reading {
  return { text, fidelity: 'e' };
}
