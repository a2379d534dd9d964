import { enqueue, type TaskList } from '../../../platform/jobs/jobs.ts';
import type { Schedule, Services } from '../../../platform/module.ts';
import { describeError } from '../../../platform/observability/describe-error.ts';
import { NEWS } from './datasets.ts';
import { activeDatasets } from './store.ts';
import { updateLists } from './update.ts';

const TASK = 'aml.updateLists';

export const updateTasks = (services: Services): TaskList => ({
  [TASK]: async () => {
    await updateLists(services);
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
