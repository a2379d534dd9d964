import { connect, type Socket } from 'node:net';

/** An answer that was read to its end. */
type Told = (status: number) => void;

const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * One connection that sends one request at a time and reads what this service answers: HTTP/1.1 with a Content-Length.
 * It does for a load what a client must, and nothing more: on a machine that the service and its load share, a general
 * client costs as much as the service.
 */
export class PlainConnection {
  readonly #socket: Socket;
  readonly #host: string;
  #told: Told | null = null;
  #failed: ((error: Error) => void) | null = null;
  #status = 0;
  /** Bytes of the present answer that are still to come; -1 before its head was read. */
  #left = -1;
  #head: Buffer = Buffer.alloc(0);

  private constructor(socket: Socket, host: string) {
    this.#socket = socket;
    this.#host = host;
    socket.setNoDelay(true);
    socket.on('data', (bytes: Buffer) => this.#read(bytes));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('The service closed a connection of the load')));
  }

  static open(origin: string): Promise<PlainConnection> {
    const { hostname, port, host } = new URL(origin);
    return new Promise((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port) });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new PlainConnection(socket, host));
      });
    });
  }

  /** @returns the status, once the whole answer was read */
  request(method: string, path: string, headers: Readonly<Record<string, string>>, body = ''): Promise<number> {
    let text = `${method} ${path} HTTP/1.1\r\nhost: ${this.#host}\r\n`;
    for (const [name, value] of Object.entries(headers)) text += `${name}: ${value}\r\n`;
    if (body !== '') text += `content-length: ${Buffer.byteLength(body)}\r\n`;
    return new Promise((resolve, reject) => {
      this.#told = resolve;
      this.#failed = reject;
      this.#socket.write(`${text}\r\n${body}`);
    });
  }

  close(): void {
    this.#told = this.#failed = null;
    this.#socket.destroy();
  }

  #read(bytes: Buffer): void {
    let body = bytes;
    if (this.#left === -1) {
      const head = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes]);
      const end = head.indexOf(HEAD_END);
      if (end === -1) {
        this.#head = head;
        return;
      }
      const text = head.toString('latin1', 0, end);
      const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1];
      if (length === undefined) return this.#fail(new Error('An answer without Content-Length'));
      this.#status = Number(text.slice(9, 12));
      this.#left = Number(length);
      this.#head = Buffer.alloc(0);
      body = head.subarray(end + HEAD_END.length);
    }
    this.#left -= body.length;
    if (this.#left > 0) return;
    if (this.#left < 0) return this.#fail(new Error('More was answered than was asked for'));
    this.#left = -1;
    this.#told?.(this.#status);
  }

  #fail(error: Error): void {
    this.#failed?.(error);
    this.#failed = null;
  }
}
