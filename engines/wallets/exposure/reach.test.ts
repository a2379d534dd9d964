import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { NODE } from '../graph/graph.ts';
import { exposureOf } from './exposure.ts';
import { type Payment, traceFifo } from './fifo.ts';
import { watchedWithinReach } from './reach.ts';
import { graphOf, randomCase, randomFrom } from './testing.ts';

test('no watched node is left out whose figures a new label changes: 600 graphs', () => {
  let changed = 0;
  for (let seed = 50_000; seed < 50_600; seed++) {
    const one = randomCase(seed);
    const random = randomFrom(seed);
    const target = Math.floor(random() * one.nodes);
    const before = graphOf(one);
    const labels = new Map(one.labels).set(target, {
      category: 'SANCTIONS',
      entity: 'New',
      confidence: 100,
      source: 'test',
    });
    const after = graphOf(one);
    after.setFlag(target, NODE.LABELLED, true);
    const watched = new Uint8Array(one.nodes).fill(1);
    const reach = new Set(watchedWithinReach(before, [target], watched, one.limits));
    for (let node = 0; node < one.nodes; node++) {
      const old = exposureOf(before, node, (at) => one.labels.get(at), one.limits);
      const now = exposureOf(after, node, (at) => labels.get(at), one.limits);
      if (isDeepStrictEqual(old, now)) continue;
      changed++;
      assert.ok(reach.has(node), `seed ${seed}: node ${node} changed and was not within reach`);
    }
  }
  assert.ok(changed > 500);
});

test('only watched nodes are named', () => {
  const one = randomCase(3);
  assert.deepEqual(watchedWithinReach(graphOf(one), [0, 1], new Uint8Array(one.nodes), one.limits), []);
});

describe('first in, first out', () => {
  const byNode = (a: unknown[], b: unknown[]): number => Number(a[0]) - Number(b[0]);
  const pay = (id: string, from: number, to: number, value: bigint): Payment<string> => ({ id, from, to, value });
  const ledger = (payments: Payment<string>[]) => (node: number) =>
    payments.filter(({ from, to }) => from === node || to === node);

  test('coins leave in the order in which they came; every part is told', () => {
    // Node 1 gets 10 from 7, then 20 from 8, and pays 4, then 16, then 15 (5 of which nobody is known to have paid in).
    const payments = [
      pay('a', 7, 1, 10n),
      pay('b', 8, 1, 20n),
      pay('c', 1, 2, 4n),
      pay('d', 1, 2, 16n),
      pay('e', 1, 3, 15n),
    ];
    const trace = (payment: Payment<string>) =>
      traceFifo(payment, ledger(payments), (node) => node === 7 || node === 8).map(
        ({ node, value, payments: way, end }) => [node, value, way.join(), end],
      );
    assert.deepEqual(trace(payments[2]!), [[7, 4n, 'a,c', 'STOPPED']]);
    assert.deepEqual(trace(payments[3]!).sort(byNode), [
      [7, 6n, 'a,d', 'STOPPED'],
      [8, 10n, 'b,d', 'STOPPED'],
    ]);
    assert.deepEqual(trace(payments[4]!).sort(byNode), [
      [1, 5n, 'e', 'ORIGIN_UNKNOWN'],
      [8, 10n, 'b,e', 'STOPPED'],
    ]);
  });

  test('exactly the coins asked for are followed through the next address', () => {
    const payments = [
      pay('a', 7, 1, 10n),
      pay('b', 8, 1, 10n),
      pay('c', 1, 2, 20n),
      pay('x', 9, 2, 5n),
      pay('d', 2, 3, 12n),
      pay('e', 2, 4, 13n),
    ];
    const found = traceFifo(payments[5]!, ledger(payments), (node) => node >= 7);
    assert.deepEqual(
      found.map(({ node, value }) => [node, value]).sort(byNode),
      [
        [8, 8n],
        [9, 5n],
      ],
      'the first 12 of payment c went out with d',
    );
  });

  test('parts add up to the payment on random ledgers; limits are named', () => {
    const random = randomFrom(8);
    for (let round = 0; round < 200; round++) {
      const payments = Array.from({ length: 30 }, (_, i) =>
        pay(`p${i}`, Math.floor(random() * 6), Math.floor(random() * 6), BigInt(1 + Math.floor(random() * 50))),
      ).filter(({ from, to }) => from !== to);
      const payment = payments.at(-1)!;
      const limits = { maxHops: 1 + (round % 6), maxParts: round % 4 === 0 ? 3 : 1000 };
      const found = traceFifo(payment, ledger(payments), (node) => node === 5, limits);
      assert.equal(
        found.reduce((sum, { value }) => sum + value, 0n),
        payment.value,
      );
      for (const { payments: way } of found) assert.ok(way.length <= limits.maxHops + 1 && way.at(-1) === payment.id);
    }
    assert.throws(
      () =>
        traceFifo(
          pay('q', 1, 2, 5n),
          () => [],
          () => false,
        ),
      /not among the payments/,
    );
  });
});
