import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Plan } from '../../contract/enums.ts';
import { RATE_LIMITS } from '../../contract/enums.ts';
import type { Operation } from '../../contract/operation.ts';
import type { CallContext, Clock } from '../context.ts';
import type { Database } from '../database/database.ts';
import { isRetryable } from '../database/errors.ts';
import type { Transaction } from '../database/transaction.ts';
import type { FileStore } from '../files/files.ts';
import { fingerprint, isIdempotencyKey } from '../idempotency/fingerprint.ts';
import { claimKey, keepAnswer } from '../idempotency/store.ts';
import type { Vault } from '../secrets/vault.ts';
import type { Caller } from './door.ts';
import { Answer, type BinaryAnswer, type Call, type Endpoint, type Upload } from './endpoint.ts';
import { errorBody, type Page, pageBody, successBody } from './envelope.ts';
import { ApiError, invalid, notFound } from './errors.ts';
import { receiveMultipart } from './multipart.ts';
import { parseJsonBody, parseQuery } from './read-body.ts';
import { validator } from './validate.ts';

/** What the first hook found out about a request. */
export interface RequestState {
  requestId: string;
  now: Date;
  caller: Caller | null;
  /** Why nobody is known; thrown once the route is known to need somebody. */
  failure: ApiError | null;
}

export interface SpineServices {
  db: Database;
  vault: Vault;
  files: FileStore;
  clock: Clock;
}

interface Response {
  status: number;
  body: string | Buffer;
  headers?: Readonly<Record<string, string>>;
}

const ATTEMPTS = 3;
const ID_FORM = /^[a-z]{2,5}_[0-9a-z]{26}$/;

/** The way of one request from its bytes to its answer: claim, validate, rule, one transaction, envelope. */
export function serve(endpoint: Endpoint, services: SpineServices) {
  const { operation } = endpoint;
  const checkQuery = operation.query ? validator(operation.query, 'query') : refuseQuery;
  const checkBody = operation.body ? validator(operation.body, 'body') : null;

  /** Everything about the request that does not depend on the database. */
  const toCall = (request: FastifyRequest, state: RequestState, caller: Caller, upload: Upload | null): Call => {
    caller.require(operation);
    const params = (request.params ?? {}) as Record<string, string>;
    for (const value of Object.values(params)) if (!ID_FORM.test(value)) throw notFound('resource');
    const query = parseQuery(request.raw.url ?? '', operation);
    checkQuery(query);
    let body: unknown;
    if (checkBody && upload === null) {
      body = parseJsonBody(bodyBytes(request), operation, isNdjson(request));
      checkBody(body, endpoint.rules?.(body, state.now));
    }
    for (const source of [query, body, upload?.fields]) requireOwnOrganization(source, caller.organizationId);
    return { ...callContext(state, caller), params, query, body, upload } as unknown as Call;
  };

  const runRead = async (
    request: FastifyRequest,
    state: RequestState,
    caller: Caller,
  ): Promise<Response | BinaryAnswer> => {
    const result = await endpoint.handle(toCall(request, state, caller, null), null);
    if (operation.binary) return result as BinaryAnswer;
    const body = operation.list
      ? pageBody(result as Page<unknown>, state.requestId, state.now)
      : successBody(result, state.requestId, state.now);
    return { status: operation.status, body };
  };

  const runWrite = async (
    request: FastifyRequest,
    state: RequestState,
    caller: Caller,
    transaction: Transaction,
    upload: Upload | null,
  ): Promise<Response> => {
    const idempotencyKey = readIdempotencyKey(request);
    const execute = async (): Promise<Response> => {
      const result = await endpoint.handle(toCall(request, state, caller, upload), transaction);
      const [status, data] = result instanceof Answer ? [result.status, result.data] : [operation.status, result];
      return { status, body: successBody(data, state.requestId, state.now) };
    };
    if (idempotencyKey === null) return execute();

    const print = fingerprint(request.method, request.raw.url ?? '', upload ? uploadBytes(upload) : bodyBytes(request));
    const claim = await claimKey(transaction, caller, idempotencyKey);
    // An answer that is kept is final, even while another request is just being told it.
    if (!claim.claimed && !claim.answer) {
      throw new ApiError(
        'IDEMPOTENCY_IN_PROGRESS',
        'The first request with this Idempotency-Key is still running. Try again in a moment.',
        undefined,
        { 'Retry-After': '1' },
      );
    }
    const context = `idempotency ${caller.organizationId} ${caller.environment} ${idempotencyKey}`;
    if (claim.answer) {
      if (!claim.answer.fingerprint.equals(print)) {
        throw new ApiError(
          'IDEMPOTENCY_KEY_REUSED',
          'This Idempotency-Key was used for another request. Use a new key for a new request.',
        );
      }
      // What was answered to a key that was allowed is not told to one that is not.
      if (claim.answer.status !== 403) caller.require(operation);
      const body = await services.vault.open(claim.answer.body, context);
      return { status: claim.answer.status, body, headers: { 'Idempotency-Replayed': 'true' } };
    }
    const savepoint = await transaction.savepoint();
    let response: Response;
    try {
      response = await execute();
    } catch (error) {
      if (!(error instanceof ApiError) || !isFinal(error)) throw error;
      await savepoint.rollback();
      response = { status: error.status, body: errorBody(error, state.requestId, state.now), headers: error.headers };
    }
    const answer = {
      fingerprint: print,
      status: response.status,
      body: services.vault.seal(Buffer.from(response.body), context),
    };
    transaction.defer(keepAnswer(caller, idempotencyKey, answer));
    return response;
  };

  return async (request: FastifyRequest, reply: FastifyReply, state: RequestState): Promise<FastifyReply> => {
    const { caller } = state;
    if (caller === null) throw state.failure ?? new Error('A request without a caller passed the first hook');
    if (endpoint.kind === 'read') {
      const answer = await runRead(request, state, caller);
      if ('stream' in answer) return sendBinary(reply, answer);
      return send(reply, answer);
    }
    const upload = await receiveUpload(request, operation, services, state, caller);
    try {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return send(
            reply,
            await services.db.transaction((transaction) => runWrite(request, state, caller, transaction, upload)),
          );
        } catch (error) {
          if (attempt === ATTEMPTS || !isRetryable(error)) throw error;
        }
      }
    } finally {
      // Refused, or answered before: nothing owns the upload. Where this fails it is swept within the hour.
      if (upload) services.files.discard(caller, upload.file).catch(() => {});
    }
  };
}

