import type { ApiError } from './errors.ts';

export interface Page<Item> {
  items: Item[];
  pagination: { hasMore: boolean; nextCursor: string | null; total: number };
}

const meta = (requestId: string, now: Date) => ({ timestamp: now.toISOString(), requestId });

/** The success envelope of specification 2.1, as text. */
export function successBody(data: unknown, requestId: string, now: Date): string {
  return JSON.stringify({ success: true, data, meta: meta(requestId, now) });
}

export function pageBody(page: Page<unknown>, requestId: string, now: Date): string {
  return JSON.stringify({ success: true, data: page.items, meta: meta(requestId, now), pagination: page.pagination });
}

/** The error envelope of specification 2.1, as text. */
export function errorBody(error: ApiError, requestId: string, now: Date): string {
  const { code, message, details } = error;
  return JSON.stringify({
    success: false,
    error: { code, message, ...(details ? { details } : {}) },
    meta: meta(requestId, now),
  });
}
