import type { Module, Services } from '../../platform/module.ts';
import type { ApplicantParticipant } from '../applicants/index.ts';
import { schedules, type Strategies, walletTasks } from './jobs.ts';
import { noChainData } from './live.ts';
import { walletEndpoints } from './routes.ts';
import { sandboxStrategy } from './sandbox.ts';
import { forgetApplicant } from './store.ts';
import type { WalletStrategy } from './strategy.ts';

export type { Assessment, WalletStrategy } from './strategy.ts';
export type { Wallet } from './wallet.ts';

export interface KytModule extends Module {
  participant: ApplicantParticipant;
}

/**
 * Wallets: checked once, and watched over time.
 * @param live what production looks addresses up in
 */
export function kytModule(services: Services, live: WalletStrategy = noChainData): KytModule {
  const strategies: Strategies = { LIVE: live, TEST: sandboxStrategy };
  return {
    name: 'kyt',
    endpoints: walletEndpoints(services, strategies),
    tasks: walletTasks(services, strategies),
    schedules,
    participant: {
      erase: (transaction, tenant, applicantId) => forgetApplicant(transaction, tenant, applicantId),
    },
  };
}
