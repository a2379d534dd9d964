import type { Actor, CallContext } from '../context.ts';
import type { Transaction } from '../database/transaction.ts';
import { newId } from '../ids.ts';
import { AUDIT_ENTRIES } from './store.ts';

export interface AuditEntry {
  /** What was done, `noun.verb`. */
  action: string;
  resourceId?: string | null;
  /** Facts without personal data: codes, states, counts. What staff wrote about a person stands with the decision. */
  details?: Readonly<Record<string, unknown>>;
}

/** Writes a line of the audit log in the transaction of what it tells of. It is chained within a second (see chain.ts). */
export function audit(transaction: Transaction, context: CallContext, entry: AuditEntry): void {
  transaction.deferRow(AUDIT_ENTRIES, {
    id: newId('aud'),
    organizationId: context.organizationId || null,
    environment: context.environment,
    occurredAt: context.now,
    actor: context.actor satisfies Actor,
    action: entry.action,
    resourceId: entry.resourceId ?? null,
    requestId: context.requestId || null,
    details: entry.details ?? {},
  });
}
