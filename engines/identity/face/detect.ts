import { type Model, openModel } from '../models/session.ts';
import { crop, planes, shrink } from '../resample.ts';
import type { Box, Point, Raster } from '../types.ts';
import type { FaceSlots } from './slots.ts';

/** A face as the detector saw it, in pixels of the picture given. */
export interface DetectedFace {
  box: Box;
  /** 0 to 1, the last network's probability. */
  confidence: number;
  /** Eyes, nose, corners of the mouth; left as seen in the picture. */
  points: { leftEye: Point; rightEye: Point; nose: Point; leftMouth: Point; rightMouth: Point };
}

interface Candidate {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  score: number;
}

/** Thresholds of the three networks and ratio of the pyramid, as its authors published them. */
const THRESHOLDS = [0.6, 0.7, 0.8] as const;
const PYRAMID = 0.709;
/** Receptive field and stride of the first network, pixels. */
const CELL = 12;
const STRIDE = 2;
/** A picture is looked at no larger than this; a face of a tenth of it is still found. */
const LONGEST = 1280;
/** Most candidates that go from one network to the next: keeps hostile textures from costing seconds. */
const MOST = 300;
const MEAN = 127.5;
const SCALE = 1 / 128;

/**
 * Finds faces by a cascade of three networks over a pyramid of sizes (MTCNN: Zhang et al. 2016, section 2).
 */
export class FaceDetector {
  readonly #proposal: Model;
  readonly #refinement: Model;
  readonly #output: Model;
  constructor(proposal: Model, refinement: Model, output: Model) {
    this.#proposal = proposal;
    this.#refinement = refinement;
    this.#output = output;
  }

  /** @throws ModelUnavailable */
  static async open(slots: FaceSlots): Promise<FaceDetector> {
    const [proposal, refinement, output] = await Promise.all(
      [slots.proposal, slots.refinement, slots.output].map((slot) => openModel(slot)),
    );
    return new FaceDetector(proposal as Model, refinement as Model, output as Model);
  }

  get provenance(): Model['provenance'] {
    return { ...this.#output.provenance, name: 'mtcnn' };
  }

  /**
   * @param smallest side of the smallest face looked for, as a share of the picture's longer side
   * @returns faces, the largest first
   */
  async detect(picture: Raster, smallest = 0.05): Promise<DetectedFace[]> {
    const { image, scale } = shrink(picture, LONGEST);
    const proposed = await this.#propose(image, Math.max(16, smallest * Math.max(image.width, image.height)));
    const refined = await this.#refine(image, proposed);
    const faces = await this.#finish(image, refined);
    return faces
      .map((face) => rescale(face, 1 / scale))
      .toSorted((a, b) => b.box.width * b.box.height - a.box.width * a.box.height);
  }

  async #propose(image: Raster, smallest: number): Promise<Candidate[]> {
    const found: Candidate[] = [];
    for (let factor = CELL / smallest; Math.min(image.width, image.height) * factor >= CELL; factor *= PYRAMID) {
      const width = Math.ceil(image.width * factor);
      const height = Math.ceil(image.height * factor);
      const level = crop(image, [0, 0, image.width, image.height], width, height);
      const outputs = await this.#proposal.run({
        pixels: { data: planes(level, MEAN, SCALE), dims: [1, 3, height, width] },
      });
      found.push(...distinct(cells(outputs, factor), 0.5, 'UNION'));
    }
    return distinct(found, 0.7, 'UNION').slice(0, MOST);
  }

  async #refine(image: Raster, candidates: readonly Candidate[]): Promise<Candidate[]> {
    if (candidates.length === 0) return [];
    const squares = candidates.map(squared);
    const outputs = await this.#refinement.run({ pixels: batch(image, squares, 24) });
    const { face, box } = read(outputs);
    const kept = squares.flatMap((square, index) => {
      const score = face[2 * index + 1] as number;
      return score > THRESHOLDS[1] ? [corrected({ ...square, score }, box, 4 * index, 1)] : [];
    });
    return distinct(kept, 0.7, 'UNION').slice(0, MOST);
  }

  async #finish(image: Raster, candidates: readonly Candidate[]): Promise<DetectedFace[]> {
    if (candidates.length === 0) return [];
    const squares = candidates.map(squared);
    const outputs = await this.#output.run({ pixels: batch(image, squares, 48) });
    const { face, box } = read(outputs);
    const points = outputs['points']?.data ?? new Float32Array();
    const kept: (Candidate & { points: DetectedFace['points'] })[] = [];
    squares.forEach((square, index) => {
      const score = face[2 * index + 1] as number;
      if (score <= THRESHOLDS[2]) return;
      const width = square.x2 - square.x1;
      const height = square.y2 - square.y1;
      const point = (k: number): Point => ({
        x: square.x1 + width * (points[10 * index + k] as number),
        y: square.y1 + height * (points[10 * index + 5 + k] as number),
      });
      const seen = { leftEye: point(0), rightEye: point(1), nose: point(2), leftMouth: point(3), rightMouth: point(4) };
      kept.push({ ...corrected({ ...square, score }, box, 4 * index, 1), points: seen });
    });
    return distinct(kept, 0.7, 'SMALLER').map(({ x1, y1, x2, y2, score, points: seen }) => ({
      box: { x: x1, y: y1, width: x2 - x1, height: y2 - y1 },
      confidence: score,
      points: seen,
    }));
  }
}

