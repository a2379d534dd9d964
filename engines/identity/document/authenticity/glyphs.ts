import { grey } from '../../resample.ts';
import type { Box, Raster } from '../../types.ts';

/** One character of a line as the reader placed it: `at` is its middle, as a share of the line's width. */
export interface PlacedCharacter {
  symbol: string;
  at: number;
}

export interface PrintedLine {
  box: Box;
  characters?: readonly PlacedCharacter[];
}

export type GlyphMeasure = 'HEIGHT' | 'BASELINE' | 'INK';

/** A character that stands out of its line. */
export interface FontAnomaly {
  box: Box;
  symbol: string;
  measure: GlyphMeasure;
  /** How far it is from the others' median, in units of the line's height (HEIGHT, BASELINE) or of its contrast (INK). */
  deviation: number;
}

/** Lines lower than this are too coarse to measure, pixels. */
const LOWEST = 22;
/** Characters of one kind that a line must have, so that most of them are sure to be its own. */
const FEWEST = 6;
/** Deviations that are noted; besides, they must be so many times the usual deviation of the line. */
const BOUNDS: Readonly<Record<GlyphMeasure, number>> = { HEIGHT: 0.12, BASELINE: 0.1, INK: 0.3 };
const TIMES = 6;
/** Least usual deviation reckoned with: pixels are whole, and so are grey levels. */
const LEAST = 0.012;

interface Glyph {
  symbol: string;
  from: number;
  to: number;
  values: Record<GlyphMeasure, number>;
}

/**
 * Digits (or capitals) of a line that are higher, lower or of other ink than the rest of it: characters set anew in a
 * line that was left standing. Digits of a line are of one height and stand on one baseline in nearly every face, so
 * each kind is compared with itself alone; robust statistics (median and median absolute deviation, Hampel 1974).
 * @param lines of print, level in the picture
 */
export function fontAnomalies(picture: Raster, lines: readonly PrintedLine[]): FontAnomaly[] {
  const image = grey(picture);
  const found: FontAnomaly[] = [];
  for (const { box, characters = [] } of lines) {
    if (box.height < LOWEST) continue;
    const levels = ink(image, box);
    if (!levels) continue;
    for (const kind of [/^[0-9]$/, /^[A-HJ-PR-Z]$/]) {
      const glyphs = characters.flatMap((character, index) => {
        if (!kind.test(character.symbol)) return [];
        const before = characters[index - 1]?.at ?? -character.at;
        const after = characters[index + 1]?.at ?? 2 - character.at;
        // Half the way to the neighbours, but never wider than a character is high.
        const half = Math.min((after - before) / 4, (0.5 * box.height) / box.width);
        return measured(image, box, levels, character, half);
      });
      if (glyphs.length < FEWEST) continue;
      const [worst] = (Object.keys(BOUNDS) as GlyphMeasure[])
        .flatMap((measure) => outliers(glyphs, measure, box))
        .toSorted((a, b) => Math.abs(b.deviation) / BOUNDS[b.measure] - Math.abs(a.deviation) / BOUNDS[a.measure]);
      if (worst) found.push(worst);
    }
  }
  return found;
}

interface Levels {
  ground: number;
  dark: number;
  /** Darker than this is ink. */
  threshold: number;
}

/** Ground and ink of a line by Otsu's threshold; null where there is hardly any contrast. */
function ink({ data, width, height }: Raster, box: Box): Levels | null {
  const [left, top] = [Math.max(0, Math.floor(box.x)), Math.max(0, Math.floor(box.y))];
  const [right, bottom] = [
    Math.min(width, Math.ceil(box.x + box.width)),
    Math.min(height, Math.ceil(box.y + box.height)),
  ];
  const counts = new Uint32Array(256);
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const level = data[y * width + x] as number;
      counts[level] = (counts[level] as number) + 1;
    }
  }
  const total = Math.max(0, right - left) * Math.max(0, bottom - top);
  const sum = counts.reduce((all, count, level) => all + count * level, 0);
  let [best, threshold, below, belowSum] = [-1, 0, 0, 0];
  for (let level = 0; level < 256; level++) {
    below += counts[level] as number;
    belowSum += level * (counts[level] as number);
    if (below === 0 || below === total) continue;
    const between = below * (total - below) * (belowSum / below - (sum - belowSum) / (total - below)) ** 2;
    if (between > best) [best, threshold] = [between, level];
  }
  const mean = (from: number, to: number): number => {
    let [count, weighted] = [0, 0];
    for (let level = from; level <= to; level++) {
      count += counts[level] as number;
      weighted += level * (counts[level] as number);
    }
    return count === 0 ? 0 : weighted / count;
  };
  const [dark, ground] = [mean(0, threshold), mean(threshold + 1, 255)];
  return ground - dark < 60 ? null : { ground, dark, threshold: (ground + dark) / 2 };
}

