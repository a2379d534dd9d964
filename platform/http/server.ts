import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { ANONYMOUS_PER_MINUTE, API_PREFIX, API_VERSION } from '../../contract/enums.ts';
import type { Span } from '@opentelemetry/api';
import type { Authenticator } from '../authentication/authenticator.ts';
import { isUnavailable } from '../database/errors.ts';
import { newId } from '../ids.ts';
import { endRequestSpan, startRequestSpan } from '../observability/tracing.ts';
import { describeError } from '../observability/describe-error.ts';
import type { HttpMetrics } from '../observability/metrics.ts';
import type { RateLimiter, Verdict } from '../rate-limit/limiter.ts';
import type { Endpoint } from './endpoint.ts';
import { errorBody } from './envelope.ts';
import { ApiError } from './errors.ts';
import { registerMultipart } from './multipart.ts';
import { limitsOf, type RequestState, serve, type SpineServices } from './spine.ts';

export interface ApiServerOptions extends SpineServices {
  endpoints: readonly Endpoint[];
  authenticator: Authenticator;
  limiter: RateLimiter;
  metrics: HttpMetrics;
  logger: FastifyBaseLogger;
  trustProxy: boolean | string;
  /** Whether requests are traced. */
  tracing: boolean;
}

const JSON_LIMIT = 1024 * 1024;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
const states = new WeakMap<FastifyRequest, RequestState>();
const spans = new WeakMap<FastifyRequest, Span>();

/** The public API of one environment, on one port: every endpoint behind the same spine. */
export async function buildApiServer(options: ApiServerOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy,
    bodyLimit: JSON_LIMIT,
    exposeHeadRoutes: false,
    genReqId: () => newId('req'),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    requestTimeout: 10 * 60_000,
    connectionTimeout: 0,
    keepAliveTimeout: 75_000,
    forceCloseConnections: 'idle',
    http: { headersTimeout: 15_000, maxHeaderSize: 16 * 1024 },
    frameworkErrors: (error, request, reply) => answerError(error, request, reply, options),
    clientErrorHandler: answerClientError,
  });
  app.server.maxRequestsPerSocket = 0;

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/(json|x-ndjson)\b/i, { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  await registerMultipart(app);
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(unsupportedMedia());
  });

  if (options.tracing)
    app.addHook('onRequest', async (request) => void spans.set(request, startRequestSpan(request.headers, request.id)));
  app.addHook('onRequest', async (request, reply) => admit(request, reply, options));
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request);
    if (span) endRequestSpan(span, request.method, request.routeOptions.url, reply.statusCode);
    options.metrics.observe(request.method, request.routeOptions.url, reply.statusCode, reply.elapsedTime);
    request.log.info(
      {
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? null,
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 100) / 100,
        keyId: states.get(request)?.key?.keyId ?? null,
      },
      'request',
    );
  });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, options));
  app.setNotFoundHandler((request) => {
    throw isApi(request)
      ? unknownPath(request)
      : new ApiError('NOT_FOUND', `There is nothing at this address. The API is under ${API_PREFIX}.`);
  });

  const byPath = Map.groupBy(options.endpoints, (endpoint) => endpoint.operation.path);
  for (const [path, endpoints] of byPath) {
    const allowed = endpoints.map((endpoint) => endpoint.operation.method);
    for (const endpoint of endpoints) {
      const handle = serve(endpoint, options);
      app.route({
        method: endpoint.operation.method,
        url: API_PREFIX + path,
        bodyLimit: endpoint.operation.bodyLimit ?? JSON_LIMIT,
        preValidation: async (request) => checkMediaType(request, endpoint),
        handler: (request, reply) => handle(request, reply, stateOf(request)),
      });
    }
    app.route({
      method: METHODS.filter((method) => !allowed.some((other) => other === method)),
      url: API_PREFIX + path,
      // The body of a refused method is not read.
      onRequest: async () => {
        throw methodNotAllowed(allowed);
      },
      handler: () => {
        throw methodNotAllowed(allowed);
      },
    });
  }
  return app;
}

const isApi = (request: FastifyRequest): boolean => /^\/api(\/|$)/.test(request.url);

function stateOf(request: FastifyRequest): RequestState {
  const state = states.get(request);
  if (!state) throw new Error('A request reached its handler without passing the first hook');
  return state;
}

