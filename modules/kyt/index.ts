import { DEFAULT_POLICY } from '../../engines/wallets/index.ts';
import { Database } from '../../platform/database/database.ts';
import { Gathering } from '../../platform/database/gathering.ts';
import type { Module, Services } from '../../platform/module.ts';
import { describeError } from '../../platform/observability/describe-error.ts';
import type { ApplicantParticipant } from '../applicants/index.ts';
import { WalletGraphs } from './graph/memory/graphs.ts';
import { schedules, type Strategies, walletTasks } from './jobs.ts';
import { type LiveData, liveStrategy } from './live/live.ts';
import { chainStates, labelState } from './live/store.ts';
import { registerWalletMetrics } from './metrics.ts';
import { Policies, underPolicies } from './policies/policies.ts';
import { providerTasks, schedulesOf } from './providers/pending.ts';
import { ChainProviders } from './providers/providers.ts';
import { withProviders } from './providers/strategy.ts';
import { walletEndpoints } from './routes.ts';
import { sandboxStrategy } from './sandbox.ts';
import { applicantsCheckedSince, forgetApplicant } from './store.ts';

export { CHAIN_FORMATS } from './chain/formats.ts';
export { type ChainImportOptions, type ChainImportResult, importChain } from './chain/import-chain.ts';
export {
  importLabels,
  LABEL_FORMATS,
  type LabelsImportOptions,
  type LabelsImportResult,
} from './labels/import-labels.ts';
export { policyInForce, PolicyRefused, setPolicy } from './policies/policies.ts';
export { parseAmount } from './assets.ts';
export { dustOf } from './live/dust.ts';
export { ImportRefused } from './refused.ts';
export { type Trace, type TracedPart, tracePayment } from './trace/trace-payment.ts';
export { type CheckReplay, CheckReplayImpossible, replayCheck } from './replay.ts';

/** Connections for walks: two directions of two checks at once; the others wait for them, and they for nothing. */
const READS = 4;
/** Connections for short questions about many addresses at once. */
const QUESTIONS = 4;

export interface KytModule extends Module {
  participant: ApplicantParticipant;
}

/** Wallets: checked once, and watched over time; production looks them up in imported labels and chain data. */
export function kytModule(services: Services): KytModule {
  const providers = new ChainProviders(services);
  const readsOf = (max: number): Database =>
    new Database({
      connectionString: services.db.connectionString,
      max,
      applicationName: 'compliance-wallets',
      plannedOnce: true,
      onConnectionError: (error) =>
        services.log.warn({ error: describeError(error) }, 'a connection that wallets are looked up over was lost'),
    });
  const reads = readsOf(READS);
  const questions = readsOf(QUESTIONS);
  const gathered = new Gathering(questions);
  const graphs =
    services.config.walletGraphMemoryMb === 0
      ? null
      : new WalletGraphs({
          db: reads,
          log: services.log,
          bytes: services.config.walletGraphMemoryMb * 2 ** 20,
          minimumConfidence: DEFAULT_POLICY.minimumConfidence,
        });
  const data: LiveData = {
    db: services.db,
    questions: gathered,
    reads,
    graphs,
    maskOf: (db, blockchain) => providers.maskOf(db, blockchain),
  };
  const samples = services.metrics.counter(
    'kyt_monitor_samples_total',
    'Watched addresses scored from nothing, against what their monitors say',
    ['outcome'],
  );
  registerWalletMetrics(services, providers);
  const policies = new Policies(services.db, services.clock);
  const live = withProviders(
    underPolicies(policies, (policy) => liveStrategy(policy, data)),
    providers,
  );
  const fromNothing = withProviders(
    underPolicies(policies, (policy) => liveStrategy(policy, { ...data, graphs: null })),
    providers,
  );
  const strategies: Strategies = { LIVE: live, TEST: sandboxStrategy };
  return {
    name: 'kyt',
    endpoints: walletEndpoints(services, strategies, gathered),
    tasks: {
      ...walletTasks(services, strategies, fromNothing, { checked: (outcome) => samples.inc({ outcome }) }),
      ...providerTasks(services, live, providers),
    },
    schedules: [...schedules, ...schedulesOf(providers)],
    start: async () => graphs?.start(),
    stop: async () => {
      await Promise.all([providers.close(), graphs?.stop()]);
      await Promise.all([reads.close(), questions.close()]);
    },
    participant: {
      engaged: applicantsCheckedSince,
      erase: (transaction, tenant, applicantId) => forgetApplicant(transaction, tenant, applicantId),
    },
    report: async () => {
      const [chains, labels] = await Promise.all([chainStates(services.db), labelState(services.db)]);
      return {
        chainData: chains.map(({ latestAt, ...chain }) => ({ ...chain, latestAt: latestAt?.toISOString() ?? null })),
        walletLabels: labels,
        ...(graphs ? { walletGraphs: graphs.report() } : {}),
        ...(providers.any ? { chainProviders: providers.report() } : {}),
      };
    },
  };
}
