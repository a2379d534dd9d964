import { COMMON, UNKNOWN, type Frequency } from './common.ts';
import { CROSS_LANGUAGE, SHORT_FORMS } from './families.ts';
import type { Fidelity } from './romanize/index.ts';
import { englishSounds } from './english.ts';
import { sumOf, type SoundCosts } from './sound-distance.ts';
import { encodeSounds, meetsApart, soundsOf } from './sound.ts';
import { textAt } from './storage.ts';

/**
 * Whether a text is syllables in a spelling of our own (Korean, or Chinese in the other system), which a sign in front
 * of it tells: it is the same as another or it is not, and has no slips.
 */
export function isBySyllable(text: string): boolean {
  return isSyllableSign(text.charCodeAt(0));
}

/** The same by the code of its first letter. */
export function isSyllableSign(code: number): boolean {
  return code >= 60 && code <= 62;
}

/** What an index knows of a listed token, so that it need not be worked out again. */
export interface ListedFacts {
  /** Its letters are `length` of these from `start` on. */
  bytes: Uint8Array;
  start: number;
  length: number;
  fidelity: Fidelity;
  letters: number;
  consonants: number;
  /** It belongs to a family of given names. */
  family: boolean;
  /** An article is written onto it. */
  article: boolean;
  sounds: Uint8Array;
  /** Its plain sounds are `[plain, english)`, its English ones `[english, end)`. */
  plain: number;
  english: number;
  end: number;
}

/**
 * A token ready to be compared. Two tokens of the same text and fidelity are the same token. One of an index is read where
 * it lies: nothing of it is copied before it is needed.
 */
export class Token {
  fidelity: Fidelity;
  /** The fidelity as a number: 0 for `a`. */
  kind: number;
  /** Letters of its text. */
  length: number;
  /** Code of its first letter, 0 where it has none. */
  first: number;
  /** Set of letters, a quick test before anything dearer. */
  letters: number;
  consonants: number;
  /** Its plain sounds are `[from, to)` of these: of a listed token those of all tokens. */
  sounds: Uint8Array;
  from: number;
  to: number;
  /** Its English sounds are `[englishFrom, englishTo)` of these, once {@link readsEnglish} has said that it has any. */
  englishSounds: Uint8Array;
  englishFrom: number;
  englishTo: number;
  /** What its sounds weigh and cost, by the costs last asked for. */
  weight = 0;
  cost = 0;
  private costs: SoundCosts | undefined;
  private written: string | undefined;
  private bytes: Uint8Array;
  private start: number;
  private plainCode: Uint8Array | undefined;
  private englishKnown: boolean;
  private known: Frequency | undefined;
  private bareToken: Token | null | undefined;
  private nearFamilies: readonly number[] | undefined;
  private farFamilies: readonly number[] | undefined;

  /** @param code its sounds */
  constructor(text: string, fidelity: Fidelity, code: Uint8Array) {
    this.written = text;
    this.bytes = NO_CODE;
    this.start = 0;
    this.length = text.length;
    this.first = text.length === 0 ? 0 : text.charCodeAt(0);
    this.fidelity = fidelity;
    this.kind = fidelity.charCodeAt(0) - 97;
    this.letters = lettersOf(text);
    this.consonants = consonantsOf(code, 0, code.length);
    this.sounds = code;
    this.from = 0;
    this.to = code.length;
    this.englishSounds = NO_CODE;
    this.englishFrom = 0;
    this.englishTo = 0;
    this.englishKnown = this.kind !== 0;
    this.costs = undefined;
    this.plainCode = code;
    this.known = undefined;
    this.bareToken = undefined;
    this.nearFamilies = undefined;
    this.farFamilies = undefined;
  }

  /** From now on it is a listed token. */
  become(facts: ListedFacts): this {
    const { bytes, start, length, sounds, plain, english, end } = facts;
    this.written = undefined;
    this.bytes = bytes;
    this.start = start;
    this.length = length;
    this.first = length === 0 ? 0 : (bytes[start] as number);
    this.fidelity = facts.fidelity;
    this.kind = facts.fidelity.charCodeAt(0) - 97;
    this.letters = facts.letters;
    this.consonants = facts.consonants;
    this.sounds = sounds;
    this.from = plain;
    this.to = english;
    this.englishSounds = sounds;
    this.englishFrom = english;
    this.englishTo = end;
    this.englishKnown = true;
    this.costs = undefined;
    this.plainCode = undefined;
    this.known = undefined;
    this.bareToken = facts.article ? undefined : null;
    this.nearFamilies = facts.family ? undefined : NONE;
    this.farFamilies = facts.family ? undefined : NONE;
    return this;
  }

  get text(): string {
    this.written ??= textAt(this.bytes, this.start, this.start + this.length);
    return this.written;
  }

  /** Whether it is the same text as another. */
  isText(other: Token): boolean {
    if (this.length !== other.length || this.first !== other.first) return false;
    return this.text === other.text;
  }

  /** Copies at most as many of its letters as there is room for. */
  lettersInto(room: Uint8Array): void {
    const { bytes, start, written } = this;
    const count = Math.min(this.length, room.length);
    if (bytes === NO_CODE) for (let i = 0; i < count; i++) room[i] = (written as string).charCodeAt(i);
    else for (let i = 0; i < count; i++) room[i] = bytes[start + i] as number;
  }

  /** False where its sounds are known to be no other in English. */
  get mayReadEnglish(): boolean {
    return this.kind === 0 && (!this.englishKnown || this.englishTo > this.englishFrom);
  }

