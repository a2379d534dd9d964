import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createTestDatabase } from '../../server/testing.ts';
import { Database } from './database.ts';
import type { RowStatement } from './deferred.ts';
import { isUnavailable, uniqueViolation } from './errors.ts';
import { sql } from './sql.ts';

let db: Database;
let drop: () => Promise<void>;
before(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  db = new Database({ connectionString: database.url, max: 4, applicationName: 'group-commit-test' });
  await db.query(sql`create table notes (text text primary key, written_by bigint not null default txid_current())`);
  await db.query(sql`create table lines (number integer generated always as identity, text text)`);
});
after(async () => {
  await db?.close();
  await drop?.();
});
beforeEach(async () => {
  await db.query(sql`truncate notes, lines`);
});

const NOTES: RowStatement<string> = {
  write: (rows) => sql`insert into notes (text) select unnest(${[...rows]}::text[])`,
};
const LAST: RowStatement<string> = {
  last: true,
  write: (rows) => sql`insert into lines (text) values (${`last ${rows.join(' ')}`})`,
};
const line = (text: string) => sql`insert into lines (text) values (${text})`;
const notes = async (): Promise<string[]> =>
  (await db.query<{ text: string }>(sql`select text from notes order by text`)).map(({ text }) => text);
const lines = async (): Promise<string[]> =>
  (await db.query<{ text: string }>(sql`select text from lines order by number`)).map(({ text }) => text);

test('transactions that only defer commit together, each with its own outcome', async () => {
  const done: number[] = [];
  const results = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      db.transaction((transaction) => {
        transaction.deferRow(NOTES, `n${n}`);
        transaction.afterCommit(() => done.push(n));
        return Promise.resolve(n);
      }),
    ),
  );
  assert.deepEqual(
    results,
    done.toSorted((a, b) => a - b),
  );
  assert.equal((await notes()).length, 200);
  const [row] = await db.query<{ transactions: number }>(
    sql`select count(distinct written_by) as transactions from notes`,
  );
  assert.ok((row?.transactions ?? 200) <= 10, `${row?.transactions} transactions for 200`);
});

test('where one is refused, it alone fails, and nothing of it stays', async () => {
  await db.query(sql`insert into notes (text) values ('taken')`);
  const gaveUp: string[] = [];
  const results = await Promise.allSettled(
    ['a', 'taken', 'b', 'c'].map((text) =>
      db.transaction((transaction) => {
        transaction.defer(line(text));
        transaction.deferRow(NOTES, text);
        transaction.afterRollback(() => gaveUp.push(text));
        return Promise.resolve();
      }),
    ),
  );
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  );
  const [, refused] = results;
  assert.ok(refused?.status === 'rejected' && uniqueViolation(refused.reason) === 'notes_pkey');
  assert.deepEqual(gaveUp, ['taken']);
  assert.deepEqual(await notes(), ['a', 'b', 'c', 'taken']);
  assert.deepEqual((await lines()).toSorted(), ['a', 'b', 'c']);
});

test('where the connection is lost, nothing is run again: it cannot be known what stands', async () => {
  const results = await Promise.allSettled(
    ['a', 'b', 'c'].map((text) =>
      db.transaction((transaction) => {
        transaction.deferRow(NOTES, text);
        if (text === 'b') transaction.defer(sql`select pg_terminate_backend(pg_backend_pid())`);
        return Promise.resolve();
      }),
    ),
  );
  for (const result of results) {
    assert.ok(result.status === 'rejected' && isUnavailable(result.reason), JSON.stringify(result));
  }
  assert.deepEqual(await notes(), []);
  await db.transaction((transaction) => {
    transaction.deferRow(NOTES, 'after');
    return Promise.resolve();
  });
  assert.deepEqual(await notes(), ['after']);
  assert.equal(db.counts.waiting, 0);
});

test('rows of a kind are one statement, after the single ones, and the last kind comes last', async () => {
  await db.transaction(async (transaction) => {
    transaction.deferRow(LAST, 'x');
    transaction.deferRow(NOTES, 'a');
    transaction.defer(line('first'));
    transaction.deferRow(NOTES, 'b');
    transaction.deferRow(LAST, 'y');
    await transaction.query(line('at once'));
    const savepoint = await transaction.savepoint();
    transaction.deferRow(NOTES, 'dropped');
    transaction.deferRow(LAST, 'dropped');
    await savepoint.rollback();
    transaction.defer(line('second'));
  });
  assert.deepEqual(await notes(), ['a', 'b']);
  assert.deepEqual(await lines(), ['at once', 'first', 'second', 'last x y']);
});
