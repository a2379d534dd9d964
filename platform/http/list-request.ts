import type { ListInput } from '../../contract/common.ts';
import type { Tenant } from '../context.ts';
import { countRows, listDigest, type ListRequest } from '../database/list.ts';
import type { Queryable, Sql } from '../database/sql.ts';
import type { CursorCodec } from './cursor.ts';
import type { Page } from './envelope.ts';
import { invalid } from './errors.ts';

const DAY_MS = 86_400_000;

/** A moment of the query: a date alone is the start of that UTC day, or its end. */
function moment(text: string | undefined, end: boolean): Date | null {
  if (text === undefined) return null;
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    const start = new Date(`${text}T00:00:00.000Z`);
    return end ? new Date(start.getTime() + DAY_MS - 1) : start;
  }
  return new Date(text);
}

/**
 * Turns the query of a list endpoint into a page request, and checks its cursor.
 * @param name of the list; cursors of one list do not serve another
 * @throws ApiError VALIDATION_ERROR where createdFrom is after createdTo; INVALID_CURSOR
 */
export function listRequest(
  name: string,
  tenant: Tenant,
  input: ListInput & Readonly<Record<string, unknown>>,
  cursors: CursorCodec,
): { request: ListRequest; boundTo: string } {
  const from = moment(input.createdFrom, false);
  const to = moment(input.createdTo, true);
  if (from && to && from > to) {
    throw invalid('/createdFrom', 'INVALID_VALUE', 'must not be after createdTo');
  }
  const { limit = 20, cursor, order = 'desc', organizationId: _own, ...filters } = input;
  // A call is a tenant too: what differs from request to request must not get into the digest.
  const { organizationId, environment } = tenant;
  const boundTo = listDigest({
    name,
    organizationId,
    environment,
    order,
    ...filters,
    sortBy: input.sortBy ?? 'createdAt',
  });
  const position = cursor === undefined ? null : cursors.decode(cursor, boundTo);
  const after = position ? { value: new Date(Number(position.value)), id: position.id } : null;
  return { request: { tenant: { organizationId, environment }, limit, order, created: { from, to }, after }, boundTo };
}

/** Cuts the extra row off and makes the cursor of the next page. */
export function toPage<Row extends { createdAt: Date }, Item>(
  rows: readonly Row[],
  total: number,
  list: { request: ListRequest; boundTo: string },
  cursors: CursorCodec,
  idOf: (row: Row) => string,
  present: (row: Row) => Item,
): Page<Item> {
  const { limit } = list.request;
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit;
  const nextCursor =
    hasMore && last ? cursors.encode({ value: String(last.createdAt.getTime()), id: idOf(last) }, list.boundTo) : null;
  return { items: shown.map(present), pagination: { hasMore, nextCursor, total } };
}

/** The exact total of a counted table for a list request. */
export const listTotal = (
  db: Queryable,
  table: { resource: string; from: Sql },
  request: ListRequest,
  statuses: readonly string[] | null,
): Promise<number> => countRows(db, table, request.tenant, statuses, request.created);
