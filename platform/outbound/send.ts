/** One delivery attempt over HTTP to an address that a customer chose. */
import { checkUrl, type GuardPolicy } from './address-guard.ts';
import { Connection, type Exchange, type PostRequest } from './connection.ts';
import { dial, type DialError } from './dial.ts';
import { IdleConnections } from './idle-connections.ts';
import { createDnsLookup, LOOKUP_TIMEOUT_MS, resolveAllowed, type Lookup } from './resolve.ts';
import { responseText } from './response-text.ts';
import { SourceAddresses } from './source-addresses.ts';

export const ATTEMPT_TIMEOUT_MS = 5000;

/** An address that does not answer at all holds up the next one of the same name no longer than this. */
const ADDRESS_TIMEOUT_MS = 1000;
const MAX_ADDRESSES_TRIED = 4;

/** A kept connection that breaks within this time of the request was closed by the peer before it saw the request. */
const STALE_CONNECTION_MS = 1000;

export type AttemptError = 'TIMEOUT' | 'CONNECTION_REFUSED' | 'TLS' | 'DNS' | 'BLOCKED_ADDRESS' | 'STATUS';

export interface SendRequest {
  readonly url: string;
  /** Sent as they are; Host, Connection and Content-Length are added. */
  readonly headers: Readonly<Record<string, string>>;
  /** Sent byte for byte. */
  readonly body: Uint8Array;
}

export interface SendResult {
  /** The status that came back, also where the attempt failed after it; null where there was no answer. */
  readonly responseCode: number | null;
  /** Milliseconds from the call to the outcome, whole. */
  readonly duration: number;
  /** Exactly status 200, answered whole or up to 64 KiB of body, in time. */
  readonly success: boolean;
  readonly error: AttemptError | null;
  /** The first 1 KiB of the body as text; null where there was no answer. */
  readonly responseBody: string | null;
  /** Whether the bytes may have gone out twice, because a kept connection broke as it was used again. */
  readonly resent: boolean;
}

export interface SenderOptions extends GuardPolicy {
  /** Local addresses that connections leave from, in turn; they must be this machine's own. Default: any. */
  readonly sourceAddresses?: readonly string[];
  /** Default: DNS, with the system's resolver behind it where private addresses are allowed. */
  readonly lookup?: Lookup;
  /** For the whole attempt, look-up to last byte, in milliseconds; default 5,000. */
  readonly timeoutMs?: number;
  /** Idle connections kept in all; default 256. */
  readonly maxIdle?: number;
  /** Idle connections kept per origin and address; default 8. */
  readonly maxIdlePerOrigin?: number;
  /** Certificate authorities in PEM to trust instead of the built-in ones. */
  readonly ca?: string;
}

interface Outcome extends Omit<SendResult, 'duration' | 'success'> {}

function failed(error: AttemptError, resent = false): Outcome {
  return { responseCode: null, error, responseBody: null, resent };
}

/** Sends attempts and keeps connections between them. One per process is meant. */
export class Sender {
  readonly #options: SenderOptions;
  readonly #lookup: Lookup;
  readonly #timeoutMs: number;
  readonly #sources: SourceAddresses;
  readonly #idle: IdleConnections;

  /** @throws TypeError where a source address is not an IP address */
  constructor(options: SenderOptions) {
    this.#options = options;
    this.#lookup = options.lookup ?? createDnsLookup({ systemFallback: options.allowPrivate });
    this.#timeoutMs = options.timeoutMs ?? ATTEMPT_TIMEOUT_MS;
    this.#sources = new SourceAddresses(options.sourceAddresses ?? []);
    this.#idle = new IdleConnections({ total: options.maxIdle ?? 256, perOrigin: options.maxIdlePerOrigin ?? 8 });
  }

  /** Connections kept open and idle, for metrics. */
  get idleConnections(): number {
    return this.#idle.size;
  }

