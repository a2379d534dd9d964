import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createHash, randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import fc from 'fast-check';
import { createTestDatabase } from '../../server/testing.ts';
import { Database } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { sql } from '../database/sql.ts';
import { loadMasterKey, type MasterKey } from './master-key.ts';
import { replaceMasterKey, replaceMasterKeyFile } from './replace-master-key.ts';
import { Vault } from './vault.ts';

let db: Database;
let drop: () => Promise<void>;
let folder: string;
const now = new Date('2026-01-01T00:00:00.000Z');
const masterKey = (fill: number): MasterKey => {
  const bytes = Buffer.alloc(32, fill);
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 16), bytes };
};
const master = masterKey(1);

before(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  await migrate(database.url);
  db = new Database({ connectionString: database.url, max: 8, applicationName: 'vault-test' });
});
after(async () => {
  await db?.close();
  await drop?.();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cvs-vault-'));
  await db.query(sql`delete from data_keys`);
});
afterEach(async () => rm(folder, { recursive: true, force: true }));

test('what is sealed opens with its context only, and the same value is never sealed alike', async () => {
  const vault = await Vault.open(db, master, now);
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.string(), fc.string(), async (plain, context, other) => {
      const sealed = vault.seal(plain, context);
      assert.deepEqual(await vault.open(sealed, context), Buffer.from(plain));
      assert.notDeepEqual(vault.seal(plain, context), sealed);
      if (other !== context) await assert.rejects(vault.open(sealed, other));
    }),
    { numRuns: 60 },
  );
  assert.equal(await vault.openText(vault.sealText('Åse Þórsdóttir', 'name'), 'name'), 'Åse Þórsdóttir');
  assert.ok(!vault.sealText('a secret to be seen', 'c').includes('secret'));
});

test('a change of any byte, an end cut off or bytes added are refused', async () => {
  const vault = await Vault.open(db, master, now);
  const sealed = vault.sealText('forty-two bytes of something to be sealed', 'context');
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
    await assert.rejects(vault.open(changed, 'context'), Error, `byte ${at}`);
  }
  for (const length of [0, 1, 7, 20, 34, sealed.length - 1]) {
    await assert.rejects(vault.open(sealed.subarray(0, length), 'context'), Error, `length ${length}`);
  }
  await assert.rejects(vault.open(Buffer.concat([sealed, Buffer.from([0])]), 'context'));
});

test('first starts at once agree on one data key, and every process opens what another sealed', async () => {
  const vaults = await Promise.all(Array.from({ length: 6 }, () => Vault.open(db, master, now)));
  assert.equal((await db.query(sql`select id from data_keys`)).length, 1);
  const [one, ...others] = vaults;
  assert.ok(one);
  const sealed = one.sealText('shared', 'c');
  for (const other of others) assert.equal(await other.openText(sealed, 'c'), 'shared');
});

test('another master key does not open the vault, and is told so without telling a key', async () => {
  await Vault.open(db, master, now);
  await assert.rejects(Vault.open(db, masterKey(2), now), (error: Error) => {
    assert.equal(error.name, 'MasterKeyError');
    assert.match(error.message, new RegExp(`${master.id}.*${masterKey(2).id}`));
    assert.ok(!error.message.includes(master.bytes.toString('base64').slice(0, 20)));
    return true;
  });
});

test('a new master key opens all that was sealed before; the old one opens nothing more', async () => {
  const before = await Vault.open(db, master, now);
  const sealed = before.sealText('kept', 'c');
  const [secret, pseudonym] = [before.derive('cursors'), before.pseudonym('address', '10.0.0.1')];
  assert.equal(await replaceMasterKey(db, master, masterKey(3)), 1);
  const later = await Vault.open(db, masterKey(3), now);
  assert.equal(await later.openText(sealed, 'c'), 'kept');
  assert.deepEqual(later.derive('cursors'), secret, 'cursors and pseudonyms outlive it');
  assert.equal(later.pseudonym('address', '10.0.0.1'), pseudonym);
  assert.notEqual(later.pseudonym('address', '10.0.0.2'), pseudonym);
  assert.equal(await before.openText(later.sealText('new', 'c'), 'c'), 'new', 'a running process goes on');
  await assert.rejects(Vault.open(db, master, now), { name: 'MasterKeyError' });
  await assert.rejects(replaceMasterKey(db, master, masterKey(4)), { name: 'MasterKeyError' });
  await assert.rejects(replaceMasterKey(db, masterKey(3), masterKey(3)), /is the old one/);
  assert.equal(await (await Vault.open(db, masterKey(3), now)).openText(sealed, 'c'), 'kept');
});

test('the key file is made once, readable by its owner only, and refused where others can read it', async () => {
  const keys = await Promise.all(Array.from({ length: 5 }, () => loadMasterKey(null, folder, true)));
  assert.equal(new Set(keys.map((key) => key.id)).size, 1, 'processes that start at once agree');
  const path = join(folder, 'master.key');
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.deepEqual(await readdir(folder), ['master.key']);
  await chmod(path, 0o640);
  await assert.rejects(loadMasterKey(null, folder, true), /chmod 600/);
  await chmod(path, 0o600);
  await writeFile(path, 'short');
  await assert.rejects(loadMasterKey(null, folder, true), /must hold 32 bytes/);
  await rm(path);
  await assert.rejects(loadMasterKey(null, folder, false), /There is no master key/);
  const bytes = randomBytes(32);
  for (const text of [bytes.toString('hex'), bytes.toString('base64'), ` ${bytes.toString('base64')}\n`]) {
    assert.deepEqual((await loadMasterKey(text, folder, false)).bytes, bytes);
  }
});

test('the key file is replaced, and a replacement cut off at any point is finished by the next', async () => {
  const first = await loadMasterKey(null, folder, true);
  const sealed = (await Vault.open(db, first, now)).sealText('kept', 'c');
  const done = await replaceMasterKeyFile(db, folder);
  assert.equal(done.from, first.id);
  const second = await loadMasterKey(null, folder, false);
  assert.equal(second.id, done.to);
  assert.deepEqual(await readdir(folder), ['master.key']);
  assert.equal(await (await Vault.open(db, second, now)).openText(sealed, 'c'), 'kept');

  // Cut off before the database changed: the new key lies beside the old one.
  const path = join(folder, 'master.key');
  await writeFile(`${path}.next`, masterKey(8).bytes.toString('base64'), { mode: 0o600 });
  await assert.rejects(replaceMasterKeyFile(db, folder, masterKey(9)), /cut off/);
  assert.equal((await replaceMasterKeyFile(db, folder)).to, masterKey(8).id);

  // Cut off after the database changed and before the file did.
  await writeFile(`${path}.next`, masterKey(9).bytes.toString('base64'), { mode: 0o600 });
  await replaceMasterKey(db, masterKey(8), masterKey(9));
  await assert.rejects(Vault.open(db, await loadMasterKey(null, folder, false), now), { name: 'MasterKeyError' });
  assert.equal((await replaceMasterKeyFile(db, folder)).to, masterKey(9).id);
  const last = await loadMasterKey(null, folder, false);
  assert.equal(last.id, masterKey(9).id);
  assert.equal(await (await Vault.open(db, last, now)).openText(sealed, 'c'), 'kept');
  assert.equal((await readFile(path, 'utf8')).trim(), masterKey(9).bytes.toString('base64'));

  const chosen = await replaceMasterKeyFile(db, folder, masterKey(11));
  assert.equal(chosen.to, masterKey(11).id);
});
