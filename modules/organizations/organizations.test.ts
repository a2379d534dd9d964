import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { SCOPES } from '../../contract/enums.ts';
import { readConfig } from '../../platform/config/config.ts';
import type { Actor } from '../../platform/context.ts';
import { Authenticator } from '../../platform/authentication/authenticator.ts';
import { findLedgerFaults, readBalance } from '../../platform/credits/store.ts';
import { Database } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Services } from '../../platform/module.ts';
import { createServices } from '../../server/services.ts';
import { createTestDatabase } from '../../server/testing.ts';
import { ensureFirstOrganization, findOrganization, grantCredits, listOrganizations, setPlan } from './index.ts';

let services: Services;
let url: string;
let drop: () => Promise<void>;
const actor: Actor = { type: 'OPERATOR', id: 'test' };
const now = new Date('2026-01-01T00:00:00.000Z');

before(async () => {
  const database = await createTestDatabase();
  ({ url, drop } = database);
  const config = readConfig({ MASTER_KEY: Buffer.alloc(32, 1).toString('base64'), LOG_LEVEL: 'silent' });
  services = await createServices(config, url);
});
after(async () => {
  await services?.db.close();
  await drop?.();
});

test('of eight processes that start at once on an empty database, one makes the first organisation', async () => {
  const pools = Array.from(
    { length: 8 },
    (_, index) => new Database({ connectionString: url, max: 2, applicationName: `start-${index}` }),
  );
  const made = await Promise.all(pools.map((db) => ensureFirstOrganization({ db, clock: services.clock })));
  await Promise.all(pools.map((db) => db.close()));
  const keys = made.filter((result) => result !== null);
  assert.equal(keys.length, 1);
  const [first] = keys;
  assert.ok(first);
  const organizations = await listOrganizations(services.db);
  assert.deepEqual(
    organizations.map((row) => [row.id, row.plan]),
    [[first.organizationId, 'ENTERPRISE']],
  );
  const live = await readBalance(services.db, { organizationId: first.organizationId, environment: 'LIVE' });
  assert.equal(live.available, 10_000);
  const authenticator = new Authenticator(services.db, services.clock);
  const liveKey = await authenticator.authenticate(`Bearer ${first.liveKey}`, 'LIVE');
  const testKey = await authenticator.authenticate(`Bearer ${first.testKey}`, 'TEST');
  for (const key of [liveKey, testKey]) {
    assert.equal(key.organizationId, first.organizationId);
    assert.deepEqual(key.scopes, SCOPES);
  }
  assert.equal((await services.db.query(sql`select 1 from api_keys`)).length, 2);
  assert.equal(await ensureFirstOrganization(services), null, 'never again');
});

test('a plan and limits of its own are set, and taken back', async () => {
  const [row] = await listOrganizations(services.db);
  const id = row?.id ?? '';
  const change = { plan: 'FREE', requestsPerMinute: 5, requestsPerDay: null } as const;
  await services.db.transaction((transaction) => setPlan(transaction, id, change, now, actor));
  const found = await findOrganization(services.db, id);
  assert.deepEqual([found?.plan, found?.requestsPerMinute, found?.requestsPerDay], ['FREE', 5, null]);
  await assert.rejects(
    services.db.transaction((transaction) => setPlan(transaction, 'org_none', change, now, actor)),
    { code: 'NOT_FOUND' },
  );
});

test('granted credits are in the balance, the ledger and the audit log; a wrong amount is nowhere', async () => {
  const [row] = await listOrganizations(services.db);
  const id = row?.id ?? '';
  const give = (amount: number, organizationId = id) =>
    services.db.transaction((transaction) => grantCredits(transaction, organizationId, amount, now, actor));
  assert.equal((await give(5)).available, 10_005);
  await Promise.all(Array.from({ length: 10 }, () => give(1)));
  assert.equal((await give(85)).balance, 10_100);
  for (const amount of [0, -5, 1.5, Number.NaN, 1_000_000_001]) await assert.rejects(give(amount), RangeError);
  await assert.rejects(give(5, 'org_none'), { code: 'NOT_FOUND' });
  assert.deepEqual(await findLedgerFaults(services.db), []);
  assert.equal((await services.db.query(sql`select 1 from audit_entries where action = 'credits.grant'`)).length, 12);
});
