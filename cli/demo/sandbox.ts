import { SCOPES } from '../../contract/enums.ts';
import { createKey, revokeKey } from '../../modules/keys/index.ts';
import { type Actor, systemContext } from '../../platform/context.ts';
import { buildApiServer } from '../../platform/http/server.ts';
import { type JobRunner, startJobs } from '../../platform/jobs/runner.ts';
import type { TaskList } from '../../platform/jobs/jobs.ts';
import type { Services } from '../../platform/module.ts';
import { HttpMetrics } from '../../platform/observability/metrics.ts';
import { RateLimiter } from '../../platform/rate-limit/limiter.ts';
import { plugModules } from '../../server/app.ts';
import { Refused } from '../command.ts';

/** What an answer of the API holds; the examples read identifiers and states out of it. */
export type Data = Readonly<Record<string, unknown>>;

/** The sandbox of one organisation, called as a client calls it, within this process. */
export interface Sandbox {
  post(path: string, body?: unknown): Promise<Data>;
  patch(path: string, body: unknown): Promise<Data>;
  remove(path: string): Promise<Data>;
  list(path: string): Promise<Data[]>;
  /** Does in this process the work that the examples wait for, where no server does it. */
  work(): Promise<void>;
}

/** Work that examples of the sandbox wait for; nothing of it goes to a network. */
const TASKS = /^(verifications\.examine|deepfake\.(start|analyse)|aml\.(batch|sandboxAlert)|kyt\.run_monitor)$/;
const KEY_LIFE_MS = 3_600_000;

/** Runs `use` with the sandbox of an organisation, by a key that lives as long as that. */
export async function withSandbox<T>(
  services: Services,
  organizationId: string,
  actor: Actor,
  use: (sandbox: Sandbox) => Promise<T>,
): Promise<T> {
  const { db, clock, log } = services;
  const context = () => systemContext({ organizationId, environment: 'TEST' }, clock.now(), actor);
  const { key, row } = await db.transaction((transaction) => {
    const of = context();
    const expiresAt = new Date(of.now.getTime() + KEY_LIFE_MS);
    return createKey(transaction, of, { name: 'Examples', scopes: SCOPES, expiresAt });
  });
  const modules = plugModules(services);
  const server = await buildApiServer({
    ...services,
    environment: 'TEST',
    endpoints: modules.flatMap((module) => module.endpoints),
    limiter: new RateLimiter(db),
    metrics: new HttpMetrics(services.metrics, 'TEST'),
    logger: log,
    trustProxy: false,
    tracing: false,
  });
  const helpers: JobRunner[] = [];

  const call = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<unknown> => {
    const answer = await server.inject({
      method,
      url: `/api/v3${path}`,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    const json = answer.json<{ data?: unknown; error?: { code: string; message: string } }>();
    if (json.error) throw new Refused(`${method} ${path} was refused: ${json.error.code}: ${json.error.message}`);
    return json.data;
  };

  try {
    return await use({
      post: async (path, body) => (await call('POST', path, body ?? {})) as Data,
      patch: async (path, body) => (await call('PATCH', path, body)) as Data,
      remove: async (path) => (await call('DELETE', path)) as Data,
      list: async (path) => (await call('GET', path)) as Data[],
      async work() {
        const all: TaskList = Object.assign({}, ...modules.map((module) => module.tasks ?? {})) as TaskList;
        const tasks = Object.fromEntries(Object.entries(all).filter(([name]) => TASKS.test(name)));
        if (helpers.length === 0) helpers.push(await startJobs({ db, tasks, schedules: [], concurrency: 2, log }));
      },
    });
  } finally {
    for (const helper of helpers) await helper.stop();
    await server.close();
    await Promise.all(modules.map(async (module) => module.stop?.()));
    await db.transaction((transaction) => revokeKey(transaction, context(), row.id));
  }
}
