import { ExpansionCache, type Expansion } from './expansion-cache.ts';
import { FAMILY_MEMBERS } from './families.ts';
import { joinedKeys, lookupKeys } from './keys.ts';
import type { Fidelity } from './romanize/index.ts';
import type { Segment } from './segment.ts';
import { Sieve } from './sieve.ts';
import { beforeScanner, tokenSimilarity } from './similarity.ts';
import { makeToken, Token } from './token.ts';

/** Most distinct tokens an index may hold. */
export const MOST_TOKENS = 2 ** 23;

/** One number for each listed token: token (23 bits), whether it is but a part of the token asked for (1 bit), likeness (8 bits). */
export function expandedToken(packed: number): number {
  return packed >>> 9;
}

export function expandedScore(packed: number): number {
  return (packed & 255) / 255;
}

/** Whether it is but a part of the token asked for: the reading must hold the other part too. */
export function isPart(packed: number): boolean {
  return (packed & 256) !== 0;
}

/** More than the tokens of any expansion. */
export const NO_PLACE = 1023;

const MOST_KEPT = 128;
const MOST_KEPT_FOREIGN = 768;
/** Tokens looked at per query token: bounds the work a hostile or very frequent key can cause. */
const MOST_VISITED = 3000;
/** Rough readings meet many listed tokens. */
const MOST_VISITED_FOREIGN = 12_000;

/** Finds and remembers expansions. One per index and thread. */
export class Expander {
  private readonly segment: Segment;
  private readonly sieve: Sieve;
  private readonly cache = new ExpansionCache();
  /**
   * By listed token: for which token asked for it was looked at last (22 bits), and how like it is, as in an expansion, or
   * its place in one (10 bits): one memory access for both.
   */
  private readonly seen: Uint32Array;
  /** The present token asked for, in the place it has in `seen`. */
  private stamp = 0;
  private asked: Token = makeToken('', 'a');
  /** The listed token that is compared: one object, for most are looked at once. */
  private readonly listed = new Token('', 'a', new Uint8Array(0));
  private askedPerson = false;
  /** What was found: likeness, token and whether it is a part, so that the order of the numbers is best first. */
  private readonly found = new Float64Array(MOST_VISITED_FOREIGN + 4096);
  private count = 0;

  constructor(segment: Segment) {
    this.segment = segment;
    this.sieve = new Sieve(segment.arrays, LEAST);
    this.seen = new Uint32Array(segment.tokenCount);
  }

  private nextStamp(): void {
    this.stamp = (this.stamp + ONE_STAMP) >>> 0;
    if (this.stamp !== 0) return;
    this.seen.fill(0);
    this.stamp = ONE_STAMP;
  }

  /** @param joined the token is two or three neighbours of the query written as one */
  expand(token: Token, person: boolean, joined = false): Expansion {
    // Names written as one are hardly ever asked for again, and would crowd out all others.
    if (joined) return this.find(token, person, true);
    return this.cache.get(token, person ? 1 : 0) ?? this.find(token, person, false);
  }

  /** Readings that hold just this token, however it is written: how rare it is, roughly. */
  exactPostings(token: Token): number {
    let count = 0;
    for (const fidelity of FIDELITIES) {
      const id = this.segment.findToken(token.text, fidelity);
      if (id >= 0) count += this.postingsOf(id);
    }
    return count;
  }

  /** From now on {@link likeness} is to this token. */
  compareWith(token: Token, person: boolean): void {
    this.nextStamp();
    this.asked = token;
    this.askedPerson = person;
    this.sieve.prepare(token, person, true);
  }

  /** How a listed token is like the one of {@link compareWith}: as in an expansion, or 0. Each is worked out once. */
  likeness(id: number): number {
    const seen = this.seen[id] as number;
    if (seen >= this.stamp) return seen - this.stamp;
    let answer = 0;
    if (this.sieve.passes(id)) {
      const { score } = tokenSimilarity(
        this.asked,
        this.segment.read(id, this.listed),
        this.askedPerson,
        this.sieve.plainLikeness,
      );
      if (score >= LEAST) answer = Math.round(score * 255);
    }
    if (answer === 0 && this.isPart(id)) answer = 256 | Math.round(PART_SCORE * 255);
    this.seen[id] = this.stamp + answer;
    return answer;
  }

  /** From now on {@link place} is in this expansion. */
  lookIn({ data, start, end }: Expansion): void {
    this.nextStamp();
    for (let at = start; at < end; at++) this.seen[expandedToken(data[at] as number)] = this.stamp + (at - start);
  }

  /** Where a listed token stands in the expansion of {@link lookIn}; {@link NO_PLACE} where it is not in it. */
  place(id: number): number {
    const seen = this.seen[id] as number;
    return seen >= this.stamp ? seen - this.stamp : NO_PLACE;
  }

  /** Whether a listed token is the beginning or the end of the one asked for. */
  private isPart(id: number): boolean {
    const { tokenBytes, tokenStart } = this.segment.arrays;
    const { text, fidelity } = this.asked;
    const start = tokenStart[id] as number;
    const length = (tokenStart[id + 1] as number) - start - 1;
    if (length < LEAST_LONE_PART || length > text.length - 2 || !canSplit(this.asked)) return false;
    if (String.fromCharCode(tokenBytes[start] as number) !== partFidelity(fidelity)) return false;
    const same = (offset: number): boolean => {
      for (let i = 0; i < length; i++) if (tokenBytes[start + 1 + i] !== text.charCodeAt(offset + i)) return false;
      return true;
    };
    return same(0) || same(text.length - length);
  }

