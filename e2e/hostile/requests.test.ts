import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ErrorCode } from '../../contract/errors.ts';
import { client } from '../lib/client.ts';
import { exchange, portOf } from '../lib/raw-http.ts';
import { type ServiceOnTestDatabase, startOnTestDatabase } from '../lib/service-on-test-database.ts';
import { assertRefused, assertUnharmed } from './refused.ts';

const PATH = '/api/v3/applicants';
const BODY = '{"firstName":"Ada","lastName":"Wire"}';
const JSON_TYPE = 'Content-Type: application/json\r\n';
const LENGTH = `Content-Length: ${BODY.length}\r\n`;

/** What is sent, given the headers of a rightful client; and the refusal it must get, or the status where it is served. */
type Case = [what: string, send: (own: string, key: string) => string | Uint8Array, ErrorCode | number];

const post = (headers: string, body = BODY): ((own: string) => string) => {
  return (own) => `POST ${PATH} HTTP/1.1\r\n${own}${headers}\r\n${body}`;
};
const get = (target: string): ((own: string) => string) => {
  return (own) => `GET ${target} HTTP/1.1\r\n${own}\r\n`;
};
const chunked = `${JSON_TYPE}Transfer-Encoding: chunked\r\n`;

const ADDRESSES: Case[] = [
  ['percent sign alone', get(`${PATH}/%`), 'NOT_FOUND'],
  ['percent without digits', get(`${PATH}/%zz`), 'NOT_FOUND'],
  ['percent-encoded bytes that are no UTF-8', get(`${PATH}/%ff%fe`), 'NOT_FOUND'],
  ['overlong UTF-8', get(`${PATH}/%c0%af`), 'NOT_FOUND'],
  ['percent-encoded NUL', get(`${PATH}/%00`), 'NOT_FOUND'],
  ['percent-encoded line break', get(`${PATH}/%0d%0aSet-Cookie:%20a=b`), 'NOT_FOUND'],
  ['percent-encoded way up', get(`${PATH}/%2e%2e%2f%2e%2e%2fetc%2fpasswd`), 'NOT_FOUND'],
  ['way up', get('/api/v3/../../etc/passwd'), 'NOT_FOUND'],
  ['SQL in an identifier', get(`${PATH}/app_'%20or%20'1'='1`), 'NOT_FOUND'],
  ['part of 501 characters', get(`${PATH}/${'a'.repeat(501)}`), 'NOT_FOUND'],
  ['path of 12,000 characters', get(`${PATH}/${'a/'.repeat(6000)}`), 'NOT_FOUND'],
  ['path of 20,000 characters', get(`${PATH}/${'a'.repeat(20_000)}`), 'VALIDATION_ERROR'],
  ['garbage in the query', get(`${PATH}?limit=%zz`), 'VALIDATION_ERROR'],
  ['bytes that are no UTF-8 in the query', get(`${PATH}?status=%ff%00`), 'VALIDATION_ERROR'],
  ['parameter given twice', get(`${PATH}?limit=1&limit=2`), 'VALIDATION_ERROR'],
  ['prototype in the query', get(`${PATH}?__proto__=1&constructor=2`), 'VALIDATION_ERROR'],
  ['unknown parameter', get(`${PATH}?${'%C3%A5'.repeat(300)}=1`), 'VALIDATION_ERROR'],
  ['double slash', get('//api/v3/applicants'), 'NOT_FOUND'],
  ['another version', get('/api/v4/applicants'), 'UNSUPPORTED_VERSION'],
  ['a version of many digits', get(`/api/v${'9'.repeat(300)}/applicants`), 'NOT_FOUND'],
  ['the whole service', (own) => `OPTIONS * HTTP/1.1\r\n${own}\r\n`, 'NOT_FOUND'],
  // An address may be written in other ways and must then be authenticated and limited like any other.
  ['absolute form', get(`http://elsewhere.example${PATH}?limit=0`), 'VALIDATION_ERROR'],
  ['absolute form, served', get(`http://elsewhere.example${PATH}`), 200],
  ['percent-encoded letters', get('/%61pi/v3/applicants?limit=0'), 'VALIDATION_ERROR'],
  ['absolute form without a key', () => `GET http://a${PATH} HTTP/1.1\r\nHost: a\r\n\r\n`, 'UNAUTHORIZED'],
  [
    'percent-encoded letters without a key',
    () => 'GET /%61pi/v3/credits/balance HTTP/1.1\r\nHost: a\r\n\r\n',
    'UNAUTHORIZED',
  ],
];

