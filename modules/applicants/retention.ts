import { ENVIRONMENTS } from '../../contract/enums.ts';
import { systemContext, type Tenant } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/sql.ts';
import type { Services } from '../../platform/module.ts';
import type { RetentionPart } from '../organizations/index.ts';
import { busyWith, erasePerson } from './erase.ts';
import type { ApplicantParticipant } from './participants.ts';
import { lockApplicant, untouchedApplicants } from './store.ts';

const AT_ONCE = 500;
/** Applicants that are looked at to tell how many are to go. */
const MOST_COUNTED = 20_000;

/**
 * Applicants about whom nothing happened any more: their record was not changed, nothing was made about them, nothing
 * runs and nothing waits for a person. One that somebody blocked stays, so that the block does.
 */
export function applicantRetention(
  services: Services,
  participants: () => readonly ApplicantParticipant[],
): RetentionPart {
  const engaged = async (db: Queryable, tenant: Tenant, ids: readonly string[], since: Date): Promise<Set<string>> => {
    const found = await Promise.all(
      participants().map((one) => one.engaged?.(db, tenant, ids, since) ?? Promise.resolve([])),
    );
    return new Set(found.flat());
  };

  /** Those that are to go, some at a time. */
  async function* idle(db: Queryable, tenant: Tenant, since: Date) {
    for (let after = ''; ;) {
      const rows = await untouchedApplicants(db, tenant, since, after, AT_ONCE);
      if (rows.length === 0) return;
      const ids = rows.map(({ id }) => id);
      const inUse = await engaged(db, tenant, ids, since);
      yield rows.filter(({ id }) => !inUse.has(id));
      after = ids.at(-1) ?? '';
    }
  }

  const eraseOne = (tenant: Tenant, id: string, since: Date, now: Date): Promise<void> =>
    services.db.transaction(async (transaction) => {
      const row = await lockApplicant(transaction, tenant, id, 'UPDATE');
      // Something may have come meanwhile; what is made for an applicant waits for this lock, or was first.
      if (row?.status !== 'ACTIVE' || row.updatedAt >= since) return;
      if ((await engaged(transaction, tenant, [id], since)).size > 0) return;
      if ((await busyWith(transaction, tenant, id, participants())) !== null) return;
      await erasePerson(services, transaction, systemContext(tenant, now), id, participants());
    });

  return {
    setting: 'retention.applicantDays',
    async due(db, organizationId, before) {
      let count = 0;
      let looked = 0;
      let oldestAt: Date | null = null;
      for (const environment of ENVIRONMENTS) {
        for await (const rows of idle(db, { organizationId, environment }, before)) {
          if (looked >= MOST_COUNTED) return { count, oldestAt, more: true };
          looked += AT_ONCE;
          count += rows.length;
          for (const { updatedAt } of rows) if (oldestAt === null || updatedAt < oldestAt) oldestAt = updatedAt;
        }
      }
      return { count, oldestAt };
    },
    async erase(organizationId, before, now) {
      for (const environment of ENVIRONMENTS) {
        const tenant = { organizationId, environment };
        for await (const rows of idle(services.db, tenant, before)) {
          for (const { id } of rows) await eraseOne(tenant, id, before, now);
        }
      }
      return false;
    },
  };
}
