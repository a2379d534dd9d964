import { type Detector, type Finding, nothing } from '../types.ts';
import type { OpenedSound } from './opened.ts';

/** Decibels by which the spectrum must fall within EDGE_HERTZ, and stay down, to be called an edge. */
const FALL = 18;
const EDGE_HERTZ = 600;
const LOWEST_EDGE = 2_500;
/** Lower rates that sound is often made or kept at; the band ends a little below half of each. */
const RATES = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100];
/** Where encoders cut by themselves, hertz: LAME 3.100's defaults by bit rate. */
const CODEC_EDGES = [11_000, 13_500, 15_100, 16_000, 17_000, 17_500, 18_600, 19_000, 19_400, 19_700, 20_000];

/**
 * Where the band of a recording ends, in hertz, with how far the spectrum falls there; null where it reaches up to half
 * the sampling rate or ends slowly, as real rooms do.
 * @param spectrum mean power of bins 0 to half the rate
 */
export function bandEdge(spectrum: Float64Array, rate: number): { hertz: number; fall: number } | null {
  const bins = spectrum.length - 1;
  const each = rate / 2 / bins;
  const wide = Math.max(2, Math.round(EDGE_HERTZ / 2 / each));
  const decibels = Float64Array.from(spectrum, (power) => 10 * Math.log10(power + 1e-9));
  const sums = new Float64Array(bins + 2);
  for (let i = 0; i <= bins; i++) sums[i + 1] = (sums[i] as number) + (decibels[i] as number);
  const mean = (from: number, to: number): number => ((sums[to] as number) - (sums[from] as number)) / (to - from);
  let best: { at: number; fall: number } | null = null;
  for (let i = Math.ceil(LOWEST_EDGE / each) + wide; i + 2 * wide < bins; i++) {
    const fall = mean(i - wide, i) - mean(i + 2, i + 2 + wide);
    if (fall < FALL || fall <= (best?.fall ?? 0)) continue;
    // Nothing may come back above: a notch is no edge.
    let highest = -Infinity;
    for (let from = i + 2; from + wide < bins; from += wide) highest = Math.max(highest, mean(from, from + wide));
    if (highest < mean(i - wide, i) - FALL / 1.5) best = { at: i, fall };
  }
  if (!best) return null;
  // The place itself: where the spectrum last stands above the middle of both sides.
  const middle = (mean(Math.max(0, best.at - 3 * wide), best.at - wide) + mean(best.at + 2, best.at + 2 + wide)) / 2;
  let edge = best.at + wide;
  while (edge > best.at - 3 * wide && (decibels[edge] as number) < middle) edge--;
  return { hertz: Math.round((edge * each) / 10) * 10, fall: best.fall };
}

/**
 * Whether the band of the sound is that of its sampling rate and codec. A recording that was raised from a lower rate,
 * or put into a lossless file after a lossy one, says so by where it ends. Both are told and count nothing: most of
 * what people send went through such steps.
 */
export const bandLimitDetector: Detector<OpenedSound> = {
  name: 'band-limit',
  version: '1',
  family: 'SPECTRUM',
  applicable: ({ facts }) =>
    facts.seconds >= 0.5 && facts.peak > 0.003
      ? { applies: true }
      : { applies: false, reason: 'The recording is shorter than half a second, or silent.' },
  examine({ format, facts }): Finding {
    const edge = bandEdge(facts.spectrum, format.rate);
    if (!edge) {
      return nothing(1, [
        { code: 'BAND_FULL', detail: 'The spectrum ends nowhere abruptly: nothing contradicts the sampling rate.' },
      ]);
    }
    const at = `${(edge.hertz / 1000).toFixed(1)} kHz`;
    const lower = RATES.find(
      (rate) => rate < format.rate * 0.98 && edge.hertz <= rate * 0.505 && edge.hertz >= rate * 0.43,
    );
    const codec = CODEC_EDGES.some((hertz) => Math.abs(hertz - edge.hertz) <= 250);
    if (format.lossless && codec && format.rate >= 32_000) {
      return nothing(1, [
        {
          code: 'BAND_OF_LOSSY_CODEC',
          detail: `The file keeps samples without loss, and its sound ends at ${at}, as after a lossy codec: it was compressed before.`,
        },
      ]);
    }
    if (!format.lossless && edge.hertz >= 10_500) {
      return nothing(1, [
        {
          code: 'BAND_OF_CODEC',
          detail: `The sound ends at ${at}, as lossy codecs end it: nothing contradicts ${format.codec}.`,
        },
      ]);
    }
    if (lower !== undefined) {
      return nothing(1, [
        {
          code: 'BAND_OF_LOWER_RATE',
          detail: `The file has ${format.rate} samples a second, and its sound ends at ${at}, as after ${lower}: it was made or kept at a lower rate, as telephones, messengers and many voice generators do.`,
        },
      ]);
    }
    return nothing(1, [{ code: 'BAND_LIMITED', detail: `The sound ends abruptly at ${at}.` }]);
  },
};
