import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Model, type ModelSlot, openModel } from '../../identity/models/session.ts';
import { type Detector, type Evidence, type Finding, nothing, type TimedValue } from '../types.ts';
import { bandEdge } from './band-limit.ts';
import { clock } from './edits.ts';
import { type SoundFacts, VOICE_RATE } from './measure.ts';
import type { OpenedSound } from './opened.ts';

const folder = join(import.meta.dirname, 'model');
const facts = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8')) as { version: string };

/** The network of synthesised voices that comes with the service. */
export const VOICE_SLOT: ModelSlot = {
  name: 'voice-synthesis',
  version: facts.version,
  path: join(folder, 'voice-synthesis.onnx'),
  sha256: '76f2b64098b2cc42810fb0c0a9f9f4861cf5bba84ffa8e1fb8335417d612d1bb',
  licence: 'Apache-2.0',
  card: join(folder, 'README.md'),
};

interface Calibration {
  slope: number;
  offset: number;
  most: number;
}

/** Fitted by training/audio/export.py on families of generators that the networks were not trained on. */
const calibration = JSON.parse(readFileSync(join(folder, 'calibration.json'), 'utf8')) as Calibration;

/**
 * @param logit mean of the network's answers for the windows of one recording
 * @returns natural logarithm of p(logit | synthesised) / p(logit | spoken), no further from 0 than was measured
 */
export function voiceRatio(logit: number): number {
  const { slope, offset, most } = calibration;
  return Math.max(-most, Math.min(most, slope * logit + offset));
}

const WINDOW = 3 * VOICE_RATE;
const BATCH = 4;
/** Windows that are listened to; of longer recordings, evenly spread. */
const MOST_WINDOWS = 200;
/** Level under which a window holds no voice, decibels below full scale. */
const QUIET = -50;
/** It was measured on sound with at least this band; less of it tells less. */
const NARROW_HERTZ = 6_000;
/** Decibels between loud and quiet moments: speech has pauses, music and machines rarely. */
const SPEECH_SPREAD = 15;
/** Below this ratio nothing is told: that a voice sounds spoken is no sign that it was. */
const SUSPECT = 0.7;

/**
 * Voices made by a program: a network of three-second windows, trained on generators and on copies of real voices by
 * vocoders. Experimental: it is told and does not count, since on families of generators that it had not met it
 * stays below what was asked for, and is at chance on one of them (model/README.md).
 */
export const voiceDetector: Detector<OpenedSound> = {
  name: 'voice-synthesis',
  version: facts.version,
  family: 'VOICE',
  applicable: ({ facts: sound }) =>
    sound.voice.length >= VOICE_RATE && sound.peak > 0.003
      ? { applies: true }
      : { applies: false, reason: 'The recording is shorter than a second, or silent.' },
  async examine({ format, facts: sound }): Promise<Finding> {
    const windows = windowsOf(sound.voice);
    if (windows.length === 0) {
      return nothing(0, [
        { code: 'NO_VOICE', detail: 'No stretch of the recording is loud enough to be listened to.' },
      ]);
    }
    const logits = await listen(sound.voice, windows);
    const mean = logits.reduce((sum, logit) => sum + logit, 0) / logits.length;
    const ratio = voiceRatio(mean);
    const series: TimedValue[] = windows.map((from, i) => ({
      from: from / VOICE_RATE,
      to: Math.min(sound.seconds, (from + WINDOW) / VOICE_RATE),
      value: voiceRatio(logits[i] as number),
    }));
    const evidence: Evidence[] = [];
    let quality = Math.min(1, 0.5 + sound.voice.length / (2 * WINDOW));
    const edge = bandEdge(sound.spectrum, format.rate);
    if (format.rate < 2 * NARROW_HERTZ || (edge && edge.hertz < NARROW_HERTZ)) {
      quality = Math.min(quality, 0.4);
      evidence.push({
        code: 'VOICE_NARROW',
        detail: 'The band is that of a telephone, in which the network hears too little to count.',
      });
    }
    if (spread(sound) < SPEECH_SPREAD) {
      quality = Math.min(quality, 0.3);
      evidence.push({
        code: 'VOICE_UNSURE',
        detail: 'The sound has no pauses as speech has; the network was measured on speech alone.',
      });
    }
    const strongest = series.reduce((most, one) => (one.value > most.value ? one : most));
    if (ratio < SUSPECT) {
      const detail = `Experimental, not counted: the network hears no clear mark of synthesis (${windows.length} windows). A good generator leaves none that it hears.`;
      return { ...nothing(quality, [...evidence, { code: 'VOICE_NOT_SUSPECT', detail }]), series };
    }
    evidence.push({
      code: 'VOICE_SUSPECT',
      detail: `Experimental, not counted: the voice sounds as vocoders and voice generators make it, most of all from ${clock(strongest.from)} to ${clock(strongest.to)}.`,
    });
    return { logLikelihoodRatio: ratio, quality, evidence, series, manipulation: 'VOICE_CLONE' };
  },
};

/** Where windows begin, one behind the other, the last up to the end; quiet ones are left out. */
function windowsOf(voice: Int16Array): number[] {
  const starts: number[] = [];
  for (let from = 0; from + WINDOW <= voice.length; from += WINDOW) starts.push(from);
  const last = Math.max(0, voice.length - WINDOW);
  if (starts.at(-1) !== last) starts.push(last);
  const thin = Math.max(1, starts.length / MOST_WINDOWS);
  const chosen: number[] = [];
  for (let i = 0; i < starts.length; i += thin) {
    const from = starts[Math.floor(i)] as number;
    const part = voice.subarray(from, from + WINDOW);
    let power = 0;
    for (const sample of part) power += (sample / 32_768) ** 2;
    if (10 * Math.log10(power / part.length + 1e-12) > QUIET) chosen.push(from);
  }
  return chosen;
}

let opened: Promise<Model> | null = null;

/** The network's answers for windows that begin at these samples; a recording shorter than a window is repeated. */
async function listen(voice: Int16Array, starts: readonly number[]): Promise<number[]> {
  opened ??= openModel(VOICE_SLOT);
  const model = await opened;
  const logits: number[] = [];
  for (let first = 0; first < starts.length; first += BATCH) {
    const part = starts.slice(first, first + BATCH);
    const data = new Float32Array(part.length * WINDOW);
    for (const [i, from] of part.entries()) {
      const length = Math.min(WINDOW, voice.length - from);
      for (let k = 0; k < WINDOW; k++) data[i * WINDOW + k] = (voice[from + (k % length)] as number) / 32_768;
    }
    const { logit } = await model.run({ wave: { data, dims: [part.length, WINDOW] } });
    logits.push(...(logit?.data ?? []));
  }
  return logits;
}

/** Between the levels that a tenth of all moments lies below, and above; decibels. */
function spread({ levels }: SoundFacts): number {
  const sorted = levels.slice().sort();
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? -120;
  return at(0.9) - at(0.1);
}
