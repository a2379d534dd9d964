import sharp from 'sharp';
import { FaceDetector } from '../../../identity/face/detect.ts';
import { FaceLandmarks } from '../../../identity/face/landmarks.ts';
import { FACE_SLOTS } from '../../../identity/face/slots.ts';
import type { Point, Raster } from '../../../identity/types.ts';

/** A face in a picture. */
export interface FoundFace {
  /** 68 points in pixels of the picture. */
  points: readonly Point[];
  /** The larger extent of the points, pixels. */
  extent: number;
}

/** Faces are looked for in a picture no larger than this. */
const LONGEST = 640;
/** Share of the longer side below which no face is looked for. */
const SMALLEST = 0.08;
const CERTAIN = 0.9;
const MOST_FACES = 6;
/** Faces cut out tightly, which small pictures are, are found only with room around them: repeated edge, this share of the longer side. */
const ROOM = 0.25;

/** Finds faces and their points with the networks that identity verification uses. */
export class FaceFinder {
  readonly #detector: FaceDetector;
  readonly #landmarks: FaceLandmarks;
  private constructor(detector: FaceDetector, landmarks: FaceLandmarks) {
    this.#detector = detector;
    this.#landmarks = landmarks;
  }

  /** @throws ModelUnavailable */
  static async open(): Promise<FaceFinder> {
    const [detector, landmarks] = await Promise.all([FaceDetector.open(FACE_SLOTS), FaceLandmarks.open(FACE_SLOTS)]);
    return new FaceFinder(detector, landmarks);
  }

  /**
   * @returns faces, the largest first
   * @throws ModelUnavailable
   */
  async find(picture: Raster): Promise<FoundFace[]> {
    const plain = await this.#within(picture, 0);
    const isCut = Math.max(picture.width, picture.height) <= LONGEST;
    return plain.length > 0 || !isCut ? plain : this.#within(picture, ROOM);
  }

  async #within({ data, width, height, channels }: Raster, share: number): Promise<FoundFace[]> {
    const scale = Math.min(1, LONGEST / Math.max(width, height));
    const across = Math.max(1, Math.round(width * scale));
    const down = Math.max(1, Math.round(height * scale));
    const room = Math.round(share * Math.max(across, down));
    const shrunk = await sharp(data, { raw: { width, height, channels } })
      .resize(across, down, { fit: 'fill' })
      .extend({ top: room, bottom: room, left: room, right: room, extendWith: 'copy' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { info } = shrunk;
    const small: Raster = {
      data: shrunk.data,
      width: info.width,
      height: info.height,
      channels: info.channels === 1 ? 1 : 3,
    };
    const faces = await this.#detector.detect(small, SMALLEST);
    const found: FoundFace[] = [];
    for (const face of faces.filter(({ confidence }) => confidence >= CERTAIN).slice(0, MOST_FACES)) {
      const points = (await this.#landmarks.locate(small, face)).map(({ x, y }) => ({
        x: (x - room) / scale,
        y: (y - room) / scale,
      }));
      const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
      const extent = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
      found.push({ points, extent });
    }
    return found;
  }
}
