import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import pino from 'pino';
import { createTestDatabase, eventually } from '../../server/testing.ts';
import { Database } from '../database/database.ts';
import { enqueue } from './jobs.ts';
import { migrateJobs, startJobs } from './runner.ts';

const log = pino({ level: 'silent' });

test('the jobs of a killed worker are taken up by another within seconds; those of a living one are not', async () => {
  const made = await createTestDatabase();
  await migrateJobs(made.url);
  const db = new Database({ connectionString: made.url, max: 4, applicationName: 'test' });
  const program = `
    import pino from 'pino';
    import { Database } from ${JSON.stringify(import.meta.resolve('../database/database.ts'))};
    import { startJobs } from ${JSON.stringify(import.meta.resolve('./runner.ts'))};
    const db = new Database({ connectionString: process.env.JOBS_DATABASE, max: 4, applicationName: 'other' });
    await startJobs({ db, schedules: [], concurrency: 1, log: pino({ level: 'silent' }), tasks: {
      'test.hang': () => new Promise(() => { process.stdout.write('TAKEN\\n'); }),
    } });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    env: { ...process.env, JOBS_DATABASE: made.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const taken: string[] = [];
  try {
    await db.transaction((transaction) => {
      enqueue(transaction, { task: 'test.hang', payload: { name: 'first' }, queue: 'one at a time' });
      return Promise.resolve();
    });
    await eventually(() => Promise.resolve(output.includes('TAKEN')));
    const jobs = await startJobs({
      db,
      schedules: [],
      concurrency: 1,
      log,
      tasks: {
        'test.hang': ({ name }) => {
          taken.push(String(name));
          return Promise.resolve();
        },
      },
    });
    await new Promise((resolve) => {
      setTimeout(resolve, 7_500);
    });
    assert.deepEqual(taken, [], 'the other lives');
    child.kill('SIGKILL');
    await eventually(() => Promise.resolve(taken.length > 0));
    assert.deepEqual(taken, ['first']);
    await jobs.stop();
  } finally {
    child.kill('SIGKILL');
    await db.close();
    await made.drop();
  }
});
