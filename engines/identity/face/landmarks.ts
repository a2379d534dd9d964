import { type Model, openModel } from '../models/session.ts';
import { type Affine, planes, warp } from '../resample.ts';
import type { Point, Raster } from '../types.ts';
import type { DetectedFace } from './detect.ts';
import type { FaceSlots } from './slots.ts';

const SIDE = 112;

/** 68 points of a face in the order of the 300-W annotation (Sagonas et al. 2013), left and right as seen. */
export class FaceLandmarks {
  readonly #model: Model;
  constructor(model: Model) {
    this.#model = model;
  }

  /** @throws ModelUnavailable */
  static async open(slots: FaceSlots): Promise<FaceLandmarks> {
    return new FaceLandmarks(await openModel(slots.landmarks));
  }

  get provenance(): Model['provenance'] {
    return this.#model.provenance;
  }

  /**
   * The face is turned upright by its eyes before it is looked at.
   * @returns 68 points in pixels of the picture
   */
  async locate(picture: Raster, { box, points }: Pick<DetectedFace, 'box' | 'points'>): Promise<Point[]> {
    const map = upright(box, points);
    const face = warp(picture, map, SIDE, SIDE);
    const outputs = await this.#model.run({ face: { data: planes(face, 0, 1), dims: [1, 3, SIDE, SIDE] } });
    const found = outputs['points']?.data ?? new Float32Array();
    const [a, b, c, d, e, f] = map;
    return Array.from({ length: 68 }, (_, index) => {
      const x = SIDE * (found[2 * index] as number) - 0.5;
      const y = SIDE * (found[2 * index + 1] as number) - 0.5;
      return { x: a * x + b * y + c, y: d * x + e * y + f };
    });
  }
}

/** The map from the network's square to the picture: the detector's box made square, turned so that eyes are level. */
function upright(box: DetectedFace['box'], { leftEye, rightEye }: DetectedFace['points']): Affine {
  const angle = Math.atan2(rightEye.y - leftEye.y, rightEye.x - leftEye.x);
  const scale = Math.max(box.width, box.height) / SIDE;
  const cosine = Math.cos(angle) * scale;
  const sine = Math.sin(angle) * scale;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const half = (SIDE - 1) / 2;
  return [
    cosine,
    -sine,
    middle.x - (cosine - sine) * half - 0.5,
    sine,
    cosine,
    middle.y - (sine + cosine) * half - 0.5,
  ];
}
