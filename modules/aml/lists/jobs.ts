import { enqueue, type TaskList } from '../../../platform/jobs/jobs.ts';
import type { Schedule, Services } from '../../../platform/module.ts';
import { describeError } from '../../../platform/observability/describe-error.ts';
import { NEWS } from './datasets.ts';
import { activeDatasets } from './store.ts';
import { updateLists, type UpdateOptions } from './update.ts';

const TASK = 'aml.updateLists';

/** When lists that could not be fetched are asked for again, minutes after the run before. */
const AGAIN_AFTER_MINUTES = [15, 60, 240];
const MINUTE_MS = 60_000;

export const updateTasks = (services: Services, options: UpdateOptions = {}): TaskList => ({
  [TASK]: async ({ only, attempt = 0 }) => {
    const wanted = Array.isArray(only) ? only.filter((name) => typeof name === 'string') : undefined;
    const results = await updateLists(services, { ...options, ...(wanted ? { only: wanted } : {}) });
    const failed = results.filter(({ outcome }) => outcome === 'FAILED').map(({ dataset }) => dataset);
    const minutes = typeof attempt === 'number' ? AGAIN_AFTER_MINUTES[attempt] : undefined;
    if (failed.length === 0 || minutes === undefined) return;
    await services.db.transaction((transaction) => {
      enqueue(transaction, {
        task: TASK,
        payload: { only: failed, attempt: Number(attempt) + 1 },
        key: `${TASK} again`,
        runAt: new Date(services.clock.now().getTime() + minutes * MINUTE_MS),
      });
      return Promise.resolve();
    });
  },
});

/** Daily, at a minute that is not everybody's. */
export const updateSchedules = (services: Services): Schedule[] =>
  services.config.listsAutoUpdate ? [{ task: TASK, cron: '17 3 * * *' }] : [];

/** At the first start there is no list: asks for them at once, in the background. */
export async function updateWhereEmpty(services: Services): Promise<void> {
  if (!services.config.listsAutoUpdate) return;
  try {
    if ((await activeDatasets(services.db)).some(({ dataset }) => dataset !== NEWS)) return;
    await services.db.transaction((transaction) => {
      enqueue(transaction, { task: TASK, payload: {}, key: TASK, maxAttempts: 3 });
      return Promise.resolve();
    });
  } catch (error) {
    services.log.warn({ error: describeError(error) }, 'the first update of watchlists could not be asked for');
  }
}
