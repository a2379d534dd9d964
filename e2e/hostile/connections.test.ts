import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { exchange, openSocket, parseAnswers, portOf } from '../lib/raw-http.ts';
import { type ServiceOnTestDatabase, startOnTestDatabase } from '../lib/service-on-test-database.ts';
import { assertRefused, assertUnharmed } from './refused.ts';

const PATH = '/api/v3/applicants';
const MIB = 1024 * 1024;

describe('connections that no good client makes', () => {
  let target: ServiceOnTestDatabase;
  let port: number;
  let own: string;
  before(async () => {
    target = await startOnTestDatabase();
    port = portOf(target.service.production);
    own = `Host: localhost\r\nAuthorization: Bearer ${target.keys.live}\r\nContent-Type: application/json\r\n`;
  });
  after(async () => {
    await target.stop();
  });

  const count = async (table: string): Promise<number> => {
    const rows = await target.query<{ count: string }>(`select count(*) from ${table}`);
    return Number(rows[0]?.count);
  };

  test('10 MB, said beforehand or in chunks, are refused, and the client gets to read it', async () => {
    const block = 'x'.repeat(64 * 1024);
    const blocks = Array.from({ length: 160 }, () => block);
    const chunks = blocks.map((text) => `${text.length.toString(16)}\r\n${text}\r\n`);
    const head = (more: string): string => `POST ${PATH} HTTP/1.1\r\n${own}${more}\r\n`;
    const ways: [string, string[]][] = [
      ['Content-Length', [head(`Content-Length: ${10 * MIB}\r\n`), ...blocks]],
      ['chunks', [head('Transfer-Encoding: chunked\r\n'), ...chunks, '0\r\n\r\n']],
      ['one byte too much', [head(`Content-Length: ${MIB + 1}\r\n`), ' '.repeat(MIB + 1)]],
    ];
    for (const [what, pieces] of ways) {
      const { answers } = await exchange(port, pieces, { answers: 1, timeoutMs: 20_000 });
      assert.equal(answers.length, 1, what);
      assertRefused(answers[0] ?? { status: 0, body: '' }, 'PAYLOAD_TOO_LARGE', what);
    }
    const fitting = `${JSON.stringify({ firstName: 'A', lastName: 'B' })}${' '.repeat(MIB)}`.slice(0, MIB);
    const { answers } = await exchange(port, [head(`Content-Length: ${MIB}\r\n`), fitting], { answers: 1 });
    assert.equal(answers[0]?.status, 201, answers[0]?.body);

    // With an ordinary client, which must not see a broken connection instead.
    for (const path of [PATH, '/api/v3/nothing', '/api/v3/credits/balance', '/elsewhere']) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${target.keys.live}`, 'content-type': 'application/json' },
        body: Buffer.alloc(10 * MIB, 'x'),
      });
      assert.ok([404, 405, 413].includes(response.status), `${path}: ${response.status}`);
      assert.equal(((await response.json()) as { success: boolean }).success, false);
    }
    const stranger = await fetch(`http://127.0.0.1:${port}${PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Buffer.alloc(10 * MIB, 'x'),
    });
    assertRefused({ status: stranger.status, body: await stranger.text() }, 'UNAUTHORIZED', 'without a key');
    await assertUnharmed(target);
  });

  test('clients that go away in the middle leave nothing behind', async () => {
    const before = await count('applicants');
    const files = await count('files');
    const cut = async (text: string): Promise<void> => {
      const socket = await openSocket(port);
      socket.write(text);
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
      socket.resetAndDestroy();
    };
    const body = JSON.stringify({ firstName: 'Gone', lastName: 'Away' });
    const form = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n${'x'.repeat(700_000)}`;
    await Promise.all([
      cut(`POST ${PATH} HT`),
      cut(`POST ${PATH} HTTP/1.1\r\n${own}`),
      cut(`POST ${PATH} HTTP/1.1\r\n${own}Content-Length: 5000\r\n\r\n${body}`),
      cut(`POST ${PATH} HTTP/1.1\r\n${own}Transfer-Encoding: chunked\r\n\r\n25\r\n${body}`),
      cut(
        `POST /api/v3/deepfake/jobs HTTP/1.1\r\n${own.replace('application/json', 'multipart/form-data; boundary=b')}Content-Length: 9000000\r\n\r\n${form}`,
      ),
      cut(`POST ${PATH} HTTP/1.1\r\n${own}Expect: 100-continue\r\nContent-Length: 500\r\n\r\n`),
    ]);
    const end = Date.now() + 10_000;
    while ((await count('files')) > files && Date.now() < end) {
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
    }
    assert.deepEqual([await count('applicants'), await count('files')], [before, files]);
    await assertUnharmed(target);
  });

  test('2,000 idle connections do not keep others from being served', async () => {
    const sockets: Socket[] = [];
    const open = async (n: number): Promise<void> => {
      const socket = await openSocket(port);
      sockets.push(socket);
      // A third silent, a third in the middle of headers, a third kept alive after an answer.
      if (n % 3 === 1) socket.write(`GET ${PATH} HTTP/1.1\r\nX-Half: `);
      if (n % 3 === 2) socket.write(`GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n`);
    };
    try {
      for (let n = 0; n < 2000; n += 100) await Promise.all(Array.from({ length: 100 }, (_, at) => open(n + at)));
      for (let n = 0; n < 20; n += 1) await assertUnharmed(target);
      assert.equal(sockets.filter((socket) => !socket.destroyed && socket.readyState === 'open').length, 2000);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
    await assertUnharmed(target);
  });

  test('an answer that nobody reads does not hold up others', async () => {
    const deaf = await openSocket(port);
    deaf.pause();
    const request = `GET /api/v3/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n`;
    for (let n = 0; n < 50; n += 1) deaf.write(request);
    for (let n = 0; n < 5; n += 1) await assertUnharmed(target);
    deaf.destroy();
    const { text } = await exchange(port, [`GET /docs HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`]);
    assert.equal(parseAnswers(text)[0]?.status, 200);
  });
});
