import { createHash } from 'node:crypto';
import { entityHash, type ListedEntity } from '../../../engines/watchlists/index.ts';
import type { Tenant } from '../../../platform/context.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { ApiError, notFound } from '../../../platform/http/errors.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { BLOCKLIST, storedName } from '../lists/datasets.ts';
import { toStore } from '../lists/import.ts';
import * as lists from '../lists/store.ts';

/** Most entries that can be added one by one; a list that is larger is imported whole. */
const MOST = 10_000;
const FORMAT = 'own';

/**
 * Makes a new version of an organisation's blocklist: the one before, and one entry more or less. Its digest is of the
 * digest before and the change. Monitors are told by a job of the same transaction.
 * @throws ApiError NOT_FOUND for an entry that is not there; CONFLICT where the list is full
 */
export async function changeBlocklist(
  transaction: Transaction,
  tenant: Tenant,
  change: { add: ListedEntity } | { remove: string },
  now: Date,
): Promise<void> {
  const dataset = storedName(tenant, BLOCKLIST);
  await lists.lockImport(transaction, dataset);
  await lists.addList(transaction, dataset, FORMAT, now, tenant);
  const previous = await lists.activeVersionOf(transaction, dataset);
  const version = (previous?.version ?? 0) + 1;
  const before = previous?.entities ?? 0;
  const hash = createHash('sha256').update(previous?.sha256 ?? '');
  if ('add' in change) {
    if (before >= MOST) {
      throw new ApiError(
        'CONFLICT',
        `The blocklist has ${before} entries; ${MOST} can be added one by one. Have a larger list imported whole.`,
      );
    }
    const digest = entityHash(change.add);
    hash.update(`+ ${change.add.id} ${digest}`);
    await lists.insertEntities(transaction, dataset, version, [toStore(change.add, digest)]);
  } else {
    hash.update(`- ${change.remove}`);
    if ((await lists.closeEntities(transaction, dataset, version, [change.remove])) === 0) {
      throw notFound('blocklist entry');
    }
  }
  const added = 'add' in change ? 1 : 0;
  const entities = before + added - (1 - added);
  await lists.activateVersion(
    transaction,
    {
      dataset,
      version,
      format: previous?.format ?? FORMAT,
      publishedAt: null,
      fetchedAt: now,
      sha256: hash.digest('hex'),
      entities,
      categories: entities > 0 ? { BLOCKLIST: entities } : {},
      added,
      changed: 0,
      removed: 1 - added,
      warnings: [],
    },
    {},
  );
  if (tenant.environment === 'LIVE') {
    enqueue(transaction, { task: 'aml.watch', payload: { dataset, version }, queue: 'aml.watch' });
  }
}
