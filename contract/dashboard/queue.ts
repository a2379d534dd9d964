import Type, { type Static } from 'typebox';
import { anyId, DateTime, id, nullable, oneOf, Reason, strict } from '../common.ts';
import { RISK_LEVELS } from '../aml-records.ts';
import { VERIFICATION_RESULTS } from '../verifications.ts';
import { MATCH_DECISIONS } from '../aml-records.ts';
import { Person } from './account.ts';
import { environmentOperation } from './operation.ts';

/** SCREENING: one with matches that nobody decided about; WALLET: of high risk; MEDIA: doubtful or manipulated. */
export const QUEUE_KINDS = ['VERIFICATION', 'SCREENING', 'WALLET', 'MEDIA'] as const;
export type QueueKind = (typeof QUEUE_KINDS)[number];
export const QUEUE_STATUSES = ['OPEN', 'CLOSED'] as const;
export const QUEUE_SORTS = ['dueAt', 'openedAt', 'riskLevel'] as const;
/** Held this long on the server before it is done. */
export const BULK_UNDO_SECONDS = 10;
export const BULK_LIMIT = 200;

/** A decision about a wallet or a piece of media. */
export const CASE_DECISIONS = ['CLEARED', 'CONFIRMED'] as const;
export type CaseDecision = (typeof CASE_DECISIONS)[number];

const text = Type.String();
const kind = oneOf(QUEUE_KINDS);

export const QueueItem = strict({
  /** The record: ver_…, scr_…, chk_…, job_… */
  itemId: text,
  kind,
  status: oneOf(QUEUE_STATUSES),
  /** What the row is called: the applicant's or subject's name, the wallet's address, the file's name. */
  title: text,
  /** Why it waits, as codes: NAME_UNCERTAIN; SANCTIONS PEP; MIXER; FACE_SWAP. */
  reasons: Type.Array(text),
  riskLevel: oneOf(RISK_LEVELS),
  /** SCREENING: matches without a decision. */
  openMatches: Type.Integer({ minimum: 0 }),
  applicantId: nullable(id('app')),
  assignee: nullable(Person),
  /** A first decision that awaits a second person. */
  proposed: nullable(strict({ decision: text, by: nullable(Person), at: DateTime })),
  openedAt: DateTime,
  /** By the organisation's service level. */
  dueAt: DateTime,
  overdue: Type.Boolean(),
  closedAt: nullable(DateTime),
  /** A bulk action holds it at present. */
  bulkId: nullable(id('blk')),
});
export type QueueItem = Static<typeof QueueItem>;

export const listQueue = environmentOperation({
  operationId: 'listQueue',
  method: 'GET',
  path: '/queue',
  summary: 'List what waits for a decision',
  action: 'queue.read',
  query: strict({
    kind: Type.Optional(kind),
    status: Type.Optional(oneOf(QUEUE_STATUSES, { default: 'OPEN' })),
    assignee: Type.Optional(
      Type.String({ maxLength: 100, description: '`me`, `none`, or a userId; everybody where left out' }),
    ),
    riskLevel: Type.Optional(oneOf(RISK_LEVELS)),
    overdue: Type.Optional(oneOf(['true', 'false'])),
    applicantId: Type.Optional(anyId()),
    sort: Type.Optional(oneOf(QUEUE_SORTS, { default: 'dueAt' })),
    order: Type.Optional(oneOf(['asc', 'desc'], { default: 'asc' })),
    cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  }),
  list: true,
  data: QueueItem,
  errors: ['INVALID_CURSOR'],
});

const itemIds = Type.Array(anyId(), { minItems: 1, maxItems: BULK_LIMIT, uniqueItems: true });

export const assignQueueItems = environmentOperation({
  operationId: 'assignQueueItems',
  method: 'POST',
  path: '/queue/assign',
  summary: 'Assign open items; to oneself with queue.work, to others with queue.assign',
  action: 'queue.work',
  body: strict({ itemIds, assignee: nullable(anyId('a userId, `me`, or null: nobody')) }),
  data: strict({ items: Type.Array(QueueItem) }),
  errors: ['NOT_FOUND', 'INVALID_STATE'],
});

export const takeNextQueueItem = environmentOperation({
  operationId: 'takeNextQueueItem',
  method: 'POST',
  path: '/queue/next',
  summary: 'Take the item that is due first and nobody has; never one that I proposed a decision about',
  action: 'queue.work',
  body: strict({
    kind: Type.Optional(kind),
    not: Type.Optional(Type.Array(anyId(), { maxItems: 100, description: 'Items to pass over' })),
  }),
  data: strict({ item: nullable(QueueItem) }),
});

/** What a bulk action does to each of its items. */
export const BulkAction = Type.Union([
  strict({
    type: Type.Literal('ASSIGN'),
    assignee: nullable(anyId()),
  }),
  strict({
    type: Type.Literal('REVIEW'),
    decision: oneOf(VERIFICATION_RESULTS),
    reason: Reason,
    failureReasons: Type.Optional(Type.Array(Type.String({ pattern: '^[A-Z][A-Z0-9_]{1,63}$' }), { maxItems: 20 })),
  }),
  strict({
    type: Type.Literal('RESOLVE_MATCHES'),
    decision: oneOf(MATCH_DECISIONS),
    reason: Reason,
  }),
  strict({
    type: Type.Literal('DECIDE'),
    decision: oneOf(CASE_DECISIONS),
    reason: Reason,
  }),
]);
export type BulkAction = Static<typeof BulkAction>;

export const BULK_STATUSES = ['HELD', 'RUNNING', 'DONE', 'UNDONE'] as const;
export const Bulk = strict({
  bulkId: id('blk'),
  status: oneOf(BULK_STATUSES),
  action: BulkAction,
  items: Type.Array(
    strict({
      itemId: text,
      outcome: nullable(oneOf(['DONE', 'PROPOSED', 'FAILED'])),
      error: nullable(text),
    }),
  ),
  /** Until then it can be undone; nothing was changed yet. */
  heldUntil: DateTime,
  createdAt: DateTime,
  createdBy: nullable(Person),
});
export type Bulk = Static<typeof Bulk>;

export const createBulk = environmentOperation({
  operationId: 'createBulk',
  method: 'POST',
  path: '/queue/bulk',
  summary: 'Do the same to many items, after ten seconds in which it can be undone',
  action: 'queue.bulk',
  body: strict({ itemIds, action: BulkAction }),
  data: Bulk,
  errors: ['NOT_FOUND', 'INVALID_STATE', 'CONFLICT'],
});

const bulkParams = strict({ bulkId: anyId() });
export const getBulk = environmentOperation({
  operationId: 'getBulk',
  method: 'GET',
  path: '/queue/bulk/:bulkId',
  summary: 'Read what came of a bulk action',
  action: 'queue.read',
  params: bulkParams,
  data: Bulk,
});

export const undoBulk = environmentOperation({
  operationId: 'undoBulk',
  method: 'DELETE',
  path: '/queue/bulk/:bulkId',
  summary: 'Undo a bulk action while it is held',
  action: 'queue.bulk',
  params: bulkParams,
  data: Bulk,
  errors: ['INVALID_STATE'],
});

export const queueOperations = [listQueue, assignQueueItems, takeNextQueueItem, createBulk, getBulk, undoBulk];
