import type { Fidelity } from './romanize/index.ts';

/**
 * Sounds as one byte each. Latin spelling is ambiguous between languages, so ambiguous graphemes keep a sign of their
 * own (`Q` for "ch", `N` for a final "ng", `j`, `G` and `K` for soft g and c, `T` for "th") and the cost table knows what each may stand for.
 */
const SYMBOLS = 'aeiouyptkbdgfvszSZCJXhmnlrwcQGKTjqN0123456789';
const INDEX = new Uint8Array(128).fill(255);
for (let i = 0; i < SYMBOLS.length; i++) INDEX[SYMBOLS.charCodeAt(i)] = i;
export const SYMBOL_COUNT = SYMBOLS.length;

const GRAPHEMES: readonly (readonly [string, string])[] = [
  ['schtsch', 'S'],
  ['shtch', 'S'],
  ['shch', 'S'],
  ['tsch', 'Q'],
  ['sch', 'S'],
  ['tch', 'Q'],
  ['dzh', 'J'],
  ['dsch', 'J'],
  ['ssh', 'S'],
  ['cch', 'Q'],
  ['cc', 'k'],
  ['ck', 'k'],
  ['cz', 'Q'],
  ['ch', 'Q'],
  ['sh', 'S'],
  ['zh', 'Z'],
  ['kh', 'X'],
  ['gh', 'g'],
  ['ph', 'f'],
  ['th', 'T'],
  ['dh', 'd'],
  ['bh', 'b'],
  ['wh', 'w'],
  ['dj', 'J'],
  ['ts', 'c'],
  ['tz', 'c'],
  ['dz', 'z'],
  ['sz', 's'],
  ['x', 'ks'],
  ['qu', 'kw'],
  ['q', 'q'],
  ['oo', 'u'],
  ['ou', 'u'],
  ['ee', 'i'],
  ['ea', 'e'],
  ['eau', 'o'],
  ['gn', 'n'],
  ['ay', 'ei'],
  ['ai', 'ei'],
  ['ei', 'ei'],
  ['ey', 'ei'],
  ['ie', 'i'],
  ['igh', 'ai'],
];
const BY_FIRST = new Map<string, (readonly [string, string])[]>();
for (const entry of [...GRAPHEMES].sort((a, b) => b[0].length - a[0].length)) {
  const first = entry[0].charAt(0);
  const list = BY_FIRST.get(first) ?? [];
  list.push(entry);
  BY_FIRST.set(first, list);
}

const VOWELS = 'aeiouyh';

/** Sound symbols of a Latin token (a string over the symbol alphabet; doubled sounds are one). */
export function soundsOf(text: string): string {
  let out = '';
  let at = 0;
  outer: while (at < text.length) {
    const char = text.charAt(at);
    const entries = BY_FIRST.get(char);
    if (entries !== undefined) {
      for (const [grapheme, sound] of entries) {
        if (text.startsWith(grapheme, at)) {
          out = out.endsWith(sound) ? out : out + sound;
          at += grapheme.length;
          continue outer;
        }
      }
    }
    let sound = char;
    const next = text.charAt(at + 1);
    if (char === 'c') sound = next === 'e' || next === 'i' || next === 'y' ? 'K' : 'k';
    else if (char === 'g' && (next === 'e' || next === 'i' || next === 'y')) sound = 'G';
    else if (char === 'n' && next === 'g' && !VOWELS.includes(text.charAt(at + 2) || '-')) {
      sound = 'N';
      at++;
    } else if (INDEX[char.charCodeAt(0)] === 255) sound = '';
    if (sound !== '' && !out.endsWith(sound)) out += sound;
    else if (sound >= '0' && sound <= '9') out += sound;
    at++;
  }
  return out;
}

