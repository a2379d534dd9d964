import type { Static } from 'typebox';
import type { Screening } from '../../../contract/aml-records.ts';
import { type PolicyTry, type ScreeningPolicy, TRY_LIMIT } from '../../../contract/dashboard/index.ts';
import type { Check } from '../../../contract/kyt-records.ts';
import { DEFAULT_POLICY, type Policy, policyHash } from '../../../engines/wallets/index.ts';
import { systemContext, type Tenant } from '../../../platform/context.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import type { TaskHandler } from '../../../platform/jobs/jobs.ts';
import type { Services } from '../../../platform/module.ts';
import { policyInForce } from '../../kyt/index.ts';
import { settingsOf } from '../../organizations/index.ts';
import type { Records } from '../records.ts';
import { Comparison, type Outcome, rescore, waitingFrom } from './rescore.ts';
import * as store from './store.ts';

export const TRY_TASK = 'dashboard.tryPolicy';
const MOST_DIFFERENCES = 100;
const AT_ONCE = 8;
const TELL_EVERY = 50;

type CheckRecord = Static<typeof Check>;
type ScreeningRecord = Static<typeof Screening>;

/** Makes the last thousand decisions again under a changed policy. Reads only; may run twice. */
export function tryTask(services: Services, records: Records): TaskHandler {
  const { db, clock } = services;
  return async (payload, { lastAttempt }) => {
    const given = payload as unknown as Tenant & { tryId: string };
    const { organizationId, environment, tryId } = given;
    const tenant: Tenant = { organizationId, environment };
    const row = await store.findTry(db, tenant, tryId);
    if (!row || row.status === 'DONE' || row.status === 'FAILED') return;
    const running = { status: 'RUNNING' as const, result: null, error: null, finishedAt: null };
    try {
      const compare =
        row.kind === 'WALLET' ? await walletTrial(services, tenant, row) : await screeningTrial(services, tenant, row);
      const ids = await store.latestIds(db, tenant, row.kind, TRY_LIMIT);
      await store.updateTry(db, tenant, tryId, { ...running, progress: 0 });
      const context = systemContext(tenant, clock.now());
      for (let at = 0; at < ids.length; at += AT_ONCE) {
        const read = await Promise.all(
          ids
            .slice(at, at + AT_ONCE)
            .map((id) =>
              row.kind === 'WALLET'
                ? orGone(records.read<CheckRecord>('getCheck', context, { checkId: id }))
                : orGone(records.read<ScreeningRecord>('getScreening', context, { screeningId: id })),
            ),
        );
        for (const record of read) compare.add(record);
        if (at % (TELL_EVERY - (TELL_EVERY % AT_ONCE)) === 0) {
          const progress = Math.floor((100 * at) / Math.max(1, ids.length));
          await store.updateTry(db, tenant, tryId, { ...running, progress });
        }
      }
      const done = { status: 'DONE' as const, progress: 100, error: null, finishedAt: clock.now() };
      await store.updateTry(db, tenant, tryId, { ...done, result: compare.comparison.result });
    } catch (error) {
      if (lastAttempt) {
        const failed = { status: 'FAILED' as const, progress: 0, result: null, finishedAt: clock.now() };
        await store.updateTry(db, tenant, tryId, { ...failed, error: 'The trial could not be finished. Try again.' });
      }
      throw error;
    }
  };
}

interface Trial {
  comparison: Comparison;
  add(record: CheckRecord | ScreeningRecord | null): void;
}

async function walletTrial({ db }: Services, tenant: Tenant, row: store.TryRow): Promise<Trial> {
  const settings = await settingsOf(db, tenant.organizationId);
  const high = Number(settings['kyt.highRiskThreshold']);
  const { policy: current, hash } = await policyInForce(db, tenant.organizationId);
  const changed = (row.policy as Policy | null) ?? DEFAULT_POLICY;
  const comparison = new Comparison(MOST_DIFFERENCES, ({ score }: Outcome) => score >= high);
  const known = new Map<string, Policy>([[policyHash(DEFAULT_POLICY), DEFAULT_POLICY]]);
  for (const one of await store.walletVersions(db, tenant.organizationId)) {
    if (one.policy) known.set(one.hash, one.policy as Policy);
  }
  known.set(hash, current);
  return {
    comparison,
    add(record) {
      if (record === null || !('riskScore' in record)) return comparison.skip('NOT_KEPT');
      const made = known.get(record.policy.hash) ?? (tenant.environment === 'TEST' ? current : null);
      const recorded: Outcome = { riskLevel: record.riskLevel, score: record.riskScore, matches: 0 };
      const after = rescore(record, made, changed);
      if (typeof after === 'string') return comparison.skip(after);
      const again = rescore(record, made, tenant.environment === 'TEST' ? current : (made ?? current));
      // The sandbox simulates its scores: there both sides are computed. In production the recorded score must come
      // out again under the policy that made it, or the record does not hold all that it was made of.
      if (typeof again === 'string') return comparison.skip(again);
      if (tenant.environment === 'LIVE' && made !== null && again.outcome.score !== record.riskScore) {
        return comparison.skip('NOT_KEPT');
      }
      const before = tenant.environment === 'TEST' ? again : { outcome: recorded, sure: true };
      comparison.add(record.checkId, record.createdAt, before.outcome, after.outcome, before.sure && after.sure);
    },
  };
}

async function screeningTrial({ db }: Services, tenant: Tenant, row: store.TryRow): Promise<Trial> {
  const settings = await settingsOf(db, tenant.organizationId);
  const current = Number(settings['screenings.reviewThreshold']);
  const { threshold } = (row.policy as ScreeningPolicy | null) ?? { threshold: 0 };
  const comparison = new Comparison(MOST_DIFFERENCES, ({ matches }: Outcome) => matches > 0);
  return {
    comparison,
    add(record) {
      if (record === null || !('matches' in record)) return comparison.skip('NOT_KEPT');
      comparison.add(
        record.screeningId,
        record.createdAt,
        waitingFrom(record, current),
        waitingFrom(record, threshold),
      );
    },
  };
}

/** Deleted while the trial ran. */
async function orGone<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

/** Trials from before these were told. */
const NOTHING_UNTOLD = { untold: [], estimated: 0 };

export const presentTry = (row: store.TryRow): PolicyTry => ({
  tryId: row.id,
  kind: row.kind,
  status: row.status,
  progress: row.progress,
  createdAt: row.createdAt.toISOString(),
  createdBy: { userId: row.createdBy, name: row.createdByName ?? '' },
  finishedAt: row.finishedAt?.toISOString() ?? null,
  error: row.error,
  policy: row.policy,
  result: row.result && { ...NOTHING_UNTOLD, ...row.result },
});
