import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { readConfig } from '../config/config.ts';
import { systemContext } from '../context.ts';
import type { Database } from '../database/database.ts';
import { raw, sql } from '../database/sql.ts';
import { createServices } from '../../server/services.ts';
import { createTestDatabase } from '../../server/testing.ts';
import { audit } from './audit.ts';
import { sealAllAuditEntries, sealAuditEntries, verifyAuditChain } from './chain.ts';

let db: Database;
let drop: () => Promise<void>;
const at = new Date('2026-05-05T05:05:05.555Z');

beforeEach(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  const config = readConfig({ MASTER_KEY: Buffer.alloc(32, 1).toString('base64'), LOG_LEVEL: 'silent' });
  ({ db } = await createServices(config, database.url));
});
afterEach(async () => {
  await db.close();
  await drop();
});

const write = (count: number, from = 0) =>
  db.transaction(async (transaction) => {
    const context = systemContext({ organizationId: 'org_x', environment: 'LIVE' }, at);
    for (let index = from; index < from + count; index += 1) {
      audit(transaction, context, {
        action: 'thing.do',
        resourceId: `r_${index}`,
        details: { b: index, a: ['x', null] },
      });
    }
  });

/** As somebody with the database's password would. */
const tamper = (statement: string) =>
  db.query(
    raw(`do $do$ begin
      alter table audit_entries disable trigger user; alter table audit_chain disable trigger user;
      ${statement};
      alter table audit_entries enable trigger user; alter table audit_chain enable trigger user;
    end $do$`),
  );

const entryAt = async (seq: number): Promise<string> =>
  (await db.query<{ id: string }>(sql`select entry_id as id from audit_chain where seq = ${seq}`))[0]?.id ?? '';

test('an empty log holds; entries count as unsealed until they are sealed, once, in one chain', async () => {
  assert.deepEqual(await verifyAuditChain(db), { valid: true, sealed: 0, unsealed: 0, head: null, fault: null });
  await write(7);
  const waiting = await verifyAuditChain(db);
  assert.deepEqual([waiting.valid, waiting.sealed, waiting.unsealed], [true, 0, 7]);
  const sealed = await Promise.all(Array.from({ length: 6 }, () => sealAuditEntries(db, at)));
  assert.equal(
    sealed.reduce((sum, count) => sum + count, 0),
    7,
    'six processes at once seal each entry once',
  );
  const report = await verifyAuditChain(db);
  assert.deepEqual([report.valid, report.sealed, report.unsealed, report.fault], [true, 7, 0, null]);
  assert.match(report.head ?? '', /^[0-9a-f]{64}$/);
});

test('the chain grows, and an earlier head stays in it; more than a batch is sealed and read', async () => {
  await write(3);
  await sealAuditEntries(db, at);
  const early = (await verifyAuditChain(db)).head ?? '';
  await write(1100, 3);
  while ((await sealAuditEntries(db, at)) > 0);
  const report = await verifyAuditChain(db, Buffer.from(early, 'hex'));
  assert.deepEqual([report.valid, report.sealed], [true, 1103]);
  assert.notEqual(report.head, early);
});

test('an entry rolled back leaves nothing, and no gap', async () => {
  await write(2);
  await assert.rejects(
    db.transaction(async (transaction) => {
      audit(transaction, systemContext({ organizationId: '', environment: 'LIVE' }, at), { action: 'x.y' });
      throw new Error('no');
    }),
  );
  await write(2, 2);
  await sealAuditEntries(db, at);
  assert.equal((await verifyAuditChain(db)).sealed, 4);
});

test('rows of the log and the chain are only ever added', async () => {
  await write(2);
  await sealAuditEntries(db, at);
  for (const statement of [
    `update audit_entries set action = 'x.y'`,
    'delete from audit_entries',
    'truncate audit_entries cascade',
    'update audit_chain set seq = seq + 10',
    'delete from audit_chain',
    'truncate audit_chain',
  ]) {
    await assert.rejects(db.query(raw(statement)), /only ever added/, statement);
  }
  assert.equal((await verifyAuditChain(db)).valid, true);
});

