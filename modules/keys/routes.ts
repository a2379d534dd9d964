import { SCOPES } from '../../contract/enums.ts';
import * as contract from '../../contract/keys.ts';
import { type Endpoint, read, write } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/errors.ts';
import { listRequest, toPage } from '../../platform/http/list-request.ts';
import { limitsOf } from '../../platform/http/spine.ts';
import type { Services } from '../../platform/module.ts';
import * as rules from './key.ts';
import * as store from './store.ts';

const DEFAULT_OVERLAP_SECONDS = 86_400;

export function keyEndpoints(services: Services): Endpoint[] {
  const { db, cursors, authenticator } = services;
  return [
    read(contract.getCaller, async (call) => {
      const organization = await store.findCaller(db, call);
      if (!organization) throw notFound('organisation');
      return {
        organizationId: call.organizationId,
        name: organization.name,
        environment: call.environment,
        plan: organization.plan,
        keyId: call.actor.id,
        scopes: SCOPES.filter((scope) => call.scopes.has(scope)),
        rateLimits: limitsOf(organization),
      };
    }),

    write(contract.createKey, async (call, transaction) => {
      const scopes = call.body.scopes ?? [...call.scopes];
      rules.requireScopes(call.scopes, scopes);
      const expiresAt = rules.readExpiry(call.body.expiresAt, call.now);
      return rules.presentNewKey(await rules.createKey(transaction, call, { name: call.body.name, scopes, expiresAt }));
    }),

    read(contract.listKeys, async (call) => {
      const list = listRequest('keys', call, call.query, cursors);
      const { status } = call.query;
      const [rows, total] = await Promise.all([
        store.pageOfKeys(db, list.request, status, call.now),
        store.countKeys(db, list.request, status, call.now),
      ]);
      return toPage(
        rows,
        total,
        list,
        cursors,
        (row) => row.id,
        (row) => rules.presentKey(row, call.now),
      );
    }),

    read(contract.getKey, async (call) => {
      const row = await store.findKey(db, call, call.params['keyId'] ?? '');
      if (!row) throw notFound('key');
      return rules.presentKey(row, call.now);
    }),

    write(contract.rotateKey, async (call, transaction) => {
      const overlap = call.body.overlapSeconds ?? DEFAULT_OVERLAP_SECONDS;
      const made = await rules.rotateKey(transaction, call, call.params['keyId'] ?? '', overlap);
      transaction.afterCommit(() => authenticator.forget());
      return rules.presentNewKey(made);
    }),

    write(contract.revokeKey, async (call, transaction) => {
      const { id } = await rules.revokeKey(transaction, call, call.params['keyId'] ?? '');
      transaction.afterCommit(() => authenticator.forget());
      return { keyId: id, deleted: true as const };
    }),
  ];
}
