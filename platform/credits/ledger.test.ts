import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { startTestService, type TestService } from '../../server/testing.ts';
import type { Tenant } from '../context.ts';
import { sql } from '../database/sql.ts';
import { ApiError } from '../http/errors.ts';
import { isRetryable } from '../database/errors.ts';
import { capture, captureAtCommit, charge, chargeAtCommit, grant, hold, type Movement, release } from './ledger.ts';
import { findLedgerFaults, readBalance } from './store.ts';

let service: TestService;
const at = new Date('2026-05-01T00:00:00.000Z');
before(async () => {
  service = await startTestService({ role: { api: false, worker: false }, env: { DATABASE_POOL: '20' } });
});
after(async () => service?.close());

async function organization(credits: number, threshold = 10): Promise<Tenant> {
  const { organizationId } = await service.addOrganization({ credits });
  await service.services.db.query(
    sql`update organizations set low_balance_threshold = ${threshold} where id = ${organizationId}`,
  );
  return { organizationId, environment: 'LIVE' };
}

const run = (tenant: Tenant, kind: typeof charge, amount: number, resourceId: string, more: Partial<Movement> = {}) =>
  service.services.db.transaction((transaction) =>
    kind(transaction, tenant, { operation: 'KYT_CHECK', amount, resourceId, at, ...more }),
  );

/** As a request is run: once more where its first way was closed. */
async function runAtCommit(tenant: Tenant, amount: number, resourceId: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await run(tenant, chargeAtCommit, amount, resourceId);
      return;
    } catch (error) {
      if (attempt === 2 || !isRetryable(error)) throw error;
    }
  }
}

const balance = (tenant: Tenant) => readBalance(service.services.db, tenant);

const eventsOf = async (tenant: Tenant): Promise<string[]> =>
  (
    await service.services.db.query<{ type: string }>(
      sql`select type from events where organization_id = ${tenant.organizationId} order by type`,
    )
  ).map((row) => row.type);

test('60 charges at once on 40 credits: 40 are taken, 20 refused, and each crossing is told once', async () => {
  const tenant = await organization(40);
  const results = await Promise.allSettled(
    Array.from({ length: 60 }, (_, index) => run(tenant, charge, 1, `chk_${index}`)),
  );
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  assert.equal(refused.length, 20);
  for (const error of refused) {
    assert.ok(error instanceof ApiError, String(error));
    assert.equal(error.code, 'INSUFFICIENT_CREDITS');
    assert.equal(error.status, 402);
    assert.deepEqual(error.details, { required: 1, available: 0 });
  }
  assert.deepEqual(await balance(tenant), { available: 0, held: 0, lowBalanceThreshold: 10 });
  const rows = await service.services.db.query<{ balanceAfter: number }>(
    sql`select balance_after as "balanceAfter" from credit_transactions
      where organization_id = ${tenant.organizationId} and environment = 'LIVE' and type = 'CHARGE' order by 1`,
  );
  assert.deepEqual(
    rows.map((row) => row.balanceAfter),
    Array.from({ length: 40 }, (_, index) => index),
    'every balance from 39 to 0 was seen once',
  );
  assert.deepEqual(await eventsOf(tenant), ['credits.depleted', 'credits.low_balance']);
});

test('charges at COMMIT, of several organisations at once: as exact, and each crossing is told once', async () => {
  const tenants = await Promise.all([organization(40), organization(45), organization(500)]);
  const results = await Promise.allSettled(
    Array.from({ length: 150 }, (_, index) =>
      runAtCommit(tenants[index % 3] ?? assert.fail('three'), 1, `chk_${index}`),
    ),
  );
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  assert.equal(refused.length, 10 + 5);
  for (const error of refused) assert.ok(error instanceof ApiError && error.code === 'INSUFFICIENT_CREDITS');
  for (const [place, start] of [40, 45, 500].entries()) {
    const tenant = tenants[place] ?? assert.fail('three');
    const left = Math.max(0, start - 50);
    assert.deepEqual(await balance(tenant), { available: left, held: 0, lowBalanceThreshold: 10 });
    const rows = await service.services.db.query<{ balanceAfter: number }>(
      sql`select balance_after as "balanceAfter" from credit_transactions
        where organization_id = ${tenant.organizationId} and environment = 'LIVE' and type = 'CHARGE' order by 1`,
    );
    assert.deepEqual(
      rows.map((row) => row.balanceAfter),
      Array.from({ length: start - left }, (_, index) => left + index),
      'every balance was seen once',
    );
    assert.deepEqual(await eventsOf(tenant), left > 0 ? [] : ['credits.depleted', 'credits.low_balance']);
  }
  assert.deepEqual(await findLedgerFaults(service.services.db), []);
});

