import * as contract from '../../../contract/dashboard/records.ts';
import { type AuditEntry, COUNTED_TO } from '../../../contract/dashboard/index.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { CallContext } from '../../../platform/context.ts';
import { type Endpoint, read, write } from '../../../platform/http/endpoint.ts';
import { listRequest, toPage } from '../../../platform/http/list-request.ts';
import type { Services } from '../../../platform/module.ts';
import { rangeOfDays, spooled } from '../exports.ts';
import type { Hub } from '../stream/hub.ts';
import * as store from './store.ts';
import type { ChainVerification } from './verification.ts';

const BATCH = 1_000;

export function auditEndpoints(services: Services, chain: ChainVerification, hub: Hub): Endpoint[] {
  const { db, cursors } = services;
  return [
    read(contract.listAudit, async (call) => {
      const { environment, action, actorId, resourceId } = call.query;
      const list = listRequest('audit', call, call.query, cursors);
      const filters = { environment, action, actorId, resourceId };
      const [rows, total] = await Promise.all([
        store.pageOfAudit(db, list.request, filters),
        store.countAudit(db, list.request, filters, COUNTED_TO + 1),
      ]);
      return toPage(rows, total, list, cursors, (row) => row.id, present);
    }),
    write(contract.verifyAudit, async (call, transaction) => {
      audit(transaction, call, { action: 'audit.verify' });
      return chain.begin(({ checked, total, status }) =>
        hub.tellAll(call.organizationId, 'audit.verified', { checked, total, done: status === 'DONE' }),
      );
    }),
    read(contract.getAuditVerification, () => Promise.resolve(chain.last)),
    read(contract.exportAudit, async (call) => {
      await db.transaction(async (transaction) => audit(transaction, call, { action: 'audit.export' }));
      return spooled('application/x-ndjson', auditLines(services, call, call.query));
    }),
  ];
}

const present = (row: store.AuditEntryRow): AuditEntry => ({
  entryId: row.id,
  at: row.createdAt.toISOString(),
  environment: row.environment,
  actor: { type: row.actorType, id: row.actorId, name: row.actorName },
  action: row.action,
  resourceId: row.resourceId,
  requestId: row.requestId,
  details: row.details,
  seal: row.seq === null || row.hash === null ? null : { seq: row.seq, hash: row.hash },
});

/** One entry a line, as the chain seals it, with its link: whoever has the file can recompute each hash. */
async function* auditLines(
  { db }: Services,
  call: CallContext,
  query: { from?: string; to?: string } & store.AuditFilters,
): AsyncGenerator<string> {
  const { environment, action, actorId, resourceId } = query;
  const range = rangeOfDays(query, call.now);
  const filters = { environment, action, actorId, resourceId };
  let after: { createdAt: Date; id: string } | null = null;
  for (;;) {
    const rows: store.AuditEntryRow[] = await store.auditAfter(db, call.organizationId, range, filters, after, BATCH);
    if (rows.length > 0) {
      yield rows
        .map((row) => JSON.stringify({ ...present(row), previousHash: row.previousHash }))
        .join('\n')
        .concat('\n');
    }
    after = rows.at(-1) ?? null;
    if (rows.length < BATCH || after === null) return;
  }
}
