import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Operation } from '../../contract/operation.ts';
import type { Tenant } from '../context.ts';
import { type FileStore, type StagedFile, tooLarge } from '../files/files.ts';
import type { Upload } from './endpoint.ts';
import { ApiError, invalid, validationError } from './errors.ts';
import { inspectJson } from './inspect-json.ts';
import { validator } from './validate.ts';

const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 64 * 1024;

/** Registers the parser; only operations that say so take multipart. */
export async function registerMultipart(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: {
      files: 1,
      fields: MAX_FIELDS,
      fieldSize: MAX_FIELD_BYTES,
      fieldNameSize: 100,
      parts: MAX_FIELDS + 1,
      headerPairs: 20,
    },
  });
}

/**
 * Reads one file and its text fields; the file goes to the store, sealed, while it arrives.
 * @throws ApiError PAYLOAD_TOO_LARGE, VALIDATION_ERROR (no file, two files, unknown or wrong fields)
 */
export async function receiveMultipart(
  request: FastifyRequest,
  accepts: NonNullable<Operation['multipart']>,
  files: FileStore,
  tenant: Tenant,
  now: Date,
): Promise<Upload> {
  const fields: Record<string, string> = {};
  let file: StagedFile | null = null;
  try {
    for await (const part of request.parts({ limits: { fileSize: accepts.maxBytes + 1 } })) {
      if (part.type === 'file') {
        if (part.fieldname !== 'file' || file !== null) {
          part.file.resume();
          throw invalid(`/${part.fieldname}`, 'UNKNOWN_FIELD', 'send exactly one file, in the field "file"');
        }
        const name = cleanName(part.filename);
        file = await files.stage(tenant, part.file, {
          name,
          declaredType: part.mimetype,
          maxBytes: accepts.maxBytes,
          now,
        });
        if (part.file.truncated) throw tooLarge(accepts.maxBytes);
      } else {
        if (Object.hasOwn(fields, part.fieldname)) throw invalid(`/${part.fieldname}`, 'NOT_UNIQUE', 'is given twice');
        Object.defineProperty(fields, part.fieldname, { value: String(part.value), enumerable: true });
      }
    }
  } catch (error) {
    // The rest of the body is read and dropped; left where it is, it would stand before the connection's next request.
    request.raw.unpipe();
    request.raw.resume();
    throw multipartError(error);
  }
  if (file === null) throw invalid('/file', 'REQUIRED', 'is required: send the file in the field "file"');
  const issues = inspectJson(fields);
  if (issues.length > 0) throw validationError(issues);
  validator(accepts.fields, 'body')(fields);
  return { file, fields };
}

/** The last part of the path, without control characters, at most 255 characters. */
export function cleanName(name: string): string {
  const base = name.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  return base.replaceAll(/\p{Cc}/gu, '').slice(0, 255) || 'file';
}

function multipartError(error: unknown): unknown {
  if (error instanceof ApiError || !(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (/^FST_(FILES|FIELDS|PARTS)_LIMIT$/.test(code)) {
    return invalid('', 'TOO_MANY', `the form has too many parts: one file and at most ${MAX_FIELDS} fields`);
  }
  if (code.startsWith('FST_') || /multipart|Malformed|Unexpected end|boundary|needle/i.test(error.message)) {
    return invalid('', 'INVALID_FORMAT', 'the multipart body is malformed or cut short');
  }
  return error;
}
