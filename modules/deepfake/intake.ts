import Type, { type Static } from 'typebox';
import { Metadata, strict } from '../../contract/common.ts';
import {
  type createDeepfakeJob,
  MAX_INLINE_BYTES,
  MAX_PIXELS,
  MEDIA_LIMITS,
  type MediaType,
} from '../../contract/deepfake.ts';
import type { Environment } from '../../contract/enums.ts';
import { tooLarge, type StagedFile } from '../../platform/files/files.ts';
import type { Upload } from '../../platform/http/endpoint.ts';
import { ApiError, invalid, validationError } from '../../platform/http/errors.ts';
import { decodeInlineFile } from '../../platform/http/inline-file.ts';
import { statedPixels } from '../../platform/http/image-size.ts';
import { inspectJson } from '../../platform/http/inspect-json.ts';
import { mediaByName, type MediaForm, requireMedia, unsupportedMedia } from '../../platform/http/media-type.ts';
import { cleanName } from '../../platform/http/multipart.ts';
import { validator } from '../../platform/http/validate.ts';
import type { Services } from '../../platform/module.ts';
import { requireAllowedUrl } from '../../platform/outbound/callback.ts';
import { checkUrl } from '../../platform/outbound/index.ts';

type Body = Static<(typeof createDeepfakeJob)['body']>;

/** A request for a job, whichever of its three forms it came in, checked. */
export interface Intake {
  source:
    | { kind: 'STAGED'; file: StagedFile; form: MediaForm }
    | { kind: 'BYTES'; bytes: Buffer; form: MediaForm }
    | { kind: 'URL'; url: string };
  mediaType: MediaType;
  fileName: string;
  callbackUrl: string | null;
  metadata: Record<string, string>;
}

interface Given extends Pick<Body, 'as' | 'callbackUrl' | 'metadata'> {
  media: { staged: StagedFile } | { bytes: Buffer; fileName: string } | { url: string };
}

const EXPECTED =
  'an image (JPEG, PNG, WebP, HEIC, AVIF, TIFF), a video (MP4, MOV, WebM), a recording (WAV, MP3, M4A, OGG, FLAC) or a PDF';
const EXPECTED_DOCUMENT = 'a PDF or an image (JPEG, PNG, WebP, HEIC, AVIF, TIFF) with as=DOCUMENT';

/**
 * Reads and checks everything about a request that does not depend on the database.
 * @param trustsNames where the bytes say nothing, the file name tells the type (the sandbox)
 * @throws ApiError VALIDATION_ERROR, UNSUPPORTED_MEDIA_TYPE, UNPROCESSABLE_MEDIA, PAYLOAD_TOO_LARGE, WEBHOOK_URL_…
 */
export async function takeIn(
  services: Services,
  environment: Environment,
  request: { body: Body; upload: Upload | null },
  trustsNames: boolean,
): Promise<Intake> {
  const given = request.upload ? fromForm(request.upload) : fromJson(request.body);
  if (given.callbackUrl !== undefined) await requireAllowedUrl(services, given.callbackUrl, '/callbackUrl');
  const asDocument = given.as === 'DOCUMENT';
  const common = { callbackUrl: given.callbackUrl ?? null, metadata: { ...given.metadata } };
  const { media } = given;
  if ('url' in media) {
    await requireFetchable(services, environment, media.url);
    const fileName = lastSegment(media.url);
    const form = mediaByName(fileName);
    if (!form || !isAccepted(form, asDocument)) {
      const what = form?.mediaType ?? 'at an address whose path does not end in a known file extension';
      throw unsupportedMedia(what, asDocument ? EXPECTED_DOCUMENT : EXPECTED);
    }
    return { ...common, source: { kind: 'URL', url: media.url }, mediaType: typeOf(form, asDocument), fileName };
  }
  const received =
    'staged' in media
      ? media.staged
      : { head: media.bytes, size: media.bytes.length, name: cleanName(media.fileName), declaredType: '' };
  const form = await requireMedia(received, (form) => isAccepted(form, asDocument), {
    trustName: trustsNames,
    expected: asDocument ? EXPECTED_DOCUMENT : EXPECTED,
  });
  const mediaType = typeOf(form, asDocument);
  if (received.size > MEDIA_LIMITS[mediaType]) throw tooLarge(MEDIA_LIMITS[mediaType]);
  if ((statedPixels(received.head, form) ?? 0) > MAX_PIXELS) {
    throw new ApiError('PAYLOAD_TOO_LARGE', 'The image has more than 100 megapixels. Send it smaller.', {
      maxPixels: MAX_PIXELS,
    });
  }
  const source: Intake['source'] =
    'staged' in media ? { kind: 'STAGED', file: media.staged, form } : { kind: 'BYTES', bytes: media.bytes, form };
  return { ...common, source, mediaType, fileName: received.name };
}

