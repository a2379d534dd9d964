import { ListError } from './types.ts';

/** Unicode of the Windows-1252 bytes 0x80 to 0x9F; 0 where the code page leaves the byte undefined. */
const HIGH_CONTROLS = [
  0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017d, 0, 0,
  0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0, 0x017e, 0x0178,
];

/** Names written in Windows-1252 do not have this many accented letters in a row; other code pages do. */
const LONGEST_RUN = 4;

/**
 * Length of the well-formed UTF-8 sequence that starts at `at`: 1 to 4, or 0 if there is none
 * (RFC 3629, table of well-formed sequences: no overlong forms, no surrogates, nothing above U+10FFFF).
 */
export function utf8Length(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (at + length > bytes.length) return 0;
  const second = bytes[at + 1] ?? 0;
  const low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  if (second < low || second > high) return 0;
  for (let i = 2; i < length; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

/** Number of bytes (0 to 3) at the end that may be the start of a sequence continued in the next chunk. */
export function openTail(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc2 && byte <= 0xf4) {
      const length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
      return length > back ? back : 0;
    }
  }
  return 0;
}

/**
 * Position of the first control character no text has, or -1. Typographic quotes and dashes cut to their low byte
 * become such (U+2019 becomes 0x19); Control-Z (0x1A) ends OFAC's files.
 */
function lowByte(bytes: Uint8Array): number {
  return bytes.findIndex((byte) => byte >= 0x0e && byte <= 0x1f && byte !== 0x1a);
}

/**
 * Makes UTF-8 out of bytes that are UTF-8 in part and Windows-1252 elsewhere: well-formed sequences stay,
 * every other byte is read as Windows-1252. Text that was cut to one byte a character (control characters beside stray
 * high bytes) is refused: its Latin letters look right, and every other script has become other letters.
 *
 * @param offset of the first byte in its file, for messages
 * @returns the text as UTF-8, and how many bytes were read as Windows-1252
 * @throws {ListError} ENCODING where a byte has no meaning there either, the bytes look like
 *   another code page, or characters were cut to their low byte
 */
export function repairUtf8(
  bytes: Uint8Array,
  file: string,
  offset: number,
): { text: Buffer; repaired: number; first: number } {
  const out: string[] = [];
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const low = lowByte(bytes);
  if (low >= 0) {
    throw new ListError(
      'ENCODING',
      'characters were cut to their low byte, so names in other scripts are lost',
      `${file} byte ${offset + low}`,
      'Fetch the file again from the publisher, and save it as it comes.',
    );
  }
  let repaired = 0;
  let first = -1;
  let run = 0;
  let from = 0;
  for (let i = 0; i < bytes.length;) {
    const length = utf8Length(bytes, i);
    if (length > 0) {
      run = 0;
      i += length;
      continue;
    }
    const byte = bytes[i] ?? 0;
    const code = byte >= 0xa0 ? byte : (HIGH_CONTROLS[byte - 0x80] ?? 0);
    run = byte >= 0xc0 ? run + 1 : 0;
    if (code === 0 || run >= LONGEST_RUN) {
      throw new ListError(
        'ENCODING',
        'text is neither UTF-8 nor Windows-1252',
        `${file} byte ${offset + i}`,
        'Convert the file to UTF-8, or fetch it again from the publisher.',
      );
    }
    if (first < 0) first = offset + i;
    out.push(view.toString('utf8', from, i), String.fromCharCode(code));
    repaired++;
    from = ++i;
  }
  out.push(view.toString('utf8', from));
  return { text: Buffer.from(out.join('')), repaired, first };
}
