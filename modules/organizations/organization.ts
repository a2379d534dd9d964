import type { Plan } from '../../contract/enums.ts';
import { audit } from '../../platform/audit/audit.ts';
import { type Actor, systemContext, type Tenant } from '../../platform/context.ts';
import { grant } from '../../platform/credits/ledger.ts';
import { openBalance } from '../../platform/credits/store.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { insertOrganization } from './store.ts';

/** Credits that the sandbox shows; they are never used up. */
const SANDBOX_CREDITS = 10_000;

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
