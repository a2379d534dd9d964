import { admissionCode } from './admission.ts';
import { attributesOf, identifierKey, isTellingIdentifier } from './attributes.ts';
import { parseDateRange } from './dates.ts';
import { MOST_TOKENS } from './expand.ts';
import { storedKeys } from './keys.ts';
import { NameIndex } from './name-index.ts';
import { parseName } from './parse.ts';
import { ROLE, type Role } from './roles.ts';
import type { Fidelity } from './romanize/index.ts';
import { traitsOf } from './traits.ts';
import { soundOrder } from './sound-keys.ts';
import { storeAttributes } from './stored-attributes.ts';
import { KINDS, POSTING, SCHEMAS, TOKEN, type SegmentArrays } from './segment.ts';
import { GrowableBytes, GrowableUint32, hashText, IDENTIFIER_SEED, TextInterner } from './storage.ts';
import { lettersOf, soundCodes, Token } from './token.ts';
import type { NameEntity, NameParts } from './types.ts';

/** Collects entities and builds an immutable index of them. Entities keep the order they were added in. */
export class NameIndexBuilder {
  private readonly entityIdBytes = new GrowableBytes();
  private readonly entityIdStart = new GrowableUint32();
  private readonly entitySchema = new GrowableBytes();
  private readonly entityBirthYears = new GrowableUint32();
  private readonly entityDataBytes = new GrowableBytes();
  private readonly entityDataStart = new GrowableUint32();
  private readonly nameBytes = new GrowableBytes();
  private readonly nameStart = new GrowableUint32();
  private readonly nameKind = new GrowableBytes();
  private readonly readingEntity = new GrowableUint32();
  private readonly readingName = new GrowableUint32();
  private readonly readingAdmission = new GrowableBytes();
  private readonly readingStart = new GrowableUint32();
  private readonly readingNames = new GrowableBytes();
  private readonly readingTokens = new GrowableUint32();
  private readonly readingRoles = new GrowableBytes();
  private readonly tokens = new TextInterner();
  private readonly identifierHash = new GrowableUint32();
  private readonly identifierEntity = new GrowableUint32();
  private entities = 0;
  private names = 0;

  constructor() {
    this.entityIdStart.push(0);
    this.entityDataStart.push(0);
    this.nameStart.push(0);
    this.readingStart.push(0);
  }

  /** Adds one entity. Names without a single letter or digit are kept out of the search. */
  add(entity: NameEntity): void {
    const ordinal = this.entities++;
    this.entityIdBytes.pushText(entity.id);
    this.entityIdStart.push(this.entityIdBytes.length);
    const schema = Math.max(0, SCHEMAS.indexOf(entity.schema));
    const years = birthYears(entity.birthDates);
    this.entitySchema.push(schema);
    this.entityBirthYears.push(years);
    const admission = admissionCode(schema, years);
    const attributes = attributesOf(entity);
    this.entityDataBytes.pushText(storeAttributes(attributes));
    this.entityDataStart.push(this.entityDataBytes.length);
    for (const name of entity.names) {
      const value = name.value.length > 0 ? name.value : partsToName(name.parts);
      if (value === '') continue;
      this.nameBytes.pushText(value.slice(0, 400).toWellFormed());
      this.nameStart.push(this.nameBytes.length);
      this.nameKind.push(Math.max(0, KINDS.indexOf(name.kind)));
      this.addReadings(value, entity, ordinal, this.names, admission);
      this.names++;
    }
    for (const [, value] of attributes.i ?? []) {
      const key = identifierKey(value);
      if (!isTellingIdentifier(key)) continue;
      this.identifierHash.push(hashText(key, IDENTIFIER_SEED));
      this.identifierEntity.push(ordinal);
    }
  }

