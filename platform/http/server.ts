import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { ANONYMOUS_PER_MINUTE, API_PREFIX, API_VERSION, type Environment } from '../../contract/enums.ts';
import type { Span } from '@opentelemetry/api';
import type { Authenticator } from '../authentication/authenticator.ts';
import { isUnavailable } from '../database/errors.ts';
import { newId } from '../ids.ts';
import { endRequestSpan, startRequestSpan } from '../observability/tracing.ts';
import { describeError } from '../observability/describe-error.ts';
import type { HttpMetrics } from '../observability/metrics.ts';
import type { RateLimiter, Verdict } from '../rate-limit/limiter.ts';
import { type Door, keyDoor } from './door.ts';
import { drainOnClose } from './drain.ts';
import type { Endpoint } from './endpoint.ts';
import { errorBody } from './envelope.ts';
import { ApiError } from './errors.ts';
import { registerMultipart } from './multipart.ts';
import { requireSoundForm, unsupportedMedia } from './request-form.ts';
import { type Answered, answeredBy } from './answered.ts';
import { limitsOf, type RequestState, serve, type SpineServices } from './spine.ts';
import { answerClientError, answerOddRequests, isStillSending, whileDraining } from './wire.ts';

export interface ApiServerOptions extends SpineServices {
  environment: Environment;
  endpoints: readonly Endpoint[];
  /** Other ways into endpoints than the public one by key. */
  doors?: readonly Door[];
  /** Told of every request of a door by somebody known, once it is answered. */
  onAnswered?: (answered: Answered) => void;
  authenticator: Authenticator;
  limiter: RateLimiter;
  metrics: HttpMetrics;
  logger: FastifyBaseLogger;
  trustProxy: boolean | string;
  /** Whether requests are traced. */
  tracing: boolean;
  timeouts?: Timeouts;
}

/** How long a client may take, in milliseconds; slower ones are refused and their connections ended. */
export interface Timeouts {
  /** From the opening of a connection, or the first byte of a request, to the end of its headers. */
  headersMs: number;
  /** For each MiB of a text body that the operation allows. Uploads have ten minutes. */
  bodyMs: number;
}

const JSON_LIMIT = 1024 * 1024;
const UPLOAD_MS = 10 * 60_000;
const MAX_SEGMENT = 500;
const TIMEOUTS: Timeouts = { headersMs: 15_000, bodyMs: 60_000 };
const states = new WeakMap<FastifyRequest, RequestState>();
/** What a request was refused with. */
const refusals = new WeakMap<FastifyRequest, string>();
const spans = new WeakMap<FastifyRequest, Span>();

/** What the hooks of a server work with: its options, and the doors, those of longer prefixes first. */
interface House extends ApiServerOptions {
  all: readonly Door[];
}

/** The public API of one environment, on one port, and further doors: every endpoint behind the same spine. */
export async function buildApiServer(given: ApiServerOptions): Promise<FastifyInstance> {
  const { environment, endpoints } = given;
  const own = keyDoor(given.authenticator, { prefix: API_PREFIX, environment, endpoints }, limitsOf);
  const all = [own, ...(given.doors ?? [])].toSorted((a, b) => b.prefix.length - a.prefix.length);
  const options: House = { ...given, all };
  const { headersMs, bodyMs } = options.timeouts ?? TIMEOUTS;
  const app = fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy,
    bodyLimit: JSON_LIMIT,
    exposeHeadRoutes: false,
    genReqId: () => newId('req'),
    routerOptions: { maxParamLength: MAX_SEGMENT, ignoreTrailingSlash: false },
    requestTimeout: UPLOAD_MS,
    connectionTimeout: 0,
    keepAliveTimeout: 75_000,
    forceCloseConnections: 'idle',
    // What arrives while the server drains is still served.
    return503OnClosing: false,
    http: {
      headersTimeout: headersMs,
      // Node looks for slow clients this often; by default only twice a minute.
      connectionsCheckingInterval: Math.min(5_000, Math.ceil(headersMs / 2)),
      maxHeaderSize: 16 * 1024,
      requireHostHeader: false,
    },
    frameworkErrors: (error, request, reply) => {
      void admit(request, reply, options).then(
        () => answerError(error, request, reply, options),
        (refusal) => answerError(refusal, request, reply, options),
      );
    },
    clientErrorHandler: answerClientError,
  });
  app.server.maxRequestsPerSocket = 0;
  answerOddRequests(app);
  drainOnClose(app);

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(/^application\/(json|x-ndjson)\s*(;|$)/i, { parseAs: 'buffer' }, (_request, body, done) =>
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
        keyId: actorOf(request, 'API_KEY'),
        userId: actorOf(request, 'USER'),
      },
      'request',
    );
    const state = states.get(request);
    if (options.onAnswered && state?.caller) {
      options.onAnswered(answeredBy(request, reply, state.caller, state.now, refusals.get(request) ?? null));
    }
  });
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply, options));
  app.addHook('onRequest', async (request) => {
    // Refused here, before a body that nobody will look at is read.
    if (request.is404) throw nothingThere(request, options);
  });
  app.setNotFoundHandler((request) => {
    throw nothingThere(request, options);
  });

  for (const door of all) {
    for (const endpoint of door.endpoints) addRoute(app, door, endpoint, options, bodyMs);
  }
  return app;
}

