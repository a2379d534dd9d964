import { CROSS_LANGUAGE, SHORT_FORMS } from './families.ts';
import type { Fidelity } from './romanize/index.ts';
import { encodeSounds, englishSounds, soundsOf } from './sound.ts';

/** A token ready to be compared. Two tokens of the same text and fidelity are the same token. */
export interface Token {
  text: string;
  fidelity: Fidelity;
  code: Uint8Array;
  /** The same, read as English; the same object where that makes no difference. */
  english: Uint8Array;
  /** Set of letters, a quick test before the typing distance. */
  letters: number;
  /** A Latin token without the article or "abdul" written onto it ("alkaabi"), or null. */
  bare: Token | null;
  /** Families of given names it belongs to (spellings and short forms), and the wider ones (other languages). */
  families: readonly number[];
  relatives: readonly number[];
}

const NONE: readonly number[] = [];
const ARTICLE = /^(?:abdul|al|el|ul|as|ash|ad|an|ar|at|az)([a-z]{4,})$/;

/** Sounds of a token as stored: the plain code, and the English one (empty where it is the same). */
export function soundCodes(text: string, fidelity: Fidelity): { code: Uint8Array; english: Uint8Array } {
  const sounds = soundsOf(text);
  const english = fidelity === 'a' ? englishSounds(text, sounds) : sounds;
  return { code: encodeSounds(sounds), english: english === sounds ? NO_CODE : encodeSounds(english) };
}
const NO_CODE = new Uint8Array(0);

export function makeToken(text: string, fidelity: Fidelity): Token {
  const { code, english } = soundCodes(text, fidelity);
  return tokenFrom(text, fidelity, code, english);
}

/** A token whose sounds are known already. */
export function tokenFrom(text: string, fidelity: Fidelity, code: Uint8Array, english: Uint8Array): Token {
  const article =
    text.length >= 6 && (fidelity === 'a' || fidelity === 'b' || text.startsWith('abdul')) ? ARTICLE.exec(text) : null;
  return {
    text,
    fidelity,
    code,
    english: english.length === 0 ? code : english,
    letters: lettersOf(text),
    bare: article === null ? null : makeToken(article[1] ?? '', fidelity),
    families: SHORT_FORMS.get(text) ?? NONE,
    relatives: CROSS_LANGUAGE.get(text) ?? NONE,
  };
}

function lettersOf(text: string): number {
  let set = 0;
  for (let i = 0; i < text.length; i++) set |= 1 << (text.charCodeAt(i) & 31);
  return set;
}
