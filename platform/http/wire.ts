import { Readable } from 'node:stream';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { newId } from '../ids.ts';
import { errorBody } from './envelope.ts';
import { ApiError, invalid } from './errors.ts';

/** How long what a refused client still sends is read and thrown away, so that it gets to read the answer. */
const LINGER_MS = 5_000;

/** Bytes that are not HTTP, or headers that are too slow or too large: an envelope, then the connection ends. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  endWith(socket, refusalOf(error.code));
}

function refusalOf(code: string | undefined): ApiError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return invalid('', 'INVALID_VALUE', 'it took too long to arrive; send it again without pauses');
    case 'HPE_HEADER_OVERFLOW':
      return invalid('/headers', 'TOO_LONG', 'address and headers are larger than 16 KiB together; make them shorter');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return invalid('', 'TOO_LONG', 'its chunk extensions are too long; leave them out');
    case 'HPE_INVALID_METHOD':
      return invalid('', 'INVALID_VALUE', 'it does not begin with an HTTP method; is this address meant for HTTPS?');
    default:
      return invalid('', 'INVALID_FORMAT', 'it is not well-formed HTTP/1.1; check its first line, headers and length');
  }
}

function endWith(socket: Socket, error: ApiError): void {
  const body = errorBody(error, newId('req'), new Date());
  socket.end(
    `HTTP/1.1 ${error.status} ${error.status === 405 ? 'Method Not Allowed' : 'Bad Request'}\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** What Node answers by itself, or not at all, is answered by an envelope instead. */
export function answerOddRequests(app: FastifyInstance): void {
  const { server } = app;
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const error = invalid('/headers/Expect', 'INVALID_VALUE', 'may only be 100-continue; leave the header out');
    const body = errorBody(error, newId('req'), new Date());
    response.writeHead(error.status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      Connection: 'close',
    });
    response.end(body);
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    socket.on('error', () => socket.destroy());
    endWith(socket, new ApiError('METHOD_NOT_ALLOWED', 'This is no proxy: CONNECT is not taken. Send GET or POST.'));
  });
}

/** Whether part of the body is still on its way. */
export const isStillSending = (raw: IncomingMessage): boolean =>
  !raw.complete &&
  !raw.readableEnded &&
  (raw.headers['transfer-encoding'] !== undefined || Number(raw.headers['content-length'] ?? 0) > 0);

/**
 * An answer given before the body has come in: closing at once would reset the connection and the answer be lost,
 * so the rest is read and dropped for a while. The Content-Length of the answer must be set.
 */
export function whileDraining(body: string, raw: IncomingMessage): Readable {
  async function* parts(): AsyncGenerator<Buffer> {
    yield Buffer.from(body);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LINGER_MS);
      const over = (): void => {
        clearTimeout(timer);
        resolve();
      };
      for (const event of ['end', 'close', 'error']) raw.once(event, over);
      raw.resume();
    });
  }
  return Readable.from(parts());
}
