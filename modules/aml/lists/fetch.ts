import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Agent, type Dispatcher, interceptors } from 'undici';

/** A list could not be fetched. The message names the address and what came of it, never what was in it. */
export class FetchFailed extends Error {
  override name = 'FetchFailed';
  /** Whether the same may succeed a moment later; and after how long, where the publisher says so. */
  readonly transient: boolean;
  readonly retryAfterMs: number | null;

  constructor(message: string, more: { transient?: boolean; retryAfterMs?: number | null } = {}) {
    super(message);
    this.transient = more.transient ?? false;
    this.retryAfterMs = more.retryAfterMs ?? null;
  }
}

/** The publisher has no file at this address. */
export class FileAbsent extends FetchFailed {
  override name = 'FileAbsent';
}

export interface FetchOptions {
  /** Most bytes of one file. */
  maxBytes: number;
  /** For one file, from the first packet to the last. */
  timeoutMs: number;
  /** Pauses before further attempts, where one may help: one more attempt for each. */
  pausesMs: readonly number[];
}

export interface Validator {
  etag?: string;
  lastModified?: string;
}

export const FETCH_LIMITS: FetchOptions = {
  maxBytes: 512 * 1024 * 1024,
  timeoutMs: 10 * 60_000,
  pausesMs: [2000, 15_000],
};

/** Whoever asks for a longer pause than this is asked again by the next run. */
const LONGEST_PAUSE_MS = 60_000;
/** Too busy, or not well: not a word about the file. */
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Connections of one run, closed at its end. */
export function openFetcher(): Dispatcher {
  return new Agent({ connectTimeout: 15_000, headersTimeout: 60_000, bodyTimeout: 60_000 }).compose(
    interceptors.redirect({ maxRedirections: 5 }),
  );
}

/**
 * Fetches one file, unless the publisher says that it is what we have; again after a pause where the network or the
 * publisher failed for the moment.
 * @param known of what we have; null asks for the bytes in any case
 * @returns what the publisher says of the bytes, or null where they are the same
 * @throws FetchFailed
 */
export async function fetchFile(
  dispatcher: Dispatcher,
  url: string,
  path: string,
  known: Validator | null,
  options: FetchOptions = FETCH_LIMITS,
): Promise<Validator | null> {
  for (const pauseMs of options.pausesMs) {
    try {
      return await fetchOnce(dispatcher, url, path, known, options);
    } catch (error) {
      if (!(error instanceof FetchFailed) || !error.transient) throw error;
      const wait = Math.max(pauseMs, error.retryAfterMs ?? 0);
      if (wait > LONGEST_PAUSE_MS) throw error;
      await new Promise((resolve) => {
        setTimeout(resolve, wait);
      });
    }
  }
  return fetchOnce(dispatcher, url, path, known, options);
}

async function fetchOnce(
  dispatcher: Dispatcher,
  url: string,
  path: string,
  known: Validator | null,
  options: FetchOptions,
): Promise<Validator | null> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  try {
    const target = new URL(url);
    const response = await dispatcher.request({
      origin: target.origin,
      path: target.pathname + target.search,
      method: 'GET',
      signal,
      headers: {
        'user-agent': 'compliance-verification-service (watchlist update)',
        accept: '*/*',
        'accept-encoding': 'identity',
        ...(known?.etag === undefined ? {} : { 'if-none-match': known.etag }),
        ...(known?.lastModified === undefined ? {} : { 'if-modified-since': known.lastModified }),
      },
    });
    const { history = [] } = (response.context ?? {}) as { history?: URL[] };
    if (target.protocol === 'https:' && history.some(({ protocol }) => protocol !== 'https:')) {
      await response.body.dump();
      throw new FetchFailed(`${target.host} redirects to an address without TLS`);
    }
    if (response.statusCode === 304 && known !== null) {
      await response.body.dump();
      return null;
    }
    if (response.statusCode !== 200) {
      await response.body.dump();
      const message = `${target.host} answered ${response.statusCode}`;
      if ([404, 410].includes(response.statusCode)) throw new FileAbsent(message);
      const transient = PASSING.has(response.statusCode);
      throw new FetchFailed(message, { transient, retryAfterMs: retryAfter(response.headers['retry-after']) });
    }
    const length = Number(response.headers['content-length'] ?? Number.NaN);
    const received = await store(response.body, path, target.host, options.maxBytes);
    if (Number.isInteger(length) && length !== received) {
      throw new FetchFailed(`${target.host} sent ${received} of ${length} bytes`, { transient: true });
    }
    return validatorOf(response.headers);
  } catch (error) {
    throw asFetchFailed(error, url, signal);
  }
}

/** @returns the bytes received */
async function store(body: NodeJS.ReadableStream, path: string, host: string, maxBytes: number): Promise<number> {
  let received = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      if (received > maxBytes) done(new FetchFailed(`${host} sends more than ${maxBytes} bytes`));
      else done(null, chunk);
    },
  });
  await pipeline(body, limit, createWriteStream(path));
  return received;
}

/** Seconds, as publishers write them; a date is left to the next run. */
const retryAfter = (header: string | string[] | undefined): number | null =>
  typeof header === 'string' && /^\d{1,9}$/.test(header) ? Number(header) * 1000 : null;

function validatorOf(headers: Record<string, string | string[] | undefined>): Validator {
  const { etag, 'last-modified': modified } = headers;
  return {
    ...(typeof etag === 'string' ? { etag } : {}),
    ...(typeof modified === 'string' ? { lastModified: modified } : {}),
  };
}

function asFetchFailed(error: unknown, url: string, signal: AbortSignal): Error {
  if (error instanceof FetchFailed) return error;
  const { host } = new URL(url);
  if (signal.aborted) return new FetchFailed(`${host} took too long`, { transient: true });
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no connection';
  return new FetchFailed(`${host} cannot be reached (${code})`, { transient: true });
}
