/** Address space reserved for one array; memory is taken only as it fills. */
const MOST_BYTES = 2 ** 30;
const FIRST_BYTES = 2 ** 14;
/** Memory is added in steps of an eighth of what is there, at most this much: little is left over at the end. */
const LARGEST_STEP = 2 ** 21;

/** Shared memory that grows in place: nothing is copied, neither while it fills nor when it is handed over. */
class GrowableMemory {
  readonly buffer = new SharedArrayBuffer(FIRST_BYTES, { maxByteLength: MOST_BYTES });

  /** Makes room for `bytes` in all. @throws RangeError where the array would be larger than an index may be */
  ensure(bytes: number): void {
    const have = this.buffer.byteLength;
    if (bytes <= have) return;
    if (bytes > MOST_BYTES) throw new RangeError('the index is too large: build several smaller ones');
    const step = Math.min(LARGEST_STEP, Math.max(FIRST_BYTES, have >> 3));
    this.buffer.grow(Math.min(MOST_BYTES, Math.ceil(Math.max(bytes, have + step) / FIRST_BYTES) * FIRST_BYTES));
  }
}

/** 32-bit numbers that are appended while a segment is built, and shared memory when it is done. */
export class GrowableUint32 {
  length = 0;
  private readonly memory = new GrowableMemory();
  private data = new Uint32Array(this.memory.buffer, 0, FIRST_BYTES / 4);

  push(value: number): void {
    if (this.length === this.data.length) {
      this.memory.ensure(4 * (this.length + 1));
      this.data = new Uint32Array(this.memory.buffer, 0, this.memory.buffer.byteLength >> 2);
    }
    this.data[this.length++] = value;
  }

  get(index: number): number {
    return this.data[index] ?? 0;
  }

  /** What was pushed. Nothing may be pushed afterwards. */
  freeze(): Uint32Array {
    return new Uint32Array(this.memory.buffer, 0, this.length);
  }
}

export class GrowableBytes {
  length = 0;
  private readonly memory = new GrowableMemory();
  data = new Uint8Array(this.memory.buffer, 0, FIRST_BYTES);

  push(value: number): void {
    if (this.length === this.data.length) this.reserve(1);
    this.data[this.length++] = value;
  }

  /** Appends text as UTF-8. */
  pushText(text: string): void {
    this.reserve(text.length * 3);
    const { written } = encoder.encodeInto(text, this.data.subarray(this.length));
    this.length += written;
  }

  /** What was pushed. Nothing may be pushed afterwards. */
  freeze(): Uint8Array {
    return new Uint8Array(this.memory.buffer, 0, this.length);
  }

