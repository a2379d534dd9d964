import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import * as ort from 'onnxruntime-node';
import { ModelUnavailable, type Provenance } from '../types.ts';

/** A place for a model: which file, what it must be, and what is known of it. An operator may put in another. */
export interface ModelSlot {
  name: string;
  version: string;
  path: string;
  /** Of the file, hexadecimal. */
  sha256: string;
  licence: string;
  /** Path of the model card. */
  card: string;
}

/** Numbers in rows: the last dimension runs fastest. */
export interface Tensor {
  data: Float32Array;
  dims: readonly number[];
}

/** A network that was checked and loaded. */
export class Model {
  readonly provenance: Provenance;
  readonly #session: ort.InferenceSession;
  constructor(session: ort.InferenceSession, provenance: Provenance) {
    this.#session = session;
    this.provenance = provenance;
  }

  close(): Promise<void> {
    return this.#session.release();
  }

  /** @throws ModelUnavailable where the network fails on these inputs */
  async run(inputs: Readonly<Record<string, Tensor>>): Promise<Record<string, Tensor>> {
    const feeds: Record<string, ort.Tensor> = {};
    for (const [name, { data, dims }] of Object.entries(inputs)) feeds[name] = new ort.Tensor('float32', data, dims);
    try {
      const results = await this.#session.run(feeds);
      return Object.fromEntries(
        Object.entries(results).map(([name, { data, dims }]) => {
          if (!(data instanceof Float32Array)) throw new TypeError(`${name} is not made of 32-bit floats`);
          return [name, { data, dims }];
        }),
      );
    } catch (error) {
      throw new ModelUnavailable(this.provenance.name, 'it failed on its input', { cause: error });
    }
  }
}

/**
 * Reads a model, holds it against its hash, and loads it.
 * @param threads processor threads of one run
 * @throws ModelUnavailable where the file is missing, is another than the slot says, or is no network
 */
export async function openModel(slot: ModelSlot, threads = 1): Promise<Model> {
  const bytes = await readFile(slot.path).catch((error: unknown) => {
    throw new ModelUnavailable(slot.name, 'its file cannot be read', { cause: error });
  });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (sha256 !== slot.sha256) throw new ModelUnavailable(slot.name, 'its file is not the one that was published');
  try {
    const session = await ort.InferenceSession.create(bytes, {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      graphOptimizationLevel: 'all',
      logSeverityLevel: 3,
    });
    return new Model(session, { name: slot.name, version: slot.version, sha256 });
  } catch (error) {
    throw new ModelUnavailable(slot.name, 'its file cannot be loaded', { cause: error });
  }
}
