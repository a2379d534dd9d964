import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { type Environment, type Plan, SCOPES, type Scope } from '../contract/enums.ts';
import { createKey } from '../modules/keys/index.ts';
import { createOrganization } from '../modules/organizations/index.ts';
import { readConfig } from '../platform/config/config.ts';
import { type Clock, systemContext } from '../platform/context.ts';
import type { Services } from '../platform/module.ts';
import { type App, type LiveEngines, startApp } from './app.ts';
import { createServices } from './services.ts';

/** For tests: the whole service in this process, on a database of its own, listening on free ports of loopback. */
export interface TestService {
  services: Services;
  app: App;
  organizationId: string;
  liveKey: string;
  testKey: string;
  /** Base addresses, ending in /api/v3. */
  production: string;
  sandbox: string;
  databaseUrl: string;
  call(request: TestRequest): Promise<TestResponse>;
  addOrganization(options?: { plan?: Plan; credits?: number; name?: string }): Promise<TestOrganization>;
  addKey(organizationId: string, environment: Environment, scopes?: readonly Scope[]): Promise<string>;
  close(): Promise<void>;
}

export interface TestOrganization {
  organizationId: string;
  liveKey: string;
  testKey: string;
}

export interface TestRequest {
  method?: string;
  path: string;
  body?: unknown;
  key?: string | null;
  /** Default LIVE. */
  environment?: Environment;
  headers?: Record<string, string>;
}

export interface TestResponse {
  status: number;
  headers: Headers;
  text: string;
  // The tests look into answers of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any;
}

export interface TestOptions {
  env?: Record<string, string>;
  role?: { api: boolean; worker: boolean };
  plan?: Plan;
  credits?: number;
  /** Use this database instead of a fresh one (several processes on one). */
  databaseUrl?: string;
  logTo?: (line: string) => void;
  /** The process's clock, for tests of what happens when it steps. */
  clock?: Clock;
  /** Examine in production with these. */
  engines?: LiveEngines | ((services: Services) => LiveEngines);
}

export async function startTestService(options: TestOptions = {}): Promise<TestService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cvs-test-'));
  const database = options.databaseUrl ? null : await createTestDatabase();
  const databaseUrl = options.databaseUrl ?? database?.url ?? '';
  const config = readConfig({
    DATA_DIR: dataDir,
    PORT: '0',
    SANDBOX_PORT: '0',
    ADMIN_PORT: '0',
    SANDBOX_DELAY_MS: '50',
    DATABASE_POOL: '8',
    LISTS_AUTO_UPDATE: 'false',
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    ...options.env,
  });
  const logTo = options.logTo;
  const log = logTo
    ? pino({ level: 'debug' }, { write: (line: string) => logTo(line) })
    : pino({ level: process.env['TEST_LOG'] ?? 'fatal' });
  const services = await createServices(config, databaseUrl, {
    log,
    ...(options.clock ? { clock: options.clock } : {}),
  });
  const engines = typeof options.engines === 'function' ? options.engines(services) : options.engines;
  const app = await startApp(services, options.role ?? { api: true, worker: true }, engines);
  for (const server of [app.production, app.sandbox]) await server?.listen({ host: '127.0.0.1', port: 0 });
  const address = (server: App['production']): string =>
    server ? `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/api/v3` : '';
  const production = address(app.production);
  const sandbox = address(app.sandbox);

  const addKey: TestService['addKey'] = async (organizationId, environment, scopes = SCOPES) =>
    services.db.transaction(async (transaction) => {
      const context = systemContext({ organizationId, environment }, new Date());
      return (await createKey(transaction, context, { name: 'test', scopes, expiresAt: null })).key;
    });
  const addOrganization: TestService['addOrganization'] = async (given = {}) => {
    const organizationId = await services.db.transaction((transaction) =>
      createOrganization(
        transaction,
        { name: given.name ?? 'Test', plan: given.plan ?? 'ENTERPRISE', credits: given.credits ?? 10_000 },
        new Date(),
        { type: 'SYSTEM', id: 'test' },
      ),
    );
    return {
      organizationId,
      liveKey: await addKey(organizationId, 'LIVE'),
      testKey: await addKey(organizationId, 'TEST'),
    };
  };
  const organization = await addOrganization({
    plan: options.plan ?? 'ENTERPRISE',
    credits: options.credits ?? 10_000,
  });

  const call: TestService['call'] = async (request) => {
    const live = (request.environment ?? 'LIVE') === 'LIVE';
    const key = request.key === undefined ? (live ? organization.liveKey : organization.testKey) : request.key;
    const isText = typeof request.body === 'string' || request.body instanceof FormData;
    const response = await fetch((live ? production : sandbox) + request.path, {
      method: request.method ?? (request.body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(request.body === undefined || request.body instanceof FormData
          ? {}
          : { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(request.body === undefined
        ? {}
        : { body: isText ? (request.body as string | FormData) : JSON.stringify(request.body) }),
    });
    const text = await response.text();
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      json = undefined;
    }
    return { status: response.status, headers: response.headers, text, json };
  };

  return {
    services,
    app,
    ...organization,
    production,
    sandbox,
    databaseUrl,
    call,
    addOrganization,
    addKey,
    async close() {
      await app.stop();
      await services.db.close();
      await database?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * A database of its own for a test file, in the server that TEST_DATABASE_URL names (the test command starts one).
 */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const base = process.env['TEST_DATABASE_URL'];
  if (!base) throw new Error('TEST_DATABASE_URL is not set: run tests with `npm test` or `npm test -- <file>`');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const admin = async (statement: string): Promise<number> => {
    const client = new pg.Client({ connectionString: base });
    await client.connect();
    try {
      return (await client.query(statement)).rows.length;
    } finally {
      await client.end();
    }
  };
  await admin(`create database ${name}`);
  const url = new URL(base);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async drop() {
      // A connection that is just closing must not be killed: its end would be an error in the middle of no test.
      for (let tries = 0; tries < 20; tries += 1) {
        const open = await admin(`select 1 from pg_stat_activity where datname = '${name}'`);
        if (open === 0) break;
        await new Promise((resolve) => {
          setTimeout(resolve, 25);
        });
      }
      await admin(`drop database if exists ${name} with (force)`);
    },
  };
}

/** Waits until `check` gives something, or fails after `timeoutMs`. */
export async function eventually<T>(
  check: () => Promise<T | undefined | false | null>,
  timeoutMs = 10_000,
): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const found = await check();
    if (found) return found;
    if (Date.now() > end) throw new Error(`Nothing came of it within ${timeoutMs} ms`);
    await new Promise((resolve) => {
      setTimeout(resolve, 25);
    });
  }
}
