import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { Sender, type SenderOptions } from './send.ts';
import { http, rawServer } from './testing/raw-server.ts';

const LOCAL: SenderOptions = { allowHttp: true, allowPrivate: true, timeoutMs: 1000 };
const post = (sender: Sender, port: number, host = '127.0.0.1') =>
  sender.send({ url: `http://${host}:${port}/`, headers: {}, body: Buffer.from('{}') });

describe('connections', () => {
  it('are used again, one after the other', async () => {
    await using server = await rawServer((socket) => socket.write(http(200)));
    const sender = new Sender(LOCAL);
    for (let n = 0; n < 20; n++) assert.equal((await post(sender, server.port)).success, true);
    assert.deepEqual([server.sockets.length, server.requests.length, sender.idleConnections], [1, 20, 1]);
    sender.close();
    assert.equal(sender.idleConnections, 0);
  });

  it('are opened side by side as needed, and kept up to the limit per origin', async () => {
    await using server = await rawServer((socket) => setTimeout(() => socket.write(http(200)), 50));
    const sender = new Sender({ ...LOCAL, maxIdlePerOrigin: 3 });
    const results = await Promise.all(Array.from({ length: 10 }, () => post(sender, server.port)));
    assert.ok(results.every((result) => result.success && result.duration < 500));
    assert.deepEqual([server.sockets.length, sender.idleConnections], [10, 3]);
    sender.close();
  });

  it('are kept up to the limit in all, the longest idle dropped first', async () => {
    await using a = await rawServer((socket) => socket.write(http(200)));
    await using b = await rawServer((socket) => socket.write(http(200)));
    await using c = await rawServer((socket) => socket.write(http(200)));
    const sender = new Sender({ ...LOCAL, maxIdle: 2 });
    for (const server of [a, b, c, b, a]) await post(sender, server.port);
    assert.equal(sender.idleConnections, 2);
    assert.deepEqual(
      [a, b, c].map((server) => server.sockets.length),
      [2, 1, 1],
    );
    sender.close();
  });

  it('are never used for another address than those just checked', async () => {
    await using one = await rawServer((socket) => socket.write(http(200, 'one')), '127.0.0.1');
    let addresses = ['127.0.0.1'];
    const sender = new Sender({ ...LOCAL, lookup: async () => addresses });
    assert.equal((await post(sender, one.port, 'moving.example')).responseBody, 'one');
    addresses = ['127.0.0.7'];
    assert.equal((await post(sender, one.port, 'moving.example')).error, 'CONNECTION_REFUSED');
    addresses = ['8.8.8.8', '169.254.169.254'];
    assert.equal((await post(sender, one.port, 'moving.example')).error, 'BLOCKED_ADDRESS');
    addresses = ['127.0.0.7', '127.0.0.1'];
    assert.equal((await post(sender, one.port, 'moving.example')).responseBody, 'one');
    assert.equal(one.sockets.length, 1);
    sender.close();
  });

  it('are never shared between names, even at one address', async () => {
    await using server = await rawServer((socket) => socket.write(http(200)));
    const sender = new Sender({ ...LOCAL, lookup: async () => ['127.0.0.1'] });
    await post(sender, server.port, 'a.example');
    await post(sender, server.port, 'b.example');
    assert.equal(server.sockets.length, 2);
    sender.close();
  });

  it('are not kept after a refusal to keep them, a cut or a broken answer', async () => {
    const endings = [
      http(200, '', { connection: 'close' }),
      'HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n',
      http(200, 'x'.repeat(65_536)),
      'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nsurplus',
      'garbage\r\n\r\n',
      http(200, '', { 'keep-alive': 'timeout=1' }),
    ];
    await using server = await rawServer((socket, _request, index) => socket.write(endings[index] ?? ''));
    const sender = new Sender(LOCAL);
    for (const [index] of endings.entries()) {
      await post(sender, server.port);
      await delay(20);
      assert.equal(server.sockets.length, index + 1);
      assert.equal(sender.idleConnections, 0, `ending ${index}`);
    }
  });

  it('are dropped after their idle time, the receiver having the last word', async () => {
    await using server = await rawServer((socket) => socket.write(http(200, '', { 'keep-alive': 'timeout=3' })));
    const sender = new Sender(LOCAL);
    await post(sender, server.port);
    assert.equal(sender.idleConnections, 1);
    await delay(1300);
    assert.equal(sender.idleConnections, 0);
    assert.equal(server.sockets[0]?.destroyed, true);
  });
});

