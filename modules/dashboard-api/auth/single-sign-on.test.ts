import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { startTestService, type TestService } from '../../../server/testing.ts';
import { Browser, newLink, signInAs } from '../testing/staff.ts';

/** An identity provider of an organisation: OpenID Connect, authorisation code, ID tokens signed with RS256. */
class Provider {
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly #codes = new Map<string, { nonce: string | null; email: string; verified: boolean }>();
  readonly #server: Server;
  /** Signs with a key that nobody published. */
  forges = false;

  constructor() {
    this.#server = createServer((request, response) => {
      const url = new URL(request.url ?? '', this.issuer);
      const json = (value: unknown): void => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(value));
      };
      if (url.pathname === '/.well-known/openid-configuration') {
        return json({
          issuer: this.issuer,
          authorization_endpoint: `${this.issuer}/authorize`,
          token_endpoint: `${this.issuer}/token`,
          jwks_uri: `${this.issuer}/keys`,
          userinfo_endpoint: `${this.issuer}/me`,
          id_token_signing_alg_values_supported: ['RS256'],
        });
      }
      if (url.pathname === '/keys') {
        return json({
          keys: [{ ...this.#keys.publicKey.export({ format: 'jwk' }), kid: 'a', alg: 'RS256', use: 'sig' }],
        });
      }
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => {
        const code = new URLSearchParams(body).get('code') ?? '';
        const issued = this.#codes.get(code);
        this.#codes.delete(code);
        if (!issued) {
          response.statusCode = 400;
          return json({ error: 'invalid_grant' });
        }
        return json({ access_token: 'x', token_type: 'Bearer', expires_in: 60, id_token: this.#token(issued) });
      });
    });
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  start(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Somebody signs in there. @returns where the browser is sent back to */
  approve(authorize: string, email: string, verified = true): string {
    const asked = new URL(authorize).searchParams;
    const code = randomUUID();
    this.#codes.set(code, { nonce: asked.get('nonce'), email, verified });
    assert.ok(asked.get('code_challenge'), 'PKCE');
    const back = new URL(asked.get('redirect_uri') ?? '');
    back.searchParams.set('code', code);
    back.searchParams.set('state', asked.get('state') ?? '');
    return back.pathname + back.search;
  }

  #token({ nonce, email, verified }: { nonce: string | null; email: string; verified: boolean }): string {
    const now = Math.floor(Date.now() / 1000);
    const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = {
      iss: this.issuer,
      aud: 'pages',
      sub: `person ${email}`,
      email,
      email_verified: verified,
      name: 'Sam Okoye',
      iat: now,
      exp: now + 60,
      ...(nonce === null ? {} : { nonce }),
    };
    const text = `${encode({ alg: 'RS256', kid: 'a', typ: 'JWT' })}.${encode(claims)}`;
    const key = this.forges ? generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey : this.#keys.privateKey;
    return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`;
  }
}

const provider = new Provider();
let service: TestService;
before(async () => {
  await provider.start();
  service = await startTestService({
    role: { api: true, worker: false },
    env: {
      SSO_ISSUER: provider.issuer,
      SSO_CLIENT_ID: 'pages',
      SSO_CLIENT_SECRET: 'a secret of the provider',
      SSO_NAME: 'Fjordbank account',
    },
  });
});
after(async () => {
  await service?.close();
  provider.stop();
});

/** Goes to the provider and back. @returns where the browser ends up */
async function travel(browser: Browser, email: string): Promise<string> {
  const { json } = await browser.get('/sign-in');
  assert.deepEqual(json.data.singleSignOn, { providerId: 'sso', name: 'Fjordbank account' });
  const begun = await browser.post('/auth/sign-in/social', {
    provider: 'sso',
    callbackURL: '/',
    errorCallbackURL: '/sign-in',
  });
  assert.equal(begun.status, 200, begun.text);
  const back = await browser.get(provider.approve(begun.json.url, email), { 'sec-fetch-site': 'cross-site' });
  assert.equal(back.status, 302, back.text);
  return new URL(back.headers.get('location') ?? '', browser.origin).pathname;
}

test('somebody who has an account signs in to it', async () => {
  const officer = await signInAs(service, 'OFFICER');
  const browser = new Browser(service);
  assert.equal(await travel(browser, officer.email), '/');
  const me = await browser.get('/me');
  assert.equal(me.status, 200, me.text);
  assert.deepEqual([me.json.data.user.userId, me.json.data.role], [officer.userId, 'OFFICER']);
});

test('somebody who was invited gets an account and joins by the link; nobody else gets one', async () => {
  const stranger = new Browser(service);
  assert.equal(await travel(stranger, 'stranger@example.com'), '/sign-in');
  assert.equal((await stranger.get('/me')).status, 401);
  const token = await newLink(service, service.organizationId, 'ANALYST', 'sam@example.com');
  const browser = new Browser(service);
  assert.equal(await travel(browser, 'sam@example.com'), '/');
  assert.equal((await browser.get('/me')).json.data.role, null, 'an account alone opens nothing');
  assert.equal((await browser.get('/live/home')).status, 403);
  const joined = await browser.post('/links/redeem', { token });
  assert.equal(joined.status, 200, joined.text);
  const { user, role } = (await browser.get('/me')).json.data;
  assert.deepEqual([user.name, user.hasPassword, role], ['Sam Okoye', false, 'ANALYST']);
});

test('a token that the provider did not sign is refused', async () => {
  const officer = await signInAs(service, 'OFFICER');
  provider.forges = true;
  const browser = new Browser(service);
  assert.equal(await travel(browser, officer.email), '/sign-in');
  assert.equal((await browser.get('/me')).status, 401);
  provider.forges = false;
});

test('what comes back must have been begun in the same browser', async () => {
  const officer = await signInAs(service, 'OFFICER');
  const browser = new Browser(service);
  const begun = await browser.post('/auth/sign-in/social', {
    provider: 'sso',
    callbackURL: '/',
    errorCallbackURL: '/sign-in',
  });
  const other = new Browser(service);
  const back = await other.get(provider.approve(begun.json.url, officer.email), { 'sec-fetch-site': 'cross-site' });
  assert.equal(back.status, 302);
  assert.equal((await other.get('/me')).status, 401);
  const away = new Browser(service);
  const request = { provider: 'sso', callbackURL: 'https://evil.example/', errorCallbackURL: '//evil.example' };
  const led = await away.post('/auth/sign-in/social', request);
  const home = await away.get(provider.approve(led.json.url, officer.email), { 'sec-fetch-site': 'cross-site' });
  assert.equal(new URL(home.headers.get('location') ?? '', away.origin).pathname, '/', 'back here, wherever it said');
  assert.doesNotMatch(home.headers.get('location') ?? '', /evil/);
});
