import { CROSS_LANGUAGE, SHORT_FORMS } from './families.ts';
import type { Fidelity } from './romanize/index.ts';
import { encodeSounds, soundsOf } from './sound.ts';

/** A token ready to be compared. Two tokens of the same text and fidelity are the same token. */
export interface Token {
  text: string;
  fidelity: Fidelity;
  sounds: string;
  code: Uint8Array;
  /** Families of given names it belongs to (spellings and short forms), and the wider ones (other languages). */
  families: readonly number[];
  relatives: readonly number[];
}

const NONE: readonly number[] = [];

export function makeToken(text: string, fidelity: Fidelity): Token {
  const sounds = soundsOf(text);
  return {
    text,
    fidelity,
    sounds,
    code: encodeSounds(sounds),
    families: SHORT_FORMS.get(text) ?? NONE,
    relatives: CROSS_LANGUAGE.get(text) ?? NONE,
  };
}
