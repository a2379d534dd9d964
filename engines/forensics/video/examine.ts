import { examineSamples, seriesOf, stretchesOf } from '../audio/examine.ts';
import { soundOf } from '../audio/open.ts';
import type { Container, Track } from '../recording/container.ts';
import type { RecordingDecoder } from '../recording/decoder.ts';
import { recordingMetadataDetector } from '../recording/metadata.ts';
import { readMp4 } from '../recording/mp4.ts';
import { readWebm } from '../recording/webm.ts';
import { drawSpectrum, drawTimeline } from '../render/sound-pictures.ts';
import { runDetectors } from '../run.ts';
import { type Artefact, MediaRefused, type Reported } from '../types.ts';
import { containerDetector } from './container.ts';
import { examineFrames } from './frames.ts';
import { measureMotion, THUMBNAIL, timingDetector } from './timing.ts';

const MOST_SECONDS = 600;
const MOST_SIDE = 8192;
const MOST_PIXELS = 36_000_000;
/** Pictures that are compared one by one: the first minute of 720p, less of larger ones. */
const COMPARED_PIXELS = 1_800_000_000;
const COMPARED_SECONDS = 60;

/**
 * Examines one video, beside what its Content Credentials say.
 * @throws MediaRefused
 */
export async function examineVideo(
  bytes: Uint8Array,
  mediaType: string,
  decoder: RecordingDecoder | null,
  progress: (share: number) => void,
): Promise<{ detectors: Reported[]; artefacts: Artefact[] }> {
  const container = mediaType === 'video/webm' ? readWebm(bytes) : readMp4(bytes);
  const picture = checkPicture(container);
  if (!decoder) {
    throw new MediaRefused(
      'CONTENT_NOT_EXAMINED',
      'The file says nothing decisive of its origin, and this service has no decoder for video installed (ffmpeg). The credits were given back.',
    );
  }
  const detectors = await runDetectors([recordingMetadataDetector], container, () => {});
  detectors.push(...(await runDetectors([containerDetector], { container }, () => {})));
  progress(0.05);

  const seconds = comparedSeconds(picture, container);
  const motion = await measureMotion(decoder.thumbnails(seconds, THUMBNAIL), seconds);
  if (motion.differences.length === 0) {
    throw new MediaRefused(
      'UNPROCESSABLE_MEDIA',
      'The pictures of the video cannot be decoded. Send it again, as MP4 with H.264.',
    );
  }
  detectors.push(...(await runDetectors([timingDetector], { track: picture, motion }, () => {})));
  progress(0.4);
  detectors.push(...(await examineFrames(decoder, picture, seconds, (share) => progress(0.4 + 0.3 * share))));

  const artefacts: Artefact[] = [];
  const sound = soundOf(container, bytes.length, decoder);
  let levels = new Float32Array();
  if (sound) {
    const { detectors: heard, opened } = await examineSamples(sound, { bytes, mediaType }, (share) =>
      progress(0.7 + 0.2 * share),
    );
    detectors.push(...heard);
    levels = Float32Array.from(opened.facts.levels);
    artefacts.push(...(await drawSpectrum(opened.facts, opened.format, stretchesOf(heard))));
  }
  const length = container.seconds ?? picture.times.at(-1) ?? seconds;
  const timeline = { seconds: length, levels, series: seriesOf(detectors), stretches: stretchesOf(detectors) };
  artefacts.push(...(await drawTimeline(timeline)));
  progress(1);
  return { detectors, artefacts };
}

function checkPicture(container: Container): Track {
  const picture = container.tracks.find(({ kind }) => kind === 'VIDEO');
  if (!picture) throw new MediaRefused('UNPROCESSABLE_MEDIA', 'The file holds no video. Send sound as M4A.');
  const { width, height } = picture;
  if (width === null || height === null || width < 16 || height < 16) {
    throw new MediaRefused('UNPROCESSABLE_MEDIA', 'The video does not state the size of its pictures. Send it again.');
  }
  if (width > MOST_SIDE || height > MOST_SIDE || width * height > MOST_PIXELS) {
    throw new MediaRefused(
      'MEDIA_TOO_LARGE',
      'The pictures of the video have more than 36 megapixels. Send it smaller.',
    );
  }
  const seconds = Math.max(container.seconds ?? 0, picture.seconds ?? 0, (picture.times.at(-1) ?? 0) - picture.start);
  if (seconds > MOST_SECONDS) {
    throw new MediaRefused('MEDIA_TOO_LARGE', 'The video is longer than 10 minutes. Send the part that matters.');
  }
  return picture;
}

function comparedSeconds(picture: Track, container: Container): number {
  const length = Math.max(0.1, container.seconds ?? picture.seconds ?? COMPARED_SECONDS);
  const perSecond = (picture.width ?? 1) * (picture.height ?? 1) * Math.max(1, picture.times.length / length);
  return Math.max(1, Math.min(COMPARED_SECONDS, length, COMPARED_PIXELS / perSecond));
}
