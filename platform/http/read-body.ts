import type { Operation } from '../../contract/operation.ts';
import { ApiError, validationError } from './errors.ts';
import { inspectJson } from './inspect-json.ts';
import { repeatedMember } from './repeated-member.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The JSON of a request body. @throws ApiError INVALID_JSON, or VALIDATION_ERROR for text that cannot be kept */
export function parseJsonBody(
  bytes: Uint8Array,
  operation: Pick<Operation, 'bodyOptional' | 'ndjson'>,
  isNdjson: boolean,
): unknown {
  if (bytes.length === 0 && operation.bodyOptional) return {};
  const value = isNdjson && operation.ndjson ? { [operation.ndjson]: parseLines(bytes) } : parseOne(bytes, '');
  const issues = inspectJson(value);
  if (issues.length > 0) throw validationError(issues);
  return value;
}

function parseOne(bytes: Uint8Array, place: string): unknown {
  if (bytes.length === 0) throw new ApiError('INVALID_JSON', 'The request has no body; send a JSON object.');
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new ApiError('INVALID_JSON', `The body${place} is not valid UTF-8.`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const position = error instanceof Error ? /at position (\d+)/.exec(error.message)?.[1] : undefined;
    const where = position === undefined ? '' : ` near character ${position}`;
    throw new ApiError('INVALID_JSON', `The body${place} is not valid JSON${where}.`);
  }
  const path = repeatedMember(text, value);
  if (path !== null) {
    const where = place === '' ? '' : ` in${place.replaceAll(',', '')}`;
    throw validationError([{ path, code: 'NOT_UNIQUE', message: `is given twice${where}; send it once` }]);
  }
  return value;
}

function parseLines(bytes: Uint8Array): unknown[] {
  const values: unknown[] = [];
  let start = 0;
  for (let line = 1; start < bytes.length; line += 1) {
    const newline = bytes.indexOf(0x0a, start);
    const end = newline === -1 ? bytes.length : newline;
    const piece = bytes.subarray(start, end);
    if (piece.some((byte) => byte !== 0x20 && byte !== 0x0d && byte !== 0x09))
      values.push(parseOne(piece, `, line ${line},`));
    start = end + 1;
  }
  return values;
}

/** Query parameters with integers and booleans read as such; a parameter given twice is refused. */
export function parseQuery(url: string, operation: Operation): Record<string, unknown> {
  const mark = url.indexOf('?');
  const values: Record<string, unknown> = {};
  if (mark === -1) return values;
  const properties = (operation.query?.properties ?? {}) as Record<string, { type?: string }>;
  const parsed = new URLSearchParams(url.slice(mark + 1));
  for (const name of new Set(parsed.keys())) {
    const all = parsed.getAll(name);
    const [text = ''] = all;
    const type = Object.hasOwn(properties, name) ? properties[name]?.type : undefined;
    Object.defineProperty(values, name, {
      value: all.length > 1 ? all : coerce(text, type),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  const issues = inspectJson(values);
  for (const [name, value] of Object.entries(values)) {
    if (Array.isArray(value))
      issues.push({ path: `/${name}`, code: 'NOT_UNIQUE', message: 'is given twice; send it once' });
  }
  if (issues.length > 0) throw validationError(issues);
  return values;
}

function coerce(text: string, type: string | undefined): unknown {
  if (type === 'integer' && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}