  /** Builds the index. The builder is empty afterwards and must not be used again. */
  build(): NameIndex {
    const readingTokens = this.readingTokens.freeze();
    // What is worked out of the tokens of a small index is held, for it is needed more than once; of a large one it would be too much.
    const held = this.tokens.count <= FEW_TOKENS ? heldTokens(this.tokens) : null;
    const order = bySound(this.tokens, readingTokens, held);
    const { bytes: tokenBytes, offsets: tokenStart, slots: tokenSlots } = this.tokens.freeze(order);
    const readingStart = this.readingStart.freeze();
    const tokenCount = tokenStart.length - 1;
    if (tokenCount > MOST_TOKENS)
      throw new RangeError(`${tokenCount} distinct tokens are more than ${MOST_TOKENS}: build several smaller indexes`);
    const readingNames = this.readingNames.freeze();
    if (readingNames.length > POSTING.READING)
      throw new RangeError(
        `${readingNames.length} readings of names are more than ${POSTING.READING}: build several smaller indexes`,
      );
    const marks = new Uint32Array(readingNames.length);
    const admission = this.readingAdmission.freeze();
    for (let i = 0; i < marks.length; i++)
      marks[i] =
        ((admission[i] as number) << POSTING.CODE_SHIFT) | ((readingNames[i] as number) > 1 ? 0 : POSTING.SINGLE);
    const { postingStart, postings } = buildPostings(readingStart, readingTokens, marks, tokenCount);
    const { tokenSounds, tokenFacts } = buildSounds(tokenBytes, tokenStart, tokenCount, held, order);
    const { bucketStart, buckets } = buildBuckets(tokenCount, held !== null, (id) => {
      if (held !== null) return (held[order[id] as number] as HeldToken).token;
      const stored = storedToken(tokenBytes, tokenStart, id);
      const at = id * TOKEN.SIZE;
      const code = tokenSounds.subarray(tokenFacts[at + TOKEN.SOUNDS], tokenFacts[at + TOKEN.ENGLISH]);
      return new Token(stored.slice(1), stored.charAt(0) as Fidelity, code);
    });
    const { hash, entity } = this.sortIdentifiers();
    this.tokens.clear();
    const arrays: SegmentArrays = {
      entityIdBytes: this.entityIdBytes.freeze(),
      entityIdStart: this.entityIdStart.freeze(),
      entitySchema: this.entitySchema.freeze(),
      entityBirthYears: this.entityBirthYears.freeze(),
      entityDataBytes: this.entityDataBytes.freeze(),
      entityDataStart: this.entityDataStart.freeze(),
      nameBytes: this.nameBytes.freeze(),
      nameStart: this.nameStart.freeze(),
      nameKind: this.nameKind.freeze(),
      readingEntity: this.readingEntity.freeze(),
      readingName: this.readingName.freeze(),
      readingStart,
      readingNames,
      readingTokens,
      readingRoles: this.readingRoles.freeze(),
      tokenBytes,
      tokenStart,
      tokenSlots,
      tokenSounds,
      tokenFacts,
      postingStart,
      postings,
      bucketStart,
      buckets,
      identifierHash: hash,
      identifierEntity: entity,
    };
    return new NameIndex(arrays);
  }

  private addReadings(value: string, entity: NameEntity, ordinal: number, nameIndex: number, admission: number): void {
    // Tokens are only numbered here; what they sound like is worked out once per distinct token in build().
    const make = (text: string, fidelity: Fidelity): Token => new Token(text, fidelity, EMPTY);
    for (const reading of parseName(value, entity.schema, make)) {
      for (let i = 0; i < reading.tokens.length; i++) {
        const token = reading.tokens[i] as Token;
        this.readingTokens.push(this.tokens.intern(token.fidelity + token.text));
        this.readingRoles.push(reading.roles[i] ?? 0);
      }
      this.readingNames.push(reading.roles.filter((role) => CARRYING.has(role)).length);
      this.readingEntity.push(ordinal);
      this.readingName.push(nameIndex);
      this.readingAdmission.push(admission);
      this.readingStart.push(this.readingTokens.length);
    }
  }

