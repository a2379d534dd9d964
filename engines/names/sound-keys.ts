import { SYMBOLS } from './sound.ts';

const FINE: Readonly<Record<string, string>> = {
  p: 'p',
  b: 'b',
  f: 'f',
  v: 'f',
  w: 'f',
  t: 't',
  d: 't',
  T: 't',
  k: 'k',
  g: 'k',
  q: 'k',
  X: 'k',
  s: 's',
  z: 's',
  c: 's',
  K: 's',
  S: 'S',
  Z: 'S',
  C: 'S',
  J: 'S',
  Q: 'S',
  G: 'S',
  j: 'S',
  l: 'l',
  r: 'r',
  m: 'm',
  n: 'n',
  N: 'n',
};
const COARSE: Readonly<Record<string, string>> = {
  p: 'P',
  b: 'P',
  f: 'P',
  v: 'P',
  w: 'P',
  t: 'T',
  d: 'T',
  T: 'T',
  k: 'K',
  g: 'K',
  q: 'K',
  X: 'K',
  G: 'K',
  s: 'S',
  z: 'S',
  c: 'S',
  K: 'S',
  S: 'S',
  Z: 'S',
  C: 'S',
  J: 'S',
  Q: 'S',
  j: 'S',
  l: 'L',
  r: 'L',
  m: 'M',
  n: 'M',
  N: 'M',
};
const COARSE_OTHER: Readonly<Record<string, string>> = {
  ...COARSE,
  G: 'S',
  Q: 'K',
  j: '',
  T: 'S',
  q: 'S',
  w: '',
  K: 'K',
  X: '',
};

function classTable(classes: Readonly<Record<string, string>>): readonly string[] {
  return Array.from(SYMBOLS, (symbol) => classes[symbol] ?? '');
}
const FINE_CLASS = classTable(FINE);
const FINE_OTHER_CLASS = classTable({
  ...FINE,
  X: '',
  Q: 'k',
  K: 'k',
  G: 'k',
  q: 'S',
  j: '',
  w: '',
});
const COARSE_CLASS = classTable(COARSE);
const COARSE_OTHER_CLASS = classTable(COARSE_OTHER);

function classKey(code: Uint8Array, classes: readonly string[], max: number): string {
  let out = '';
  for (let i = 0; i < code.length && out.length < max; i++) out += classes[code[i] ?? 0] ?? '';
  return out;
}

/** Keys under which spellings that sound the same meet, one or two; they start with `A` where the word starts with a vowel. */
export function fineKeys(code: Uint8Array): string[] {
  const vowel = (code[0] ?? 99) < 6 ? 'A' : '';
  const main = vowel + classKey(code, FINE_CLASS, 8);
  const other = vowel + classKey(code, FINE_OTHER_CLASS, 8);
  return main === other ? [main] : [main, other];
}

const BARE_CLASS = classTable({ ...COARSE, v: '', w: '' });
const R = SYMBOLS.indexOf('r');

/** Consonant classes under which readings from different scripts meet; one to four keys. */
export function coarseKeys(code: Uint8Array, withoutVowels: boolean): string[] {
  const main = classKey(code, COARSE_CLASS, 7);
  const other = classKey(code, COARSE_OTHER_CLASS, 7);
  const keys = main === other ? [main] : [main, other];
  if (withoutVowels) {
    // Where vowels are not written, v and w are mostly a vowel.
    const bare = classKey(code, BARE_CLASS, 7);
    if (!keys.includes(bare)) keys.push(bare);
  }
  // Syllabic scripts leave out an r that no vowel follows.
  const soft = code.filter((symbol, at) => symbol !== R || at === 0 || (code[at + 1] ?? 99) < 6);
  if (soft.length < code.length) {
    const key = classKey(soft, COARSE_CLASS, 7);
    if (!keys.includes(key)) keys.push(key);
  }
  return keys;
}

const RANKS = ' APTKSLM';
const FINE_RANKS = ' ApftksSlrmn';

/** Where a sound code stands in an order in which tokens of the same keys are neighbours: a whole number below 2 ** 53. */
export function soundOrder(code: Uint8Array): number {
  const coarse = classKey(code, COARSE_CLASS, 7);
  const fine = fineKeys(code)[0] ?? '';
  let order = 0;
  for (let i = 0; i < 7; i++) order = order * 8 + Math.max(0, RANKS.indexOf(coarse.charAt(i) || ' '));
  for (let i = 0; i < 8; i++) order = order * 16 + Math.max(0, FINE_RANKS.indexOf(fine.charAt(i) || ' '));
  return order;
}
