import { audit } from '../../../platform/audit/audit.ts';
import { systemContext, type Tenant } from '../../../platform/context.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import type { Services } from '../../../platform/module.ts';
import { type RetentionPart, settingsOf } from '../../organizations/index.ts';
import { countOldMedia, expiryOf, mediaFilesOf, oldMedia } from './store.ts';

const AT_ONCE = 50;
const DAY_MS = 86_400_000;

/** Examined media with the pictures of their earlier states, some time after they came; the result and its artefacts stay
 * until the job is deleted. */
export function examinedMediaRetention({ db, files }: Services): RetentionPart {
  return {
    setting: 'retention.deepfakeMediaDays',
    due: countOldMedia,
    erase: (organizationId, before, now) =>
      db.transaction(async (transaction) => {
        const old = await oldMedia(transaction, organizationId, before, AT_ONCE);
        for (const [jobId, { environment }] of new Map(old.map((one) => [one.jobId, one]))) {
          const tenant = { organizationId, environment };
          await files.remove(transaction, tenant, await mediaFilesOf(transaction, tenant, jobId));
          audit(transaction, systemContext(tenant, now), { action: 'deepfake.erase_media', resourceId: jobId });
        }
        return old.length === AT_ONCE;
      }),
  };
}

/** When what was made of a job's media goes: with the media, or as if media given by address had been kept. */
export async function mediaExpiry(
  transaction: Transaction,
  tenant: Tenant,
  job: { id: string; createdAt: Date },
): Promise<Date> {
  const kept = await expiryOf(transaction, tenant, job.id);
  if (kept) return kept;
  const days = Number((await settingsOf(transaction, tenant.organizationId))['retention.deepfakeMediaDays']);
  return new Date(job.createdAt.getTime() + days * DAY_MS);
}
