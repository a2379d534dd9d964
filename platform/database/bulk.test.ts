import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase } from '../../server/testing.ts';
import { BulkConnection } from './bulk.ts';
import { CopyRows } from './copy-rows.ts';
import { sql } from './sql.ts';

let database: { url: string; drop(): Promise<void> };
let bulk: BulkConnection;
before(async () => {
  database = await createTestDatabase();
  bulk = await BulkConnection.open(database.url, 'test');
});
after(async () => {
  await bulk.close();
  await database.drop();
});

test('every value comes back as it was sent', async () => {
  await bulk.query(
    sql`create temp table things (n integer, big bigint, words text, raw bytea, whole numeric(60)) on commit preserve rows`,
  );
  const wholes = [
    0n,
    1n,
    9_999n,
    10_000n,
    10_001n,
    99_999_999n,
    2n ** 53n - 1n,
    2n ** 53n,
    10n ** 40n + 7n,
    10n ** 20n,
  ];
  const long = 'ünï'.repeat(200_000);
  const rows = new CopyRows(5);
  wholes.forEach((whole, i) => {
    rows
      .row()
      .int4(i - 3)
      .int8(i === 0 ? -1 : 2 ** 40 + i)
      .text(i === 5 ? long : `“${i}”`);
    if (i % 2 === 0) rows.bytes(Buffer.from([0, i, 255]));
    else rows.latin1(String.fromCharCode(0, i, 255));
    rows.numeric(whole);
  });
  rows.row().null().null().null().null().null();
  await bulk.copy('things (n, big, words, raw, whole)', rows);
  const found = await bulk.query<{ n: number | null; big: number; words: string; raw: Buffer; whole: string }>(
    sql`select n, big, words, raw, whole::text as whole from things order by n nulls last`,
  );
  assert.equal(found.length, wholes.length + 1);
  wholes.forEach((whole, i) => {
    const row = found[i];
    assert.equal(row?.n, i - 3);
    assert.equal(row?.big, i === 0 ? -1 : 2 ** 40 + i);
    assert.equal(row?.words, i === 5 ? long : `“${i}”`);
    assert.deepEqual(row?.raw, Buffer.from([0, i, 255]));
    assert.equal(row?.whole, whole.toString());
  });
  assert.equal(found.at(-1)?.whole, null);
});

test('what fails is thrown, and rolls all of it back', async () => {
  await bulk.query(sql`create temp table few (n integer primary key)`);
  const twice = new CopyRows(1).row().int4(1).row().int4(1);
  await assert.rejects(
    bulk.transaction(async () => {
      await bulk.query(sql`insert into few values (7)`);
      await bulk.copy('few (n)', twice);
    }),
    /duplicate key/,
  );
  assert.deepEqual(await bulk.query(sql`select n from few`), []);
  await bulk.copy('few (n)', new CopyRows(1));
  await bulk.transaction(() => bulk.copy('few (n)', new CopyRows(1).row().int4(9)));
  assert.deepEqual(await bulk.query(sql`select n from few`), [{ n: 9 }]);
});