type Outputs = Awaited<ReturnType<Model['run']>>;

const read = (outputs: Outputs): { face: Float32Array; box: Float32Array } => ({
  face: outputs['face']?.data ?? new Float32Array(),
  box: outputs['box']?.data ?? new Float32Array(),
});

/** Cells of the first network that may be a face, as boxes in the picture. */
function cells(outputs: Outputs, factor: number): Candidate[] {
  const [, , down = 0, across = 0] = outputs['face']?.dims ?? [];
  const { face, box } = read(outputs);
  const size = down * across;
  const found: Candidate[] = [];
  for (let cell = 0; cell < size; cell++) {
    const score = face[size + cell] as number;
    if (score <= THRESHOLDS[0]) continue;
    const x1 = ((cell % across) * STRIDE) / factor;
    const y1 = (Math.floor(cell / across) * STRIDE) / factor;
    const side = CELL / factor;
    found.push(corrected({ x1, y1, x2: x1 + side, y2: y1 + side, score }, box, cell, size));
  }
  return found;
}

/** A box moved by what a network says is wrong with it, in shares of its sides. */
function corrected(square: Candidate, box: Float32Array, at: number, step: number): Candidate {
  const width = square.x2 - square.x1;
  const height = square.y2 - square.y1;
  const shift = (k: number): number => box[at + k * step] as number;
  return {
    x1: square.x1 + width * shift(0),
    y1: square.y1 + height * shift(1),
    x2: square.x2 + width * shift(2),
    y2: square.y2 + height * shift(3),
    score: square.score,
  };
}

function squared(candidate: Candidate): Candidate {
  const side = Math.max(candidate.x2 - candidate.x1, candidate.y2 - candidate.y1, 1);
  const x1 = (candidate.x1 + candidate.x2 - side) / 2;
  const y1 = (candidate.y1 + candidate.y2 - side) / 2;
  return { x1, y1, x2: x1 + side, y2: y1 + side, score: candidate.score };
}

function batch(image: Raster, squares: readonly Candidate[], side: number): { data: Float32Array; dims: number[] } {
  const data = new Float32Array(squares.length * 3 * side * side);
  squares.forEach(({ x1, y1, x2, y2 }, index) => {
    data.set(planes(crop(image, [x1, y1, x2 - x1, y2 - y1], side, side), MEAN, SCALE), index * 3 * side * side);
  });
  return { data, dims: [squares.length, 3, side, side] };
}

/** Of boxes that overlap more than the share, the most probable. `SMALLER` measures against the smaller of two. */
function distinct<C extends Candidate>(candidates: readonly C[], share: number, against: 'UNION' | 'SMALLER'): C[] {
  const kept: C[] = [];
  for (const candidate of candidates.toSorted((a, b) => b.score - a.score)) {
    if (kept.every((other) => overlap(candidate, other, against) <= share)) kept.push(candidate);
    if (kept.length > 4 * MOST) break;
  }
  return kept;
}

function overlap(a: Candidate, b: Candidate, against: 'UNION' | 'SMALLER'): number {
  const across = Math.min(a.x2, b.x2) - Math.max(a.x1, b.x1);
  const down = Math.min(a.y2, b.y2) - Math.max(a.y1, b.y1);
  if (across <= 0 || down <= 0) return 0;
  const area = ({ x1, y1, x2, y2 }: Candidate): number => (x2 - x1) * (y2 - y1);
  const common = across * down;
  return common / (against === 'UNION' ? area(a) + area(b) - common : Math.min(area(a), area(b)));
}

function rescale({ box, confidence, points }: DetectedFace, factor: number): DetectedFace {
  const point = ({ x, y }: Point): Point => ({ x: x * factor, y: y * factor });
  return {
    box: { x: box.x * factor, y: box.y * factor, width: box.width * factor, height: box.height * factor },
    confidence,
    points: {
      leftEye: point(points.leftEye),
      rightEye: point(points.rightEye),
      nose: point(points.nose),
      leftMouth: point(points.leftMouth),
      rightMouth: point(points.rightMouth),
    },
  };
}
