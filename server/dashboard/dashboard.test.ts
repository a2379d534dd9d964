import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { OPEN_PATHS, PAGE_PATHS } from '../../dashboard/paths.ts';
import { request } from 'undici';
import { startTestService, type TestService } from '../testing.ts';

/** What a browser gets before it can draw a page, compressed, in bytes. */
const SHELL_LIMIT = 200_000;

let service: TestService;
let origin = '';
before(async () => {
  service = await startTestService();
  origin = service.production.replace('/api/v3', '');
});
after(async () => service?.close());

const get = async (
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Record<string, string | string[] | undefined>; body: Buffer }> => {
  const answer = await request(origin + path, { headers });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: Buffer.from(await answer.body.arrayBuffer()),
  };
};
const addressesIn = (html: string): string[] =>
  [...html.matchAll(/(?:href|src)="(\/dashboard\/assets\/[^"]+)"/g)].map((match) => match[1] ?? '');

test('every page answers at its own address, and what is no page is told so', async () => {
  const identifier = 'ver_01hzx5m0c8f3q9t2v7w4y6z1ab';
  const pages = PAGE_PATHS.flatMap((path) =>
    ['live', 'test'].map((environment) => `/${environment}/${path.replace('$', identifier)}`.replace(/\/$/, '')),
  );
  for (const path of [...OPEN_PATHS, ...pages]) {
    const { status, headers } = await get(path);
    assert.equal(status, 200, path);
    assert.match(String(headers['content-type']), /text\/html/, path);
  }
  for (const path of ['/live/xyzzy', '/live/verifications/a/b', '/live/verifications/%3Cscript%3E', '/production']) {
    const { status, body } = await get(path);
    assert.equal(status, 404, path);
    assert.doesNotMatch(body.toString(), /xyzzy|%3C/, 'the page does not repeat its address');
  }
  assert.equal((await get('/docs')).status, 200);
});

test('nothing inline, nothing of other origins, no frame around it', async () => {
  const { headers, body } = await get('/live');
  const policy = String(headers['content-security-policy']);
  assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.doesNotMatch(policy, /unsafe|\*|https?:/);
  assert.doesNotMatch(body.toString(), /<script(?![^>]*\ssrc=)|<style|\son\w+=|style=/);
  assert.equal(headers['referrer-policy'], 'no-referrer');
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['cache-control'], 'no-cache');
});

test('what a browser gets for the shell is below the limit, compressed', async () => {
  const { body } = await get('/live');
  const addresses = new Set(addressesIn(body.toString()));
  assert.ok(addresses.size > 3, 'the files were found');
  let packed = body.length;
  for (const address of addresses) {
    const { status, headers, body: bytes } = await get(address, { 'accept-encoding': 'gzip, br' });
    assert.equal(status, 200, address);
    assert.equal(headers['content-encoding'], 'br', address);
    packed += bytes.length;
  }
  assert.ok(packed < SHELL_LIMIT, `the shell is ${packed} bytes`);
  assert.ok(packed > 50_000, `only ${packed} bytes were found`);
});

test('files: one content under each encoding, kept for ever under their name, and nothing beside them', async () => {
  const { body } = await get('/');
  const [address = ''] = addressesIn(body.toString()).filter((one) => one.endsWith('.js'));
  const plain = await get(address, { 'accept-encoding': 'identity' });
  assert.match(String(plain.headers['cache-control']), /immutable/);
  assert.match(String(plain.headers['content-type']), /javascript/);
  const brotli = await get(address, { 'accept-encoding': 'br' });
  const gzip = await get(address, { 'accept-encoding': 'gzip' });
  assert.deepEqual(brotliDecompressSync(brotli.body), plain.body);
  assert.deepEqual(gunzipSync(gzip.body), plain.body);
  const again = await get(address, { 'if-none-match': String(plain.headers['etag']) });
  assert.equal(again.status, 304);
  for (const path of ['nothing.js', '..%2f..%2fpackage.json', '%00', 'manifest.json']) {
    assert.equal((await get(`/dashboard/assets/${path}`)).status, 404, path);
  }
});

test('the sandbox port leads to the dashboard and has none of its own', async () => {
  const sandbox = service.sandbox.replace('/api/v3', '');
  const front = await fetch(sandbox);
  assert.equal(front.status, 200);
  assert.match(await front.text(), /href="http[^"]*\/test"/);
  assert.equal((await fetch(`${sandbox}/live`)).status, 404);
});