describe('a kept connection that the receiver has closed', () => {
  it('is noticed before it is used', async () => {
    await using server = await rawServer((socket) => {
      socket.write(http(200));
      setTimeout(() => socket.end(), 20);
    });
    const sender = new Sender(LOCAL);
    for (let n = 0; n < 3; n++) {
      const result = await post(sender, server.port);
      assert.deepEqual([result.success, result.resent], [true, false]);
      await delay(60);
    }
    assert.deepEqual([server.sockets.length, server.requests.length], [3, 3]);
  });

  it('as it is used again is replaced once, within the same attempt, and that is told', async () => {
    for (const close of ['end', 'resetAndDestroy'] as const) {
      await using server = await rawServer((socket, _request, index) => {
        if (index === 1) socket[close]();
        else socket.write(http(200));
      });
      const sender = new Sender(LOCAL);
      assert.equal((await post(sender, server.port)).resent, false);
      const second = await post(sender, server.port);
      assert.deepEqual([second.success, second.responseCode, second.resent], [true, 200, true]);
      assert.deepEqual([server.sockets.length, server.requests.length], [2, 3]);
      sender.close();
    }
  });

  it('is replaced once only, and never after an answer has begun or on a first use', async () => {
    await using closing = await rawServer((socket, _request, index) => {
      if (index === 0) socket.write(http(200));
      else socket.destroy();
    });
    const sender = new Sender(LOCAL);
    await post(sender, closing.port);
    const twice = await post(sender, closing.port);
    assert.deepEqual([twice.error, twice.resent, closing.requests.length], ['CONNECTION_REFUSED', true, 3]);
    const fresh = await post(sender, closing.port);
    assert.deepEqual([fresh.error, fresh.resent, closing.requests.length], ['CONNECTION_REFUSED', false, 4]);

    await using halfway = await rawServer((socket, _request, index) => {
      if (index === 0) socket.write(http(200));
      else socket.end('HTTP/1.1 2');
    });
    await post(sender, halfway.port);
    const begun = await post(sender, halfway.port);
    assert.deepEqual([begun.error, begun.resent, halfway.requests.length], ['CONNECTION_REFUSED', false, 2]);
  });

  it('is not replaced where the receiver held the request for a while first', async () => {
    await using server = await rawServer((socket, _request, index) => {
      if (index === 0) socket.write(http(200));
      else setTimeout(() => socket.destroy(), 1100);
    });
    const sender = new Sender({ ...LOCAL, timeoutMs: 3000 });
    await post(sender, server.port);
    const result = await post(sender, server.port);
    assert.deepEqual([result.error, result.resent, server.requests.length], ['CONNECTION_REFUSED', false, 2]);
  });
});

describe('a sender', () => {
  it('keeps receivers apart: one that hangs delays no other', async () => {
    await using hanging = await rawServer(() => {});
    await using quick = await rawServer((socket) => socket.write(http(200)));
    const sender = new Sender(LOCAL);
    const stuck = Array.from({ length: 50 }, () => post(sender, hanging.port));
    for (let n = 0; n < 20; n++) assert.ok((await post(sender, quick.port)).duration < 400);
    assert.ok((await Promise.all(stuck)).every((result) => result.error === 'TIMEOUT'));
    sender.close();
  });

  it('that is closed finishes what is under way and keeps nothing', async () => {
    await using server = await rawServer((socket) => setTimeout(() => socket.write(http(200)), 100));
    const sender = new Sender(LOCAL);
    const underWay = post(sender, server.port);
    await delay(30);
    sender.close();
    assert.equal((await underWay).success, true);
    assert.equal(sender.idleConnections, 0);
  });
});
