import { connect, type Socket } from 'node:net';

/** One HTTP answer as it came over the wire. */
export interface RawAnswer {
  status: number;
  headers: Map<string, string>;
  body: string;
}

/** What came back over one connection, and how it ended. */
export interface Exchange {
  text: string;
  answers: RawAnswer[];
  /** The other side ended the connection. */
  ended: boolean;
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

export const portOf = (base: string): number => Number(new URL(base).port);

/** A connection that is open and silent. */
export function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.removeListener('error', reject);
      socket.on('error', () => {});
      resolve(socket);
    });
    socket.once('error', reject);
  });
}

/**
 * Sends bytes that no HTTP library would send, and collects what comes back until the other side ends the
 * connection or `answers` answers are complete.
 * @param pieces sent one after another; a number is a pause in milliseconds
 */
export async function exchange(
  port: number,
  pieces: readonly (string | Uint8Array | number)[],
  options: { answers?: number; timeoutMs?: number } = {},
): Promise<Exchange> {
  const socket = await openSocket(port);
  const received: Buffer[] = [];
  const state = { ended: false };
  const wanted = options.answers ?? Infinity;
  const text = (): string => Buffer.concat(received).toString('utf8');
  const over = new Promise<void>((resolve) => {
    socket.on('data', (bytes: Buffer) => {
      received.push(bytes);
      if (wanted !== Infinity && parseAnswers(text()).length >= wanted) resolve();
    });
    socket.on('close', () => {
      state.ended = true;
      resolve();
    });
  });
  for (const piece of pieces) {
    if (state.ended) break;
    if (typeof piece === 'number') await Promise.race([pause(piece), over]);
    else socket.write(piece);
  }
  const timer = new AbortController();
  await Promise.race([
    over,
    new Promise<void>((resolve) => {
      const timeout = setTimeout(resolve, options.timeoutMs ?? 10_000);
      timer.signal.addEventListener('abort', () => clearTimeout(timeout));
    }),
  ]);
  timer.abort();
  socket.destroy();
  return { text: text(), answers: parseAnswers(text()), ended: state.ended };
}

/** The complete answers at the start of a text; interim ones (1xx) are left out. */
export function parseAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = Buffer.from(text);
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) return answers;
    const [first = '', ...lines] = rest.subarray(0, end).toString().split('\r\n');
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0);
    const headers = new Map(
      lines.map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    const length = Number(headers.get('content-length') ?? 0);
    const bodyAt = end + 4;
    if (rest.length < bodyAt + length) return answers;
    const body = rest.subarray(bodyAt, bodyAt + length).toString();
    rest = rest.subarray(bodyAt + length);
    if (status >= 200) answers.push({ status, headers, body });
  }
}
