import * as contract from '../../../contract/dashboard/policies.ts';
import { audit } from '../../../platform/audit/audit.ts';
import { type Endpoint, read, write } from '../../../platform/http/endpoint.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import type { Services } from '../../../platform/module.ts';
import { readLists } from '../lists/lists.ts';
import { putInForce, requirePolicy, versionsOf } from './policies.ts';
import { findTry, insertTry, type TryRow } from './store.ts';
import { presentTry, TRY_TASK } from './try.ts';

export function policyEndpoints(services: Services): Endpoint[] {
  const { db } = services;
  return [
    read(contract.getLists, async (call) => ({ lists: await readLists(db, call) })),
    read(contract.getPolicies, async (call) => ({ policies: await versionsOf(db, call.organizationId) })),
    write(contract.setPolicy, (call, transaction) => {
      const { kind, policy, reason, tryId = null } = call.body;
      return putInForce(transaction, call, { kind, policy, reason, tryId });
    }),
    write(contract.tryPolicy, async (call, transaction) => {
      const { kind, policy } = call.body;
      const row: TryRow = {
        id: newId('try'),
        kind,
        status: 'QUEUED',
        progress: 0,
        policy: { ...requirePolicy(kind, policy) },
        result: null,
        error: null,
        createdAt: call.now,
        createdBy: call.actor.id,
        createdByName: null,
        finishedAt: null,
      };
      await insertTry(transaction, call, row);
      const { organizationId, environment } = call;
      enqueue(transaction, {
        task: TRY_TASK,
        payload: { organizationId, environment, tryId: row.id },
        maxAttempts: 3,
        queue: 'policy trials',
      });
      audit(transaction, call, { action: 'policy.try', resourceId: row.id, details: { kind } });
      return presentTry((await findTry(transaction, call, row.id)) ?? row);
    }),
    read(contract.getPolicyTry, async (call) => {
      const row = await findTry(db, call, call.params['tryId'] ?? '');
      if (!row) throw notFound('trial');
      return presentTry(row);
    }),
  ];
}
