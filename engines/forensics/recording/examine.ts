import { fuse } from '../fuse.ts';
import { provenanceDetector, type ProvenanceMedia, type TrustList } from '../provenance.ts';
import { runDetectors } from '../run.ts';
import { type ForensicFindings, MediaRefused } from '../types.ts';

/**
 * Sound and video: what the file says of its origin. Without a decoder the content itself is not examined, and then
 * there is no answer rather than an empty one.
 * @throws MediaRefused
 */
export async function examineRecording(
  kind: 'AUDIO' | 'VIDEO',
  bytes: Uint8Array,
  mediaType: string,
  trust: TrustList | null,
  progress: (share: number) => void,
): Promise<ForensicFindings> {
  const media: ProvenanceMedia = { bytes, mediaType };
  const detectors = await runDetectors([provenanceDetector(trust)], media, progress);
  const conclusion = fuse(detectors);
  if (conclusion.isDeepfake === null) {
    const what = kind === 'AUDIO' ? 'sound' : 'video';
    throw new MediaRefused(
      'CONTENT_NOT_EXAMINED',
      `The file says nothing decisive of its origin, and this service cannot examine ${what} itself yet. The credits were given back.`,
    );
  }
  return { conclusion, detectors, artefacts: [] };
}