const METHODS: Case[] = [
  ...['PUT', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'PURGE', 'QUERY', 'DELETE', 'M-SEARCH'].map((method): Case => [
    method,
    (own) => `${method} ${PATH} HTTP/1.1\r\n${own}\r\n`,
    'METHOD_NOT_ALLOWED',
  ]),
  ['CONNECT', (own) => `CONNECT 127.0.0.1:22 HTTP/1.1\r\n${own}\r\n`, 'METHOD_NOT_ALLOWED'],
  ['invented method', (own) => `STEAL ${PATH} HTTP/1.1\r\n${own}\r\n`, 'VALIDATION_ERROR'],
  ['method in lower case', (own) => `get ${PATH} HTTP/1.1\r\n${own}\r\n`, 'VALIDATION_ERROR'],
  ['HTTP/1.0', (own) => `GET ${PATH} HTTP/1.0\r\n${own}\r\n`, 200],
  ['HTTP/1.0 without a Host', (_own, key) => `GET ${PATH} HTTP/1.0\r\nAuthorization: Bearer ${key}\r\n\r\n`, 200],
  ['HTTP/0.9', () => `GET ${PATH}\r\n\r\n`, 'UNAUTHORIZED'],
  ['HTTP/1.2', (own) => `GET ${PATH} HTTP/1.2\r\n${own}\r\n`, 'VALIDATION_ERROR'],
  ['HTTP/2 preface', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'VALIDATION_ERROR'],
  ['TLS on the plain port', () => Uint8Array.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]), 'VALIDATION_ERROR'],
  [
    'upgrade that is not offered',
    (own) => `GET ${PATH} HTTP/1.1\r\n${own}Connection: Upgrade\r\nUpgrade: h2c\r\n\r\n`,
    200,
  ],
];

