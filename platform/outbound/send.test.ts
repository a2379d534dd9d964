import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { Sender, type SenderOptions, type SendResult } from './send.ts';
import { http, rawServer, type Answer, type RawServer } from './testing/raw-server.ts';

const TIMEOUT_MS = 400;
const LOCAL: SenderOptions = { allowHttp: true, allowPrivate: true, timeoutMs: TIMEOUT_MS };

async function sendTo(server: RawServer, options: Partial<SenderOptions> = {}): Promise<SendResult> {
  const sender = new Sender({ ...LOCAL, ...options });
  try {
    return await sender.send({ url: `http://127.0.0.1:${server.port}/hook`, headers: {}, body: Buffer.from('{}') });
  } finally {
    sender.close();
  }
}

async function answerOf(answer: Answer): Promise<SendResult> {
  await using server = await rawServer(answer);
  const result = await sendTo(server);
  assert.ok(Number.isInteger(result.duration) && result.duration >= 0);
  assert.equal(result.success, result.error === null);
  assert.equal(server.requests.length, 1, 'sent exactly once');
  return result;
}

/** The result without its duration, which differs from run to run. */
function essence({ responseCode, error, responseBody }: SendResult): readonly unknown[] {
  return [responseCode, error, responseBody];
}

/** Writes `start`, then `chunk` every 20 ms until the other side is gone. */
function drip(socket: Socket, start: string, chunk: string): void {
  socket.write(start);
  const timer = setInterval(() => {
    if (socket.destroyed) clearInterval(timer);
    else socket.write(chunk);
  }, 20);
}

describe('a request', () => {
  it('has exactly the bytes, headers, path and query given, and the host of the URL', async () => {
    await using server = await rawServer((socket) => socket.end(http(200)));
    const sender = new Sender({ ...LOCAL, lookup: async () => ['127.0.0.1'] });
    const body = Buffer.from('{"name":"Ünï\u{1F600}"}');
    const headers = { 'Content-Type': 'application/json', 'X-Service-Event': 'aml.match_found' };
    await sender.send({ url: `http://Receiver.example:${server.port}/a%20b/c?d=e&f=%00#part`, headers, body });
    const [request] = server.requests;
    assert.deepEqual(request?.body, body);
    const [first, ...rest] = request?.head.split('\r\n') ?? [];
    assert.equal(first, 'POST /a%20b/c?d=e&f=%00 HTTP/1.1');
    assert.deepEqual(rest, [
      `host: receiver.example:${server.port}`,
      'connection: keep-alive',
      'Content-Type: application/json',
      'X-Service-Event: aml.match_found',
      `content-length: ${body.length}`,
    ]);
  });

  it('is refused for headers that would break the request, without connecting', async () => {
    await using server = await rawServer((socket) => socket.end(http(200)));
    const sender = new Sender(LOCAL);
    const broken: readonly Record<string, string>[] = [
      { 'X-A': 'b\r\nX-C: d' },
      { 'X A': 'b' },
      { '': 'b' },
      { 'X-A': 'ü' },
      { 'X-A': '\0' },
    ];
    for (const headers of broken) {
      const request = { url: `http://127.0.0.1:${server.port}/`, headers, body: Buffer.from('{}') };
      await assert.rejects(sender.send(request), TypeError);
    }
    assert.equal(server.sockets.length, 0);
  });
});

