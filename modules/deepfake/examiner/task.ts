import type { MediaType } from '../../../contract/deepfake.ts';

/** Where the medium lies in the folder of the process that examines it. */
export const MEDIA_FILE = 'media';

export interface ExaminationTask {
  kind: MediaType;
  mediaType: string;
  /** Certificates in PEM whose signatures are trusted; null for none. */
  trustAnchors: string | null;
  /** Where ffmpeg is; null where the machine has none, or nothing needs it. */
  ffmpeg: string | null;
  /** A HEIC picture decoded, as PNG; null for other media, and where the machine has no decoder. */
  pixels: Uint8Array | null;
}

/** Of a PDF that was saved more than once: its pages before and after, apart from what is concluded. */
export interface DrawingTask {
  draw: 'REVISIONS';
}
