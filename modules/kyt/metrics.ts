import type { Services } from '../../platform/module.ts';
import { CHECKS } from './events.ts';
import { chainStates, labelState } from './live/store.ts';
import type { ChainProviders } from './providers/providers.ts';

/** What an operator watches of wallets: what checks come to, how old the data are, and whether providers answer. */
export function registerWalletMetrics(
  { metrics, db, clock }: Pick<Services, 'metrics' | 'db' | 'clock'>,
  providers: ChainProviders,
): void {
  metrics.tallied(
    'kyt_checks_total',
    'Finished wallet checks by risk level',
    ['environment', 'level'],
    db.tallies,
    CHECKS,
  );
  metrics.gauge('chain_data_height', 'Block that imported chain data go up to', ['blockchain'], async (set) => {
    for (const { blockchain, height } of await chainStates(db)) if (height !== null) set({ blockchain }, height);
  });
  metrics.gauge(
    'chain_data_age_seconds',
    'Time since the latest payment of imported chain data',
    ['blockchain'],
    async (set) => {
      const now = clock.now().getTime();
      for (const { blockchain, latestAt } of await chainStates(db)) {
        if (latestAt) set({ blockchain }, Math.max(0, (now - latestAt.getTime()) / 1000));
      }
    },
  );
  metrics.gauge('wallet_labels', 'Labels of wallets, of all packs', [], async (set) => {
    set({}, (await labelState(db)).labels);
  });
  metrics.gauge(
    'chain_provider_up',
    'Whether a live provider of chain data answered when it was last asked; absent where it was not asked yet',
    ['blockchain'],
    (set) => {
      for (const { blockchain, answers } of providers.report())
        if (answers !== null) set({ blockchain }, Number(answers));
    },
  );
}
