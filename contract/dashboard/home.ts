import Type, { type Static } from 'typebox';
import { CalendarDate, DateTime, nullable, oneOf, strict } from '../common.ts';
import { environmentOperation } from './operation.ts';
import { QUEUE_KINDS, QueueItem } from './queue.ts';

const count = Type.Integer({ minimum: 0 });
const text = Type.String();

/** Of one kind of the queue. */
export const QueueSummary = strict({
  kind: oneOf(QUEUE_KINDS),
  open: count,
  overdue: count,
  mine: count,
  unassigned: count,
  oldestAt: nullable(DateTime),
});

/** A UTC day of the last thirty, the oldest first, today last. */
export const DayOfWork = strict({
  day: CalendarDate,
  verifications: count,
  approved: count,
  rejected: count,
  screenings: count,
  screeningsCritical: count,
  screeningsHigh: count,
  screeningsMedium: count,
  walletChecks: count,
  walletsCritical: count,
  walletsHigh: count,
  media: count,
  mediaToReject: count,
  mediaToReview: count,
  creditsUsed: count,
});
export type DayOfWork = Static<typeof DayOfWork>;

export const ListAge = strict({
  dataset: text,
  version: Type.Integer(),
  entities: count,
  publishedAt: nullable(text),
  fetchedAt: DateTime,
  checkedAt: DateTime,
  ageHours: Type.Number({ minimum: 0 }),
});

export const WebhookHealth = strict({
  webhookId: text,
  url: text,
  status: text,
  last24h: strict({ succeeded: count, failed: count, pending: count }),
  lastFailureAt: nullable(DateTime),
});

export const Home = strict({
  waiting: strict({
    /** Assigned to me, or to nobody: the ten that are due first. */
    first: Type.Array(QueueItem),
    kinds: Type.Array(QueueSummary),
  }),
  days: Type.Array(DayOfWork),
  credits: strict({
    balance: count,
    available: count,
    held: count,
    lowBalanceThreshold: count,
    usedLast7Days: count,
    usedLast30Days: count,
    /** At the rate of the last seven days; null where nothing was used. */
    daysLeft: nullable(Type.Number({ minimum: 0 })),
  }),
  lists: Type.Array(ListAge),
  /** null: the role does not look after webhooks. */
  webhooks: nullable(Type.Array(WebhookHealth)),
});
export type Home = Static<typeof Home>;

export const getHome = environmentOperation({
  operationId: 'getHome',
  method: 'GET',
  path: '/home',
  summary: 'Read what the first page shows',
  action: 'home.read',
  data: Home,
});

export const homeOperations = [getHome];
