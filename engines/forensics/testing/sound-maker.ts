/** Sounds for tests, the same each time. */

export interface MadeSound {
  rate: number;
  samples: Float32Array;
}

/** Something like a voice: harmonics that glide, words with pauses, a room's noise. */
export function makeVoice(seconds: number, rate = 16_000, seed = 1): MadeSound {
  const samples = new Float32Array(Math.round(seconds * rate));
  const random = randomness(seed);
  let phase = 0;
  for (let i = 0; i < samples.length; i++) {
    const time = i / rate;
    const pitch = 120 + 30 * Math.sin(2 * Math.PI * 0.7 * time) + 10 * Math.sin(2 * Math.PI * 3.1 * time);
    phase += (2 * Math.PI * pitch) / rate;
    const word = Math.max(0, Math.sin(2 * Math.PI * 1.3 * time)) ** 2;
    let sum = 0;
    for (let harmonic = 1; harmonic <= 25 && harmonic * pitch < 0.45 * rate; harmonic++) {
      sum += Math.sin(harmonic * phase) / (1 + harmonic * (0.6 + 0.4 * Math.sin(2 * time + harmonic)));
    }
    samples[i] = 0.15 * word * sum + 0.004 * (random() - 0.5);
  }
  return { rate, samples };
}

/** A 16-bit WAV file of one channel. @param info tags of the LIST INFO chunk */
export function wavFile({ rate, samples }: MadeSound, info: Readonly<Record<string, string>> = {}): Buffer {
  const data = Buffer.alloc(samples.length * 2);
  for (const [i, sample] of samples.entries()) {
    data.writeInt16LE(Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768))), 2 * i);
  }
  const header = Buffer.alloc(16);
  header.writeUInt16LE(1, 0);
  header.writeUInt16LE(1, 2);
  header.writeUInt32LE(rate, 4);
  header.writeUInt32LE(rate * 2, 8);
  header.writeUInt16LE(2, 12);
  header.writeUInt16LE(16, 14);
  const tags = Object.entries(info).map(([name, value]) => riff(name, Buffer.from(`${value}\0`)));
  const list = tags.length > 0 ? [riff('LIST', Buffer.concat([Buffer.from('INFO'), ...tags]))] : [];
  const body = Buffer.concat([Buffer.from('WAVE'), riff('fmt ', header), ...list, riff('data', data)]);
  return riff('RIFF', body);
}

/** One chunk: name, size, content, padded to an even length. */
export function riff(name: string, content: Uint8Array): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(name, 'latin1'), size, content, Buffer.alloc(content.length % 2)]);
}

/** A FLAC file whose frames are written as they are (verbatim), or as one repeated value (constant). */
export function flacFile(
  { rate, samples }: MadeSound,
  blocks: 'VERBATIM' | 'CONSTANT' = 'VERBATIM',
  repeat = 1,
): Buffer {
  const size = 4096;
  const bits = new BitWriter();
  const frames = blocks === 'VERBATIM' ? Math.ceil(samples.length / size) : repeat;
  for (let frame = 0; frame < frames; frame++) {
    const part = samples.subarray(frame * size, (frame + 1) * size);
    const count = blocks === 'VERBATIM' ? part.length : 65_535;
    bits.write(0x3ffe, 14);
    bits.write(0, 2);
    bits.write(7, 4); // Size of the block behind the header, 16 bits.
    bits.write(0, 4);
    bits.write(0, 4);
    bits.write(4, 3);
    bits.write(0, 1);
    bits.write(frame & 0x7f, 8);
    bits.write(count - 1, 16);
    bits.write(0, 8);
    bits.write(0, 1);
    bits.write(blocks === 'VERBATIM' ? 1 : 0, 6);
    bits.write(0, 1);
    if (blocks === 'VERBATIM') for (const sample of part) bits.write(Math.round(sample * 32_767) & 0xffff, 16);
    else bits.write(100, 16);
    bits.align();
    bits.write(0, 16);
  }
  const info = new BitWriter();
  info.write(16, 16);
  info.write(65_535, 16);
  info.write(0, 24);
  info.write(0, 24);
  info.write(rate, 20);
  info.write(0, 3);
  info.write(15, 5);
  info.write(0, 4);
  info.write(blocks === 'VERBATIM' ? samples.length : 0, 32);
  for (let i = 0; i < 16; i++) info.write(0, 8);
  return Buffer.concat([Buffer.from('fLaC'), Buffer.from([0x80, 0, 0, 34]), info.bytes(), bits.bytes()]);
}

class BitWriter {
  readonly #bytes: number[] = [];
  #held = 0;
  #count = 0;

  write(value: number, bits: number): void {
    for (let bit = bits - 1; bit >= 0; bit--) {
      this.#held = this.#held * 2 + (Math.floor(value / 2 ** bit) % 2);
      if (++this.#count < 8) continue;
      this.#bytes.push(this.#held);
      this.#held = this.#count = 0;
    }
  }

  align(): void {
    while (this.#count > 0) this.write(0, 1);
  }

  bytes(): Buffer {
    this.align();
    return Buffer.from(this.#bytes);
  }
}

/** Numbers from 0 to 1 (linear congruence of Numerical Recipes). */
export function randomness(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
