import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { verify as octokitVerify } from '@octokit/webhooks-methods';
import * as fc from 'fast-check';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { generateSecret, secretProblem, serviceSignature, signatureHeaders } from './signature.ts';

const text = JSON.stringify({ event: 'kyt.check_completed', data: { name: 'Ünïcödé 東京 \u{1F600}', note: '' } });
const body = Buffer.from(text);
const now = (): number => Math.floor(Date.now() / 1000);
const headersFor = (secret: string, previousSecret?: string) =>
  signatureHeaders({ body, deliveryId: 'dlv_01', timestamp: now(), secret, previousSecret });

describe('signatureHeaders', () => {
  it('verifies with standardwebhooks, svix and @octokit/webhooks-methods for a generated secret', async () => {
    const secret = generateSecret();
    const headers = headersFor(secret);
    assert.deepEqual(new StandardWebhook(secret).verify(text, headers), JSON.parse(text));
    // This one answers nothing and throws where the signature is wrong.
    new SvixWebhook(secret).verify(text, headers);
    assert.equal(await octokitVerify(secret, text, headers['X-Service-Signature'] ?? ''), true);
  });

  it('verifies for a chosen secret, its UTF-8 text being the key', async () => {
    const secret = 'correct horse bättery ✓';
    const headers = headersFor(secret);
    const raw = Buffer.from(secret).toString('base64');
    assert.ok(new StandardWebhook(new Uint8Array(Buffer.from(secret)), { format: 'raw' }).verify(text, headers));
    new SvixWebhook(`whsec_${raw}`).verify(text, headers);
    assert.equal(await octokitVerify(secret, text, headers['X-Service-Signature'] ?? ''), true);
  });

  it('is refused by all three for another body, secret, id or time', async () => {
    const secret = generateSecret();
    const headers = headersFor(secret);
    for (const Library of [StandardWebhook, SvixWebhook]) {
      assert.throws(() => new Library(secret).verify(`${text} `, headers));
      assert.throws(() => new Library(generateSecret()).verify(text, headers));
      assert.throws(() => new Library(secret).verify(text, { ...headers, 'webhook-id': 'dlv_02' }));
      assert.throws(() => new Library(secret).verify(text, { ...headers, 'webhook-timestamp': String(now() - 1) }));
    }
    assert.equal(await octokitVerify(secret, `${text} `, headers['X-Service-Signature'] ?? ''), false);
    assert.equal(await octokitVerify(generateSecret(), text, headers['X-Service-Signature'] ?? ''), false);
  });

  it('in an overlap verifies with either secret, X-Service-Signature with the old one only', async () => {
    const [secret, previous] = [generateSecret(), generateSecret()];
    const headers = headersFor(secret, previous);
    assert.match(headers['webhook-signature'] ?? '', /^v1,[\w+/]{43}= v1,[\w+/]{43}=$/);
    for (const each of [secret, previous]) {
      assert.ok(new StandardWebhook(each).verify(text, headers));
      new SvixWebhook(each).verify(text, headers);
    }
    const service = headers['X-Service-Signature'] ?? '';
    assert.equal(await octokitVerify(previous, text, service), true);
    assert.equal(await octokitVerify(secret, text, service), false);
  });

  it('gives RFC 4231 test case 2 in the form of the specification', () => {
    assert.equal(
      serviceSignature(Buffer.from('what do ya want for nothing?'), 'Jefe'),
      'sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });

  it('refuses a fractional timestamp and a secret that no library could use', () => {
    const input = { body, deliveryId: 'dlv_01', timestamp: 1.5, secret: generateSecret() };
    assert.throws(() => signatureHeaders(input), TypeError);
  });
});

describe('secrets', () => {
  it('are generated as whsec_ and 32 bytes of base64, each another', () => {
    assert.equal(
      generateSecret(() => new Uint8Array(32)),
      `whsec_${'A'.repeat(43)}=`,
    );
    const secrets = Array.from({ length: 100 }, () => generateSecret());
    assert.equal(new Set(secrets).size, 100);
    for (const secret of secrets) assert.equal(secretProblem(secret), undefined);
  });

  it('have 16 to 256 characters', () => {
    assert.equal(secretProblem('a'.repeat(16)), undefined);
    assert.equal(secretProblem('a'.repeat(256)), undefined);
    assert.equal(secretProblem('\u{1F600}'.repeat(16)), undefined);
    for (const secret of ['', 'a'.repeat(15), 'a'.repeat(257), '\u{1F600}'.repeat(15)]) {
      assert.match(secretProblem(secret) ?? '', /16 to 256/);
    }
  });

  it('are text without control characters or lone surrogates', () => {
    for (const bad of ['\0', '\n', '\u007f', '\ud800'])
      assert.match(secretProblem(`${'a'.repeat(20)}${bad}`) ?? '', /text/);
  });

  it('that start with whsec_ and hold no base64 behind it are keys as they stand', () => {
    for (const rest of ['my chosen secret', '-_-_-_-_-_-_', 'QUJDREVGR0hJSktMTU5=']) {
      const secret = `whsec_${rest}`;
      assert.equal(secretProblem(secret), undefined, rest);
      const key = `whsec_${Buffer.from(secret).toString('base64')}`;
      assert.ok(new StandardWebhook(key).verify(text, headersFor(secret)));
    }
  });

  it('that pass the check can be signed with and verify, whatever they are', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 16, maxLength: 256 }),
        fc.uint8Array({ minLength: 8 }),
        (a, b) => {
          for (const secret of [a, `whsec_${Buffer.from(b).toString('base64')}`]) {
            if (secretProblem(secret) !== undefined) continue;
            const key = /^whsec_(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(secret)
              ? secret
              : `whsec_${Buffer.from(secret).toString('base64')}`;
            assert.ok(new StandardWebhook(key).verify(text, headersFor(secret)));
          }
        },
      ),
      { seed: 4, numRuns: 300 },
    );
  });
});
