import { createHash } from 'node:crypto';
import { cutShort, fallsShort } from './account.ts';
import type { Discrepancy } from './sound.ts';

/** What a FLAC file states of all its samples (RFC 9639, STREAMINFO). */
export interface StatedSamples {
  rate: number;
  channels: number;
  bits: number;
  /** 0 where it is not told. */
  samples: number;
  /** MD5 of all samples as the encoder got them, hexadecimal; all noughts where it is not told. */
  digest: string;
}

/** An encoder that failed leaves a wrong digest too, and nobody who forges with care does. */
const CONTRADICTED = 0.3;
const UNTOLD = '0'.repeat(32);

/** Takes the samples of every frame in their order, and says whether they are those that the encoder wrote. */
export class SampleDigest {
  readonly #stated: StatedSamples;
  readonly #hash = createHash('md5');
  #samples = 0;
  #comparable: boolean;

  constructor(stated: StatedSamples) {
    this.#stated = stated;
    this.#comparable = stated.digest !== UNTOLD;
  }

  /**
   * @param parts samples of each channel as they are coded
   * @param assignment how two channels are coded: 8 left and side, 9 side and right, 10 mid and side
   */
  take(parts: readonly Float64Array[], assignment: number, bits: number): void {
    const length = parts[0]?.length ?? 0;
    this.#samples += length;
    const { channels } = this.#stated;
    if (bits !== this.#stated.bits || parts.length !== channels) this.#comparable = false;
    if (!this.#comparable) return;
    const width = Math.ceil(bits / 8);
    const out = Buffer.allocUnsafe(length * channels * width);
    let at = 0;
    for (let i = 0; i < length; i++) {
      for (let channel = 0; channel < channels; channel++, at += width) {
        const sample = sampleOf(parts, assignment, channel, i);
        if (width === 2) out.writeInt16LE(sample, at);
        else out.writeIntLE(sample, at, width);
      }
    }
    this.#hash.update(out);
  }

  /** Called once, when there are no further frames. */
  discrepancies(): Discrepancy[] {
    const { rate, samples, digest } = this.#stated;
    const [says, holds] = [samples / rate, this.#samples / rate];
    if (samples > 0 && fallsShort(says, holds)) return [cutShort(says, holds)];
    if (samples > 0 && fallsShort(holds, says)) {
      const detail = `The encoder stated ${says.toFixed(2)} seconds of sound, and the file holds ${holds.toFixed(2)}: frames were put in or behind after it had been encoded.`;
      return [{ code: 'SOUND_UNDECLARED', detail, ratio: CONTRADICTED }];
    }
    if (!this.#comparable || (samples > 0 && samples !== this.#samples)) return [];
    if (this.#hash.digest('hex') === digest) return [];
    return [
      {
        code: 'CHECKSUM_CONTRADICTED',
        detail:
          'The samples are not those that the encoder put its checksum on: they were changed afterwards, or damaged.',
        ratio: CONTRADICTED,
      },
    ];
  }
}

/** One sample of one channel as it was before the channels were coded together. */
function sampleOf(parts: readonly Float64Array[], assignment: number, channel: number, i: number): number {
  const own = parts[channel]?.[i] ?? 0;
  if (assignment < 8) return own;
  const a = parts[0]?.[i] ?? 0;
  const b = parts[1]?.[i] ?? 0;
  if (assignment === 8) return channel === 0 ? a : a - b;
  if (assignment === 9) return channel === 0 ? a + b : b;
  const twice = 2 * a + (Math.abs(b) % 2);
  return channel === 0 ? (twice + b) / 2 : (twice - b) / 2;
}
