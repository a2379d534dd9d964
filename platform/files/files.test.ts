import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { startTestService, type TestService } from '../../server/testing.ts';
import type { Tenant } from '../context.ts';
import { sql } from '../database/sql.ts';
import type { FileStore, StagedFile } from './files.ts';

const CHUNK = 512 * 1024;
const now = new Date('2026-07-01T00:00:00.000Z');
const hour = (hours: number): Date => new Date(now.getTime() + hours * 3_600_000);

let service: TestService;
let files: FileStore;
let tenant: Tenant;
before(async () => {
  service = await startTestService({ role: { api: false, worker: false } });
  ({ files } = service.services);
  tenant = { organizationId: service.organizationId, environment: 'LIVE' };
});
after(async () => service?.close());

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const stage = (bytes: Uint8Array, size = 65_536, maxBytes = 10 * CHUNK): Promise<StagedFile> =>
  files.stage(tenant, pieces(bytes, size), {
    name: 'Pass Åse.jpg',
    declaredType: 'image/jpeg',
    maxBytes,
    now,
  });

const attach = (staged: StagedFile, ownerId: string, expiresAt: Date | null = null) =>
  service.services.db.transaction((transaction) =>
    files.attach(transaction, tenant, staged, { ownerId, kind: 'SELFIE', mediaType: 'image/jpeg', expiresAt }),
  );

const chunksOf = async (fileId: string): Promise<Buffer[]> =>
  (
    await service.services.db.query<{ sealed: Buffer }>(
      sql`select sealed from file_chunks where file_id = ${fileId} order by number`,
    )
  ).map((row) => row.sealed);

const rowsOf = async (fileId: string): Promise<number> =>
  (await service.services.db.query(sql`select 1 from files where id = ${fileId}`)).length +
  (await chunksOf(fileId)).length;

test('bytes come back as they went in, whatever their number and however they arrive', async () => {
  const sizes = [0, 1, 8191, 8192, 8193, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 2 * CHUNK + 7];
  for (const size of sizes) {
    const bytes = randomBytes(size);
    for (const piece of [1000, CHUNK, 3 * CHUNK]) {
      const staged = await stage(bytes, piece);
      assert.equal(staged.size, size);
      assert.deepEqual(staged.sha256, createHash('sha256').update(bytes).digest());
      assert.deepEqual(staged.head, bytes.subarray(0, 8192));
      assert.equal((await chunksOf(staged.fileId)).length, Math.ceil(size / CHUNK), `${size} by ${piece}`);
      assert.deepEqual(await files.readAll(tenant, { id: staged.fileId, size }), bytes, `${size} by ${piece}`);
    }
  }
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 1_400_000 }),
      fc.integer({ min: 7000, max: 1_500_000 }),
      async (size, piece) => {
        const bytes = randomBytes(size);
        const staged = await stage(bytes, piece);
        assert.deepEqual(await files.readAll(tenant, { id: staged.fileId, size }), bytes);
      },
    ),
    { numRuns: 12 },
  );
});

test('what is stored is sealed, the name too', async () => {
  const bytes = Buffer.from('The quick brown fox jumps over the lazy dog. '.repeat(20_000));
  const staged = await stage(bytes);
  for (const sealed of await chunksOf(staged.fileId)) assert.ok(!sealed.includes('brown fox'));
  const [row] = await service.services.db.query<{ row: string }>(
    sql`select files::text as row from files where id = ${staged.fileId}`,
  );
  assert.ok(row && !row.row.includes('Pass'));
  const stream = files.open(tenant, { id: staged.fileId, size: bytes.length });
  const read: Buffer[] = [];
  for await (const part of stream) read.push(part as Buffer);
  assert.deepEqual(Buffer.concat(read), bytes);
});

test('a file larger than its limit is refused at once, and nothing of it stays', async () => {
  const { db } = service.services;
  const count = async () => (await db.query(sql`select 1 from files`)).length;
  const before = await count();
  assert.equal((await stage(randomBytes(1000), 100, 1000)).size, 1000, 'the limit itself is allowed');
  let asked = 0;
  const endless = async function* (): AsyncGenerator<Uint8Array> {
    for (;;) {
      asked += 1;
      yield Buffer.alloc(100_000);
    }
  };
  const options = { name: 'x', declaredType: 'video/mp4', maxBytes: CHUNK + 1, now };
  await assert.rejects(files.stage(tenant, endless(), options), (error: { code: string; details: object }) => {
    assert.deepEqual([error.code, error.details], ['PAYLOAD_TOO_LARGE', { maxBytes: CHUNK + 1 }]);
    return true;
  });
  assert.ok(asked <= 7, 'it does not read on');
  assert.equal(await count(), before + 1);
});

