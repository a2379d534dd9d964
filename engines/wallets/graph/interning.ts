/** The parts of an address table, each over shared memory: handed to another thread, it reads the same table. */
export type AddressTableArrays = {
  count: number;
  seed: number;
  /** Open-addressing slots: 0 is free, else id + 1. Length is a power of two. */
  slots: Uint32Array<SharedArrayBuffer>;
  /** Where each id's bytes start in the arena, in units of four bytes. */
  starts: Uint32Array<SharedArrayBuffer>;
  /** Every address's bytes, one length byte before each, padded to four. */
  arena: Uint8Array<SharedArrayBuffer>;
  arenaEnd: number;
};

const shared = (bytes: number): SharedArrayBuffer => new SharedArrayBuffer(bytes);

/** Mixes the bytes four at a time (MurmurHash3's 32-bit rounds); the seed keeps chosen addresses from piling up. */
function hashOf(bytes: Uint8Array, seed: number): number {
  let hash = seed | 0;
  const whole = bytes.length & ~3;
  let i = 0;
  for (; i < whole; i += 4) {
    let word = bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24);
    word = Math.imul(word, 0xcc9e2d51);
    word = Math.imul((word << 15) | (word >>> 17), 0x1b873593);
    hash ^= word;
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
  }
  for (; i < bytes.length; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  hash ^= bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Gives every address (canonical bytes, 1 to 255 of them) a dense number, 0, 1, 2 …: the node it is in the graph.
 * An open-addressing table with linear probing over shared memory; it holds up to 2^31 addresses, where a V8 Map
 * ends at 16.7 million entries. Not safe for two writers; any number of threads may read while none writes.
 */
export class AddressTable {
  #count = 0;
  #arenaEnd = 0;
  #slots: Uint32Array<SharedArrayBuffer>;
  #starts: Uint32Array<SharedArrayBuffer>;
  #arena: Uint8Array<SharedArrayBuffer>;
  #mask: number;
  readonly #seed: number;

  /** @param seed a random 32-bit number, where addresses come from outside; @param expected how many to make room for */
  constructor(seed: number, expected = 1024) {
    let slots = 16;
    while (slots < expected * 1.5) slots *= 2;
    this.#seed = seed;
    this.#slots = new Uint32Array(shared(slots * 4));
    this.#mask = slots - 1;
    this.#starts = new Uint32Array(shared(Math.max(16, expected) * 4));
    this.#arena = new Uint8Array(shared(Math.max(16, expected) * 24));
  }

  /** A table over the arrays of another, as handed to a thread. It may be read, not written. */
  static over(arrays: AddressTableArrays): AddressTable {
    const table = new AddressTable(arrays.seed, 0);
    table.#count = arrays.count;
    table.#slots = arrays.slots;
    table.#mask = arrays.slots.length - 1;
    table.#starts = arrays.starts;
    table.#arena = arrays.arena;
    table.#arenaEnd = arrays.arenaEnd;
    return table;
  }

  /** The arrays behind the table, for {@link AddressTable.over} in another thread. */
  arrays(): AddressTableArrays {
    return {
      count: this.#count,
      seed: this.#seed,
      slots: this.#slots,
      starts: this.#starts,
      arena: this.#arena,
      arenaEnd: this.#arenaEnd,
    };
  }

  get size(): number {
    return this.#count;
  }

  get byteLength(): number {
    return this.#slots.byteLength + this.#starts.byteLength + this.#arena.byteLength;
  }

  /** The number of an address, or -1 where it is not in the table. */
  find(bytes: Uint8Array): number {
    const slots = this.#slots;
    for (let slot = hashOf(bytes, this.#seed) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const entry = slots[slot]!;
      if (entry === 0) return -1;
      if (this.#holds(entry - 1, bytes)) return entry - 1;
    }
  }

  /** The number of an address; a new one is given the next free number. */
  intern(bytes: Uint8Array): number {
    const length = bytes.length;
    if (length === 0 || length > 255) throw new RangeError(`An address holds 1 to 255 bytes, not ${length}`);
    if (this.#count * 1.5 >= this.#slots.length) this.#growSlots();
    const slots = this.#slots;
    let slot = hashOf(bytes, this.#seed) & this.#mask;
    for (; slots[slot] !== 0; slot = (slot + 1) & this.#mask) {
      const id = slots[slot]! - 1;
      if (this.#holds(id, bytes)) return id;
    }
    const id = this.#count;
    this.#reserve(length);
    slots[slot] = id + 1;
    this.#starts[id] = this.#arenaEnd >>> 2;
    this.#arena[this.#arenaEnd] = length;
    this.#arena.set(bytes, this.#arenaEnd + 1);
    this.#arenaEnd += (length + 4) & ~3;
    this.#count = id + 1;
    return id;
  }

  /** A copy of the bytes of an address by its number. */
  bytesOf(id: number): Uint8Array {
    if (!(id >= 0 && id < this.#count)) throw new RangeError(`No address has number ${id}`);
    const start = this.#starts[id]! * 4;
    return Uint8Array.from(this.#arena.subarray(start + 1, start + 1 + this.#arena[start]!));
  }

  #holds(id: number, bytes: Uint8Array): boolean {
    const arena = this.#arena;
    const start = this.#starts[id]! * 4;
    if (arena[start] !== bytes.length) return false;
    for (let i = 0; i < bytes.length; i++) if (arena[start + 1 + i] !== bytes[i]) return false;
    return true;
  }

  #reserve(length: number): void {
    if (this.#count >= this.#starts.length) {
      const starts = new Uint32Array(shared(this.#starts.length * 8));
      starts.set(this.#starts);
      this.#starts = starts;
    }
    if (this.#arenaEnd + length + 4 > this.#arena.length) {
      const arena = new Uint8Array(shared(this.#arena.length * 2 + 512));
      arena.set(this.#arena);
      this.#arena = arena;
    }
  }

  #growSlots(): void {
    const slots = new Uint32Array(shared(this.#slots.length * 8));
    const mask = slots.length - 1;
    for (let id = 0; id < this.#count; id++) {
      const start = this.#starts[id]! * 4;
      const bytes = this.#arena.subarray(start + 1, start + 1 + this.#arena[start]!);
      let slot = hashOf(bytes, this.#seed) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = id + 1;
    }
    this.#slots = slots;
    this.#mask = mask;
  }
}
