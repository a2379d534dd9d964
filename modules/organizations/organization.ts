import type { Plan } from '../../contract/enums.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Actor, systemContext, type Tenant } from '../../platform/context.ts';
import { grant } from '../../platform/credits/ledger.ts';
import { openBalance, readBalance } from '../../platform/credits/store.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import { insertOrganization, lockOrganization, type OrganizationRow, updatePlan } from './store.ts';

/** Credits that the sandbox shows; they are never used up. */
const SANDBOX_CREDITS = 10_000;
/** Far below 2^53, so that sums stay exact whatever an operator types. */
export const MAX_GRANT = 1_000_000_000;

export interface NewOrganization {
  name: string;
  plan: Plan;
  /** Live credits granted at once. */
  credits: number;
}

/** Makes an organisation with a balance in both environments. @returns its identifier */
export async function createOrganization(
  transaction: Transaction,
  input: NewOrganization,
  now: Date,
  actor: Actor,
): Promise<string> {
  const organizationId = newId('org');
  await insertOrganization(transaction, { id: organizationId, name: input.name, plan: input.plan, createdAt: now });
  const live: Tenant = { organizationId, environment: 'LIVE' };
  const test: Tenant = { organizationId, environment: 'TEST' };
  await openBalance(transaction, live);
  await openBalance(transaction, test);
  if (input.credits > 0) await grant(transaction, live, input.credits, organizationId, now);
  await grant(transaction, test, SANDBOX_CREDITS, organizationId, now);
  audit(transaction, systemContext(live, now, actor), {
    action: 'organization.create',
    resourceId: organizationId,
    details: { plan: input.plan, credits: input.credits },
  });
  return organizationId;
}

export interface PlanChange {
  plan: Plan;
  /** Limits of its own; null takes the plan's. */
  requestsPerMinute: number | null;
  requestsPerDay: number | null;
}

/** Changes an organisation's plan and limits; every process applies them within a second. @throws ApiError NOT_FOUND */
export async function setPlan(
  transaction: Transaction,
  organizationId: string,
  change: PlanChange,
  now: Date,
  actor: Actor,
): Promise<OrganizationRow> {
  const row = await requireOrganization(transaction, organizationId);
  await updatePlan(transaction, organizationId, change);
  audit(transaction, systemContext({ organizationId, environment: 'LIVE' }, now, actor), {
    action: 'organization.set_plan',
    resourceId: organizationId,
    details: { from: row.plan, ...change },
  });
  return { ...row, ...change };
}

/** Grants live credits. @throws ApiError NOT_FOUND @throws RangeError for an amount that is no credit count */
export async function grantCredits(
  transaction: Transaction,
  organizationId: string,
  amount: number,
  now: Date,
  actor: Actor,
): Promise<{ transactionId: string; balance: number; available: number }> {
  if (!Number.isInteger(amount) || amount < 1 || amount > MAX_GRANT) {
    throw new RangeError(`Credits are granted in whole numbers from 1 to ${MAX_GRANT}`);
  }
  await requireOrganization(transaction, organizationId);
  const tenant: Tenant = { organizationId, environment: 'LIVE' };
  const transactionId = await grant(transaction, tenant, amount, organizationId, now);
  audit(transaction, systemContext(tenant, now, actor), {
    action: 'credits.grant',
    resourceId: organizationId,
    details: { amount, transactionId },
  });
  const { available, held } = await readBalance(transaction, tenant);
  return { transactionId, balance: available + held, available };
}

async function requireOrganization(transaction: Transaction, organizationId: string): Promise<OrganizationRow> {
  const row = await lockOrganization(transaction, organizationId);
  if (!row) throw new ApiError('NOT_FOUND', 'There is no such organisation.');
  return row;
}
