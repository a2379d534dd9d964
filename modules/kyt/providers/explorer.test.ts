import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { Explorer } from './explorer.ts';
import { ProviderFailed } from './failure.ts';
import { Fields } from './fields.ts';
import type { FetchRequest } from './provider.ts';
import { evm, hashOf } from './testing/chains.ts';
import { FakeExplorer, type FakeRow } from './testing/fake-explorer.ts';
import { faults } from './testing/fake-server.ts';
import { makeProvider } from './registry.ts';
import { budget, client, linesOf, settings } from './testing/harness.ts';

const [etherscan, blockscout] = [await FakeExplorer.start('etherscan'), await FakeExplorer.start('blockscout')];
const explorer = (fake: FakeExplorer, apiKey: string | null = 'right'): Explorer =>
  new Explorer(client(`${fake.server.url}/api`), {
    kind: fake.style,
    blockchain: 'ETH',
    confirmations: 12,
    apiKey,
    tokens: [`0x${'77'.repeat(20)}`],
  });
const both = [
  { fake: etherscan, provider: explorer(etherscan) },
  { fake: blockscout, provider: explorer(blockscout, null) },
];
after(async () => {
  for (const { fake, provider } of both) {
    await provider.close();
    await fake.server.close();
  }
});
beforeEach(() => {
  for (const { fake } of both) {
    Object.assign(fake, { cap: 10_000, limitEvery: 0, lie: null });
    fake.rows.length = 0;
    fake.server.faults.length = 0;
    fake.server.asked.length = 0;
  }
});

const [ALICE, BOB, CAROL] = ['alice', 'bob', 'carol'].map(evm) as [string, string, string];
const owner = new Fields('test', 'ETH').address(ALICE, 'address');
const spelt = Object.fromEntries(
  [ALICE, BOB, CAROL].map((one) => [one, new Fields('test', 'ETH').address(one, 'a').address]),
);
const request = (more: Partial<FetchRequest> = {}): FetchRequest => ({
  owner,
  after: null,
  upTo: { height: 19_000_000, hash: null, time: 0 },
  limit: 100_000,
  wanted: 'ALL',
  ...more,
});
const row = (name: string, height: number, more: Partial<FakeRow> = {}): FakeRow => ({
  list: 'txlist',
  name,
  height,
  from: BOB,
  to: ALICE,
  value: '1000000000000000000',
  ...more,
});
const failedAs = (reason: string) => (error: unknown) => error instanceof ProviderFailed && error.reason === reason;

