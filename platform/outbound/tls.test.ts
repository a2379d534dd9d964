import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Sender, type SendResult } from './send.ts';
import { selfSigned, type TestCertificate } from './testing/certificate.ts';
import { http, rawServer, rawTlsServer } from './testing/raw-server.ts';

const body = Buffer.from('{}');
const certificate = selfSigned(['receiver.example', '127.0.0.1']);

interface Set {
  readonly served?: TestCertificate;
  readonly trusted?: string;
  readonly host?: string;
}

async function sendOverTls({
  served = certificate,
  trusted = served.cert,
  host = 'receiver.example',
}: Set): Promise<SendResult> {
  await using server = await rawTlsServer(served, (socket) => socket.end(http(200, 'ok')));
  const sender = new Sender({
    allowHttp: false,
    allowPrivate: true,
    timeoutMs: 2000,
    ca: trusted,
    lookup: async () => ['127.0.0.1'],
  });
  return await sender.send({ url: `https://${host}:${server.port}/`, headers: {}, body });
}

describe('TLS', () => {
  it('delivers where the certificate is trusted and for the name, or for the address', async () => {
    assert.deepEqual((await sendOverTls({})).error, null);
    assert.deepEqual((await sendOverTls({ host: 'receiver.example.' })).error, null);
    assert.deepEqual((await sendOverTls({ host: '127.0.0.1' })).error, null);
  });

  it('is refused where it is not', async () => {
    for (const set of [
      { trusted: selfSigned(['receiver.example']).cert },
      { host: 'other.example' },
      { served: selfSigned(['receiver.example'], true) },
      { served: selfSigned(['other.example']), host: '127.0.0.1' },
    ]) {
      const { error, responseCode, success } = await sendOverTls(set);
      assert.deepEqual([error, responseCode, success], ['TLS', null, false]);
    }
  });

  it('sends the name as SNI and Host, though the connection goes to the address', async () => {
    const names: (string | false | null)[] = [];
    await using server = await rawTlsServer(certificate, (socket) => {
      names.push(socket.servername);
      socket.write(http(200));
    });
    const lookup = async () => ['127.0.0.1'];
    const sender = new Sender({ allowHttp: false, allowPrivate: true, ca: certificate.cert, lookup });
    for (let n = 0; n < 3; n++) {
      const result = await sender.send({ url: `https://Receiver.EXAMPLE:${server.port}/`, headers: {}, body });
      assert.equal(result.success, true);
    }
    assert.deepEqual(names, ['receiver.example', 'receiver.example', 'receiver.example']);
    assert.match(server.requests[0]?.head ?? '', new RegExp(`^host: receiver.example:${server.port}$`, 'm'));
    assert.equal(server.sockets.length, 1, 'the connection is used again');
    sender.close();
  });

  it('against a receiver that speaks none, breaks off or hangs is TLS, TLS and TIMEOUT', async () => {
    const sender = new Sender({ allowHttp: false, allowPrivate: true, timeoutMs: 300 });
    const errorAt = async (port: number) =>
      (await sender.send({ url: `https://127.0.0.1:${port}/`, headers: {}, body })).error;
    await using plain = await rawServer(() => {});
    const answerTo = (server: typeof plain, act: (index: number) => void): NodeJS.Timeout =>
      setInterval(() => {
        for (const index of server.sockets.keys()) act(index);
      }, 10);
    const speaking = answerTo(plain, (index) => plain.sockets[index]?.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    assert.equal(await errorAt(plain.port), 'TLS');
    clearInterval(speaking);
    await using breaking = await rawServer(() => {});
    const cutting = answerTo(breaking, (index) => breaking.sockets[index]?.resetAndDestroy());
    assert.equal(await errorAt(breaking.port), 'TLS');
    clearInterval(cutting);
    await using silent = await rawServer(() => {});
    assert.equal(await errorAt(silent.port), 'TIMEOUT');
  });
});
