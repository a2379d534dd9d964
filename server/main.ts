import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { ownerLink } from '../modules/dashboard-api/index.ts';
import { ensureFirstOrganization } from '../modules/organizations/index.ts';
import { type Config, readConfig } from '../platform/config/config.ts';
import { buildAdminServer, type Readiness } from '../platform/observability/admin-server.ts';
import { describeError } from '../platform/observability/describe-error.ts';
import { startTracing, type StopTracing } from '../platform/observability/tracing.ts';
import type { Services } from '../platform/module.ts';
import { LiveForensics, readTrustList } from '../modules/deepfake/index.ts';
import { LiveEngine, readIdentityModels, SelfieForensics } from '../modules/verifications/index.ts';
import { confinement, removeLeftFolders } from '../platform/isolation/index.ts';
import { type App, startApp } from './app.ts';
import { announceStart, printFirstKeys } from './announce.ts';
import { dashboardPages } from './dashboard/index.ts';
import { type DatabaseProcess, openDatabaseProcess } from './database.ts';
import { createServices } from './services.ts';
import { explainStartFailure } from './startup-error.ts';

const VERSION = '0.1.0';

/** How long a stop may take before the process ends itself. */
const STOP_MS = 9_500;

interface Running {
  admin: FastifyInstance | null;
  database: DatabaseProcess | null;
  services: Services | null;
  app: App | null;
  listening: boolean;
  stopTracing: StopTracing | null;
}

const running: Running = {
  admin: null,
  database: null,
  services: null,
  app: null,
  listening: false,
  stopTracing: null,
};
let stopping: Promise<void> | null = null;

async function readiness(): Promise<Readiness> {
  const { services, app } = running;
  if (stopping) return { ready: false, reasons: ['stopping'], report: {} };
  if (!services || !app || !running.listening) return { ready: false, reasons: ['starting'], report: {} };
  const reasons: string[] = [];
  if (!(await services.db.ping())) reasons.push('the database does not answer');
  if (!app.workersReady()) reasons.push('the background workers do not run');
  const reports = await Promise.all(
    app.modules.map(async (module) => {
      try {
        return (await module.report?.()) ?? {};
      } catch {
        return { [module.name]: 'unknown' };
      }
    }),
  );
  return { ready: reasons.length === 0, reasons, report: Object.assign({}, ...reports) as Record<string, unknown> };
}

async function start(config: Config, log: pino.Logger): Promise<void> {
  const lost = (error: Error): void => {
    log.fatal({ error: describeError(error) }, 'the database is lost');
    void stop(log).then(() => process.exit(1));
  };
  running.admin = buildAdminServer({ metrics: () => running.services?.metrics ?? null, readiness });
  await running.admin.listen({ host: config.adminHost, port: config.adminPort });
  if (config.otlpEndpoint !== null) running.stopTracing = await startTracing(config.otlpEndpoint, VERSION);
  running.database = await openDatabaseProcess(config, log, lost);
  const services = await createServices(config, running.database.connectionString, { log });
  running.services = services;
  const firstKeys = await ensureFirstOrganization(services);
  await prepareIsolation(config, log);
  const role = { api: config.role !== 'worker', worker: config.role !== 'api' };
  const forensics = new LiveForensics(services, { trust: readTrustList(config.contentCredentialsTrust) });
  const verification = new LiveEngine(services, {
    others: new SelfieForensics(forensics),
    models: readIdentityModels(config.identityModels),
  });
  const app = await startApp(services, role, { verification, forensics });
  running.app = app;
  await app.production?.listen({ host: config.host, port: config.port });
  await app.sandbox?.listen({ host: config.host, port: config.sandboxPort });
  announceStart(config, log);
  // So that the first visitor need not wait for them to be made.
  if (app.production) {
    dashboardPages.get().catch((error: unknown) => {
      log.error({ error: describeError(error) }, 'the dashboard pages could not be made');
    });
  }
  if (firstKeys) {
    const actor = { type: 'SYSTEM', id: 'first-start' } as const;
    const { link } = await ownerLink(services, firstKeys.organizationId, actor);
    printFirstKeys(firstKeys, link);
  }
  // Ready only when all that is told once has been told.
  running.listening = true;
}

/** Clears what processes of a killed service left behind, and says where examinations are not cut off from the network. */
async function prepareIsolation(config: Config, log: pino.Logger): Promise<void> {
  if (config.role === 'api') return;
  await removeLeftFolders();
  const { network } = await confinement();
  if (network === 'HOST') {
    log.warn(
      'this machine allows no network namespaces: pictures are examined with limits, but not cut off from the network',
    );
  }
}

/** Stops taking requests, lets those that run end, stops the workers, then the database. */
function stop(log: pino.Logger): Promise<void> {
  stopping ??= (async () => {
    const deadline = setTimeout(() => {
      log.error('the stop took too long; the process ends now');
      process.exit(1);
    }, STOP_MS);
    deadline.unref();
    await running.app?.stop();
    await running.services?.db.close();
    await running.database?.stop();
    await running.stopTracing?.().catch(() => {});
    await running.admin?.close();
    clearTimeout(deadline);
  })();
  return stopping;
}

async function main(): Promise<void> {
  let log = pino({ level: 'info' });
  try {
    const config = readConfig();
    log = pino({ level: config.logLevel, base: { role: config.role } });
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        log.info({ signal }, 'stopping');
        void stop(log).then(() => process.exit(0));
      });
    }
    process.on('unhandledRejection', (error) => {
      log.fatal({ error: describeError(error) }, 'unhandled rejection');
      void stop(log).then(() => process.exit(1));
    });
    await start(config, log);
  } catch (error) {
    if (stopping) return;
    const explanation = explainStartFailure(error);
    if (explanation === null) log.fatal({ error: describeError(error) }, 'the start failed');
    else process.stderr.write(`${explanation}\n`);
    await stop(log).catch(() => {});
    process.exitCode = 1;
    process.exit();
  }
}

await main();