// How English reads what it writes: used where a Latin name meets one from another script, which follows the sound.
const ENGLISH: readonly (readonly [RegExp, string])[] = [
  [/^wr/, 'r'],
  [/^kn/, 'n'],
  [/^gn/, 'n'],
  [/^ps/, 's'],
  [/^hugh/, 'hyu'],
  [/^sean$/, 'shon'],
  [/^michael/, 'maikl'],
  [/^george/, 'jorj'],
  [/^hu(?=[^aeiou])/, 'ha'],
  [/augh|ough/g, 'o'],
  [/eigh/g, 'ei'],
  [/igh/g, 'ai'],
  [/alk/g, 'ok'],
  [/a(?=l[dlt])/g, 'o'],
  [/ow(?=[^aeiou]|$)/g, 'au'],
  [/ew(?=[^aeiou]|$)/g, 'yu'],
  [/oo/g, 'u'],
  [/ea(?=[a-z])/g, 'i'],
  [/ee/g, 'i'],
  [/ey$|ie$/g, 'i'],
  [/wood/g, 'wud'],
  [/wu/g, 'u'],
  [/w(?=i)/g, 'u'],
  [/a([bcdfgklmnprstvz])e(?=$|s$|[rln])/g, 'ei$1'],
  [/i([bcdfgklmnprstvz])e(?=$|s$|[rln])/g, 'ai$1'],
  [/o([bcdfgklmnprstvz])e(?=$|s$)/g, 'ou$1'],
  [/u([bcdfgklmnprstvz])e(?=$|s$)/g, 'yu$1'],
  [/u(?=[bcdfgkmnprstz]{2})/g, 'a'],
  [/([^aeiou])y$/g, '$1i'],
  [/([a-z]{3})e$/g, '$1'],
  [/([aeiou])r(?=[^aeiou]|$)/g, '$1r'],
  [/gh/g, ''],
  [/c(?=[eiy])/g, 's'],
  [/g(?=[eiy])/g, 'j'],
  [/ti(?=on)/g, 'sh'],
  [/ck/g, 'k'],
];

/** The sounds of a Latin token read as English, or null where that makes no difference. */
export function englishSounds(text: string): string | null {
  let out = text;
  for (const [pattern, put] of ENGLISH) out = out.replace(pattern, put);
  return out === text ? null : soundsOf(out);
}

export function encodeSounds(sounds: string): Uint8Array {
  const bytes = new Uint8Array(sounds.length);
  for (let i = 0; i < sounds.length; i++) bytes[i] = INDEX[sounds.charCodeAt(i)] ?? 255;
  return bytes;
}

/** Substitution costs; what is not listed costs 1 between consonants, 0.3 between vowels, 1.1 between the kinds. */
const COSTS = `
ai .3 ae .2 ao .25 au .3 ei .1 eo .3 eu .35 io .4 iu .35 ou .1 yi .03 ye .15 ya .3 yu .3 yo .35 yj .1 yG .5 yJ .35 ij .15 wv .08 wu .12 wo .25 vu .3 wf .3
uv .3 pb .35 pf .35 td .3 kg .35 bv .3 fv .15 sz .15 sS .35 zZ .35 SZ .3 CJ .25 SC .35 ZJ .12 sc .25 zc .25 cC .3 Xh .12 Xk .2 Xg .35 hg .4
Qk .2 QX .2 QS .15 QC .03 Qc .15 QJ .3 Qs .4 Qg .5 Qh .3 GJ .1 GZ .15 Gg .08 Gk .4 Gy .4 GX .3 Gj .1 Gh .35 Ks .06 Kc .1 KQ .2 KC .2 Kk .3 KT .3 Kz .2 KS .35
Tt .1 Td .3 Ts .25 Tf .3 Tc .4 Tz .3 jJ .08 jZ .12 jX .25 jh .2 jG .15 jQ .35 jg .3 jS .35 jC .3 qk .06 qg .2 qC .25 qQ .2 qX .25 qJ .3 qS .4 qG .3
mn .45 lr .6 dz .4 JG .1 Js .6 Jz .35 Jd .5 JS .4 Jc .4 Zs .4 SX .45 sT .25 cS .35 cT .4 tc .4 Qt .5 tC .5
dT .3 zT .3 bp .35 nl .8 hX .12 hk .5 cz .25 Zz .35 Nn .25 Nm .5 Ng .6
0o .2 1l .2 1i .2 5s .3 8b .3 2z .4 3e .4 4a .4 6g .4 6b .4 9g .4 7t .4 0q .5`;

