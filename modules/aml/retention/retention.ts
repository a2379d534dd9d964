import { audit } from '../../../platform/audit/audit.ts';
import { systemContext } from '../../../platform/context.ts';
import type { Services } from '../../../platform/module.ts';
import type { RetentionPart } from '../../organizations/index.ts';
import { stripScreenings } from '../store.ts';
import { countOld, lockOld } from './store.ts';

const AT_ONCE = 100;

/**
 * Persons in screenings, some time after these were made: the subject, what was compared with it and what was decided go;
 * level, count, lists and time stay. One that waits for a decision stays whole.
 */
export function screeningRetention({ db }: Services): RetentionPart {
  return {
    setting: 'retention.screeningDays',
    due: countOld,
    erase: (organizationId, before, now) =>
      db.transaction(async (transaction) => {
        const old = await lockOld(transaction, organizationId, before, AT_ONCE);
        for (const environment of ['LIVE', 'TEST'] as const) {
          const tenant = { organizationId, environment };
          const ids = old.filter((row) => row.environment === environment).map(({ id }) => id);
          if (ids.length === 0) continue;
          await stripScreenings(transaction, tenant, ids, now);
          for (const resourceId of ids) {
            audit(transaction, systemContext(tenant, now), { action: 'screening.erase', resourceId });
          }
        }
        return old.length === AT_ONCE;
      }),
  };
}