/** Rows that a character's ink reaches, between pixels, and how dark it is. */
function measured(
  image: Raster,
  box: Box,
  { ground, dark, threshold }: Levels,
  { symbol, at }: PlacedCharacter,
  half: number,
): Glyph[] {
  const [from, to] = [box.x + (at - half) * box.width, box.x + (at + half) * box.width];
  const [left, right] = [Math.max(0, Math.round(from)), Math.min(image.width, Math.round(to))];
  const [top, bottom] = [Math.max(0, Math.floor(box.y)), Math.min(image.height, Math.ceil(box.y + box.height))];
  if (right - left < 4) return [];
  const darkest: number[] = [];
  const rows: number[] = [];
  for (let y = top; y < bottom; y++) {
    let least = 255;
    for (let x = left; x < right; x++) least = Math.min(least, image.data[y * image.width + x] as number);
    rows.push(least);
    if (least < threshold) darkest.push(least);
  }
  // One run of rows: what also touches the frame of the line is no character by itself.
  const first = rows.findIndex((level) => level < threshold);
  const last = rows.findLastIndex((level) => level < threshold);
  if (first <= 0 || last >= rows.length - 1 || last - first < 0.4 * box.height) return [];
  if (rows.slice(first, last + 1).some((level) => level >= threshold)) return [];
  const edge = (outside: number, inside: number): number => {
    const [a, b] = [rows[outside] as number, rows[inside] as number];
    return a === b ? 0.5 : (a - threshold) / (a - b);
  };
  const upper = first - 1 + edge(first - 1, first);
  const lower = last + 1 - edge(last + 1, last);
  const strokes = darkest.toSorted((a, b) => a - b);
  const level = strokes[Math.floor(strokes.length / 2)] ?? dark;
  return [
    {
      symbol,
      from,
      to,
      values: {
        HEIGHT: (lower - upper) / box.height,
        BASELINE: lower / box.height,
        INK: (level - dark) / (ground - dark),
      },
    },
  ];
}

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
};

function outliers(glyphs: readonly Glyph[], measure: GlyphMeasure, box: Box): FontAnomaly[] {
  // A line that is not quite level rises evenly: what is compared is what is left of a straight line through the middles.
  const middles = glyphs.map(({ from, to }) => (from + to) / 2);
  const values = glyphs.map((glyph) => glyph.values[measure]);
  const slope = measure === 'BASELINE' ? theilSen(middles, values) : 0;
  const level = values.map((value, index) => value - slope * (middles[index] as number));
  const middle = median(level);
  const usual = Math.max(LEAST, 1.4826 * median(level.map((value) => Math.abs(value - middle))));
  return glyphs.flatMap(({ symbol, from, to }, index) => {
    const deviation = (level[index] as number) - middle;
    if (Math.abs(deviation) < BOUNDS[measure] || Math.abs(deviation) < TIMES * usual) return [];
    return [{ box: { x: from, y: box.y, width: to - from, height: box.height }, symbol, measure, deviation }];
  });
}

/** The median of the slopes of all pairs (Theil 1950, Sen 1968). */
function theilSen(x: readonly number[], y: readonly number[]): number {
  const slopes: number[] = [];
  for (let i = 0; i < x.length; i++) {
    for (let j = i + 1; j < x.length; j++) {
      const run = (x[j] as number) - (x[i] as number);
      if (run !== 0) slopes.push(((y[j] as number) - (y[i] as number)) / run);
    }
  }
  return slopes.length === 0 ? 0 : median(slopes);
}
