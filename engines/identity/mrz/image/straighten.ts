import { levelAt, type Pyramid } from './gray.ts';
import type { PrintLine } from './lines.ts';

/** Rows of a straightened line, and how many of them the capitals take: as in training. */
export const ROWS = 24;
export const CAP_ROWS = 13;

const NARROWEST = 48;
const WIDEST = 1_100;

/** A line of print laid level: grey levels, ROWS rows of `width`. */
export interface LineImage {
  levels: Float32Array;
  width: number;
}

/** How a line is cut out; all as shares of the height of the capitals, but `stretch`, which widens every character. */
export interface Cut {
  left: number;
  right: number;
  shift: number;
  taller: number;
  stretch: number;
}

export const PLAIN_CUT: Cut = { left: 1.2, right: 1.2, shift: 0, taller: 1, stretch: 1 };

/** The same line read from its other end: for a page upside down. */
export function reversed(line: PrintLine): PrintLine {
  const { x0, y0, x1, y1, height0, height1, patches } = line;
  return { x0: x1, y0: y1, x1: x0, y1: y0, height0: height1, height1: height0, patches };
}

/**
 * Samples a line along its middle: each column stands square on it, as high as the capitals are there (they shrink
 * towards one end in perspective), from the level of the pyramid that is just fine enough.
 */
export function straighten(pyramid: Pyramid, line: PrintLine, cut: Cut = PLAIN_CUT): LineImage {
  const height = (line.height0 + line.height1) / 2;
  const dx = line.x1 - line.x0;
  const dy = line.y1 - line.y0;
  const length = Math.max(1, Math.hypot(dx, dy));
  const from = -cut.left * height;
  const to = length + cut.right * height;
  const width = Math.round(((to - from) * CAP_ROWS * cut.stretch) / height);
  const columns = Math.min(WIDEST, Math.max(NARROWEST, width));
  const { gray, factor } = pyramid.levelFor(height / CAP_ROWS);
  const levels = new Float32Array(ROWS * columns);
  for (let u = 0; u < columns; u++) {
    const along = from + ((u + 0.5) / columns) * (to - from);
    const share = along / length;
    const tall = Math.max(1, line.height0 + (line.height1 - line.height0) * share) * cut.taller;
    const cx = line.x0 + dx * share;
    const cy = line.y0 + dy * share;
    for (let r = 0; r < ROWS; r++) {
      const down = ((r + 0.5 - ROWS / 2) / CAP_ROWS) * tall + cut.shift * tall;
      const x = cx - (dy / length) * down;
      const y = cy + (dx / length) * down;
      levels[r * columns + u] = levelAt(gray, (x + 0.5) / factor - 0.5, (y + 0.5) / factor - 0.5);
    }
  }
  return { levels, width: columns };
}
