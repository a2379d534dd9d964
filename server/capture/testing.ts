import { request } from 'node:http';
import type { Environment } from '../../contract/enums.ts';
import type { CaptureState } from '../../modules/verifications/index.ts';
import type { TestService } from '../testing.ts';

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // The tests look into answers of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any;
}

/** For tests: an applicant's browser without a browser. */
export class Visitor {
  readonly origin: string;
  readonly token: string;
  readonly verificationId: string;

  constructor(origin: string, token: string, verificationId: string) {
    this.origin = origin;
    this.token = token;
    this.verificationId = verificationId;
  }

  static of(service: TestService, environment: Environment, verificationId: string, uploadUrl: string): Visitor {
    const api = environment === 'LIVE' ? service.production : service.sandbox;
    return new Visitor(api.replace('/api/v3', ''), uploadUrl.split('/').at(-1) ?? '', verificationId);
  }

  async ask(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: Uint8Array | string,
  ): Promise<Answer> {
    const response = await fetch(`${this.origin}/capture/${this.token}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
    });
    const text = await response.text();
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      json = undefined;
    }
    return { status: response.status, headers: response.headers, text, json };
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.ask('GET', path, headers);
  }

  post(path: string, body: unknown): Promise<Answer> {
    return this.ask('POST', path, { 'content-type': 'application/json' }, JSON.stringify(body));
  }

  async state(): Promise<CaptureState> {
    return (await this.get('/state')).json.data;
  }

  async begin(kind: string, assisted = false): Promise<{ nonce: string; turns: string[] | null }> {
    return (await this.post('/captures', { kind, assisted })).json.data;
  }

  /** Asks for an upload, with whatever is to be said of it. */
  create(kind: string, nonce: string, length: number | string, more: Record<string, string> = {}): Promise<Answer> {
    const { frame, filename, ...headers } = more;
    const metadata = Object.entries({
      kind,
      nonce,
      ...(frame === undefined ? {} : { frame }),
      ...(filename === undefined ? {} : { filename }),
    })
      .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
      .join(',');
    return this.ask('POST', '/uploads', {
      'tus-resumable': '1.0.0',
      'upload-length': String(length),
      'upload-metadata': metadata,
      ...headers,
    });
  }

  /** @param place of an upload, as its Location says it */
  patch(place: string, offset: number, bytes: Uint8Array, more: Record<string, string> = {}): Promise<Answer> {
    const headers = {
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      ...more,
    };
    return this.ask('PATCH', `/${place}`, headers, bytes);
  }

  head(place: string): Promise<Answer> {
    return this.ask('HEAD', `/${place}`, { 'tus-resumable': '1.0.0' });
  }

  /** A whole picture in one piece. */
  async send(kind: string, bytes: Uint8Array, more: Record<string, string> = {}): Promise<Answer> {
    const { nonce } = await this.begin(kind);
    const made = await this.create(kind, nonce, bytes.length, more);
    if (made.status !== 201) return made;
    return this.patch(made.headers.get('location') ?? '', 0, bytes);
  }

  /** A request whose path is sent as it is written. */
  raw(method: string, path: string): Promise<{ status: number; bytes: number }> {
    const { hostname, port } = new URL(this.origin);
    return new Promise((resolve, reject) => {
      const sent = request({ hostname, port, path, method, headers: { 'accept-encoding': 'br' } }, (response) => {
        let bytes = 0;
        response.on('data', (piece: Buffer) => (bytes += piece.length));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes }));
      });
      sent.on('error', reject);
      sent.end();
    });
  }

  /** Bytes of a file as they cross the network, with brotli. */
  async packedSize(path: string): Promise<number> {
    return (await this.raw('GET', path)).bytes;
  }
}
