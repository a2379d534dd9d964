import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createTestDatabase } from '../../server/testing.ts';
import { Database } from './database.ts';
import { isRetryable, isUnavailable, uniqueViolation } from './errors.ts';
import { sql } from './sql.ts';
import type { Transaction } from './transaction.ts';

let db: Database;
let drop: () => Promise<void>;
before(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  db = new Database({ connectionString: database.url, max: 4, applicationName: 'transaction-test' });
  await db.query(sql`create table notes (number integer generated always as identity, text text primary key)`);
});
after(async () => {
  await db?.close();
  await drop?.();
});
beforeEach(async () => {
  await db.query(sql`delete from notes`);
});

const add = (text: string) => sql`insert into notes (text) values (${text})`;
const notes = async (): Promise<string[]> =>
  (await db.query<{ text: string }>(sql`select text from notes order by number`)).map((row) => row.text);

test('deferred statements run at the end, in order, and commit with the rest', async () => {
  let committed = false;
  const result = await db.transaction(async (transaction) => {
    transaction.defer(add('third'));
    transaction.defer(add('fourth'));
    transaction.afterCommit(() => {
      committed = true;
    });
    await transaction.query(add('first'));
    await transaction.query(add('second'));
    assert.equal(committed, false);
    return 'done';
  });
  assert.equal(result, 'done');
  assert.equal(committed, true);
  assert.deepEqual(await notes(), ['first', 'second', 'third', 'fourth']);
});

test('whatever fails, nothing stays: the work, a deferred statement, or the commit', async () => {
  const never = (transaction: Transaction) => transaction.afterCommit(() => assert.fail('it did not commit'));
  await assert.rejects(
    db.transaction(async (transaction) => {
      never(transaction);
      transaction.defer(add('b'));
      await transaction.query(add('a'));
      throw new Error('the work failed');
    }),
    /the work failed/,
  );
  await assert.rejects(
    db.transaction(async (transaction) => {
      never(transaction);
      await transaction.query(add('a'));
      transaction.defer(add('b'));
      transaction.defer(add('a'));
      transaction.defer(add('c'));
    }),
    (error) => uniqueViolation(error) === 'notes_pkey',
  );
  await assert.rejects(
    db.transaction(async (transaction) => {
      never(transaction);
      await transaction.query(add('a'));
      // A swallowed failure must not end in a COMMIT that quietly rolls back.
      await transaction.query(add('a')).catch(() => {});
    }),
    /rolled back/,
  );
  assert.deepEqual(await notes(), []);
  assert.equal(db.counts.waiting, 0);
});

test('a return to a savepoint drops what was done and deferred after it, and keeps what was before', async () => {
  const calls: string[] = [];
  await db.transaction(async (transaction) => {
    await transaction.query(add('before'));
    transaction.defer(add('deferred before'));
    transaction.afterCommit(() => calls.push('before'));
    const savepoint = await transaction.savepoint();
    await transaction.query(add('after'));
    transaction.defer(add('deferred after'));
    transaction.afterCommit(() => calls.push('after'));
    await assert.rejects(transaction.query(add('before')));
    await savepoint.rollback();
    transaction.defer(add('last'));
  });
  assert.deepEqual(await notes(), ['before', 'deferred before', 'last']);
  assert.deepEqual(calls, ['before']);
});

test('work without a statement takes no connection, and an ended transaction takes no statement', async () => {
  let kept: Transaction | null = null;
  await db.transaction(async (transaction) => {
    kept = transaction;
  });
  const ended = kept as Transaction | null;
  await assert.rejects(async () => ended?.query(add('late')), /has ended/);
  assert.throws(() => ended?.defer(add('late')), /has ended/);
  assert.deepEqual(await notes(), []);
});

test('values are bound, never text', async () => {
  const hostile = `'); drop table notes; --`;
  await db.query(add(hostile));
  assert.deepEqual(await notes(), [hostile]);
});

test('a connection killed in use fails its transaction as unavailable; the process and the pool go on', async () => {
  for (let round = 0; round < 6; round += 1) {
    await assert.rejects(
      db.transaction(async (transaction) => {
        await transaction.query(add('lost'));
        await transaction.query(sql`select pg_terminate_backend(pg_backend_pid())`);
      }),
      (error) => isUnavailable(error),
    );
  }
  await new Promise((resolve) => {
    setTimeout(resolve, 50);
  });
  assert.deepEqual(await notes(), []);
  await db.query(add('works'));
  assert.deepEqual(await notes(), ['works']);
});

test('a deadlock is told as worth another try', async () => {
  await db.query(add('x'));
  await db.query(add('y'));
  const lock = (text: string) => sql`select 1 from notes where text = ${text} for update`;
  let arrived = 0;
  let meet = (): void => {};
  const both = new Promise<void>((resolve) => {
    meet = resolve;
  });
  const cross = (one: string, other: string) =>
    db.transaction(async (transaction) => {
      await transaction.query(lock(one));
      arrived += 1;
      if (arrived === 2) meet();
      await both;
      await transaction.query(lock(other));
    });
  const results = await Promise.allSettled([cross('x', 'y'), cross('y', 'x')]);
  const failed = results.filter((result) => result.status === 'rejected');
  assert.equal(failed.length, 1);
  assert.ok(failed.every((result) => isRetryable(result.reason)));
});

test('counts beyond what a number holds exactly are refused, not rounded', async () => {
  assert.deepEqual(await db.query(sql`select 9007199254740991::bigint as n`), [{ n: 9_007_199_254_740_991 }]);
  await assert.rejects(db.query(sql`select 9007199254740993::bigint as n`), /beyond 2\^53/);
  assert.deepEqual(await db.query(sql`select '2026-02-28'::date as day`), [{ day: '2026-02-28' }]);
});
