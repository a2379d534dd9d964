import type { FastifyReply, FastifyRequest } from 'fastify';
import { FILE_KINDS, type FileKind, MAX_VERIFICATION_FILE_BYTES } from '../../contract/verifications.ts';
import type { NewUpload, UploadState } from '../../modules/verifications/index.ts';
import { ApiError, invalid } from '../../platform/http/errors.ts';
import { cleanName } from '../../platform/http/multipart.ts';

/** The resumable upload protocol tus 1.0.0 (https://tus.io/protocols/resumable-upload): its headers, read and written. */
export const TUS = {
  'Tus-Resumable': '1.0.0',
  'Tus-Version': '1.0.0',
  'Tus-Extension': 'creation,expiration,termination',
  'Tus-Max-Size': String(MAX_VERIFICATION_FILE_BYTES),
} as const;

const MAX_METADATA = 2048;

export const isSupportedVersion = (request: FastifyRequest): boolean =>
  request.headers['tus-resumable'] === TUS['Tus-Resumable'];

/** @throws ApiError VALIDATION_ERROR */
export function wholeNumber(request: FastifyRequest, header: 'Upload-Length' | 'Upload-Offset'): number {
  const value = request.headers[header.toLowerCase()];
  if (value === undefined) throw invalid(`/headers/${header}`, 'REQUIRED', 'is required: a whole number of bytes');
  if (typeof value !== 'string' || !/^\d{1,12}$/.test(value)) {
    throw invalid(`/headers/${header}`, 'INVALID_FORMAT', 'must be a whole number of bytes');
  }
  return Number(value);
}

/** What a creation request announces. @throws ApiError VALIDATION_ERROR */
export function readCreation(request: FastifyRequest): NewUpload {
  if (request.headers['upload-defer-length'] !== undefined) {
    throw invalid('/headers/Upload-Defer-Length', 'INVALID_VALUE', 'is not taken: send Upload-Length');
  }
  const length = wholeNumber(request, 'Upload-Length');
  if (length === 0) throw new ApiError('UNPROCESSABLE_MEDIA', 'The file is empty. Send its bytes.');
  const metadata = readMetadata(request.headers['upload-metadata']);
  const kind = metadata.get('kind') ?? '';
  if (!isKind(kind)) throw invalid('/kind', 'INVALID_VALUE', `must be one of ${FILE_KINDS.join(', ')}`);
  const nonce = metadata.get('nonce') ?? '';
  if (!/^[A-Za-z0-9_-]{32}$/.test(nonce))
    throw invalid('/nonce', 'REQUIRED', 'is required: begin a capture to get one');
  const frame = metadata.get('frame');
  if (frame !== undefined && !/^\d{1,3}$/.test(frame))
    throw invalid('/frame', 'INVALID_FORMAT', 'must be a whole number');
  return {
    kind,
    nonce,
    frame: frame === undefined ? null : Number(frame),
    name: cleanName(metadata.get('filename') ?? 'picture'),
    length,
  };
}

const isKind = (text: string): text is FileKind => FILE_KINDS.some((kind) => kind === text);

function readMetadata(header: string | string[] | undefined): Map<string, string> {
  const place = '/headers/Upload-Metadata';
  if (typeof header !== 'string') throw invalid(place, 'REQUIRED', 'is required: kind and nonce');
  if (header.length > MAX_METADATA) throw invalid(place, 'TOO_LONG', `is longer than ${MAX_METADATA} characters`);
  const found = new Map<string, string>();
  for (const pair of header.split(',')) {
    const [key = '', value = '', ...more] = pair.trim().split(' ');
    if (!/^[!-~]{1,64}$/.test(key) || more.length > 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(value)) {
      throw invalid(place, 'INVALID_FORMAT', 'must be pairs of a key and a base64 value, with commas between them');
    }
    if (found.has(key)) throw invalid(place, 'NOT_UNIQUE', 'has a key twice');
    found.set(key, Buffer.from(value, 'base64').toString('utf8').toWellFormed());
  }
  return found;
}

/** The headers that tell where an upload stands. */
export function tellUpload(reply: FastifyReply, upload: UploadState): FastifyReply {
  return reply.headers({
    ...TUS,
    'Upload-Offset': String(upload.offset),
    'Upload-Length': String(upload.length),
    'Upload-Expires': upload.expiresAt.toUTCString(),
  });
}