describe('an answer', () => {
  it('of exactly 200 is success, of any other status is not', async () => {
    assert.deepEqual(essence(await answerOf((socket) => socket.write(http(200, 'thanks')))), [200, null, 'thanks']);
    for (const status of [201, 202, 204, 299, 400, 404, 410, 429, 500, 503, 999]) {
      const body = status === 204 ? '' : 'no';
      const result = await answerOf((socket) => socket.write(http(status, body)));
      assert.deepEqual(essence(result), [status, 'STATUS', body]);
    }
  });

  it('that redirects is not followed', async () => {
    await using elsewhere = await rawServer((socket) => socket.end(http(200)));
    for (const status of [301, 302, 303, 307, 308]) {
      const location = `http://127.0.0.1:${elsewhere.port}/`;
      const result = await answerOf((socket) => socket.write(http(status, '', { location })));
      assert.deepEqual(essence(result), [status, 'STATUS', '']);
    }
    assert.equal(elsewhere.sockets.length, 0);
  });

  it('in HTTP/1.0, chunked, without a length or after early hints is understood', async () => {
    for (const bytes of [
      'HTTP/1.0 200 OK\r\n\r\nbody',
      'HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nbody',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;x=y\r\nbo\r\n2\r\ndy\r\n0\r\nTrailer: x\r\n\r\n',
      'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody',
    ]) {
      const result = await answerOf((socket) => socket.end(bytes));
      assert.deepEqual(essence(result), [200, null, 'body'], bytes);
    }
  });

  it('that is compressed is not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    const result = await answerOf((socket) => socket.write(http(200, bomb, { 'content-encoding': 'gzip' })));
    assert.deepEqual([result.responseCode, result.error], [200, null]);
    assert.equal(result.responseBody?.slice(0, 2), '\u001f\uFFFD', 'the magic number of gzip');
  });

  it('is kept up to 1 KiB, as text that a database takes', async () => {
    const bodyOf = async (body: string | Buffer) =>
      (await answerOf((socket) => socket.write(http(200, body)))).responseBody;
    assert.equal(await bodyOf(''), '');
    assert.equal(await bodyOf('a'.repeat(1024)), 'a'.repeat(1024));
    assert.equal(await bodyOf('a'.repeat(60_000)), 'a'.repeat(1024));
    assert.equal(await bodyOf(`${'a'.repeat(1023)}é`), 'a'.repeat(1023));
    assert.equal(await bodyOf('a\0b'), 'a\uFFFDb');
    assert.equal(await bodyOf(Buffer.from([0x61, 0xff, 0x62, 0xed, 0xa0, 0x80, 0x63])), 'a\uFFFDb\uFFFD\uFFFD\uFFFDc');
    assert.equal(await bodyOf(Buffer.from([0x61, 0xc3])), 'a\uFFFD');
    assert.equal(await bodyOf('\uFEFFx'), '\uFEFFx');
  });

  it('of 64 MB is cut after 64 KiB, a success, and costs neither time nor memory', async () => {
    const chunk = Buffer.alloc(1_000_000, 'x');
    const before = process.memoryUsage().rss;
    await using server = await rawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 64000000\r\n\r\n');
      let left = 64;
      const pump = (): void => {
        while (left-- > 0 && !socket.destroyed) {
          if (!socket.write(chunk)) {
            socket.once('drain', pump);
            return;
          }
        }
      };
      pump();
    });
    const result = await sendTo(server);
    assert.deepEqual(essence(result), [200, null, 'x'.repeat(1024)]);
    assert.ok((server.sockets[0]?.bytesWritten ?? 0) < 16_000_000, 'the receiver was cut off');
    assert.ok(process.memoryUsage().rss - before < 64_000_000);
  });

  it('that is endless is cut after 64 KiB, whatever its status', async () => {
    await using server = await rawServer((socket) => {
      socket.write('HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\n');
      for (let n = 0; n < 100; n++) socket.write(`400\r\n${'x'.repeat(1024)}\r\n`);
    });
    assert.deepEqual(essence(await sendTo(server)), [500, 'STATUS', 'x'.repeat(1024)]);
  });
});

