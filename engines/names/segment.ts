import type { Fidelity } from './romanize/index.ts';
import { findText, textAt } from './storage.ts';
import { Token } from './token.ts';
import type { NameKind, NameSchema } from './types.ts';

/** Layout of an index; changes whenever the arrays change meaning. */
export const SEGMENT_FORMAT = 1;

export const KINDS: readonly NameKind[] = ['PRIMARY', 'ALIAS', 'WEAK_ALIAS', 'FORMER'];
export const SCHEMAS: readonly NameSchema[] = ['PERSON', 'ORGANIZATION', 'VESSEL', 'AIRCRAFT'];

/**
 * An index as plain arrays over shared memory. A "reading" is one way a listed name can be read; it is what is searched.
 * All `…Start` arrays have one entry more than there are things, so that `[i, i+1)` is a range.
 */
export interface SegmentArrays {
  entityIdBytes: Uint8Array;
  entityIdStart: Uint32Array;
  entitySchema: Uint8Array;
  /** Earliest and latest birth year (from * 65536 + to), 0 where not known. */
  entityBirthYears: Uint32Array;
  /** Attributes as JSON. */
  entityDataBytes: Uint8Array;
  entityDataStart: Uint32Array;
  nameBytes: Uint8Array;
  nameStart: Uint32Array;
  nameKind: Uint8Array;
  readingEntity: Uint32Array;
  readingName: Uint32Array;
  readingStart: Uint32Array;
  /** Tokens that carry weight in each reading: all but particles, titles, initials and forms. */
  readingNames: Uint8Array;
  readingTokens: Uint32Array;
  readingRoles: Uint8Array;
  tokenBytes: Uint8Array;
  tokenStart: Uint32Array;
  tokenSlots: Uint32Array;
  /** Sounds of each token, plain and (where it differs) English, one after the other; two starts per token. */
  tokenSounds: Uint8Array;
  tokenSoundsStart: Uint32Array;
  /** Set of letters of each token (26 bits) and its length (6 bits), a test before anything dearer. */
  tokenShape: Uint32Array;
  /** Readings that hold a token. */
  postingStart: Uint32Array;
  postings: Uint32Array;
  /** Tokens by hash of their keys. */
  bucketStart: Uint32Array;
  buckets: Uint32Array;
  /** Identifier hashes in order, and whose they are. */
  identifierHash: Uint32Array;
  identifierEntity: Uint32Array;
}

export interface SharedSegment {
  format: number;
  arrays: SegmentArrays;
}

/** Read access to the arrays. */
export class Segment {
  readonly arrays: SegmentArrays;
  readonly entityCount: number;
  readonly readingCount: number;
  readonly tokenCount: number;
  private tokens: (Token | undefined)[];
  private kept = 0;

  constructor(arrays: SegmentArrays) {
    this.arrays = arrays;
    this.entityCount = arrays.entitySchema.length;
    this.readingCount = arrays.readingEntity.length;
    this.tokenCount = arrays.tokenStart.length - 1;
    this.tokens = Array.from({ length: this.tokenCount });
  }

  entityId(ordinal: number): string {
    const { entityIdBytes, entityIdStart } = this.arrays;
    return textAt(entityIdBytes, entityIdStart[ordinal] ?? 0, entityIdStart[ordinal + 1] ?? 0);
  }

  entityData(ordinal: number): string {
    const { entityDataBytes, entityDataStart } = this.arrays;
    return textAt(entityDataBytes, entityDataStart[ordinal] ?? 0, entityDataStart[ordinal + 1] ?? 0);
  }

  name(index: number): string {
    const { nameBytes, nameStart } = this.arrays;
    return textAt(nameBytes, nameStart[index] ?? 0, nameStart[index + 1] ?? 0);
  }

  findToken(text: string, fidelity: Fidelity): number {
    const { tokenBytes, tokenStart, tokenSlots } = this.arrays;
    return findText(tokenBytes, tokenStart, tokenSlots, fidelity + text);
  }

  /** A listed token, made once and kept for as long as there is room. */
  token(id: number): Token {
    const known = this.tokens[id];
    if (known !== undefined) return known;
    const { tokenBytes, tokenStart } = this.arrays;
    const stored = textAt(tokenBytes, tokenStart[id] ?? 0, tokenStart[id + 1] ?? 0);
    const { tokenSounds, tokenSoundsStart } = this.arrays;
    const plain = tokenSoundsStart[2 * id] ?? 0;
    const english = tokenSoundsStart[2 * id + 1] ?? 0;
    const code = tokenSounds.slice(plain, english);
    const other = tokenSounds.slice(english, tokenSoundsStart[2 * id + 2] ?? 0);
    const token = new Token(stored.slice(1), stored.charAt(0) as Fidelity, code, other);
    if (++this.kept > MAX_KEPT_TOKENS) {
      this.tokens = Array.from({ length: this.tokenCount });
      this.kept = 1;
    }
    this.tokens[id] = token;
    return token;
  }
}

const MAX_KEPT_TOKENS = 50_000;