test('one resource is charged once at COMMIT too, and the sandbox not at all', async () => {
  const tenant = await organization(100);
  await runAtCommit(tenant, 3, 'scr_1');
  await assert.rejects(runAtCommit(tenant, 3, 'scr_1'), { constraint: 'credit_transactions_once' });
  await run({ ...tenant, environment: 'TEST' }, chargeAtCommit, 3, 'scr_2');
  assert.equal((await balance(tenant)).available, 97);
});

test('low_balance and depleted are sent again after the next crossing, with what they tell of', async () => {
  const tenant = await organization(12);
  const { db } = service.services;
  await run(tenant, charge, 1, 'a');
  assert.deepEqual(await eventsOf(tenant), []);
  await run(tenant, charge, 1, 'b');
  await run(tenant, charge, 1, 'c');
  assert.deepEqual(await eventsOf(tenant), ['credits.low_balance'], 'reaching the threshold is the crossing');
  await db.transaction((transaction) => grant(transaction, tenant, 5, null, at));
  await run(tenant, charge, 14, 'd');
  assert.deepEqual(await eventsOf(tenant), ['credits.depleted', 'credits.low_balance', 'credits.low_balance']);
  const [event] = await db.query<{ body: string }>(
    sql`select body from events where organization_id = ${tenant.organizationId} and type = 'credits.low_balance' order by id limit 1`,
  );
  assert.deepEqual(JSON.parse(event?.body ?? '{}').data, {
    organizationId: tenant.organizationId,
    currentBalance: 10,
    threshold: 10,
    message: '10 credits are left; the threshold is 10.',
  });
});

test('a hold sets aside, a capture takes it, a release gives it back', async () => {
  const tenant = await organization(10, 0);
  await run(tenant, hold, 4, 'ver_1');
  assert.deepEqual(await balance(tenant), { available: 6, held: 4, lowBalanceThreshold: 0 });
  await assert.rejects(run(tenant, charge, 7, 'chk_1'), { code: 'INSUFFICIENT_CREDITS' });
  await run(tenant, capture, 4, 'ver_1');
  assert.deepEqual(await balance(tenant), { available: 6, held: 0, lowBalanceThreshold: 0 });
  await run(tenant, hold, 6, 'ver_2');
  await run(tenant, release, 6, 'ver_2');
  assert.deepEqual(await balance(tenant), { available: 6, held: 0, lowBalanceThreshold: 0 });
  await assert.rejects(run(tenant, capture, 1, 'ver_3'), /not held/);
  await assert.rejects(run(tenant, release, 1, 'ver_3'), /not held/);
  assert.deepEqual(await balance(tenant), { available: 6, held: 0, lowBalanceThreshold: 0 });
});

test('captures at COMMIT: all of a transaction or none, and never more than is held', async () => {
  const tenant = await organization(20, 0);
  await run(tenant, hold, 12, 'job_1');
  const { db } = service.services;
  const captureAll = (amounts: readonly number[], name: string): Promise<void> =>
    db.transaction(async (transaction) => {
      for (const [place, amount] of amounts.entries()) {
        captureAtCommit(transaction, tenant, {
          operation: 'AML_BASIC',
          amount,
          resourceId: `${name}_${place}`,
          at,
        });
      }
    });
  await captureAll([1, 2, 0, 3], 'scr');
  assert.deepEqual(await balance(tenant), { available: 8, held: 6, lowBalanceThreshold: 0 });
  await assert.rejects(captureAll([4, 3], 'more'), /not held/);
  await assert.rejects(captureAll([1], 'scr'), { constraint: 'credit_transactions_once' });
  await assert.rejects(captureAll([1, -1], 'odd'), RangeError);
  assert.deepEqual(await balance(tenant), { available: 8, held: 6, lowBalanceThreshold: 0 });
  const rows = await db.query<{ amount: number; balanceAfter: number }>(
    sql`select amount, balance_after as "balanceAfter" from credit_transactions
      where organization_id = ${tenant.organizationId} and environment = 'LIVE' and type = 'CAPTURE' order by id`,
  );
  assert.deepEqual(rows, [
    { amount: 1, balanceAfter: 19 },
    { amount: 2, balanceAfter: 17 },
    { amount: 3, balanceAfter: 14 },
  ]);
  await captureAll([6], 'rest');
  assert.deepEqual(await balance(tenant), { available: 8, held: 0, lowBalanceThreshold: 0 });
  assert.deepEqual(await findLedgerFaults(db), []);
});

