import type { Static } from 'typebox';
import { EVENT_TYPES, type EventType } from '../../../contract/events.ts';
import { DELIVERY_STATUSES, type Delivery, type DeliveryStatus } from '../../../contract/webhooks.ts';
import type { AttemptError } from '../../../platform/outbound/index.ts';

export interface DeliveryRow {
  id: string;
  endpointId: string;
  event: EventType;
  eventId: string;
  status: DeliveryStatus;
  attempts: number;
  success: boolean;
  responseCode: number | null;
  duration: number | null;
  attemptedAt: Date | null;
  createdAt: Date;
  /** When the queue holds it: the time of the next attempt. */
  dueAt: Date | null;
}

export interface AttemptRow {
  deliveryId: string;
  attempt: number;
  startedAt: Date;
  duration: number;
  responseCode: number | null;
  error: AttemptError | null;
  responseBody: string | null;
}

/** Attempts that one record shows; all of them stay in the log. */
export const SHOWN_ATTEMPTS = 25;

/** The public record. Attempts that were logged after the row was read are left to the next reading. */
export function present(row: DeliveryRow, attempts: readonly AttemptRow[]): Static<typeof Delivery> {
  return {
    deliveryId: row.id,
    id: row.id,
    webhookId: row.endpointId,
    event: row.event,
    eventId: row.eventId,
    status: row.status,
    success: row.success,
    responseCode: row.responseCode,
    duration: row.duration,
    ...(row.attempts > 1 ? { retryCount: row.attempts - 1 } : {}),
    timestamp: (row.attemptedAt ?? row.createdAt).toISOString(),
    nextAttemptAt: row.dueAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    attempts: attempts
      .filter(({ deliveryId, attempt }) => deliveryId === row.id && attempt <= row.attempts)
      .toSorted((a, b) => a.attempt - b.attempt)
      .map(({ attempt, startedAt, duration, responseCode, error, responseBody }) => ({
        attempt,
        timestamp: startedAt.toISOString(),
        responseCode,
        duration,
        error,
        responseBody,
      })),
  };
}

export interface DeliveryFilter {
  status?: DeliveryStatus | undefined;
  event?: EventType | undefined;
  success?: boolean | undefined;
}

/** The compound keys under which deliveries of this filter are counted (see delivery_count_key in the migration). */
export function countKeys(filter: DeliveryFilter): string[] | null {
  if (filter.status === undefined && filter.event === undefined && filter.success === undefined) return null;
  const of = <T>(given: T | undefined, all: readonly T[]): readonly T[] => (given === undefined ? all : [given]);
  return of(filter.status, DELIVERY_STATUSES).flatMap((status) =>
    of(filter.event, EVENT_TYPES).flatMap((event) =>
      of(filter.success, [true, false]).map((success) => `${status} ${event} ${success}`),
    ),
  );
}
