import { mayDo, type QueueItem } from '../../../contract/dashboard/index.ts';
import * as contract from '../../../contract/dashboard/queue.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { CallContext } from '../../../platform/context.ts';
import { listDigest } from '../../../platform/database/list.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import { type Endpoint, read, write } from '../../../platform/http/endpoint.ts';
import { ApiError, invalidState, notFound } from '../../../platform/http/errors.ts';
import type { Services } from '../../../platform/module.ts';
import { noteView } from '../bridge.ts';
import { findMember } from '../team/store.ts';
import { findBulk } from './bulk/store.ts';
import { holdBulk, presentBulk, undoBulk } from './bulk/bulk.ts';
import { presentItem } from './queue.ts';
import * as store from './store.ts';

const LIMIT = 50;

export function queueEndpoints(services: Services): Endpoint[] {
  const { db, cursors } = services;

  /** Only members who may work at the queue are given anything. */
  const requireAssignee = async (from: Queryable, call: CallContext, given: string | null): Promise<string | null> => {
    if (given === null) return null;
    const userId = given === 'me' ? call.actor.id : given;
    if (userId !== call.actor.id && !mayDo(call.staff?.role ?? 'READ_ONLY', 'queue.assign', call.environment)) {
      throw new ApiError('INSUFFICIENT_SCOPE', 'Your role may assign items to yourself only.', {
        required: 'queue.assign',
      });
    }
    const member = await findMember(from, call.organizationId, userId, call.now);
    if (!member) throw notFound('member');
    if (!mayDo(member.role, 'queue.work', call.environment)) {
      throw invalidState(`The role ${member.role} does not work at the queue.`, member.role, []);
    }
    return userId;
  };
  const present = async (from: Queryable, call: CallContext, ids: readonly string[]): Promise<QueueItem[]> =>
    (await store.itemsOf(from, call, ids)).map((row) => presentItem(row, call.now));

  return [
    read(contract.listQueue, async (call) => {
      const { cursor, limit = LIMIT, sort = 'dueAt', order = 'asc', status = 'OPEN', overdue, ...rest } = call.query;
      const { kind, riskLevel, applicantId } = rest;
      const open = status === 'OPEN';
      const by = open ? sort : 'closedAt';
      const assignee = rest.assignee === 'me' ? call.actor.id : rest.assignee === 'none' ? null : rest.assignee;
      const boundTo = listDigest({
        name: 'review queue',
        organizationId: call.organizationId,
        environment: call.environment,
        by,
        order,
        status,
        overdue,
        kind,
        riskLevel,
        applicantId,
        assignee: assignee === null ? 'none' : assignee,
      });
      const filters: store.QueueFilters = {
        open,
        ...(kind === undefined ? {} : { kind }),
        ...(riskLevel === undefined ? {} : { riskLevel }),
        ...(applicantId === undefined ? {} : { applicantId }),
        ...(assignee === undefined ? {} : { assignee }),
        ...(overdue === undefined ? {} : { overdueAt: { now: call.now, overdue: overdue === 'true' } }),
      };
      const page: store.QueuePage = {
        sort: by,
        descending: order === 'desc',
        limit,
        after: cursor === undefined ? null : cursors.decode(cursor, boundTo),
      };
      const [rows, total] = await Promise.all([
        store.pageOfQueue(db, call, filters, page),
        store.countQueue(db, call, filters),
      ]);
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const hasMore = rows.length > limit;
      await noteView(services, call, { what: 'listQueue', count: shown.length });
      return {
        items: shown.map((row) => presentItem(row, call.now)),
        pagination: {
          hasMore,
          nextCursor: hasMore && last ? cursors.encode({ value: valueOf(last, by), id: last.id }, boundTo) : null,
          total,
        },
      };
    }),

    write(contract.assignQueueItems, async (call, transaction) => {
      const { itemIds } = call.body;
      const assignee = await requireAssignee(transaction, call, call.body.assignee);
      const items = await store.lockItems(transaction, call, itemIds);
      if (items.length < itemIds.length) throw notFound('item of the queue');
      if (items.some(({ closedAt }) => closedAt !== null)) {
        throw invalidState('Only open items are assigned.', 'CLOSED', ['OPEN']);
      }
      const others = items.some((item) => item.assignee !== null && item.assignee !== call.actor.id);
      if (others && !mayDo(call.staff?.role ?? 'READ_ONLY', 'queue.assign', call.environment)) {
        throw new ApiError('INSUFFICIENT_SCOPE', "Your role may not take over other people's items.", {
          required: 'queue.assign',
        });
      }
      await store.assignItems(transaction, call, itemIds, assignee);
      audit(transaction, call, {
        action: 'queue.assign',
        resourceId: itemIds.length === 1 ? (itemIds[0] ?? null) : null,
        details: { items: itemIds, assignee },
      });
      return { items: await present(transaction, call, itemIds) };
    }),

    write(contract.takeNextQueueItem, async (call, transaction) => {
      const { kind, not = [] } = call.body;
      const itemId = await store.takeNext(transaction, call, call.actor.id, kind, not);
      if (itemId === null) return { item: null };
      audit(transaction, call, { action: 'queue.take', resourceId: itemId });
      return { item: (await present(transaction, call, [itemId]))[0] ?? null };
    }),

    write(contract.createBulk, async (call, transaction) => {
      const { action, itemIds } = call.body;
      const settled =
        action.type === 'ASSIGN'
          ? { ...action, assignee: await requireAssignee(transaction, call, action.assignee) }
          : action;
      return presentBulk(await holdBulk(transaction, call, itemIds, settled));
    }),

    read(contract.getBulk, async (call) => {
      const row = await findBulk(db, call, call.params['bulkId'] ?? '');
      if (!row) throw notFound('bulk action');
      return presentBulk(row);
    }),

    write(contract.undoBulk, async (call, transaction) =>
      presentBulk(await undoBulk(transaction, call, call.params['bulkId'] ?? '')),
    ),
  ];
}

function valueOf(row: store.QueueRow, by: store.QueueSort): string {
  switch (by) {
    case 'riskLevel':
      return String(row.riskRank);
    case 'openedAt':
      return row.openedAt.toISOString();
    case 'closedAt':
      return (row.closedAt ?? row.openedAt).toISOString();
    default:
      return row.dueAt.toISOString();
  }
}
