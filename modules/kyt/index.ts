import { DEFAULT_POLICY } from '../../engines/wallets/index.ts';
import type { Module, Services } from '../../platform/module.ts';
import type { ApplicantParticipant } from '../applicants/index.ts';
import { schedules, type Strategies, walletTasks } from './jobs.ts';
import { liveStrategy } from './live/live.ts';
import { chainStates, labelState } from './live/store.ts';
import { providerTasks, schedulesOf } from './providers/pending.ts';
import { ChainProviders } from './providers/providers.ts';
import { withProviders } from './providers/strategy.ts';
import { walletEndpoints } from './routes.ts';
import { sandboxStrategy } from './sandbox.ts';
import { forgetApplicant } from './store.ts';

export { CHAIN_FORMATS, type ChainImportOptions, type ChainImportResult, importChain } from './chain/import-chain.ts';
export {
  importLabels,
  LABEL_FORMATS,
  type LabelsImportOptions,
  type LabelsImportResult,
} from './labels/import-labels.ts';
export { ImportRefused } from './refused.ts';

export interface KytModule extends Module {
  participant: ApplicantParticipant;
}

/** Wallets: checked once, and watched over time; production looks them up in imported labels and chain data. */
export function kytModule(services: Services): KytModule {
  const providers = new ChainProviders(services);
  const live = withProviders(
    liveStrategy(DEFAULT_POLICY, (db, blockchain) => providers.maskOf(db, blockchain)),
    providers,
  );
  const strategies: Strategies = { LIVE: live, TEST: sandboxStrategy };
  return {
    name: 'kyt',
    endpoints: walletEndpoints(services, strategies),
    tasks: { ...walletTasks(services, strategies), ...providerTasks(services, live, providers) },
    schedules: [...schedules, ...schedulesOf(providers)],
    stop: () => providers.close(),
    participant: {
      erase: (transaction, tenant, applicantId) => forgetApplicant(transaction, tenant, applicantId),
    },
    report: async () => {
      const [chains, labels] = await Promise.all([chainStates(services.db), labelState(services.db)]);
      return {
        chainData: chains.map(({ latestAt, ...chain }) => ({ ...chain, latestAt: latestAt?.toISOString() ?? null })),
        walletLabels: labels,
        ...(providers.any ? { chainProviders: providers.report() } : {}),
      };
    },
  };
}
