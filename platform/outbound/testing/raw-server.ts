/** Receivers for tests, down to the bytes: each connection is a socket, each answer what the test writes. */
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions, type TLSSocket } from 'node:tls';

export interface ReceivedRequest {
  readonly head: string;
  readonly body: Buffer;
}

export interface RawServer extends AsyncDisposable {
  readonly port: number;
  /** Connections accepted so far, oldest first. */
  readonly sockets: readonly Socket[];
  readonly requests: readonly ReceivedRequest[];
}

export type Answer = (socket: Socket, request: ReceivedRequest, index: number) => void;

/** Calls back for each request, counted from 0, as soon as all of it is there. */
function readRequests(socket: Socket, requests: ReceivedRequest[], answer: Answer): void {
  let pending = Buffer.alloc(0);
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    for (let end = pending.indexOf('\r\n\r\n'); end >= 0; end = pending.indexOf('\r\n\r\n')) {
      const head = pending.subarray(0, end).toString('latin1');
      const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
      if (pending.length < end + 4 + length) return;
      const request = { head, body: Buffer.from(pending.subarray(end + 4, end + 4 + length)) };
      pending = pending.subarray(end + 4 + length);
      requests.push(request);
      answer(socket, request, requests.length - 1);
    }
  });
}

async function listen(
  server: Server,
  sockets: Socket[],
  requests: ReceivedRequest[],
  host: string,
): Promise<RawServer> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, resolve);
  });
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the test server listens on no TCP port');
  return {
    port: bound.port,
    sockets,
    requests,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Listens on `host` (default 127.0.0.1) at a free port. */
export function rawServer(answer: Answer, host = '127.0.0.1'): Promise<RawServer> {
  const sockets: Socket[] = [];
  const requests: ReceivedRequest[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    readRequests(socket, requests, answer);
  });
  return listen(server, sockets, requests, host);
}

/** The same behind TLS; `sockets` are those whose handshake is done. */
export function rawTlsServer(options: TlsOptions, answer: (socket: TLSSocket) => void): Promise<RawServer> {
  const sockets: Socket[] = [];
  const requests: ReceivedRequest[] = [];
  const server = createTlsServer(options, (socket) => {
    sockets.push(socket);
    readRequests(socket, requests, () => answer(socket));
  });
  server.on('tlsClientError', () => {});
  return listen(server, sockets, requests, '127.0.0.1');
}

/** A complete keep-alive answer. */
export function http(
  status: number,
  body: string | Buffer = '',
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const bytes = Buffer.from(body);
  const lines = Object.entries({ 'content-length': String(bytes.length), ...headers }).map(
    ([k, v]) => `${k}: ${v}\r\n`,
  );
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} X\r\n${lines.join('')}\r\n`), bytes]);
}