function addRoute(app: FastifyInstance, door: Door, endpoint: Endpoint, options: House, bodyMs: number): void {
  const { operation } = endpoint;
  const handle = serve(endpoint, options);
  const bodyLimit = operation.bodyLimit ?? JSON_LIMIT;
  const allowedMs = Math.min(UPLOAD_MS, bodyMs * Math.ceil(bodyLimit / JSON_LIMIT));
  app.route({
    method: operation.method,
    url: door.prefix + operation.path,
    config: { door: door.prefix },
    bodyLimit,
    preParsing: async (request) => {
      const state = stateOf(request);
      // Who may not ask is not listened to.
      if (state.failure) throw state.failure;
      if (isStillSending(request.raw) && !isMultipart(request)) limitBodyTime(request, allowedMs);
    },
    preValidation: async (request) => checkMediaType(request, endpoint),
    handler: (request, reply) => handle(request, reply, stateOf(request)),
  });
}

const actorOf = (request: FastifyRequest, type: 'API_KEY' | 'USER'): string | null => {
  const actor = states.get(request)?.caller?.actor;
  return actor?.type === type ? actor.id : null;
};

/**
 * The door that a request came to, by what its address leads to: an address can be written in many ways. Where nothing
 * is, the door whose prefix it begins with; undefined: no door, but a page or what belongs to one.
 */
