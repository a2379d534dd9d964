import type { Module, Services } from '../../platform/module.ts';
import type { ApplicantParticipant } from '../applicants/index.ts';
import { batchTasks } from './batch/jobs.ts';
import { batchEndpoints } from './batch/routes.ts';
import { updateSchedules, updateTasks, updateWhereEmpty } from './lists/jobs.ts';
import { registerListMetrics } from './lists/metrics.ts';
import { registerScreeningMetrics } from './metrics.ts';
import { amlServices } from './module-services.ts';
import { monitorTasks, watchAs } from './monitors/jobs.ts';
import { monitorEndpoints } from './monitors/routes.ts';
import { eraseMonitors } from './monitors/store.ts';
import { ownListEndpoints } from './own/routes.ts';
import { screeningEndpoints } from './routes.ts';
import { applicantsScreenedSince, eraseScreenings, latestScreenings } from './store.ts';
import { subjectOfPerson } from './subject.ts';

export { importList, type ImportOptions, type ImportProgress, type ImportResult } from './lists/import.ts';
export { ListRefused } from './lists/refused.ts';
export { listsStatus, type ListStatus } from './lists/status.ts';
export { updateLists, type UpdateOptions, type UpdateResult } from './lists/update.ts';
export { screeningRetention } from './retention/retention.ts';
export { importNews } from './news/import-news.ts';
export type { NewsImportOptions, NewsImportProgress, NewsImportResult } from './news/import.ts';
export { untilServed } from './search/serving.ts';
export { type Replay, replayAnyScreening, ReplayImpossible, replayScreening } from './replay.ts';

/** Screening against watchlists: single, in batches, and watched over time. */
export function amlModule(services: Services): Module & { participant: ApplicantParticipant } {
  const own = amlServices(services);
  const { watchlists } = own;
  registerListMetrics(own);
  registerScreeningMetrics(own);
  return {
    name: 'aml',
    participant,
    endpoints: [...screeningEndpoints(own), ...batchEndpoints(own), ...monitorEndpoints(own), ...ownListEndpoints(own)],
    tasks: { ...batchTasks(own), ...monitorTasks(own), ...updateTasks(own) },
    schedules: [{ task: 'aml.chargeMonitors', cron: '*/5 * * * *' }, ...updateSchedules(own)],
    async start({ worker }) {
      watchlists.start();
      if (worker) await updateWhereEmpty(own);
    },
    async stop() {
      await Promise.all([watchlists.stop(), own.watchedIndex.stop()]);
    },
    report: () =>
      Promise.resolve({
        watchlists: {
          loaded: watchlists.loaded,
          error: watchlists.lastError,
          lists: watchlists.active.map(({ dataset, version, entities, fetchedAt }) => ({
            dataset,
            version,
            entities,
            fetchedAt: fetchedAt.toISOString(),
          })),
        },
      }),
  };
}

/** What this module does when an applicant is read, changed or erased. */
const participant: ApplicantParticipant = {
  engaged: applicantsScreenedSince,
  async erase(transaction, tenant, applicantId, now) {
    await Promise.all([
      eraseScreenings(transaction, tenant, applicantId, now),
      eraseMonitors(transaction, tenant, applicantId, now),
    ]);
  },
  async changed(transaction, tenant, applicantId, person) {
    await watchAs(transaction, tenant, applicantId, subjectOfPerson(person));
  },
  async screenings(db, tenant, applicantId) {
    const rows = await latestScreenings(db, tenant, applicantId);
    return rows.map(({ screenedAt, ...row }) => ({ ...row, screenedAt: screenedAt.toISOString() }));
  },
};