  private sortIdentifiers(): { hash: Uint32Array; entity: Uint32Array } {
    const hashes = this.identifierHash.freeze();
    const entities = this.identifierEntity.freeze();
    const order = new Uint32Array(hashes.length);
    for (let i = 0; i < order.length; i++) order[i] = i;
    order.sort((a, b) => (hashes[a] ?? 0) - (hashes[b] ?? 0) || (entities[a] ?? 0) - (entities[b] ?? 0));
    const hash = new Uint32Array(new SharedArrayBuffer(hashes.length * 4));
    const entity = new Uint32Array(new SharedArrayBuffer(hashes.length * 4));
    for (let i = 0; i < order.length; i++) {
      hash[i] = hashes[order[i] ?? 0] ?? 0;
      entity[i] = entities[order[i] ?? 0] ?? 0;
    }
    return { hash, entity };
  }
}

const CARRYING: ReadonlySet<Role> = new Set([ROLE.NAME, ROLE.PATRONYMIC, ROLE.NUMBER, ROLE.GENERIC]);
const EMPTY = new Uint8Array(0);

function partsToName(parts: NameParts | undefined): string {
  return [parts?.first, parts?.middle, parts?.last].filter((part) => part !== undefined && part !== '').join(' ');
}

function birthYears(dates: readonly string[]): number {
  let from = 0;
  let to = 0;
  for (const text of dates) {
    const range = parseDateRange(text);
    if (range === null) continue;
    const slack = range.circa ? 2 : 0;
    const first = Math.floor(range.from / 10000) - slack;
    const last = Math.floor(range.to / 10000) + slack;
    if (from === 0 || first < from) from = first;
    if (last > to) to = last;
  }
  return from === 0 ? 0 : from * 65536 + to;
}

function shared(length: number): Uint32Array {
  return new Uint32Array(new SharedArrayBuffer(length * 4));
}

/** Counts become starts; returns the total. */
function accumulate(starts: Uint32Array): number {
  let total = 0;
  for (let i = 0; i < starts.length; i++) {
    const count = starts[i] ?? 0;
    starts[i] = total;
    total += count;
  }
  return total;
}

function buildPostings(
  readingStart: Uint32Array,
  readingTokens: Uint32Array,
  marks: Uint32Array,
  tokenCount: number,
): { postingStart: Uint32Array; postings: Uint32Array } {
  const postingStart = shared(tokenCount + 1);
  for (const token of readingTokens) postingStart[token] = (postingStart[token] ?? 0) + 1;
  const total = accumulate(postingStart);
  const postings = shared(total);
  const next = postingStart.slice();
  for (let reading = 0; reading + 1 < readingStart.length; reading++) {
    for (let at = readingStart[reading] ?? 0; at < (readingStart[reading + 1] ?? 0); at++) {
      const token = readingTokens[at] ?? 0;
      const place = next[token] ?? 0;
      postings[place] = (marks[reading] as number) | (reading << POSTING.READING_SHIFT);
      next[token] = place + 1;
    }
  }
  return { postingStart, postings };
}

/** What is worked out of a token to store it. */
interface HeldToken {
  token: Token;
  english: Uint8Array;
}

function codeOf(stored: string): Uint8Array {
  return soundCodes(stored.slice(1), stored.charAt(0) as Fidelity).code;
}

function heldToken(stored: string): HeldToken {
  const [fidelity, text] = [stored.charAt(0) as Fidelity, stored.slice(1)];
  const { code, english } = soundCodes(text, fidelity);
  return { token: new Token(text, fidelity, code), english };
}

/** The same of all tokens, by their first numbers. */
function heldTokens(tokens: TextInterner): HeldToken[] {
  return Array.from({ length: tokens.count }, (_, id) => heldToken(tokens.text(id)));
}

