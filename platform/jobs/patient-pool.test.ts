import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase } from '../../server/testing.ts';
import { PatientPool } from './patient-pool.ts';

test('a statement that was cut off is reported as one to be made again, and the next one is served', async () => {
  const database = await createTestDatabase();
  const pool = new PatientPool({ connectionString: database.url, max: 2 });
  try {
    const client = await pool.connect();
    await assert.rejects(client.query('select pg_terminate_backend(pg_backend_pid())'), { code: '40001' });
    client.release();
    const next = await pool.connect();
    assert.deepEqual((await next.query('select 1 as one')).rows, [{ one: 1 }]);
    next.release();
  } finally {
    pool.giveUp();
    await pool.end();
    await database.drop();
  }
});

test('other failures are reported as they are', async () => {
  const database = await createTestDatabase();
  const pool = new PatientPool({ connectionString: database.url, max: 2 });
  try {
    const client = await pool.connect();
    await assert.rejects(client.query('select 1/0'), { code: '22012' });
    client.release();
  } finally {
    await pool.end();
    await database.drop();
  }
});

test('a connection is waited for until there is one, or until nothing is waited for any more', async () => {
  const pool = new PatientPool({ connectionString: 'postgres://127.0.0.1:1/none', max: 1 });
  const waiting = pool.connect();
  const first = await Promise.race([
    waiting.then(() => 'connected'),
    new Promise((resolve) => {
      setTimeout(resolve, 700, 'still waiting');
    }),
  ]);
  assert.equal(first, 'still waiting');
  pool.giveUp();
  await assert.rejects(waiting, { code: 'ECONNREFUSED' });
  await pool.end();
});
