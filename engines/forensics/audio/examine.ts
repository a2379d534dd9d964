import type { RecordingDecoder } from '../recording/decoder.ts';
import { recordingMetadataDetector } from '../recording/metadata.ts';
import { drawSpectrum, drawTimeline } from '../render/sound-pictures.ts';
import { runDetectors } from '../run.ts';
import type { Artefact, Detector, Reported, Stretch, TimedValue } from '../types.ts';
import { accountDetector } from './account.ts';
import { bandLimitDetector } from './band-limit.ts';
import { editDetector } from './edits.ts';
import { measureSound } from './measure.ts';
import { openSound } from './open.ts';
import type { OpenedSound } from './opened.ts';
import type { Sound } from './sound.ts';
import { voiceDetector } from './voice-net.ts';

/** Of the samples of a sound, whether it stands alone or in a video. */
const sampleDetectors: readonly Detector<OpenedSound>[] = [bandLimitDetector, editDetector, voiceDetector];

export interface ExaminedSound {
  detectors: Reported[];
  artefacts: Artefact[];
}

/**
 * Looks at the samples of a sound: one pass, then the detectors.
 * @param progress told how far it is, 0 to 1
 * @throws MediaRefused
 */
export async function examineSamples(
  sound: Sound,
  file: { bytes: Uint8Array; mediaType: string },
  progress: (share: number) => void,
): Promise<{ detectors: Reported[]; opened: OpenedSound }> {
  const stated = sound.format.seconds ?? 0;
  const facts = await measureSound(sound, (seconds) => {
    if (stated > 0) progress(0.6 * Math.min(1, seconds / stated));
  });
  const discrepancies = sound.discrepancies?.() ?? [];
  const opened: OpenedSound = { ...file, format: sound.format, tags: sound.tags, discrepancies, facts };
  const detectors = await runDetectors(sampleDetectors, opened, (share) => progress(0.6 + 0.4 * share));
  return { detectors, opened };
}

/**
 * Examines one recording of sound, beside what its Content Credentials say.
 * @throws MediaRefused
 */
export async function examineSound(
  bytes: Uint8Array,
  mediaType: string,
  decoder: RecordingDecoder | null,
  progress: (share: number) => void,
): Promise<ExaminedSound> {
  const sound = openSound(bytes, mediaType, decoder);
  const told = await runDetectors([recordingMetadataDetector], { tags: sound.tags, xmp: sound.xmp ?? [] }, () => {});
  const { detectors, opened } = await examineSamples(sound, { bytes, mediaType }, (share) => progress(0.9 * share));
  told.push(...(await runDetectors([accountDetector], opened, () => {})));
  const stretches = stretchesOf(detectors);
  const { facts } = opened;
  const artefacts = [
    ...(await drawSpectrum(facts, opened.format, stretches)),
    ...(await drawTimeline({ seconds: facts.seconds, levels: facts.levels, series: seriesOf(detectors), stretches })),
  ];
  return { detectors: [...told, ...detectors], artefacts };
}

export const stretchesOf = (detectors: readonly Reported[]): Stretch[] =>
  detectors.flatMap(({ finding }) => finding?.timeline ?? []).toSorted((a, b) => a.from - b.from);

/** Values over time, by detector. */
export const seriesOf = (detectors: readonly Reported[]): Record<string, readonly TimedValue[]> =>
  Object.fromEntries(detectors.flatMap(({ name, finding }) => (finding?.series ? [[name, finding.series]] : [])));
