/** Typed arrays that grow while a segment is built, and become shared memory when it is done. */
export class GrowableUint32 {
  length = 0;
  private data = new Uint32Array(1024);

  push(value: number): void {
    if (this.length === this.data.length) this.grow(this.length + 1);
    this.data[this.length++] = value;
  }

  get(index: number): number {
    return this.data[index] ?? 0;
  }

  freeze(): Uint32Array {
    const out = new Uint32Array(new SharedArrayBuffer(this.length * 4));
    out.set(this.data.subarray(0, this.length));
    this.data = new Uint32Array(0);
    return out;
  }

  private grow(least: number): void {
    const next = new Uint32Array(Math.max(least, Math.ceil(this.data.length * 1.5)));
    next.set(this.data);
    this.data = next;
  }
}

export class GrowableBytes {
  length = 0;
  data = new Uint8Array(4096);

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

  freeze(): Uint8Array {
    const out = new Uint8Array(new SharedArrayBuffer(this.length));
    out.set(this.data.subarray(0, this.length));
    this.data = new Uint8Array(0);
    return out;
  }

  private reserve(more: number): void {
    if (this.length + more <= this.data.length) return;
    const next = new Uint8Array(Math.max(this.length + more, Math.ceil(this.data.length * 1.5)));
    next.set(this.data.subarray(0, this.length));
    this.data = next;
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

/** FNV-1a over the low bytes of a text, mixed so that low bits are usable. */
export function hashText(text: string, seed: number): number {
  let hash = (0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1)) >>> 0;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Numbers the distinct ASCII texts handed to it, in order of arrival. */
export class TextInterner {
  private readonly bytes = new GrowableBytes();
  private readonly offsets = new GrowableUint32();
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

  text(id: number): string {
    return textAt(this.bytes.data, this.offsets.get(id), this.offsets.get(id + 1));
  }

  freeze(): { bytes: Uint8Array; offsets: Uint32Array; slots: Uint32Array } {
    const slots = new Uint32Array(new SharedArrayBuffer(this.slots.length * 4));
    slots.set(this.slots);
    this.slots = new Uint32Array(1);
    return { bytes: this.bytes.freeze(), offsets: this.offsets.freeze(), slots };
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

/** Number of a text in a frozen interner, or -1. */
export function findText(bytes: Uint8Array, offsets: Uint32Array, slots: Uint32Array, text: string): number {
  const mask = slots.length - 1;
  let slot = hashText(text, 0) & mask;
  for (;;) {
    const id = (slots[slot] ?? 0) - 1;
    if (id < 0) return -1;
    if (equalsAt(bytes, offsets[id] ?? 0, offsets[id + 1] ?? 0, text)) return id;
    slot = (slot + 1) & mask;
  }
}

function equalsAt(bytes: Uint8Array, start: number, end: number, text: string): boolean {
  if (end - start !== text.length) return false;
  for (let i = 0; i < text.length; i++) if (bytes[start + i] !== text.charCodeAt(i)) return false;
  return true;
}
