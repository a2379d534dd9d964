import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { Static, TSchema } from 'typebox';
import Type from 'typebox';
import { oneOf, strict } from '../../contract/common.ts';
import type { Environment } from '../../contract/enums.ts';
import { FILE_KINDS } from '../../contract/verifications.ts';
import type { Capture, VerificationsModule } from '../../modules/verifications/index.ts';
import { errorBody, successBody } from '../../platform/http/envelope.ts';
import { ApiError, invalid } from '../../platform/http/errors.ts';
import { parseJsonBody } from '../../platform/http/read-body.ts';
import { validator } from '../../platform/http/validate.ts';
import type { Services } from '../../platform/module.ts';
import type { RateLimiter } from '../../platform/rate-limit/limiter.ts';
import { captureAssets, consentDigest } from './assets.ts';
import { acceptedLanguages, LANGUAGES, languageOf, notFoundHtml, PAGE_HEADERS, pageHtml } from './page.ts';
import { qrSvg } from './qr.ts';
import { isSupportedVersion, readCreation, tellUpload, TUS, wholeNumber } from './tus.ts';

/** Requests a minute: a person with pictures and polling on two devices stays far below. */
const PER_TOKEN = 600;
const PER_ADDRESS = 1_200;
/** Of addresses that lead nowhere, by client address: guessing is hopeless, and slow as well. */
const UNKNOWN_PER_ADDRESS = 60;
const SMALL_BODY = 4 * 1024;
const UPLOAD_BODY = 26 * 1_048_576;

const Consent = strict({
  language: oneOf(LANGUAGES),
  /** Digest of the organisation's text that was shown; left out where the page's own words were. */
  shown: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
});
const Begin = strict({ kind: oneOf(FILE_KINDS), assisted: Type.Optional(Type.Boolean()) });
const Nothing = strict({});

export interface CaptureOptions {
  services: Services;
  limiter: RateLimiter;
  environment: Environment;
  capture: VerificationsModule['capture'];
}

/** The applicant's page and everything that it asks for, on one port. The token in the path is the only credential. */
export async function registerCapture(app: FastifyInstance, options: CaptureOptions): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser('application/offset+octet-stream', (_request, payload, done) => done(null, payload));
    // Its answers hold for nobody but this page.
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers({ 'Referrer-Policy': 'no-referrer', 'Cross-Origin-Resource-Policy': 'same-origin' });
    });
    registerPage(scope, options);
    registerActions(scope, options);
    registerUploads(scope, options);
  });
}

const paramOf = (request: FastifyRequest, name: string): string =>
  (request.params as Record<string, string>)[name] ?? '';

/** Counts the request, then finds whose page it is. @throws ApiError RATE_LIMIT_EXCEEDED, NOT_FOUND */
async function admit(
  request: FastifyRequest,
  { services, limiter, environment, capture }: CaptureOptions,
): Promise<Capture> {
  const { vault } = services;
  const take = async (what: string, value: string, perMinute: number): Promise<void> => {
    const caller = `capture:${vault.pseudonym(what, value)}:${environment}`;
    const { refusal } = await limiter.take(caller, { perMinute, perDay: null });
    if (!refusal) return;
    throw new ApiError(
      'RATE_LIMIT_EXCEEDED',
      `Too many requests from this page. Try again in ${refusal.retryAfter} s.`,
      { ...refusal },
      { 'Retry-After': String(refusal.retryAfter) },
    );
  };
  await take('capture address', request.ip, PER_ADDRESS);
  try {
    const found = await capture.desk.open(paramOf(request, 'token'), environment);
    await take('capture page', found.verificationId, PER_TOKEN);
    return found;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') {
      await take('capture guess', request.ip, UNKNOWN_PER_ADDRESS);
    }
    throw error;
  }
}

function registerPage(app: FastifyInstance, options: CaptureOptions): void {
  const { capture } = options;

  app.get('/capture/:token', async (request, reply) => {
    const wishes = acceptedLanguages(request.headers['accept-language']);
    reply.headers(PAGE_HEADERS).type('text/html; charset=utf-8');
    try {
      const found = await admit(request, options);
      const { locale } = await capture.desk.state(found);
      return await reply.send(await pageHtml(languageOf([locale, ...wishes])));
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'NOT_FOUND') throw error;
      return reply.code(404).send(await notFoundHtml(languageOf(wishes)));
    }
  });

  app.get('/capture/:token/qr.svg', async (request, reply) => {
    const found = await admit(request, options);
    const svg = await qrSvg(capture.desk.address(found, paramOf(request, 'token')));
    return reply.header('Content-Security-Policy', "default-src 'none'").type('image/svg+xml; charset=utf-8').send(svg);
  });

  app.get('/capture-page/*', async (request, reply) => {
    const asset = (await captureAssets()).get(paramOf(request, '*'));
    if (!asset) throw new ApiError('NOT_FOUND', 'There is nothing at this address.');
    reply.headers({ 'Cache-Control': 'no-cache', ETag: asset.etag, Vary: 'Accept-Encoding' }).type(asset.type);
    if (request.headers['if-none-match'] === asset.etag) return reply.code(304).send();
    const accepted = request.headers['accept-encoding'] ?? '';
    const packed = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null;
    if (packed) reply.header('Content-Encoding', packed);
    return reply.send(packed === 'br' ? asset.brotli : packed === 'gzip' ? asset.gzip : asset.plain);
  });
}