test('one resource is charged once per operation and occurrence, and a failed try moves nothing', async () => {
  const tenant = await organization(100);
  const monthly = { operation: 'KYT_MONITORING', occurrence: '2026-05' } as const;
  await run(tenant, charge, 1, 'mon_1', monthly);
  const again = await Promise.allSettled(
    Array.from({ length: 10 }, () => run(tenant, charge, 1, 'mon_1', { ...monthly, occurrence: '2026-06' })),
  );
  assert.equal(again.filter((result) => result.status === 'fulfilled').length, 1);
  await assert.rejects(run(tenant, charge, 1, 'mon_1', monthly), { constraint: 'credit_transactions_once' });
  assert.equal((await balance(tenant)).available, 98);
  await assert.rejects(
    service.services.db.transaction(async (transaction) => {
      await charge(transaction, tenant, { operation: 'KYT_CHECK', amount: 5, resourceId: 'chk_9', at });
      throw new Error('the work failed');
    }),
    /the work failed/,
  );
  assert.equal((await balance(tenant)).available, 98);
});

test('amounts are positive whole numbers, whoever asks', async () => {
  const tenant = await organization(10);
  for (const amount of [-1, 0.5, Number.NaN, Infinity, 2 ** 53]) {
    await assert.rejects(run(tenant, charge, amount, `x${amount}`), RangeError);
  }
  await run(tenant, charge, 0, 'free');
  assert.equal((await balance(tenant)).available, 10);
});

test('whatever is done at once, the ledger equals a model of it and no account falls below zero', async () => {
  const action = fc.record({
    kind: fc.constantFrom('CHARGE', 'CHARGE_AT_COMMIT', 'HOLD_CAPTURE', 'HOLD_RELEASE', 'HOLD', 'GRANT'),
    amount: fc.integer({ min: 1, max: 9 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 40 }), fc.array(action, { maxLength: 25 }), async (start, actions) => {
      const tenant = await organization(start, 5);
      const { db } = service.services;
      const done = await Promise.all(
        actions.map(async ({ kind, amount }, index) => {
          const id = `r_${index}`;
          try {
            if (kind === 'GRANT') {
              await db.transaction((transaction) => grant(transaction, tenant, amount, null, at));
              return { available: amount, held: 0 };
            }
            if (kind === 'CHARGE') {
              await run(tenant, charge, amount, id);
              return { available: -amount, held: 0 };
            }
            if (kind === 'CHARGE_AT_COMMIT') {
              await runAtCommit(tenant, amount, id);
              return { available: -amount, held: 0 };
            }
            await run(tenant, hold, amount, id);
            if (kind === 'HOLD') return { available: -amount, held: amount };
            await run(tenant, kind === 'HOLD_CAPTURE' ? capture : release, amount, id);
            return { available: kind === 'HOLD_CAPTURE' ? -amount : 0, held: 0 };
          } catch (error) {
            assert.ok(error instanceof ApiError && error.code === 'INSUFFICIENT_CREDITS', String(error));
            return { available: 0, held: 0 };
          }
        }),
      );
      const sum = (of: 'available' | 'held'): number => done.reduce((total, change) => total + change[of], 0);
      const found = await balance(tenant);
      assert.deepEqual([found.available, found.held], [start + sum('available'), sum('held')]);
      assert.ok(found.available >= 0 && found.held >= 0);
      assert.deepEqual(await findLedgerFaults(db), []);
    }),
    { numRuns: 12 },
  );
});

test('transactions and entries are only ever added', async () => {
  const { db } = service.services;
  for (const table of ['credit_transactions', 'credit_entries']) {
    for (const statement of [
      `update ${table} set amount = amount + 1`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ]) {
      const client = await db.connect();
      try {
        await assert.rejects(client.query(statement), /only ever added/, statement);
      } finally {
        client.release();
      }
    }
  }
  assert.deepEqual(await findLedgerFaults(db), []);
});

test('the proof finds an entry too many and a balance that is not its sum', async () => {
  const tenant = await organization(50);
  const { db } = service.services;
  await run(tenant, charge, 1, 'chk_p');
  await db.query(
    sql`insert into credit_entries (transaction_id, account, amount)
      select id, 'HELD', 1 from credit_transactions where organization_id = ${tenant.organizationId} and type = 'CHARGE'`,
  );
  const faults = await findLedgerFaults(db);
  assert.deepEqual(
    faults.map((fault) => [fault.organizationId, fault.environment, fault.fault.replace(/txn_\w+/, 'txn')]),
    [
      [tenant.organizationId, 'LIVE', 'transaction txn does not sum to zero'],
      [tenant.organizationId, 'LIVE', 'balance differs from the sum of entries'],
    ],
  );
});
