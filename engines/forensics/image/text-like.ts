import type { Plane } from './open.ts';

/** Side of a block, pixels of the picture as it is looked at. */
const SIDE = 32;
/** Pixels that are looked at: of a larger picture single ones, evenly spread. */
const MOST_PIXELS = 1_300_000;
/** Levels by which ink is darker than its paper, and by which paper differs within a block and from block to block. */
const INK = 40;
const PAPER = 14;
const STEADY = 12;

/** Fewer blocks than this are chance. */
const FEWEST = 5;

/** From here on a picture is taken for a page with text (bench/forensics/RESULTS.md). */
export const PAGE_FROM = 0.22;

/**
 * How far a picture looks like a page with text: the share of blocks in which dark strokes stand on one bright ground
 * that is as bright in the blocks beside it. 0 to 1; photographs lie below 0.2, pages and cards above 0.26 but for very
 * faint ones.
 */
export function textLike(plane: Plane): number {
  const { data, width, height } = glance(plane);
  const [across, down] = [Math.floor(width / SIDE), Math.floor(height / SIDE)];
  if (across < 3 || down < 3) return 0;
  const grounds = new Uint8Array(across * down);
  const isText = new Uint8Array(across * down);
  const counts = new Uint32Array(256);
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      counts.fill(0);
      for (let y = row * SIDE; y < (row + 1) * SIDE; y++) {
        for (let x = column * SIDE; x < (column + 1) * SIDE; x++) {
          const level = data[y * width + x] as number;
          counts[level] = (counts[level] as number) + 1;
        }
      }
      const at = row * across + column;
      const ground = levelAt(counts, 0.8 * SIDE * SIDE);
      let [dark, paper] = [0, 0];
      for (let level = 0; level < 256; level++) {
        if (level < ground - INK) dark += counts[level] as number;
        else if (Math.abs(level - ground) <= PAPER) paper += counts[level] as number;
      }
      grounds[at] = ground;
      const [darkShare, paperShare] = [dark / (SIDE * SIDE), paper / (SIDE * SIDE)];
      isText[at] = darkShare >= 0.03 && darkShare <= 0.5 && paperShare >= 0.35 ? 1 : 0;
    }
  }
  let text = 0;
  for (let row = 1; row < down - 1; row++) {
    for (let column = 1; column < across - 1; column++) {
      const at = row * across + column;
      if (isText[at] === 0) continue;
      const own = grounds[at] as number;
      const near = [at - 1, at + 1, at - across, at + across];
      const steady = near.filter((other) => Math.abs((grounds[other] as number) - own) <= STEADY).length;
      if (steady >= 3 && near.some((other) => isText[other] === 1)) text += 1;
    }
  }
  return text < FEWEST ? 0 : text / ((across - 2) * (down - 2));
}

/** Whole levels of brightness of the pixels that are looked at. */
function glance({ data, width, height }: Plane): { data: Uint8Array; width: number; height: number } {
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)));
  const [across, down] = [Math.max(1, Math.floor(width * scale)), Math.max(1, Math.floor(height * scale))];
  const levels = new Uint8Array(across * down);
  for (let y = 0; y < down; y++) {
    const row = Math.floor(((y + 0.5) * height) / down) * width;
    for (let x = 0; x < across; x++) {
      levels[y * across + x] = (data[row + Math.floor(((x + 0.5) * width) / across)] as number) + 0.5;
    }
  }
  return { data: levels, width: across, height: down };
}

/** The level below which so many pixels lie. */
function levelAt(counts: Uint32Array, rank: number): number {
  let sum = 0;
  for (let level = 0; level < 256; level++) {
    sum += counts[level] as number;
    if (sum >= rank) return level;
  }
  return 255;
}
