import { type Model, openModel } from '../../../identity/models/session.ts';
import type { Raster } from '../../../identity/types.ts';
import { cutPlanes, mirrored, type Square, squareAround } from './cut.ts';
import type { FoundFace } from './find.ts';
import { BLEND_SLOT } from './slots.ts';

const SIDE = 128;
/** The face is read a second time, mirrored and cut out more tightly: what the two readings share is less chance. */
const NEAR_ROOM = 1.3;
/** Cells of the mask, across and down. */
export const MASK_SIDE = 32;

export interface BlendReading {
  /** The network's answer before calibration: above 0 where a face looks laid over another. */
  logit: number;
  /** For each cell of the square, row by row, the probability that it was laid over, 0 to 1. */
  mask: Float32Array;
  square: Square;
}

/** A network trained on faces blended with themselves and with others (Shiohara and Yamasaki 2022; Li et al. 2020). */
export class BlendNet {
  readonly #model: Model;
  private constructor(model: Model) {
    this.#model = model;
  }

  /** @throws ModelUnavailable */
  static async open(slot = BLEND_SLOT): Promise<BlendNet> {
    return new BlendNet(await openModel(slot));
  }

  /** @throws ModelUnavailable where it fails on its input */
  async read(picture: Raster, face: Pick<FoundFace, 'points'>): Promise<BlendReading> {
    const { points } = face;
    const { width, height } = picture;
    const square = squareAround(points, width, height);
    const near = squareAround(points, width, height, NEAR_ROOM);
    const views = new Float32Array(2 * 3 * SIDE * SIDE);
    views.set(cutPlanes(picture, square, SIDE));
    views.set(mirrored(cutPlanes(picture, near, SIDE), SIDE), 3 * SIDE * SIDE);
    const outputs = await this.#model.run({ face: { data: views, dims: [2, 3, SIDE, SIDE] } });
    const [one = 0, other = 0] = outputs['logit']?.data ?? [];
    const cells = outputs['mask']?.data ?? new Float32Array(2 * MASK_SIDE * MASK_SIDE);
    return {
      logit: (one + other) / 2,
      mask: cells.slice(0, MASK_SIDE * MASK_SIDE).map((logit) => 1 / (1 + Math.exp(-logit))),
      square,
    };
  }
}
