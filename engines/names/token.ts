import { COMMON } from './common.ts';
import { CROSS_LANGUAGE, SHORT_FORMS } from './families.ts';
import type { Fidelity } from './romanize/index.ts';
import { englishSounds } from './english.ts';
import { encodeSounds, meetsApart, soundsOf } from './sound.ts';

/**
 * Whether a text is syllables in a spelling of our own (Korean, or Chinese in the other system), which a sign in front
 * of it tells: it is the same as another or it is not, and has no slips.
 */
export function isBySyllable(text: string): boolean {
  const sign = text.charCodeAt(0);
  return sign >= 60 && sign <= 62;
}

/** What an index knows of a listed token, so that it need not be worked out again; sounds are read when they are needed. */
export interface ListedFacts {
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

/** A token ready to be compared. Two tokens of the same text and fidelity are the same token. */
export class Token {
  readonly text: string;
  readonly fidelity: Fidelity;
  /** The fidelity as a number: 0 for `a`. */
  readonly kind: number;
  /** Set of letters, a quick test before anything dearer. */
  readonly letters: number;
  readonly consonants: number;
  private readonly listed: ListedFacts | undefined;
  private plainCode: Uint8Array | undefined;
  private englishCode: Uint8Array | undefined;
  private frequency: number | undefined;
  private bareToken: Token | null | undefined;
  private nearFamilies: readonly number[] | undefined;
  private farFamilies: readonly number[] | undefined;

  /** @param code its sounds, or what an index knows of it */
  constructor(text: string, fidelity: Fidelity, code: Uint8Array | ListedFacts, english?: Uint8Array) {
    this.text = text;
    this.fidelity = fidelity;
    this.kind = fidelity.charCodeAt(0) - 97;
    this.frequency = undefined;
    if (code instanceof Uint8Array) {
      this.listed = undefined;
      this.letters = lettersOf(text);
      this.consonants = consonantsOf(code, 0, code.length);
      this.plainCode = code;
      this.englishCode = english?.length === 0 ? code : english;
      this.bareToken = undefined;
      this.nearFamilies = undefined;
      this.farFamilies = undefined;
    } else {
      this.listed = code;
      this.letters = code.letters;
      this.consonants = code.consonants;
      this.plainCode = undefined;
      this.englishCode = undefined;
      this.bareToken = code.article ? undefined : null;
      this.nearFamilies = code.family ? undefined : NONE;
      this.farFamilies = code.family ? undefined : NONE;
    }
  }

  get code(): Uint8Array {
    this.plainCode ??=
      this.listed === undefined ? NO_CODE : copyOf(this.listed.sounds, this.listed.plain, this.listed.english);
    return this.plainCode;
  }

  /** The sounds read as English; the same object as `code` where that makes no difference. */
  get english(): Uint8Array {
    this.englishCode ??= this.readEnglish();
    return this.englishCode;
  }

  /** False where its sounds are known to be no other in English. */
  get mayReadEnglish(): boolean {
    if (this.kind !== 0) return false;
    if (this.listed !== undefined) return this.listed.end > this.listed.english;
    return this.englishCode === undefined || this.englishCode !== this.plainCode;
  }

  private readEnglish(): Uint8Array {
    const { listed } = this;
    if (listed === undefined) return this.kind === 0 ? englishCode(this.text, this.code) : this.code;
    return listed.end > listed.english ? copyOf(listed.sounds, listed.english, listed.end) : this.code;
  }

  /** How frequent it is in names of people: 0 for most, up to 3. */
  get common(): number {
    this.frequency ??= COMMON.get(this.text) ?? 0;
    return this.frequency;
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
    this.nearFamilies ??= SHORT_FORMS.get(this.text) ?? NONE;
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

/** The token of a text; the same object for the same text while it is remembered. */
export function makeToken(text: string, fidelity: Fidelity): Token {
  const known = made[fidelity];
  let token = known.get(text);
  if (token === undefined) {
    token = new Token(text, fidelity, encodeSounds(soundsOf(text)));
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
  if (!meetsApart(first.text, second.text)) return makeToken(text, fidelity);
  const [a, b] = [first.code, second.code];
  if (a.length === 0 || b.length === 0 || endsAsBegins(a, b)) return makeToken(text, fidelity);
  const code = new Uint8Array(a.length + b.length);
  code.set(a);
  code.set(b, a.length);
  return new Token(text, fidelity, code);
}

/** The first sound, which may be two signs, would be written twice. */
function endsAsBegins(a: Uint8Array, b: Uint8Array): boolean {
  return a[a.length - 1] === b[0] || (a[a.length - 2] === b[0] && a[a.length - 1] === b[1]);
}

function englishCode(text: string, plain: Uint8Array): Uint8Array {
  const sounds = englishSounds(text);
  return sounds === null ? plain : encodeSounds(sounds);
}

/** Sounds of a token as stored: the plain code, and the English one (empty where it is the same). */
export function soundCodes(text: string, fidelity: Fidelity): { code: Uint8Array; english: Uint8Array } {
  const english = fidelity === 'a' ? englishSounds(text) : null;
  return { code: encodeSounds(soundsOf(text)), english: english === null ? NO_CODE : encodeSounds(english) };
}

/** Set of letters of a text, one bit for each of 26; digits and signs share them. */
export function lettersOf(text: string): number {
  let set = 0;
  for (let i = 0; i < text.length; i++) set |= 1 << ((text.charCodeAt(i) + 7) % 26);
  return set;
}
