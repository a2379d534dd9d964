import { DASHBOARD_PREFIX, type Role } from '../../contract/dashboard/index.ts';
import { SCOPES } from '../../contract/enums.ts';
import type { DashboardModule } from '../../modules/dashboard-api/index.ts';
import { createKey, revokeKey } from '../../modules/keys/index.ts';
import { type Actor, systemContext, type Tenant } from '../../platform/context.ts';
import type { Door } from '../../platform/http/door.ts';
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
  read(path: string): Promise<Data>;
  list(path: string): Promise<Data[]>;
  /** What comes next happened so many days ago. */
  daysAgo(days: number): void;
  /** Calls of the pages, in the name of a member of staff. */
  as(person: Colleague): Pick<Sandbox, 'post'>;
  /** Does in this process the work that the examples wait for, where no server does it. */
  work(): Promise<void>;
}

/** Work that examples of the sandbox wait for; nothing of it goes to a network. */
const TASKS =
  /^(verifications\.examine|deepfake\.(start|analyse)|aml\.(batch|sandboxAlert)|kyt\.run_monitor|dashboard\.tryPolicy)$/;
const KEY_LIFE_MS = 3_600_000;

/** A member of staff of the examples. */
export interface Colleague {
  userId: string;
  role: Role;
}

const DAY_MS = 86_400_000;
const BY_STAFF = '/example-staff';

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
  // Examples of weeks gone by are made by the very calls that made them then, at the time of then.
  let shift = 0;
  const shifted: Services = { ...services, clock: { now: () => new Date(clock.now().getTime() - shift) } };
  const modules = plugModules(shifted);
  const endpoints = modules.flatMap((module) => module.endpoints);
  const staff = modules.find((module): module is DashboardModule => 'doors' in module);
  const colleagues = new Map<string, Role>();
  const server = await buildApiServer({
    ...shifted,
    environment: 'TEST',
    endpoints,
    doors: staffDoors(staff, { organizationId, environment: 'TEST' }, colleagues),
    onAnswered: (answered) => staff?.onAnswered(answered),
    limiter: new RateLimiter(db),
    metrics: new HttpMetrics(services.metrics, 'TEST'),
    logger: log,
    trustProxy: false,
    tracing: false,
  });
  const helpers: JobRunner[] = [];

  const call = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<unknown> => {
    return send(method, `/api/v3${path}`, { authorization: `Bearer ${key}` }, body);
  };
  const send = async (
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    headers: Record<string, string>,
    body?: unknown,
  ): Promise<unknown> => {
    const answer = await server.inject({
      method,
      url,
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    const json = answer.json<{ data?: unknown; error?: { code: string; message: string } }>();
    if (json.error) throw new Refused(`${method} ${url} was refused: ${json.error.code}: ${json.error.message}`);
    return json.data;
  };

  try {
    return await use({
      post: async (path, body) => (await call('POST', path, body ?? {})) as Data,
      patch: async (path, body) => (await call('PATCH', path, body)) as Data,
      remove: async (path) => (await call('DELETE', path)) as Data,
      read: async (path) => (await call('GET', path)) as Data,
      list: async (path) => (await call('GET', path)) as Data[],
      daysAgo(days) {
        shift = days * DAY_MS;
      },
      as({ userId, role }) {
        colleagues.set(userId, role);
        const headers = { 'x-person': userId };
        return { post: async (path, body) => (await send('POST', `${BY_STAFF}${path}`, headers, body ?? {})) as Data };
      },
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

/** The doors of staff, for the people of the examples: this server listens to nobody but this process. */
function staffDoors(staff: DashboardModule | undefined, tenant: Tenant, colleagues: ReadonlyMap<string, Role>): Door[] {
  const own = (staff?.doors() ?? []).filter(({ prefix }) => prefix.startsWith(`${DASHBOARD_PREFIX}/test`));
  return own.map((door) => ({
    ...door,
    prefix: BY_STAFF + door.prefix.slice(`${DASHBOARD_PREFIX}/test`.length),
    authenticate: (request) => {
      const userId = String(request.headers['x-person']);
      const role = colleagues.get(userId);
      if (!role) throw new Error('There is no such member of the examples');
      return Promise.resolve({
        ...tenant,
        actor: { type: 'USER', id: userId },
        plan: 'ENTERPRISE',
        scopes: SCOPES,
        limits: { subject: `user:${userId}`, perMinute: 600, perDay: null },
        staff: { sessionId: '', role },
        require: () => {},
      });
    },
  }));
}
