import { type Model, type ModelSlot, openModel } from '../models/session.ts';
import { ModelUnavailable, type Provenance } from '../types.ts';
import { CLASSES, type Frames } from './ctc.ts';
import { ROWS, type LineImage } from './image/straighten.ts';
import { MRZ_SLOT } from './slot.ts';

/** Reads one straightened line at a time, on one thread of the CPU. */
export class LineRecogniser {
  readonly #model: Model;

  private constructor(model: Model) {
    this.#model = model;
  }

  /**
   * Loads the weights after checking their hash.
   * @throws ModelUnavailable where the file is missing, has another hash, or is no model
   */
  static async load(slot: ModelSlot = MRZ_SLOT): Promise<LineRecogniser> {
    return new LineRecogniser(await openModel(slot));
  }

  get provenance(): Provenance {
    return this.#model.provenance;
  }

  /**
   * Log-probabilities of blank and the 37 symbols, one row for every four columns.
   * @throws ModelUnavailable where inference fails
   */
  async read(line: LineImage): Promise<Frames> {
    const { levels, width } = line;
    const outputs = await this.#model.run({ image: { data: normalised(levels), dims: [1, 1, ROWS, width] } });
    const logits = outputs['logits'];
    if (!logits || logits.data.length % CLASSES !== 0) {
      throw new ModelUnavailable(this.provenance.name, 'its outputs are not those of a reader of lines');
    }
    return { logits: logits.data, frames: logits.data.length / CLASSES };
  }

  close(): Promise<void> {
    return this.#model.close();
  }
}

/** Mean 0, deviation 1 (at least one grey level) over the line: as in training. */
function normalised(levels: Float32Array): Float32Array {
  let sum = 0;
  let squares = 0;
  for (const level of levels) {
    sum += level;
    squares += level * level;
  }
  const mean = sum / levels.length;
  const deviation = Math.max(1, Math.sqrt(Math.max(0, squares / levels.length - mean * mean)));
  return levels.map((level) => (level - mean) / deviation);
}