for (const { fake, provider } of both) {
  describe(fake.style, () => {
    test('coins, internal calls and tokens; not what failed, was only delegated or is another’s joke', async () => {
      const token = (more: Record<string, unknown>) => ({ list: 'tokentx' as const, more });
      fake.rows.push(
        row('plain', 10),
        row('failed', 11, { more: { isError: '1' } }),
        row('made', 12, { from: ALICE, to: '', more: { contractAddress: CAROL } }),
        row('empty', 13, { value: '0' }),
        row('inner', 14, { list: 'txlistinternal', value: '2' }),
        row('delegated', 15, { list: 'txlistinternal', more: { type: 'delegatecall', callType: 'delegatecall' } }),
        row('dollars', 16, {
          ...token({ contractAddress: '0xdAC17F958D2ee523a2206206994597C13D831ec7' }),
          value: '2500000',
        }),
        row('added', 17, { ...token({}), value: '3000000' }),
        row('unknown token', 18, { ...token({ contractAddress: `0x${'78'.repeat(20)}` }), value: '7' }),
        row('joke', 18, { ...token({ tokenDecimal: '0' }), value: '9'.repeat(70) }),
        row('fine', 19, { ...token({ tokenDecimal: '200' }), value: '5' }),
      );
      // A contract that was made is told under its maker.
      fake.rows[2] = { ...fake.rows[2]!, to: '' };
      const found = await provider.fetch(request(), budget());
      assert.equal(found.complete, true);
      const [a, b, c] = [spelt[ALICE], spelt[BOB], spelt[CAROL]];
      assert.deepEqual(
        linesOf(found),
        [
          `${b} > ${a} 100000000 ETH`,
          `${a} > ${c} 100000000 ETH`,
          `${b} > ${a} 1 ETH`,
          `${b} > ${a} 250000000 USDT`,
          `${b} > ${a} 300000000 0x${'77'.repeat(20)}`,
        ].toSorted(),
      );
      assert.equal(found.records[0]?.identity, `transaction 0x${hashOf('plain')}`);
      if (fake.style === 'etherscan') {
        assert.ok(found.records.some(({ identity }) => identity === `trace call_0x${hashOf('inner')}_0_1`));
      }
    });

    test('reads more than the window of 10,000, and through any cap, each row once', async () => {
      for (let i = 0; i < 10_450; i += 1) fake.rows.push(row(`many ${i}`, 1_000 + Math.floor(i / 3)));
      for (const cap of [10_000, 1_000, 333]) {
        fake.cap = cap;
        const found = await provider.fetch(request(), budget());
        assert.equal(new Set(found.records.map(({ identity }) => identity)).size, 10_450, `cap ${cap}`);
        assert.deepEqual([found.records.length, found.complete], [10_450, true]);
      }
    });

    test('a block with more rows than a page is read page by page', async () => {
      fake.cap = 150;
      for (let i = 0; i < 400; i += 1) fake.rows.push(row(`crowded ${i}`, 77));
      fake.rows.push(row('after', 78));
      const found = await provider.fetch(request(), budget());
      assert.deepEqual([found.records.length, found.complete], [401, true]);
    });

    test('two payments that say the same are two', async () => {
      const same = row('twice', 5, { list: 'tokentx', value: '7' });
      fake.rows.push(same, { ...same });
      const found = await provider.fetch(request(), budget());
      assert.deepEqual(new Set(found.records.map(({ identity }) => identity.at(-1))), new Set(['0', '1']));
    });

    test('a rate limit that comes with 200 is waited for', async () => {
      fake.limitEvery = 2;
      fake.rows.push(row('a', 1));
      assert.equal((await provider.fetch(request(), budget())).records.length, 1);
      fake.limitEvery = 1;
      await assert.rejects(provider.fetch(request(), budget()), failedAs('UNAVAILABLE'));
    });

    test('asks from the block after the last one', async () => {
      fake.rows.push(row('old', 50), row('new', 51));
      const found = await provider.fetch(request({ after: { height: 50, cursor: null } }), budget());
      assert.deepEqual(
        found.records.map(({ height }) => height),
        [51],
      );
    });

    test('lies are found out', async () => {
      fake.rows.push(row('a', 1), row('b', 2), row('c', 19_500_000));
      for (const lie of ['order', 'late'] as const) {
        fake.lie = lie;
        await assert.rejects(provider.fetch(request(), budget()), failedAs('MALFORMED'), lie);
      }
      fake.lie = 'foreign';
      const other = new Fields('test', 'ETH').address(CAROL, 'address');
      await assert.rejects(provider.fetch(request({ owner: other }), budget()), failedAs('MALFORMED'));
    });

    test('answers of another form', async () => {
      const answers: unknown[] = [
        [],
        { status: '1', message: 'OK', result: 'what?' },
        { status: '1', message: 'OK', result: [{ hash: '0x12' }] },
        { status: '0', message: 'NOTOK', result: [] },
        { status: '1', result: [{ ...row('x', 3), blockNumber: '3', timeStamp: 'now', hash: `0x${hashOf('x')}` }] },
      ];
      for (const answer of answers) {
        fake.server.faults.push(faults.body(answer));
        await assert.rejects(provider.fetch(request(), budget()), failedAs('MALFORMED'), JSON.stringify(answer));
      }
      for (const more of [
        { value: '-1' },
        { value: '1.5' },
        { from: '0x123' },
        { blockNumber: '1e3' },
        { timeStamp: '99999999999' },
      ]) {
        fake.rows.splice(0, 9, row('wrong', 4, { more }));
        await assert.rejects(provider.fetch(request(), budget()), failedAs('MALFORMED'), JSON.stringify(more));
      }
    });

    test('tip: as many blocks below the last as asked for', async () => {
      assert.deepEqual(await provider.tip(budget()), {
        height: 19_999_989,
        hash: fake.hash(19_999_989),
        time: 1_600_000_000 + 19_999_989,
      });
      assert.equal(await provider.hashAt(5, budget()), fake.hash(5));
    });

    test('what is beyond budget or limit is not said to be all', async () => {
      for (let i = 0; i < 500; i += 1) fake.rows.push(row(`many ${i}`, 1_000 + i));
      fake.cap = 100;
      assert.equal((await provider.fetch(request({ limit: 200 }), budget())).complete, false);
      assert.equal((await provider.fetch(request(), budget(2))).complete, false);
    });
  });
}

test('a wrong key or plan is told as such, without the key', async () => {
  const provider = explorer(etherscan, 'wr0ng');
  await assert.rejects(provider.fetch(request(), budget()), (error: unknown) => {
    assert.ok(failedAs('REFUSED')(error));
    assert.ok(error instanceof Error && !error.message.includes('wr0ng'));
    return true;
  });
  await provider.close();
});

test('Blockscout’s one address for all chains', async () => {
  const settingOf = settings({
    ETH: { kind: 'blockscout', url: `${blockscout.server.url}/v2/api`, apiKey: 'k', perSecond: 1000 },
  });
  const { addresses } = makeProvider(settingOf[0]!);
  assert.ok(addresses);
  blockscout.rows.push(row('a', 1));
  await addresses.tip(budget());
  assert.equal((await addresses.fetch(request(), budget())).records.length, 1);
  assert.deepEqual(
    [
      ...new Set(
        blockscout.server.asked.map(({ path, query }) => `${path} ${query.get('chain_id')} ${query.get('apikey')}`),
      ),
    ],
    ['/1/json-rpc 1 k', '/v2/api 1 k'],
  );
  await addresses.close();
});
