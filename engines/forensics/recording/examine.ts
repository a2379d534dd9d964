import { examineSound } from '../audio/examine.ts';
import { fuse } from '../fuse.ts';
import { provenanceDetector, type ProvenanceMedia, type TrustList } from '../provenance.ts';
import { runDetectors } from '../run.ts';
import { type Artefact, type ForensicFindings, MediaRefused, type Reported } from '../types.ts';
import { examineVideo } from '../video/examine.ts';
import type { RecordingDecoder } from './decoder.ts';

/**
 * Sound and video: what the file says of its origin, then its content. Where the content needs a decoder and none was
 * handed in, there is an answer only if the file's own words decide; otherwise none rather than an empty one.
 * @throws MediaRefused
 */
export async function examineRecording(
  kind: 'AUDIO' | 'VIDEO',
  bytes: Uint8Array,
  mediaType: string,
  trust: TrustList | null,
  decoder: RecordingDecoder | null,
  progress: (share: number) => void,
): Promise<ForensicFindings> {
  const media: ProvenanceMedia = { bytes, mediaType };
  const origin = await runDetectors([provenanceDetector(trust)], media, () => {});
  progress(0.1);
  const onward = (share: number): void => progress(0.1 + 0.9 * share);
  let content: { detectors: Reported[]; artefacts: Artefact[] };
  try {
    const examine = kind === 'AUDIO' ? examineSound : examineVideo;
    content = await examine(bytes, mediaType, decoder, onward);
  } catch (error) {
    const conclusion = fuse(origin);
    const undecoded = error instanceof MediaRefused && error.code === 'CONTENT_NOT_EXAMINED';
    if (!undecoded || conclusion.isDeepfake === null) throw error;
    return { conclusion, detectors: origin, artefacts: [] };
  }
  const detectors = [...origin, ...content.detectors];
  return { conclusion: fuse(detectors), detectors, artefacts: content.artefacts };
}
