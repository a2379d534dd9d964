import { inOrder, readPerson, withoutRemarks } from './parse-person.ts';
import { spelledElsewhere } from './latin-spellings.ts';
import { readThing, spelledForms } from './parse-thing.ts';
import type { MakeToken, NameReading } from './roles.ts';
import { nameReadings, type Reading } from './romanize/index.ts';
import { chineseReadings } from './romanize/chinese-latin.ts';
import { foreignSplits } from './romanize/han-runs.ts';
import { koreanReadings } from './romanize/korean.ts';
import { scriptOf } from './scripts.ts';
import { cleanText, type RawToken, splitName } from './text.ts';
import { partedByCase, unstuck } from './stuck-words.ts';
import { makeToken } from './token.ts';
import { tradesInEnglish } from './trade-words.ts';
import type { NameSchema } from './types.ts';

const OCR_DIGITS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '5': 's',
  '8': 'b',
  '4': 'a',
  '7': 't',
  '9': 'g',
  '2': 'z',
  '6': 'g',
};
// One digit among letters, of those that look like one.
const SCANNED_DIGIT = /^(?=.*[a-z])[a-z]*[0125689][a-z]*$/;
function lettersFor(piece: Reading): Reading {
  return { ...piece, text: piece.text.replace(/\d/g, (digit) => OCR_DIGITS[digit] ?? '') };
}

/** Letters of a name that are looked through for words stuck together. */
const MOST_PARTED = 200;

/** Readings of one name kept in the index and in a query. */
export const MAX_READINGS = 9;

/**
 * Reads a name: cleans it, splits it, brings it into Latin letters in every likely way, and gives each token its role.
 * Never throws; a name without a letter or digit has no reading.
 * @param asked the name is asked for rather than listed: words that may be stuck together are read apart as well
 */
export function parseName(raw: string, schema: NameSchema, make: MakeToken = makeToken, asked = false): NameReading[] {
  const clean = cleanText(raw);
  const out: NameReading[] = [];
  for (const name of writings(clean, schema)) readWriting(name, schema, make, asked, out);
  const parted = asked ? partedByCase(raw.slice(0, MOST_PARTED)) : '';
  if (parted.length > Math.min(raw.length, MOST_PARTED))
    for (const name of writings(cleanText(parted), schema)) readWriting(name, schema, make, asked, out);
  return out;
}

/** Several writings in one field ("A; B", "A (B in another script)", "Company Name (CN)") are names of their own. */
function writings(clean: string, schema: NameSchema): string[] {
  if (!/[;(（]/.test(clean)) return [clean];
  const out: string[] = [];
  for (const part of clean.split(';')) {
    if (!/\p{L}/u.test(part)) continue;
    const bracket = /^([^()]*\p{L}[^()]*)\(([^()]*)\)\s*$/u.exec(part);
    const [, outer = '', inner = ''] = bracket ?? [];
    if (schema === 'ORGANIZATION' && bracket !== null && isAcronym(outer, inner)) out.push(outer, inner);
    else if (schema === 'PERSON' && bracket !== null && / /.test(inner.trim()) && isOtherScript(outer, inner))
      out.push(outer, inner);
    else out.push(part);
  }
  return out.length === 0 ? [clean] : out.slice(0, MAX_READINGS);
}

/** "(KCB)" behind "Kwangdong Commercial Bank". */
function isAcronym(outer: string, inner: string): boolean {
  const letters = inner.replace(/[^\p{L}]/gu, '').toLowerCase();
  if (letters.length < 3 || letters.length > 8 || / /.test(inner.trim())) return false;
  const initials = (outer.match(/\p{L}+/gu) ?? []).map((word) => word.charAt(0).toLowerCase()).join('');
  return initials === letters || (letters.length >= 4 && initials.startsWith(letters)) || within(letters, initials);
}

/** All letters of one in the other, in order. */
function within(letters: string, others: string): boolean {
  let at = 0;
  for (const letter of others) if (letter === letters.charAt(at)) at++;
  return at === letters.length;
}

function isOtherScript(outer: string, inner: string): boolean {
  const [a, b] = [scriptOf(outer), scriptOf(inner)];
  return a !== b && b !== 'OTHER' && b !== 'DIGIT';
}

function readWriting(clean: string, schema: NameSchema, make: MakeToken, asked: boolean, out: NameReading[]): void {
  const { tokens, comma } = splitName(schema === 'PERSON' ? withoutRemarks(clean) : spelledForms(clean));
  if (tokens.length === 0) return;
  if (schema === 'PERSON') {
    readPersonTokens(tokens, comma, make, asked, out);
    return;
  }
  const inEnglish = tradesInEnglish(tokens);
  if (inEnglish !== null) readThingTokens(inEnglish, schema, make, asked, out);
  readThingTokens(tokens, schema, make, asked, out);
}

function readPersonTokens(
  tokens: readonly RawToken[],
  comma: number,
  make: MakeToken,
  asked: boolean,
  out: NameReading[],
): void {
  const put = (reading: NameReading): void => {
    if (reading.tokens.length > 0 && out.length < MAX_READINGS) out.push(reading);
  };
  for (const readings of nameReadings(tokens, MAX_READINGS)) {
    const pieces: Reading[] = [];
    let boundary = -1;
    for (let i = 0; i < readings.length; i++) {
      if (i === comma && readings.length === tokens.length) boundary = pieces.length;
      const piece = readings[i];
      if (piece === undefined || piece.text === '') continue;
      // People have no digits in their names: one among letters is a letter misread.
      const misread = /\d/.test(piece.text) && /[a-z]/.test(piece.text);
      pieces.push(misread ? lettersFor(piece) : piece);
    }
    for (const ordered of inOrder(pieces, boundary)) put(readPerson(ordered, make));
    for (const syllables of [...koreanReadings(pieces), ...chineseReadings(pieces, tokens, asked)])
      put(readPerson(syllables, make));
    for (const spelled of spelledElsewhere(pieces, asked))
      put(readPerson(inOrder(spelled, boundary)[0] ?? spelled, make));
  }
  for (const parts of foreignSplits(tokens)) put(readPerson(parts, make));
}

/** Letters and digits of an aircraft's mark, which is written with and without a hyphen (N123AB, N-123AB). */
function apartInMarks(piece: Reading): Reading[] {
  const parts = piece.text.match(/\d+|\D+/g) ?? [piece.text];
  return parts.map((text) => ({ ...piece, text }));
}

function readThingTokens(
  tokens: readonly RawToken[],
  schema: NameSchema,
  make: MakeToken,
  asked: boolean,
  out: NameReading[],
): void {
  for (const readings of nameReadings(tokens, MAX_READINGS)) {
    const pieces = readings
      .filter(({ text }) => text !== '')
      .flatMap((piece) => (schema === 'AIRCRAFT' ? apartInMarks(piece) : piece));
    const reading = readThing(pieces, schema, make);
    if (reading.tokens.length > 0 && out.length < MAX_READINGS) out.push(reading);
    // A digit inside a word may be a letter that a scanner took for it.
    if (out.length < MAX_READINGS && pieces.some((piece) => SCANNED_DIGIT.test(piece.text))) {
      out.push(
        readThing(
          pieces.map((piece) => (SCANNED_DIGIT.test(piece.text) ? lettersFor(piece) : piece)),
          schema,
          make,
        ),
      );
    }
    if (!asked || out.length >= MAX_READINGS) continue;
    const apart = unstuck(pieces, schema);
    if (apart !== null) out.push(readThing(apart, schema, make));
  }
}
