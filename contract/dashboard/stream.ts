/**
 * GET /dashboard/api/{live|test}/events: server-sent events, each with `event:` its type and `data:` JSON. Nothing
 * personal is in them: they tell that something changed, and the page asks for it.
 */
export interface StreamEvents {
  /** Once, at the start and after each reconnection: ask anew for what is shown. */
  hello: { at: string };
  /** Items came, went, or changed hands. */
  'queue.changed': { itemIds: string[] };
  'bulk.changed': { bulkId: string };
  'try.changed': { tryId: string; status: 'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED'; progress: number };
  'audit.verified': { checked: number; total: number; done: boolean };
  /** A record is in another status: verification, screening, wallet check, media job, delivery. */
  'record.changed': { resourceId: string; type: string };
  /** The session ended or the role changed: ask for /me. */
  'me.changed': Record<string, never>;
}
export type StreamEventType = keyof StreamEvents;
