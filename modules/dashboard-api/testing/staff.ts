import assert from 'node:assert/strict';
import { newId } from '../../../platform/ids.ts';
import type { Role } from '../../../contract/dashboard/index.ts';
import type { TestService } from '../../../server/testing.ts';
import { makeLink } from '../index.ts';

export const PASSWORD = 'teal otter crosses 41 bridges';

export interface Answer {
  status: number;
  text: string;
  headers: Headers;
  // The tests look into answers of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any;
}

/** A browser of a member of staff: keeps cookies, and sends what a browser sends. */
export class Browser {
  readonly origin: string;
  readonly cookies = new Map<string, string>();
  userId = '';

  constructor(service: Pick<TestService, 'production'>) {
    this.origin = new URL(service.production).origin;
  }

  async ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(`${this.origin}${path.startsWith('/dashboard') ? '' : '/dashboard/api'}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(method === 'GET' ? {} : { origin: this.origin, 'x-dashboard': '1' }),
        'sec-fetch-site': 'same-origin',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.cookies.size > 0
          ? { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
          : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';', 1)[0]?.split(/=(.*)/s) ?? [];
      if (value === '' || /max-age=0/i.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const text = await response.text();
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      json = undefined;
    }
    return { status: response.status, text, headers: response.headers, json };
  }

  get = (path: string, headers?: Record<string, string>): Promise<Answer> => this.ask('GET', path, undefined, headers);
  post = (path: string, body: unknown = {}, headers?: Record<string, string>): Promise<Answer> =>
    this.ask('POST', path, body, headers);
  patch = (path: string, body: unknown): Promise<Answer> => this.ask('PATCH', path, body);
  remove = (path: string): Promise<Answer> => this.ask('DELETE', path);

  signIn = (email: string, password = PASSWORD): Promise<Answer> =>
    this.post('/auth/sign-in/email', { email, password });
}

/** The token of a new link. */
export async function newLink(
  service: TestService,
  organizationId: string,
  role: Role,
  email: string | null,
): Promise<string> {
  const { services } = service;
  const { link } = await services.db.transaction((transaction) =>
    makeLink(services, transaction, { organizationId, role, email, invitedBy: null }, services.clock.now(), {
      type: 'OPERATOR',
      id: 'test',
    }),
  );
  return link.split('#')[1] ?? '';
}

/** Somebody new of the organisation, signed in. */
export async function signInAs(
  service: TestService,
  role: Role,
  organizationId = service.organizationId,
): Promise<Browser & { email: string }> {
  const browser = new Browser(service);
  const email = `${role.toLowerCase()}-${newId('usr').slice(-8)}@example.com`;
  const token = await newLink(service, organizationId, role, email);
  const joined = await browser.post('/links/redeem', {
    token,
    account: { name: `Test ${role.toLowerCase()}`, password: PASSWORD },
  });
  assert.equal(joined.status, 200, joined.text);
  browser.userId = joined.json.data.userId;
  return Object.assign(browser, { email });
}