test('an upload cut off leaves nothing', async () => {
  const { db } = service.services;
  const before = (await db.query(sql`select 1 from files`)).length;
  const broken = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.alloc(CHUNK);
    throw new Error('the client went away');
  };
  const options = { name: 'x', declaredType: 'video/mp4', maxBytes: 10 * CHUNK, now };
  await assert.rejects(files.stage(tenant, broken(), options), /went away/);
  assert.equal((await db.query(sql`select 1 from files`)).length, before);
});

test('chunks changed, exchanged, of another file or missing are refused', async () => {
  const { db } = service.services;
  const [one, two] = [await stage(randomBytes(2 * CHUNK)), await stage(randomBytes(2 * CHUNK))];
  const read = (staged: StagedFile) => files.readAll(tenant, { id: staged.fileId, size: staged.size });
  await db.query(sql`update file_chunks a set sealed = b.sealed from file_chunks b
    where a.file_id = ${one.fileId} and b.file_id = ${two.fileId} and a.number = 1 and b.number = 1`);
  await assert.rejects(read(one));
  await db.query(sql`update file_chunks a set sealed = b.sealed from file_chunks b
    where a.file_id = ${two.fileId} and b.file_id = ${two.fileId} and a.number = 0 and b.number = 1`);
  await assert.rejects(read(two));
  const three = await stage(randomBytes(2 * CHUNK));
  await db.query(sql`delete from file_chunks where file_id = ${three.fileId} and number = 1`);
  await assert.rejects(read(three), /missing/);
  const four = await stage(randomBytes(10));
  await db.query(
    sql`update file_chunks set sealed = set_byte(sealed, 30, get_byte(sealed, 30) # 1) where file_id = ${four.fileId}`,
  );
  await assert.rejects(read(four));
});

test('uploads that nothing came to own are swept after an hour, and files when their time is over', async () => {
  const forgotten = await stage(randomBytes(10));
  const kept = await stage(randomBytes(10));
  const short = await stage(randomBytes(10));
  await attach(kept, 'ver_kept');
  await attach(short, 'job_short', hour(24));
  await files.sweep(new Date(hour(1).getTime() - 1));
  assert.equal(await rowsOf(forgotten.fileId), 2);
  assert.ok((await files.sweep(hour(1))) >= 1);
  assert.equal(await rowsOf(forgotten.fileId), 0, 'row and chunks');
  await files.sweep(new Date(hour(24).getTime() - 1));
  assert.equal(await rowsOf(short.fileId), 2);
  await files.sweep(hour(24));
  assert.equal(await rowsOf(short.fileId), 0);
  await files.sweep(hour(24 * 365 * 50));
  assert.equal(await rowsOf(kept.fileId), 2, 'without an end a file stays');
  await assert.rejects(attach(forgotten, 'ver_late'), { code: 'SERVICE_UNAVAILABLE' });
});

test('a file is attached once, and found by its owner in its organisation and environment only', async () => {
  const staged = await stage(randomBytes(10));
  await attach(staged, 'ver_1');
  await assert.rejects(attach(staged, 'ver_2'), { code: 'SERVICE_UNAVAILABLE' });
  const found = await files.find(tenant, 'ver_1', staged.fileId);
  assert.equal(found?.mediaType, 'image/jpeg');
  assert.equal(found?.kind, 'SELFIE');
  assert.deepEqual(found?.sha256, staged.sha256);
  const other = await service.addOrganization();
  for (const [of, owner] of [
    [tenant, 'ver_2'],
    [{ ...tenant, environment: 'TEST' }, 'ver_1'],
    [{ organizationId: other.organizationId, environment: 'LIVE' }, 'ver_1'],
  ] as const) {
    assert.equal(await files.find(of, owner, staged.fileId), undefined);
    assert.equal(await files.erase(service.services.db, of, [owner]), 0);
  }
  assert.equal(await rowsOf(staged.fileId), 2);
  const another: Tenant = { organizationId: other.organizationId, environment: 'LIVE' };
  await assert.rejects(files.readAll(another, { id: staged.fileId, size: 10 }), 'sealed for its organisation');
});

test('erasing removes every file of the owners, and comes back where the erasure does not commit', async () => {
  const [one, two, other] = [await stage(randomBytes(10)), await stage(randomBytes(10)), await stage(randomBytes(10))];
  await attach(one, 'app_1');
  await attach(two, 'app_1');
  await attach(other, 'app_2');
  const { db } = service.services;
  await assert.rejects(
    db.transaction(async (transaction) => {
      assert.equal(await files.erase(transaction, tenant, ['app_1']), 2);
      throw new Error('undone');
    }),
    /undone/,
  );
  assert.equal(await rowsOf(one.fileId), 2);
  assert.equal(await files.erase(db, tenant, ['app_1', 'app_none']), 2);
  assert.equal((await rowsOf(one.fileId)) + (await rowsOf(two.fileId)), 0);
  assert.equal(await rowsOf(other.fileId), 2);
});
