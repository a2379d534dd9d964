import sharp from 'sharp';
import { PICTURE_BANDS, type SoundFacts } from '../audio/measure.ts';
import type { SoundFormat } from '../audio/sound.ts';
import type { Artefact, Stretch, TimedValue } from '../types.ts';

const WIDEST = 1200;
const BAND_PIXELS = 2;
/** Above the spectrum: where something was found. */
const STRIP = 12;
const QUIETEST = -90;
const LOUDEST = 0;
const MOST_POINTS = 1200;

/**
 * The spectrum over time as a picture (time to the right, frequency upwards, 80 decibels from dark to light; red above
 * it where something was found), and its long-term mean as numbers.
 */
export async function drawSpectrum(
  facts: SoundFacts,
  format: SoundFormat,
  stretches: readonly Stretch[],
): Promise<Artefact[]> {
  const rows = facts.picture.length / PICTURE_BANDS;
  const columns = Math.max(1, Math.min(WIDEST, rows));
  const height = PICTURE_BANDS * BAND_PIXELS + STRIP;
  const pixels = new Uint8Array(columns * height * 3).fill(255);
  // Relative to the loudest of all, so that quiet recordings are seen as well.
  const top = facts.picture.reduce((most, value) => Math.max(most, value), -120);
  for (let x = 0; x < columns; x++) {
    const from = Math.floor((x * rows) / columns);
    const to = Math.max(from + 1, Math.floor(((x + 1) * rows) / columns));
    for (let band = 0; band < PICTURE_BANDS; band++) {
      let most = -200;
      for (let row = from; row < Math.min(to, rows); row++) {
        most = Math.max(most, facts.picture[row * PICTURE_BANDS + band] as number);
      }
      const shade = Math.max(0, Math.min(1, (most - top - QUIETEST) / (LOUDEST - QUIETEST)));
      for (let dy = 0; dy < BAND_PIXELS; dy++) {
        paint(pixels, columns, x, height - 1 - band * BAND_PIXELS - dy, ramp(shade));
      }
    }
  }
  mark(pixels, columns, STRIP, facts.seconds, stretches);
  const edges = facts.spectrum.length - 1;
  const each = Math.max(1, Math.floor(edges / 256));
  const levels: number[] = [];
  for (let i = 0; i + each <= edges; i += each) {
    const mean = facts.spectrum.subarray(i, i + each).reduce((sum, power) => sum + power, 0) / each;
    levels.push(tenth(10 * Math.log10(mean + 1e-12)));
  }
  const data = { samplesPerSecond: format.rate, hertzPerBand: (format.rate / 2 / edges) * each, decibels: levels };
  return [await png('SPECTRUM', 'spectrum.png', pixels, columns, height), json('SPECTRUM', 'spectrum.json', data)];
}

export interface Timeline {
  seconds: number;
  /** Level in decibels below full scale, evenly over time; empty where there is no sound. */
  levels: Float32Array;
  /** Log-likelihood ratios of windows or frames, by detector. */
  series: Readonly<Record<string, readonly TimedValue[]>>;
  stretches: readonly Stretch[];
}

/** Level, values by window and stretches that stand out, over time: as a picture and as numbers. */
export async function drawTimeline({ seconds, levels, series, stretches }: Timeline): Promise<Artefact[]> {
  const columns = WIDEST;
  const [wave, lane] = [100, 30];
  const lanes = Object.values(series);
  const height = STRIP + wave + lane * lanes.length;
  const pixels = new Uint8Array(columns * height * 3).fill(255);
  const points = reduce(levels, MOST_POINTS);
  for (let x = 0; x < columns && points.length > 0; x++) {
    const level = points[Math.min(points.length - 1, Math.floor((x * points.length) / columns))] as number;
    const half = Math.round((wave / 2) * Math.max(0.01, Math.min(1, (level + 70) / 70)));
    for (let y = -half; y <= half; y++)
      paint(pixels, columns, x, Math.min(height - 1, STRIP + wave / 2 + y), [70, 90, 120]);
  }
  for (const [i, values] of lanes.entries()) {
    for (const { from, to, value } of values) {
      const left = Math.floor((columns * from) / Math.max(seconds, 1e-6));
      const right = Math.max(left + 1, Math.floor((columns * to) / Math.max(seconds, 1e-6)));
      const heat = 1 / (1 + Math.exp(-value));
      const colour: Colour = [Math.round(60 + 180 * heat), Math.round(160 - 110 * heat), Math.round(90 - 40 * heat)];
      for (let x = left; x < Math.min(right, columns); x++) {
        for (let y = 2; y < lane - 2; y++) paint(pixels, columns, x, STRIP + wave + i * lane + y, colour);
      }
    }
  }
  mark(pixels, columns, STRIP, seconds, stretches);
  const data = {
    seconds: tenth(seconds),
    levels: [...points].map(tenth),
    series: Object.fromEntries(
      Object.entries(series).map(([name, values]) => [
        name,
        values.map(({ from, to, value }) => ({
          from: hundredth(from),
          to: hundredth(to),
          logLikelihoodRatio: hundredth(value),
        })),
      ]),
    ),
    stretches: stretches.map(({ from, to, code }) => ({ from: hundredth(from), to: hundredth(to), code })),
  };
  return [await png('TIMELINE', 'timeline.png', pixels, columns, height), json('TIMELINE', 'timeline.json', data)];
}

type Colour = readonly [number, number, number];

function paint(pixels: Uint8Array, columns: number, x: number, y: number, colour: Colour): void {
  pixels.set(colour, 3 * (y * columns + x));
}

function mark(
  pixels: Uint8Array,
  columns: number,
  strip: number,
  seconds: number,
  stretches: readonly Stretch[],
): void {
  for (const { from, to } of stretches) {
    const left = Math.max(0, Math.floor((columns * from) / Math.max(seconds, 1e-6)));
    const right = Math.min(columns, Math.max(left + 2, Math.ceil((columns * to) / Math.max(seconds, 1e-6))));
    for (let x = left; x < right; x++) for (let y = 0; y < strip - 2; y++) paint(pixels, columns, x, y, [220, 30, 30]);
  }
}

/** Black over violet and orange to white. */
function ramp(shade: number): Colour {
  const at = (...stops: number[]): number => {
    const place = shade * (stops.length - 1);
    const low = Math.min(stops.length - 2, Math.floor(place));
    return Math.round((stops[low] as number) + ((stops[low + 1] as number) - (stops[low] as number)) * (place - low));
  };
  return [at(0, 90, 220, 255), at(0, 20, 110, 250), at(20, 110, 60, 230)];
}

function reduce(values: Float32Array, most: number): Float32Array {
  const count = Math.min(values.length, most);
  return Float32Array.from({ length: count }, (_, i) => {
    const from = Math.floor((i * values.length) / count);
    const to = Math.max(from + 1, Math.floor(((i + 1) * values.length) / count));
    return values.subarray(from, to).reduce((highest, value) => Math.max(highest, value), -120);
  });
}

const tenth = (value: number): number => Math.round(10 * value) / 10;
const hundredth = (value: number): number => Math.round(100 * value) / 100;

async function png(
  kind: Artefact['kind'],
  name: string,
  pixels: Uint8Array,
  width: number,
  height: number,
): Promise<Artefact> {
  const bytes = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  return { kind, mediaType: 'image/png', name, bytes: new Uint8Array(bytes) };
}

const json = (kind: Artefact['kind'], name: string, data: unknown): Artefact => ({
  kind,
  mediaType: 'application/json',
  name,
  bytes: new Uint8Array(Buffer.from(JSON.stringify(data))),
});
