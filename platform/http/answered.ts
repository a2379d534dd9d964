import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Tenant } from '../context.ts';
import type { Caller } from './door.ts';

/** What is kept of a request: no body, no query, no address of a client. */
export interface Answered extends Tenant {
  requestId: string;
  at: Date;
  method: string;
  /** The route's pattern, such as /api/v3/aml/screenings/:screeningId; null: there is none. */
  route: string | null;
  status: number;
  errorCode: string | null;
  durationMs: number;
  actor: Caller['actor'];
  /** The record that the address names. */
  resourceId: string | null;
  idempotent: boolean;
}

const ID_FORM = /^[a-z]{2,5}_[0-9a-z]{26}$/;

export function answeredBy(
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
  at: Date,
  errorCode: string | null,
): Answered {
  const named = Object.values((request.params ?? {}) as Record<string, unknown>)[0];
  return {
    organizationId: caller.organizationId,
    environment: caller.environment,
    requestId: request.id,
    at,
    method: request.method,
    route: request.routeOptions.url ?? null,
    status: reply.statusCode,
    errorCode,
    durationMs: Math.round(reply.elapsedTime * 10) / 10,
    actor: caller.actor,
    resourceId: typeof named === 'string' && ID_FORM.test(named) ? named : null,
    idempotent: request.headers['idempotency-key'] !== undefined,
  };
}
