import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exact } from './exact-sums.ts';
import { BlockSums, EdgeSums, NodeSums } from './sums.ts';

function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test('sums of edges, of blocks and of addresses are those of plain bigints, past 2^53 too', () => {
  const random = numbers(5);
  const [edges, inBlocks] = [new EdgeSums(), new BlockSums()];
  const [plain, plainBlocks] = [new Map<string, bigint>(), new Map<string, bigint>()];
  const counts = new Map<string, number>();
  const times = new Map<string, number[]>();
  const add = (sums: Map<string, bigint>, key: string, units: bigint): void => {
    sums.set(key, (sums.get(key) ?? 0n) + units);
  };
  for (let i = 0; i < 60_000; i += 1) {
    const [from, to] = [1 + random(3_000), 3_001 + random(3_000) - random(2_000)];
    const asset = ['ETH', 'SHIB', 'a token whose name is long'][random(3)] ?? '';
    const units = BigInt(1 + random(1e9)) * 10n ** BigInt(random(asset === 'SHIB' ? 24 : 7));
    const [time, height] = [random(5) === 0 ? 0 : 1 + random(1e9), random(40)];
    const place = edges.add(from, to, asset, exact(units), time);
    inBlocks.add(place, height, exact(units), time);
    const key = `${from} ${to} ${asset}`;
    add(plain, key, units);
    add(plainBlocks, `${key} ${height}`, units);
    counts.set(key, (counts.get(key) ?? 0) + 1);
    times.set(key, [...(times.get(key) ?? []), ...(time > 0 ? [time] : [])]);
  }
  const keyOf = (place: number): string => `${edges.fromAt(place)} ${edges.toAt(place)} ${edges.assetAt(place)}`;
  assert.equal(edges.size, plain.size);
  for (let place = 0; place < edges.size; place += 1) {
    const key = keyOf(place);
    assert.equal(BigInt(edges.unitsAt(place)), plain.get(key), key);
    assert.equal(edges.paymentsAt(place), counts.get(key));
    const known = times.get(key) ?? [];
    assert.equal(edges.firstAt(place), known.length > 0 ? Math.min(...known) : 0);
    assert.equal(edges.lastAt(place), known.length > 0 ? Math.max(...known) : 0);
  }
  assert.equal(inBlocks.size, plainBlocks.size);
  for (let place = 0; place < inBlocks.size; place += 1) {
    const key = `${keyOf(inBlocks.edgeAt(place))} ${inBlocks.heightAt(place)}`;
    assert.equal(BigInt(inBlocks.unitsAt(place)), plainBlocks.get(key), key);
  }
  const isKnown = (place: number): boolean => place % 3 === 0;
  const nodes = new NodeSums(edges, isKnown);
  const [received, sent] = [new Map<string, bigint>(), new Map<string, bigint>()];
  const [payers, payees] = [new Map<string, bigint>(), new Map<string, bigint>()];
  for (let place = 0; place < edges.size; place += 1) {
    const units = BigInt(edges.unitsAt(place));
    const [payer, payee] = [
      `${edges.fromAt(place)} ${edges.assetAt(place)}`,
      `${edges.toAt(place)} ${edges.assetAt(place)}`,
    ];
    add(sent, payer, units);
    add(received, payee, units);
    add(payees, payer, isKnown(place) ? 0n : 1n);
    add(payers, payee, isKnown(place) ? 0n : 1n);
  }
  assert.equal(nodes.size, new Set([...sent.keys(), ...received.keys()]).size);
  for (let place = 0; place < nodes.size; place += 1) {
    const key = `${nodes.nodeAt(place)} ${nodes.assetAt(place)}`;
    assert.equal(BigInt(nodes.receivedAt(place)), received.get(key) ?? 0n, key);
    assert.equal(BigInt(nodes.sentAt(place)), sent.get(key) ?? 0n, key);
    assert.equal(BigInt(nodes.payersAt(place)), payers.get(key) ?? 0n);
    assert.equal(BigInt(nodes.payeesAt(place)), payees.get(key) ?? 0n);
  }
});
