import { type Detector, type Finding, nothing, type Region } from '../types.ts';
import { doubleJpegBlocks } from './double-jpeg.ts';
import type { OpenedImage, Plane } from './open.ts';

/** Blocks on each side of one whose evidence is taken together. */
const REACH = 2;
/** Share of the traces that a place could show, below which it lacks them. */
const LACKS = 0.4;
/** Nats a block by which both must differ in a place for it to tell anything. */
const TELLING = 0.5;
/** Shares of all blocks that a part may have: smaller is chance, larger is the picture itself. */
const PART = [0.012, 0.45] as const;
const FEWEST_BLOCKS = 400;
/** Of the score, above which a part is told: of 114 pictures of people not measured on, at most two reached it. */
export const PASTED_THRESHOLD = 40;
const RATIO = 1.5;
/** Of several parts like this: stickers, captions and dates come in several, put on by people who forge nothing. */
const RATIO_OF_SEVERAL = 0.6;
/** Another part counts as one from this share of the largest one's score. */
const COMPARABLE = 0.3;

export interface PastedPart {
  /** Nats by which the part's blocks speak against the earlier compression. */
  score: number;
  /** Parts like it, itself among them. */
  parts: number;
  /** Blocks of the part. */
  places: readonly { x: number; y: number }[];
  /** Side of a block of these, pixels. */
  side: number;
  earlierQuality: number;
}

/**
 * The part of a picture, compressed twice as a whole, that was compressed once only.
 * @param table the last quantisation of brightness, natural order
 * @returns null where the picture was compressed once, or all of it twice
 */
export function findPastedPart(plane: Plane, table: Uint16Array): PastedPart | null {
  const evidence = doubleJpegBlocks(plane, table);
  if (!evidence || evidence.across * evidence.down < FEWEST_BLOCKS) return null;
  const { across, down, side, measure } = evidence;
  const [on, once, twice] = [evidence.seen, evidence.once, evidence.twice].map((map) => averaged(map, across, down));
  if (!on || !once || !twice) return null;
  // 1 where the traces are as strong as they can be in this place, 0 where there are none.
  const lacking = on.map((value, i) => {
    const reach = (twice[i] as number) - (once[i] as number);
    return reach < TELLING ? 0 : Math.max(0, LACKS - (value - (once[i] as number)) / reach) * reach;
  });
  const seen = new Uint8Array(lacking.length);
  let best: PastedPart | null = null;
  const scores: number[] = [];
  for (let start = 0; start < lacking.length; start++) {
    if (seen[start] || lacking[start] === 0) continue;
    const part = [start];
    seen[start] = 1;
    let score = 0;
    for (let n = 0; n < part.length; n++) {
      const at = part[n] as number;
      score += lacking[at] as number;
      const [x, y] = [at % across, Math.floor(at / across)];
      for (const [u, v] of [
        [x - 1, y],
        [x + 1, y],
        [x, y - 1],
        [x, y + 1],
      ] as const) {
        const next = v * across + u;
        if (u < 0 || v < 0 || u >= across || v >= down || seen[next] || lacking[next] === 0) continue;
        seen[next] = 1;
        part.push(next);
      }
    }
    scores.push(score);
    const share = part.length / lacking.length;
    if (share < PART[0] || share > PART[1] || (best && score <= best.score)) continue;
    const places = part.map((at) => ({ x: at % across, y: Math.floor(at / across) }));
    best = { score, parts: 1, places, side, earlierQuality: measure.earlierQuality };
  }
  const found = best?.score ?? 0;
  return best && { ...best, parts: scores.filter((score) => score >= COMPARABLE * found).length };
}

/** Mean over the blocks around each, by sums of rectangles. */
function averaged(values: Float32Array, across: number, down: number): Float32Array {
  const sums = new Float64Array((across + 1) * (down + 1));
  for (let y = 0; y < down; y++) {
    let row = 0;
    for (let x = 0; x < across; x++) {
      row += values[y * across + x] as number;
      sums[(y + 1) * (across + 1) + x + 1] = (sums[y * (across + 1) + x + 1] as number) + row;
    }
  }
  const at = (x: number, y: number): number => sums[y * (across + 1) + x] as number;
  return Float32Array.from({ length: values.length }, (_, index) => {
    const [x, y] = [index % across, Math.floor(index / across)];
    const [left, right] = [Math.max(0, x - REACH), Math.min(across, x + REACH + 1)];
    const [top, bottom] = [Math.max(0, y - REACH), Math.min(down, y + REACH + 1)];
    return (at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top)) / ((right - left) * (bottom - top));
  });
}

/** A part that lacks the traces of an earlier compression which the rest of the picture carries. */
export const pastedJpegDetector: Detector<OpenedImage> = {
  name: 'jpeg-parts',
  version: '2',
  family: 'COMPRESSION',
  applicable: ({ jpeg, plane }) =>
    jpeg && plane && jpeg.tables.has(jpeg.componentTables[0] ?? 0)
      ? { applies: true }
      : { applies: false, reason: 'The picture is no JPEG with a quantisation table of its own.' },
  examine({ jpeg, plane, width, height }): Finding {
    const table = jpeg?.tables.get(jpeg.componentTables[0] ?? 0);
    if (!table || !plane) return nothing(0);
    const part = findPastedPart(plane, table);
    if (!part || part.score < PASTED_THRESHOLD) {
      return nothing(1, [
        { code: 'COMPRESSED_ALIKE', detail: 'All of the picture was compressed alike, as far as can be seen.' },
      ]);
    }
    const { side } = part;
    const regions: Region[] = part.places.slice(0, 4000).map(({ x, y }) => ({
      page: 0,
      x: (x * side + plane.left) / width,
      y: (y * side + plane.top) / height,
      width: side / width,
      height: side / height,
      weight: 0.9,
    }));
    const detail = `The picture was compressed before, at a quality near ${part.earlierQuality}, but a part of it was not: that part was put in afterwards or painted over.`;
    return {
      logLikelihoodRatio: part.parts > 1 ? RATIO_OF_SEVERAL : RATIO,
      quality: 1,
      evidence: [{ code: 'PART_COMPRESSED_ONCE', detail }],
      regions,
      manipulation: 'SPLICE',
    };
  },
};
