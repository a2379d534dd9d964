import { LineRecogniser, readMrz } from '../mrz/index.ts';
import { ModelUnavailable } from '../types.ts';
import type { DecodedImage } from './raster.ts';
import type { DocumentReading, StageFailure } from './types.ts';

/** Reads one side of a document. Stages that fail are named in `failures`; the others go on. */
export class DocumentReader {
  readonly #recogniser: LineRecogniser | ModelUnavailable;
  private constructor(recogniser: LineRecogniser | ModelUnavailable) {
    this.#recogniser = recogniser;
  }

  /** Never throws: a network that is missing is told in every reading. */
  static async open(): Promise<DocumentReader> {
    const recogniser = await LineRecogniser.load().catch((error: unknown) => {
      if (error instanceof ModelUnavailable) return error;
      throw error;
    });
    return new DocumentReader(recogniser);
  }

  /** @param today YYYY-MM-DD, to reckon centuries from */
  async read({ raster, metadata }: DecodedImage, today: string): Promise<DocumentReading> {
    const failures: StageFailure[] = [];
    const stage = async <T>(name: StageFailure['stage'], work: () => Promise<T>): Promise<T | null> => {
      try {
        return await work();
      } catch (error) {
        const unavailable = error instanceof ModelUnavailable;
        failures.push({
          stage: name,
          part: unavailable ? error.model : name.toLowerCase(),
          reason: unavailable ? error.message : 'it failed on this picture',
        });
        return null;
      }
    };
    const mrz = await stage('MRZ', async () => {
      if (this.#recogniser instanceof ModelUnavailable) throw this.#recogniser;
      return readMrz(raster, { recogniser: this.#recogniser, today });
    });
    return {
      width: raster.width,
      height: raster.height,
      metadata,
      corners: null,
      quality: [],
      mrz,
      barcodes: [],
      printed: null,
      authenticity: [],
      perceptualHash: '',
      failures,
    };
  }
}
