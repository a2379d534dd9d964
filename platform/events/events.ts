import type { EventPayload, EventType } from '../../contract/events.ts';
import type { Tenant } from '../context.ts';
import type { Transaction } from '../database/transaction.ts';
import { newId } from '../ids.ts';
import { EVENTS } from './store.ts';

export interface EventToEmit<E extends EventType> {
  type: E;
  resourceId: string;
  data: EventPayload<E>;
  /** The address given with this one resource; gets the event beside the subscribed endpoints. */
  callbackUrl?: string | null;
  at: Date;
}

/**
 * Writes an event in the transaction of the change that it tells of. Its body is fixed here, so that every
 * delivery and every attempt carries the same bytes. Whoever delivers learns of it from the row.
 * @returns the event's identifier
 */
export function emitEvent<E extends EventType>(
  transaction: Transaction,
  tenant: Tenant,
  event: EventToEmit<E>,
): string {
  const id = newId('evt');
  const body = JSON.stringify({ event: event.type, timestamp: event.at.toISOString(), data: event.data });
  transaction.deferRow(EVENTS, {
    id,
    organizationId: tenant.organizationId,
    environment: tenant.environment,
    type: event.type,
    resourceId: event.resourceId,
    callbackUrl: event.callbackUrl ?? null,
    body,
    createdAt: event.at,
  });
  return id;
}
