import type { Static } from 'typebox';
import type { Dataset } from '../../../contract/aml-records.ts';
import { type DayOfWork, type Home, mayDo, QUEUE_KINDS } from '../../../contract/dashboard/index.ts';
import type { CallContext, Tenant } from '../../../platform/context.ts';
import { readBalance } from '../../../platform/credits/store.ts';
import type { Page } from '../../../platform/http/envelope.ts';
import type { Services } from '../../../platform/module.ts';
import { presentItem } from '../queue/queue.ts';
import { summariesOf, waitingFor } from '../queue/store.ts';
import type { Records } from '../records.ts';
import * as store from './store.ts';

const DAY_MS = 86_400_000;
const DAYS = 30;
/** Days of work are told again after this long: they are counted from whole tables. */
const FRESH_MS = 15_000;
const MOST_KEPT = 1_000;

const COLUMNS: Readonly<Record<string, keyof Omit<DayOfWork, 'day'>>> = {
  verifications: 'verifications',
  aml_screenings: 'screenings',
  kyt_checks: 'walletChecks',
  deepfake_jobs: 'media',
  APPROVED: 'approved',
  REJECTED: 'rejected',
  'screening CRITICAL': 'screeningsCritical',
  'screening HIGH': 'screeningsHigh',
  'screening MEDIUM': 'screeningsMedium',
  'wallet CRITICAL': 'walletsCritical',
  'wallet HIGH': 'walletsHigh',
  'media REJECT': 'mediaToReject',
  'media REVIEW': 'mediaToReview',
};

/** What the first page shows. */
export class HomePage {
  readonly #services: Services;
  readonly #records: Records;
  readonly #days = new Map<string, { at: number; days: Promise<DayOfWork[]> }>();

  constructor(services: Services, records: Records) {
    this.#services = services;
    this.#records = records;
  }

  async read(context: CallContext): Promise<Home> {
    const { db } = this.#services;
    const { now } = context;
    const role = context.staff?.role ?? 'READ_ONLY';
    const sees = mayDo(role, 'queue.read', context.environment);
    const [first, summaries, days, balance, lists, webhooks] = await Promise.all([
      sees ? waitingFor(db, context, context.actor.id) : [],
      sees ? summariesOf(db, context, context.actor.id, now) : [],
      this.#daysOf(context, now),
      readBalance(db, context),
      this.#records.read<Page<Static<typeof Dataset>>>('listDatasets', context, {}, { limit: 100 }),
      mayDo(role, 'webhooks.read', context.environment)
        ? store.webhookHealth(db, context, new Date(now.getTime() - DAY_MS))
        : null,
    ]);
    const used = (count: number): number => days.slice(-count).reduce((sum, { creditsUsed }) => sum + creditsUsed, 0);
    const week = used(7);
    return {
      waiting: {
        first: first.map((row) => presentItem(row, now)),
        kinds: QUEUE_KINDS.map((kind) => {
          const row = summaries.find((other) => other.kind === kind);
          return {
            kind,
            open: row?.open ?? 0,
            overdue: row?.overdue ?? 0,
            mine: row?.mine ?? 0,
            unassigned: row?.unassigned ?? 0,
            oldestAt: row?.oldestAt?.toISOString() ?? null,
          };
        }),
      },
      days,
      credits: {
        balance: balance.available + balance.held,
        available: balance.available,
        held: balance.held,
        lowBalanceThreshold: balance.lowBalanceThreshold,
        usedLast7Days: week,
        usedLast30Days: used(DAYS),
        daysLeft: week === 0 ? null : Math.round((balance.available / (week / 7)) * 10) / 10,
      },
      lists: lists.items.map(({ dataset, version, entities, publishedAt, fetchedAt, checkedAt }) => ({
        dataset,
        version,
        entities,
        publishedAt,
        fetchedAt,
        checkedAt,
        ageHours: Math.max(0, Math.round((now.getTime() - Date.parse(checkedAt)) / 360_000) / 10),
      })),
      webhooks:
        webhooks?.map(({ webhookId, url, status, succeeded, failed, pending, lastFailureAt }) => ({
          webhookId,
          url,
          status,
          last24h: { succeeded, failed, pending },
          lastFailureAt: lastFailureAt?.toISOString() ?? null,
        })) ?? null,
    };
  }

  #daysOf(tenant: Tenant, now: Date): Promise<DayOfWork[]> {
    const key = `${tenant.organizationId} ${tenant.environment}`;
    const kept = this.#days.get(key);
    if (kept && Math.abs(now.getTime() - kept.at) < FRESH_MS) return kept.days;
    if (this.#days.size >= MOST_KEPT) this.#days.clear();
    const days = this.#count(tenant, now);
    this.#days.set(key, { at: now.getTime(), days });
    days.catch(() => this.#days.delete(key));
    return days;
  }

  async #count({ organizationId, environment }: Tenant, now: Date): Promise<DayOfWork[]> {
    const { db } = this.#services;
    const tenant = { organizationId, environment };
    const today = Math.floor(now.getTime() / DAY_MS);
    const since = new Date((today - DAYS + 1) * DAY_MS);
    const [records, outcomes, usage] = await Promise.all([
      store.recordsByDay(db, tenant, since.toISOString().slice(0, 10)),
      store.outcomesByDay(db, tenant, since),
      store.usageByDay(db, tenant, since),
    ]);
    const days = Array.from({ length: DAYS }, (_, index) =>
      emptyDay(new Date((today - DAYS + 1 + index) * DAY_MS).toISOString().slice(0, 10)),
    );
    const byDay = new Map(days.map((row) => [row.day, row]));
    for (const { day, what, count } of [...records, ...outcomes]) {
      const [row, column] = [byDay.get(day), COLUMNS[what]];
      if (row && column) row[column] += count;
    }
    for (const { day, credits } of usage) {
      const row = byDay.get(day);
      if (row) row.creditsUsed += credits;
    }
    return days;
  }
}

const emptyDay = (day: string): DayOfWork => ({
  day,
  verifications: 0,
  approved: 0,
  rejected: 0,
  screenings: 0,
  screeningsCritical: 0,
  screeningsHigh: 0,
  screeningsMedium: 0,
  walletChecks: 0,
  walletsCritical: 0,
  walletsHigh: 0,
  media: 0,
  mediaToReject: 0,
  mediaToReview: 0,
  creditsUsed: 0,
});
