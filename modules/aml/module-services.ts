import type { Tenant } from '../../platform/context.ts';
import type { Services } from '../../platform/module.ts';
import { liveStrategy } from './live.ts';
import { sandboxStrategy } from './sandbox.ts';
import { Watchlists } from './search/watchlists.ts';
import type { Strategy } from './strategy.ts';
import { SuppressedSubjects } from './suppressed-subjects.ts';

/** What the parts of this module share. */
export interface AmlServices extends Services {
  watchlists: Watchlists;
  suppressedSubjects: SuppressedSubjects;
  /** Lists and engine in production, rules in the sandbox. */
  strategyOf(tenant: Tenant): Strategy;
}

export function amlServices(services: Services): AmlServices {
  const watchlists = new Watchlists(services);
  const live = liveStrategy(watchlists);
  return {
    ...services,
    watchlists,
    suppressedSubjects: new SuppressedSubjects(services.db),
    strategyOf: ({ environment }) => (environment === 'LIVE' ? live : sandboxStrategy),
  };
}
