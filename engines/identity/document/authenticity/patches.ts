import { grey } from '../../resample.ts';
import type { Box, Raster } from '../../types.ts';

/** The ground around a line must have at least this much grain, or nothing can be told. */
const GRAIN = 1.2;
/** Ground with less than this share of the grain around it was painted over. */
const BARE = 0.25;
const SMALLEST = 10;

export interface BarePatch {
  box: Box;
  /** Grain under the writing and around it: median step between neighbours, grey levels. */
  under: number;
  around: number;
}

/**
 * Lines of print whose ground is smooth while the ground around them is grainy: writing that was painted over and set
 * anew. Grain is the median of a second difference, over pixels that are as light as the ground.
 */
export function barePatches(picture: Raster, lines: readonly { box: Box }[]): BarePatch[] {
  const image = grey(picture);
  const found: BarePatch[] = [];
  for (const { box } of lines) {
    if (box.height < SMALLEST || box.width < 2 * box.height) continue;
    const under = grain(image, box, null);
    const reach = box.height;
    const outer = { x: box.x - reach, y: box.y - reach, width: box.width + 2 * reach, height: box.height + 2 * reach };
    const gap = 0.35 * box.height;
    const inner = { x: box.x - gap, y: box.y - gap, width: box.width + 2 * gap, height: box.height + 2 * gap };
    const around = grain(image, outer, inner);
    if (under === null || around === null || around < GRAIN) continue;
    if (under < BARE * around) found.push({ box, under, around });
  }
  return found;
}

/** Median size of the second difference where the picture is as light as the ground; null where there is too little. */
function grain({ data, width, height }: Raster, box: Box, without: Box | null): number | null {
  const [left, top] = [Math.max(1, Math.floor(box.x)), Math.max(1, Math.floor(box.y))];
  const [right, bottom] = [
    Math.min(width - 1, Math.ceil(box.x + box.width)),
    Math.min(height - 1, Math.ceil(box.y + box.height)),
  ];
  const levels = new Uint32Array(256);
  let count = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const level = data[y * width + x] as number;
      levels[level] = (levels[level] as number) + 1;
      count++;
    }
  }
  if (count < 100) return null;
  // Writing is the darker part: the ground is what is above the median less a little.
  let sum = 0;
  let ground = 0;
  while (ground < 255 && (sum += levels[ground] as number) < count / 2) ground++;
  const steps = new Uint32Array(1024);
  let taken = 0;
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      if (
        without &&
        x >= without.x &&
        x < without.x + without.width &&
        y >= without.y &&
        y < without.y + without.height
      ) {
        continue;
      }
      const at = y * width + x;
      const [a, b, c] = [data[at - 1] as number, data[at] as number, data[at + 1] as number];
      if (Math.min(a, b, c) < ground - 12) continue;
      const step = Math.abs(2 * b - a - c);
      steps[step] = (steps[step] as number) + 1;
      taken++;
    }
  }
  if (taken < 60) return null;
  let [below, step] = [0, 0];
  while (step < 1023 && below + (steps[step] as number) < taken / 2) below += steps[step++] as number;
  // Between whole steps, so that small grain can be told apart.
  return step + (taken / 2 - below) / Math.max(1, steps[step] as number) - 0.5;
}
