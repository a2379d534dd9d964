import { audit } from '../../../platform/audit/audit.ts';
import { systemContext } from '../../../platform/context.ts';
import type { Services } from '../../../platform/module.ts';
import type { RetentionPart } from '../../organizations/index.ts';
import { countMedia, takeMedia } from './store.ts';

const AT_ONCE = 50;

/** Pictures of documents and faces, some time after their verification ended; what was read and decided stays. */
export function mediaRetention({ db, files }: Services): RetentionPart {
  return {
    setting: 'retention.verificationMediaDays',
    due: countMedia,
    erase: (organizationId, before, now) =>
      db.transaction(async (transaction) => {
        const taken = await takeMedia(transaction, organizationId, before, AT_ONCE);
        for (const { id, environment } of taken) {
          const tenant = { organizationId, environment };
          const removed = await files.erase(transaction, tenant, [id]);
          audit(transaction, systemContext(tenant, now), {
            action: 'verification.erase_media',
            resourceId: id,
            details: { files: removed },
          });
        }
        return taken.length === AT_ONCE;
      }),
  };
}
