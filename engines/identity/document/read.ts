import type { ModelSlot } from '../models/session.ts';
import { LineRecogniser, MRZ_SLOT, readMrz } from '../mrz/index.ts';
import { ModelUnavailable } from '../types.ts';
import { authenticitySignals, type PrintedLine } from './authenticity/index.ts';
import { readBarcodesOf } from './barcode.ts';
import { holds } from './extract.ts';
import { LineReader, OCR_SLOTS, type OcrSlots, type ReadLine } from './ocr/index.ts';
import { perceptualHash } from './perceptual-hash.ts';
import { locateDocument } from './locate.ts';
import { inside, readPrint } from './print.ts';
import { documentQuality } from './quality.ts';
import type { DecodedImage } from './raster.ts';
import type { DocumentReading, StageFailure } from './types.ts';

/** Characters of a line that stands on its head run the other way: they are left out. */
const upright = (line: ReadLine): PrintedLine =>
  Math.cos(line.slanted.angle) > 0 ? { box: line.box, characters: line.characters } : { box: line.box };

/** Reads one side of a document. Stages that fail are named in `failures`; the others go on. */
export class DocumentReader {
  readonly #recogniser: LineRecogniser | ModelUnavailable;
  readonly #lines: LineReader | ModelUnavailable;
  private constructor(recogniser: LineRecogniser | ModelUnavailable, lines: LineReader | ModelUnavailable) {
    this.#recogniser = recogniser;
    this.#lines = lines;
  }

  /** Never throws: a network that is missing is told in every reading. */
  static async open(zone: ModelSlot = MRZ_SLOT, print: OcrSlots = OCR_SLOTS): Promise<DocumentReader> {
    const unavailable = (error: unknown): ModelUnavailable => {
      if (error instanceof ModelUnavailable) return error;
      throw error;
    };
    const [recogniser, lines] = await Promise.all([
      LineRecogniser.load(zone).catch(unavailable),
      LineReader.open(print).catch(unavailable),
    ]);
    return new DocumentReader(recogniser, lines);
  }

  /** @param today YYYY-MM-DD, to reckon centuries from */
  async read({ raster, metadata, table }: DecodedImage, today: string): Promise<DocumentReading> {
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
    const corners = await stage('LOCATE', async () => {
      const found = locateDocument(raster);
      // A frame that leaves the zone outside is printed on the document, or another thing.
      const whole = found && (mrz?.region?.every((corner) => inside(corner, found)) ?? true);
      return whole ? found : null;
    });
    const print = await stage('PRINTED', async () => {
      if (this.#lines instanceof ModelUnavailable) throw this.#lines;
      return readPrint(this.#lines, raster, mrz, today, corners);
    });
    const authenticity = await stage('AUTHENTICITY', async () =>
      authenticitySignals({ raster, metadata, table: table ?? null, lines: (print?.level ?? []).map(upright) }),
    );
    return {
      width: raster.width,
      height: raster.height,
      metadata,
      corners,
      quality: documentQuality(raster, mrz),
      mrz,
      barcodes: barcodes ?? [],
      printed: print?.reading ?? null,
      authenticity: authenticity ?? [],
      perceptualHash: perceptualHash(raster),
      failures,
    };
  }
}