function send(reply: FastifyReply, response: Response): FastifyReply {
  if (response.headers) reply.headers(response.headers);
  return reply.code(response.status).type('application/json; charset=utf-8').send(response.body);
}

function sendBinary(reply: FastifyReply, answer: BinaryAnswer): FastifyReply {
  return reply
    .code(200)
    .headers({
      'Content-Type': answer.mediaType,
      'Content-Length': String(answer.size),
      'Content-Disposition': 'attachment',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    })
    .send(answer.stream);
}

async function receiveUpload(
  request: FastifyRequest,
  operation: Operation,
  services: SpineServices,
  state: RequestState,
  caller: Caller,
): Promise<Upload | null> {
  if (!operation.multipart || !/^multipart\/form-data/i.test(request.headers['content-type'] ?? '')) return null;
  caller.require(operation);
  return receiveMultipart(request, operation.multipart, services.files, caller, state.now);
}

/** For the idempotency fingerprint: a repeated upload has another boundary but the same fields and bytes. */
const uploadBytes = (upload: Upload): Buffer =>
  Buffer.from(JSON.stringify([upload.fields, upload.file.name, upload.file.sha256.toString('hex')]));

const bodyBytes = (request: FastifyRequest): Buffer => (Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));

const isNdjson = (request: FastifyRequest): boolean =>
  /^application\/x-ndjson\b/i.test(request.headers['content-type'] ?? '');

/** Any status but 401, 429, 5xx and "still running" is an answer for good. */
const isFinal = (error: ApiError): boolean =>
  error.status < 500 && error.status !== 401 && error.status !== 429 && error.code !== 'IDEMPOTENCY_IN_PROGRESS';

function readIdempotencyKey(request: FastifyRequest): string | null {
  const value = request.headers['idempotency-key'];
  if (value === undefined) return null;
  if (typeof value !== 'string' || !isIdempotencyKey(value)) {
    throw invalid('/headers/Idempotency-Key', 'INVALID_FORMAT', 'must be 1 to 255 visible ASCII characters');
  }
  return value;
}

function requireOwnOrganization(source: unknown, own: string): void {
  if (typeof source !== 'object' || source === null || !('organizationId' in source)) return;
  if (source.organizationId !== own) {
    throw new ApiError('ORGANIZATION_MISMATCH', "organizationId is not this caller's own organisation. Leave it out.");
  }
}

function refuseQuery(query: unknown): void {
  const names = Object.keys(query as object).filter((name) => name !== 'organizationId');
  if (names.length > 0) {
    throw invalid(`/${names[0] ?? ''}`, 'UNKNOWN_FIELD', 'is not a parameter of this request; remove it');
  }
}

function callContext(state: RequestState, caller: Caller): CallContext {
  return {
    organizationId: caller.organizationId,
    environment: caller.environment,
    requestId: state.requestId,
    actor: caller.actor,
    plan: caller.plan,
    scopes: new Set(caller.scopes),
    now: state.now,
    ...(caller.staff ? { staff: caller.staff } : {}),
  };
}

/** The limits of an organisation: its plan's, unless an operator set others. */
export function limitsOf(key: { plan: Plan; requestsPerMinute: number | null; requestsPerDay: number | null }) {
  const plan = RATE_LIMITS[key.plan];
  return { perMinute: key.requestsPerMinute ?? plan.perMinute, perDay: key.requestsPerDay ?? plan.perDay };
}
