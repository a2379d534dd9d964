import { type Model, openModel } from '../models/session.ts';
import { planes, similarity, warp } from '../resample.ts';
import type { Point, Raster } from '../types.ts';
import type { FaceSlots } from './slots.ts';

const SIDE = 150;
/** Room around the face, as a share of it (dlib's get_face_chip_details with padding 0.25, as the network was trained). */
const PADDING = 0.25;

/** Where eye corners and the base of the nose lie on a mean face, as shares of it, left as seen (dlib, 5 points). */
const MEAN_FACE: readonly { landmark: number; at: Point }[] = [
  { landmark: 45, at: { x: 0.8595674595992, y: 0.2134981538014 } },
  { landmark: 42, at: { x: 0.6460604764104, y: 0.2289674387677 } },
  { landmark: 36, at: { x: 0.1205750620789, y: 0.2137274526848 } },
  { landmark: 39, at: { x: 0.3340850613712, y: 0.2290642403242 } },
  { landmark: 33, at: { x: 0.4901123135679, y: 0.6277975316475 } },
];

/** Brings a face to the size and pose that the embedding was trained on, by its eye corners and the base of its nose. */
export function align(picture: Raster, landmarks: readonly Point[]): Raster {
  const from = MEAN_FACE.map(({ landmark }) => landmarks[landmark] as Point);
  const to = MEAN_FACE.map(({ at }) => ({
    x: ((PADDING + at.x) / (2 * PADDING + 1)) * SIDE,
    y: ((PADDING + at.y) / (2 * PADDING + 1)) * SIDE,
  }));
  return warp(picture, similarity(from, to), SIDE, SIDE);
}

/** Mirrored left to right. */
export function mirrored({ data, width, height, channels }: Raster): Raster {
  const result = new Uint8Array(data.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * width + width - 1 - x) * channels;
      for (let c = 0; c < channels; c++) result[(y * width + x) * channels + c] = data[from + c] as number;
    }
  }
  return { data: result, width, height, channels };
}

/** A face as 128 numbers of length 1: near for one person, far apart for two. */
export class FaceEmbedder {
  readonly #model: Model;
  constructor(model: Model) {
    this.#model = model;
  }

  /** @throws ModelUnavailable */
  static async open(slots: FaceSlots): Promise<FaceEmbedder> {
    return new FaceEmbedder(await openModel(slots.embedding));
  }

  get provenance(): Model['provenance'] {
    return this.#model.provenance;
  }

  /** The mean over the aligned face and its mirror image, which steadies it. */
  async embed(picture: Raster, landmarks: readonly Point[]): Promise<Float32Array> {
    const face = align(picture, landmarks);
    const size = 3 * SIDE * SIDE;
    const data = new Float32Array(2 * size);
    data.set(planes(face, 0, 1));
    data.set(planes(mirrored(face), 0, 1), size);
    const outputs = await this.#model.run({ face: { data, dims: [2, 3, SIDE, SIDE] } });
    const both = outputs['embedding']?.data ?? new Float32Array();
    const width = both.length / 2;
    const sum = Float32Array.from({ length: width }, (_, k) => (both[k] as number) + (both[width + k] as number));
    const length = Math.hypot(...sum);
    return sum.map((value) => value / length);
  }
}