/** First of all: who is it, and is there room? Whatever comes after, the answer carries the limit headers. */
async function admit(request: FastifyRequest, reply: FastifyReply, options: ApiServerOptions): Promise<void> {
  reply.headers({ 'X-Request-Id': request.id, 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' });
  if (!isApi(request)) return;
  const state: RequestState = { requestId: request.id, now: options.clock.now(), key: null, failure: null };
  states.set(request, state);
  try {
    state.key = await options.authenticator.authenticate(request.headers.authorization, options.environment);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    state.failure = error;
  }
  const verdict = state.key
    ? await options.limiter.take(`${state.key.organizationId}:${state.key.environment}`, limitsOf(state.key))
    : await options.limiter.take(anonymousCaller(request.ip, options), {
        perMinute: ANONYMOUS_PER_MINUTE,
        perDay: null,
      });
  setLimitHeaders(reply, verdict);
  if (!verdict.admitted) {
    throw new ApiError(
      'RATE_LIMIT_EXCEEDED',
      `The ${verdict.window === 'DAY' ? 'daily' : "minute's"} limit of ${verdict.limit} requests is used up. Try again in ${verdict.retryAfter} s.`,
      { window: verdict.window, limit: verdict.limit, retryAfter: verdict.retryAfter },
      { 'Retry-After': String(verdict.retryAfter) },
    );
  }
}

/** Client addresses are personal data: only a keyed digest is kept, for the minute. */
function anonymousCaller(address: string, options: ApiServerOptions): string {
  return `ip:${options.vault.pseudonym('client address', address)}:${options.environment}`;
}

function setLimitHeaders(reply: FastifyReply, verdict: Verdict): void {
  reply.headers({
    'X-RateLimit-Limit': String(verdict.limit),
    'X-RateLimit-Remaining': String(verdict.remaining),
    'X-RateLimit-Reset': String(verdict.reset),
  });
}

function checkMediaType(request: FastifyRequest, endpoint: Endpoint): void {
  const type = request.headers['content-type'] ?? '';
  const { operation } = endpoint;
  const hasBody = Buffer.isBuffer(request.body) && request.body.length > 0;
  if (/^multipart\//i.test(type) ? !operation.multipart : /x-ndjson/i.test(type) && hasBody && !operation.ndjson) {
    throw unsupportedMedia();
  }
}

const unsupportedMedia = (): ApiError =>
  new ApiError(
    'UNSUPPORTED_MEDIA_TYPE',
    'Send the body as application/json (or as multipart/form-data where a file is expected).',
  );

const methodNotAllowed = (allowed: readonly string[]): ApiError =>
  new ApiError(
    'METHOD_NOT_ALLOWED',
    `This address takes ${allowed.join(', ')} only.`,
    { allowed },
    { Allow: allowed.join(', ') },
  );

function unknownPath(request: FastifyRequest): ApiError {
  const version = /^\/api\/(v\d+)(\/|\?|$)/.exec(request.url)?.[1];
  if (version !== undefined && version !== API_VERSION) {
    return new ApiError('UNSUPPORTED_VERSION', `There is no version ${version} of this API; use ${API_VERSION}.`, {
      supported: [API_VERSION],
    });
  }
  return new ApiError('NOT_FOUND', `There is no such endpoint. See /docs for all of them.`);
}

function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ApiServerOptions,
): FastifyReply {
  const known = toApiError(error, request.routeOptions?.bodyLimit ?? JSON_LIMIT);
  if (known.status >= 500) {
    const level = known.code === 'INTERNAL_ERROR' ? 'error' : 'warn';
    request.log[level](
      { requestId: request.id, route: request.routeOptions?.url ?? null, error: describeError(error) },
      known.code,
    );
  }
  reply.headers(known.headers);
  return reply
    .code(known.status)
    .type('application/json; charset=utf-8')
    .send(errorBody(known, request.id, options.clock.now()));
}

const isFastifyError = (error: unknown): error is FastifyError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

function toApiError(error: unknown, bodyLimit: number): ApiError {
  if (error instanceof ApiError) return error;
  if (isUnavailable(error)) {
    return new ApiError(
      'SERVICE_UNAVAILABLE',
      'The database cannot be reached right now. Try again in a moment.',
      undefined,
      { 'Retry-After': '1' },
    );
  }
  if (isFastifyError(error)) {
    switch (error.code) {
      case 'FST_ERR_CTP_BODY_TOO_LARGE':
        return new ApiError(
          'PAYLOAD_TOO_LARGE',
          `The text of this request is limited to ${Math.floor(bodyLimit / 1_048_576)} MiB.`,
          { maxBytes: bodyLimit },
          { Connection: 'close' },
        );
      case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
        return unsupportedMedia();
      case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
        return new ApiError('VALIDATION_ERROR', 'The body is shorter or longer than its Content-Length.', {
          issues: [],
        });
      case 'FST_ERR_BAD_URL':
        return new ApiError(
          'NOT_FOUND',
          'The address is not valid: a percent sign must be followed by two hexadecimal digits.',
        );
      case 'ECONNRESET':
        return new ApiError('VALIDATION_ERROR', 'The request was cut off.', { issues: [] });
      default:
    }
  }
  return new ApiError(
    'INTERNAL_ERROR',
    'Something went wrong on our side; nothing was changed. Quote the requestId when you ask about it.',
  );
}

/** Bytes that are not HTTP, or headers that are too slow or too large: an envelope, then the connection ends. */
function answerClientError(error: Error & { code?: string }, socket: import('node:net').Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const slow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const message = slow
    ? 'The request took too long to arrive.'
    : error.code === 'HPE_HEADER_OVERFLOW'
      ? 'The headers are larger than 16 KiB.'
      : 'This is not a valid HTTP request.';
  const body = errorBody(new ApiError('VALIDATION_ERROR', message, { issues: [] }), newId('req'), new Date());
  socket.end(
    `HTTP/1.1 ${slow ? '408 Request Timeout' : '400 Bad Request'}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
