import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { createTestDatabase } from '../../server/testing.ts';
import type { Environment } from '../../contract/enums.ts';
import type { Tenant } from '../context.ts';
import { Database } from './database.ts';
import { countRows, type CreatedRange, foldListCounts, pageStatement } from './list.ts';
import { migrate } from './migrate.ts';
import { empty, sql } from './sql.ts';

let db: Database;
let drop: () => Promise<void>;
before(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  await migrate(database.url);
  db = new Database({ connectionString: database.url, max: 8, applicationName: 'list-test' });
  await db.query(sql`create table things (
    organization_id text not null, environment text not null, status text not null, created_at timestamptz not null,
    id text collate "C" primary key)`);
  await db.query(sql`create index on things (organization_id, environment, created_at, id)`);
  await db.query(sql`create trigger a after insert on things referencing new table as added
    for each statement execute function count_added('things')`);
  await db.query(sql`create trigger r after delete on things referencing old table as removed
    for each statement execute function count_removed('things')`);
  await db.query(sql`create trigger m after update on things referencing new table as added old table as removed
    for each statement execute function count_moved('things')`);
});
after(async () => {
  await db?.close();
  await drop?.();
});

const things = { resource: 'things', from: sql`things` };
const STATUSES = ['ACTIVE', 'BLOCKED', 'ERASED'] as const;
const tenantOf = (number: number): Tenant => ({
  organizationId: `org_${number % 2}`,
  environment: (number < 2 ? 'LIVE' : 'TEST') satisfies Environment,
});

// Moments close to midnights, where days are told apart.
const BASE = Date.UTC(2026, 1, 27);
const moment = fc
  .tuple(fc.integer({ min: 0, max: 5 }), fc.constantFrom(0, 1, 43_200_000, 86_399_998, 86_399_999))
  .map(([day, ms]) => new Date(BASE + day * 86_400_000 + ms));
const range = fc.record({ from: fc.option(moment), to: fc.option(moment) });
const status = fc.constantFrom(...STATUSES);
const statuses = fc.option(fc.subarray([...STATUSES], { minLength: 1 }));

type Step =
  | { kind: 'insert'; tenant: number; status: string; at: Date; count: number }
  | { kind: 'update' | 'delete'; nth: number; status: string }
  | { kind: 'fold'; batch: number }
  | { kind: 'rollback'; status: string; at: Date };
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('insert' as const),
      tenant: fc.nat(3),
      status,
      at: moment,
      count: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('update' as const, 'delete' as const), nth: fc.nat(50), status }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('fold' as const), batch: fc.integer({ min: 1, max: 6 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rollback' as const), status, at: moment }) },
);

let made = 0;
async function perform(action: Step): Promise<void> {
  switch (action.kind) {
    case 'insert': {
      const { organizationId, environment } = tenantOf(action.tenant);
      made += 1;
      await db.query(
        sql`insert into things select ${organizationId}, ${environment}, ${action.status}, ${action.at}, ${`t_${made}_`} || n
          from generate_series(1, ${action.count}::int) n`,
      );
      return;
    }
    case 'update':
      await db.query(
        sql`update things set status = ${action.status} where id in (select id from things order by id offset ${action.nth % 7} limit 3)`,
      );
      return;
    case 'delete':
      await db.query(
        sql`delete from things where id in (select id from things order by id offset ${action.nth} limit 2)`,
      );
      return;
    case 'fold':
      await foldListCounts(db, action.batch);
      return;
    case 'rollback':
      made += 1;
      await assert.rejects(
        db.transaction(async (transaction) => {
          await transaction.query(
            sql`insert into things values ('org_0', 'LIVE', ${action.status}, ${action.at}, ${`t_${made}`})`,
          );
          throw new Error('undone');
        }),
        /undone/,
      );
  }
}

async function counted(tenant: Tenant, wanted: readonly string[] | null, created: CreatedRange): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    sql`select count(*) as total from things where organization_id = ${tenant.organizationId} and environment = ${tenant.environment}
      ${wanted ? sql`and status = any(${wanted}::text[])` : empty}
      ${created.from ? sql`and created_at >= ${created.from}` : empty} ${created.to ? sql`and created_at <= ${created.to}` : empty}`,
  );
  return row?.total ?? -1;
}

