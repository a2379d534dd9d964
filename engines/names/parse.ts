import { inOrder, readPerson, withoutRemarks } from './parse-person.ts';
import { readThing, spelledForms } from './parse-thing.ts';
import type { MakeToken, NameReading } from './roles.ts';
import { nameReadings, type Reading } from './romanize/index.ts';
import { cleanText, splitName } from './text.ts';
import { makeToken } from './token.ts';
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

/** Readings of one name kept in the index and in a query. */
export const MAX_READINGS = 6;

/**
 * Reads a name: cleans it, splits it, brings it into Latin letters in every likely way, and gives each token its role.
 * Never throws; a name without a letter or digit has no reading.
 */
export function parseName(raw: string, schema: NameSchema, make: MakeToken = makeToken): NameReading[] {
  const clean = cleanText(raw);
  const { tokens: rawTokens, comma } = splitName(schema === 'PERSON' ? withoutRemarks(clean) : spelledForms(clean));
  if (rawTokens.length === 0) return [];
  const out: NameReading[] = [];
  for (const readings of nameReadings(rawTokens, MAX_READINGS)) {
    const pieces: Reading[] = [];
    let boundary = -1;
    for (let i = 0; i < readings.length; i++) {
      if (i === comma && readings.length === rawTokens.length) boundary = pieces.length;
      const piece = readings[i];
      if (piece === undefined || piece.text === '') continue;
      // People have no digits in their names: one among letters is a letter misread.
      const misread = schema === 'PERSON' && /\d/.test(piece.text) && /[a-z]/.test(piece.text);
      pieces.push(misread ? lettersFor(piece) : piece);
    }
    if (schema === 'PERSON') {
      for (const ordered of inOrder(pieces, boundary)) {
        const reading = readPerson(ordered, make);
        if (reading.tokens.length > 0 && out.length < MAX_READINGS) out.push(reading);
      }
      continue;
    }
    const reading = readThing(pieces, schema, make);
    if (reading.tokens.length > 0) out.push(reading);
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
  }
  return out;
}
