import sharp from 'sharp';
import { clock } from '../audio/edits.ts';
import { copyMoveDetector } from '../image/copy-move.ts';
import { faceBlendDetector } from '../image/face/detector.ts';
import { openImage, type OpenedImage } from '../image/open.ts';
import type { Track } from '../recording/container.ts';
import type { Frame, RecordingDecoder } from '../recording/decoder.ts';
import type { Detector, Finding, Reported, Stretch, TimedValue } from '../types.ts';

/** Detectors of pictures that look at pixels alone, so that they have a meaning for a frame. */
const frameDetectors = (): readonly Detector<OpenedImage>[] => [copyMoveDetector, faceBlendDetector()];

const FEWEST = 8;
const MOST = 24;
const LONGEST_SIDE = 1280;
/** Findings of a frame that are told by their time. */
const STANDS_OUT = 0.7;
const QUALITY_NEEDED = 0.5;
const SHOWN_SECONDS = 0.2;

interface Seen {
  at: number;
  finding: Finding;
}

/**
 * Looks at 8 to 24 frames with the detectors of pictures: those that stand by themselves where there are enough, since
 * they are the best kept. What is seen is told with its time and counts nothing: none of these detectors was measured on
 * frames of video, whose encoders, bars and captions pictures do not have.
 * @param seconds of the beginning that may be decoded whole
 */
export async function examineFrames(
  decoder: RecordingDecoder,
  track: Track,
  seconds: number,
  progress: (share: number) => void,
): Promise<Reported[]> {
  const detectors = frameDetectors();
  const keysOnly = track.keys.length >= FEWEST;
  const offset = track.times[0] ?? 0;
  const times = keysOnly ? track.keys : track.times.filter((time) => time - offset < seconds);
  const every = Math.max(1, Math.ceil(times.length / MOST));
  const seen = new Map<string, Seen[]>();
  const reasons = new Map<string, string>();
  let frames = 0;
  for await (const frame of decoder.pictures({ keysOnly, seconds, every, most: MOST, longestSide: LONGEST_SIDE })) {
    const at = Math.max(0, times[frames * every] ?? (frames * seconds) / MOST);
    const image = await openFrame(frame);
    for (const detector of detectors) {
      const applicability = detector.applicable(image);
      if (!applicability.applies) reasons.set(detector.name, applicability.reason);
      else
        seen.set(detector.name, [...(seen.get(detector.name) ?? []), { at, finding: await detector.examine(image) }]);
    }
    frames++;
    progress(Math.min(1, frames / Math.min(MOST, Math.max(1, times.length))));
  }
  return detectors.map(({ name, version, family }) => {
    const findings = seen.get(name);
    if (!findings)
      return { name, version, family, finding: null, reason: reasons.get(name) ?? 'No frame could be looked at.' };
    return { name, version, family, finding: summed(findings), reason: null };
  });
}

async function openFrame({ data, width, height }: Frame): Promise<OpenedImage> {
  const png = await sharp(data, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return openImage(new Uint8Array(png), 'image/png');
}

function summed(seen: readonly Seen[]): Finding {
  const usable = seen.filter(({ finding }) => finding.quality >= QUALITY_NEEDED);
  const standing = usable.filter(({ finding }) => finding.logLikelihoodRatio >= STANDS_OUT);
  const timeline: Stretch[] = standing.map(({ at, finding }) => ({
    from: at,
    to: at + SHOWN_SECONDS,
    code: finding.evidence[0]?.code ?? 'FRAME_STANDS_OUT',
  }));
  const series: TimedValue[] = usable.map(({ at, finding }) => ({
    from: at,
    to: at + SHOWN_SECONDS,
    value: finding.logLikelihoodRatio,
  }));
  const strongest = standing.reduce<Seen | null>(
    (most, one) => (one.finding.logLikelihoodRatio > (most?.finding.logLikelihoodRatio ?? 0) ? one : most),
    null,
  );
  const told = strongest
    ? `${standing.length} of ${usable.length} frames stand out, most of all that at ${clock(strongest.at)}: ${strongest.finding.evidence[0]?.detail ?? ''}`
    : `None of ${usable.length} frames stands out.`;
  return {
    logLikelihoodRatio: 0,
    quality: usable.length >= FEWEST ? 1 : usable.length / (2 * FEWEST),
    evidence: [{ code: strongest ? 'FRAMES_STAND_OUT' : 'FRAMES_UNREMARKABLE', detail: told.trim() }],
    timeline,
    series,
  };
}
