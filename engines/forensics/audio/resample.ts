const ZEROS = 32;
const PHASES_MOST = 1024;

/**
 * Samples at another rate, as they come: windowed sinc (Smith, Gossett 1984; Kaiser's window, about 80 dB), each
 * output at its own fraction of a step, rounded to one of 1,024.
 */
export class Resampler {
  readonly #step: number;
  readonly #half: number;
  readonly #table: Float32Array[];
  #held = new Float32Array();
  /** Of the next output, in input samples from the beginning of what is held. */
  #at: number;

  constructor(from: number, to: number) {
    this.#step = from / to;
    const cutoff = Math.min(1, to / from) * 0.93;
    this.#half = Math.ceil(ZEROS / cutoff);
    this.#table = Array.from({ length: PHASES_MOST }, (_, phase) => taps(phase / PHASES_MOST, this.#half, cutoff));
    this.#held = new Float32Array(this.#half);
    this.#at = this.#half;
  }

  take(block: Float32Array): Float32Array {
    const input = new Float32Array(this.#held.length + block.length);
    input.set(this.#held);
    input.set(block, this.#held.length);
    const half = this.#half;
    const count = Math.max(0, Math.floor((input.length - half - 1 - this.#at) / this.#step) + 1);
    const out = new Float32Array(count);
    let at = this.#at;
    for (let i = 0; i < count; i++, at += this.#step) {
      const whole = Math.floor(at);
      const weights = this.#table[Math.min(PHASES_MOST - 1, Math.floor((at - whole) * PHASES_MOST))] as Float32Array;
      let sum = 0;
      for (let k = 0, from = whole - half + 1; k < weights.length; k++, from++)
        sum += (weights[k] as number) * (input[from] as number);
      out[i] = sum;
    }
    const keep = Math.max(0, Math.floor(at) - half);
    this.#held = input.slice(Math.min(keep, input.length));
    this.#at = at - keep;
    return out;
  }
}

/** Weights of the samples from half − 1 before to half after, for a point at a fraction behind the middle. */
function taps(fraction: number, half: number, cutoff: number): Float32Array {
  const weights = new Float32Array(2 * half);
  let sum = 0;
  for (let k = 0; k < weights.length; k++) {
    const distance = k - half + 1 - fraction;
    const x = Math.PI * cutoff * distance;
    const sinc = x === 0 ? 1 : Math.sin(x) / x;
    const edge = distance / half;
    const weight = Math.abs(edge) < 1 ? sinc * bessel(8 * Math.sqrt(1 - edge * edge)) : 0;
    weights[k] = weight;
    sum += weight;
  }
  for (let k = 0; k < weights.length; k++) weights[k] = (weights[k] as number) / sum;
  return weights;
}

/** Modified Bessel function of the first kind, order zero, by its series. */
function bessel(x: number): number {
  let sum = 1;
  let term = 1;
  for (let n = 1; n < 40; n++) {
    term *= (x / (2 * n)) ** 2;
    sum += term;
    if (term < 1e-12 * sum) break;
  }
  return sum;
}
