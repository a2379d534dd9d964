import { Fourier, hann } from './fft.ts';
import { Resampler } from './resample.ts';
import type { Sound } from './sound.ts';

/** Of the network that listens. */
export const VOICE_RATE = 16_000;
const SIZE = 2048;
const HOP = 1024;
/** Bands of the picture of the spectrum, evenly up to half the sampling rate. */
export const PICTURE_BANDS = 128;
const STEP_SECONDS = 0.02;
const SILENCE_SECONDS = 0.03;
const MOST_MARKS = 2_000;
/** Of the picture of the spectrum. */
const MOST_ROWS = 4_096;
/** Sound beyond this is measured and not listened to by the network. */
const MOST_VOICE_SECONDS = 1_200;

export interface Mark {
  /** Seconds. */
  at: number;
  /** Seconds; or how many times the usual, for a jump. */
  size: number;
}

/** What one pass over the samples leaves. */
export interface SoundFacts {
  seconds: number;
  samples: number;
  peak: number;
  /** Share of samples at full scale. */
  clipped: number;
  /** Mean power of each bin, 0 to half the sampling rate, of frames that are not silent. */
  spectrum: Float64Array;
  /** Power in decibels of PICTURE_BANDS bands, one row after another in time. */
  picture: Float32Array;
  /** Level of each 20 ms in decibels below full scale, and its mean. */
  levels: Float32Array;
  means: Float32Array;
  levelStep: number;
  /** Stretches in which no sample differs from the one before. */
  flat: readonly Mark[];
  /** Single steps between two samples that nothing around them prepares for. */
  jumps: readonly Mark[];
  /** At 16,000 samples a second, the first 20 minutes. */
  voice: Int16Array;
}

/** Reads a sound once, from beginning to end. */
export async function measureSound(sound: Sound, progress: (seconds: number) => void): Promise<SoundFacts> {
  const { rate } = sound.format;
  const spectrum = new SpectrumMeasure();
  const level = new LevelMeasure(Math.max(1, Math.round(rate * STEP_SECONDS)));
  const steps = new StepMeasure(rate);
  const resampler = rate === VOICE_RATE ? null : new Resampler(rate, VOICE_RATE);
  const voice: Int16Array[] = [];
  let voiceLeft = MOST_VOICE_SECONDS * VOICE_RATE;
  let samples = 0;
  for await (const block of sound.blocks()) {
    samples += block.length;
    spectrum.take(block);
    level.take(block);
    steps.take(block);
    if (voiceLeft > 0) {
      const part = (resampler ? resampler.take(block) : block).subarray(0, voiceLeft);
      voiceLeft -= part.length;
      voice.push(Int16Array.from(part, (x) => Math.max(-32_768, Math.min(32_767, Math.round(32_768 * x)))));
    }
    progress(samples / rate);
  }
  return {
    seconds: samples / rate,
    samples,
    peak: level.peak,
    clipped: samples > 0 ? level.clipped / samples : 0,
    spectrum: spectrum.mean(),
    picture: spectrum.picture(),
    levels: Float32Array.from(level.levels),
    means: Float32Array.from(level.means),
    levelStep: level.size / rate,
    flat: steps.flat,
    jumps: steps.jumps,
    voice: joined(voice),
  };
}

