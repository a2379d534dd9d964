import type { Point, Provenance, QualityFinding, Raster } from '../types.ts';
import { type DetectedFace, FaceDetector } from './detect.ts';
import { FaceEmbedder } from './embed.ts';
import { FaceLandmarks } from './landmarks.ts';
import { FACE_BOUNDS, type FaceQuality, judgeFace, measureFace } from './quality.ts';
import type { FaceSlots } from './slots.ts';

/** One face that was found and measured. */
export interface MeasuredFace {
  detected: DetectedFace;
  landmarks: readonly Point[];
  quality: FaceQuality;
  issues: readonly QualityFinding[];
  /** Whether a comparison on it may decide by itself. */
  decisive: boolean;
  embedding: Float32Array;
}

/** What a picture shows: its main face, or why there is none. */
export interface FaceReading {
  face: MeasuredFace | null;
  /** Faces of at least half the main one's size. */
  faces: number;
  issues: readonly QualityFinding[];
}

/** The networks that faces are read with. */
export class Faces {
  readonly #detector: FaceDetector;
  readonly #landmarks: FaceLandmarks;
  readonly #embedder: FaceEmbedder;
  private constructor(detector: FaceDetector, landmarks: FaceLandmarks, embedder: FaceEmbedder) {
    this.#detector = detector;
    this.#landmarks = landmarks;
    this.#embedder = embedder;
  }

  /** @throws ModelUnavailable where one of the networks cannot be loaded */
  static async open(slots: FaceSlots): Promise<Faces> {
    const [detector, landmarks, embedder] = await Promise.all([
      FaceDetector.open(slots),
      FaceLandmarks.open(slots),
      FaceEmbedder.open(slots),
    ]);
    return new Faces(detector, landmarks, embedder);
  }

  get provenance(): Provenance[] {
    return [this.#detector.provenance, this.#landmarks.provenance, this.#embedder.provenance];
  }

  /** Name, version and hash of what makes the embeddings. */
  get model(): string {
    const { name, version, sha256 } = this.#embedder.provenance;
    return `${name} ${version} ${sha256?.slice(0, 12) ?? ''}`.trim();
  }

  /**
   * Reads the main face of a picture.
   * @param smallest side of the smallest face looked for, as a share of the picture's longer side
   * @param alone whether a second face of similar size is a fault, as in a selfie
   * @param within where a face's middle has to be; faces elsewhere are left out
   * @throws ModelUnavailable
   */
  async read(
    picture: Raster,
    { smallest = 0.06, alone = true, within = null }: ReadOptions = {},
  ): Promise<FaceReading> {
    const found = (await this.#detector.detect(picture, smallest)).filter(
      ({ confidence, box }) => confidence >= CERTAIN && (within === null || within(middleOf(box))),
    );
    const main = found[0];
    if (!main) {
      return { face: null, faces: 0, issues: [{ code: 'FACE_NOT_FOUND', value: 0, threshold: 1, retake: true }] };
    }
    const size = ({ box }: DetectedFace): number => Math.max(box.width, box.height);
    const faces = found.filter((face) => size(face) >= size(main) / 2).length;
    const landmarks = await this.#landmarks.locate(picture, main);
    const quality = measureFace(picture, main, landmarks);
    const issues = judgeFace(quality);
    if (alone && faces > 1) issues.unshift({ code: 'MULTIPLE_FACES', value: faces, threshold: 1, retake: true });
    const decisive = issues.length === 0 && quality.eyeDistance >= FACE_BOUNDS.decisiveEyeDistance;
    const embedding = await this.#embedder.embed(picture, landmarks);
    return { face: { detected: main, landmarks, quality, issues, decisive, embedding }, faces, issues };
  }
}

interface ReadOptions {
  smallest?: number;
  alone?: boolean;
  within?: ((point: Point) => boolean) | null;
}

const middleOf = ({ x, y, width, height }: DetectedFace['box']): Point => ({ x: x + width / 2, y: y + height / 2 });

/** Below it the detector's finds are too often not faces. */
const CERTAIN = 0.9;
