import { CROSS_LANGUAGE, SHORT_FORMS } from './families.ts';
import type { Fidelity } from './romanize/index.ts';
import { englishSounds } from './english.ts';
import { encodeSounds, soundsOf } from './sound.ts';

/**
 * Whether a text is syllables in a spelling of our own (Korean, or Chinese in the other system), which a sign in front
 * of it tells: it is the same as another or it is not, and has no slips.
 */
export function isBySyllable(text: string): boolean {
  const sign = text.charCodeAt(0);
  return sign >= 60 && sign <= 62;
}

/** A token ready to be compared. Two tokens of the same text and fidelity are the same token. */
export class Token {
  readonly text: string;
  readonly fidelity: Fidelity;
  readonly code: Uint8Array;
  /** Set of letters, a quick test before anything dearer. */
  readonly letters: number;
  readonly consonants: number;
  private englishCode: Uint8Array | undefined;
  private bareToken: Token | null | undefined;
  private nearFamilies: readonly number[] | undefined;
  private farFamilies: readonly number[] | undefined;

  constructor(text: string, fidelity: Fidelity, code: Uint8Array, english?: Uint8Array) {
    this.text = text;
    this.fidelity = fidelity;
    this.code = code;
    this.letters = lettersOf(text);
    let consonants = 0;
    for (const symbol of code) if (symbol >= 6) consonants++;
    this.consonants = consonants;
    this.englishCode = english?.length === 0 ? code : english;
  }

  /** The sounds read as English; the same object as `code` where that makes no difference. */
  get english(): Uint8Array {
    this.englishCode ??= this.fidelity === 'a' ? englishCode(this.text, this.code) : this.code;
    return this.englishCode;
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

function englishCode(text: string, plain: Uint8Array): Uint8Array {
  const sounds = englishSounds(text);
  return sounds === null ? plain : encodeSounds(sounds);
}

/** Sounds of a token as stored: the plain code, and the English one (empty where it is the same). */
export function soundCodes(text: string, fidelity: Fidelity): { code: Uint8Array; english: Uint8Array } {
  const english = fidelity === 'a' ? englishSounds(text) : null;
  return { code: encodeSounds(soundsOf(text)), english: english === null ? NO_CODE : encodeSounds(english) };
}
const NO_CODE = new Uint8Array(0);

/** Set of letters of a text, one bit for each of 26; digits and signs share them. */
export function lettersOf(text: string): number {
  let set = 0;
  for (let i = 0; i < text.length; i++) set |= 1 << ((text.charCodeAt(i) + 7) % 26);
  return set;
}
