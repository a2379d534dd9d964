import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'undici';
import type { Services } from '../../../platform/module.ts';
import { checkUrl, resolveAllowed } from '../../../platform/outbound/index.ts';
import { sharedLookup } from '../../../platform/outbound/callback.ts';
import { dial } from '../../../platform/outbound/dial.ts';

/** The media behind an address could not be had. The message names no path or query of it: they may hold secrets. */
export class FetchRefused extends Error {
  override name = 'FetchRefused';
  readonly code: 'MEDIA_NOT_FETCHED' | 'MEDIA_TOO_LARGE' | 'URL_NOT_ALLOWED';
  /** Whether the same may succeed a moment later. */
  readonly transient: boolean;
  constructor(code: FetchRefused['code'], message: string, transient = false) {
    super(message);
    this.code = code;
    this.transient = transient;
  }
}

export interface FetchOptions {
  maxBytes: number;
  /** For one attempt, from the look-up to the last byte, milliseconds. */
  timeoutMs: number;
}

const MAX_REDIRECTS = 3;
const CONNECT_MS = 10_000;
const MAX_HEADERS = 16 * 1024;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches what stands behind a customer's address into a file. Every address on the way, those of redirects too, must
 * pass the guard for webhooks, and is connected to as the number that was checked. Content is taken as it is: an
 * encoded body is refused, since its size would not be known.
 * @returns how many bytes came
 * @throws FetchRefused
 */
export async function fetchMedia(
  services: Pick<Services, 'config'>,
  url: string,
  path: string,
  options: FetchOptions,
): Promise<number> {
  const signal = AbortSignal.timeout(options.timeoutMs);
  let current = url;
  for (let step = 0; step <= MAX_REDIRECTS; step++) {
    const outcome = await fetchOnce(services, current, path, options.maxBytes, signal);
    if ('size' in outcome) return outcome.size;
    current = outcome.location;
  }
  throw new FetchRefused('MEDIA_NOT_FETCHED', `The address redirects more than ${MAX_REDIRECTS} times.`);
}

async function fetchOnce(
  { config }: Pick<Services, 'config'>,
  text: string,
  path: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<{ size: number } | { location: string }> {
  const { webhookAllowHttp: allowHttp, webhookAllowPrivate: allowPrivate } = config;
  const checked = checkUrl(text, { allowHttp, allowPrivate });
  if (!checked.ok) throw new FetchRefused('URL_NOT_ALLOWED', checked.message);
  const { url, hostname } = checked;
  const resolution = await resolveAllowed(hostname, { allowPrivate, lookup: sharedLookup(allowPrivate) });
  if (!resolution.ok) {
    if (resolution.reason === 'DNS') throw unreachable(`The name ${hostname} has no address.`);
    throw new FetchRefused('URL_NOT_ALLOWED', 'The host resolves to a private or otherwise internal address.');
  }
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  const address = resolution.addresses[0] ?? '';
  const dialled = await dial({ address, port, hostname, secure, timeoutMs: CONNECT_MS, signal });
  if (!dialled.ok) throw unreachable(`The host could not be reached (${dialled.error}).`);
  let handedOver = false;
  const client = new Client(url.origin, {
    allowH2: false,
    pipelining: 1,
    maxHeaderSize: MAX_HEADERS,
    headersTimeout: 0,
    bodyTimeout: 0,
    // This one socket, to the address that was checked, and never another.
    connect: (_options, callback) => {
      const usable = !handedOver && !dialled.socket.destroyed;
      handedOver = true;
      queueMicrotask(() =>
        usable ? callback(null, dialled.socket) : callback(new Error('the connection is gone'), null),
      );
    },
  });
  client.on('connectionError', () => {});
  try {
    const answer = await client.request({
      method: 'GET',
      path: url.pathname + url.search,
      headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'compliance-verification-service' },
      signal,
    });
    answer.body.on('error', () => {});
    const { statusCode, headers, body } = answer;
    if (REDIRECTS.has(statusCode) && typeof headers.location === 'string') {
      return { location: redirected(url, headers.location) };
    }
    if (statusCode !== 200) {
      const transient = statusCode === 429 || statusCode >= 500;
      throw new FetchRefused('MEDIA_NOT_FETCHED', `The host answered with status ${statusCode}, not 200.`, transient);
    }
    const encoding = headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity') {
      throw new FetchRefused('MEDIA_NOT_FETCHED', 'The host sent the file compressed, which was not asked for.');
    }
    if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
    let size = 0;
    const measured = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        size += chunk.length;
        if (size > maxBytes) done(tooLarge(maxBytes));
        else done(null, chunk);
      },
    });
    await pipeline(body, measured, createWriteStream(path, { mode: 0o600 }));
    if (size === 0) throw new FetchRefused('MEDIA_NOT_FETCHED', 'The host answered with an empty file.');
    return { size };
  } catch (error) {
    if (error instanceof FetchRefused) throw error;
    throw unreachable(
      signal.aborted ? 'The file did not come within the time allowed.' : 'The host broke the connection off.',
    );
  } finally {
    await client.destroy().catch(() => {});
    dialled.socket.destroy();
  }
}

function redirected(from: URL, location: string): string {
  try {
    const to = new URL(location, from);
    if (from.protocol === 'https:' && to.protocol !== 'https:') {
      throw new FetchRefused('URL_NOT_ALLOWED', 'The address redirects to one without TLS.');
    }
    return to.href;
  } catch (error) {
    if (error instanceof FetchRefused) throw error;
    throw new FetchRefused('MEDIA_NOT_FETCHED', 'The address redirects to something that is no address.');
  }
}

const unreachable = (message: string): FetchRefused => new FetchRefused('MEDIA_NOT_FETCHED', message, true);
const tooLarge = (maxBytes: number): FetchRefused =>
  new FetchRefused('MEDIA_TOO_LARGE', `The file has more than ${Math.floor(maxBytes / 2 ** 20)} MiB.`);
