import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { BudgetSpent, ProviderFailed } from './failure.ts';
import { Esplora } from './esplora.ts';
import type { FetchRequest } from './provider.ts';
import { btc } from './testing/chains.ts';
import { FakeEsplora } from './testing/fake-esplora.ts';
import { faults } from './testing/fake-server.ts';
import { budget, client, linesOf } from './testing/harness.ts';
import { Fields } from './fields.ts';

const fake = await FakeEsplora.start(1_000);
const provider = new Esplora(client(fake.server.url), { blockchain: 'BTC', confirmations: 1 });
after(async () => {
  await provider.close();
  await fake.server.close();
});
beforeEach(() => {
  fake.txs.length = 0;
  fake.lie = null;
  fake.server.faults.length = 0;
  fake.server.asked.length = 0;
});

const [ALICE, BOB, CAROL] = ['alice', 'bob', 'carol'].map(btc) as [string, string, string];
const fields = new Fields('test', 'BTC');
const request = (address: string, more: Partial<FetchRequest> = {}): FetchRequest => ({
  owner: fields.address(address, 'address'),
  after: null,
  upTo: { height: 1_000, hash: null, time: 0 },
  limit: 1_000,
  wanted: 'ALL',
  ...more,
});
const many = (count: number): void => {
  for (let i = 0; i < count; i += 1) {
    fake.add({ name: `tx ${i}`, height: 100 + i, from: [[BOB, 1_000]], to: [[ALICE, 900 + (i % 7)]] });
  }
};
const malformed = (error: unknown): boolean => error instanceof ProviderFailed && error.reason === 'MALFORMED';

describe('Esplora', () => {
  test('shares inputs over outputs, leaves out fee and what has no address', async () => {
    fake.add({
      name: 'a',
      height: 5,
      from: [
        [ALICE, 600],
        [BOB, 400],
      ],
      to: [
        [CAROL, 900],
        [null, 0],
      ],
    });
    fake.add({ name: 'b', height: 6, from: [], to: [[ALICE, 50]] });
    const found = await provider.fetch(request(ALICE), budget());
    assert.equal(found.complete, true);
    assert.deepEqual(
      linesOf(found),
      [`${ALICE} > ${CAROL} 540 BTC`, `${BOB} > ${CAROL} 360 BTC`, `coinbase > ${ALICE} 50 BTC`].toSorted(),
    );
    const [b, a] = found.records;
    assert.deepEqual([a?.height, a?.blockHash, b?.blockHash], [5, fake.hash(5), fake.hash(6)]);
  });

  test('reads all pages, through limits and broken connections', async () => {
    many(120);
    fake.server.faults.push(faults.status(429), faults.cut, faults.status(503, { 'retry-after': '0' }));
    const found = await provider.fetch(request(ALICE), budget());
    assert.deepEqual([found.records.length, found.complete], [120, true]);
    assert.equal(new Set(found.records.map(({ identity }) => identity)).size, 120);
  });

  test('asks only for what is new, and leaves out what is above the tip', async () => {
    many(120);
    fake.server.asked.length = 0;
    const found = await provider.fetch(
      request(ALICE, { after: { height: 200, cursor: null }, upTo: { height: 210, hash: null, time: 0 } }),
      budget(),
    );
    assert.deepEqual(
      [found.records.length, Math.min(...found.records.map(({ height }) => height ?? 0)), found.complete],
      [10, 201, true],
    );
    assert.equal(fake.server.asked.length, 2);
  });

  test('too many payments: the newest are taken, and it is said; or none where only few are wanted', async () => {
    many(120);
    const some = await provider.fetch(request(ALICE, { limit: 50 }), budget());
    assert.deepEqual([some.records.length, some.complete], [50, false]);
    const none = await provider.fetch(request(ALICE, { limit: 50, wanted: 'IF_FEW' }), budget());
    assert.deepEqual([none.records.length, none.complete], [0, false]);
    const cut = await provider.fetch(request(ALICE), budget(3));
    assert.deepEqual([cut.records.length, cut.complete], [50, false]);
    await assert.rejects(provider.fetch(request(ALICE), budget(1)), (error: unknown) => error instanceof BudgetSpent);
  });

  test('pages that are cut short go on where they stop; a circle, foreign transactions and wrong values are found out', async () => {
    many(40);
    fake.lie = 'short';
    assert.equal((await provider.fetch(request(ALICE), budget())).records.length, 40);
    for (const lie of ['circle', 'values'] as const) {
      fake.lie = lie;
      await assert.rejects(provider.fetch(request(ALICE), budget()), malformed, lie);
    }
    fake.lie = 'foreign';
    await assert.rejects(provider.fetch(request(CAROL), budget()), malformed);
  });

  test('answers of another form are refused, with the place and without the value', async () => {
    many(1);
    const wrong: unknown[] = [
      null,
      [],
      { chain_stats: { tx_count: -1 } },
      { chain_stats: { tx_count: '1e9' } },
      { chain_stats: { tx_count: 1.5 } },
      { error: 'too many history entries' },
    ];
    for (const body of wrong) {
      fake.server.faults.push(faults.body(body));
      await assert.rejects(provider.fetch(request(ALICE), budget()), malformed, JSON.stringify(body));
    }
    const tx = { txid: '11', vin: [], vout: [], status: { confirmed: true } };
    for (const list of [[tx], [{ ...tx, txid: 'aa'.repeat(32), status: { confirmed: false } }], 'x', [[]], [null]]) {
      fake.server.faults.push((_, proper) => proper(), faults.body(list));
      await assert.rejects(provider.fetch(request(ALICE), budget()), malformed, JSON.stringify(list));
    }
  });

  test('tip and hashes', async () => {
    assert.deepEqual(await provider.tip(budget()), { height: 1_000, hash: fake.hash(1_000), time: 0 });
    assert.equal(await provider.hashAt(7, budget()), fake.hash(7));
    for (const fault of [faults.body([{ id: fake.hash(8) }]), faults.html, faults.large(100)]) {
      fake.server.faults.push(fault);
      await assert.rejects(provider.hashAt(7, budget()), malformed);
    }
  });
});