function buildCosts(): Float32Array {
  const n = SYMBOL_COUNT;
  const costs = new Float32Array(n * n);
  for (let a = 0; a < n; a++) {
    for (let b = 0; b < n; b++) {
      const vowelA = a < 6;
      const vowelB = b < 6;
      costs[a * n + b] = a === b ? 0 : vowelA && vowelB ? 0.3 : vowelA !== vowelB ? 1.1 : 1;
    }
  }
  const parts = COSTS.trim().split(/\s+/);
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const pair = parts[i] ?? '';
    const a = INDEX[pair.charCodeAt(0)] ?? 0;
    const b = INDEX[pair.charCodeAt(1)] ?? 0;
    const cost = Number(parts[i + 1]);
    costs[a * n + b] = cost;
    costs[b * n + a] = cost;
  }
  return costs;
}
const SUBSTITUTION = buildCosts();

/** Cost of leaving a sound out, by how faithful the poorer of the two spellings is. */
function buildDeletion(fidelity: Fidelity): Float32Array {
  const costs = new Float32Array(SYMBOL_COUNT).fill(1);
  const vowel = { a: 0.4, b: 0.25, c: 0.07, d: 0.1, e: 0.4 }[fidelity];
  for (const char of 'aeiou') costs[INDEX[char.charCodeAt(0)] ?? 0] = vowel;
  const set = (chars: string, cost: number): void => {
    for (const char of chars) costs[INDEX[char.charCodeAt(0)] ?? 0] = cost;
  };
  set('y', Math.min(vowel, 0.3));
  set('h', fidelity === 'a' ? 0.35 : 0.2);
  set('w', fidelity === 'a' ? 0.5 : 0.35);
  set('j', fidelity === 'a' ? 0.6 : 0.45);
  if (fidelity === 'd') {
    set('r', 0.25);
    set('l', 0.6);
    set('tdkgpb', 0.6);
    set('nm', 0.6);
    set('s', 0.7);
  }
  return costs;
}
const DELETION: Readonly<Record<Fidelity, Float32Array>> = {
  a: buildDeletion('a'),
  b: buildDeletion('b'),
  c: buildDeletion('c'),
  d: buildDeletion('d'),
  e: buildDeletion('e'),
};
const ORDER: Readonly<Record<Fidelity, number>> = { a: 0, e: 1, b: 2, c: 3, d: 4 };

/** A copy of the costs with some pairs made cheaper; entries are `pairs…, cost`. */
function cheaper(entries: readonly (readonly [string, number])[]): Float32Array {
  const costs = SUBSTITUTION.slice();
  for (const [pairs, cost] of entries) {
    for (const pair of pairs.split(' ')) {
      const a = INDEX[pair.charCodeAt(0)] ?? 0;
      const b = INDEX[pair.charCodeAt(1)] ?? 0;
      costs[a * SYMBOL_COUNT + b] = Math.min(costs[a * SYMBOL_COUNT + b] ?? 1, cost);
      costs[b * SYMBOL_COUNT + a] = Math.min(costs[b * SYMBOL_COUNT + a] ?? 1, cost);
    }
  }
  return costs;
}

/** Syllabic scripts tell fewer consonants apart. */
const SYLLABIC = cheaper([
  ['ae ei ou ai ao au eo io iu eu yi ye ya yu yo', 0.15],
  ['lr', 0.05],
  ['pb td kg bv pf Jj CJ sS sT Ss zJ zj SQ cs zs qk qC qJ Xh hf hX hv Zj ZJ wv wu', 0.15],
  [
    'mn bf fw fv kX kh gh bw vw wf Xk CS ZS Zr Zs jr rZ Qk tC TS cS dJ dj tQ Qc zS QG qG Gk Gg gq XG GX Xs XS sX lt td tT yj yG',
    0.3,
  ],
]);

