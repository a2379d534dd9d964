import { CROSS_LANGUAGE, SHORT_FORMS } from './families.ts';
import type { Fidelity } from './romanize/index.ts';
import { encodeSounds, englishSounds, soundsOf } from './sound.ts';

/** A token ready to be compared. Two tokens of the same text and fidelity are the same token. */
export interface Token {
  text: string;
  fidelity: Fidelity;
  sounds: string;
  code: Uint8Array;
  /** The same, read as English; the same object where that makes no difference. */
  english: Uint8Array;
  /** A Latin token without the article written onto it ("alkaabi"), or null. */
  bare: Token | null;
  /** Families of given names it belongs to (spellings and short forms), and the wider ones (other languages). */
  families: readonly number[];
  relatives: readonly number[];
}

const NONE: readonly number[] = [];
const ARTICLE = /^(al|el|ul|as|ash|ad|an|ar|at|az)([a-z]{4,})$/;

export function makeToken(text: string, fidelity: Fidelity): Token {
  const sounds = soundsOf(text);
  const code = encodeSounds(sounds);
  const english = fidelity === 'a' ? englishSounds(text, sounds) : sounds;
  const article = fidelity === 'a' || fidelity === 'b' ? ARTICLE.exec(text) : null;
  return {
    text,
    fidelity,
    sounds,
    code,
    english: english === sounds ? code : encodeSounds(english),
    bare: article === null ? null : makeToken(article[2] ?? '', fidelity),
    families: SHORT_FORMS.get(text) ?? NONE,
    relatives: CROSS_LANGUAGE.get(text) ?? NONE,
  };
}
