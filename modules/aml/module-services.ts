import type { Tenant } from '../../platform/context.ts';
import type { Services } from '../../platform/module.ts';
import { liveStrategy } from './live.ts';
import { sandboxStrategy } from './sandbox.ts';
import { Watchlists } from './search/watchlists.ts';
import type { Strategy } from './strategy.ts';

/** What the parts of this module share. */
export interface AmlServices extends Services {
  watchlists: Watchlists;
  /** Lists and engine in production, rules in the sandbox. */
  strategyOf(tenant: Tenant): Strategy;
}

export function amlServices(services: Services): AmlServices {
  const watchlists = new Watchlists(services);
  const live = liveStrategy(watchlists);
  return {
    ...services,
    watchlists,
    strategyOf: ({ environment }) => (environment === 'LIVE' ? live : sandboxStrategy),
  };
}
