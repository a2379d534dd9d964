import { DEFAULT_POLICY, type Policy, policyHash, readPolicy } from '../../../engines/wallets/index.ts';
import { audit } from '../../../platform/audit/audit.ts';
import { type Actor, type Clock, systemContext, type Tenant } from '../../../platform/context.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import type { WalletStrategy } from '../strategy.ts';
import { askForRuns } from '../watch/look.ts';
import { watchersOfOrganization } from '../watch/store.ts';
import * as store from './store.ts';

/** For how long what is in force is taken to be what it was. */
const FRESH_MS = 1_000;

/** A policy that was not taken, with the place of each fault. */
export class PolicyRefused extends Error {
  override name = 'PolicyRefused';
}

/** What is in force for each organisation; known again within a second where it was changed elsewhere. */
export class Policies {
  readonly #db: Queryable;
  readonly #clock: Clock;
  #inForce = new Map<string, Policy>();
  #newest = '';
  #looked = -Infinity;
  #looking: Promise<void> | null = null;

  constructor(db: Queryable, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  async of(organizationId: string): Promise<Policy> {
    const now = this.#clock.now().getTime();
    if (Math.abs(now - this.#looked) >= FRESH_MS) {
      this.#looking ??= this.#look(now).finally(() => (this.#looking = null));
      await this.#looking;
    }
    return this.#inForce.get(organizationId) ?? DEFAULT_POLICY;
  }

  async #look(now: number): Promise<void> {
    const newest = await store.newestPolicy(this.#db);
    if (newest !== this.#newest) {
      const rows = await store.policiesInForce(this.#db);
      this.#inForce = new Map(rows.flatMap(({ organizationId, policy }) => (policy ? [[organizationId, policy]] : [])));
      this.#newest = newest;
    }
    this.#looked = now;
  }
}

/**
 * Production's strategy under each organisation's own policy.
 * @param strategyUnder makes the strategy of a policy; made once for each content
 */
export function underPolicies(policies: Policies, strategyUnder: (policy: Policy) => WalletStrategy): WalletStrategy {
  const usual = strategyUnder(DEFAULT_POLICY);
  const made = new WeakMap<Policy, WalletStrategy>([[DEFAULT_POLICY, usual]]);
  return {
    ...usual,
    assess: async (db, wallet, occasion, tenant) => {
      const policy = tenant ? await policies.of(tenant.organizationId) : DEFAULT_POLICY;
      let strategy = made.get(policy);
      if (!strategy) made.set(policy, (strategy = strategyUnder(policy)));
      return strategy.assess(db, wallet, occasion, tenant);
    },
  };
}

export interface PolicyInForce {
  version: string;
  hash: string;
  /** The organisation's own, or the service's. */
  own: boolean;
  policy: Policy;
}

export async function policyInForce(db: Queryable, organizationId: string): Promise<PolicyInForce> {
  const own = (await store.policiesOf(db, organizationId))[0]?.policy ?? null;
  const policy = own ?? DEFAULT_POLICY;
  return { version: policy.version, hash: policyHash(policy), own: own !== null, policy };
}

/** The policy of a hash that a record carries. @returns undefined where the organisation never had it */
export async function policyOfRecord(db: Queryable, tenant: Tenant, hash: string): Promise<Policy | undefined> {
  if (hash === policyHash(DEFAULT_POLICY)) return DEFAULT_POLICY;
  return (await store.policyOfHash(db, tenant.organizationId, hash))?.policy ?? undefined;
}

/**
 * Puts a policy of an organisation in force for its checks in production, and for the next runs of its monitors. What
 * was in force before is kept, for its records to be made again.
 * @param value what the file holds; null: the service's own policy again
 * @throws PolicyRefused naming every fault; where another policy of the organisation has the same version
 */
export async function setPolicy(
  transaction: Transaction,
  organizationId: string,
  value: unknown,
  now: Date,
  actor: Actor,
): Promise<PolicyInForce> {
  const { policy, issues } = value === null ? { policy: DEFAULT_POLICY, issues: [] } : readPolicy(value);
  if (!policy) {
    const faults = issues.map(({ path, message }) => `${path === '' ? 'The policy' : path} ${message}.`);
    throw new PolicyRefused(faults.join('\n'));
  }
  const hash = policyHash(policy);
  const own = value !== null;
  const before = await store.policiesOf(transaction, organizationId);
  const namesake = before.find((row) => own && row.version === policy.version && row.hash !== hash);
  if (namesake) {
    throw new PolicyRefused(
      `/version "${policy.version}" stands for another policy already. Give this one a new version.`,
    );
  }
  await store.insertPolicy(transaction, {
    organizationId,
    version: own ? policy.version : null,
    hash,
    policy: own ? policy : null,
    createdAt: now,
  });
  // Once every process knows of it.
  const watchers = await watchersOfOrganization(transaction, organizationId);
  askForRuns(transaction, watchers, new Date(now.getTime() + 2 * FRESH_MS));
  const context = systemContext({ organizationId, environment: 'LIVE' }, now, actor);
  audit(transaction, context, {
    action: 'wallet_policy.set',
    resourceId: organizationId,
    details: { version: policy.version, hash, own },
  });
  return { version: policy.version, hash, own, policy };
}
