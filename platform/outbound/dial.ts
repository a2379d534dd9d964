/** Opens one TCP or TLS connection to one address that has been checked, and to nothing else. */
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

export type DialError = 'TIMEOUT' | 'CONNECTION_REFUSED' | 'TLS';

export interface DialTarget {
  /** The checked address; the socket is opened to it without any look-up. */
  readonly address: string;
  readonly port: number;
  /** For TLS: the name that the certificate must be for, also sent as SNI where it is not an address. */
  readonly hostname: string;
  readonly secure: boolean;
  readonly localAddress?: string | undefined;
  /** Certificate authorities in PEM to trust instead of the built-in ones. */
  readonly ca?: string | undefined;
  readonly timeoutMs: number;
  /** Aborted at the deadline of the whole attempt. */
  readonly signal: AbortSignal;
}

export type Dialled =
  | { readonly ok: true; readonly socket: Socket }
  | { readonly ok: false; readonly error: DialError };

function open(target: DialTarget): Socket {
  const { address: host, port, localAddress } = target;
  const tcp = { host, port, ...(localAddress === undefined ? {} : { localAddress }) };
  if (!target.secure) return connectTcp(tcp);
  return connectTls({
    ...tcp,
    // Node verifies the certificate against servername, or against host (the address itself) where there is none.
    ...(isIP(target.hostname) === 0 ? { servername: target.hostname } : {}),
    ...(target.ca === undefined ? {} : { ca: target.ca }),
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
  });
}

/**
 * Connects and, for `secure`, completes the TLS handshake with a verified certificate. Every failure after TCP stands
 * is `TLS`; every one before, whatever its errno, is `CONNECTION_REFUSED`. Never rejects, never leaks a socket.
 */
export function dial(target: DialTarget): Promise<Dialled> {
  return new Promise((resolve) => {
    if (target.signal.aborted) {
      resolve({ ok: false, error: 'TIMEOUT' });
      return;
    }
    const socket = open(target);
    let reached = false;
    const settle = (result: Dialled): void => {
      clearTimeout(timer);
      target.signal.removeEventListener('abort', onTimeout);
      if (!result.ok) socket.destroy();
      resolve(result);
    };
    const onTimeout = (): void => settle({ ok: false, error: 'TIMEOUT' });
    const timer = setTimeout(onTimeout, target.timeoutMs);
    target.signal.addEventListener('abort', onTimeout, { once: true });
    socket.setNoDelay(true);
    // Stays for the life of the socket: an error between two owners must not end the process.
    socket.on('error', () => settle({ ok: false, error: target.secure && reached ? 'TLS' : 'CONNECTION_REFUSED' }));
    socket.once('connect', () => {
      reached = true;
      if (!target.secure) settle({ ok: true, socket });
    });
    socket.once('secureConnect', () => settle({ ok: true, socket }));
  });
}