  /** Its plain sounds by themselves. */
  get code(): Uint8Array {
    this.plainCode ??= copyOf(this.sounds, this.from, this.to);
    return this.plainCode;
  }

  /** Whether its sounds are others when it is read as English; they are in `englishSounds` then. */
  get readsEnglish(): boolean {
    if (!this.englishKnown) {
      this.englishKnown = true;
      const sounds = englishSounds(this.text);
      if (sounds !== null) {
        this.englishSounds = encodeSounds(sounds);
        this.englishTo = this.englishSounds.length;
      }
    }
    return this.englishTo > this.englishFrom;
  }

  /** What its sounds weigh (`weight`) and what leaving all of them out costs (`cost`), in the unit of these costs. */
  weigh(costs: SoundCosts): void {
    if (this.costs === costs) return;
    this.costs = costs;
    this.weight = sumOf(costs.weights, this.sounds, this.from, this.to);
    this.cost = sumOf(costs.deletion, this.sounds, this.from, this.to);
  }

  /** How frequent it is in names of people: 0 for most, up to 3. */
  get common(): number {
    this.known ??= COMMON.get(this.text) ?? UNKNOWN;
    return this.known.tier;
  }

  /** How much its agreement tells, in bits. */
  get bits(): number {
    this.known ??= COMMON.get(this.text) ?? UNKNOWN;
    return this.known.bits;
  }

  /** A Latin token without the article or "abdul" written onto it ("alkaabi"), or null. */
  get bare(): Token | null {
    if (this.bareToken === undefined) {
      const able =
        this.text.length >= 6 && (this.fidelity === 'a' || this.fidelity === 'b' || this.text.startsWith('abdul'));
      const found = able ? ARTICLE.exec(this.text) : null;
      this.bareToken = found === null ? null : makeToken(found[1] ?? '', this.fidelity);
    }
    return this.bareToken;
  }

  /** Families of given names it belongs to: spellings and short forms. */
  get families(): readonly number[] {
    // Whoever has none in any language has none of these.
    this.nearFamilies ??= this.relatives === NONE ? NONE : (SHORT_FORMS.get(this.text) ?? NONE);
    return this.nearFamilies;
  }

  /** The same, with other languages. */
  get relatives(): readonly number[] {
    this.farFamilies ??= CROSS_LANGUAGE.get(this.text) ?? NONE;
    return this.farFamilies;
  }
}

const NONE: readonly number[] = [];
const NO_CODE = new Uint8Array(0);

/** A few bytes, out of shared memory; `slice` takes longer for so little. */
function copyOf(bytes: Uint8Array, from: number, to: number): Uint8Array {
  if (from >= to) return NO_CODE;
  const out = new Uint8Array(to - from);
  for (let at = from; at < to; at++) out[at - from] = bytes[at] as number;
  return out;
}

/** Sounds that are not vowels. */
export function consonantsOf(code: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if ((code[at] as number) >= 6) count++;
  return count;
}
const ARTICLE = /^(?:abdul|al|el|ul|as|ash|ad|an|ar|at|az)([a-z]{4,})$/;
const made: Readonly<Record<Fidelity, Map<string, Token>>> = {
  a: new Map(),
  b: new Map(),
  c: new Map(),
  d: new Map(),
  e: new Map(),
};
/** Tokens remembered of each way of reading. */
const MOST_MADE = 4096;

function newToken(text: string, fidelity: Fidelity): Token {
  return new Token(text, fidelity, encodeSounds(soundsOf(text)));
}

/** The token of a text; the same object for the same text while it is remembered. */
export function makeToken(text: string, fidelity: Fidelity): Token {
  const known = made[fidelity];
  let token = known.get(text);
  if (token === undefined) {
    token = newToken(text, fidelity);
    if (known.size >= MOST_MADE) known.clear();
    known.set(text, token);
  }
  return token;
}

/**
 * Two neighbours written as one. Mostly the sounds of both, one after the other; worked out anew only where letters that
 * meet may be one sound.
 */
export function joinTokens(first: Token, second: Token): Token {
  const text = first.text + second.text;
  const { fidelity } = first;
  // Hardly any is asked for again.
  if (!meetsApart(first.text, second.text)) return newToken(text, fidelity);
  const [a, b] = [first.code, second.code];
  if (a.length === 0 || b.length === 0 || endsAsBegins(a, b)) return newToken(text, fidelity);
  const code = new Uint8Array(a.length + b.length);
  code.set(a);
  code.set(b, a.length);
  return new Token(text, fidelity, code);
}

/** The first sound, which may be two signs, would be written twice. */
function endsAsBegins(a: Uint8Array, b: Uint8Array): boolean {
  return a[a.length - 1] === b[0] || (a[a.length - 2] === b[0] && a[a.length - 1] === b[1]);
}

/** Sounds of a token as stored: the plain code, and the English one (empty where it is the same). */
export function soundCodes(text: string, fidelity: Fidelity): { code: Uint8Array; english: Uint8Array } {
  const english = fidelity === 'a' ? englishSounds(text) : null;
  return {
    code: encodeSounds(soundsOf(text)),
    english: english === null ? NO_CODE : encodeSounds(english),
  };
}

/** Set of letters of a text, one bit for each of 26; digits and signs share them. */
export function lettersOf(text: string): number {
  let set = 0;
  for (let i = 0; i < text.length; i++) set |= 1 << ((text.charCodeAt(i) + 7) % 26);
  return set;
}
