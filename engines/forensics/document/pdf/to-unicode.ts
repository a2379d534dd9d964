import type { PdfView } from './file.ts';
import { Lexer } from './lexer.ts';
import { type Dictionary, Keyword, Stream, Text, type Value } from './values.ts';

const MOST_CODES = 70_000;
const MOST_TOKENS = 400_000;

/**
 * What the codes of a font mean, as its ToUnicode map says (ISO 32000-2, 9.10.3): single codes and ranges.
 * @returns null where there is no such map
 */
export function readToUnicode(view: PdfView, font: Dictionary): ReadonlyMap<number, string> | null {
  const stream = view.resolve(font.get('ToUnicode'));
  const bytes = stream instanceof Stream ? view.decoded(stream)?.bytes : undefined;
  if (!bytes) return null;
  const lexer = new Lexer(bytes);
  const map = new Map<number, string>();
  let operands: Value[] = [];
  for (let count = 0; count < MOST_TOKENS; count++) {
    const token = lexer.read();
    if (token === undefined) break;
    if (!(token instanceof Keyword)) {
      operands.push(token);
      continue;
    }
    if (token.word === 'endbfchar') single(operands, map);
    else if (token.word === 'endbfrange') ranges(operands, map);
    operands = [];
  }
  return map;
}

const codeOf = (value: Value | undefined): number | null =>
  value instanceof Text && value.bytes.length > 0 && value.bytes.length <= 4
    ? value.bytes.reduce((code, byte) => code * 256 + byte, 0)
    : null;

const meaningOf = (value: Value | undefined): string | null =>
  value instanceof Text && value.bytes.length % 2 === 0 ? Buffer.from(value.bytes).swap16().toString('utf16le') : null;

function single(operands: readonly Value[], map: Map<number, string>): void {
  for (let at = 0; at + 1 < operands.length && map.size < MOST_CODES; at += 2) {
    const code = codeOf(operands[at]);
    const meaning = meaningOf(operands[at + 1]);
    if (code !== null && meaning !== null) map.set(code, meaning);
  }
}

function ranges(operands: readonly Value[], map: Map<number, string>): void {
  for (let at = 0; at + 2 < operands.length; at += 3) {
    const [first, last] = [codeOf(operands[at]), codeOf(operands[at + 1])];
    const target = operands[at + 2];
    if (first === null || last === null) continue;
    const start = meaningOf(Array.isArray(target) ? target[0] : target);
    for (let code = first; code <= last && map.size < MOST_CODES; code++) {
      const own = Array.isArray(target) ? meaningOf(target[code - first]) : start && shifted(start, code - first);
      if (own) map.set(code, own);
    }
  }
}

/** The last character of a text moved on by so many. */
function shifted(text: string, by: number): string | null {
  const characters = Array.from(text);
  const last = (characters.pop()?.codePointAt(0) ?? 0) + by;
  return last > 0x10_ff_ff ? null : characters.join('') + String.fromCodePoint(last);
}
