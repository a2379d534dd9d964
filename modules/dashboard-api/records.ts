import type { CallContext } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { Answer, type Call, type Endpoint } from '../../platform/http/endpoint.ts';

/**
 * The calls of the public API, made from within: what a page shows or does about a record is what the API shows or
 * does, by the same rules. The caller's right to it must have been checked.
 */
export class Records {
  readonly #endpoints: () => readonly Endpoint[];
  #byId: ReadonlyMap<string, Endpoint> | null = null;

  constructor(endpoints: () => readonly Endpoint[]) {
    this.#endpoints = endpoints;
  }

  /** The record as its own call answers it. @throws ApiError as that call */
  async read<T>(
    operationId: string,
    context: CallContext,
    params: Readonly<Record<string, string>>,
    query: Readonly<Record<string, unknown>> = {},
  ): Promise<T> {
    return (await this.#find(operationId).handle(callOf(context, params, query, undefined), null)) as T;
  }

  /** Does what the call does, in the given transaction. @throws ApiError as that call */
  async write<T>(
    operationId: string,
    context: CallContext,
    transaction: Transaction,
    params: Readonly<Record<string, string>>,
    body: unknown,
  ): Promise<T> {
    const result = await this.#find(operationId).handle(callOf(context, params, {}, body), transaction);
    return (result instanceof Answer ? result.data : result) as T;
  }

  #find(operationId: string): Endpoint {
    this.#byId ??= new Map(this.#endpoints().map((endpoint) => [endpoint.operation.operationId, endpoint]));
    const found = this.#byId.get(operationId);
    if (!found) throw new Error(`There is no call ${operationId}`);
    return found;
  }
}

const callOf = (
  { organizationId, environment, requestId, actor, plan, scopes, now }: CallContext,
  params: Readonly<Record<string, string>>,
  query: unknown,
  body: unknown,
): Call =>
  ({
    organizationId,
    environment,
    requestId,
    actor,
    plan,
    scopes,
    now,
    params,
    query,
    body,
    upload: null,
  }) as Call;
