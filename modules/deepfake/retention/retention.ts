import { audit } from '../../../platform/audit/audit.ts';
import { systemContext } from '../../../platform/context.ts';
import type { Services } from '../../../platform/module.ts';
import type { RetentionPart } from '../../organizations/index.ts';
import { countOldMedia, oldMedia } from './store.ts';

const AT_ONCE = 50;

/** Examined media, some time after they came; the result and its artefacts stay until the job is deleted. */
export function examinedMediaRetention({ db, files }: Services): RetentionPart {
  return {
    setting: 'retention.deepfakeMediaDays',
    due: countOldMedia,
    erase: (organizationId, before, now) =>
      db.transaction(async (transaction) => {
        const old = await oldMedia(transaction, organizationId, before, AT_ONCE);
        for (const { fileId, jobId, environment } of old) {
          const tenant = { organizationId, environment };
          await files.remove(transaction, tenant, [fileId]);
          audit(transaction, systemContext(tenant, now), { action: 'deepfake.erase_media', resourceId: jobId });
        }
        return old.length === AT_ONCE;
      }),
  };
}
