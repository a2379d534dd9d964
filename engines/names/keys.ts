import { hashText } from './storage.ts';
import { coarseKeys, fineKeys } from './sound-keys.ts';
import type { Token } from './token.ts';

/** Kinds of key under which a token is found; each hashes apart. */
const KIND = { SPELLING: 1, FINE: 2, COARSE: 3, FOREIGN: 4 } as const;
const LONGEST_SPELLING = 24;

function spellingKeys(text: string, emit: (hash: number) => void): void {
  if (text.length < 3 || text.length > LONGEST_SPELLING) return;
  emit(hashText(text, KIND.SPELLING));
  if (text.length < 4) return;
  emitWithoutOne(text, KIND.SPELLING, emit);
}

/** The keys of a text with any one letter left out. */
function emitWithoutOne(text: string, kind: number, emit: (hash: number) => void): void {
  for (let i = 0; i < text.length; i++) {
    // Taking out either of two equal neighbours gives the same text.
    if (i > 0 && text.charCodeAt(i) === text.charCodeAt(i - 1)) continue;
    emit(hashText(text, kind, i));
  }
}

function fine(code: Uint8Array, emit: (hash: number) => void): void {
  for (const key of fineKeys(code)) if (key !== '') emit(hashText(key, KIND.FINE));
}

function coarse(token: Token, kind: number, stored: boolean, emit: (hash: number) => void): void {
  // Keys of few classes are too unspecific to lose another, unless syllables have blurred them anyway.
  const least = kind === KIND.COARSE && token.fidelity !== 'b' ? 3 : 4;
  for (const key of coarseKeys(token.code, token.fidelity === 'c')) {
    if (key === '') continue;
    emit(hashText(key, kind));
    if (key.length < least || (kind === KIND.FOREIGN && stored && token.fidelity === 'b')) continue;
    emitWithoutOne(key, kind, emit);
  }
}

// What scanners make of two letters or one; only what is asked for is mended, a list is taken as it stands.
const SCANNED: readonly (readonly [string, string])[] = [
  ['rn', 'm'],
  ['ri', 'n'],
  ['cl', 'd'],
  ['vv', 'w'],
  ['li', 'h'],
  ['0', 'o'],
  ['1', 'l'],
  ['1', 'i'],
  ['5', 's'],
  ['8', 'b'],
  ['2', 'z'],
];

function scannedKeys(text: string, emit: (hash: number) => void): void {
  if (text.length < 4 || text.length > LONGEST_SPELLING) return;
  for (const [seen, meant] of SCANNED) {
    for (let at = text.indexOf(seen); at >= 0; at = text.indexOf(seen, at + 1)) {
      emit(hashText(text.slice(0, at) + meant + text.slice(at + seen.length), KIND.SPELLING));
    }
  }
}

function isWord(token: Token): boolean {
  const first = token.text.charCodeAt(0);
  return token.text.length > 1 && (first >= 97 || (first >= 48 && first <= 57 && /[a-z]/.test(token.text)));
}

/** Keys a listed token is stored under. */
export function storedKeys(token: Token, emit: (hash: number) => void): void {
  if (!isWord(token)) return;
  if (token.fidelity !== 'd' && token.fidelity !== 'e') spellingKeys(token.text, emit);
  fine(token.code, emit);
  if (token.fidelity === 'e') return;
  coarse(token, token.fidelity === 'a' ? KIND.COARSE : KIND.FOREIGN, true, emit);
  if (token.bare !== null) bareKeys(token.bare, token.fidelity === 'a', emit);
}

/** A token with the article written onto it is found without it, and the other way round. */
function bareKeys(bare: Token, across: boolean, emit: (hash: number) => void): void {
  emit(hashText(bare.text, KIND.SPELLING));
  fine(bare.code, emit);
  if (!across) return;
  const key = coarseKeys(bare.code, bare.fidelity === 'c')[0] ?? '';
  if (key !== '') emit(hashText(key, KIND.COARSE));
}

/** Keys a token of a query looks under. */
export function lookupKeys(token: Token, emit: (hash: number) => void): void {
  if (!isWord(token)) return;
  if (token.fidelity !== 'd' && token.fidelity !== 'e') {
    spellingKeys(token.text, emit);
    scannedKeys(token.text, emit);
  }
  fine(token.code, emit);
  if (token.fidelity === 'e') return;
  coarse(token, KIND.FOREIGN, false, emit);
  if (token.fidelity !== 'a') coarse(token, KIND.COARSE, false, emit);
  if (token.bare !== null) bareKeys(token.bare, token.fidelity !== 'a', emit);
}

/** Keys that neighbouring tokens of a query, written as one, look under. */
export function joinedKeys(token: Token, emit: (hash: number) => void): void {
  if (!isWord(token)) return;
  if (token.fidelity !== 'd') emit(hashText(token.text, KIND.SPELLING));
  fine(token.code, emit);
  // Names written without breaks come from scripts of syllables.
  for (const key of coarseKeys(token.code, token.fidelity === 'c')) if (key !== '') emit(hashText(key, KIND.FOREIGN));
}
