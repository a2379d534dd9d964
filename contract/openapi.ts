import type { TSchema } from 'typebox';
import { Meta, Pagination } from './common.ts';
import { API_PREFIX } from './enums.ts';
import { ERROR_CODES, type ErrorCode, ISSUE_CODES } from './errors.ts';
import { EVENT_TYPES, eventBody } from './events.ts';
import { OPERATIONS } from './index.ts';
import type { Operation } from './operation.ts';

type Json = Record<string, unknown>;

/** Codes that any authenticated endpoint may answer. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'ENVIRONMENT_MISMATCH',
  'INSUFFICIENT_SCOPE',
  'ORGANIZATION_MISMATCH',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
];
const WITH_BODY: readonly ErrorCode[] = ['INVALID_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];
const WITH_KEY: readonly ErrorCode[] = ['IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'];

export const isWrite = (operation: Operation): boolean => operation.method !== 'GET';

/** Every code that an operation may answer, by HTTP status. */
export function errorsOf(operation: Operation): Map<number, ErrorCode[]> {
  const codes = new Set<ErrorCode>([
    ...COMMON_ERRORS,
    ...(isWrite(operation) ? WITH_KEY : []),
    ...(operation.body || operation.multipart ? WITH_BODY : []),
    ...(operation.list ? (['INVALID_CURSOR'] as const) : []),
    ...(operation.path.includes(':') ? (['NOT_FOUND'] as const) : []),
    ...(operation.errors ?? []),
  ]);
  return Map.groupBy(codes, (code) => ERROR_CODES[code]);
}

/** The schema of what an operation answers with success, envelope and all. */
export function envelopeOf(operation: Operation): Json {
  return {
    type: 'object',
    required: ['success', 'data', 'meta', ...(operation.list ? ['pagination'] : [])],
    properties: {
      success: { const: true },
      data: operation.list ? { type: 'array', items: operation.data } : operation.data,
      meta: Meta,
      ...(operation.list ? { pagination: Pagination } : {}),
    },
    additionalProperties: false,
  };
}

/** An example of `data` in the envelope that it comes in. */
export function exampleEnvelope(operation: Operation, data: unknown): Json {
  return {
    success: true,
    data: operation.list && !Array.isArray(data) ? [data] : data,
    meta: { timestamp: '2026-11-02T09:30:00.000Z', requestId: 'req_01k9x2v7q8e5m3r4t6y8z0a1b2' },
    ...(operation.list ? { pagination: { hasMore: false, nextCursor: null, total: 1 } } : {}),
  };
}

/** The same with the parts that every answer shares by reference, for the document. */
function referringEnvelope(operation: Operation): Json {
  const envelope = envelopeOf(operation) as { properties: Json };
  const shared = { meta: ref('Meta'), ...(operation.list ? { pagination: ref('Pagination') } : {}) };
  return { ...envelope, properties: { ...envelope.properties, ...shared } };
}

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** The schema of an error answer with one of these codes. */
export function errorEnvelope(codes: readonly ErrorCode[]): Json {
  return {
    type: 'object',
    required: ['success', 'error', 'meta'],
    properties: {
      success: { const: false },
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: { type: 'string', enum: [...codes] },
          message: { type: 'string' },
          details: { type: 'object', additionalProperties: true },
        },
        additionalProperties: false,
      },
      meta: Meta,
    },
    additionalProperties: false,
  };
}

