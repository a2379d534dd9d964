import { ALPHABET } from './check-digit.ts';

/** Classes of the recogniser: blank first, then ALPHABET. */
export const CLASSES = ALPHABET.length + 1;
const SYMBOLS = ALPHABET.length;

/** Log-probabilities of the recogniser for one line: `frames` rows of CLASSES. */
export interface Frames {
  logits: Float32Array;
  frames: number;
}

/** The line by best path: what the recogniser says without knowing how long a line is. */
export interface Greedy {
  text: string;
  /** Mean probability of the characters, each at its surest frame; 0 for an empty line. */
  confidence: number;
  /** Frame of each character. */
  at: number[];
}

/** Best path decoding: runs merged, blanks dropped (Graves et al. 2006, section 3.2). */
export function greedy({ logits, frames }: Frames): Greedy {
  let text = '';
  let sum = 0;
  let last = 0;
  let surest = 0;
  const at: number[] = [];
  for (let t = 0; t < frames; t++) {
    let best = 0;
    for (let k = 1; k < CLASSES; k++) {
      if ((logits[t * CLASSES + k] as number) > (logits[t * CLASSES + best] as number)) best = k;
    }
    const probability = Math.exp(logits[t * CLASSES + best] as number);
    if (best !== 0 && best !== last) {
      text += ALPHABET.charAt(best - 1);
      at.push(t);
      sum += surest;
      surest = probability;
    } else if (best !== 0 && probability > surest) {
      surest = probability;
      at[at.length - 1] = t;
    }
    last = best;
  }
  return { text, confidence: at.length === 0 ? 0 : (sum + surest) / at.length, at };
}

/** A line of known length, fitted to the frames. */
export interface Alignment {
  /** Log-probability of the path, a frame. */
  score: number;
  /** For each of the characters, probabilities of the 37 symbols: `length` rows. */
  posteriors: Float64Array;
  length: number;
  /** Frame of each character. */
  at: number[];
}

/**
 * The likeliest path that spells exactly `length` characters (Viterbi over CTC's lattice, any symbol at any place), and
 * at each character the probabilities of all symbols.
 *
 * States at a frame: j characters done and in blank, or in the j-th character with symbol s. A character may follow
 * another at once only where the symbols differ; the two best symbols of the character before are enough to know that.
 * @returns undefined where there are too few frames
 */
export function align({ logits, frames }: Frames, length: number): Alignment | undefined {
  if (frames < length || length < 1) return undefined;
  const width = length * SYMBOLS;
  let blank = new Float64Array(length + 1).fill(-Infinity);
  let inside = new Float64Array(width).fill(-Infinity);
  let nextBlank = new Float64Array(length + 1);
  let nextInside = new Float64Array(width);
  // Where each state came from: for a character 0 stay, 1 blank, 2 + s another symbol; for blank 0 stay, 1 + s a symbol.
  const cameInside = new Uint8Array(frames * width);
  const cameBlank = new Uint8Array(frames * (length + 1));
  blank[0] = 0;
  for (let t = 0; t < frames; t++) {
    const row = t * CLASSES;
    const blankScore = logits[row] as number;
    nextBlank[0] = (blank[0] as number) + blankScore;
    for (let j = 0; j < length; j++) {
      // The two best symbols of character j-1 at the frame before.
      let first = -1;
      let firstScore = -Infinity;
      let secondScore = -Infinity;
      let second = -1;
      if (j > 0) {
        const before = (j - 1) * SYMBOLS;
        for (let s = 0; s < SYMBOLS; s++) {
          const score = inside[before + s] as number;
          if (score > firstScore) {
            secondScore = firstScore;
            second = first;
            firstScore = score;
            first = s;
          } else if (score > secondScore) {
            secondScore = score;
            second = s;
          }
        }
      }
      const fromBlank = blank[j] as number;
      const mine = j * SYMBOLS;
      let ended = -Infinity;
      let endedBy = 0;
      for (let s = 0; s < SYMBOLS; s++) {
        const stay = inside[mine + s] as number;
        const other = s === first ? secondScore : firstScore;
        let score = stay;
        let from = 0;
        if (fromBlank > score) {
          score = fromBlank;
          from = 1;
        }
        if (other > score) {
          score = other;
          from = 2 + (s === first ? second : first);
        }
        if (stay > ended) {
          ended = stay;
          endedBy = s;
        }
        nextInside[mine + s] = score + (logits[row + 1 + s] as number);
        cameInside[t * width + mine + s] = from;
      }
      const stayBlank = blank[j + 1] as number;
      const better = ended > stayBlank;
      nextBlank[j + 1] = (better ? ended : stayBlank) + blankScore;
      cameBlank[t * (length + 1) + j + 1] = better ? 1 + endedBy : 0;
    }
    [blank, nextBlank] = [nextBlank, blank];
    [inside, nextInside] = [nextInside, inside];
  }
  return trace({ logits, frames }, length, blank, inside, cameInside, cameBlank);
}

