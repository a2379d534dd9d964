import pg from 'pg';
import { parentPort, workerData } from 'node:worker_threads';
import type { Sql } from '../../../../platform/database/sql.ts';
import { BEGIN_SNAPSHOT } from '../snapshot.ts';
import { type BuildRequest, buildGraphs } from './build.ts';

/** Builds arrays away from the thread that answers requests, posts them, and ends. */
const { connectionString, request } = workerData as { connectionString: string; request: BuildRequest };
// A connection that is not pipelined: COPY is not.
const client = new pg.Client({ connectionString, application_name: 'compliance-wallet-graph' });
await client.connect();
try {
  await client.query(BEGIN_SNAPSHOT);
  const db = {
    query: async <Row extends object>({ text, values }: Sql) => (await client.query<Row>(text, values)).rows,
  };
  parentPort?.postMessage(await buildGraphs(client, db, request));
} finally {
  await client.end();
}
