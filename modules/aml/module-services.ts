import type { Tenant } from '../../platform/context.ts';
import type { Services } from '../../platform/module.ts';
import { liveStrategy } from './live.ts';
import { sandboxStrategy } from './sandbox.ts';
import { WatchedIndex } from './monitors/watched-index.ts';
import { Watchlists } from './search/watchlists.ts';
import type { Strategy } from './strategy.ts';
import { OwnLists } from './own/serving.ts';
import { OwnStates } from './own/states.ts';

/** What the parts of this module share. */
export interface AmlServices extends Services {
  watchlists: Watchlists;
  ownStates: OwnStates;
  watchedIndex: WatchedIndex;
  /** Lists and engine in production, rules in the sandbox. */
  strategyOf(tenant: Tenant): Strategy;
}

export function amlServices(services: Services): AmlServices {
  const watchlists = new Watchlists(services);
  const live = liveStrategy(watchlists, new OwnLists(services.db, watchlists));
  return {
    ...services,
    watchlists,
    ownStates: new OwnStates(services.db),
    watchedIndex: new WatchedIndex(services.db.connectionString),
    strategyOf: ({ environment }) => (environment === 'LIVE' ? live : sandboxStrategy),
  };
}
