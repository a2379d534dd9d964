import { parentPort, workerData } from 'node:worker_threads';
import { Database } from '../../../platform/database/database.ts';
import { monitorsConcerned } from './candidates.ts';

/** Looks for the monitors that a new version may concern away from the thread that serves, posts them, and ends. */
const { connectionString, dataset, version } = workerData as {
  connectionString: string;
  dataset: string;
  version: number;
};
const db = new Database({ connectionString, max: 1, applicationName: 'monitor-candidates' });
try {
  parentPort?.postMessage(await monitorsConcerned(db, dataset, version));
} finally {
  await db.close();
}