  private reserve(more: number): void {
    if (this.length + more <= this.data.length) return;
    this.memory.ensure(this.length + more);
    this.data = new Uint8Array(this.memory.buffer, 0, this.memory.buffer.byteLength);
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Text between two offsets of a UTF-8 blob. Copies, because a decoder does not read shared memory. */
export function textAt(blob: Uint8Array, start: number, end: number): string {
  const length = end - start;
  if (length <= 64) {
    let out = '';
    let at = start;
    for (; at < end; at++) {
      const byte = blob[at] ?? 0;
      if (byte >= 128) break;
      out += String.fromCharCode(byte);
    }
    if (at === end) return out;
  }
  return decoder.decode(blob.slice(start, end));
}

/** Seed under which identifiers are hashed. */
export const IDENTIFIER_SEED = 9;

/** FNV-1a over a text, mixed so that low bits are usable; the letter at `without` is left out. */
export function hashText(text: string, seed: number, without = -1): number {
  let hash = FIRST_HASH ^ Math.imul(seed, 0x9e3779b1);
  for (let i = 0; i < text.length; i++) if (i !== without) hash = Math.imul(hash ^ text.charCodeAt(i), HASH_PRIME);
  return mixed(hash);
}

const FIRST_HASH = 0x811c9dc5;
const HASH_PRIME = 0x01000193;

function mixed(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (half ^ (half >>> 13)) >>> 0;
}

/** Numbers the distinct ASCII texts handed to it, in order of arrival. */
export class TextInterner {
  private bytes = new GrowableBytes();
  private offsets = new GrowableUint32();
  private slots = new Uint32Array(1 << 12);
  count = 0;

  constructor() {
    this.offsets.push(0);
  }

  intern(text: string): number {
    if ((this.count + 1) * 2 > this.slots.length) this.rehash();
    const mask = this.slots.length - 1;
    let slot = hashText(text, 0) & mask;
    for (;;) {
      const id = (this.slots[slot] ?? 0) - 1;
      if (id < 0) break;
      if (equalsAt(this.bytes.data, this.offsets.get(id), this.offsets.get(id + 1), text)) return id;
      slot = (slot + 1) & mask;
    }
    for (let i = 0; i < text.length; i++) this.bytes.push(text.charCodeAt(i) & 127);
    this.offsets.push(this.bytes.length);
    this.count++;
    this.slots[slot] = this.count;
    return this.count - 1;
  }

  /** Gives its memory back: whoever holds the builder does not hold this. It is empty afterwards. */
  clear(): void {
    this.bytes = new GrowableBytes();
    this.offsets = new GrowableUint32();
    this.offsets.push(0);
    this.slots = new Uint32Array(1 << 12);
    this.count = 0;
  }

  text(id: number): string {
    return textAt(this.bytes.data, this.offsets.get(id), this.offsets.get(id + 1));
  }

  /** @param order the numbers given so far, in the order in which they are to be numbered anew */
  freeze(order: Uint32Array): { bytes: Uint8Array; offsets: Uint32Array; slots: Uint32Array } {
    const bytes = new Uint8Array(new SharedArrayBuffer(this.bytes.length));
    const offsets = new Uint32Array(new SharedArrayBuffer(4 * (order.length + 1)));
    const slots = new Uint32Array(new SharedArrayBuffer(4 * this.slots.length));
    const mask = slots.length - 1;
    let at = 0;
    for (let id = 0; id < order.length; id++) {
      const old = order[id] as number;
      let slot = hashText(this.text(old), 0) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = id + 1;
      for (let from = this.offsets.get(old); from < this.offsets.get(old + 1); from++)
        bytes[at++] = this.bytes.data[from] as number;
      offsets[id + 1] = at;
    }
    return { bytes, offsets, slots };
  }

  private rehash(): void {
    const slots = new Uint32Array(this.slots.length * 2);
    const mask = slots.length - 1;
    for (let id = 0; id < this.count; id++) {
      let slot = hashText(this.text(id), 0) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = id + 1;
    }
    this.slots = slots;
  }
}

/** Number in a frozen interner of the text that is `sign` and the letters `[from, to)` of `text`, or -1; nothing is allocated. */
export function findText(
  bytes: Uint8Array,
  offsets: Uint32Array,
  slots: Uint32Array,
  sign: number,
  text: string,
  from: number,
  to: number,
): number {
  const mask = slots.length - 1;
  let hash = Math.imul(FIRST_HASH ^ sign, HASH_PRIME);
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ text.charCodeAt(i), HASH_PRIME);
  let slot = mixed(hash) & mask;
  const length = to - from + 1;
  for (;;) {
    const id = (slots[slot] as number) - 1;
    if (id < 0) return -1;
    const start = offsets[id] as number;
    if ((offsets[id + 1] as number) - start === length && bytes[start] === sign) {
      let same = from;
      while (same < to && bytes[start + 1 + same - from] === text.charCodeAt(same)) same++;
      if (same === to) return id;
    }
    slot = (slot + 1) & mask;
  }
}

function equalsAt(bytes: Uint8Array, start: number, end: number, text: string): boolean {
  if (end - start !== text.length) return false;
  for (let i = 0; i < text.length; i++) if (bytes[start + i] !== text.charCodeAt(i)) return false;
  return true;
}
