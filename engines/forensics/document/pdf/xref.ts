import { type Budget, decodeStream } from './filters.ts';
import { readIndirect } from './indirect.ts';
import { Lexer, PdfFault } from './lexer.ts';
import { type Dictionary, isDictionary, Keyword, Stream, type Value } from './values.ts';

export type Entry = { kind: 'AT'; offset: number } | { kind: 'IN'; container: number } | { kind: 'FREE' };

export interface Section {
  offset: number;
  entries: Map<number, Entry>;
  trailer: Dictionary;
}

const MAX_SECTIONS = 1000;
const MAX_ENTRIES = 1_000_000;
const TAIL = 2048;

/**
 * The cross-reference sections of a file, newest first, along their chain of Prev (ISO 32000-2, 7.5.4 to 7.5.8):
 * tables, streams, and both together in hybrid files. Where the chain is broken the objects are looked for.
 * @throws PdfFault where no object is found either
 */
export function sectionsOf(bytes: Uint8Array, budget: Budget): { sections: Section[]; rebuilt: boolean } {
  const sections: Section[] = [];
  const seen = new Set<number>();
  let next = startOf(bytes);
  let whole = next !== null;
  while (next !== null && !seen.has(next) && sections.length < MAX_SECTIONS) {
    seen.add(next);
    const section = readSection(bytes, next, budget);
    if (!section) {
      whole = false;
      break;
    }
    sections.push(section);
    const previous = section.trailer.get('Prev');
    next = typeof previous === 'number' ? previous : null;
  }
  const root = sections.some(({ trailer }) => trailer.has('Root'));
  if (whole && root && rootIsThere(bytes, sections)) return { sections, rebuilt: false };
  return { sections: [rebuild(bytes)], rebuilt: true };
}

function startOf(bytes: Uint8Array): number | null {
  const from = Math.max(0, bytes.length - TAIL);
  const tail = Buffer.from(bytes.subarray(from)).toString('latin1');
  const at = tail.lastIndexOf('startxref');
  const match = at < 0 ? null : /^startxref\s+(\d{1,12})/.exec(tail.slice(at));
  return match ? Number(match[1]) : null;
}

const direct = (value: Value | undefined): number | null => (typeof value === 'number' ? value : null);

function readSection(bytes: Uint8Array, offset: number, budget: Budget): Section | null {
  if (offset < 0 || offset >= bytes.length) return null;
  const lexer = new Lexer(bytes, offset);
  const first = lexer.read();
  if (!(first instanceof Keyword) || first.word !== 'xref') return readStreamSection(bytes, offset, budget);
  const entries = new Map<number, Entry>();
  for (;;) {
    const start = lexer.read();
    if (start instanceof Keyword && start.word === 'trailer') break;
    const count = lexer.read();
    if (typeof start !== 'number' || typeof count !== 'number' || count > MAX_ENTRIES) return null;
    for (let n = 0; n < count; n++) {
      const at = lexer.read();
      const generation = lexer.read();
      const kind = lexer.read();
      if (typeof at !== 'number' || typeof generation !== 'number' || !(kind instanceof Keyword)) return null;
      entries.set(start + n, kind.word === 'n' ? { kind: 'AT', offset: at } : { kind: 'FREE' });
    }
    if (entries.size > MAX_ENTRIES) return null;
  }
  const trailer = lexer.readWithReferences();
  if (!isDictionary(trailer)) return null;
  const hybrid = direct(trailer.get('XRefStm'));
  const more = hybrid === null ? null : readStreamSection(bytes, hybrid, budget);
  // Of a hybrid file's two, the table hides what the stream tells.
  const all = more ? new Map([...entries, ...[...more.entries].filter(([, entry]) => entry.kind === 'IN')]) : entries;
  return { offset, entries: all, trailer };
}

