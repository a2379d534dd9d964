import { parentPort, workerData } from 'node:worker_threads';
import { Database } from '../../../platform/database/database.ts';
import { buildIndex } from './build.ts';

/** Builds indexes away from the thread that answers requests, posts them, and ends. */
const { connectionString, wanted } = workerData as {
  connectionString: string;
  wanted: { dataset: string; version: number }[];
};
const db = new Database({ connectionString, max: 1, applicationName: 'watchlist-index' });
try {
  for (const { dataset, version } of wanted) parentPort?.postMessage(await buildIndex(db, dataset, version));
} finally {
  await db.close();
}
