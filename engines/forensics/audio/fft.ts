/** Complex Fourier transform in place, sizes of powers of two (Cooley and Tukey 1965). */
export class Fourier {
  readonly size: number;
  readonly #cosines: Float64Array;
  readonly #sines: Float64Array;
  readonly #reversed: Uint32Array;

  constructor(size: number) {
    if (size < 2 || (size & (size - 1)) !== 0) throw new Error('The size must be a power of two');
    this.size = size;
    const bits = Math.log2(size);
    this.#cosines = Float64Array.from({ length: size / 2 }, (_, i) => Math.cos((2 * Math.PI * i) / size));
    this.#sines = Float64Array.from({ length: size / 2 }, (_, i) => Math.sin((2 * Math.PI * i) / size));
    this.#reversed = Uint32Array.from({ length: size }, (_, i) => {
      let reversed = 0;
      for (let bit = 0; bit < bits; bit++) reversed |= ((i >> bit) & 1) << (bits - 1 - bit);
      return reversed;
    });
  }

  transform(real: Float64Array, imaginary: Float64Array): void {
    const { size } = this;
    for (let i = 0; i < size; i++) {
      const j = this.#reversed[i] as number;
      if (j <= i) continue;
      [real[i], real[j]] = [real[j] as number, real[i] as number];
      [imaginary[i], imaginary[j]] = [imaginary[j] as number, imaginary[i] as number];
    }
    for (let half = 1; half < size; half *= 2) {
      const step = size / (2 * half);
      for (let start = 0; start < size; start += 2 * half) {
        for (let k = 0; k < half; k++) {
          const cosine = this.#cosines[k * step] as number;
          const sine = this.#sines[k * step] as number;
          const low = start + k;
          const high = low + half;
          const re = (real[high] as number) * cosine + (imaginary[high] as number) * sine;
          const im = (imaginary[high] as number) * cosine - (real[high] as number) * sine;
          real[high] = (real[low] as number) - re;
          imaginary[high] = (imaginary[low] as number) - im;
          real[low] = (real[low] as number) + re;
          imaginary[low] = (imaginary[low] as number) + im;
        }
      }
    }
  }

  /** Power of the first half of the spectrum of real samples (already windowed): size / 2 + 1 values. */
  power(samples: Float64Array): Float64Array {
    const real = Float64Array.from(samples);
    const imaginary = new Float64Array(this.size);
    this.transform(real, imaginary);
    return Float64Array.from(
      { length: this.size / 2 + 1 },
      (_, i) => (real[i] as number) ** 2 + (imaginary[i] as number) ** 2,
    );
  }
}

/** Hann's window, periodic. */
export const hann = (size: number): Float64Array =>
  Float64Array.from({ length: size }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / size));
