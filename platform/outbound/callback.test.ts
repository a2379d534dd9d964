import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../config/config.ts';
import { ApiError } from '../http/errors.ts';
import { requireAllowedUrl } from './callback.ts';

const strict = { config: readConfig({}) };
const loose = { config: readConfig({ WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_PRIVATE: 'true' }) };

const refusals: readonly [string, string][] = [
  ['http://93.184.216.34/x', 'WEBHOOK_URL_NOT_HTTPS'],
  ['ftp://93.184.216.34/x', 'WEBHOOK_URL_NOT_HTTPS'],
  ['https://127.0.0.1/x', 'WEBHOOK_URL_NOT_ALLOWED'],
  ['https://0x7f.1/x', 'WEBHOOK_URL_NOT_ALLOWED'],
  ['https://localhost/x', 'WEBHOOK_URL_NOT_ALLOWED'],
  ['https://169.254.169.254/latest', 'WEBHOOK_URL_NOT_ALLOWED'],
  ['no address at all', 'VALIDATION_ERROR'],
];

for (const [url, code] of refusals) {
  test(`${url} is refused as ${code}, and the place is named`, async () => {
    await assert.rejects(requireAllowedUrl(strict, url, '/callbackUrl'), (error: unknown) => {
      assert.ok(error instanceof ApiError);
      assert.equal(error.code, code);
      const [issue] = (error.details?.['issues'] ?? []) as { path: string }[];
      assert.equal(issue?.path, '/callbackUrl');
      return true;
    });
  });
}

test('a public address over HTTPS passes', async () => {
  await requireAllowedUrl(strict, 'https://93.184.216.34/hooks', '/url');
});

test('development may allow HTTP and loopback, but never link-local addresses', async () => {
  await requireAllowedUrl(loose, 'http://127.0.0.1:9000/hooks', '/url');
  await assert.rejects(requireAllowedUrl(loose, 'http://169.254.169.254/', '/url'), {
    code: 'WEBHOOK_URL_NOT_ALLOWED',
  });
});
