import { Budget, decodeStream } from './filters.ts';
import { headerAt } from './header.ts';
import { readIndirect } from './indirect.ts';
import { Lexer } from './lexer.ts';
import { type Dictionary, isDictionary, Name, Reference, Stream, type Value } from './values.ts';
import { type Entry, type Section, sectionsOf } from './xref.ts';

/** One state of the document: as it was first saved, and after each later saving that was appended to it. */
export interface Revision {
  /** Where its cross-reference section stands, bytes. */
  offset: number;
  /** Where its bytes end. */
  end: number;
  /** Where whoever reads this state begins: its newest section. */
  head: number;
  entries: ReadonlyMap<number, Entry>;
  trailer: Dictionary;
}

/** A PDF file, walked from its end through its cross-reference sections (ISO 32000-2, 7.5). */
export class PdfFile {
  /** From where offsets are counted: the header, or the first byte where the file counts from there. */
  readonly bytes: Uint8Array;
  /** How many bytes stand in front of the header. */
  readonly bytesBefore: number;
  /** Oldest first. */
  readonly revisions: readonly Revision[];
  /** Whether the cross-reference was damaged and objects were looked for instead. */
  readonly rebuilt: boolean;
  readonly budget: Budget;

  /** @throws PdfFault where there is nothing that could be read as a PDF */
  constructor(bytes: Uint8Array, budget = new Budget()) {
    this.budget = budget;
    this.bytesBefore = headerAt(bytes);
    this.bytes = bytes.subarray(this.bytesBefore);
    let found = sectionsOf(this.bytes, budget);
    if (this.bytesBefore > 0 && found.rebuilt) {
      const counted = sectionsOf(bytes, budget);
      if (!counted.rebuilt) [found, this.bytes] = [counted, bytes];
    }
    this.rebuilt = found.rebuilt;
    this.revisions = revisionsOf(found.sections, this.bytes);
  }

  /** The bytes as they were saved at a revision, ended so that any reader begins at its own section. */
  bytesOf(revision: number): Uint8Array {
    const found = this.revisions[revision];
    if (!found || revision === this.revisions.length - 1) return this.bytes;
    return Buffer.concat([this.bytes.subarray(0, found.end), Buffer.from(`\nstartxref\n${found.head}\n%%EOF\n`)]);
  }

  /** The document as of a revision; as of the last by default. */
  view(revision = this.revisions.length - 1): PdfView {
    return new PdfView(this, this.revisions.slice(0, revision + 1));
  }
}

/** Sections that point forward belong together: a linearised file has its first section in front of the rest. */
function revisionsOf(sections: readonly Section[], bytes: Uint8Array): Revision[] {
  const revisions: Revision[] = [];
  for (const section of sections.toReversed()) {
    const before = revisions.at(-1);
    if (before && section.offset < before.offset) {
      revisions[revisions.length - 1] = {
        ...before,
        entries: new Map([...before.entries, ...section.entries]),
        trailer: section.trailer,
        head: section.offset,
      };
      continue;
    }
    const { offset, entries, trailer } = section;
    revisions.push({ offset, entries, trailer, end: endOf(bytes, offset), head: offset });
  }
  return revisions;
}

function endOf(bytes: Uint8Array, from: number): number {
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf('%%EOF', from, 'latin1');
  return at < 0 ? bytes.length : at + 5;
}

const MAX_HOPS = 32;

export class PdfView {
  readonly file: PdfFile;
  readonly trailer: Dictionary;
  readonly #entries = new Map<number, Entry>();
  readonly #objects = new Map<number, Value>();
  readonly #containers = new Map<number, ReadonlyMap<number, Value>>();

  constructor(file: PdfFile, revisions: readonly Revision[]) {
    this.file = file;
    const trailer: Dictionary = new Map();
    for (const revision of revisions) {
      for (const [number, entry] of revision.entries) this.#entries.set(number, entry);
      for (const [key, value] of revision.trailer) trailer.set(key, value);
    }
    this.trailer = trailer;
  }

  get objectNumbers(): IterableIterator<number> {
    return this.#entries.keys();
  }

  /** Follows references; null where one leads nowhere. */
  resolve = (value: Value | undefined): Value => {
    let current: Value = value ?? null;
    for (let hop = 0; current instanceof Reference; hop++) {
      if (hop > MAX_HOPS) return null;
      current = this.object(current.number);
    }
    return current;
  };

  dictionary(value: Value | undefined): Dictionary | null {
    const found = this.resolve(value);
    return isDictionary(found) ? found : found instanceof Stream ? found.dictionary : null;
  }

  array(value: Value | undefined): readonly Value[] {
    const found = this.resolve(value);
    return Array.isArray(found) ? found : [];
  }

  number(value: Value | undefined): number | null {
    const found = this.resolve(value);
    return typeof found === 'number' ? found : null;
  }

  name(value: Value | undefined): string | null {
    const found = this.resolve(value);
    return found instanceof Name ? found.name : null;
  }

  /** @returns the decoded bytes and the codec of pictures that is left, or null */
  decoded(stream: Stream): { bytes: Uint8Array; codec: string | null } | null {
    return decodeStream(stream.data, stream.dictionary, this.resolve, this.file.budget);
  }

  object(number: number): Value {
    const known = this.#objects.get(number);
    if (known !== undefined) return known;
    this.#objects.set(number, null);
    const entry = this.#entries.get(number);
    const value =
      entry?.kind === 'AT' ? this.#at(entry.offset, number) : entry?.kind === 'IN' ? this.#in(entry, number) : null;
    this.#objects.set(number, value);
    return value;
  }

  #at(offset: number, number: number): Value {
    return readIndirect(this.file.bytes, offset, number, (value) => this.number(value));
  }

  #in({ container }: { container: number }, number: number): Value {
    let objects = this.#containers.get(container);
    if (!objects) {
      objects = this.#unpack(container);
      this.#containers.set(container, objects);
    }
    return objects.get(number) ?? null;
  }

  /** The objects of an object stream (7.5.7). */
  #unpack(container: number): ReadonlyMap<number, Value> {
    const objects = new Map<number, Value>();
    const entry = this.#entries.get(container);
    const stream = entry?.kind === 'AT' ? this.object(container) : null;
    if (!(stream instanceof Stream)) return objects;
    const bytes = this.decoded(stream)?.bytes;
    const count = Math.min(this.number(stream.dictionary.get('N')) ?? 0, 100_000);
    const first = this.number(stream.dictionary.get('First')) ?? 0;
    if (!bytes) return objects;
    const head = new Lexer(bytes);
    for (let n = 0; n < count; n++) {
      const number = head.read();
      const offset = head.read();
      if (typeof number !== 'number' || typeof offset !== 'number') break;
      const value = new Lexer(bytes, first + offset).readWithReferences();
      if (value !== undefined) objects.set(number, value);
    }
    return objects;
  }
}
