import { MAX_SOUNDS, soundCosts, type SoundCosts } from './sound-distance.ts';
import { SYMBOL_COUNT } from './sound.ts';
import type { Fidelity } from './romanize/index.ts';

/** Costs of sounds in hundredths, as all of them are: whole numbers are added up much quicker than fractions. */
export interface WholeCosts {
  deletion: Int32Array;
  weights: Int32Array;
  substitution: Int32Array;
}

const HUNDRED = 100;
const KINDS = ['a', 'b', 'c', 'd', 'e'] as const;

function whole(costs: Float32Array): Int32Array {
  return Int32Array.from(costs, (cost) => Math.round(cost * HUNDRED));
}

const made = new Map<Float32Array, Int32Array>();
function once(costs: Float32Array): Int32Array {
  let answer = made.get(costs);
  if (answer === undefined) made.set(costs, (answer = whole(costs)));
  return answer;
}

function wholeOf({ deletion, weights, substitution }: SoundCosts): WholeCosts {
  return { deletion: once(deletion), weights: once(weights), substitution: once(substitution) };
}
const PAIRS: readonly WholeCosts[] = KINDS.flatMap((a) => KINDS.map((b) => wholeOf(soundCosts(a, b))));

/** Costs between two ways of reading. */
export function wholeCosts(a: Fidelity, b: number): WholeCosts {
  return PAIRS[(a.charCodeAt(0) - 97) * KINDS.length + b] as WholeCosts;
}

const FAR = 1 << 20;
const rowA = new Int32Array(MAX_SOUNDS + 2);
const rowB = new Int32Array(MAX_SOUNDS + 2);
/** What leaving out each sound of the second token costs. */
const dropsB = new Int32Array(MAX_SOUNDS + 1);

/**
 * Whether the sounds `[from, to)` of `b` are like those of `a` by `least` or more, as `soundWithin` counts it but for
 * what fractions lose in rounding: in doubt they are.
 * @param weightA what `a` weighs, in hundredths
 * @param costA what leaving out `a` costs, in hundredths
 */
export function mayBeWithin(
  costs: WholeCosts,
  a: Uint8Array,
  weightA: number,
  costA: number,
  b: Uint8Array,
  from: number,
  to: number,
  least: number,
): boolean {
  const { deletion, weights, substitution } = costs;
  const n = Math.min(a.length, MAX_SOUNDS);
  const m = Math.min(to - from, MAX_SOUNDS);
  if (n === 0 || m === 0) return false;
  let weightB = 0;
  let costB = 0;
  for (let j = 0; j < m; j++) {
    const symbol = b[from + j] as number;
    const drop = deletion[symbol] as number;
    dropsB[j + 1] = drop;
    costB += drop;
    weightB += weights[symbol] as number;
  }
  const most = Math.floor((1 - least) * Math.max(weightA, weightB, 120) + 0.05) | 0;
  // Sounds of unlike weight may stand for each other at little cost (w and v): the bound leaves room for one such pair.
  if (Math.abs(costA - costB) > most + 70) return false;
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
  for (let i = 0; i < n; i++) {
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
      const exchange = diagonal + (substitution[base + (b[from + j - 1] as number)] as number);
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
    if (nextFirst < 0) return false;
    first = nextFirst;
    last = nextLast;
    const swap = previous;
    previous = current;
    current = swap;
  }
  return last === m;
}
