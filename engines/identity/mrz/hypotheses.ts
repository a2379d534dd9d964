import { ALPHABET } from './check-digit.ts';
import { align, CLASSES, type Alignment, type Frames } from './ctc.ts';
import { decode, formatsFor, isAmbiguous, type Decoded } from './decode.ts';
import type { Pyramid } from './image/gray.ts';
import type { PrintLine } from './image/lines.ts';
import { PLAIN_CUT, straighten, type Cut } from './image/straighten.ts';
import type { LineRecogniser } from './recogniser.ts';

const SYMBOLS = ALPHABET.length;

/** Rows taken for a zone of one form, and what they then say. */
export interface Hypothesis {
  rows: readonly PrintLine[];
  decoded: Decoded;
  /** Probability of the likeliest symbol at every place, before any rule. */
  raw: number[];
  misfit: number;
  /** Where the characters of each row stand. */
  pitches: readonly Pitch[];
  /** 0–1: how sure the characters are, less for misfit, failed check digits and repairs. */
  quality: number;
  /** True where every check digit holds without repair and the characters are sure. */
  settled: boolean;
}

/** Characters of one width, as OCR-B has them: the middle of the first and the step to the next, shares of the row's length. */
export interface Pitch {
  first: number;
  step: number;
}

/** Other ways to cut a line out, for lines that are not sure at first: higher, lower, taller, flatter, wider, narrower. */
const OTHER_CUTS: readonly Cut[] = [
  { ...PLAIN_CUT, taller: 0.88 },
  { ...PLAIN_CUT, taller: 1.14 },
  { ...PLAIN_CUT, shift: 0.09, stretch: 1.06 },
  { ...PLAIN_CUT, shift: -0.09, stretch: 0.94 },
  { ...PLAIN_CUT, taller: 1.05, stretch: 1.12, left: 0.8, right: 0.8 },
];
/** A line at a length that is this much less likely (natural logarithm) than at its best is not of that length. */
const MOST_MISFIT = 30;
/** So many characters may have been missed at an end of a line. */
const MOST_MISSING = 20;
/** Another cut counts where it fits the length nearly as well as the best. */
const SLACK = 4;

/** Rows taken for lines of a form of this length. */
interface Choice {
  rows: readonly PrintLine[];
  length: number;
}

interface Fitted {
  alignment: Alignment;
  misfit: number;
  cut: Cut;
  frames: number;
}

/** Log-probability of the best path of any length. */
export function unconstrained({ logits, frames }: Frames): number {
  let sum = 0;
  for (let t = 0; t < frames; t++) {
    let best = -Infinity;
    for (let k = 0; k < CLASSES; k++) best = Math.max(best, logits[t * CLASSES + k] as number);
    sum += best;
  }
  return sum;
}

function fit(frames: Frames, length: number, cut: Cut): Fitted | undefined {
  const alignment = align(frames, length);
  if (alignment === undefined) return undefined;
  const misfit = unconstrained(frames) - alignment.score * frames.frames;
  return { alignment, misfit, cut, frames: frames.frames };
}

/** The pitch of a row by least squares over the frames at which its characters were read, in the cut that fits best. */
function pitchOf(row: PrintLine, fits: readonly Fitted[]): Pitch {
  const best = fits.reduce((least, one) => (one.misfit < least.misfit ? one : least));
  const { at } = best.alignment;
  const length = Math.max(1, Math.hypot(row.x1 - row.x0, row.y1 - row.y0));
  const height = (row.height0 + row.height1) / 2 / length;
  const [left, whole] = [-best.cut.left * height, 1 + (best.cut.left + best.cut.right) * height];
  const places = at.map((frame) => left + ((frame + 0.5) / best.frames) * whole);
  const [middle, mean] = [(at.length - 1) / 2, places.reduce((sum, place) => sum + place, 0) / at.length];
  const spread = places.reduce((sum, _, index) => sum + (index - middle) ** 2, 0);
  const rise = places.reduce((sum, place, index) => sum + (index - middle) * (place - mean), 0);
  const step = spread > 0 && rise > 0 ? rise / spread : 1 / at.length;
  return { first: mean - step * middle, step };
}