function trace(
  { logits, frames }: Frames,
  length: number,
  blank: Float64Array,
  inside: Float64Array,
  cameInside: Uint8Array,
  cameBlank: Uint8Array,
): Alignment | undefined {
  const width = length * SYMBOLS;
  let symbol = -1;
  let score = blank[length] as number;
  for (let s = 0; s < SYMBOLS; s++) {
    const ended = inside[(length - 1) * SYMBOLS + s] as number;
    if (ended > score) {
      score = ended;
      symbol = s;
    }
  }
  if (score === -Infinity) return undefined;
  const starts = new Int32Array(length);
  const ends = new Int32Array(length);
  let j = symbol < 0 ? length : length - 1;
  for (let t = frames - 1; t >= 0; t--) {
    if (symbol < 0) {
      const from = cameBlank[t * (length + 1) + j] as number;
      if (from === 0) continue;
      symbol = from - 1;
      j--;
      ends[j] = t - 1;
      starts[j] = t - 1;
    } else {
      if (t === frames - 1) ends[j] = t;
      starts[j] = t;
      const from = cameInside[t * width + j * SYMBOLS + symbol] as number;
      if (from === 1) symbol = -1;
      else if (from >= 2) {
        symbol = from - 2;
        j--;
        ends[j] = t - 1;
        starts[j] = t - 1;
      }
    }
  }
  return { score: score / frames, ...posteriorsOf({ logits, frames }, starts, ends), length };
}

/**
 * Probabilities of the symbols at each character: their surest frame between the middles of the gaps to the
 * neighbours, made to sum to 1.
 */
function posteriorsOf(
  { logits }: Frames,
  starts: Int32Array,
  ends: Int32Array,
): { posteriors: Float64Array; at: number[] } {
  const length = starts.length;
  const posteriors = new Float64Array(length * SYMBOLS);
  const at: number[] = [];
  for (let j = 0; j < length; j++) {
    const from = j === 0 ? (starts[j] as number) : Math.ceil(((ends[j - 1] as number) + (starts[j] as number)) / 2);
    const to = j + 1 < length ? Math.floor(((ends[j] as number) + (starts[j + 1] as number)) / 2) : (ends[j] as number);
    let total = 0;
    let peak = starts[j] as number;
    let peakScore = -Infinity;
    for (let s = 0; s < SYMBOLS; s++) {
      let best = -Infinity;
      for (let t = from; t <= to; t++) {
        const score = logits[t * CLASSES + 1 + s] as number;
        if (score > best) best = score;
        if (score > peakScore) {
          peakScore = score;
          peak = t;
        }
      }
      const probability = Math.exp(best);
      posteriors[j * SYMBOLS + s] = probability;
      total += probability;
    }
    for (let s = 0; s < SYMBOLS; s++) {
      posteriors[j * SYMBOLS + s] = ((posteriors[j * SYMBOLS + s] as number) + 1e-9) / (total + 37e-9);
    }
    at.push(peak);
  }
  return { posteriors, at };
}