/** The OpenAPI 3.1 document of the whole public API, webhooks included. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const operation of OPERATIONS) {
    const path = operation.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describeOperation(operation) };
  }
  return clean({
    openapi: '3.1.0',
    info: {
      title: 'Compliance verification service',
      version: '3.0.0',
      summary: 'Identity verification, AML screening, wallet screening (KYT), deepfake detection',
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      { url: `http://localhost:8080${API_PREFIX}`, description: 'Production: live keys, consumes credits' },
      { url: `http://localhost:8081${API_PREFIX}`, description: 'Sandbox: test keys, simulated results, no credits' },
    ],
    security: [{ apiKey: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: Object.fromEntries(EVENT_TYPES.map((type) => [type, describeEvent(type)])),
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'cvs_live_… or cvs_test_…' } },
      schemas: { Meta, Pagination, Error: errorSchema(), Issue: issueSchema() },
      headers: {
        'X-RateLimit-Limit': { description: 'Requests in the window', schema: { type: 'integer' } },
        'X-RateLimit-Remaining': { description: 'Requests left in it', schema: { type: 'integer' } },
        'X-RateLimit-Reset': { description: 'Unix time in seconds at which it ends', schema: { type: 'integer' } },
      },
    },
  });
}

const TAGS: Readonly<Record<string, string>> = {
  Authentication: 'API keys: made, rotated and revoked by other keys of the same organisation and environment',
  Applicants: 'The people that are verified and screened',
  Verifications: 'Identity verification: documents and faces, decided by the engine or by a reviewer',
  AML: 'Screening against sanctions lists, politically exposed persons and adverse media; monitoring',
  Deepfake: 'Synthetic or tampered images, videos, voices and documents',
  KYT: 'Cryptocurrency wallets: sanctions, exposure to crime, monitoring',
  Webhooks: 'Signed notifications, retried, logged, and sent again on demand',
  Credits: 'The balance, its ledger and the price of each operation',
};

const DESCRIPTION =
  'Every answer is an envelope: `success`, `data` or `error`, `meta` with `requestId`. ' +
  'Send `Authorization: Bearer <API_KEY>` with every request, and `Idempotency-Key` with every POST, PATCH and DELETE that must not happen twice. ' +
  'Results of asynchronous work are pushed to webhooks, signed.';

function errorSchema(): Json {
  const envelope = errorEnvelope(Object.keys(ERROR_CODES) as ErrorCode[]) as {
    properties: { error: { properties: Json } };
  };
  const details = {
    type: 'object',
    additionalProperties: true,
    properties: { issues: { type: 'array', items: ref('Issue'), description: 'with VALIDATION_ERROR' } },
  };
  const { error } = envelope.properties;
  return {
    ...envelope,
    properties: {
      ...envelope.properties,
      meta: ref('Meta'),
      error: { ...error, properties: { ...error.properties, details } },
    },
  };
}

const issueSchema = (): Json => ({
  type: 'object',
  description: 'One member of error.details.issues of a VALIDATION_ERROR',
  required: ['path', 'code', 'message'],
  properties: {
    path: { type: 'string', description: 'JSON pointer' },
    code: { type: 'string', enum: [...ISSUE_CODES] },
    message: { type: 'string' },
  },
});

function describeOperation(operation: Operation): Json {
  return {
    operationId: operation.operationId,
    tags: [operation.tag],
    summary: operation.summary,
    description: [operation.description, operation.scope ? `Scope: \`${operation.scope}\`.` : 'Any key.']
      .filter(Boolean)
      .join(' '),
    parameters: parametersOf(operation),
    ...(operation.body || operation.multipart ? { requestBody: requestBody(operation) } : {}),
    responses: responsesOf(operation),
  };
}

function parametersOf(operation: Operation): Json[] {
  const inPath = [...operation.path.matchAll(/:(\w+)/g)].map((match) => ({
    name: match[1],
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const query = operation.query;
  const inQuery = Object.entries((query?.properties ?? {}) as Record<string, TSchema>).map(([name, schema]) => ({
    name,
    in: 'query',
    required: (query?.required as readonly string[] | undefined)?.includes(name) ?? false,
    schema,
  }));
  const idempotency = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'The first answer is kept 24 hours and repeated byte for byte.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  };
  return [...inPath, ...inQuery, ...(isWrite(operation) ? [idempotency] : [])];
}

function requestBody(operation: Operation): Json {
  const content: Record<string, Json> = {};
  const example = operation.examples?.request;
  if (operation.body) content['application/json'] = { schema: operation.body, ...(example ? { example } : {}) };
  if (operation.multipart) {
    const { fields } = operation.multipart;
    content['multipart/form-data'] = {
      schema: {
        type: 'object',
        required: ['file', ...((fields.required as readonly string[] | undefined) ?? [])],
        properties: { file: { type: 'string', format: 'binary' }, ...(fields.properties as Json) },
      },
    };
  }
  if (operation.ndjson) {
    content['application/x-ndjson'] = { schema: { type: 'string', description: `One of ${operation.ndjson} a line` } };
  }
  return { required: !operation.bodyOptional, content };
}

function responsesOf(operation: Operation): Json {
  const headers = Object.fromEntries(
    ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'].map((name) => [
      name,
      { $ref: `#/components/headers/${name}` },
    ]),
  );
  const example = operation.examples?.response && exampleEnvelope(operation, operation.examples.response);
  const success = operation.binary
    ? {
        description: 'The file',
        headers,
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      }
    : {
        description: 'Success',
        headers,
        content: { 'application/json': { schema: referringEnvelope(operation), ...(example ? { example } : {}) } },
      };
  const failures = [...errorsOf(operation)].map(([status, codes]) => [
    String(status),
    {
      description: codes.join(', '),
      headers:
        status === 429 || status === 503 ? { ...headers, 'Retry-After': { schema: { type: 'integer' } } } : headers,
      content: {
        'application/json': {
          schema: {
            allOf: [ref('Error')],
            properties: { error: { type: 'object', properties: { code: { type: 'string', enum: codes } } } },
          },
        },
      },
    },
  ]);
  return {
    [String(operation.status)]: success,
    ...(operation.alsoStatus ? { [String(operation.alsoStatus)]: success } : {}),
    ...Object.fromEntries(failures),
  };
}

function describeEvent(type: (typeof EVENT_TYPES)[number]): Json {
  const header = (name: string, description: string): Json => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  });
  return {
    post: {
      operationId: `on_${type.replaceAll('.', '_')}`,
      summary: type,
      tags: ['Webhooks'],
      security: [],
      parameters: [
        header(
          'X-Service-Signature',
          'sha256= and the HMAC-SHA256 of the exact body, keyed with the secret, in hexadecimal',
        ),
        header('X-Service-Event', 'The event name'),
        header('X-Service-Delivery', 'The delivery id, the same for every attempt: deduplicate by it'),
        header('webhook-id', 'Standard Webhooks: the delivery id'),
        header('webhook-timestamp', 'Standard Webhooks: Unix time in seconds'),
        header('webhook-signature', 'Standard Webhooks: v1 signatures'),
      ],
      requestBody: { required: true, content: { 'application/json': { schema: eventBody(type) } } },
      responses: {
        '200': { description: 'Received. Anything else, or nothing within 5 seconds, is tried again.' },
        '4XX': { description: 'A failed delivery' },
      },
    },
  };
}

/** Plain JSON, without what the schema library adds for itself; our own formats become patterns' neighbours. */
function clean(value: Json): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}
