import { soundAlike } from './sound-distance.ts';
import type { Token } from './token.ts';

/** Rows of a keyboard, each a little to the right of the one above. */
const KEY_ROWS = ['qwertyuiop', ' asdfghjkl', '  zxcvbnm'];
const ROW_SHIFT = [0, -0.75, -1.25];
const DRAWN_ALIKE = 'o0 l1 i1 s5 b8 z2 il g9 g6 b6 hb q9 e3 a4 t7 uv ec nh';
function pairSet(list: string): Uint8Array {
  const set = new Uint8Array(128 * 128);
  for (const pair of list.split(' ')) {
    const a = pair.charCodeAt(0);
    const b = pair.charCodeAt(1);
    set[a * 128 + b] = 1;
    set[b * 128 + a] = 1;
  }
  return set;
}
function keysNear(): Uint8Array {
  const set = new Uint8Array(128 * 128);
  const keys = KEY_ROWS.flatMap((line, row) =>
    Array.from(line, (key, at) => ({
      code: key.charCodeAt(0),
      row,
      x: at + (ROW_SHIFT[row] ?? 0),
    })),
  ).filter(({ code }) => code > 32);
  for (const a of keys)
    for (const b of keys)
      if (a !== b && Math.abs(a.row - b.row) <= 1 && Math.abs(a.x - b.x) <= 1) set[a.code * 128 + b.code] = 1;
  return set;
}
const NEAR_KEYS = keysNear();
const LOOKALIKE = pairSet(DRAWN_ALIKE);

/** Letters of a token that are compared. */
export const MAX_LETTERS = 40;
const rows = [new Float32Array(MAX_LETTERS + 1), new Float32Array(MAX_LETTERS + 1), new Float32Array(MAX_LETTERS + 1)];

/** By letter: two letters that scanners read where it stands (rn for m, cl for d, vv for w, ri for n, li for h), first * 128 + second. */
const SCANNED = new Int32Array(128).fill(-2);
for (const [two, one] of ['rn m', 'ri n', 'cl d', 'vv w', 'li h'].map((entry) => entry.split(' ')))
  SCANNED[one?.charCodeAt(0) ?? 0] = (two?.charCodeAt(0) ?? 0) * 128 + (two?.charCodeAt(1) ?? 0);

// A letter far away on the keyboard, drawn and sounding otherwise, is rarely a slip.
const FAR_KEY = 1.4;
function isVowel(code: number): boolean {
  return code === 97 || code === 101 || code === 105 || code === 111 || code === 117 || code === 121;
}

/** What one letter written for another costs. */
const SUBSTITUTION = new Float64Array(128 * 128);
for (let a = 0; a < 128; a++) {
  for (let b = 0; b < 128; b++) {
    const key = a * 128 + b;
    SUBSTITUTION[key] =
      LOOKALIKE[key] === 1
        ? a < 58 || b < 58
          ? 0.25
          : 0.5
        : NEAR_KEYS[key] === 1
          ? 0.8
          : (isVowel(a) && isVowel(b)) || soundAlike(a, b)
            ? 1
            : FAR_KEY;
  }
}

const lettersA = new Uint8Array(MAX_LETTERS);
const lettersB = new Uint8Array(MAX_LETTERS);

/** Typing distance: insert, delete, substitute, swap of neighbours; slips of the finger and lookalikes cost less. */
export function typingDistance(a: string, b: string, limit: number): number {
  const n = Math.min(a.length, MAX_LETTERS);
  const m = Math.min(b.length, MAX_LETTERS);
  for (let i = 0; i < n; i++) lettersA[i] = a.charCodeAt(i);
  for (let j = 0; j < m; j++) lettersB[j] = b.charCodeAt(j);
  return typingWithin(lettersA, n, lettersB, 0, m, limit);
}

/** The same between two tokens. */
export function typingBetween(a: Token, b: Token, limit: number): number {
  const n = Math.min(a.length, MAX_LETTERS);
  const m = Math.min(b.length, MAX_LETTERS);
  if (Math.abs(n - m) > limit + 1) return Infinity;
  a.lettersInto(lettersA);
  b.lettersInto(lettersB);
  return typingWithin(lettersA, n, lettersB, 0, m, limit);
}

/** The same between the first `n` letters of `a` and `m` letters of `b` from `start`; above `limit` it may be infinite. */
export function typingWithin(a: Uint8Array, n: number, b: Uint8Array, start: number, m: number, limit: number): number {
  if (Math.abs(n - m) > limit + 1) return Infinity;
  let older = rows[0] as Float32Array;
  let previous = rows[1] as Float32Array;
  let current = rows[2] as Float32Array;
  // Every step aside costs half an edit at least: what is farther off the diagonal is above the limit.
  const band = Math.floor(2 * limit);
  const start0 = Math.min(m, band + 1);
  for (let j = 0; j <= start0; j++) previous[j] = j;
  if (start0 > band) previous[start0] = Infinity;
  for (let i = 1; i <= n; i++) {
    const charA = a[i - 1] as number;
    const beforeA = i > 1 ? (a[i - 2] as number) : -1;
    const first = Math.max(1, i - band);
    const last = Math.min(m, i + band);
    const dropA = charA === beforeA ? 0.5 : 1;
    const seenA = i > 1 ? beforeA * 128 + charA : -1;
    current[first - 1] = first === 1 ? i : Infinity;
    if (last < m) current[last + 1] = Infinity;
    let smallest = current[first - 1] as number;
    let beforeB = first > 1 ? (b[start + first - 2] as number) : -1;
    for (let j = first; j <= last; j++) {
      const charB = b[start + j - 1] as number;
      let best: number;
      if (charA === charB) best = previous[j - 1] as number;
      else {
        best = (previous[j - 1] as number) + (SUBSTITUTION[(charA & 127) * 128 + (charB & 127)] as number);
        const drop = (previous[j] as number) + dropA;
        if (drop < best) best = drop;
        const insert = (current[j - 1] as number) + (charB === beforeB ? 0.5 : 1);
        if (insert < best) best = insert;
        if (seenA >= 0 && SCANNED[charB & 127] === seenA) {
          const scanned = (older[j - 1] as number) + 0.5;
          if (scanned < best) best = scanned;
        }
        if (j > 1) {
          if (SCANNED[charA & 127] === beforeB * 128 + charB) {
            const scanned = (previous[j - 2] as number) + 0.5;
            if (scanned < best) best = scanned;
          }
          if (i > 1 && charA === beforeB && beforeA === charB) {
            const swap = (older[j - 2] as number) + 0.8;
            if (swap < best) best = swap;
          }
        }
      }
      current[j] = best;
      if (best < smallest) smallest = best;
      beforeB = charB;
    }
    if (smallest > limit) return Infinity;
    const spare = older;
    older = previous;
    previous = current;
    current = spare;
  }
  return previous[m] as number;
}