const CHANGES: Readonly<Record<string, string>> = {
  action: `action = 'thing.undo'`,
  actor: `actor_id = 'somebody'`,
  'actor type': `actor_type = 'USER'`,
  time: `occurred_at = occurred_at + interval '1 millisecond'`,
  details: `details = '{"a": ["x", null], "b": 99}'`,
  organisation: `organization_id = 'org_y'`,
  environment: `environment = 'TEST'`,
  resource: `resource_id = null`,
  request: `request_id = 'req_1'`,
};

for (const [name, change] of Object.entries(CHANGES)) {
  test(`a changed ${name} is found and the entry named`, async () => {
    await write(5);
    await sealAuditEntries(db, at);
    const id = await entryAt(3);
    await tamper(`update audit_entries set ${change} where id = '${id}'`);
    const report = await verifyAuditChain(db);
    assert.equal(report.valid, false);
    assert.deepEqual(report.fault, { seq: 3, entryId: id, reason: 'the entry was changed' });
  });
}

test('removed links, removed entries and entries slipped in are found', async () => {
  await write(6);
  await sealAuditEntries(db, at);
  const head = Buffer.from((await verifyAuditChain(db)).head ?? '', 'hex');

  const slipped = `insert into audit_entries (id, environment, occurred_at, actor_type, actor_id, action)
    values ('aud_slipped', 'LIVE', now(), 'USER', 'nobody', 'x.y')`;
  await tamper(slipped);
  assert.match((await verifyAuditChain(db)).fault?.reason ?? '', /1 entries were added past the chain/);
  await tamper(`delete from audit_entries where id = 'aud_slipped'`);
  assert.equal((await verifyAuditChain(db)).valid, true);

  // The last link with its entry: only a head kept outside tells.
  const last = await entryAt(6);
  await tamper(`delete from audit_chain where seq = 6; delete from audit_entries where id = '${last}'`);
  assert.equal((await verifyAuditChain(db)).valid, true);
  assert.match((await verifyAuditChain(db, head)).fault?.reason ?? '', /kept outside/);

  const third = await entryAt(3);
  await tamper(`delete from audit_chain where seq = 3; delete from audit_entries where id = '${third}'`);
  const gap = await verifyAuditChain(db);
  assert.deepEqual([gap.fault?.seq, gap.fault?.reason], [4, 'link 3 is missing']);
  await tamper(`update audit_chain set seq = seq - 1 where seq > 3`);
  assert.match((await verifyAuditChain(db)).fault?.reason ?? '', /previous hash does not match/);
});

test('two entries exchanged, and a link without its entry, are found', async () => {
  await write(4);
  await sealAuditEntries(db, at);
  const [second, third] = [await entryAt(2), await entryAt(3)];
  await tamper(
    `update audit_chain set entry_id = '${second}x' where false;
     alter table audit_chain drop constraint audit_chain_entry_id_key;
     update audit_chain set entry_id = case seq when 2 then '${third}' else '${second}' end where seq in (2, 3)`,
  );
  assert.deepEqual((await verifyAuditChain(db)).fault, { seq: 2, entryId: third, reason: 'the entry was changed' });
  await tamper(
    `alter table audit_chain drop constraint audit_chain_entry_id_fkey; delete from audit_entries where id = '${third}'`,
  );
  assert.deepEqual((await verifyAuditChain(db)).fault, { seq: 2, entryId: third, reason: 'the entry is missing' });
});

test('many entries at once are all sealed in one go, in order', async () => {
  await write(1300);
  assert.equal(await sealAllAuditEntries(db, at), 1300);
  assert.deepEqual((await verifyAuditChain(db)).unsealed, 0);
});
