import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { ModelUnavailable, type Provenance } from '../types.ts';
import { CLASSES, type Frames } from './ctc.ts';
import { ROWS, type LineImage } from './image/straighten.ts';

const NAME = 'mrz-line-reader';

/** Where the weights lie and what they must hash to. */
export interface RecogniserModel {
  path: string;
  sha256: string;
  version: string;
}

interface Card {
  file: string;
  sha256: string;
  version: string;
}

function isCard(value: unknown): value is Card {
  if (typeof value !== 'object' || value === null) return false;
  const { file, sha256, version } = value as Record<string, unknown>;
  return typeof file === 'string' && typeof sha256 === 'string' && typeof version === 'string';
}

/** The weights that come with this engine, as `model/model.json` names them. */
export async function ownModel(): Promise<RecogniserModel> {
  const folder = join(import.meta.dirname, 'model');
  let card: unknown;
  try {
    card = JSON.parse(await readFile(join(folder, 'model.json'), 'utf8'));
  } catch (cause) {
    throw new ModelUnavailable(NAME, 'model/model.json cannot be read', { cause });
  }
  if (!isCard(card)) throw new ModelUnavailable(NAME, 'model/model.json lacks file, sha256 or version');
  return { path: join(folder, card.file), sha256: card.sha256, version: card.version };
}

/** Reads one straightened line at a time, on one thread of the CPU. */
export class LineRecogniser {
  readonly provenance: Provenance;
  readonly #session: InferenceSession;

  private constructor(session: InferenceSession, provenance: Provenance) {
    this.#session = session;
    this.provenance = provenance;
  }

  /**
   * Loads the weights after checking their hash.
   * @throws ModelUnavailable where the file is missing, has another hash, or is no model
   */
  static async load(model?: RecogniserModel): Promise<LineRecogniser> {
    const { path, sha256, version } = model ?? (await ownModel());
    let bytes: Uint8Array;
    try {
      bytes = await readFile(path);
    } catch (cause) {
      throw new ModelUnavailable(NAME, 'its file cannot be read', { cause });
    }
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
      throw new ModelUnavailable(NAME, 'its file does not have the SHA-256 that its card names');
    }
    try {
      const session = await InferenceSession.create(bytes, {
        executionProviders: ['cpu'],
        intraOpNumThreads: 1,
        interOpNumThreads: 1,
        graphOptimizationLevel: 'all',
      });
      return new LineRecogniser(session, { name: NAME, version, sha256 });
    } catch (cause) {
      throw new ModelUnavailable(NAME, 'its file is no model that can be run', { cause });
    }
  }

  /**
   * Log-probabilities of blank and the 37 symbols, one row for every four columns.
   * @throws ModelUnavailable where inference fails
   */
  async read(line: LineImage): Promise<Frames> {
    const { levels, width } = line;
    try {
      const out = await this.#session.run({ image: new Tensor('float32', normalised(levels), [1, 1, ROWS, width]) });
      const logits = out['logits'];
      if (logits === undefined || !(logits.data instanceof Float32Array)) throw new TypeError('no output "logits"');
      return { logits: logits.data, frames: logits.data.length / CLASSES };
    } catch (cause) {
      throw new ModelUnavailable(NAME, 'inference failed', { cause });
    }
  }

  async close(): Promise<void> {
    await this.#session.release();
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
