import { fileTypeFromBuffer } from 'file-type';
import { ApiError } from './errors.ts';

export type MediaFamily = 'IMAGE' | 'VIDEO' | 'AUDIO' | 'DOCUMENT';

/** A form of media that the service takes: what kind of thing it is and how it is served again. */
export interface MediaForm {
  name: string;
  mediaType: string;
  family: MediaFamily;
}

const form = (name: string, mediaType: string, family: MediaFamily): MediaForm => ({ name, mediaType, family });

const FORMS = {
  JPEG: form('JPEG', 'image/jpeg', 'IMAGE'),
  PNG: form('PNG', 'image/png', 'IMAGE'),
  WEBP: form('WebP', 'image/webp', 'IMAGE'),
  HEIC: form('HEIC', 'image/heic', 'IMAGE'),
  AVIF: form('AVIF', 'image/avif', 'IMAGE'),
  TIFF: form('TIFF', 'image/tiff', 'IMAGE'),
  MP4: form('MP4', 'video/mp4', 'VIDEO'),
  MOV: form('MOV', 'video/quicktime', 'VIDEO'),
  WEBM: form('WebM', 'video/webm', 'VIDEO'),
  WAV: form('WAV', 'audio/wav', 'AUDIO'),
  MP3: form('MP3', 'audio/mpeg', 'AUDIO'),
  M4A: form('M4A', 'audio/mp4', 'AUDIO'),
  OGG: form('OGG', 'audio/ogg', 'AUDIO'),
  FLAC: form('FLAC', 'audio/flac', 'AUDIO'),
  PDF: form('PDF', 'application/pdf', 'DOCUMENT'),
} as const satisfies Record<string, MediaForm>;

/** What file-type answers, and file names end in, for each form; all else is a form that the service does not take. */
const BY_EXTENSION: Readonly<Record<string, MediaForm>> = {
  jpg: FORMS.JPEG,
  jpeg: FORMS.JPEG,
  png: FORMS.PNG,
  apng: FORMS.PNG,
  webp: FORMS.WEBP,
  heic: FORMS.HEIC,
  heif: FORMS.HEIC,
  avif: FORMS.AVIF,
  tif: FORMS.TIFF,
  tiff: FORMS.TIFF,
  mp4: FORMS.MP4,
  m4v: FORMS.MP4,
  mov: FORMS.MOV,
  webm: FORMS.WEBM,
  wav: FORMS.WAV,
  mp3: FORMS.MP3,
  m4a: FORMS.M4A,
  m4b: FORMS.M4A,
  ogg: FORMS.OGG,
  oga: FORMS.OGG,
  opus: FORMS.OGG,
  flac: FORMS.FLAC,
  pdf: FORMS.PDF,
};

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Printers and servers put lines in front of a PDF; readers look for its header in the first 1,024 bytes. */
const PDF_HEADER = /%PDF-\d\.\d/;
const PDF_HEADER_WITHIN = 1024;
const TIFF_SIGNATURES = [Buffer.from('49492a00', 'hex'), Buffer.from('4d4d002a', 'hex')];

/** `OTHER`: a form that is known and not taken. `NOTHING`: the bytes do not tell. */
export type Recognition =
  | { kind: 'TAKEN'; form: MediaForm }
  | { kind: 'OTHER'; mediaType: string }
  | { kind: 'NOTHING' };

/**
 * What the first bytes of a file (8 KiB are enough) say that it is, whatever its name says.
 * Signatures are those of the file-type package.
 */
export async function recogniseMedia(head: Uint8Array): Promise<Recognition> {
  let found: { ext: string; mime: string } | undefined;
  try {
    found = await fileTypeFromBuffer(head);
  } catch {
    // Cut short in the middle of a structure: the bytes do not tell.
  }
  const holdsPdf = PDF_HEADER.test(Buffer.from(head.subarray(0, PDF_HEADER_WITHIN + 8)).toString('latin1'));
  if (found && holdsPdf && found.ext !== 'pdf') {
    return { kind: 'OTHER', mediaType: `${found.mime} and a PDF at the same time` };
  }
  if (found) {
    const known = Object.hasOwn(BY_EXTENSION, found.ext) ? BY_EXTENSION[found.ext] : undefined;
    return known ? { kind: 'TAKEN', form: known } : { kind: 'OTHER', mediaType: found.mime };
  }
  // The package looks beyond these signatures; a file that ends right behind them still says what it is.
  if (startsWith(head, PNG_SIGNATURE)) return { kind: 'TAKEN', form: FORMS.PNG };
  if (TIFF_SIGNATURES.some((signature) => startsWith(head, signature))) return { kind: 'TAKEN', form: FORMS.TIFF };
  return holdsPdf ? { kind: 'TAKEN', form: FORMS.PDF } : { kind: 'NOTHING' };
}

const startsWith = (head: Uint8Array, signature: Buffer): boolean =>
  head.length >= signature.length && signature.equals(head.subarray(0, signature.length));

/** What the end of a file name says, or undefined where it says nothing that the service takes. */
export function mediaByName(fileName: string): MediaForm | undefined {
  const extension = /\.([A-Za-z0-9]{1,8})$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(BY_EXTENSION, extension) ? BY_EXTENSION[extension] : undefined;
}

const mediaByDeclaration = (declaredType: string): MediaForm | undefined => {
  const type = declaredType.split(';')[0]?.trim().toLowerCase();
  return Object.values(FORMS).find((candidate) => candidate.mediaType === type);
};

export interface ReceivedMedia {
  head: Uint8Array;
  size: number;
  name: string;
  declaredType: string;
}

/**
 * The form of a received file, from its bytes.
 * @param accepts which forms are taken here
 * @param options.trustName where the bytes say nothing, believe the end of the file name (simulated results need no
 *   real media)
 * @throws ApiError UNSUPPORTED_MEDIA_TYPE: a form that is not taken; UNPROCESSABLE_MEDIA: empty, or said to be a form
 *   that is taken and it is not
 */
export async function requireMedia(
  received: ReceivedMedia,
  accepts: (form: MediaForm) => boolean,
  options: { trustName: boolean; expected: string },
): Promise<MediaForm> {
  const { head, size, name, declaredType } = received;
  if (size === 0) throw unprocessable('The file is empty. Send its bytes.');
  const seen = await recogniseMedia(head);
  if (seen.kind === 'TAKEN' && accepts(seen.form)) return seen.form;
  if (seen.kind === 'NOTHING') {
    const said = mediaByName(name) ?? mediaByDeclaration(declaredType);
    if (said && accepts(said)) {
      if (options.trustName) return said;
      throw unprocessable(`The file is said to be ${said.name} and its bytes are not. Send the file as it was made.`);
    }
  }
  const what =
    seen.kind === 'TAKEN' ? seen.form.mediaType : seen.kind === 'OTHER' ? seen.mediaType : 'of no known media type';
  throw unsupportedMedia(what, options.expected);
}

export const unsupportedMedia = (what: string, expected: string): ApiError =>
  new ApiError('UNSUPPORTED_MEDIA_TYPE', `The file is ${what}. Send ${expected}.`, { expected });

const unprocessable = (message: string): ApiError => new ApiError('UNPROCESSABLE_MEDIA', message);
