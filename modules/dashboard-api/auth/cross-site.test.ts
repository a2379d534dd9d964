import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FastifyRequest } from 'fastify';
import { isSecure, requireOwnPage } from './cross-site.ts';

const request = (more: {
  method?: string;
  protocol?: string;
  host?: string;
  headers?: Record<string, string>;
}): FastifyRequest =>
  ({ method: 'POST', protocol: 'http', host: 'pages.example', headers: {}, ...more }) as unknown as FastifyRequest;
const URL_OUTSIDE = 'https://pages.example';

test('cookies are Secure wherever the browser sees https', () => {
  assert.equal(isSecure(request({ protocol: 'https', host: 'elsewhere' }), 'http://localhost:8080'), true);
  assert.equal(isSecure(request({}), URL_OUTSIDE), true, 'a proxy that does not tell');
  assert.equal(isSecure(request({ host: 'inner', headers: { origin: URL_OUTSIDE } }), URL_OUTSIDE), true);
  assert.equal(isSecure(request({ host: '127.0.0.1:8080' }), URL_OUTSIDE), false, 'asked past the proxy');
  assert.equal(isSecure(request({ host: 'localhost:8080' }), 'http://localhost:8080'), false);
});

test('a page of the outside address is our own, whatever a proxy makes of the host', () => {
  const headers = { origin: URL_OUTSIDE, 'x-dashboard': '1', 'sec-fetch-site': 'same-origin' };
  requireOwnPage(request({ host: 'inner:8080', headers }), URL_OUTSIDE);
  assert.throws(() => requireOwnPage(request({ host: 'inner:8080', headers }), 'https://other.example'), /Origin/);
  requireOwnPage(request({ method: 'GET', headers: { 'sec-fetch-site': 'none' } }), URL_OUTSIDE);
});