function doorOf(request: FastifyRequest, { all }: House): Door | undefined {
  const { url, config } = request.routeOptions;
  const own = all.find(({ prefix }) => prefix === API_PREFIX);
  if (url !== undefined) {
    const prefix = (config as { door?: string }).door;
    return prefix === undefined && url.startsWith(API_PREFIX) ? own : all.find((door) => door.prefix === prefix);
  }
  const path = originForm(request.url);
  const found = all.find(({ prefix }) => path.startsWith(prefix) && /^([/?#]|$)/.test(path.slice(prefix.length)));
  return found ?? (/^\/api(\/|\?|$)/i.test(path) ? own : undefined);
}

/** `http://host/path` in a request line means `/path`. */
const originForm = (url: string): string => url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');

const isMultipart = (request: FastifyRequest): boolean => /^multipart\//i.test(request.headers['content-type'] ?? '');

function limitBodyTime(request: FastifyRequest, ms: number): void {
  const { raw } = request;
  const timer = setTimeout(() => {
    raw.emit(
      'error',
      new ApiError(
        'VALIDATION_ERROR',
        `The body took longer than ${Math.ceil(ms / 1000)} s to arrive. Send it again without pauses.`,
        { issues: [] },
        { Connection: 'close' },
      ),
    );
  }, ms);
  const over = (): void => clearTimeout(timer);
  for (const event of ['end', 'close', 'error']) raw.once(event, over);
}

function stateOf(request: FastifyRequest): RequestState {
  const state = states.get(request);
  if (!state) throw new Error('A request reached its handler without passing the first hook');
  return state;
}

/** First of all: who is it, and is there room? Whatever comes after, the answer carries the limit headers. */
async function admit(request: FastifyRequest, reply: FastifyReply, options: House): Promise<void> {
  reply.headers({ 'X-Request-Id': request.id, 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' });
  const door = doorOf(request, options);
  if (!door) return requireSoundForm(request.raw);
  const state: RequestState = { requestId: request.id, now: options.clock.now(), caller: null, failure: null };
  states.set(request, state);
  let unsound: ApiError | null = null;
  try {
    requireSoundForm(request.raw);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    unsound = error;
  }
  try {
    if (unsound?.code === 'UNAUTHORIZED') throw unsound;
    state.caller = await door.authenticate(request);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    state.failure = error;
  }
  const verdict = state.caller
    ? await options.limiter.take(state.caller.limits.subject, state.caller.limits)
    : await options.limiter.take(anonymousCaller(request.ip, options), {
        perMinute: ANONYMOUS_PER_MINUTE,
        perDay: null,
      });
  setLimitHeaders(reply, verdict);
  const { refusal } = verdict;
  if (refusal) {
    throw new ApiError(
      'RATE_LIMIT_EXCEEDED',
      `The ${refusal.window === 'DAY' ? 'daily' : "minute's"} limit of ${refusal.limit} requests is used up. Try again in ${refusal.retryAfter} s.`,
      { ...refusal },
      { 'Retry-After': String(refusal.retryAfter) },
    );
  }
  if (unsound) throw unsound;
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

const methodNotAllowed = (allowed: readonly string[]): ApiError =>
  new ApiError(
    'METHOD_NOT_ALLOWED',
    `This address takes ${allowed.join(', ')} only.`,
    { allowed },
    { Allow: allowed.join(', ') },
  );

function nothingThere(request: FastifyRequest, options: House): ApiError {
  const path = decoded(originForm(request.url).split(/[?#]/, 1)[0] ?? '');
  const door = doorOf(request, options);
  if (!door) {
    return new ApiError('NOT_FOUND', `There is nothing at this address. The API is under ${API_PREFIX}.`);
  }
  const version = /^\/api\/(v\d{1,9})(\/|$)/.exec(path)?.[1];
  if (version !== undefined && version !== API_VERSION) {
    return new ApiError('UNSUPPORTED_VERSION', `There is no version ${version} of this API; use ${API_VERSION}.`, {
      supported: [API_VERSION],
    });
  }
  const allowed = door.endpoints
    .filter(({ operation }) => matches(door.prefix + operation.path, path))
    .map(({ operation }) => operation.method);
  if (allowed.length > 0) return methodNotAllowed(allowed);
  return new ApiError('NOT_FOUND', `There is no such endpoint. See /docs for all of them.`);
}

function matches(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')];
  return wanted.length === given.length && wanted.every((part, at) => part === given[at] || part.startsWith(':'));
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ApiServerOptions,
): FastifyReply {
  const known = toApiError(error, request.routeOptions?.bodyLimit ?? JSON_LIMIT);
  refusals.set(request, known.code);
  if (known.status >= 500) {
    const level = known.code === 'INTERNAL_ERROR' ? 'error' : 'warn';
    request.log[level](
      { requestId: request.id, route: request.routeOptions?.url ?? null, error: describeError(error) },
      known.code,
    );
  }
  const body = errorBody(known, request.id, options.clock.now());
  reply.headers(known.headers).code(known.status).type('application/json; charset=utf-8');
  if (!isStillSending(request.raw)) return reply.send(body);
  return reply
    .headers({ Connection: 'close', 'Content-Length': String(Buffer.byteLength(body)) })
    .send(whileDraining(body, request.raw));
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
          'The address is not valid: write each percent sign as %25, and other characters as percent-encoded UTF-8.',
        );
      case 'FST_ERR_MAX_PARAM_LENGTH':
        return new ApiError(
          'NOT_FOUND',
          `The address is not valid: a part of it is longer than ${MAX_SEGMENT} characters.`,
        );
      case 'ECONNRESET':
        return new ApiError('VALIDATION_ERROR', 'The request was cut off.', { issues: [] });
      default:
        // Whatever else the framework refuses is the request's fault; its words may quote the request.
        if (error.code.startsWith('FST_') && (error.statusCode ?? 500) < 500) {
          return new ApiError('VALIDATION_ERROR', 'The request cannot be read. Check its headers and body.', {
            issues: [],
          });
        }
    }
  }
  return new ApiError(
    'INTERNAL_ERROR',
    'Something went wrong on our side; nothing was changed. Quote the requestId when you ask about it.',
  );
}
