import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { sharedData } from '../../../tools/shared-data.ts';
import { randomFrom } from '../exposure/testing.ts';
import { Clusters } from './clusters.ts';
import { coinJoinOf, type TransactionShape } from './coinjoin.ts';
import { type CoinTransaction, type Transfer, transfersOf } from './transactions.ts';

const SYSTEM = { coinbase: 'coinbase', fee: 'fee' };

function sums(transfers: readonly Transfer<string>[], side: 'from' | 'to'): Map<string, bigint> {
  const found = new Map<string, bigint>();
  for (const one of transfers) found.set(one[side], (found.get(one[side]) ?? 0n) + one.value);
  return found;
}

describe('transactions to transfers', () => {
  test('each output comes from each input by its share; fee apart, change left out', () => {
    const transfers = transfersOf(
      {
        inputs: [
          { owner: 'a', value: 60n },
          { owner: 'b', value: 40n },
        ],
        outputs: [
          { owner: 'c', value: 50n },
          { owner: 'a', value: 40n },
        ],
      },
      SYSTEM,
    );
    assert.deepEqual(transfers, [
      { from: 'a', to: 'c', value: 30n },
      { from: 'b', to: 'c', value: 20n },
      { from: 'b', to: 'a', value: 16n },
      { from: 'a', to: 'fee', value: 6n },
      { from: 'b', to: 'fee', value: 4n },
    ]);
    const minted = transfersOf({ inputs: [], outputs: [{ owner: 'm', value: 50n }], coinbase: true }, SYSTEM);
    assert.deepEqual(minted, [{ from: 'coinbase', to: 'm', value: 50n }]);
    assert.throws(
      () => transfersOf({ inputs: [{ owner: 'a', value: 1n }], outputs: [{ owner: 'b', value: 2n }] }, SYSTEM),
      /exceed/,
    );
    assert.throws(() => transfersOf({ inputs: [], outputs: [{ owner: 'b', value: 0n }] }, SYSTEM), /no inputs/);
    assert.throws(() => transfersOf({ inputs: [{ owner: 'a', value: -1n }], outputs: [] }, SYSTEM), /negative/);
  });

  test('all sums are exact and each part is within a unit an output of its share: 1,000 random transactions', () => {
    const random = randomFrom(11);
    for (let i = 0; i < 1000; i++) {
      const amount = (): bigint => BigInt(Math.floor(random() ** 6 * 1e13));
      const inputs = Array.from({ length: 1 + Math.floor(random() * 7) }, (_, k) => ({
        owner: `in${k}`,
        value: amount(),
      }));
      const spent = inputs.reduce((sum, { value }) => sum + value, 0n);
      let left = spent;
      const outputs = Array.from({ length: 1 + Math.floor(random() * 7) }, (_, k) => {
        const value = (left * BigInt(Math.floor(random() * 1000))) / 1000n;
        left -= value;
        return { owner: `out${k}`, value };
      });
      const transfers = transfersOf({ inputs, outputs }, SYSTEM);
      assert.ok(transfers.every(({ value }) => value > 0n));
      const [paid, got] = [sums(transfers, 'from'), sums(transfers, 'to')];
      for (const { owner, value } of inputs) assert.equal(paid.get(owner) ?? 0n, value);
      for (const { owner, value } of outputs) assert.equal(got.get(owner) ?? 0n, value);
      assert.equal(got.get('fee') ?? 0n, left);
      for (const { from, to, value } of transfers) {
        const input = inputs.find(({ owner }) => owner === from)!.value;
        const output = to === 'fee' ? left : outputs.find(({ owner }) => owner === to)!.value;
        const exact = Number((input * output) / spent);
        assert.ok(Math.abs(Number(value) - exact) <= 8, `${value} for ${exact}`);
      }
    }
  });
});

type Line = {
  time: number;
  vin: { coinbase?: boolean; address?: string | null; value?: number; txid?: string; vout?: number }[];
  vout: { address: string | null; value: number; n: number }[];
  txid: string;
};

const blocks = sharedData('chain/graph/btc_blk0_first1MiB.ndjson');
test(
  'real Bitcoin, 4,522 blocks from the first: totals equal the source',
  { skip: blocks ? false : 'public chain data absent' },
  () => {
    let [minted, paid, fees, kept] = [0n, 0n, 0n, 0n];
    let [sourceMinted, sourcePaid, sourceSpent] = [0n, 0n, 0n];
    const clusters = new Clusters();
    const numbers = new Map<string, number>();
    const numberOf = (owner: string): number => {
      const known = numbers.get(owner) ?? numbers.size;
      numbers.set(owner, known);
      return known;
    };
    const lines = readFileSync(blocks ?? '', 'utf8')
      .split('\n')
      .filter((line) => line !== '');
    for (const text of lines) {
      const line: Line = JSON.parse(text);
      const coinbase = line.vin[0]?.coinbase === true;
      const inputs = coinbase
        ? []
        : line.vin.map((input) => ({
            owner: input.address ?? `${input.txid}:${input.vout}`,
            value: BigInt(input.value ?? -1),
          }));
      const outputs = line.vout.map((output) => ({
        owner: output.address ?? `${line.txid}:${output.n}`,
        value: BigInt(output.value),
      }));
      const transaction: CoinTransaction<string> = { inputs, outputs, coinbase };
      const total = outputs.reduce((sum, { value }) => sum + value, 0n);
      if (coinbase) sourceMinted += total;
      else {
        sourcePaid += total;
        sourceSpent += inputs.reduce((sum, { value }) => sum + value, 0n);
      }
      const owners = new Set(inputs.map(({ owner }) => owner));
      for (const { from, to, value } of transfersOf(transaction, SYSTEM)) {
        if (from === 'coinbase') minted += value;
        else if (to === 'fee') fees += value;
        else paid += value;
      }
      // Change back to a payer is no transfer; what each payer gives itself is counted by an even split check.
      kept += selfPaid(transaction, owners);
      clusters.add({
        inputs: inputs.map(({ owner, value }) => ({ address: numberOf(owner), value })),
        outputs: line.vout.map(({ address, value }) => ({ address, value: BigInt(value) })),
      });
    }
    assert.equal(lines.length, 4583);
    assert.equal(minted, sourceMinted);
    assert.equal(paid + kept, sourcePaid);
    assert.equal(fees, sourceSpent - sourcePaid);
    assert.equal(clusters.counts.transactions, 4583);
    assert.ok(clusters.counts.joined > 0);
  },
);

