import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { PRICES } from '../../contract/prices.ts';
import { capture, charge, hold, release } from '../../platform/credits/ledger.ts';
import type { Tenant } from '../../platform/context.ts';
import { foldListCounts } from '../../platform/database/list.ts';
import { grantCredits } from '../organizations/index.ts';
import { startTestService, type TestOrganization, type TestService } from '../../server/testing.ts';

let service: TestService;
let owner: TestOrganization;
let live: Tenant;
before(async () => {
  service = await startTestService();
  owner = await service.addOrganization({ credits: 500 });
  live = { organizationId: owner.organizationId, environment: 'LIVE' };
  const at = new Date('2026-02-10T12:00:00.000Z');
  const actor = { type: 'OPERATOR', id: 'test' } as const;
  for (let index = 0; index < 6; index += 1) {
    await service.services.db.transaction((transaction) =>
      charge(transaction, live, { operation: 'KYT_CHECK', amount: 2, resourceId: `chk_${index}`, at }),
    );
  }
  for (const [resourceId, end] of [
    ['ver_1', capture],
    ['ver_2', release],
    ['ver_3', null],
  ] as const) {
    const movement = { operation: 'VERIFICATION_ENHANCED', amount: 2, resourceId, at } as const;
    await service.services.db.transaction((transaction) => hold(transaction, live, movement));
    if (end) await service.services.db.transaction((transaction) => end(transaction, live, movement));
  }
  await service.services.db.transaction((transaction) =>
    grantCredits(transaction, owner.organizationId, 100, new Date('2026-03-01T00:00:00.000Z'), actor),
  );
});
after(async () => service.close());

const list = async (query: string) => {
  const answer = await service.call({ path: `/credits/transactions${query}`, key: owner.liveKey });
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
};

test('the balance is what is available and what is held', async () => {
  const answer = await service.call({ path: '/credits/balance', key: owner.liveKey });
  assert.deepEqual(answer.json.data, {
    organizationId: owner.organizationId,
    balance: 586,
    held: 2,
    available: 584,
    lowBalanceThreshold: 100,
    environment: 'LIVE',
  });
});

test("the sandbox's balance is reported, and work in the sandbox does not change it", async () => {
  const read = async () =>
    (await service.call({ path: '/credits/balance', environment: 'TEST', key: owner.testKey })).json.data;
  const before = await read();
  assert.deepEqual(before, {
    organizationId: owner.organizationId,
    balance: 10_000,
    held: 0,
    available: 10_000,
    lowBalanceThreshold: 100,
    environment: 'TEST',
  });
  const test: Tenant = { organizationId: owner.organizationId, environment: 'TEST' };
  await service.services.db.transaction(async (transaction) => {
    const movement = { operation: 'KYT_CHECK', amount: 20_000, resourceId: 'chk_t', at: new Date() } as const;
    await charge(transaction, test, movement);
    await hold(transaction, test, movement);
  });
  assert.deepEqual(await read(), before);
  const answer = await service.call({ path: '/credits/transactions', environment: 'TEST', key: owner.testKey });
  assert.equal(answer.json.pagination.total, 1);
  assert.equal(answer.json.data[0].type, 'GRANT');
});

