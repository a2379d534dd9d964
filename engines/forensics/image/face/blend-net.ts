import { type Model, openModel } from '../../../identity/models/session.ts';
import type { Raster } from '../../../identity/types.ts';
import { cutPlanes, type Square, squareAround } from './cut.ts';
import type { FoundFace } from './find.ts';
import { BLEND_SLOT } from './slots.ts';

const SIDE = 128;
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
    const square = squareAround(face.points, picture.width, picture.height);
    const outputs = await this.#model.run({
      face: { data: cutPlanes(picture, square, SIDE), dims: [1, 3, SIDE, SIDE] },
    });
    const cells = outputs['mask']?.data ?? new Float32Array(MASK_SIDE * MASK_SIDE);
    return {
      logit: outputs['logit']?.data[0] ?? 0,
      mask: cells.map((logit) => 1 / (1 + Math.exp(-logit))),
      square,
    };
  }
}
