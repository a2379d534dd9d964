import { hashText } from './storage.ts';
import { coarseKeys, fineKey } from './sound.ts';
import type { Token } from './token.ts';

/** Kinds of key under which a token is found; each hashes apart. */
const KIND = { SPELLING: 1, FINE: 2, COARSE: 3, FOREIGN: 4 } as const;
const LONGEST_SPELLING = 24;

function spellingKeys(text: string, emit: (hash: number) => void): void {
  if (text.length < 3 || text.length > LONGEST_SPELLING) return;
  emit(hashText(text, KIND.SPELLING));
  if (text.length < 4) return;
  for (let i = 0; i < text.length; i++) {
    // Taking out either of two equal neighbours gives the same text.
    if (i > 0 && text.charCodeAt(i) === text.charCodeAt(i - 1)) continue;
    emit(hashText(text.slice(0, i) + text.slice(i + 1), KIND.SPELLING));
  }
}

function coarse(sounds: string, kind: number, emit: (hash: number) => void): void {
  for (const key of coarseKeys(sounds)) {
    if (key === '') continue;
    emit(hashText(key, kind));
    if (key.length < 2) continue;
    for (let i = 0; i < key.length; i++) {
      if (i > 0 && key.charCodeAt(i) === key.charCodeAt(i - 1)) continue;
      emit(hashText(key.slice(0, i) + key.slice(i + 1), kind));
    }
  }
}

function isWord(token: Token): boolean {
  const first = token.text.charCodeAt(0);
  return first >= 97 && token.text.length > 1;
}

/** Keys a listed token is stored under. */
export function storedKeys(token: Token, emit: (hash: number) => void): void {
  if (!isWord(token)) return;
  if (token.fidelity !== 'd') spellingKeys(token.text, emit);
  const fine = fineKey(token.sounds);
  if (fine.length > 1) emit(hashText(fine, KIND.FINE));
  coarse(token.sounds, token.fidelity === 'a' ? KIND.COARSE : KIND.FOREIGN, emit);
  if (token.bare !== null) bareKeys(token.bare, emit);
}

/** A token with the article written onto it is found without it, and the other way round. */
function bareKeys(bare: Token, emit: (hash: number) => void): void {
  emit(hashText(bare.text, KIND.SPELLING));
  const fine = fineKey(bare.sounds);
  if (fine.length > 1) emit(hashText(fine, KIND.FINE));
  const key = coarseKeys(bare.sounds)[0] ?? '';
  if (key !== '') emit(hashText(key, KIND.COARSE));
}

/** Keys a token of a query looks under. */
export function lookupKeys(token: Token, emit: (hash: number) => void): void {
  if (!isWord(token)) return;
  if (token.fidelity !== 'd') spellingKeys(token.text, emit);
  const fine = fineKey(token.sounds);
  if (fine.length > 1) emit(hashText(fine, KIND.FINE));
  coarse(token.sounds, KIND.FOREIGN, emit);
  if (token.fidelity !== 'a') coarse(token.sounds, KIND.COARSE, emit);
  if (token.bare !== null) bareKeys(token.bare, emit);
}