function joined(parts: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function louder(into: Float32Array, other: Float32Array): void {
  for (let i = 0; i < into.length; i++) into[i] = Math.max(into[i] as number, other[i] as number);
}

class SpectrumMeasure {
  readonly #fourier = new Fourier(SIZE);
  readonly #window = hann(SIZE);
  readonly #sum = new Float64Array(SIZE / 2 + 1);
  readonly #rows: Float32Array[] = [];
  readonly #held = new Float64Array(SIZE);
  #filled = 0;
  #frames = 0;
  #framesPerRow = 1;
  #inRow = 0;

  take(block: Float32Array): void {
    for (let at = 0; at < block.length;) {
      const take = Math.min(SIZE - this.#filled, block.length - at);
      this.#held.set(block.subarray(at, at + take), this.#filled);
      this.#filled += take;
      at += take;
      if (this.#filled < SIZE) return;
      this.#frame();
      this.#held.copyWithin(0, HOP);
      this.#filled = SIZE - HOP;
    }
  }

  #frame(): void {
    const power = this.#fourier.power(this.#held.map((sample, i) => sample * (this.#window[i] as number)));
    const row = new Float32Array(PICTURE_BANDS);
    const wide = SIZE / 2 / PICTURE_BANDS;
    let total = 0;
    for (let band = 0; band < PICTURE_BANDS; band++) {
      let sum = 0;
      for (let i = 0; i < wide; i++) sum += power[1 + band * wide + i] as number;
      row[band] = 10 * Math.log10(sum / wide + 1e-12);
      total += sum;
    }
    this.#keep(row);
    // Silence would only add the floor: −60 dB of full scale.
    if (total < SIZE * SIZE * 1e-7) return;
    this.#frames++;
    for (let i = 0; i < power.length; i++) this.#sum[i] = (this.#sum[i] as number) + (power[i] as number);
  }

  /** Rows are kept by their loudest; where there are too many, neighbours become one. */
  #keep(row: Float32Array): void {
    const last = this.#rows.at(-1);
    if (last && this.#inRow < this.#framesPerRow) {
      louder(last, row);
      this.#inRow++;
      return;
    }
    this.#rows.push(row);
    this.#inRow = 1;
    if (this.#rows.length < MOST_ROWS) return;
    for (let i = 0; i < MOST_ROWS / 2; i++) {
      const merged = this.#rows[2 * i] as Float32Array;
      louder(merged, this.#rows[2 * i + 1] as Float32Array);
      this.#rows[i] = merged;
    }
    this.#rows.length = MOST_ROWS / 2;
    this.#framesPerRow *= 2;
    this.#inRow = this.#framesPerRow;
  }

  mean(): Float64Array {
    return this.#sum.map((sum) => sum / Math.max(1, this.#frames));
  }

  picture(): Float32Array {
    const whole = new Float32Array(this.#rows.length * PICTURE_BANDS);
    for (const [i, row] of this.#rows.entries()) whole.set(row, i * PICTURE_BANDS);
    return whole;
  }
}

class LevelMeasure {
  readonly size: number;
  readonly levels: number[] = [];
  readonly means: number[] = [];
  peak = 0;
  clipped = 0;
  #sum = 0;
  #squares = 0;
  #count = 0;

  constructor(size: number) {
    this.size = size;
  }

  take(block: Float32Array): void {
    for (const sample of block) {
      const size = Math.abs(sample);
      if (size > this.peak) this.peak = size;
      if (size >= 0.9999) this.clipped++;
      this.#sum += sample;
      this.#squares += sample * sample;
      if (++this.#count < this.size) continue;
      const mean = this.#sum / this.size;
      this.means.push(mean);
      this.levels.push(10 * Math.log10(Math.max(1e-12, this.#squares / this.size - mean * mean)));
      this.#sum = this.#squares = this.#count = 0;
    }
  }
}

/** Around a step: samples on both sides that tell what is usual. */
const AROUND = 48;
/** Steps are jumps where they are this many times the largest but one around them. */
const JUMP = 4;
const SMALLEST_JUMP = 0.02;

/** Differences between neighbours: none for a while, or one that stands out. */
class StepMeasure {
  readonly flat: Mark[] = [];
  readonly jumps: Mark[] = [];
  readonly #rate: number;
  readonly #ring = new Float32Array(2 * AROUND + 1);
  #seen = 0;
  #before = 0;
  #same = 0;

  constructor(rate: number) {
    this.#rate = rate;
  }

  take(block: Float32Array): void {
    const shortest = SILENCE_SECONDS * this.#rate;
    for (const sample of block) {
      const step = sample - this.#before;
      this.#before = sample;
      this.#ring[this.#seen % this.#ring.length] = Math.abs(step);
      this.#seen++;
      if (step === 0) {
        this.#same++;
      } else {
        if (this.#same >= shortest && this.flat.length < MOST_MARKS) {
          this.flat.push({ at: (this.#seen - this.#same) / this.#rate, size: this.#same / this.#rate });
        }
        this.#same = 0;
      }
      if (this.#seen >= this.#ring.length) this.#look();
    }
  }

  /** Whether the step in the middle of the ring is alone in its size. */
  #look(): void {
    const size = this.#ring.length;
    const middle = (this.#seen + AROUND) % size;
    const step = this.#ring[middle] as number;
    if (step < SMALLEST_JUMP || this.jumps.length >= MOST_MARKS) return;
    let most = 0;
    for (let i = 0; i < size; i++) {
      const apart = Math.abs(((i - middle + size + AROUND) % size) - AROUND);
      if (apart > 1 && (this.#ring[i] as number) > most) most = this.#ring[i] as number;
    }
    if (step > JUMP * Math.max(most, 0.002)) {
      this.jumps.push({ at: (this.#seen - AROUND - 1) / this.#rate, size: step / Math.max(most, 0.002) });
    }
  }
}