/** Tokens of a small index. */
const FEW_TOKENS = 20_000;

/**
 * Numbers tokens anew so that those which sound alike are neighbours: they are looked at together, and then lie together
 * in memory.
 * @returns the old numbers in the new order
 */
function bySound(tokens: TextInterner, readingTokens: Uint32Array, held: readonly HeldToken[] | null): Uint32Array {
  const order = new Uint32Array(tokens.count);
  const keys = new Float64Array(tokens.count);
  for (let id = 0; id < order.length; id++) {
    order[id] = id;
    keys[id] = soundOrder(held?.[id]?.token.code ?? codeOf(tokens.text(id)));
  }
  order.sort((a, b) => (keys[a] as number) - (keys[b] as number) || a - b);
  const renumbered = new Uint32Array(order.length);
  for (let id = 0; id < order.length; id++) renumbered[order[id] as number] = id;
  for (let i = 0; i < readingTokens.length; i++) readingTokens[i] = renumbered[readingTokens[i] as number] as number;
  return order;
}

function storedToken(tokenBytes: Uint8Array, tokenStart: Uint32Array, id: number): string {
  let stored = '';
  for (let at = tokenStart[id] ?? 0; at < (tokenStart[id + 1] ?? 0); at++)
    stored += String.fromCharCode(tokenBytes[at] ?? 0);
  return stored;
}

function buildSounds(
  tokenBytes: Uint8Array,
  tokenStart: Uint32Array,
  tokenCount: number,
  held: readonly HeldToken[] | null,
  order: Uint32Array,
): Pick<SegmentArrays, 'tokenSounds' | 'tokenFacts'> {
  const tokenFacts = shared(TOKEN.SIZE * (tokenCount + 1));
  const bytes = new GrowableBytes();
  for (let id = 0; id < tokenCount; id++) {
    const { token, english } = held?.[order[id] as number] ?? heldToken(storedToken(tokenBytes, tokenStart, id));
    const { text, code } = token;
    const facts = id * TOKEN.SIZE;
    tokenFacts[facts + TOKEN.SHAPE] = ((Math.min(63, text.length) << 26) | lettersOf(text)) >>> 0;
    tokenFacts[facts + TOKEN.TRAITS] = traitsOf(token);
    for (const symbol of code) bytes.push(symbol);
    tokenFacts[facts + TOKEN.ENGLISH] = bytes.length;
    for (const symbol of english) bytes.push(symbol);
    tokenFacts[facts + TOKEN.SIZE + TOKEN.SOUNDS] = bytes.length;
  }
  return { tokenSounds: bytes.freeze(), tokenFacts };
}

/** @param few tokens are few: their keys take a few megabytes */
function buildBuckets(
  tokenCount: number,
  few: boolean,
  tokenOf: (id: number) => Token,
): { bucketStart: Uint32Array; buckets: Uint32Array } {
  let size = 1 << 10;
  while (size < tokenCount * 8) size *= 2;
  const mask = size - 1;
  const bucketStart = shared(size + 1);
  const each = (visit: (token: number, bucket: number) => void): void => {
    for (let id = 0; id < tokenCount; id++) storedKeys(tokenOf(id), (hash) => visit(id, hash & mask));
  };
  // Keys are made twice rather than held, but for a small index, where they are few.
  const held: number[] = [];
  each((token, bucket) => {
    bucketStart[bucket] = (bucketStart[bucket] ?? 0) + 1;
    if (few) held.push(token, bucket);
  });
  const buckets = shared(accumulate(bucketStart));
  const next = bucketStart.slice();
  const put = (token: number, bucket: number): void => {
    const place = next[bucket] ?? 0;
    buckets[place] = token;
    next[bucket] = place + 1;
  };
  if (few) for (let i = 0; i + 1 < held.length; i += 2) put(held[i] as number, held[i + 1] as number);
  else each(put);
  return { bucketStart, buckets };
}
