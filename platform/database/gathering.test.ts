import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase } from '../../server/testing.ts';
import { Database } from './database.ts';
import { Gathering } from './gathering.ts';
import { sql } from './sql.ts';

let db: Database;
let drop: () => Promise<void>;
before(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  db = new Database({ connectionString: database.url, max: 4, applicationName: 'gathering-test' });
  await db.query(sql`create table notes (text text primary key)`);
});
after(async () => {
  await db?.close();
  await drop?.();
});

test('statements of one turn go over one connection, in order, each with its own answer', async () => {
  const gathering = new Gathering(db);
  const process = sql`select pg_backend_pid() as pid`;
  const answers = await Promise.all([
    gathering.query<{ pid: number }>(process),
    gathering.query(sql`insert into notes (text) values ('first')`),
    gathering.query<{ text: string }>(sql`select text from notes`),
    gathering.query<{ pid: number }>(process),
  ]);
  assert.equal(answers[0][0]?.pid, answers[3][0]?.pid);
  assert.deepEqual(answers[2], [{ text: 'first' }]);
});

test('one that fails fails alone, and what came before it stands', async () => {
  const gathering = new Gathering(db);
  const results = await Promise.allSettled([
    gathering.query(sql`insert into notes (text) values ('second')`),
    gathering.query(sql`insert into notes (text) values ('second')`),
    gathering.query<{ count: number }>(sql`select count(*) as count from notes where text = 'second'`),
  ]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  assert.deepEqual(results[2]?.status === 'fulfilled' && results[2].value, [{ count: 1 }]);
});

test('where no connection is to be had, all are told', async () => {
  const nowhere = new Database({
    connectionString: 'postgres://nobody@127.0.0.1:9/none',
    max: 1,
    applicationName: 'gathering-test',
  });
  const gathering = new Gathering(nowhere);
  const results = await Promise.allSettled([gathering.query(sql`select 1`), gathering.query(sql`select 2`)]);
  assert.ok(results.every(({ status }) => status === 'rejected'));
  await nowhere.close();
});