/** Mean of several readings of one line, those that fit nearly as well as the best, as log-probabilities. */
function pooled(fits: readonly Fitted[], length: number): { evidence: Float64Array; misfit: number } {
  const least = Math.min(...fits.map(({ misfit }) => misfit));
  const kept = fits.filter(({ misfit }) => misfit <= least + SLACK);
  const evidence = new Float64Array(length * SYMBOLS);
  for (const { alignment } of kept) {
    for (let i = 0; i < evidence.length; i++)
      evidence[i] = (evidence[i] as number) + (alignment.posteriors[i] as number);
  }
  return { evidence: evidence.map((sum) => Math.log(sum / kept.length)), misfit: least };
}

/** A row made longer at its ends by shares of its length. */
function lengthened(row: PrintLine, left: number, right: number): PrintLine {
  const dx = row.x1 - row.x0;
  const dy = row.y1 - row.y0;
  return {
    ...row,
    x0: row.x0 - dx * left,
    y0: row.y0 - dy * left,
    x1: row.x1 + dx * right,
    y1: row.y1 + dy * right,
  };
}

/** So many characters' width beyond the first or the last is no part of a line. */
const MOST_BEYOND = 1.5;

/** The rows of a hypothesis cut to where their characters stand; undefined where they end there already. */
function trimmed({ rows, pitches, decoded }: Hypothesis): Choice | undefined {
  const { length } = decoded.layout;
  let cut = false;
  const shorter = rows.map((row, index) => {
    const { first, step } = pitches[index] as Pitch;
    const left = Math.max(0, first - step / 2);
    const right = Math.max(0, 1 - (first + (length - 0.5) * step));
    if (Math.max(left, right) <= MOST_BEYOND * step || left + right > 0.7) return row;
    cut = true;
    return lengthened(row, -left, -right);
  });
  return cut ? { rows: shorter, length } : undefined;
}

/** Tries rows as zones of each form and keeps the likeliest. */
export class Hypotheses {
  best: Hypothesis | undefined;
  readonly #recogniser: LineRecogniser;
  readonly #pyramid: Pyramid;

  constructor(recogniser: LineRecogniser, pyramid: Pyramid) {
    this.#recogniser = recogniser;
    this.#pyramid = pyramid;
  }