const HEADERS: Case[] = [
  ['no Host', (_own, key) => `GET ${PATH} HTTP/1.1\r\nAuthorization: Bearer ${key}\r\n\r\n`, 'VALIDATION_ERROR'],
  ['two Hosts', (own) => `GET ${PATH} HTTP/1.1\r\nHost: b\r\n${own}\r\n`, 'VALIDATION_ERROR'],
  ['header of 20 kB', (own) => `GET ${PATH} HTTP/1.1\r\n${own}X-A: ${'b'.repeat(20_000)}\r\n\r\n`, 'VALIDATION_ERROR'],
  ['3,000 headers', (own) => `GET ${PATH} HTTP/1.1\r\n${own}${'A: b\r\n'.repeat(3000)}\r\n`, 'VALIDATION_ERROR'],
  ['NUL in a header', (own) => `GET ${PATH} HTTP/1.1\r\n${own}X-A: b\0c\r\n\r\n`, 'VALIDATION_ERROR'],
  ['folded header', (own) => `GET ${PATH} HTTP/1.1\r\n${own}X-A: b\r\n c: d\r\n\r\n`, 'VALIDATION_ERROR'],
  ['space in a header name', (own) => `GET ${PATH} HTTP/1.1\r\n${own}X A: b\r\n\r\n`, 'VALIDATION_ERROR'],
  ['bare line feeds', (own) => `GET ${PATH} HTTP/1.1\n${own.replaceAll('\r', '')}\n`, 'VALIDATION_ERROR'],
  [
    'Authorization twice',
    (own, key) => `GET ${PATH} HTTP/1.1\r\n${own}Authorization: Bearer ${key}\r\n\r\n`,
    'UNAUTHORIZED',
  ],
  ['another scheme', () => `GET ${PATH} HTTP/1.1\r\nHost: a\r\nAuthorization: Basic YTpi\r\n\r\n`, 'UNAUTHORIZED'],
  [
    'two keys in one',
    (_own, key) => `GET ${PATH} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}, ${key}\r\n\r\n`,
    'UNAUTHORIZED',
  ],
  [
    'key of 8 kB',
    () => `GET ${PATH} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${'k'.repeat(8000)}\r\n\r\n`,
    'UNAUTHORIZED',
  ],
  [
    'key with a changed letter',
    (_own, key) =>
      `GET ${PATH} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key.slice(0, 20)}${key[20] === 'a' ? 'b' : 'a'}${key.slice(21)}\r\n\r\n`,
    'UNAUTHORIZED',
  ],
  ['Expect something else', post(`${JSON_TYPE}${LENGTH}Expect: 200-maybe\r\n`), 'VALIDATION_ERROR'],
  ['Expect 100-continue', post(`${JSON_TYPE}${LENGTH}Expect: 100-continue\r\n`), 201],
  ['Idempotency-Key with a space', post(`${JSON_TYPE}${LENGTH}Idempotency-Key: a b\r\n`), 'VALIDATION_ERROR'],
  ['Idempotency-Key empty', post(`${JSON_TYPE}${LENGTH}Idempotency-Key:\r\n`), 'VALIDATION_ERROR'],
  ['Idempotency-Key of 256', post(`${JSON_TYPE}${LENGTH}Idempotency-Key: ${'k'.repeat(256)}\r\n`), 'VALIDATION_ERROR'],
  ['Idempotency-Key of 255', post(`${JSON_TYPE}${LENGTH}Idempotency-Key: ${'k'.repeat(255)}\r\n`), 201],
  ['Idempotency-Key in another script', post(`${JSON_TYPE}${LENGTH}Idempotency-Key: ключ\r\n`), 'VALIDATION_ERROR'],
  [
    'Idempotency-Key twice',
    post(`${JSON_TYPE}${LENGTH}Idempotency-Key: a\r\nIdempotency-Key: b\r\n`),
    'VALIDATION_ERROR',
  ],
  ['no Content-Type', post(LENGTH), 'UNSUPPORTED_MEDIA_TYPE'],
  ['Content-Type twice', post(`${JSON_TYPE}Content-Type: text/plain\r\n${LENGTH}`), 'VALIDATION_ERROR'],
  ['Content-Type of nothing', post(`Content-Type: ;;;\r\n${LENGTH}`), 'UNSUPPORTED_MEDIA_TYPE'],
  ['Content-Type of text', post(`Content-Type: text/plain\r\n${LENGTH}`), 'UNSUPPORTED_MEDIA_TYPE'],
  [
    'Content-Type that only begins so',
    post(`Content-Type: application/json-patch+json\r\n${LENGTH}`),
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  [
    'form where none is taken',
    post(`Content-Type: multipart/form-data; boundary=b\r\n${LENGTH}`),
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  ['UTF-16', post(`Content-Type: application/json; charset=utf-16\r\n${LENGTH}`), 'UNSUPPORTED_MEDIA_TYPE'],
  ['UTF-8, said aloud', post(`Content-Type: Application/JSON ; charset="UTF-8"\r\n${LENGTH}`), 201],
  ['compressed body', post(`${JSON_TYPE}${LENGTH}Content-Encoding: gzip\r\n`), 'UNSUPPORTED_MEDIA_TYPE'],
  [
    'form without a boundary',
    (own) => `POST /api/v3/deepfake/jobs HTTP/1.1\r\n${own}Content-Type: multipart/form-data\r\n${LENGTH}\r\n${BODY}`,
    'VALIDATION_ERROR',
  ],
  [
    'form with a boundary of 5 kB',
    (own) =>
      `POST /api/v3/deepfake/jobs HTTP/1.1\r\n${own}Content-Type: multipart/form-data; boundary=${'b'.repeat(5000)}\r\n${LENGTH}\r\n${BODY}`,
    'VALIDATION_ERROR',
  ],
  [
    'form that is none',
    (own) =>
      `POST /api/v3/deepfake/jobs HTTP/1.1\r\n${own}Content-Type: multipart/form-data; boundary=b\r\n${LENGTH}\r\n${BODY}`,
    'VALIDATION_ERROR',
  ],
];

const SMUGGLING: Case[] = [
  ['both lengths', post(`${chunked}${LENGTH}`, '0\r\n\r\nGET /x HTTP/1.1\r\n\r\n'), 'VALIDATION_ERROR'],
  ['two lengths that differ', post(`${JSON_TYPE}${LENGTH}Content-Length: 3\r\n`), 'VALIDATION_ERROR'],
  ['two lengths that agree', post(`${JSON_TYPE}${LENGTH}${LENGTH}`), 'VALIDATION_ERROR'],
  ['length below zero', post(`${JSON_TYPE}Content-Length: -1\r\n`), 'VALIDATION_ERROR'],
  ['length with a sign', post(`${JSON_TYPE}Content-Length: +37\r\n`), 'VALIDATION_ERROR'],
  ['length in hexadecimal', post(`${JSON_TYPE}Content-Length: 0x25\r\n`), 'VALIDATION_ERROR'],
  ['length beyond 64 bits', post(`${JSON_TYPE}Content-Length: 99999999999999999999\r\n`), 'VALIDATION_ERROR'],
  ['transfer encoding misspelt', post(`${JSON_TYPE}Transfer-Encoding: xchunked\r\n`), 'VALIDATION_ERROR'],
  ['transfer encoding with a space', post(`${JSON_TYPE}Transfer-Encoding : chunked\r\n`), 'VALIDATION_ERROR'],
  ['chunked not last', post(`${JSON_TYPE}Transfer-Encoding: chunked, identity\r\n`), 'VALIDATION_ERROR'],
  [
    'compressed and chunked',
    post(`${JSON_TYPE}Transfer-Encoding: gzip, chunked\r\n`, '0\r\n\r\n'),
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  ['chunk size that is no number', post(chunked, `zz\r\n${BODY}\r\n0\r\n\r\n`), 'VALIDATION_ERROR'],
  ['chunk longer than said', post(chunked, `2\r\n${BODY}\r\n0\r\n\r\n`), 'VALIDATION_ERROR'],
  ['chunks ended by line feeds', post(chunked, `25\n${BODY}\n0\n\n`), 'VALIDATION_ERROR'],
  ['chunk extension of 20 kB', post(chunked, `25;${'x'.repeat(20_000)}\r\n${BODY}\r\n0\r\n\r\n`), 'VALIDATION_ERROR'],
  ['trailer of 20 kB', post(chunked, `25\r\n${BODY}\r\n0\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`), 'VALIDATION_ERROR'],
  ['sound chunks', post(chunked, `5\r\n${BODY.slice(0, 5)}\r\n20\r\n${BODY.slice(5)}\r\n0\r\n\r\n`), 201],
];

describe('requests that no good client sends', () => {
  let target: ServiceOnTestDatabase;
  before(async () => {
    target = await startOnTestDatabase();
  });
  after(async () => {
    await target.stop();
  });

  for (const [name, cases] of Object.entries({ ADDRESSES, METHODS, HEADERS, SMUGGLING })) {
    test(`${name.toLowerCase()}: each a clear refusal, and the next request is served`, async () => {
      const port = portOf(target.service.production);
      const own = `Host: localhost\r\nAuthorization: Bearer ${target.keys.live}\r\n`;
      for (const [what, send, expected] of cases) {
        const isHead = what === 'HEAD';
        const { answers, text } = await exchange(port, [send(own, target.keys.live)], {
          answers: 1,
          timeoutMs: isHead ? 300 : 5_000,
        });
        if (isHead) {
          assert.match(text, /^HTTP\/1\.1 405 /);
          continue;
        }
        const [answer] = answers;
        assert.ok(answer, `${what}: no answer: ${JSON.stringify(text.slice(0, 300))}`);
        assert.equal(answers.length, 1, `${what}: ${text}`);
        if (typeof expected === 'number') assert.equal(answer.status, expected, `${what}: ${answer.body}`);
        else assertRefused(answer, expected, what);
        assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8', what);
      }
      await assertUnharmed(target);
    });
  }

  test('what is sent behind a refused message is not taken for a request', async () => {
    const port = portOf(target.service.production);
    const own = `Host: localhost\r\nAuthorization: Bearer ${target.keys.live}\r\n`;
    const count = async (): Promise<unknown> =>
      (await client(target.service.production, target.keys.live).get('/applicants?limit=1')).total;
    const before = await count();
    const inner = `POST ${PATH} HTTP/1.1\r\n${own}${JSON_TYPE}${LENGTH}\r\n${BODY.replace('Wire', 'Smuggled')}`;
    for (const outer of [
      `POST ${PATH} HTTP/1.1\r\n${own}${chunked}Content-Length: 5\r\n\r\n0\r\n\r\n`,
      `POST ${PATH} HTTP/1.1\r\n${own}${JSON_TYPE}Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcd`,
      `GET ${PATH} HTTP/1.1\r\n${own}Transfer-Encoding: chunked, identity\r\n\r\n`,
    ]) {
      const { answers, ended } = await exchange(port, [outer + inner], { answers: 2, timeoutMs: 3_000 });
      assert.deepEqual([answers.map(({ status }) => status), ended], [[400], true], outer);
    }
    assert.equal(await count(), before);
  });

  test('a thousand requests in one write are answered in order', async () => {
    const port = portOf(target.service.production);
    const own = `Host: localhost\r\nAuthorization: Bearer ${target.keys.live}\r\n`;
    const many = Array.from({ length: 1000 }, (_, n) => `GET ${PATH}?limit=${n % 101} HTTP/1.1\r\n${own}\r\n`);
    const { answers } = await exchange(port, [many.join('')], { answers: 1000, timeoutMs: 30_000 });
    assert.equal(answers.length, 1000);
    answers.forEach((answer, n) => assert.equal(answer.status, n % 101 === 0 ? 400 : 200, String(n)));
    await assertUnharmed(target);
  });
});
