import type { Fidelity } from './romanize/index.ts';
import { findText, textAt } from './storage.ts';
import { consonantsOf, Token, type ListedFacts } from './token.ts';
import { FIDELITIES, LETTERS, TRAIT } from './traits.ts';
import type { NameKind, NameSchema } from './types.ts';

/** Layout of an index; changes whenever the arrays change meaning. */
export const SEGMENT_FORMAT = 5;

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
  /** Attributes as `stored-attributes.ts` writes them. */
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
  /** Sounds of each token, plain and (where it differs) English, one after the other. */
  tokenSounds: Uint8Array;
  /** What is looked at first of each token, four numbers each, see {@link TOKEN}; one record more than there are tokens. */
  tokenFacts: Uint32Array;
  /** Readings that hold a token, each with what tells most of them apart before they are counted, see {@link POSTING}. */
  postingStart: Uint32Array;
  postings: Uint32Array;
  /** Tokens by hash of their keys. */
  bucketStart: Uint32Array;
  buckets: Uint32Array;
  /** Identifier hashes in order, and whose they are. */
  identifierHash: Uint32Array;
  identifierEntity: Uint32Array;
}

/**
 * A posting in 32 bits, so that most are told apart without looking anywhere else: whether the reading holds one name or
 * none (1 bit), the reading (23 bits), and its code in `admission.ts` (8 bits).
 */
export const POSTING = { SINGLE: 1, READING_SHIFT: 1, READING: 0x7fffff, CODE_SHIFT: 24 } as const;

/** The numbers of a record in `tokenFacts`. */
export const TOKEN = {
  /** Set of letters (26 bits) and length (6 bits), a test before anything dearer. */
  SHAPE: 0,
  /** What else is known, see `sieve.ts`. */
  TRAITS: 1,
  /** Where its plain sounds start in `tokenSounds`, and its English ones; these end where the next token's start. */
  SOUNDS: 2,
  ENGLISH: 3,
  SIZE: 4,
} as const;

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
  /** Tokens made lately, each in one place only: bounded, and nothing that is looked at once grows old. */
  private readonly tokens: (Token | undefined)[] = Array.from({ length: KEPT_TOKENS });
  private readonly tokenIds = new Int32Array(KEPT_TOKENS).fill(-1);
  /** What is known of the token read last. */
  private readonly listed: ListedFacts = {
    bytes: NO_SOUNDS,
    start: 0,
    length: 0,
    fidelity: 'a',
    letters: 0,
    consonants: 0,
    family: false,
    article: false,
    sounds: NO_SOUNDS,
    plain: 0,
    english: 0,
    end: 0,
  };

  constructor(arrays: SegmentArrays) {
    this.arrays = arrays;
    this.entityCount = arrays.entitySchema.length;
    this.readingCount = arrays.readingEntity.length;
    this.tokenCount = arrays.tokenStart.length - 1;
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

  /** Number of the listed token that is the letters `[from, to)` of `text`, or -1. */
  findToken(text: string, fidelity: Fidelity, from = 0, to = text.length): number {
    const { tokenBytes, tokenStart, tokenSlots } = this.arrays;
    return findText(tokenBytes, tokenStart, tokenSlots, fidelity.charCodeAt(0), text, from, to);
  }

  /** Letters of a listed token. */
  tokenLength(id: number): number {
    const { tokenStart } = this.arrays;
    return (tokenStart[id + 1] as number) - (tokenStart[id] as number) - 1;
  }

  /** Whether a listed token is this text, however it was read. */
  isText(id: number, text: string): boolean {
    if (this.tokenLength(id) !== text.length) return false;
    const { tokenBytes, tokenStart } = this.arrays;
    const start = (tokenStart[id] as number) + 1;
    for (let i = 0; i < text.length; i++) if (tokenBytes[start + i] !== text.charCodeAt(i)) return false;
    return true;
  }

  /** A listed token. */
  token(id: number): Token {
    const place = id & (KEPT_TOKENS - 1);
    const known = this.tokenIds[place] === id ? this.tokens[place] : undefined;
    if (known !== undefined) return known;
    const token = this.read(id, new Token('', 'a', NO_SOUNDS));
    this.tokens[place] = token;
    this.tokenIds[place] = id;
    return token;
  }

  /** Makes a token of one's own a listed one. */
  read(id: number, into: Token): Token {
    const { tokenBytes, tokenStart, tokenSounds, tokenFacts } = this.arrays;
    const { listed } = this;
    const at = id * TOKEN.SIZE;
    const traits = tokenFacts[at + TOKEN.TRAITS] as number;
    const few = traits & TRAIT.CONSONANTS;
    listed.bytes = tokenBytes;
    listed.start = (tokenStart[id] as number) + 1;
    listed.length = (tokenStart[id + 1] as number) - listed.start;
    listed.fidelity = FIDELITIES[traits >>> TRAIT.KIND_SHIFT] ?? 'a';
    listed.letters = (tokenFacts[at + TOKEN.SHAPE] as number) & LETTERS;
    listed.family = (traits & TRAIT.FAMILY) !== 0;
    listed.article = (traits & TRAIT.ARTICLE) !== 0;
    listed.sounds = tokenSounds;
    listed.plain = tokenFacts[at + TOKEN.SOUNDS] as number;
    listed.english = tokenFacts[at + TOKEN.ENGLISH] as number;
    listed.end = tokenFacts[at + TOKEN.SIZE + TOKEN.SOUNDS] as number;
    listed.consonants = few < TRAIT.CONSONANTS ? few : consonantsOf(tokenSounds, listed.plain, listed.english);
    return into.become(listed);
  }
}

const NO_SOUNDS = new Uint8Array(0);
/** Places for tokens, a power of two: a few megabytes. */
const KEPT_TOKENS = 1 << 13;