/** Scripts without vowels write one letter for several sounds. */
const ABJAD = cheaper([
  ['vu vo wu wo yi ye ya yJ ai ae ao au', 0.06],
  ['vw bv pf kX wv bp fv gk hX kq Tt sS jG JG jJ gG Xk vf', 0.1],
  ['hk gq gX Qk QS QX jg zs Ss zd dT TS cs qk gJ gj ht', 0.25],
]);

const MAX_SOUNDS = 40;
const rowA = new Float32Array(MAX_SOUNDS + 1);
const rowB = new Float32Array(MAX_SOUNDS + 1);

/**
 * How alike two tokens sound, 0 to 1: one minus the weighted edit distance over the cost of leaving the longer one out.
 * Scripts without vowels and syllabic scripts have their own costs. Below `least` the answer is 0.
 */
export function soundSimilarity(
  a: Uint8Array,
  fidelityA: Fidelity,
  b: Uint8Array,
  fidelityB: Fidelity,
  least = 0,
): number {
  const poorest = ORDER[fidelityA] >= ORDER[fidelityB] ? fidelityA : fidelityB;
  // Two names in scripts of the same kind are compared strictly: what one leaves out, the other does too.
  const fidelity = fidelityA === fidelityB && poorest !== 'a' && poorest !== 'e' ? 'b' : poorest;
  const deletion = DELETION[fidelity];
  const substitution = fidelity === 'd' ? SYLLABIC : fidelity === 'c' ? ABJAD : SUBSTITUTION;
  const n = Math.min(a.length, MAX_SOUNDS);
  const m = Math.min(b.length, MAX_SOUNDS);
  if (n === 0 || m === 0) return 0;
  let previous = rowA;
  let current = rowB;
  previous[0] = 0;
  let weightB = 0;
  for (let j = 1; j <= m; j++) {
    const cost = deletion[b[j - 1] ?? 0] ?? 1;
    weightB += cost;
    previous[j] = (previous[j - 1] ?? 0) + cost;
  }
  let weightA = 0;
  for (let i = 0; i < n; i++) weightA += deletion[a[i] ?? 0] ?? 1;
  const norm = Math.max(weightA, weightB, 1.2);
  const most = (1 - least) * norm;
  if (Math.abs(weightA - weightB) > most) return 0;
  for (let i = 1; i <= n; i++) {
    const symbolA = a[i - 1] ?? 0;
    const dropA = deletion[symbolA] ?? 1;
    current[0] = (previous[0] ?? 0) + dropA;
    let smallest = current[0];
    const base = symbolA * SYMBOL_COUNT;
    for (let j = 1; j <= m; j++) {
      const symbolB = b[j - 1] ?? 0;
      let best = (previous[j - 1] ?? 0) + (substitution[base + symbolB] ?? 1);
      const drop = (previous[j] ?? 0) + dropA;
      if (drop < best) best = drop;
      const insert = (current[j - 1] ?? 0) + (deletion[symbolB] ?? 1);
      if (insert < best) best = insert;
      current[j] = best;
      if (best < smallest) smallest = best;
    }
    if (smallest > most) return 0;
    const swap = previous;
    previous = current;
    current = swap;
  }
  const distance = previous[m] ?? 0;
  return distance >= norm || distance > most ? 0 : 1 - distance / norm;
}

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
const FINE_OTHER_CLASS = classTable({ ...FINE, X: '', Q: 'k', K: 'k', G: 'k', q: 'S', j: '', w: '' });
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

/** Consonant classes under which readings from different scripts meet; one or two keys. */
export function coarseKeys(code: Uint8Array): string[] {
  const main = classKey(code, COARSE_CLASS, 7);
  const other = classKey(code, COARSE_OTHER_CLASS, 7);
  return main === other ? [main] : [main, other];
}