test('transactions are listed newest first, with exact totals under every filter, folded or not', async () => {
  const totals: [string, number][] = [
    ['', 13],
    ['?type=CHARGE', 6],
    ['?type=HOLD', 3],
    ['?type=CAPTURE', 1],
    ['?type=RELEASE', 1],
    ['?type=GRANT', 2],
    ['?operation=KYT_CHECK', 6],
    ['?operation=VERIFICATION_ENHANCED', 5],
    ['?operation=VERIFICATION_ENHANCED&type=HOLD', 3],
    ['?operation=KYT_CHECK&type=HOLD', 0],
    ['?operation=AML_PEP', 0],
    ['?operation=GRANT', 2],
    ['?resourceId=ver_1', 2],
    ['?resourceId=ver_1&type=CAPTURE', 1],
    ['?resourceId=ver_1&createdFrom=2026-02-11', 0],
    [`?resourceId=${owner.organizationId}`, 2],
    [`?resourceId=${owner.organizationId}&type=GRANT`, 2],
    ['?resourceId=chk_0&operation=KYT_CHECK', 1],
    ['?createdFrom=2026-02-10&createdTo=2026-02-10', 11],
    ['?createdFrom=2026-02-10T12:00:00.001Z&createdTo=2026-03-01', 1],
    ['?createdFrom=2026-02-10T12:00:00Z&createdTo=2026-02-10T12:00:00Z', 11],
    ['?createdFrom=2026-02-10T11:00:00Z&createdTo=2026-03-01T00:00:00Z&type=CHARGE', 6],
    ['?createdFrom=2026-02-10T13:00:00Z&createdTo=2026-03-01T00:00:00Z&type=GRANT', 1],
  ];
  for (const folded of [false, true]) {
    if (folded) await foldListCounts(service.services.db);
    for (const [query, total] of totals) {
      const page = await list(query);
      assert.equal(page.pagination.total, total, `${query}, folded: ${folded}`);
      assert.equal(page.data.length, total, query);
    }
  }
  const { data } = await list('');
  const times = data.map((row: { createdAt: string }) => row.createdAt);
  assert.deepEqual(times, times.toSorted().toReversed());
  const charges = (await list('?type=CHARGE&order=asc')).data;
  assert.deepEqual(
    charges.map((row: { balanceAfter: number }) => row.balanceAfter),
    [498, 496, 494, 492, 490, 488],
  );
  const { transactionId, ...first } = charges[0];
  assert.match(transactionId, /^txn_/);
  assert.deepEqual(first, {
    id: transactionId,
    type: 'CHARGE',
    amount: 2,
    balanceAfter: 498,
    operation: 'KYT_CHECK',
    resourceId: 'chk_0',
    createdAt: '2026-02-10T12:00:00.000Z',
  });
});

test('paging goes through all of them once, under filters too', async () => {
  for (const query of ['?limit=3', '?limit=2&type=CHARGE&order=asc', '?limit=1&resourceId=ver_1']) {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await list(`${query}${cursor === null ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.data.map((row: { id: string }) => row.id));
      cursor = page.pagination.nextCursor;
      assert.equal(page.pagination.hasMore, cursor !== null);
    } while (cursor !== null);
    assert.equal(new Set(seen).size, seen.length);
    assert.equal(seen.length, (await list(query)).pagination.total);
  }
});

test('what is asked for is checked, and other organisations and scopes are kept out', async () => {
  for (const query of [
    'type=GIFT',
    'operation=NOTHING',
    'status=ACTIVE',
    'sortBy=amount',
    'resourceId=',
    'limit=101',
  ]) {
    const answer = await service.call({ path: `/credits/transactions?${query}` });
    assert.equal(answer.json.error.code, 'VALIDATION_ERROR', query);
  }
  const bound = (await list('?limit=1')).pagination.nextCursor;
  const other = await service.call({ path: `/credits/transactions?limit=1&cursor=${bound}` });
  assert.equal(other.json.error.code, 'INVALID_CURSOR', 'a cursor of another organisation');
  const own = (await service.call({ path: '/credits/transactions?resourceId=ver_1' })).json;
  assert.equal(own.pagination.total, 0);
  const narrow = await service.addKey(owner.organizationId, 'LIVE', ['kyt:read']);
  for (const path of ['/credits/balance', '/credits/transactions', '/credits/prices']) {
    const refused = await service.call({ path, key: narrow });
    assert.equal(refused.json.error.code, 'INSUFFICIENT_SCOPE');
    assert.equal(refused.json.error.details.required, 'credits:read');
  }
});

test('prices are those of the specification', async () => {
  const { prices } = (await service.call({ path: '/credits/prices' })).json.data;
  assert.deepEqual(
    Object.fromEntries(prices.map((price: { operation: string; credits: number }) => [price.operation, price.credits])),
    PRICES,
  );
  assert.ok(prices.every((price: { description: string }) => price.description.length > 3));
});