/** What inputs and outputs of the same owner hand back, by running the split with every output renamed. */
function selfPaid(transaction: CoinTransaction<string>, owners: ReadonlySet<string>): bigint {
  if (transaction.coinbase || !transaction.outputs.some(({ owner }) => owners.has(owner))) return 0n;
  const renamed = transaction.outputs.map(({ owner, value }) => ({ owner: `to ${owner}`, value }));
  return transfersOf({ ...transaction, outputs: renamed }, SYSTEM)
    .filter(({ from, to }) => to === `to ${from}`)
    .reduce((sum, { value }) => sum + value, 0n);
}

describe('CoinJoin shapes', () => {
  const shape = (inputs: [string, bigint][], outputs: bigint[]): TransactionShape => ({
    inputs: inputs.map(([address, value]) => ({ address, value })),
    outputs: outputs.map((value, i) => ({ address: `o${i}`, value })),
  });
  const people = (count: number, value: bigint): [string, bigint][] =>
    Array.from({ length: count }, (_, i) => [`p${i}`, value]);
  const times = (count: number, value: bigint): bigint[] => Array.from({ length: count }, () => value);

  test('are told from payments', () => {
    assert.equal(coinJoinOf(shape(people(5, 5_010_000n), times(5, 5_000_000n))), 'WHIRLPOOL');
    assert.equal(
      coinJoinOf(
        shape(people(60, 12_000_000n), [
          ...times(50, 10_012_345n),
          ...times(40, 1n).map((_, i) => 777_001n + BigInt(i)),
        ]),
      ),
      'WASABI',
    );
    assert.equal(
      coinJoinOf(shape(people(4, 9_000_000n), [...times(3, 8_000_000n), 901_000n, 950_000n, 990_000n])),
      'JOINMARKET',
    );
    assert.equal(
      coinJoinOf(shape(people(6, 9_000_000n), [...times(4, 8_000_000n), 1n, 2n, 3n, 4n, 5n, 6n, 7n])),
      'EQUAL_OUTPUTS',
    );
    const standard = [
      ...times(8, 134_217_728n),
      ...times(8, 100_000_000n),
      ...times(8, 86_093_442n),
      50_000_000n,
      20_000_000n,
      10_000_000n,
    ];
    assert.equal(coinJoinOf(shape(people(40, 90_000_000n), standard)), 'WASABI_2');
  });

  test('payments are not CoinJoins', () => {
    assert.equal(coinJoinOf(shape(people(2, 50_000n), [70_000n, 29_000n])), undefined);
    assert.equal(
      coinJoinOf(
        shape(
          [
            ['a', 9_000n],
            ['a', 9_000n],
            ['a', 9_000n],
          ],
          [8_000n, 8_000n, 8_000n],
        ),
      ),
      undefined,
      'one payer',
    );
    assert.equal(coinJoinOf(shape(people(3, 9_000n), [26_000n])), undefined, 'a sweep');
    assert.equal(
      coinJoinOf(shape(people(2, 10n ** 9n), [...times(5, 10_000n), 10n ** 9n])),
      undefined,
      'a payroll of two inputs',
    );
    assert.equal(coinJoinOf(shape([], [5_000_000_000n])), undefined);
  });
});

describe('clusters', () => {
  const spend = (...addresses: number[]) => ({
    inputs: addresses.map((address) => ({ address, value: 5n })),
    outputs: [],
  });

  test('co-spending joins, across transactions and in any order', () => {
    const clusters = new Clusters();
    for (const one of [spend(1, 2), spend(3, 4), spend(9), spend(2, 3), spend(5000, 4)]) clusters.add(one);
    const cluster = clusters.clusterOf(1);
    for (const address of [2, 3, 4, 5000]) assert.equal(clusters.clusterOf(address), cluster);
    assert.equal(clusters.sizeOf(4), 5);
    assert.equal(clusters.clusterOf(9), 9);
    assert.equal(clusters.sizeOf(777), 1);
    assert.equal(clusters.counts.joined, 4);
  });

  test('a CoinJoin joins nothing; runaway merges are refused and counted', () => {
    const clusters = new Clusters({ maxSize: 6, largeSize: 3 });
    clusters.add({
      inputs: [1, 2, 3, 4, 5].map((address) => ({ address, value: 1_000_500n })),
      outputs: [6, 7, 8, 9, 10].map((address) => ({ address, value: 1_000_000n })),
    });
    assert.equal(clusters.counts.coinJoins, 1);
    assert.notEqual(clusters.clusterOf(1), clusters.clusterOf(2));
    for (const one of [spend(11, 12, 13), spend(21, 22, 23), spend(13, 21)]) clusters.add(one);
    assert.notEqual(clusters.clusterOf(11), clusters.clusterOf(21), 'two large clusters stay apart');
    assert.equal(clusters.counts.refused, 1);
    for (let i = 31; i < 40; i++) clusters.add(spend(11, i));
    assert.equal(clusters.sizeOf(11), 6);
  });
});
