import type { Module, Services } from '../../platform/module.ts';
import { type ForensicsEngine, noEngine } from './engine.ts';
import { deepfakeTasks, type Engines, schedules } from './jobs.ts';
import { registerDeepfakeMetrics } from './metrics.ts';
import { deepfakeEndpoints } from './routes.ts';
import { sandboxEngine } from './sandbox.ts';

export { LiveForensics, type LiveForensicsOptions, type PictureOpinion } from './examiner/live.ts';
export { examinedMediaRetention } from './retention/retention.ts';
export { type KeptRevisions, readRevisions, REVISION_PAGE, REVISIONS } from './revisions.ts';
export { readTrustList } from './examiner/trust.ts';
export type { Analysis, Finding, ForensicsEngine, MadeArtefact } from './engine.ts';

/**
 * Deepfake detection.
 * @param live who analyses in production; without one production answers 503 to new jobs
 */
export function deepfakeModule(services: Services, live: ForensicsEngine = noEngine): Module {
  registerDeepfakeMetrics(services);
  const engines: Engines = { LIVE: live, TEST: sandboxEngine(services.config.sandboxDelayMs) };
  return {
    name: 'deepfake',
    endpoints: deepfakeEndpoints(services, engines),
    tasks: deepfakeTasks(services, engines),
    schedules,
    stop: async () => live.stop?.(),
  };
}