  /**
   * Considers two or three rows, top first: three as TD1, each neighbouring two as the forms of two lines. Where they
   * read `count` characters, fewer than a form has, they are also tried longer: faint fillers are not found as print.
   */
  async consider(rows: readonly PrintLine[], count: number): Promise<void> {
    const cache = new Map<PrintLine, Frames[]>();
    const choices: Choice[] = [];
    if (rows.length === 3) choices.push({ rows, length: 30 });
    for (let i = 0; i + 1 < rows.length; i++) {
      for (const length of [44, 36]) choices.push({ rows: rows.slice(i, i + 2), length });
    }
    const longer = choices.flatMap((choice): Choice[] => {
      const missing = choice.length - count;
      if (missing < 1 || missing > MOST_MISSING) return [];
      return [
        { ...choice, rows: choice.rows.map((row) => lengthened(row, 0, missing / count)) },
        { ...choice, rows: choice.rows.map((row) => lengthened(row, missing / count, 0)) },
      ];
    });
    const weighed: { choice: Choice; quality: number }[] = [];
    for (const round of [choices, longer]) {
      for (const choice of await this.#fitting(round, cache)) {
        weighed.push({ choice, quality: await this.#weigh(choice.rows, choice.length, cache, [PLAIN_CUT]) });
        if (this.best?.settled === true) return;
      }
    }
    weighed.sort((x, y) => y.quality - x.quality);
    const likeliest = weighed.slice(0, 2).map(({ choice }) => choice);
    // Rows that run on into what lies around the document are read better without it.
    const inRows = this.best && weighed.length > 0 ? trimmed(this.best) : undefined;
    if (inRows !== undefined) {
      await this.#weigh(inRows.rows, inRows.length, cache, [PLAIN_CUT]);
      if (this.best?.settled === true) return;
      likeliest.unshift(inRows);
    }
    for (const choice of likeliest.slice(0, 2)) {
      await this.#weigh(choice.rows, choice.length, cache, [PLAIN_CUT, ...OTHER_CUTS]);
      if (this.best?.settled === true) return;
    }
  }

  /** The choices whose lines fit their length, best first, no more than three. */
  async #fitting(choices: readonly Choice[], cache: Map<PrintLine, Frames[]>): Promise<Choice[]> {
    const scored: { choice: Choice; misfit: number }[] = [];
    for (const choice of choices) {
      const fits = await this.#fits(choice.rows, choice.length, cache, [PLAIN_CUT]);
      if (fits === undefined) continue;
      const misfit = Math.max(...fits.map((line) => Math.min(...line.map((one) => one.misfit))));
      if (misfit < MOST_MISFIT) scored.push({ choice, misfit });
    }
    return scored
      .sort((a, b) => a.misfit - b.misfit)
      .slice(0, 3)
      .map(({ choice }) => choice);
  }

  async #fits(
    rows: readonly PrintLine[],
    length: number,
    cache: Map<PrintLine, Frames[]>,
    cuts: readonly Cut[],
  ): Promise<Fitted[][] | undefined> {
    const out: Fitted[][] = [];
    for (const row of rows) {
      const known = cache.get(row) ?? [];
      cache.set(row, known);
      for (let i = known.length; i < cuts.length; i++) {
        known.push(await this.#recogniser.read(straighten(this.#pyramid, row, cuts[i])));
      }
      const fitted = known
        .slice(0, cuts.length)
        .map((frames, index) => fit(frames, length, cuts[index] ?? PLAIN_CUT))
        .filter((one) => one !== undefined);
      if (fitted.length === 0) return undefined;
      out.push(fitted);
    }
    return out;
  }

  /** Decodes rows as each form of their length, keeps the best, and says how good it was. */
  async #weigh(
    rows: readonly PrintLine[],
    length: number,
    cache: Map<PrintLine, Frames[]>,
    cuts: readonly Cut[],
  ): Promise<number> {
    const fits = await this.#fits(rows, length, cache, cuts);
    let highest = 0;
    if (fits === undefined) return highest;
    const lines = fits.map((line) => pooled(line, length));
    const evidence = lines.map((line) => line.evidence);
    const misfit = lines.reduce((sum, line) => sum + line.misfit, 0);
    const pitches = fits.map((line, index) => pitchOf(rows[index] as PrintLine, line));
    const raw = evidence.flatMap((table) =>
      Array.from({ length }, (_, at) => Math.exp(Math.max(...table.subarray(at * SYMBOLS, (at + 1) * SYMBOLS)))),
    );
    for (const format of formatsFor(rows.length, length, evidence)) {
      const decoded = decode(format, evidence);
      const mean = raw.reduce((sum, value) => sum + value, 0) / raw.length;
      const failed = decoded.checks.filter(({ valid }) => !valid).length / decoded.checks.length;
      const penalty = 0.02 * misfit + 0.02 * decoded.cost + (isAmbiguous(decoded) ? 0.1 : 0) + 0.4 * failed;
      // A form with fewer check digits proves less: it has to read better.
      const few = decoded.checks.length < 4 ? 0.03 : 0;
      const quality = Math.max(0, mean - penalty - few);
      const settled =
        failed === 0 &&
        decoded.repairs.length === 0 &&
        misfit < 1 &&
        Math.min(...raw) > 0.8 &&
        format === formatsFor(rows.length, length, evidence)[0];
      if (this.best === undefined || quality > this.best.quality) {
        this.best = { rows, decoded, raw, misfit, pitches, quality, settled };
      }
      highest = Math.max(highest, quality);
      if (settled) break;
    }
    return highest;
  }
}