const isAccepted = (form: MediaForm, asDocument: boolean): boolean =>
  !asDocument || form.family === 'IMAGE' || form.family === 'DOCUMENT';
const typeOf = (form: MediaForm, asDocument: boolean): MediaType => (asDocument ? 'DOCUMENT' : form.family);

function fromJson(body: Body): Given {
  const { url, content, fileName, as, callbackUrl, metadata } = body;
  const common = { as, callbackUrl, metadata };
  if ((url === undefined) === (content === undefined)) {
    const code = url === undefined ? 'REQUIRED' : 'MUTUALLY_EXCLUSIVE';
    throw validationError([
      { path: '/url', code, message: 'give exactly one of url and content (or send the file as multipart/form-data)' },
    ]);
  }
  if (url !== undefined) {
    if (fileName !== undefined) {
      throw invalid('/fileName', 'MUTUALLY_EXCLUSIVE', 'goes with content; the name behind a url is its own');
    }
    return { ...common, media: { url } };
  }
  if (fileName === undefined) throw invalid('/fileName', 'REQUIRED', 'is required with content');
  const bytes = decodeInlineFile(content ?? '', '/content', MAX_INLINE_BYTES);
  return { ...common, media: { bytes, fileName } };
}

const checkMetadata = validator(strict({ metadata: Type.Optional(Metadata) }), 'body');

function fromForm({ file, fields }: Upload): Given {
  const { callbackUrl, metadata: text } = fields;
  const metadata = text === undefined ? undefined : parseMetadata(text);
  return { as: fields['as'] === 'DOCUMENT' ? 'DOCUMENT' : undefined, callbackUrl, metadata, media: { staged: file } };
}

function parseMetadata(text: string): Record<string, string> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('/metadata', 'INVALID_FORMAT', 'must be a JSON object of strings, as text');
  }
  const issues = inspectJson({ metadata: value });
  if (issues.length > 0) throw validationError(issues);
  checkMetadata({ metadata: value });
  return value as Record<string, string>;
}

/** HTTPS and a public address, as for webhooks; the sandbox fetches nothing, so it asks no name server. */
async function requireFetchable(services: Services, environment: Environment, url: string): Promise<void> {
  if (environment === 'LIVE') return requireAllowedUrl(services, url, '/url');
  const { webhookAllowHttp, webhookAllowPrivate } = services.config;
  const checked = checkUrl(url, { allowHttp: webhookAllowHttp, allowPrivate: webhookAllowPrivate });
  if (checked.ok) return undefined;
  if (checked.code === 'INVALID') throw invalid('/url', 'INVALID_FORMAT', checked.message);
  throw new ApiError(checked.code, checked.message, {
    issues: [{ path: '/url', code: 'INVALID_VALUE', message: checked.message }],
  });
}

function lastSegment(url: string): string {
  const segment = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return cleanName(decodeURIComponent(segment));
  } catch {
    return cleanName(segment);
  }
}
