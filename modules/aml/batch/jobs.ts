import type { Tenant } from '../../../platform/context.ts';
import { captureAtCommit, release } from '../../../platform/credits/ledger.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import type { TaskList } from '../../../platform/jobs/jobs.ts';
import { priceOf } from '../checks.ts';
import { tellScreening } from '../events.ts';
import { makeScreening } from '../make-screening.ts';
import type { AmlServices } from '../module-services.ts';
import type { Screened } from '../screening.ts';
import { putScreening } from '../store.ts';
import * as store from './store.ts';

/** Subjects of one transaction: what a kill can undo, and how finely progress shows. */
const CHUNK = 25;
const LOAD_MS = 60_000;

export function batchTasks(services: AmlServices): TaskList {
  return {
    'aml.batch': async ({ organizationId, environment, jobId }, { lastAttempt }) => {
      if (typeof organizationId !== 'string' || typeof jobId !== 'string') return;
      if (environment !== 'LIVE' && environment !== 'TEST') return;
      const tenant: Tenant = { organizationId, environment };
      if (environment === 'LIVE') await services.watchlists.firstLoad(LOAD_MS);
      try {
        while (await services.db.transaction((transaction) => nextChunk(services, transaction, tenant, jobId)));
      } catch (error) {
        if (!lastAttempt) throw error;
        const code = error instanceof ApiError ? error.code : 'INTERNAL_ERROR';
        await services.db.transaction((transaction) => failBatch(services, transaction, tenant, jobId, code));
      }
    },
  };
}

/** Screens the next subjects: records, credits, events and progress commit together. @returns whether more follow */
async function nextChunk(
  services: AmlServices,
  transaction: Transaction,
  tenant: Tenant,
  jobId: string,
): Promise<boolean> {
  const now = services.clock.now();
  const job = await store.lockBatch(transaction, tenant, jobId);
  if (!job || job.status === 'COMPLETED' || job.status === 'FAILED') return false;
  const items = await store.pendingItems(transaction, tenant, jobId, CHUNK);
  const results = await Promise.all(items.map((item) => screenItem(services, transaction, tenant, job, item, now)));
  let captured = 0;
  for (const { screened } of results) {
    if (!screened) continue;
    captured += keep(transaction, tenant, job, screened, now);
  }
  const done = results.filter(({ screened }) => screened !== null).length;
  const next: store.BatchRow = {
    ...job,
    status: 'PROCESSING',
    completed: job.completed + done,
    failed: job.failed + results.length - done,
    captured: job.captured + captured,
  };
  const finished = next.completed + next.failed >= next.total;
  if (finished) Object.assign(next, { status: 'COMPLETED', completedAt: now });
  if (items.length > 0) {
    await store.finishItems(
      transaction,
      tenant,
      jobId,
      results.map(({ outcome }) => outcome),
    );
  }
  if (finished) await giveBack(transaction, tenant, next, now);
  await store.updateBatch(transaction, tenant, next);
  return !finished;
}

interface ItemResult {
  outcome: store.ItemOutcome;
  screened: Screened | null;
}

async function screenItem(
  services: AmlServices,
  transaction: Transaction,
  tenant: Tenant,
  job: store.BatchRow,
  item: store.NewItem,
  now: Date,
): Promise<ItemResult> {
  try {
    const screened = await makeScreening(services, transaction, services.strategyOf(tenant), tenant, {
      whom: item.subject === null ? { applicantId: item.applicantId ?? '' } : { subject: item.subject },
      configuration: job.configuration,
      metadata: job.metadata,
      jobId: job.id,
      patient: true,
      at: now,
    });
    const { screeningId, riskLevel, matchCount } = screened.record;
    return {
      screened,
      outcome: { id: item.id, status: 'COMPLETED', screeningId, riskLevel, matchCount, errorCode: null },
    };
  } catch (error) {
    // What is wrong with the item is the item's; what is wrong with the service is tried again later.
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    const nothing = { screeningId: null, riskLevel: null, matchCount: null };
    return { screened: null, outcome: { id: item.id, status: 'FAILED', ...nothing, errorCode: error.code } };
  }
}

/** @returns the credits taken: what was held for the item, or less where fewer checks could be performed */
function keep(transaction: Transaction, tenant: Tenant, job: store.BatchRow, screened: Screened, now: Date): number {
  const { record, plan } = screened;
  const price = priceOf(job.configuration, plan.performed);
  const amount = Math.min(price.amount, job.price);
  putScreening(transaction, tenant, screened);
  captureAtCommit(transaction, tenant, {
    operation: price.operation,
    amount,
    resourceId: record.screeningId,
    at: now,
  });
  tellScreening(transaction, tenant, record, job.callbackUrl, now);
  return amount;
}

/** Credits held and not taken go back. */
async function giveBack(transaction: Transaction, tenant: Tenant, job: store.BatchRow, now: Date): Promise<void> {
  const amount = job.price * job.total - job.captured;
  if (amount === 0) return;
  const { operation } = priceOf(job.configuration, job.configuration.checks);
  await release(transaction, tenant, { operation, amount, resourceId: job.id, at: now });
}

async function failBatch(
  services: AmlServices,
  transaction: Transaction,
  tenant: Tenant,
  jobId: string,
  errorCode: string,
): Promise<void> {
  const now = services.clock.now();
  const job = await store.lockBatch(transaction, tenant, jobId);
  if (!job || job.status === 'COMPLETED' || job.status === 'FAILED') return;
  const failed = await store.failPending(transaction, tenant, jobId, errorCode);
  await giveBack(transaction, tenant, job, now);
  await store.updateBatch(transaction, tenant, {
    ...job,
    status: 'FAILED',
    failed: job.failed + failed,
    errorCode,
    completedAt: now,
  });
}
