import type { Track } from '../recording/container.ts';
import { type Detector, type Evidence, type Finding, nothing, type Stretch } from '../types.ts';
import { clock } from '../audio/edits.ts';

/** Width and height of the pictures that are compared. */
export const THUMBNAIL = { width: 64, height: 36 };

/** How far each picture differs from the one before, mean of absolute differences in shades (0 to 255). */
export interface Motion {
  differences: Float32Array;
  /** Seconds of the video that were looked at. */
  seconds: number;
}

export interface OpenedMotion {
  track: Track;
  motion: Motion;
}

/** Compares pictures as they come. */
export async function measureMotion(pictures: AsyncIterable<Uint8Array>, seconds: number): Promise<Motion> {
  const differences: number[] = [];
  let before: Uint8Array | null = null;
  for await (const picture of pictures) {
    if (before) {
      let sum = 0;
      for (let i = 0; i < picture.length; i++) sum += Math.abs((picture[i] as number) - (before[i] as number));
      differences.push(sum / picture.length);
    }
    before = picture.slice();
  }
  return { differences: Float32Array.from(differences), seconds };
}

/** Frames that stand still this long among moving ones are told, seconds. */
const STANDS_STILL = 0.2;
/** Neighbours move at least this much, in shades, for a still frame to mean something. */
const MOVES = 0.4;
const GAP = 1.6;
const MOST_STRETCHES = 100;

/**
 * Pictures that are repeated among moving ones, and moments that are missing. Phones leave out frames in the dark and
 * programs double them when the rate is changed, so that both are told and count little.
 */
export const timingDetector: Detector<OpenedMotion> = {
  name: 'video-timing',
  version: '1',
  family: 'SIGNAL',
  applicable: ({ motion }) =>
    motion.differences.length >= 8
      ? { applies: true }
      : { applies: false, reason: 'Fewer than nine pictures could be compared.' },
  examine({ track, motion }): Finding {
    const { differences } = motion;
    const evidence: Evidence[] = [];
    const timeline: Stretch[] = [];
    const at = timeOf(track, differences.length + 1, motion.seconds);
    const typical = median(differences);

    const repeated = repeats(differences);
    const long = repeated.filter(([from, to]) => at(to) - at(from) >= STANDS_STILL);
    for (const [from, to] of long) timeline.push({ from: at(from), to: at(to), code: 'FRAMES_REPEATED' });
    const single = repeated.reduce((sum, [from, to]) => sum + to - from, 0);
    let ratio = 0;
    if (long.length > 0) {
      ratio += 0.15;
      evidence.push({
        code: 'FRAMES_REPEATED',
        detail: `${long.length} times the picture stands still among moving ones (${long
          .slice(0, 5)
          .map(([from]) => clock(at(from)))
          .join(', ')}): frozen, or filled up.`,
      });
    }
    if (single > 4 && single > 0.02 * differences.length) {
      const share = Math.round((100 * single) / differences.length);
      evidence.push({
        code: 'FRAMES_DOUBLED',
        detail: `${share} of 100 pictures repeat the one before: the rate of pictures was raised after they were taken, or a generator made fewer.`,
      });
    }

    const gaps = missing(track.times, motion.seconds);
    for (const [from, to] of gaps) timeline.push({ from, to, code: 'FRAMES_MISSING' });
    if (gaps.length > 0) {
      evidence.push({
        code: 'FRAMES_MISSING',
        detail: `${gaps.length} times the next picture comes later than it should (${gaps
          .slice(0, 5)
          .map(([from]) => clock(from))
          .join(', ')}).`,
      });
    }

    const cuts = sceneCuts(differences, typical);
    for (const i of cuts) timeline.push({ from: at(i), to: at(i + 1), code: 'PICTURE_CHANGES' });
    if (cuts.length > 0) {
      evidence.push({
        code: 'PICTURE_CHANGES',
        detail: `${cuts.length} times the whole picture changes from one frame to the next (${cuts
          .slice(0, 5)
          .map((i) => clock(at(i)))
          .join(', ')}): a cut.`,
      });
    }
    if (evidence.length === 0) {
      return nothing(1, [
        {
          code: 'TIMING_UNREMARKABLE',
          detail: `No picture of the first ${Math.round(motion.seconds)} seconds is repeated or missing.`,
        },
      ]);
    }
    const shown = timeline.toSorted((a, b) => a.from - b.from).slice(0, MOST_STRETCHES);
    return { logLikelihoodRatio: ratio, quality: typical >= MOVES ? 1 : 0.6, evidence, timeline: shown };
  },
};

/** Runs of differences that are (nearly) none, between ones that are some: [first, behind the last]. */
function repeats(differences: Float32Array): [number, number][] {
  const found: [number, number][] = [];
  for (let i = 0; i < differences.length;) {
    if ((differences[i] as number) > 0.02) {
      i++;
      continue;
    }
    let end = i;
    while (end < differences.length && (differences[end] as number) <= 0.02) end++;
    const before = differences[i - 1] ?? 0;
    const after = differences[end] ?? 0;
    if (before >= MOVES && after >= MOVES) found.push([i, end]);
    i = end;
  }
  return found;
}

/** Gaps between the times at which pictures are shown. */
function missing(times: Float64Array, seconds: number): [number, number][] {
  const steps: number[] = [];
  for (let i = 1; i < times.length; i++) steps.push((times[i] as number) - (times[i - 1] as number));
  const usual = median(Float32Array.from(steps));
  const found: [number, number][] = [];
  for (let i = 0; i < steps.length && found.length < MOST_STRETCHES; i++) {
    const from = times[i] as number;
    if (from > seconds) break;
    if ((steps[i] as number) > GAP * usual + 0.005) found.push([from, times[i + 1] as number]);
  }
  // Recordings of varying rate have such steps everywhere: then they say nothing.
  return found.length > 0.1 * steps.length ? [] : found;
}

/** Frames that differ far more from the one before than those around them do. */
function sceneCuts(differences: Float32Array, typical: number): number[] {
  const cuts: number[] = [];
  for (let i = 0; i < differences.length && cuts.length < MOST_STRETCHES; i++) {
    const here = differences[i] as number;
    if (here < 12 || here < 6 * typical) continue;
    const around = Math.max(differences[i - 1] ?? 0, differences[i + 1] ?? 0);
    if (here > 3 * around) cuts.push(i);
  }
  return cuts;
}

/** When a picture is shown: as the container says, else evenly. */
function timeOf(track: Track, pictures: number, seconds: number): (index: number) => number {
  const { times } = track;
  const offset = times[0] ?? 0;
  return (index) => {
    const told = times[Math.min(index, times.length - 1)];
    return Math.max(0, told === undefined ? (index * seconds) / Math.max(1, pictures) : told - Math.min(0, offset));
  };
}

function median(values: Float32Array): number {
  if (values.length === 0) return 0;
  const sorted = values.slice().sort();
  return sorted[sorted.length >> 1] as number;
}
