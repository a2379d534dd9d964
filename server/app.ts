import type { FastifyInstance } from 'fastify';
import type { Environment } from '../contract/enums.ts';
import { amlModule, screeningRetention } from '../modules/aml/index.ts';
import { applicantRetention, applicantsModule, type ApplicantParticipant } from '../modules/applicants/index.ts';
import { creditsModule } from '../modules/credits/index.ts';
import {
  type DashboardModule,
  dashboardModule,
  requestRetention,
  staffParticipant,
} from '../modules/dashboard-api/index.ts';
import { deepfakeModule, examinedMediaRetention, type ForensicsEngine } from '../modules/deepfake/index.ts';
import { keysModule } from '../modules/keys/index.ts';
import { kytModule } from '../modules/kyt/index.ts';
import { retentionModule } from '../modules/organizations/index.ts';
import {
  mediaRetention,
  type VerificationEngine,
  type VerificationsModule,
  verificationsModule,
} from '../modules/verifications/index.ts';
import { webhooksModule } from '../modules/webhooks/index.ts';
import { Housekeeping } from '../platform/housekeeping/housekeeping.ts';
import { buildApiServer } from '../platform/http/server.ts';
import { type JobRunner, startJobs } from '../platform/jobs/runner.ts';
import type { TaskList } from '../platform/jobs/jobs.ts';
import type { Module, Services } from '../platform/module.ts';
import { HttpMetrics } from '../platform/observability/metrics.ts';
import { RateLimiter } from '../platform/rate-limit/limiter.ts';
import { registerCapture } from './capture/index.ts';
import { registerServerMetrics } from './metrics.ts';
import { registerDashboard } from './dashboard/index.ts';
import { registerPages } from './pages.ts';

/** What production examines with; without one its endpoint answers 503. */
export interface LiveEngines {
  verification?: VerificationEngine;
  forensics?: ForensicsEngine;
}

/** Which module is plugged in where. */
export function plugModules(services: Services, engines: LiveEngines = {}): Module[] {
  const participants: ApplicantParticipant[] = [];
  const verifications = verificationsModule(services, engines.verification);
  const aml = amlModule(services);
  const kyt = kytModule(services);
  participants.push(staffParticipant, verifications.participant, aml.participant, kyt.participant);
  const retained = [
    mediaRetention(services),
    applicantRetention(services, () => participants),
    screeningRetention(services),
    examinedMediaRetention(services),
    requestRetention(services),
  ];
  const modules = [
    keysModule(services),
    creditsModule(services),
    applicantsModule(services, () => participants),
    verifications,
    aml,
    kyt,
    deepfakeModule(services, engines.forensics),
    webhooksModule(services),
    retentionModule(services, retained),
  ];
  const endpoints = modules.flatMap((module) => module.endpoints);
  return [...modules, dashboardModule(services, () => endpoints, retained)];
}

export interface App {
  modules: readonly Module[];
  /** The public servers, not yet listening; none in a pure worker. */
  production: FastifyInstance | null;
  sandbox: FastifyInstance | null;
  /** Whether background work runs where this process has the worker's role. */
  workersReady(): boolean;
  stop(): Promise<void>;
}

/** Builds and starts everything of the given roles except listening. */
export async function startApp(
  services: Services,
  role: { api: boolean; worker: boolean },
  engines: LiveEngines = {},
): Promise<App> {
  registerServerMetrics(services);
  const modules = plugModules(services, engines);
  const housekeeping = new Housekeeping(services);
  const limiter = new RateLimiter(services.db);
  let shared: HttpMetrics | undefined;
  const endpoints = modules.flatMap((module) => module.endpoints);
  const staff = modules.filter(isForStaff);
  const server = async (environment: Environment): Promise<FastifyInstance> => {
    // The pages of staff, with both environments, are on the production port.
    const pages = environment === 'LIVE' ? staff : [];
    const metrics = new HttpMetrics(services.metrics, environment, shared);
    shared ??= metrics;
    const app = await buildApiServer({
      ...services,
      environment,
      endpoints,
      doors: pages.flatMap((module) => module.doors()),
      onAnswered: (answered) => staff.forEach((module) => module.onAnswered(answered)),
      limiter,
      metrics,
      logger: services.log,
      trustProxy: services.config.trustProxy,
      tracing: services.config.otlpEndpoint !== null,
      timeouts: { headersMs: services.config.headersTimeoutMs, bodyMs: services.config.bodyTimeoutMs },
    });
    await registerPages(app, services.config, environment);
    for (const module of pages) module.register(app, limiter);
    if (environment === 'LIVE') await registerDashboard(app);
    for (const { capture } of modules.filter(hasCapture)) {
      await registerCapture(app, { services, limiter, environment, capture });
    }
    return app;
  };
  const production = role.api ? await server('LIVE') : null;
  const sandbox = role.api ? await server('TEST') : null;
  for (const module of modules) await module.start?.(role);
  const jobs = role.worker ? await startWorker(services, modules) : null;
  housekeeping.start();
  return {
    modules,
    production,
    sandbox,
    workersReady: () => !role.worker || (jobs?.running() ?? false),
    async stop() {
      await Promise.all([production?.close(), sandbox?.close()]);
      await jobs?.stop();
      await Promise.all(modules.map(async (module) => module.stop?.()));
      await housekeeping.stop();
    },
  };
}

const isForStaff = (module: Module): module is DashboardModule => 'doors' in module;

const hasCapture = (module: Module): module is VerificationsModule => 'capture' in module;

async function startWorker(services: Services, modules: readonly Module[]): Promise<JobRunner> {
  const tasks: TaskList = Object.assign({}, ...modules.map((module) => module.tasks ?? {})) as TaskList;
  const seconds = services.metrics.histogram(
    'job_duration_seconds',
    'Time of background jobs',
    ['task', 'outcome'],
    [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120],
  );
  return startJobs({
    db: services.db,
    tasks,
    schedules: modules.flatMap((module) => module.schedules ?? []),
    concurrency: services.config.workerConcurrency,
    log: services.log,
    onJob: (task, outcome, duration) => seconds.observe({ task, outcome }, duration),
  });
}