function readStreamSection(bytes: Uint8Array, offset: number, budget: Budget): Section | null {
  if (offset < 0 || offset >= bytes.length) return null;
  const stream = readIndirect(bytes, offset, null, direct);
  if (!(stream instanceof Stream)) return null;
  const { dictionary } = stream;
  const widths = dictionary.get('W');
  const data = decodeStream(stream.data, dictionary, (value) => value ?? null, budget)?.bytes;
  if (!data || !Array.isArray(widths)) return null;
  const [a = 0, b = 0, c = 0] = widths.map((width) =>
    typeof width === 'number' && width >= 0 && width <= 8 ? width : 0,
  );
  const size = a + b + c;
  const given = dictionary.get('Index');
  const index = Array.isArray(given)
    ? given.map((value) => direct(value) ?? 0)
    : [0, direct(dictionary.get('Size')) ?? 0];
  if (size === 0) return null;
  const number = (at: number, width: number): number => {
    let value = 0;
    for (let n = 0; n < width; n++) value = value * 256 + (data[at + n] as number);
    return value;
  };
  const entries = new Map<number, Entry>();
  let at = 0;
  for (let pair = 0; pair + 1 < index.length; pair += 2) {
    const [start = 0, count = 0] = index.slice(pair, pair + 2);
    for (let n = 0; n < count && at + size <= data.length; n++, at += size) {
      const kind = a === 0 ? 1 : number(at, a);
      const second = number(at + a, b);
      if (kind === 0) entries.set(start + n, { kind: 'FREE' });
      else if (kind === 1) entries.set(start + n, { kind: 'AT', offset: second });
      else if (kind === 2) entries.set(start + n, { kind: 'IN', container: second });
      if (entries.size > MAX_ENTRIES) return null;
    }
  }
  return { offset, entries, trailer: dictionary };
}

function rootIsThere(bytes: Uint8Array, sections: readonly Section[]): boolean {
  const offsets = sections
    .flatMap(({ entries }) => [...entries].filter(([, entry]) => entry.kind === 'AT'))
    .slice(0, 3);
  return offsets.every(([number, entry]) => {
    if (entry.kind !== 'AT') return true;
    const head = Buffer.from(bytes.subarray(entry.offset, entry.offset + 40)).toString('latin1');
    return new RegExp(`^\\s*${number}\\s+\\d+\\s+obj`).test(head);
  });
}

/** Objects by their own heads, the last of each number; trailers and catalogues as they are found. */
function rebuild(bytes: Uint8Array): Section {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const entries = new Map<number, Entry>();
  const trailer: Dictionary = new Map();
  for (const match of text.matchAll(/(?:^|[\r\n\s])(\d{1,10})\s+\d{1,5}\s+obj\b/g)) {
    const offset = match.index + match[0].search(/\d/);
    entries.set(Number(match[1]), { kind: 'AT', offset });
    if (entries.size > MAX_ENTRIES) break;
  }
  for (const match of text.matchAll(/\btrailer\s*<</g)) {
    const found = new Lexer(bytes, match.index + 7).readWithReferences();
    if (isDictionary(found)) for (const [key, value] of found) trailer.set(key, value);
  }
  if (!trailer.has('Root')) addFromStreams(bytes, entries, trailer);
  if (entries.size === 0 || !trailer.has('Root')) throw new PdfFault('it has no objects that belong together');
  return { offset: 0, entries, trailer };
}

/** Where trailers are in streams: the dictionaries of cross-reference streams serve. */
function addFromStreams(bytes: Uint8Array, entries: ReadonlyMap<number, Entry>, trailer: Dictionary): void {
  for (const [number, entry] of entries) {
    if (entry.kind !== 'AT') continue;
    const head = Buffer.from(bytes.subarray(entry.offset, entry.offset + 400)).toString('latin1');
    if (!/\/Type\s*\/XRef\b/.test(head)) continue;
    const stream = readIndirect(bytes, entry.offset, number, direct);
    if (stream instanceof Stream) for (const [key, value] of stream.dictionary) trailer.set(key, value);
  }
}
