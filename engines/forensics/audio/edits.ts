import { type Detector, type Evidence, type Finding, nothing, type Stretch } from '../types.ts';
import type { OpenedSound } from './opened.ts';

const MOST_TOLD = 5;
/** Silence at the beginning and the end is of the encoder's making. */
const MARGIN_SECONDS = 0.25;
/** A bias of the samples (a recorder's own) that changes by this share of full scale was of two recorders. */
const BIAS_STEP = 0.004;
/** Decibels by which the noise between words changes from one half of a recording to the other. */
const FLOOR_STEP = 12;
const FLOOR_SECONDS = 2;

/**
 * Marks of cuts: a single step between samples that nothing prepares for, stretches of exact silence in the middle of
 * sound that is otherwise never silent, and a noise floor or a bias that changes at once and stays changed. Clicks,
 * gates, telephones and recorders leave the same marks, so that all of them together count little.
 */
export const editDetector: Detector<OpenedSound> = {
  name: 'sound-edits',
  version: '1',
  family: 'SIGNAL',
  applicable: ({ facts }) =>
    facts.seconds >= 1 && facts.peak > 0.003
      ? { applies: true }
      : { applies: false, reason: 'The recording is shorter than a second, or silent.' },
  examine({ format, facts }): Finding {
    const evidence: Evidence[] = [];
    const timeline: Stretch[] = [];
    let ratio = 0;
    const inside = (at: number): boolean => at > MARGIN_SECONDS && at < facts.seconds - MARGIN_SECONDS;

    const jumps = facts.jumps.filter(({ at }) => inside(at));
    for (const { at } of jumps) timeline.push({ from: at, to: at + 0.02, code: 'SAMPLES_JUMP' });
    if (jumps.length > 0) {
      // Many are a worn record or a bad line, not cuts.
      const few = jumps.length <= 1 + facts.seconds / 10;
      ratio += few ? 0.3 : 0;
      evidence.push({
        code: 'SAMPLES_JUMP',
        detail: `${jumps.length} single ${jumps.length === 1 ? 'step' : 'steps'} between two samples that nothing around prepares for (${times(jumps)}), as cuts without a fade leave${few ? '' : '; so many are rather clicks of the recording'}.`,
      });
    }

    const silences = facts.flat.filter(({ at, size }) => inside(at) && inside(at + size) && size >= 0.05);
    for (const { at, size } of silences) timeline.push({ from: at, to: at + size, code: 'DIGITAL_SILENCE' });
    if (silences.length > 0) {
      ratio += format.lossless ? 0.15 : 0;
      evidence.push({
        code: 'DIGITAL_SILENCE',
        detail: `${silences.length} ${silences.length === 1 ? 'stretch' : 'stretches'} of exact silence inside the sound (${times(silences)}): put in, gated, or made by a program; a microphone is never exactly silent.`,
      });
    }

    const floor = noiseFloorStep(facts.levels, facts.levelStep);
    if (floor) {
      ratio += 0.2;
      timeline.push({ from: floor.at, to: Math.min(facts.seconds, floor.at + 0.5), code: 'NOISE_FLOOR_STEP' });
      evidence.push({
        code: 'NOISE_FLOOR_STEP',
        detail: `The noise between words changes by ${Math.round(Math.abs(floor.decibels))} decibels at ${clock(floor.at)} and stays changed: another place, another recorder, or a filter switched on.`,
      });
    }

    const bias = biasStep(facts.means, facts.levelStep);
    if (bias !== null && inside(bias)) {
      ratio += 0.2;
      timeline.push({ from: bias, to: Math.min(facts.seconds, bias + 0.5), code: 'BIAS_STEP' });
      evidence.push({
        code: 'BIAS_STEP',
        detail: `The mean of the samples changes at ${clock(bias)} and stays changed, as between two recorders.`,
      });
    }

    if (evidence.length === 0) {
      return nothing(1, [{ code: 'NO_EDITS_SEEN', detail: 'No mark of a cut was seen. Cuts with a fade leave none.' }]);
    }
    const shown = timeline.toSorted((a, b) => a.from - b.from).slice(0, 200);
    return { logLikelihoodRatio: Math.min(0.5, ratio), quality: 1, evidence, timeline: shown, manipulation: 'SPLICE' };
  },
};

/**
 * Where the quietest of each half second changes for good. Both sides must last FLOOR_SECONDS and be steady.
 * @param levels decibels of each step
 */
export function noiseFloorStep(levels: Float32Array, step: number): { at: number; decibels: number } | null {
  const each = Math.max(1, Math.round(0.5 / step));
  const floors: number[] = [];
  for (let from = 0; from + each <= levels.length; from += each) {
    const sorted = levels.slice(from, from + each).sort();
    floors.push(sorted[Math.floor(sorted.length / 10)] as number);
  }
  const side = Math.round(FLOOR_SECONDS / 0.5);
  let best: { at: number; decibels: number } | null = null;
  for (let i = side; i + side <= floors.length; i++) {
    const before = floors.slice(Math.max(0, i - 2 * side), i).toSorted((a, b) => a - b);
    const after = floors.slice(i, i + 2 * side).toSorted((a, b) => a - b);
    // The nearest of both sides, not their middles: speech between them must not make a step.
    const up = (after[0] as number) - (before.at(-1) as number);
    const down = (before[0] as number) - (after.at(-1) as number);
    const decibels = Math.max(up, down);
    if (decibels >= FLOOR_STEP && decibels > (best?.decibels ?? 0)) best = { at: i * each * step, decibels };
  }
  return best;
}

/** Where the mean of the samples changes for good, seconds; null where it does not. */
function biasStep(means: Float32Array, step: number): number | null {
  const each = Math.max(1, Math.round(1 / step));
  const seconds: number[] = [];
  for (let from = 0; from + each <= means.length; from += each) {
    const sorted = means.slice(from, from + each).sort();
    seconds.push(sorted[sorted.length >> 1] as number);
  }
  for (let i = 2; i + 2 <= seconds.length; i++) {
    const before = seconds.slice(Math.max(0, i - 4), i);
    const after = seconds.slice(i, i + 4);
    const gap = Math.max(Math.min(...after) - Math.max(...before), Math.min(...before) - Math.max(...after));
    if (gap >= BIAS_STEP) return i * each * step;
  }
  return null;
}

const times = (marks: readonly { at: number }[]): string =>
  marks
    .slice(0, MOST_TOLD)
    .map(({ at }) => clock(at))
    .join(', ') + (marks.length > MOST_TOLD ? ', …' : '');

/** Minutes, seconds and hundredths. */
export const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(2).padStart(5, '0')}`;
