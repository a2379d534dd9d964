import { examineImage } from './image/examine.ts';
import { examineRecording } from './recording/examine.ts';
import type { TrustList } from './provenance.ts';
import { type ForensicFindings, type MediaKind, MediaRefused } from './types.ts';

export interface ForensicInput {
  kind: MediaKind;
  /** As found from the first bytes. */
  mediaType: string;
  bytes: Uint8Array;
  trust?: TrustList | null;
}

/**
 * Examines one medium, whole, without any learned detector yet.
 * @param progress told how far it is, 0 to 1
 * @throws MediaRefused where it cannot be examined: damaged, encrypted, too large, or without a decoder
 */
export async function examineMedia(
  input: ForensicInput,
  progress: (share: number) => void = () => {},
): Promise<ForensicFindings> {
  const { kind, mediaType, bytes, trust = null } = input;
  switch (kind) {
    case 'IMAGE':
      return examineImage(bytes, mediaType, trust, progress);
    case 'DOCUMENT':
      if (mediaType === 'application/pdf') {
        throw new MediaRefused('CONTENT_NOT_EXAMINED', 'PDF files are not examined yet. The credits were given back.');
      }
      return examineImage(bytes, mediaType, trust, progress);
    default:
      return examineRecording(kind, bytes, mediaType, trust, progress);
  }
}
