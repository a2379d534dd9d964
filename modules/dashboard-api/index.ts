import type { FastifyInstance } from 'fastify';
import { DASHBOARD_PREFIX } from '../../contract/dashboard/index.ts';
import { API_VERSION, type Environment } from '../../contract/enums.ts';
import type { Answered } from '../../platform/http/answered.ts';
import type { Door } from '../../platform/http/door.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Module, Services } from '../../platform/module.ts';
import type { RetentionPart } from '../organizations/index.ts';
import type { RateLimiter } from '../../platform/rate-limit/limiter.ts';
import { auditEndpoints } from './audit/routes.ts';
import { ChainVerification } from './audit/verification.ts';
import { makeAuth } from './auth/auth.ts';
import { Staff } from './auth/staff.ts';
import { sweepSignIns } from './auth/store.ts';
import { withViews } from './bridge.ts';
import { creditEndpoints } from './credits/routes.ts';
import { detailEndpoints } from './details/routes.ts';
import { registerFiles } from './files/routes.ts';
import { homeEndpoints } from './home/routes.ts';
import { SignInLimits } from './http/limits.ts';
import { registerLinks } from './http/link-routes.ts';
import { registerSignIn } from './http/sign-in-routes.ts';
import { policyEndpoints } from './policies/routes.ts';
import { TRY_TASK, tryTask } from './policies/try.ts';
import { BULK_TASK, bulkTask } from './queue/bulk/bulk.ts';
import { queueEndpoints } from './queue/routes.ts';
import { Records } from './records.ts';
import { reportEndpoints } from './reports/routes.ts';
import { RequestLog } from './requests/log.ts';
import { requestEndpoints } from './requests/routes.ts';
import { FORGOTTEN_AT_ONCE, forgetRequests } from './requests/store.ts';
import { privacyEndpoints } from './privacy/routes.ts';
import { secretEndpoints, settingEndpoints } from './settings/routes.ts';
import { Hub } from './stream/hub.ts';
import { registerStream } from './stream/routes.ts';
import { teamEndpoints } from './team/routes.ts';

export { requestRetention } from './requests/retention.ts';
export { staffParticipant } from './erasure/participant.ts';
export { addExampleMember } from './team/examples.ts';
export { makeLink, ownerLink } from './team/links.ts';
export { hasOwner } from './team/store.ts';

export interface DashboardModule extends Module {
  /** The ways of staff into their own calls, and into those of the public API. */
  doors(): Door[];
  /** What is not behind a door: signing in, links, streams, files. */
  register(app: FastifyInstance, limiter: RateLimiter): void;
  /** Notes a call of the API, for the list of calls. */
  onAnswered(answered: Answered): void;
}

const WORLDS: readonly (readonly [string, Environment])[] = [
  ['live', 'LIVE'],
  ['test', 'TEST'],
];

/**
 * What the pages of staff ask of the server.
 * @param publicEndpoints of all other modules
 * @param retained what is erased by itself, some time after
 */
export function dashboardModule(
  services: Services,
  publicEndpoints: () => readonly Endpoint[],
  retained: readonly RetentionPart[],
): DashboardModule {
  const auth = makeAuth(services);
  const staff = new Staff(services, auth);
  const records = new Records(publicEndpoints);
  const hub = new Hub(services);
  const chain = new ChainVerification(services);
  const log = new RequestLog(services);
  const account = [
    ...teamEndpoints(services),
    ...auditEndpoints(services, chain, hub),
    ...settingEndpoints(services),
    ...privacyEndpoints(services, retained),
  ];
  const own: readonly Endpoint[] = [
    ...homeEndpoints(services, records),
    ...queueEndpoints(services),
    ...detailEndpoints(services, records),
    ...reportEndpoints(services, records),
    ...policyEndpoints(services),
    ...requestEndpoints(services),
    ...creditEndpoints(services),
    ...secretEndpoints(services),
  ];

  const door = (prefix: string, environment: Environment, endpoints: readonly Endpoint[]): Door => ({
    prefix,
    environment,
    endpoints,
    authenticate: (request) => staff.callerOf(request, environment),
  });

  return {
    name: 'dashboard',
    endpoints: [],
    doors: () => [
      door(DASHBOARD_PREFIX, 'LIVE', account),
      ...WORLDS.flatMap(([word, environment]) => [
        door(`${DASHBOARD_PREFIX}/${word}`, environment, own),
        door(`${DASHBOARD_PREFIX}/${word}/${API_VERSION}`, environment, withViews(services, publicEndpoints())),
      ]),
    ],
    register(app, limiter) {
      const limits = new SignInLimits(limiter, services.vault);
      registerSignIn(app, services, auth, limits);
      registerLinks(app, services, { auth, staff, limits });
      registerFiles(app, services, staff);
      registerStream(app, services, staff, hub);
    },
    tasks: {
      [BULK_TASK]: bulkTask(services, records),
      [TRY_TASK]: tryTask(services, records),
      'dashboard.sweep': async () => sweep(services),
    },
    schedules: [{ task: 'dashboard.sweep', cron: '*/10 * * * *' }],
    onAnswered: (answered) => log.note(answered),
    start: async () => log.start(),
    async stop() {
      await log.stop();
      await chain.stop();
      await hub.stop();
      await auth.close();
    },
  };
}

const DAY_MS = 86_400_000;
const MOST_ROUNDS = 100;

/** Removes what is over: sign-ins, sessions, and calls that were listed long enough. */
async function sweep({ db, clock, config }: Services): Promise<void> {
  const now = clock.now();
  await sweepSignIns(db, now);
  const before = new Date(now.getTime() - config.requestLogDays * DAY_MS);
  // Some at a time, so that no transaction is long; what is left is the next run's.
  for (let rounds = 0; rounds < MOST_ROUNDS; rounds += 1)
    if ((await forgetRequests(db, before)) < FORGOTTEN_AT_ONCE) return;
}
