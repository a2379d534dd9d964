import { LineRecogniser, readMrz } from '../mrz/index.ts';
import { ModelUnavailable } from '../types.ts';
import { readBarcodesOf } from './barcode.ts';
import { holds } from './extract.ts';
import { perceptualHash } from './perceptual-hash.ts';
import { documentQuality } from './quality.ts';
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
    // A document whose zone was read has seldom a bar code that says more: the slow search is left out.
    const barcodes = await stage('BARCODE', () => readBarcodesOf(raster, { slanted: !holds(mrz) }));
    return {
      width: raster.width,
      height: raster.height,
      metadata,
      corners: null,
      quality: documentQuality(raster, mrz),
      mrz,
      barcodes: barcodes ?? [],
      printed: null,
      authenticity: [],
      perceptualHash: perceptualHash(raster),
      failures,
    };
  }
}
