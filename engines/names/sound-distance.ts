import type { Fidelity } from './romanize/index.ts';
import { SYMBOL_COUNT, SYMBOL_INDEX } from './sound.ts';

/** Substitution costs; what is not listed costs 1 between consonants, 0.3 between vowels, 1.1 between the kinds. */
const COSTS = `
ai .3 ae .2 ao .25 au .3 ei .1 eo .3 eu .35 io .4 iu .35 ou .1 yi .03 ye .15 ya .3 yu .3 yo .35 yj .1 yG .5 yJ .35 ij .15 wv .08 wu .12 wo .25 vu .3 wf .3
uv .3 pb .35 pf .35 td .3 kg .35 bv .3 fv .15 sz .15 sS .35 zZ .35 SZ .3 CJ .25 SC .35 ZJ .12 sc .25 zc .25 cC .3 Xh .12 Xk .2 Xg .35 hg .4
Qk .2 QX .2 QS .15 QC .03 Qc .15 QJ .3 Qs .4 Qg .5 Qh .3 GJ .1 GZ .15 Gg .08 Gk .4 Gy .4 GX .3 Gj .1 Gh .35 Ks .06 Kc .1 KQ .2 KC .2 Kk .3 KT .3 Kz .2 KS .35
Tt .1 Td .3 Ts .25 Tf .3 Tc .4 Tz .3 jJ .08 jZ .12 jX .25 jh .2 jG .15 jQ .35 jg .3 jS .35 jC .3 qk .06 qg .2 qC .25 qQ .2 qX .25 qJ .3 qS .4 qG .3
mn .45 lr .85 dz .4 JG .1 Js .6 Jz .35 Jd .5 JS .4 Jc .4 Zs .4 SX .45 sT .25 cS .35 cT .4 tc .4 Qt .5 tC .5
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
    const a = SYMBOL_INDEX[pair.charCodeAt(0)] ?? 0;
    const b = SYMBOL_INDEX[pair.charCodeAt(1)] ?? 0;
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
  for (const char of 'aeiou') costs[SYMBOL_INDEX[char.charCodeAt(0)] ?? 0] = vowel;
  const set = (chars: string, cost: number): void => {
    for (const char of chars) costs[SYMBOL_INDEX[char.charCodeAt(0)] ?? 0] = cost;
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
/** What the sounds of a token weigh when likeness is measured; leaving one out may cost less than it weighs. */
const WEIGHT: Readonly<Record<Fidelity, Float32Array>> = {
  ...DELETION,
  d: (() => {
    const weights = buildDeletion('d');
    for (let i = 0; i < SYMBOL_COUNT; i++) if ((weights[i] ?? 1) >= 0.6) weights[i] = 1;
    weights[SYMBOL_INDEX['r'.charCodeAt(0)] ?? 0] = 0.6;
    weights[SYMBOL_INDEX['h'.charCodeAt(0)] ?? 0] = 0.4;
    weights[SYMBOL_INDEX['w'.charCodeAt(0)] ?? 0] = 0.5;
    return weights;
  })(),
};
const ORDER: Readonly<Record<Fidelity, number>> = { a: 0, e: 1, b: 2, c: 3, d: 4 };

/** A copy of the costs with some pairs made cheaper; entries are `pairs…, cost`. */
function cheaper(entries: readonly (readonly [string, number])[]): Float32Array {
  const costs = SUBSTITUTION.slice();
  for (const [pairs, cost] of entries) {
    for (const pair of pairs.split(' ')) {
      const a = SYMBOL_INDEX[pair.charCodeAt(0)] ?? 0;
      const b = SYMBOL_INDEX[pair.charCodeAt(1)] ?? 0;
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

/** Latin letters that stand for like sounds (char codes). */
export function soundAlike(a: number, b: number): boolean {
  const left = SYMBOL_INDEX[a & 127] ?? 255;
  const right = SYMBOL_INDEX[b & 127] ?? 255;
  return left !== 255 && right !== 255 && (SUBSTITUTION[left * SYMBOL_COUNT + right] ?? 1) <= 0.35;
}

export const MAX_SOUNDS = 40;
const HUNDRED = 100;
const rowA = new Int32Array(MAX_SOUNDS + 2);
const rowB = new Int32Array(MAX_SOUNDS + 2);
/** What leaving out each sound of the second token costs. */
const dropsB = new Int32Array(MAX_SOUNDS + 1);

/**
 * What it costs to turn the sounds of one token into those of another, by how both were read: in hundredths, as all costs
 * are. Whole numbers are added up much quicker than fractions, and exactly.
 */
export interface SoundCosts {
  deletion: Int32Array;
  weights: Int32Array;
  substitution: Int32Array;
}

/** Between faithful readings any change costs this much at least, but for sounds that are near. */
export const LEAST_EDIT = 0.3;

function hundredths(costs: Float32Array): Int32Array {
  return Int32Array.from(costs, (cost) => Math.round(cost * HUNDRED));
}
const WHOLE_DELETION = {
  a: hundredths(DELETION.a),
  b: hundredths(DELETION.b),
  c: hundredths(DELETION.c),
  d: hundredths(DELETION.d),
  e: hundredths(DELETION.e),
};
const WHOLE_WEIGHT = { ...WHOLE_DELETION, d: hundredths(WEIGHT.d) };
const WHOLE_SUBSTITUTION = hundredths(SUBSTITUTION);
const WHOLE_SYLLABIC = hundredths(SYLLABIC);
const WHOLE_ABJAD = hundredths(ABJAD);

function costsOf(a: Fidelity, b: Fidelity): SoundCosts {
  const poorest = ORDER[a] >= ORDER[b] ? a : b;
  // Two names in scripts of the same kind are compared strictly: what one leaves out, the other does too.
  const fidelity = a === b && poorest !== 'a' && poorest !== 'e' ? 'b' : poorest;
  return {
    deletion: WHOLE_DELETION[fidelity],
    weights: WHOLE_WEIGHT[fidelity],
    substitution: fidelity === 'd' ? WHOLE_SYLLABIC : fidelity === 'c' ? WHOLE_ABJAD : WHOLE_SUBSTITUTION,
  };
}
const FIDELITIES: readonly Fidelity[] = ['a', 'b', 'c', 'd', 'e'];
const PAIRS: readonly SoundCosts[] = FIDELITIES.flatMap((a) => FIDELITIES.map((b) => costsOf(a, b)));

/** Sounds that stand for each other at less than {@link LEAST_EDIT} where the writing is faithful; by sound. */
export const NEAR_SOUNDS: readonly Uint8Array[] = Array.from({ length: SYMBOL_COUNT }, (_, a) =>
  Uint8Array.from(
    Array.from({ length: SYMBOL_COUNT }, (__, b) => b).filter(
      (b) => (SUBSTITUTION[a * SYMBOL_COUNT + b] ?? 1) < LEAST_EDIT,
    ),
  ),
);

/** Costs between two ways of reading, by their numbers. */
export function soundCosts(a: number, b: number): SoundCosts {
  return PAIRS[a * FIDELITIES.length + b] as SoundCosts;
}

/** What the sounds `[from, to)` cost in all, in hundredths. */
export function sumOf(costs: Int32Array, sounds: Uint8Array, from: number, to: number): number {
  let sum = 0;
  const end = Math.min(to, from + MAX_SOUNDS);
  for (let i = from; i < end; i++) sum += costs[sounds[i] as number] as number;
  return sum;
}

/** What rounding may take from a bound. */
const ROUNDING = 1e-6;
const FAR = 1 << 20;

/**
 * How alike sounds are, 0 to 1: one minus the weighted edit distance over the cost of leaving the longer token out.
 * Scripts without vowels and syllabic scripts have their own costs. Below `least` the answer is 0: only cells within what
 * that allows are computed (E. Ukkonen's cut-off), so that most pairs that are not alike are told apart after a few sounds.
 * @param a holds the sounds `[fromA, toA)` of one token
 * @param weightA {@link sumOf} their weights
 * @param costA {@link sumOf} their deletion costs
 * @param b holds the sounds `[fromB, toB)` of the other
 */
export function soundWithin(
  costs: SoundCosts,
  a: Uint8Array,
  fromA: number,
  toA: number,
  weightA: number,
  costA: number,
  b: Uint8Array,
  fromB: number,
  toB: number,
  least: number,
): number {
  const { deletion, weights, substitution } = costs;
  const endA = Math.min(toA, fromA + MAX_SOUNDS);
  const m = Math.min(toB - fromB, MAX_SOUNDS);
  if (fromA >= endA || m <= 0) return 0;
  let weightB = 0;
  let costB = 0;
  for (let j = 0; j < m; j++) {
    const symbol = b[fromB + j] as number;
    const drop = deletion[symbol] as number;
    dropsB[j + 1] = drop;
    costB += drop;
    weightB += weights[symbol] as number;
  }
  const norm = Math.max(weightA, weightB, 120);
  const most = Math.floor((1 - least) * norm + ROUNDING) | 0;
  // Sounds of unlike weight may stand for each other at little cost (w and v): the bound leaves room for one such pair.
  if (Math.abs(costA - costB) > most + 70) return 0;
  let previous = rowA;
  let current = rowB;
  // The cells of the row before that are within bounds lie in [first, last].
  let first = 0;
  let last = 0;
  let cost = 0;
  previous[0] = 0;
  while (last < m) {
    cost += dropsB[last + 1] as number;
    if (cost > most) break;
    previous[++last] = cost;
  }
  for (let i = fromA; i < endA; i++) {
    const symbolA = a[i] as number;
    const dropA = deletion[symbolA] as number;
    const base = symbolA * SYMBOL_COUNT;
    let nextFirst = -1;
    let nextLast = -1;
    let left = FAR;
    let diagonal = FAR;
    let j = first;
    if (j === 0) {
      diagonal = previous[0] as number;
      const best = (previous[0] as number) + dropA;
      if (best <= most) {
        nextFirst = 0;
        nextLast = 0;
        left = best;
      }
      current[0] = left;
      j = 1;
    }
    for (; j <= m; j++) {
      const up = j <= last ? (previous[j] as number) : FAR;
      let best = up + dropA;
      const exchange = diagonal + (substitution[base + (b[fromB + j - 1] as number)] as number);
      if (exchange < best) best = exchange;
      const insert = left + (dropsB[j] as number);
      if (insert < best) best = insert;
      if (best <= most) {
        if (nextFirst < 0) nextFirst = j;
        nextLast = j;
        current[j] = best;
        left = best;
      } else {
        if (j > last) break;
        current[j] = FAR;
        left = FAR;
      }
      diagonal = up;
    }
    if (nextFirst < 0) return 0;
    first = nextFirst;
    last = nextLast;
    const swap = previous;
    previous = current;
    current = swap;
  }
  if (last < m) return 0;
  const distance = previous[m] as number;
  return distance >= norm ? 0 : 1 - distance / norm;
}
