import { parentPort, workerData } from 'node:worker_threads';
import { Database } from '../../../platform/database/database.ts';
import { FollowedNames, type Looked } from './follow.ts';

export interface ToWatchedThread {
  id: number;
  dataset: string;
  version: number;
}

export interface FromWatchedThread {
  id: number;
  looked: Looked | null;
  /** Why there is none. */
  error: Error | null;
}

/** Keeps the index of those watched, away from the thread that serves; one question at a time, in order. */
const { connectionString } = workerData as { connectionString: string };
const db = new Database({ connectionString, max: 1, applicationName: 'monitor-candidates' });
const names = new FollowedNames(db);
let before: Promise<void> = Promise.resolve();

parentPort?.on('message', (question: ToWatchedThread) => {
  before = before.then(() => answer(question));
});

async function answer({ id, dataset, version }: ToWatchedThread): Promise<void> {
  const post = (message: FromWatchedThread): void => parentPort?.postMessage(message);
  try {
    post({ id, looked: await names.look(dataset, version), error: null });
  } catch (error) {
    post({ id, looked: null, error: error instanceof Error ? error : new Error(String(error)) });
  }
}