function registerActions(app: FastifyInstance, options: CaptureOptions): void {
  const { capture, services } = options;

  const answer = (request: FastifyRequest, reply: FastifyReply, data: unknown, status = 200): FastifyReply =>
    reply
      .code(status)
      .type('application/json; charset=utf-8')
      .send(successBody(data, request.id, services.clock.now()));

  /** A POST with a small JSON body. */
  const action = <S extends TSchema>(
    path: string,
    schema: S,
    run: (found: Capture, body: Static<S>, requestId: string) => Promise<unknown>,
  ): void => {
    const check = validator(schema, 'body');
    app.post(`/capture/:token/${path}`, { bodyLimit: SMALL_BODY }, async (request, reply) => {
      const found = await admit(request, options);
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const body = parseJsonBody(bytes, { bodyOptional: schema === (Nothing as TSchema) }, false);
      check(body);
      return answer(request, reply, await run(found, body as Static<S>, request.id));
    });
  };

  const stateAfter = async (found: Capture, done: Promise<unknown>): Promise<unknown> => {
    await done;
    return capture.desk.state(found);
  };

  app.get('/capture/:token/state', async (request, reply) => {
    const found = await admit(request, options);
    return answer(request, reply, await capture.desk.state(found));
  });
  action('consent', Consent, async (found, { language, shown = null }, requestId) => {
    await capture.desk.consent(found, requestId, { language, shown, ownWords: await consentDigest(language) });
    return capture.desk.state({ ...found, consentAt: found.consentAt ?? services.clock.now() });
  });
  action('captures', Begin, (found, { kind, assisted }) => capture.desk.begin(found, kind, assisted ?? false));
  action('submit', Nothing, (found, _body, requestId) => stateAfter(found, capture.desk.submit(found, requestId)));
  action('cancel', Nothing, (found, _body, requestId) => stateAfter(found, capture.desk.cancel(found, requestId)));
}

function registerUploads(app: FastifyInstance, options: CaptureOptions): void {
  const { capture, services } = options;
  const path = '/capture/:token/uploads';
  const idOf = (request: FastifyRequest): string => paramOf(request, 'uploadId');

  /** Admits a tus request of a version that is spoken here; else answers 412, as the protocol has it. */
  const speak =
    (handle: (found: Capture, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      reply.headers(TUS);
      const found = await admit(request, options);
      if (isSupportedVersion(request)) return handle(found, request, reply);
      const error = invalid('/headers/Tus-Resumable', 'INVALID_VALUE', `must be ${TUS['Tus-Resumable']}`);
      return reply
        .code(412)
        .type('application/json; charset=utf-8')
        .send(errorBody(error, request.id, services.clock.now()));
    };

  app.options(path, (_request, reply) => reply.headers(TUS).code(204).send());
  app.post(
    path,
    { bodyLimit: SMALL_BODY },
    speak(async (found, request, reply) => {
      const upload = await capture.uploads.begin(found, readCreation(request));
      // Relative to this address, so that the token is not said once more.
      return tellUpload(reply, upload).header('Location', `uploads/${upload.id}`).code(201).send();
    }),
  );
  app.head(
    `${path}/:uploadId`,
    speak(async (found, request, reply) =>
      tellUpload(reply, await capture.uploads.find(found, idOf(request)))
        .code(200)
        .send(),
    ),
  );
  app.patch(
    `${path}/:uploadId`,
    { bodyLimit: UPLOAD_BODY },
    speak(async (found, request, reply) => {
      const offset = wholeNumber(request, 'Upload-Offset');
      if (!/^application\/offset\+octet-stream$/i.test(request.headers['content-type'] ?? '')) {
        throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'Send the bytes as application/offset+octet-stream.');
      }
      const bytes = request.body as Readable;
      const upload = await capture.uploads.append(found, request.id, idOf(request), offset, bytes);
      return tellUpload(reply, upload).code(204).send();
    }),
  );
  app.delete(
    `${path}/:uploadId`,
    speak(async (found, request, reply) => {
      await capture.uploads.end(found, idOf(request));
      return reply.code(204).send();
    }),
  );
}