describe('the deadline', () => {
  const late = async (answer: Answer, expected: readonly unknown[]): Promise<void> => {
    const result = await answerOf(answer);
    assert.deepEqual(essence(result), expected);
    assert.ok(result.duration >= TIMEOUT_MS - 5 && result.duration < TIMEOUT_MS + 250, `${result.duration} ms`);
  };

  it('ends an attempt without an answer', () => late(() => {}, [null, 'TIMEOUT', null]));

  it('ends one whose headers drip', () =>
    late((socket) => drip(socket, 'HTTP/1.1 200 OK\r\n', 'X: y\r\n'), [null, 'TIMEOUT', null]));

  it('ends one whose body never ends', () =>
    late((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc'), [200, 'TIMEOUT', 'abc']));

  it('ends one whose body drips', async () => {
    await using server = await rawServer((socket) => {
      drip(socket, 'HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n', 'x');
    });
    const result = await sendTo(server);
    assert.deepEqual([result.responseCode, result.error], [200, 'TIMEOUT']);
    assert.match(result.responseBody ?? '', /^x+$/);
  });

  it('ends one with an endless chunk extension', async () => {
    await using server = await rawServer((socket) => {
      drip(socket, 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;', 'x'.repeat(10_000));
    });
    const result = await sendTo(server);
    assert.ok(result.error === 'TIMEOUT' || result.error === 'CONNECTION_REFUSED');
    assert.ok(result.duration < TIMEOUT_MS + 250);
  });

  it('covers a look-up that hangs and is 5 seconds where nothing else is said', async () => {
    await using server = await rawServer(() => {});
    const hanging = new Sender({ ...LOCAL, lookup: () => new Promise(() => {}) });
    const patient = new Sender({ allowHttp: true, allowPrivate: true });
    const [unresolved, unanswered] = await Promise.all([
      hanging.send({ url: 'http://receiver.example/', headers: {}, body: Buffer.from('{}') }),
      patient.send({ url: `http://127.0.0.1:${server.port}/`, headers: {}, body: Buffer.from('{}') }),
    ]);
    assert.deepEqual(essence(unresolved), [null, 'DNS', null]);
    assert.ok(unresolved.duration < TIMEOUT_MS + 250);
    assert.deepEqual(essence(unanswered), [null, 'TIMEOUT', null]);
    assert.ok(unanswered.duration >= 4995 && unanswered.duration < 5500);
  });
});

describe('a broken answer', () => {
  it('is CONNECTION_REFUSED, with the status where one came', async () => {
    const overlong = `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(17_000)}\r\n\r\n`;
    const manyHeaders = `HTTP/1.1 200 OK\r\n${'X-Y: zzzzzzzz\r\n'.repeat(2000)}\r\n`;
    const cases: readonly (readonly [string, readonly unknown[]])[] = [
      ['', [null, 'CONNECTION_REFUSED', null]],
      ['\0\u0001garbage\r\n\r\n', [null, 'CONNECTION_REFUSED', null]],
      ['SSH-2.0-OpenSSH_9.9\r\n', [null, 'CONNECTION_REFUSED', null]],
      ['HTTP/1.1 2000 OK\r\n\r\n', [null, 'CONNECTION_REFUSED', null]],
      ['HTTP/1.1 200 OK\r\nbroken', [null, 'CONNECTION_REFUSED', null]],
      ['HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcde', [null, 'CONNECTION_REFUSED', null]],
      ['HTTP/1.1 100 Continue\r\n\r\n', [null, 'CONNECTION_REFUSED', null]],
      ['HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n', [null, 'CONNECTION_REFUSED', null]],
      [
        `${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(9)}HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n`,
        [null, 'CONNECTION_REFUSED', null],
      ],
      [overlong, [null, 'CONNECTION_REFUSED', null]],
      [manyHeaders, [null, 'CONNECTION_REFUSED', null]],
      ['HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc', [200, 'CONNECTION_REFUSED', 'abc']],
      ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n', [200, 'CONNECTION_REFUSED', 'abc']],
      ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', [200, 'CONNECTION_REFUSED', '']],
    ];
    for (const [bytes, expected] of cases) {
      assert.deepEqual(essence(await answerOf((socket) => socket.end(bytes))), expected, bytes.slice(0, 80));
    }
  });

  it('by reset is CONNECTION_REFUSED, before, within and after the head', async () => {
    const reset = async (bytes: string): Promise<readonly unknown[]> =>
      essence(
        await answerOf((socket) => {
          if (bytes !== '') socket.write(bytes);
          setTimeout(() => socket.resetAndDestroy(), 30);
        }),
      );
    assert.deepEqual(await reset(''), [null, 'CONNECTION_REFUSED', null]);
    assert.deepEqual(await reset('HTTP/1.1 200 OK\r\nX'), [null, 'CONNECTION_REFUSED', null]);
    assert.deepEqual(await reset('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc'), [
      200,
      'CONNECTION_REFUSED',
      'abc',
    ]);
  });
});

describe('an address', () => {
  const request = (url: string) => ({ url, headers: {}, body: Buffer.from('{}') });

  it('that takes no connection is CONNECTION_REFUSED', async () => {
    const server = await rawServer(() => {});
    await server[Symbol.asyncDispose]();
    assert.deepEqual(essence(await sendTo(server)), [null, 'CONNECTION_REFUSED', null]);
  });

  it('that is not allowed is BLOCKED_ADDRESS and never connected to', async () => {
    await using server = await rawServer((socket) => socket.end(http(200)));
    const at = `:${server.port}/`;
    const lookup = async () => ['8.8.8.8', '127.0.0.1'];
    const strict = new Sender({ allowHttp: true, allowPrivate: false, timeoutMs: TIMEOUT_MS, lookup });
    for (const host of [
      '127.0.0.1',
      '0x7f.1',
      '[::ffff:7f00:1]',
      'localhost',
      'a.localhost',
      'rebound.example',
      'intranet',
    ]) {
      assert.deepEqual(
        essence(await strict.send(request(`http://${host}${at}`))),
        [null, 'BLOCKED_ADDRESS', null],
        host,
      );
    }
    const httpsOnly = new Sender({ ...LOCAL, allowHttp: false });
    assert.equal((await httpsOnly.send(request(`http://127.0.0.1${at}`))).error, 'BLOCKED_ADDRESS');
    assert.equal((await strict.send(request('not a URL'))).error, 'BLOCKED_ADDRESS');
    assert.equal(server.sockets.length, 0);
  });

  it('is looked up once per attempt, and the connection goes to what was checked', async () => {
    await using server = await rawServer((socket) => socket.end(http(200)));
    await using inner = await rawServer((socket) => socket.end(http(200, 'secret')), '127.0.0.9');
    let asked = 0;
    // The first answer is harmless; every later one would lead elsewhere.
    const lookup = async () => (asked++ === 0 ? ['127.0.0.1'] : ['127.0.0.9']);
    const sender = new Sender({ ...LOCAL, lookup });
    assert.equal((await sender.send(request(`http://rebound.example:${server.port}/`))).success, true);
    assert.deepEqual([asked, server.sockets.length, inner.sockets.length], [1, 1, 0]);
  });

  it('that does not answer gives way to the next of the same name', async () => {
    await using server = await rawServer((socket) => socket.end(http(200)));
    const lookup = async () => ['127.0.0.8', '127.0.0.1'];
    const sender = new Sender({ ...LOCAL, lookup });
    assert.equal((await sender.send(request(`http://two.example:${server.port}/`))).success, true);
  });

  it('of a name that does not resolve is DNS', async () => {
    const sender = new Sender({ ...LOCAL, lookup: async () => [] });
    assert.deepEqual(essence(await sender.send(request('http://nowhere.example/'))), [null, 'DNS', null]);
  });

  it('of our own is taken in turn, and none of another family is ever used', async () => {
    const from = new Set<string | undefined>();
    await using server = await rawServer((socket) => {
      from.add(socket.remoteAddress);
      socket.end(http(200, '', { connection: 'close' }));
    });
    const sender = new Sender({ ...LOCAL, sourceAddresses: ['127.0.0.2', '127.0.0.3', '::1', '127.0.0.4'] });
    for (let n = 0; n < 6; n++) await sender.send(request(`http://127.0.0.1:${server.port}/`));
    assert.equal(server.sockets.length, 6);
    assert.deepEqual([...from], ['127.0.0.2', '127.0.0.3', '127.0.0.4']);
    const onlyV6 = new Sender({ ...LOCAL, sourceAddresses: ['::1'] });
    const result = await onlyV6.send(request(`http://127.0.0.1:${server.port}/`));
    assert.deepEqual(essence(result), [null, 'CONNECTION_REFUSED', null]);
    assert.throws(() => new Sender({ ...LOCAL, sourceAddresses: ['localhost'] }), TypeError);
  });
});
