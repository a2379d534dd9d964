import { audit } from '../../platform/audit/audit.ts';
import { systemContext } from '../../platform/context.ts';
import type { Services } from '../../platform/module.ts';
import { removeOldDeliveries } from './deliveries/store.ts';
import { mendQueue } from './dispatch/store.ts';
import { disableLongFailed, failWaiting, forgetOldSecrets } from './store.ts';
import { DISABLED_AFTER_MS } from './webhook.ts';

/** Deliveries that succeeded are kept this long. */
export const KEPT_MS = 30 * 86_400_000;
/** No retry is planned further ahead than its delay: what is can only come of a clock set wrong. */
const FURTHEST_MS = 15 * 60_000;
const CHUNK = 1_000;

/** The recurring work on endpoints and deliveries; may run in several processes at once. */
export async function upkeep({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await db.transaction(async (transaction) => {
    const disabled = await disableLongFailed(transaction, new Date(now.getTime() - DISABLED_AFTER_MS), now);
    if (disabled.length === 0) return;
    await failWaiting(
      transaction,
      disabled.map((webhook) => webhook.id),
      now,
    );
    for (const webhook of disabled) {
      audit(transaction, systemContext(webhook, now), { action: 'webhook.disable', resourceId: webhook.id });
    }
  });
  await forgetOldSecrets(db, now);
  await mendQueue(db, now, new Date(now.getTime() + FURTHEST_MS));
  const before = new Date(now.getTime() - KEPT_MS);
  while ((await removeOldDeliveries(db, before, CHUNK)) >= CHUNK);
}