  private find(token: Token, person: boolean, joined: boolean): Expansion {
    const { segment, sieve, seen } = this;
    this.nextStamp();
    const { stamp } = this;
    this.count = 0;
    for (const fidelity of FIDELITIES) this.visit(segment.findToken(token.text, fidelity), token, person, 0);
    if (token.fidelity === 'a' && !joined)
      for (const text of beforeScanner(token.text)) this.visit(segment.findToken(text, 'a'), token, person, LEAST);
    if (person && !joined) {
      for (const family of token.relatives) {
        for (const member of FAMILY_MEMBERS[family] ?? []) {
          this.visit(segment.findToken(member, 'a'), token, person, LEAST);
          this.visit(segment.findToken(member, 'b'), token, person, LEAST);
        }
      }
    }
    const { bucketStart, buckets } = segment.arrays;
    const mask = bucketStart.length - 2;
    const plain = token.fidelity === 'a';
    const mostVisited = plain ? MOST_VISITED : MOST_VISITED_FOREIGN;
    let visited = 0;
    sieve.prepare(token, person && !joined, false);
    const keysOf = joined ? joinedKeys : lookupKeys;
    keysOf(token, (hash) => {
      const bucket = hash & mask;
      const end = bucketStart[bucket + 1] as number;
      for (let at = bucketStart[bucket] as number; at < end && visited < mostVisited; at++) {
        visited++;
        const id = buckets[at] as number;
        if ((seen[id] as number) >= stamp) continue;
        if (sieve.passes(id)) this.visit(id, token, person, LEAST, sieve.plainLikeness);
        else this.reject(id);
      }
    });
    if (!joined) this.addParts(token);
    return this.keep(plain ? MOST_KEPT : MOST_KEPT_FOREIGN, joined);
  }

  /** @param plain likeness of the plain sounds, 0 where it is not known */
  private visit(id: number, token: Token, person: boolean, least: number, plain = 0): void {
    if (id < 0 || (this.seen[id] as number) >= this.stamp) return;
    const { score } = tokenSimilarity(token, this.segment.read(id, this.listed), person, plain);
    if (score >= least) this.add(id, score, false);
    else this.reject(id);
  }

  private reject(id: number): void {
    this.seen[id] = this.stamp;
  }

  private add(id: number, score: number, part: boolean): void {
    if (id < 0 || this.count === this.found.length) return;
    // What is not like the whole may be a part of it.
    if ((this.seen[id] as number) >= this.stamp && (!part || this.seen[id] !== this.stamp)) return;
    this.seen[id] = this.stamp + 1;
    this.found[this.count++] = (SCALE - Math.round(score * SCALE)) * 2 ** 24 + id * 2 + (part ? 1 : 0);
  }

  private keep(most: number, joined: boolean): Expansion {
    const { found, count } = this;
    const { postingStart } = this.segment.arrays;
    if (count > 1) found.subarray(0, count).sort();
    const kept = Math.min(count, most);
    let postings = 0;
    for (let i = 0; i < kept; i++) {
      const entry = found[i] as number;
      const distance = Math.floor(entry / 2 ** 24);
      const rest = entry - distance * 2 ** 24;
      const id = rest >>> 1;
      found[i] = ((id << 9) | ((rest & 1) << 8) | Math.round((1 - distance / SCALE) * 255)) >>> 0;
      postings += (postingStart[id + 1] as number) - (postingStart[id] as number);
    }
    return joined ? this.cache.pass(found, kept, postings) : this.cache.put(found, kept, postings);
  }

  /** A listed token may be the beginning or the end of one that was joined from several. */
  private addParts(token: Token): void {
    const { text } = token;
    if (!canSplit(token)) return;
    const fidelity = partFidelity(token.fidelity);
    for (let cut = 2; cut <= text.length - 2; cut++) {
      const head = this.segment.findToken(text, fidelity, 0, cut);
      const tail = this.segment.findToken(text, fidelity, cut);
      const both = head >= 0 && tail >= 0;
      // The rarer part leads to the name; the frequent one alone would crowd it out.
      const rarer = both && this.postingsOf(head) <= this.postingsOf(tail);
      if (both || cut >= LEAST_LONE_PART) this.add(head, both && rarer ? BOTH_PARTS_SCORE : PART_SCORE, true);
      if (both || text.length - cut >= LEAST_LONE_PART)
        this.add(tail, both && !rarer ? BOTH_PARTS_SCORE : PART_SCORE, true);
    }
  }

  private postingsOf(id: number): number {
    const { postingStart } = this.segment.arrays;
    return (postingStart[id + 1] as number) - (postingStart[id] as number);
  }
}

function canSplit({ text, fidelity }: Token): boolean {
  return text.length >= (fidelity === 'e' ? 4 : 5) && fidelity !== 'd' && text.charCodeAt(0) >= 97;
}

/** Syllables of a native name are listed in Latin letters, apart. */
function partFidelity(fidelity: Fidelity): Fidelity {
  return fidelity === 'e' ? 'a' : fidelity;
}

const FIDELITIES = ['a', 'b', 'c', 'd', 'e'] as const;
/** Likeness takes nine bits, a place in an expansion ten. */
const ONE_STAMP = 1024;
const SCALE = 1_000_000;
const LEAST = 0.66;
// Estimates only: the alignment decides.
const PART_SCORE = 0.7;
/** Letters of a part whose other part is not listed. */
const LEAST_LONE_PART = 4;
const BOTH_PARTS_SCORE = 0.95;
