import { Lexer, PdfFault } from './lexer.ts';
import { isDictionary, Keyword, Stream, type Value } from './values.ts';

/** Reads `12 0 obj … endobj` at a place. @returns null where another object, or none, stands there */
export function readIndirect(
  bytes: Uint8Array,
  offset: number,
  number: number | null,
  lengthOf: (value: Value | undefined) => number | null,
): Value {
  const lexer = new Lexer(bytes, offset);
  const own = lexer.read();
  const generation = lexer.read();
  const word = lexer.read();
  if (typeof own !== 'number' || typeof generation !== 'number') return null;
  if (!(word instanceof Keyword) || word.word !== 'obj' || (number !== null && own !== number)) return null;
  const value = lexer.readWithReferences();
  if (!isDictionary(value)) return value ?? null;
  const after = lexer.at;
  const next = lexer.read();
  if (!(next instanceof Keyword) || next.word !== 'stream') {
    lexer.at = after;
    return value;
  }
  let from = lexer.at;
  if (bytes[from] === 13) from++;
  if (bytes[from] === 10) from++;
  const stated = lengthOf(value.get('Length'));
  return new Stream(value, bytes.subarray(from, streamEnd(bytes, from, stated)));
}

/** Where the stated length is wrong, the stream ends in front of `endstream`. */
function streamEnd(bytes: Uint8Array, from: number, stated: number | null): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (stated !== null && stated >= 0 && from + stated <= bytes.length) {
    const tail = buffer.toString('latin1', from + stated, from + stated + 12);
    if (/^\s*endstream/.test(tail)) return from + stated;
  }
  const found = buffer.indexOf('endstream', from, 'latin1');
  if (found < 0) throw new PdfFault('a stream of it has no end');
  return found;
}
