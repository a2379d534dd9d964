import type { FastifyInstance } from 'fastify';
import { DASHBOARD_PREFIX } from '../../contract/dashboard/index.ts';
import { API_VERSION, type Environment } from '../../contract/enums.ts';
import type { Door } from '../../platform/http/door.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Module, Services } from '../../platform/module.ts';
import type { RateLimiter } from '../../platform/rate-limit/limiter.ts';
import { makeAuth } from './auth/auth.ts';
import { Staff } from './auth/staff.ts';
import { sweepSignIns } from './auth/store.ts';
import { withViews } from './bridge.ts';
import { SignInLimits } from './http/limits.ts';
import { registerLinks } from './http/link-routes.ts';
import { registerSignIn } from './http/sign-in-routes.ts';
import { teamEndpoints } from './team/routes.ts';

export { makeLink, ownerLink } from './team/links.ts';
export { hasOwner } from './team/store.ts';

export interface DashboardModule extends Module {
  /** The ways of staff into their own calls, and into those of the public API. */
  doors(publicEndpoints: readonly Endpoint[]): Door[];
  /** What is not behind a door: signing in, links, streams, files. */
  register(app: FastifyInstance, limiter: RateLimiter): void;
}

const WORLDS: readonly (readonly [string, Environment])[] = [
  ['live', 'LIVE'],
  ['test', 'TEST'],
];

/** What the pages of staff ask of the server. */
export function dashboardModule(services: Services): DashboardModule {
  const auth = makeAuth(services);
  const staff = new Staff(services, auth);
  const account = teamEndpoints(services);
  const own: readonly Endpoint[] = [];

  const door = (prefix: string, environment: Environment, endpoints: readonly Endpoint[]): Door => ({
    prefix,
    environment,
    endpoints,
    authenticate: (request) => staff.callerOf(request, environment),
  });

  return {
    name: 'dashboard',
    endpoints: [],
    doors: (publicEndpoints) => [
      door(DASHBOARD_PREFIX, 'LIVE', account),
      ...WORLDS.flatMap(([word, environment]) => [
        door(`${DASHBOARD_PREFIX}/${word}`, environment, own),
        door(`${DASHBOARD_PREFIX}/${word}/${API_VERSION}`, environment, withViews(services, publicEndpoints)),
      ]),
    ],
    register(app, limiter) {
      const limits = new SignInLimits(limiter, services.vault);
      registerSignIn(app, services, auth, limits);
      registerLinks(app, services, { auth, staff, limits });
    },
    tasks: { 'dashboard.sweep': async () => sweepSignIns(services.db, services.clock.now()) },
    schedules: [{ task: 'dashboard.sweep', cron: '*/10 * * * *' }],
    stop: async () => auth.close(),
  };
}