test('totals equal count(*) after whatever is added, moved, removed, undone and folded, in any range', async () => {
  const question = fc.record({ tenant: fc.nat(3), statuses, range });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 6, maxLength: 30 }),
      fc.array(question, { minLength: 6, maxLength: 12 }),
      async (steps, questions) => {
        for (const action of steps) await perform(action);
        for (const { tenant, statuses: wanted, range: created } of questions) {
          const of = tenantOf(tenant);
          const told = await countRows(db, things, of, wanted, created);
          assert.equal(told, await counted(of, wanted, created), JSON.stringify({ of, wanted, created }));
        }
      },
    ),
    { numRuns: 25, seed: 20261121 },
  );
  assert.ok(made > 50, `only ${made} insertions were tried`);
});

test('totals of ranges that end at the first or the last day there is', async () => {
  const tenant: Tenant = { organizationId: 'org_ends', environment: 'LIVE' };
  const at = new Date('2026-03-03T03:03:03.003Z');
  await db.query(sql`insert into things values ('org_ends', 'LIVE', 'ACTIVE', ${at}, 'ends_1')`);
  const days = ['0000-12-31T20:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '+010000-01-01T04:00:00Z'];
  for (const [index, day] of days.entries()) {
    const moment = new Date(day);
    const after = index > 1 ? 1 : 0;
    assert.equal(await countRows(db, things, tenant, null, { from: null, to: moment }), after, `to ${day}`);
    assert.equal(await countRows(db, things, tenant, null, { from: moment, to: null }), 1 - after, `from ${day}`);
  }
});

test('totals stay exact while many write and many fold at once', async () => {
  const tenant: Tenant = { organizationId: 'org_busy', environment: 'LIVE' };
  const at = new Date('2026-03-03T03:03:03.003Z');
  const open = { from: null, to: null };
  const writers = { done: false };
  const folds = Promise.all(
    [1, 2].map(async () => {
      while (!writers.done) await foldListCounts(db, 7);
    }),
  );
  await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      await db.query(sql`insert into things values ('org_busy', 'LIVE', 'ACTIVE', ${at}, ${`busy_${index}`})`);
      if (index % 3 === 0) await db.query(sql`update things set status = 'BLOCKED' where id = ${`busy_${index}`}`);
      if (index % 6 === 0) await db.query(sql`delete from things where id = ${`busy_${index}`}`);
    }),
  );
  writers.done = true;
  await folds;
  assert.equal(await countRows(db, things, tenant, null, open), 50);
  assert.equal(await countRows(db, things, tenant, ['BLOCKED'], open), 10);
  while ((await foldListCounts(db)) > 0);
  assert.equal(await countRows(db, things, tenant, ['ACTIVE'], open), 40);
  assert.deepEqual(await db.query(sql`select 1 from list_count_changes`), []);
});

test('pages neither repeat nor skip what was there all along, whatever comes and goes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(moment, { minLength: 1, maxLength: 25 }),
      fc.integer({ min: 1, max: 6 }),
      fc.constantFrom('asc' as const, 'desc' as const),
      fc.array(fc.tuple(fc.boolean(), moment), { maxLength: 12 }),
      async (moments, limit, order, meanwhile) => {
        made += 1;
        const tenant: Tenant = { organizationId: `org_page_${made}`, environment: 'LIVE' };
        const insert = (name: string, at: Date) =>
          db.query(
            sql`insert into things values (${tenant.organizationId}, 'LIVE', 'ACTIVE', ${at}, ${`${made}_${name}`})`,
          );
        for (const [index, at] of moments.entries()) await insert(`stays_${index}`, at);
        const seen: string[] = [];
        let after: { value: Date; id: string } | null = null;
        const changes = [...meanwhile];
        for (;;) {
          const page: { id: string; createdAt: Date }[] = await db.query(
            pageStatement(
              sql`select id, created_at as "createdAt" from things`,
              { tenant, limit, order, created: { from: null, to: null }, after },
              [],
            ),
          );
          seen.push(...page.slice(0, limit).map((row) => row.id));
          const last = page[limit - 1];
          if (page.length <= limit || !last) break;
          after = { value: last.createdAt, id: last.id };
          const change = changes.pop();
          if (change?.[0]) await insert(`comes_${changes.length}`, change[1]);
          else if (change) {
            await db.query(
              sql`delete from things where id in (select id from things where organization_id = ${tenant.organizationId} and id like '%comes%' limit 1)`,
            );
          }
        }
        assert.equal(new Set(seen).size, seen.length, 'nothing twice');
        const stayed = seen.filter((id) => id.includes('stays'));
        assert.equal(stayed.length, moments.length, 'nothing left out');
      },
    ),
    { numRuns: 20 },
  );
});
