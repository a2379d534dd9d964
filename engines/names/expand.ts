import { FAMILY_MEMBERS } from './families.ts';
import { joinedKeys, lookupKeys } from './keys.ts';
import type { Segment } from './segment.ts';
import { tokenSimilarity, type Similarity } from './similarity.ts';
import type { Token } from './token.ts';

/** Listed tokens that a token of a query may stand for, most alike first. */
export interface Expansion {
  /** One number each: token (23 bits), whether it is but a part of the token asked for (1 bit), likeness (8 bits). */
  packed: Uint32Array;
  /** Readings that hold any of them (each token counted). */
  postings: number;
}

/** Most distinct tokens an index may hold. */
export const MOST_TOKENS = 2 ** 23;

export function expandedToken(packed: number): number {
  return packed >>> 9;
}

export function expandedScore(packed: number): number {
  return (packed & 255) / 255;
}

/** Tokens of a reading it stands for at least: 2 where it is but a part of the token asked for. */
export function expandedHits(packed: number): number {
  return (packed & 256) === 0 ? 1 : 2;
}

interface Match {
  id: number;
  score: number;
  part?: boolean;
}

const NOTHING: Expansion = { packed: new Uint32Array(0), postings: 0 };
const MOST_KEPT = 128;
const MOST_KEPT_FOREIGN = 768;
/** Tokens looked at per query token: bounds the work a hostile or very frequent key can cause. */
const MOST_VISITED = 3000;
/** Rough readings meet many listed tokens. */
const MOST_VISITED_FOREIGN = 12_000;
/** Expansions remembered, and numbers in all of them: about 20 MB in all. */
const MOST_CACHED = 60_000;
const MOST_REMEMBERED = 2_000_000;

/** Finds and remembers expansions. One per index and thread. */
export class Expander {
  private readonly segment: Segment;
  private readonly cache = new Map<string, Expansion>();
  private remembered = 0;
  private readonly stamps: Uint32Array;
  private stamp = 0;

  constructor(segment: Segment) {
    this.segment = segment;
    this.stamps = new Uint32Array(segment.tokenCount);
  }

  /** @param joined the token is two or three neighbours of the query written as one */
  expand(token: Token, person: boolean, joined = false): Expansion {
    const key = (person ? 'p' : 't') + (joined ? 'j' : '') + token.fidelity + token.text;
    const known = this.cache.get(key);
    if (known !== undefined) return known;
    const found = this.find(token, person, joined);
    this.remembered += found.packed.length;
    // The oldest go first.
    for (const [old, expansion] of this.cache) {
      if (this.cache.size < MOST_CACHED && this.remembered < MOST_REMEMBERED) break;
      this.remembered -= expansion.packed.length;
      this.cache.delete(old);
    }
    this.cache.set(key, found);
    return found;
  }

  private find(token: Token, person: boolean, joined: boolean): Expansion {
    const { segment } = this;
    const { bucketStart, buckets, postingStart } = segment.arrays;
    this.stamp++;
    const found: Match[] = [];
    const visit = (id: number, least: number): void => {
      if (id < 0 || this.stamps[id] === this.stamp) return;
      this.stamps[id] = this.stamp;
      const { score } = this.similarity(token, segment.token(id), person);
      if (score >= least) found.push({ id, score });
    };
    for (const fidelity of ['a', 'b', 'c', 'd', 'e'] as const) visit(segment.findToken(token.text, fidelity), 0);
    if (person && !joined) {
      for (const family of token.relatives) {
        for (const member of FAMILY_MEMBERS[family] ?? []) {
          visit(segment.findToken(member, 'a'), LEAST);
          visit(segment.findToken(member, 'b'), LEAST);
        }
      }
    }
    const mask = bucketStart.length - 2;
    const { tokenShape, tokenBytes, tokenStart } = segment.arrays;
    const plain = token.fidelity === 'a';
    const mostVisited = plain ? MOST_VISITED : MOST_VISITED_FOREIGN;
    let visited = 0;
    const keysOf = joined ? joinedKeys : lookupKeys;
    keysOf(token, (hash) => {
      const bucket = hash & mask;
      const end = bucketStart[bucket + 1] as number;
      for (let at = bucketStart[bucket] as number; at < end && visited < mostVisited; at++) {
        visited++;
        const id = buckets[at] as number;
        // Two Latin tokens with this many letters apart are alike in no way.
        if (plain && tokenBytes[tokenStart[id] as number] === LATIN && tooFar(tokenShape[id] as number, token))
          continue;
        visit(id, LEAST);
      }
    });
    if (!joined) this.addParts(token, found);
    found.sort((a, b) => b.score - a.score || a.id - b.id);
    if (found.length === 0) return NOTHING;
    const kept = Math.min(found.length, plain ? MOST_KEPT : MOST_KEPT_FOREIGN);
    const packed = new Uint32Array(kept);
    let postings = 0;
    for (let i = 0; i < kept; i++) {
      const entry = found[i];
      if (entry === undefined) continue;
      packed[i] = ((entry.id << 9) | (entry.part === true ? 256 : 0) | Math.round(entry.score * 255)) >>> 0;
      postings += (postingStart[entry.id + 1] ?? 0) - (postingStart[entry.id] ?? 0);
    }
    return { packed, postings };
  }

  /** A listed token may be the beginning or the end of one that was joined from several. */
  private addParts(token: Token, found: Match[]): void {
    const { text } = token;
    // Syllables of a native name are listed in Latin letters, apart.
    const fidelity = token.fidelity === 'e' ? 'a' : token.fidelity;
    if (text.length < (token.fidelity === 'e' ? 4 : 5) || fidelity === 'd' || text.charCodeAt(0) < 97) return;
    const add = (id: number, score: number): void => {
      if (id < 0 || this.stamps[id] === this.stamp) return;
      this.stamps[id] = this.stamp;
      found.push({ id, score, part: true });
    };
    for (let cut = 2; cut <= text.length - 2; cut++) {
      const head = this.segment.findToken(text.slice(0, cut), fidelity);
      const tail = this.segment.findToken(text.slice(cut), fidelity);
      const short = cut === 2 || (text.length - cut === 2 && cut < 6);
      if (short && (head < 0 || tail < 0)) continue;
      const both = head >= 0 && tail >= 0;
      // The rarer part leads to the name; the frequent one alone would crowd it out.
      const rarer = both && this.postingsOf(head) <= this.postingsOf(tail);
      add(head, both && rarer ? BOTH_PARTS_SCORE : PART_SCORE);
      add(tail, both && !rarer ? BOTH_PARTS_SCORE : PART_SCORE);
    }
  }

  private postingsOf(id: number): number {
    const { postingStart } = this.segment.arrays;
    return (postingStart[id + 1] ?? 0) - (postingStart[id] ?? 0);
  }

  private similarity(a: Token, b: Token, person: boolean): Similarity {
    return tokenSimilarity(a, b, person);
  }
}

const LATIN = 97;

function tooFar(shape: number, token: Token): boolean {
  if (Math.abs((shape >>> 26) - token.text.length) > 3) return true;
  let set = (shape & 0x3ffffff) ^ token.letters;
  let apart = 0;
  for (; set !== 0; set &= set - 1) apart++;
  return apart > 5;
}

const LEAST = 0.66;
// Estimates only: the alignment decides.
const PART_SCORE = 0.7;
const BOTH_PARTS_SCORE = 0.95;
