import type { Token } from './token.ts';

/** Listed tokens that a token of a query may stand for: `data[start]` to `data[end - 1]`, most alike first. */
export interface Expansion {
  data: Uint32Array;
  start: number;
  end: number;
  /** Readings that hold any of them (each token counted). */
  postings: number;
}

/** Numbers kept in all: 2 MB. */
const CAPACITY = 1 << 19;
const SLOTS = 1 << 16;
/** More than all tokens of a query can be expanded to. */
const PASSING = 1 << 16;
const HEADER = 3;
/** Longer tokens are not remembered. */
const LONGEST = 512;

/**
 * Remembers expansions in one array that is written round and round, so that the oldest go first and memory is bounded
 * and nothing is left to collect. What {@link get} and {@link put} return is overwritten when the whole array has been
 * written again: much more than one search does.
 */
export class ExpansionCache {
  private readonly data = new Uint32Array(CAPACITY);
  /**
   * By hash: where the entry was written, counted from the beginning of time; it is gone when `CAPACITY` was written since.
   * Counting begins at 1, so that 0 is none and the cache of a new index need not be filled.
   */
  private readonly slots = new Float64Array(SLOTS);
  private written = 1;
  /** The key last asked for. */
  private readonly key = new Uint32Array(LONGEST / 2 + 1);
  private keyLength = 0;
  private slot = 0;
  /** Of what is not remembered: written round and round as well, as much as a few searches need. */
  private readonly passing = new Uint32Array(PASSING);
  private passed = 0;

  /** @param kind tells apart what else the answer depends on */
  get(token: Token, kind: number): Expansion | undefined {
    const { key, data } = this;
    const { text } = token;
    const { length } = text;
    this.slot = -1;
    this.keyLength = 0;
    if (length > LONGEST) return undefined;
    let hash = Math.imul(kind + 1, 0x9e3779b1);
    key[0] = (token.fidelity.charCodeAt(0) << 24) | (kind << 16) | length;
    let at = 1;
    for (let i = 0; i < length; i += 2) {
      const pair = (text.charCodeAt(i) << 16) | (i + 1 < length ? text.charCodeAt(i + 1) : 0);
      key[at++] = pair;
      hash = Math.imul(hash ^ pair, 0x01000193);
      hash ^= hash >>> 15;
    }
    hash = Math.imul(hash ^ key[0], 0x2c1b3c6d);
    this.keyLength = at;
    // Either of two neighbours; the older one is written over.
    const slot = (hash ^ (hash >>> 13)) & (SLOTS - 1);
    let start = this.held(slot);
    if (start < 0) start = this.held(slot ^ 1);
    if (start < 0) {
      this.slot = (this.slots[slot] as number) < (this.slots[slot ^ 1] as number) ? slot : slot ^ 1;
      return undefined;
    }
    const first = start + HEADER + at;
    return {
      data,
      start: first,
      end: first + (data[start + 1] as number),
      postings: data[start + 2] as number,
    };
  }

  /** Where the key last asked for lies, or -1 where a slot does not hold it. */
  private held(slot: number): number {
    const { data, key, keyLength } = this;
    const position = this.slots[slot] as number;
    if (position === 0 || position + CAPACITY < this.written) return -1;
    const start = position % CAPACITY;
    if (data[start] !== keyLength) return -1;
    for (let i = 0; i < keyLength; i++) if (data[start + HEADER + i] !== key[i]) return -1;
    return start;
  }

  /** An answer that is needed for this search only. */
  pass(packed: Float64Array, count: number, postings: number): Expansion {
    const data = this.passing;
    if (this.passed + count > PASSING) this.passed = 0;
    const start = this.passed;
    for (let i = 0; i < count; i++) data[start + i] = packed[i] as number;
    this.passed += count;
    return { data, start, end: start + count, postings };
  }

  /** Remembers the answer for what {@link get} was last asked for. */
  put(packed: Float64Array, count: number, postings: number): Expansion {
    const { data, key, keyLength } = this;
    const size = HEADER + keyLength + count;
    // An entry lies in one piece.
    if ((this.written % CAPACITY) + size > CAPACITY) this.written += CAPACITY - (this.written % CAPACITY);
    const start = this.written % CAPACITY;
    data[start] = keyLength;
    data[start + 1] = count;
    data[start + 2] = postings;
    for (let i = 0; i < keyLength; i++) data[start + HEADER + i] = key[i] as number;
    const first = start + HEADER + keyLength;
    for (let i = 0; i < count; i++) data[first + i] = packed[i] as number;
    if (this.slot >= 0) this.slots[this.slot] = this.written;
    this.written += size;
    return { data, start: first, end: first + count, postings };
  }
}
