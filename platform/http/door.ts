import type { FastifyRequest } from 'fastify';
import type { Environment, Scope } from '../../contract/enums.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Authenticator } from '../authentication/authenticator.ts';
import type { KeyRecord } from '../authentication/store.ts';
import type { CallContext } from '../context.ts';
import type { Limits } from '../rate-limit/limiter.ts';
import type { Endpoint } from './endpoint.ts';
import { ApiError } from './errors.ts';

/** Who calls, once that is known: a key, or a member of staff. */
export interface Caller extends Pick<CallContext, 'organizationId' | 'environment' | 'actor' | 'plan' | 'staff'> {
  scopes: readonly Scope[];
  /** Whose requests are counted, and how many there may be. */
  limits: Limits & { subject: string };
  /** @throws ApiError INSUFFICIENT_SCOPE where the caller may not do this */
  require(operation: Operation): void;
}

/** A way into endpoints: where they lie, whose data they serve, and how callers show who they are. */
export interface Door {
  /** Before the paths of the operations; without a slash at the end. */
  prefix: string;
  environment: Environment;
  endpoints: readonly Endpoint[];
  /** @throws ApiError where nobody is known by what the request carries */
  authenticate(request: FastifyRequest): Promise<Caller>;
}

/** The public API's own door: by key. */
export function keyDoor(
  authenticator: Authenticator,
  door: Pick<Door, 'prefix' | 'environment' | 'endpoints'>,
  limitsOf: (key: KeyRecord) => Limits,
): Door {
  return {
    ...door,
    authenticate: async (request) => {
      const key = await authenticator.authenticate(request.headers.authorization, door.environment);
      return {
        organizationId: key.organizationId,
        environment: key.environment,
        actor: { type: 'API_KEY', id: key.keyId },
        plan: key.plan,
        scopes: key.scopes,
        limits: { ...limitsOf(key), subject: `${key.organizationId}:${key.environment}` },
        require: ({ scope }) => {
          if (scope !== null && !key.scopes.includes(scope)) {
            throw new ApiError('INSUFFICIENT_SCOPE', `This API key lacks the scope ${scope}.`, { required: scope });
          }
        },
      };
    },
  };
}
