import { PRICES } from '../../../contract/prices.ts';
import { audit } from '../../../platform/audit/audit.ts';
import { type CallContext, systemContext, type Tenant } from '../../../platform/context.ts';
import { capture, hold, release } from '../../../platform/credits/ledger.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { enqueue, type TaskList } from '../../../platform/jobs/jobs.ts';
import type { Schedule, Services } from '../../../platform/module.ts';
import { makeCheck, type WholeCheck } from '../check.ts';
import { tellCheck } from '../events.ts';
import * as checks from '../store.ts';
import type { WalletStrategy } from '../strategy.ts';
import { readWallet, type Wallet } from '../wallet.ts';
import { ProviderFailed } from './failure.ts';
import { nothingKnown } from './nothing-known.ts';
import type { ChainProviders } from './providers.ts';
import * as store from './store.ts';

const FETCH = 'kyt.fetch_check';
const SWEEP = 'kyt.sweep_checks';
const REFRESH = 'kyt.refresh_watched';
const FOLLOW = 'kyt.follow_chains';
/** With growing waits between them: some four minutes in all. */
const ATTEMPTS = 6;
/** A check that still waits after this lost its job. */
const LOST_MS = 30 * 60_000;
const SWEPT_AT_ONCE = 100;

interface Payload extends Tenant {
  checkId: string;
}

const credits = (checkId: string, at: Date) => ({
  operation: 'KYT_CHECK' as const,
  amount: PRICES.KYT_CHECK,
  resourceId: checkId,
  at,
});

function scheduleFetch(transaction: Transaction, { organizationId, environment }: Tenant, checkId: string): void {
  const payload: Payload = { organizationId, environment, checkId };
  enqueue(transaction, { task: FETCH, payload: { ...payload }, key: `${FETCH}:${checkId}`, maxAttempts: ATTEMPTS });
}

/** Begins a check that a provider must be asked for first; its credits are held. @throws ApiError INSUFFICIENT_CREDITS */
export async function beginCheck(
  transaction: Transaction,
  call: CallContext,
  wallet: Wallet,
  about: Parameters<typeof makeCheck>[2],
): Promise<WholeCheck> {
  const check: WholeCheck = {
    ...makeCheck(wallet, nothingKnown(), about, call.now),
    status: 'PROCESSING',
    completedAt: null,
  };
  checks.putCheck(transaction, call, check);
  await hold(transaction, call, credits(check.id, call.now));
  scheduleFetch(transaction, call, check.id);
  audit(transaction, call, {
    action: 'wallet_check.create',
    resourceId: check.id,
    details: { blockchain: check.blockchain, status: check.status },
  });
  return check;
}

export const schedulesOf = (providers: ChainProviders): Schedule[] =>
  providers.any
    ? [
        { task: SWEEP, cron: '*/5 * * * *' },
        { task: REFRESH, cron: '* * * * *' },
        { task: FOLLOW, cron: '* * * * *' },
      ]
    : [{ task: SWEEP, cron: '*/5 * * * *' }];

/** What is done later: fetching for checks that wait, for watched addresses, and the blocks of followed chains. */
export function providerTasks(services: Services, strategy: WalletStrategy, providers: ChainProviders): TaskList {
  const { db, clock } = services;

  /** Finishes a check, once: the record, the credits and the events together. */
  const conclude = async (tenant: Tenant, wallet: Wallet, checkId: string, failed: boolean): Promise<void> => {
    const found = await strategy.assess(db, wallet, 'LOOK', tenant);
    await db.transaction(async (transaction) => {
      const waiting = await checks.lockCheck(transaction, tenant, checkId);
      if (waiting?.status !== 'PROCESSING') return;
      const now = clock.now();
      const { id, applicantId, metadata, callbackUrl, createdAt } = waiting;
      const check: WholeCheck = {
        ...makeCheck(wallet, found, { id, applicantId, metadata, callbackUrl }, createdAt),
        completedAt: now,
      };
      // What could not be looked at is not charged, unless the organisation wants records that say what is missing.
      const charged = !failed || (await store.allowsIncomplete(transaction, tenant.organizationId));
      const [threshold] = await Promise.all([
        checks.ownThreshold(transaction, tenant.organizationId),
        checks.completeCheck(transaction, tenant, check),
        (charged ? capture : release)(transaction, tenant, credits(id, now)),
      ]);
      tellCheck(transaction, tenant, check, threshold, now);
      audit(transaction, systemContext(tenant, now), {
        action: 'wallet_check.complete',
        resourceId: id,
        details: { blockchain: check.blockchain, riskScore: check.riskScore, riskLevel: check.riskLevel, charged },
      });
    });
  };

  return {
    [FETCH]: async (payload, job) => {
      const { checkId, ...tenant } = payload as unknown as Payload;
      const waiting = await checks.findCheck(db, tenant, checkId);
      if (waiting?.status !== 'PROCESSING') return;
      const wallet = readWallet(waiting, strategy);
      let failed = false;
      try {
        await providers.gather(wallet);
      } catch (error) {
        if (!(error instanceof ProviderFailed) || !job.lastAttempt) throw error;
        failed = true;
      }
      await conclude(tenant, wallet, checkId, failed);
    },
    [SWEEP]: async () => {
      const since = new Date(clock.now().getTime() - LOST_MS);
      for (const { organizationId, environment, id } of await checks.waitingChecks(db, since, SWEPT_AT_ONCE)) {
        await db.transaction(async (transaction) => scheduleFetch(transaction, { organizationId, environment }, id));
      }
    },
    [REFRESH]: async () => {
      await providers.refreshWatched();
    },
    [FOLLOW]: async () => {
      await providers.follow();
    },
  };
}
