import {
  decodeDocument,
  type DecodedImage,
  decodeImage,
  DocumentReader,
  type DocumentReading,
  ImageRefused,
  LONGEST,
  portraitPlace,
  type StageFailure,
} from './document/index.ts';
import {
  assessLiveness,
  type Challenge,
  compareFaces,
  type FaceCalibration,
  type FaceReading,
  Faces,
} from './face/index.ts';
import type { IdentityFindings, PictureKind, UnusablePicture } from './findings.ts';
import { faceSlots, IDENTITY_MODELS, type IdentityModels, printSlots } from './models/slots.ts';
import { ModelUnavailable, type Point, type Provenance } from './types.ts';

export interface Picture {
  kind: PictureKind;
  bytes: Uint8Array;
  /** The same picture decoded elsewhere, as PNG, upright: of a form that this engine does not decode. */
  pixels?: Uint8Array;
  /** Why it could not be decoded there; it is then unusable. */
  refused?: { reason: string; cause: string };
}

export interface ExaminationInput {
  /** Frames of one kind in the order in which they were taken. */
  pictures: readonly Picture[];
  /** What the profile promises; stages that none of it needs are left out. */
  needs: { faces: boolean; liveness: boolean };
  challenge: Challenge | null;
  /** YYYY-MM-DD. */
  today: string;
}

/** A portrait is sought down to this share of the document's longer side; in a selfie the face is much larger. */
const PORTRAIT = 0.04;
const SELFIE = 0.1;
/** Longer side of a frame as it is looked at, pixels: a face fills a good part of it, and there are many frames. */
const FRAME_LONGEST = 1_600;

const FRONT_FIRST = ['front', 'back'] as const;
/** Whether a side has a zone of a form that stands beside the portrait: all but TD1 (ICAO 9303-4 to 9303-7). */
const zoneHasPortrait = (side: DocumentReading | null): boolean =>
  side?.mrz?.format !== undefined && side.mrz.format !== null && side.mrz.format !== 'TD1';

/** Everything that an examination needs, loaded once. */
export class Examiner {
  readonly #documents: DocumentReader;
  readonly #faces: Faces | ModelUnavailable;
  readonly #calibration: FaceCalibration;
  private constructor(documents: DocumentReader, faces: Faces | ModelUnavailable, calibration: FaceCalibration) {
    this.#documents = documents;
    this.#faces = faces;
    this.#calibration = calibration;
  }

  /** Never throws for a model that is missing or damaged: what needs it is not performed, and says so. */
  static async open(models: IdentityModels = IDENTITY_MODELS): Promise<Examiner> {
    const [documents, faces] = await Promise.all([
      DocumentReader.open(models.mrzLines, printSlots(models)),
      Faces.open(faceSlots(models)).catch((error: unknown) => {
        if (error instanceof ModelUnavailable) return error;
        throw error;
      }),
    ]);
    return new Examiner(documents, faces, models.faceEmbedding.calibration);
  }

  get provenance(): readonly Provenance[] {
    return this.#faces instanceof ModelUnavailable ? [] : this.#faces.provenance;
  }

  /**
   * Looks at all pictures of a verification. The same pictures give the same findings. Pictures are hostile: run it in
   * an isolated process.
   */
  async examine({ pictures, needs, challenge, today }: ExaminationInput): Promise<IdentityFindings> {
    const calibration = this.#calibration;
    const failures: StageFailure[] = [];
    const unusable: UnusablePicture[] = [];
    /** Decoded when its turn comes, and let go after: all of them at once would not fit into the process's memory. */
    const opened = async ({ kind, bytes, pixels, refused }: Picture): Promise<DecodedImage | null> => {
      if (refused) {
        unusable.push({ kind, ...refused });
        return null;
      }
      try {
        if (kind === 'DOCUMENT_FRONT' || kind === 'DOCUMENT_BACK') return await decodeDocument(bytes, pixels);
        return await decodeImage(bytes, pixels, kind === 'LIVENESS_FRAME' ? FRAME_LONGEST : LONGEST);
      } catch (error) {
        if (!(error instanceof ImageRefused)) throw error;
        unusable.push({ kind, reason: error.code });
        return null;
      }
    };
    const picturesOf = (kind: PictureKind): Picture[] => pictures.filter((picture) => picture.kind === kind);
    const firstOf = async (kind: PictureKind): Promise<DecodedImage | null> => {
      const [picture] = picturesOf(kind);
      return picture ? opened(picture) : null;
    };
    const sides = { front: await firstOf('DOCUMENT_FRONT'), back: await firstOf('DOCUMENT_BACK') };
    const document = async (image: DecodedImage | null): Promise<DocumentReading | null> => {
      if (!image) return null;
      const reading = await this.#documents.read(image, today);
      failures.push(...reading.failures);
      return reading;
    };
    const front = await document(sides.front);
    const back = await document(sides.back);

    const read = async (
      stage: StageFailure['stage'],
      image: DecodedImage | null,
      options: { smallest: number; alone: boolean; within?: ((point: Point) => boolean) | null },
    ): Promise<FaceReading | null> => {
      if (!image) return null;
      try {
        if (this.#faces instanceof ModelUnavailable) throw this.#faces;
        return await this.#faces.read(image.raster, options);
      } catch (error) {
        const part = error instanceof ModelUnavailable ? error.model : 'faces';
        const reason = error instanceof ModelUnavailable ? error.message : 'it failed on this picture';
        failures.push({ stage, part, reason });
        return null;
      }
    };
    const none: IdentityFindings = {
      front,
      back,
      portrait: null,
      portraitOn: null,
      selfie: null,
      comparison: null,
      liveness: null,
      faceModel: this.#faces instanceof ModelUnavailable ? null : { name: this.#faces.model, calibration },
      unusable,
      failures,
    };
    if (!needs.faces) return none;
    // Beside the zone, but on cards that have their zone on the back; where that side shows none, on the other one.
    const order = zoneHasPortrait(back) && !zoneHasPortrait(front) ? (['back', 'front'] as const) : FRONT_FIRST;
    let portrait: FaceReading | null = null;
    let portraitOn: IdentityFindings['portraitOn'] = null;
    for (const side of order) {
      // Not of another document in the same picture, whose data are not those that were read.
      const within = portraitPlace({ front, back }[side]?.mrz ?? null);
      const found = await read('PORTRAIT', sides[side], { smallest: PORTRAIT, alone: false, within });
      portrait ??= found;
      if (!found?.face) continue;
      portrait = found;
      portraitOn = side === 'front' ? 'FRONT' : 'BACK';
      break;
    }
    const selfie = await read('SELFIE', await firstOf('SELFIE'), { smallest: SELFIE, alone: true });
    const [a, b] = [portrait?.face, selfie?.face];
    const comparison = a && b ? compareFaces(a.embedding, b.embedding, a.decisive && b.decisive, calibration) : null;
    if (!needs.liveness) return { ...none, portrait, portraitOn, selfie, comparison };
    const frames: FaceReading[] = [];
    for (const picture of picturesOf('LIVENESS_FRAME')) {
      const frame = await read('LIVENESS', await opened(picture), { smallest: SELFIE, alone: true });
      if (frame) frames.push(frame);
    }
    const performed = !failures.some(({ stage }) => stage === 'LIVENESS');
    const liveness = performed ? assessLiveness(frames, selfie?.face ?? null, challenge, calibration) : null;
    return { ...none, portrait, portraitOn, selfie, comparison, liveness };
  }
}
