/** One keep-alive HTTP/1.1 connection on a socket that is already open, and one POST at a time over it. */
import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';

/** How much of a response body is read before the connection is dropped. */
export const MAX_BODY_READ = 64 * 1024;
/** How much of it is kept for the delivery log. */
export const BODY_KEPT = 1024;
const MAX_RESPONSE_HEADERS = 16 * 1024;
const MAX_INFORMATIONAL_RESPONSES = 8;
const KEEP_ALIVE_MS = 4_000;
/** The longest idle time that a receiver's `Keep-Alive: timeout=` can ask of us. */
const KEEP_ALIVE_MAX_MS = 30_000;

export interface PostRequest {
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface Exchange {
  /**
   * null: a whole answer was read, or {@link MAX_BODY_READ} bytes of one. `CLOSED`: the peer closed or reset the
   * connection before that. `PROTOCOL`: what it sent is not acceptable HTTP/1.x. `TIMEOUT`: the signal came first.
   */
  readonly failure: null | 'CLOSED' | 'PROTOCOL' | 'TIMEOUT';
  readonly status: number | null;
  /** The first {@link BODY_KEPT} bytes of the body; null where no status line came. */
  readonly bodyStart: Buffer | null;
  readonly bodyCut: boolean;
  /** Whether the request was written to the socket. */
  readonly sent: boolean;
  /** Whether the first byte of an answer came. */
  readonly answered: boolean;
}

function closedByPeer(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE' || code === 'CONNECTION_GONE';
}

export class Connection {
  readonly origin: string;
  readonly address: string;
  readonly #socket: Socket;
  readonly #client: Client;

  /** @param origin scheme, name and port as in the URL (the Host header) @param address the peer, checked before */
  constructor(origin: string, address: string, socket: Socket) {
    this.origin = origin;
    this.address = address;
    this.#socket = socket;
    let handedOver = false;
    this.#client = new Client(origin, {
      allowH2: false,
      pipelining: 1,
      maxHeaderSize: MAX_RESPONSE_HEADERS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
      // The attempt's own deadline covers both, to the millisecond.
      headersTimeout: 0,
      bodyTimeout: 0,
      useMilo: false,
      // The client gets this one socket and can never open another: a new connection needs a new check of the address.
      connect: (_options, callback) => {
        const usable = !handedOver && !socket.destroyed;
        handedOver = true;
        queueMicrotask(() => {
          if (usable) callback(null, socket);
          else callback(Object.assign(new Error('the connection is gone'), { code: 'CONNECTION_GONE' }), null);
        });
      },
    });
    // undici reports errors to the request; the event would be a second, unhandled report.
    this.#client.on('connectionError', () => {});
  }

  /** Whether another request can be tried on it. */
  get reusable(): boolean {
    return !this.#socket.destroyed && !this.#client.destroyed;
  }

  /** Calls back once, when the socket is closed by either side. */
  onClose(listener: () => void): void {
    this.#socket.once('close', listener);
  }

  destroy(): void {
    this.#client.destroy().catch(() => {});
    this.#socket.destroy();
  }

  /**
   * Sends one POST and reads the answer: status, then the body up to {@link MAX_BODY_READ} bytes, undecoded. Unless the
   * answer was complete and within that, the connection is destroyed. Redirects are answers like any other. Never
   * rejects.
   */
  post(request: PostRequest, signal: AbortSignal): Promise<Exchange> {
    return new Promise((resolve) => {
      let status: number | null = null;
      let sent = false;
      let answered = false;
      let informational = 0;
      let received = 0;
      const kept: Buffer[] = [];
      let settled = false;

      const settle = (failure: Exchange['failure'], complete: boolean): void => {
        if (settled) return;
        settled = true;
        signal.removeEventListener('abort', onAbort);
        if (!complete) this.destroy();
        const bodyStart = status === null ? null : Buffer.concat(kept);
        resolve({ failure, status, bodyStart, bodyCut: received > BODY_KEPT, sent, answered });
      };
      const onAbort = (): void => settle('TIMEOUT', false);

      const handler: Dispatcher.DispatchHandler = {
        onRequestStart() {},
        onRequestSent() {
          sent = true;
        },
        onResponseStarted() {
          answered = true;
        },
        onResponseStart(_controller, statusCode) {
          if (statusCode >= 200) status = statusCode;
          else if (++informational > MAX_INFORMATIONAL_RESPONSES) settle('PROTOCOL', false);
        },
        onResponseData(_controller, chunk) {
          // The chunk is a view on a buffer that is used again, hence the copy.
          if (received < BODY_KEPT) kept.push(Buffer.from(chunk.subarray(0, BODY_KEPT - received)));
          received += chunk.length;
          if (received >= MAX_BODY_READ) settle(null, false);
        },
        onResponseEnd() {
          settle(null, true);
        },
        onResponseError(_controller, error) {
          settle(closedByPeer(error) ? 'CLOSED' : 'PROTOCOL', false);
        },
      };

      if (signal.aborted) {
        onAbort();
        return;
      }
      signal.addEventListener('abort', onAbort, { once: true });
      const { path, headers, body } = request;
      this.#client.dispatch({ method: 'POST', path, headers: { ...headers }, body }, handler);
    });
  }
}
