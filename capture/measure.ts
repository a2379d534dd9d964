/** What can be said of a camera's picture quickly and on the device. Hints for the person; the service measures again. */

export interface Grey {
  data: Uint8Array;
  width: number;
  height: number;
}

export interface Measures {
  /** Mean, 0 to 255. */
  brightness: number;
  /** Share of pixels that are blown out, 0 to 1. */
  glare: number;
  /** Variance of the Laplacian: small where the picture is blurred or empty. */
  sharpness: number;
  /** Of the four sides of the guide, those with an edge along them. */
  edges: number;
}

/** Rec. 601 luma of RGBA pixels. */
export function toGrey(rgba: Uint8ClampedArray, width: number, height: number): Grey {
  const data = new Uint8Array(width * height);
  for (let at = 0; at < data.length; at += 1) {
    const from = at * 4;
    data[at] = ((rgba[from] ?? 0) * 77 + (rgba[from + 1] ?? 0) * 150 + (rgba[from + 2] ?? 0) * 29) >> 8;
  }
  return { data, width, height };
}

const BLOWN_OUT = 250;

/** @param inset where the guide's sides lie, as a share of width and height from the picture's border */
export function measure(grey: Grey, inset: number): Measures {
  const { data, width, height } = grey;
  let sum = 0;
  let blown = 0;
  for (const value of data) {
    sum += value;
    if (value >= BLOWN_OUT) blown += 1;
  }
  return {
    brightness: sum / data.length,
    glare: blown / data.length,
    sharpness: laplacianVariance(data, width, height),
    edges: edgesAlong(grey, inset),
  };
}

function laplacianVariance(data: Uint8Array, width: number, height: number): number {
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const value =
        4 * (data[at] ?? 0) -
        (data[at - 1] ?? 0) -
        (data[at + 1] ?? 0) -
        (data[at - width] ?? 0) -
        (data[at + width] ?? 0);
      sum += value;
      squares += value * value;
      count += 1;
    }
  }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2;
}

/** Grey levels by which a line must differ from the next but one, on average, to be an edge. */
const EDGE = 10;
/** How far from the guide an edge may lie, as a share of the side. */
const REACH = 0.07;

function edgesAlong({ data, width, height }: Grey, inset: number): number {
  const across = (vertical: boolean, share: number): number => {
    const [length, depth] = vertical ? [height, width] : [width, height];
    const centre = share * depth;
    const reach = Math.max(2, REACH * depth);
    let best = 0;
    for (let line = Math.max(1, Math.round(centre - reach)); line <= Math.min(depth - 2, centre + reach); line += 1) {
      let sum = 0;
      let count = 0;
      // The middle of a side: corners are round, and fingers hold there.
      for (let at = Math.round(length * 0.2); at < length * 0.8; at += 2) {
        const [before, after] = vertical
          ? [data[at * width + line - 1], data[at * width + line + 1]]
          : [data[(line - 1) * width + at], data[(line + 1) * width + at]];
        sum += (after ?? 0) - (before ?? 0);
        count += 1;
      }
      best = Math.max(best, Math.abs(sum / count));
    }
    return best;
  };
  const sides = [across(true, inset), across(true, 1 - inset), across(false, inset), across(false, 1 - inset)];
  return sides.filter((strength) => strength >= EDGE).length;
}

/** Mean difference between two pictures of one size, grey levels: small where the camera and what it sees hold still. */
export function difference(a: Grey, b: Grey): number {
  let sum = 0;
  for (let at = 0; at < a.data.length; at += 1) sum += Math.abs((a.data[at] ?? 0) - (b.data[at] ?? 0));
  return sum / Math.max(1, a.data.length);
}

export type Hint = 'TOO_DARK' | 'TOO_BRIGHT' | 'GLARE' | 'NOT_IN_FRAME' | 'MOVING' | 'BLURRED' | 'GOOD';

export const HINT_BOUNDS = {
  dark: 55,
  bright: 225,
  glare: { DOCUMENT: 0.06, FACE: 0.12 },
  sharpness: { DOCUMENT: 60, FACE: 12 },
  still: 7,
  sides: 3,
} as const;

/** What to tell the person, the most helpful first. @param moved since the last picture; null for the first one */
export function hintOf(measures: Measures, moved: number | null, subject: 'DOCUMENT' | 'FACE'): Hint {
  const bounds = HINT_BOUNDS;
  if (measures.brightness < bounds.dark) return 'TOO_DARK';
  if (measures.brightness > bounds.bright) return 'TOO_BRIGHT';
  if (measures.glare > bounds.glare[subject]) return 'GLARE';
  if (subject === 'DOCUMENT' && measures.edges < bounds.sides) return 'NOT_IN_FRAME';
  if (moved === null || moved > bounds.still) return 'MOVING';
  if (measures.sharpness < bounds.sharpness[subject]) return 'BLURRED';
  return 'GOOD';
}
