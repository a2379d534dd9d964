import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  body: unknown;
}

/** What a server does instead of answering; told once for each request in turn. */
export type Fault = (response: ServerResponse, proper: () => void) => void;

/** A server on loopback that answers as told, and misbehaves as told. */
export class FakeServer {
  readonly asked: Asked[] = [];
  readonly faults: Fault[] = [];
  /** A fault for every request, until taken away. */
  always: Fault | null = null;
  /** Changes what would be answered. */
  mutate: ((body: unknown) => unknown) | null = null;
  readonly #server: Server;

  private constructor(answer: (asked: Asked) => Answered) {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const url = new URL(request.url ?? '/', 'http://fake');
        const text = Buffer.concat(chunks).toString();
        const asked: Asked = {
          method: request.method ?? '',
          path: url.pathname,
          query: url.searchParams,
          headers: request.headers,
          body: text === '' ? null : JSON.parse(text),
        };
        this.asked.push(asked);
        const proper = (): void => {
          const { status = 200, headers = {}, body, text: raw } = answer(asked);
          response.writeHead(status, { 'content-type': 'application/json', ...headers });
          response.end(raw ?? JSON.stringify(this.mutate ? this.mutate(body) : body));
        };
        const fault = this.faults.shift() ?? this.always;
        if (fault) fault(response, proper);
        else proper();
      });
    });
  }

  static async start(answer: (asked: Asked) => Answered): Promise<FakeServer> {
    const fake = new FakeServer(answer);
    await new Promise<void>((resolve) => {
      fake.#server.listen(0, '127.0.0.1', resolve);
    });
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }
}

export interface Answered {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Instead of a body. */
  text?: string;
}

const JSON_TYPE = { 'content-type': 'application/json' };

export const faults = {
  status:
    (status: number, headers: Record<string, string> = {}): Fault =>
    (response) => {
      response.writeHead(status, headers).end();
    },
  html: (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Just a moment…</body></html>');
  },
  garbage: (response: ServerResponse): void => {
    response.writeHead(200, JSON_TYPE).end(Buffer.from([0x7b, 0xff, 0x00, 0x22]));
  },
  body:
    (body: unknown, status = 200): Fault =>
    (response) => {
      response.writeHead(status, JSON_TYPE).end(JSON.stringify(body));
    },
  /** Breaks off in the middle of its answer. */
  cut: (response: ServerResponse): void => {
    response.writeHead(200, { ...JSON_TYPE, 'content-length': '1000' });
    response.write('{"half":');
    setTimeout(() => response.destroy(), 5);
  },
  silent: (): void => {},
  large:
    (bytes: number): Fault =>
    (response) => {
      response.writeHead(200, JSON_TYPE).end(`"${'x'.repeat(bytes)}"`);
    },
  redirect:
    (to: string): Fault =>
    (response) => {
      response.writeHead(302, { location: to }).end();
    },
} as const;
