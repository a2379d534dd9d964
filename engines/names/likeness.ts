import { MODEL } from './model.ts';
import { ROLE, type NameReading, type Role } from './roles.ts';
import type { Segment } from './segment.ts';
import { Sieve } from './sieve.ts';
import { tokenSimilarity, type Similarity } from './similarity.ts';
import { joinTokens, type Token } from './token.ts';

/** How the tokens of two names are alike, by their places in them. */
export interface PairLikeness {
  /** Below {@link MODEL.pairFloor} it may be less than it is. */
  of(query: number, candidate: number): Similarity;
  /** `size` neighbours of the query from `from` on, written as one, against a token of the candidate. */
  ofJoinedQuery(from: number, size: number, candidate: number): Similarity;
  /** A token of the query against neighbours of the candidate. */
  ofJoinedCandidate(query: number, from: number, size: number): Similarity;
}

/** Neighbours of a name written as one; after the last comes the first. */
export function joinedOf(reading: NameReading, from: number, size: number): Token {
  const { tokens } = reading;
  let joined = tokens[from] as Token;
  for (let i = 1; i < size; i++) joined = joinTokens(joined, tokens[(from + i) % tokens.length] as Token);
  return joined;
}

/** Of two names by themselves. */
export class TokenLikeness implements PairLikeness {
  private readonly query: NameReading;
  private readonly candidate: NameReading;
  private readonly person: boolean;

  constructor(query: NameReading, candidate: NameReading, person: boolean) {
    this.query = query;
    this.candidate = candidate;
    this.person = person;
  }

  of(query: number, candidate: number): Similarity {
    return tokenSimilarity(this.query.tokens[query] as Token, this.candidate.tokens[candidate] as Token, this.person);
  }

  ofJoinedQuery(from: number, size: number, candidate: number): Similarity {
    return tokenSimilarity(joinedOf(this.query, from, size), this.candidate.tokens[candidate] as Token, this.person);
  }

  ofJoinedCandidate(query: number, from: number, size: number): Similarity {
    return tokenSimilarity(this.query.tokens[query] as Token, joinedOf(this.candidate, from, size), this.person);
  }
}

const DIFFERENT: Similarity = { score: 0, evidence: 'different' };

/**
 * Of one name asked for and many listed ones: each of its tokens is held once against each listed token of all of them,
 * one after the other, through the sieve.
 */
export class ListedLikeness implements PairLikeness {
  private readonly segment: Segment;
  private readonly sieve: Sieve;
  private query: NameReading = { tokens: [], roles: [] };
  private person = false;
  private candidate: NameReading = { tokens: [], roles: [] };
  private start = 0;
  /** Listed tokens of the candidates, each once; where each stands here by its number. */
  private readonly ids: number[] = [];
  private readonly places = new Map<number, number>();
  /** By token of the query: by place. Rows are kept, so that a search leaves nothing to collect. */
  private readonly known: (Similarity | undefined)[][] = [];
  /** Of neighbours of the query, by their first token and number: the token, and by place. */
  private readonly joined: (Token | undefined)[] = [];
  private readonly joinedKnown: (Similarity | undefined)[][] = [];
  private readonly joinedCandidate: (Token | undefined)[] = [];

  constructor(segment: Segment) {
    this.segment = segment;
    this.sieve = new Sieve(segment.arrays, MODEL.pairFloor, true);
  }

  /** Works out how `query` is like the tokens of `readings`. */
  prepare(query: NameReading, person: boolean, readings: readonly number[]): void {
    const { ids, places, segment } = this;
    const { readingStart, readingTokens } = segment.arrays;
    this.query = query;
    this.person = person;
    ids.length = 0;
    this.joined.fill(undefined);
    places.clear();
    for (const reading of readings) {
      const end = readingStart[reading + 1] as number;
      for (let at = readingStart[reading] as number; at < end; at++) {
        const id = readingTokens[at] as number;
        if (places.has(id)) continue;
        places.set(id, ids.length);
        ids.push(id);
      }
    }
    for (let i = 0; i < query.tokens.length; i++) this.compare(i, query.tokens[i] as Token, query.roles[i] as Role);
  }

  private compare(row: number, token: Token, role: Role): void {
    const { ids, segment, sieve, person } = this;
    if (role === ROLE.INITIAL || role === ROLE.NUMBER || role === ROLE.LEGAL || role === ROLE.GENERATION) return;
    const known = (this.known[row] ??= []);
    const short = token.text.length < 2;
    sieve.prepare(token, person, true);
    for (let k = 0; k < ids.length; k++) {
      const id = ids[k] as number;
      // One letter is no matter for the sieve, nor is what is the same.
      if (short || segment.tokenLength(id) < 2) known[k] = tokenSimilarity(token, segment.token(id), person);
      else if (sieve.passes(id)) known[k] = tokenSimilarity(token, segment.token(id), person, sieve.plainLikeness);
      else if (segment.isText(id, token.text)) known[k] = tokenSimilarity(token, segment.token(id), person);
      else known[k] = DIFFERENT;
    }
  }

  /** The candidate that is spoken of from now on. */
  take(reading: number, candidate: NameReading): void {
    this.joinedCandidate.fill(undefined);
    this.start = this.segment.arrays.readingStart[reading] as number;
    this.candidate = candidate;
  }

  private place(candidate: number): number {
    return this.places.get(this.segment.arrays.readingTokens[this.start + candidate] as number) as number;
  }

  of(query: number, candidate: number): Similarity {
    return this.known[query]?.[this.place(candidate)] as Similarity;
  }

  ofJoinedQuery(from: number, size: number, candidate: number): Similarity {
    const row = from * 2 + size - 2;
    const known = (this.joinedKnown[row] ??= []);
    let token = this.joined[row];
    if (token === undefined) {
      token = joinedOf(this.query, from, size);
      this.joined[row] = token;
      for (let k = 0; k < this.ids.length; k++) known[k] = undefined;
    }
    const at = this.place(candidate);
    let answer = known[at];
    if (answer === undefined) {
      answer = tokenSimilarity(token, this.candidate.tokens[candidate] as Token, this.person);
      known[at] = answer;
    }
    return answer;
  }

  ofJoinedCandidate(query: number, from: number, size: number): Similarity {
    const token = (this.joinedCandidate[from * 2 + size - 2] ??= joinedOf(this.candidate, from, size));
    return tokenSimilarity(this.query.tokens[query] as Token, token, this.person);
  }
}
