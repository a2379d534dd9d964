import { examineDocument } from './document/examine.ts';
import { examineImage } from './image/examine.ts';
import { examineRecording } from './recording/examine.ts';
import type { TrustList } from './provenance.ts';
import type { RecordingDecoder } from './recording/decoder.ts';
import type { ForensicFindings, MediaKind } from './types.ts';

export interface ForensicInput {
  kind: MediaKind;
  /** As found from the first bytes. */
  mediaType: string;
  bytes: Uint8Array;
  trust?: TrustList | null;
  /** For video and for sound that this engine does not decode itself; null where the machine has none. */
  decoder?: RecordingDecoder | null;
  /** A HEIC picture decoded elsewhere, without loss, as PNG: this engine decodes none. */
  pixels?: Uint8Array | null;
}

/**
 * Examines one medium, whole.
 * @param progress told how far it is, 0 to 1
 * @throws MediaRefused where it cannot be examined: damaged, encrypted, too large, or without a decoder
 */
export async function examineMedia(
  input: ForensicInput,
  progress: (share: number) => void = () => {},
): Promise<ForensicFindings> {
  const { kind, mediaType, bytes, trust = null, decoder = null, pixels = null } = input;
  switch (kind) {
    case 'IMAGE':
      return examineImage(bytes, mediaType, trust, progress, pixels);
    case 'DOCUMENT':
      if (mediaType === 'application/pdf') return examineDocument(bytes, mediaType, trust, progress);
      return examineImage(bytes, mediaType, trust, progress, pixels);
    default:
      return examineRecording(kind, bytes, mediaType, trust, decoder, progress);
  }
}