  /**
   * Makes one attempt: checks the URL, resolves and checks its addresses, connects to a checked address (or uses a kept
   * connection to one), POSTs and reads the answer. All of it within one deadline. Never rejects for anything that the
   * URL, the network or the receiver does.
   * @throws TypeError for headers that cannot be sent
   */
  async send(request: SendRequest): Promise<SendResult> {
    const invalid = Object.entries(request.headers).find(([name, value]) => !isHeader(name, value));
    if (invalid !== undefined) throw new TypeError(`header ${JSON.stringify(invalid[0])} cannot be sent`);
    const started = performance.now();
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), this.#timeoutMs);
    try {
      const outcome = await this.#attempt(request, deadline.signal, started + this.#timeoutMs);
      return { ...outcome, success: outcome.error === null, duration: Math.round(performance.now() - started) };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Drops idle connections; those in use are dropped when their attempt ends. */
  close(): void {
    this.#idle.close();
  }

  async #attempt(request: SendRequest, signal: AbortSignal, deadline: number): Promise<Outcome> {
    const checked = checkUrl(request.url, this.#options);
    if (!checked.ok) return failed('BLOCKED_ADDRESS');
    const { url, hostname } = checked;

    const resolution = await resolveAllowed(hostname, {
      allowPrivate: this.#options.allowPrivate,
      lookup: this.#lookup,
      timeoutMs: Math.min(LOOKUP_TIMEOUT_MS, this.#timeoutMs),
    });
    if (!resolution.ok) return failed(resolution.reason);
    const addresses = resolution.addresses.filter((address) => this.#sources.reaches(address));

    const post: PostRequest = { path: url.pathname + url.search, headers: request.headers, body: request.body };
    const kept = this.#idle.take(url.origin, addresses);
    let resent = false;
    if (kept !== undefined) {
      const used = performance.now();
      const exchange = await kept.post(post, signal);
      const stale = exchange.failure === 'CLOSED' && !exchange.answered;
      if (!stale || performance.now() - used > STALE_CONNECTION_MS) return this.#finish(kept, exchange, false);
      resent = exchange.sent;
    }
    const connection = await this.#connect(url, hostname, addresses, signal, deadline);
    if (typeof connection === 'string') return failed(connection, resent);
    return this.#finish(connection, await connection.post(post, signal), resent);
  }

  /** Tries the checked addresses in turn until one takes the connection. */
  async #connect(
    url: URL,
    hostname: string,
    addresses: readonly string[],
    signal: AbortSignal,
    deadline: number,
  ): Promise<Connection | DialError> {
    const secure = url.protocol === 'https:';
    const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
    let error: DialError = 'CONNECTION_REFUSED';
    const candidates = addresses.slice(0, MAX_ADDRESSES_TRIED);
    for (const [index, address] of candidates.entries()) {
      const left = deadline - performance.now();
      const timeoutMs = index < candidates.length - 1 ? Math.min(left / 2, ADDRESS_TIMEOUT_MS) : left;
      const localAddress = this.#sources.next(address);
      const ca = this.#options.ca;
      const dialled = await dial({ address, port, hostname, secure, localAddress, ca, timeoutMs, signal });
      if (dialled.ok) {
        const connection = new Connection(url.origin, address, dialled.socket);
        connection.onClose(() => this.#idle.forget(connection));
        return connection;
      }
      error = dialled.error;
      if (error === 'TLS' || signal.aborted) break;
    }
    return error;
  }

  #finish(connection: Connection, exchange: Exchange, resent: boolean): Outcome {
    this.#idle.give(connection);
    const { failure, status, bodyStart, bodyCut } = exchange;
    return {
      responseCode: status,
      error: attemptError(failure, status),
      responseBody: bodyStart === null ? null : responseText(bodyStart, bodyCut),
      resent,
    };
  }
}

/** The closed list has no code for a broken answer: resets and garbage are the receiver not taking the connection. */
function attemptError(failure: Exchange['failure'], status: number | null): AttemptError | null {
  if (failure === 'TIMEOUT') return 'TIMEOUT';
  if (failure !== null) return 'CONNECTION_REFUSED';
  return status === 200 ? null : 'STATUS';
}

function isHeader(name: string, value: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) && /^[\t\u0020-\u007e]*$/.test(value);
}
