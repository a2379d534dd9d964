import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { randomFrom } from '../exposure/testing.ts';
import { GraphBuilder, toUnits } from './builder.ts';
import { type Direction, Graph, NODE } from './graph.ts';
import { AddressTable } from './interning.ts';

type Plain = Map<string, { value: number; first: number; last: number }>;

function rows(graph: Graph, direction: Direction): Plain {
  const side = graph.side(direction);
  const found: Plain = new Map();
  for (let node = 0; node < graph.nodes; node++) {
    const start = side.start(node);
    for (let edge = start; edge < start + side.degree(node); edge++) {
      const pair = direction === 'OUTGOING' ? `${node}>${side.neighbourAt(edge)}` : `${side.neighbourAt(edge)}>${node}`;
      assert.ok(!found.has(pair), 'a pair appears twice');
      if (edge > start) {
        const fall = side.valueAt(edge - 1) - side.valueAt(edge) || side.neighbourAt(edge) - side.neighbourAt(edge - 1);
        assert.ok(fall > 0, 'the largest value comes first, equal ones by neighbour');
      }
      found.set(pair, { value: side.valueAt(edge), first: side.firstAt(edge), last: side.lastAt(edge) });
    }
  }
  return found;
}

describe('graph', () => {
  test('both directions hold every merged edge, hubs and large values included', () => {
    const random = randomFrom(7);
    const nodes = 2000;
    const builder = new GraphBuilder({ times: true });
    const plain: Plain = new Map();
    for (let i = 0; i < 30_000; i++) {
      // Node 3 pays many, node 1999 is paid by many: rows longer than a byte can count, at both ends of a block.
      const from = random() < 0.2 ? 3 : Math.floor(random() * nodes);
      const to = random() < 0.2 ? 1999 : Math.floor(random() * nodes);
      const value = random() < 0.1 ? 2 ** 31 + Math.floor(random() * 2 ** 42) : Math.floor(random() * 50);
      const first = random() < 0.1 ? 0 : 1 + Math.floor(random() * 1000);
      const last = first === 0 ? 0 : first + 5;
      builder.add(from, to, value, first, last);
      if (from === to || value === 0) continue;
      const known = plain.get(`${from}>${to}`) ?? { value: 0, first: 0, last: 0 };
      known.value += value;
      if (first > 0 && (known.first === 0 || first < known.first)) known.first = first;
      known.last = Math.max(known.last, last);
      plain.set(`${from}>${to}`, known);
    }
    const graph = builder.build(nodes);
    assert.equal(graph.edges, plain.size);
    assert.ok(graph.outgoing.degree(3) > 300 && graph.incoming.degree(1999) > 300);
    for (const direction of ['OUTGOING', 'INCOMING'] as const) assert.deepEqual(rows(graph, direction), plain);
    for (let node = 0; node < nodes; node++) {
      const exact = Math.max(graph.incoming.degree(node), graph.outgoing.degree(node));
      assert.equal(graph.incoming.largerDegree(node), exact);
      const [near, far] = [graph.incoming.degree(node), graph.outgoing.degree(node)];
      assert.equal(graph.incoming.summary(node), (Math.min(near, 255) << 8) | (Math.min(far, 255) << 16));
    }
    const out = [...plain]
      .filter(([pair]) => pair.startsWith('3>'))
      .reduce((sum, [, { value }]) => sum + BigInt(value), 0n);
    assert.equal(graph.total(3, 'OUTGOING'), out);
  });

  test('empty graphs, lone nodes, and refusals', () => {
    const empty = new GraphBuilder().build();
    assert.equal(empty.edges, 0);
    const lone = new GraphBuilder().build(40);
    assert.equal(lone.incoming.degree(39), 0);
    assert.equal(lone.total(39, 'INCOMING'), 0n);
    const builder = new GraphBuilder();
    assert.throws(() => builder.add(0, 1, 1.5), RangeError);
    assert.throws(() => builder.add(0, 1, -1), RangeError);
    builder.add(0, 1, Number.MAX_SAFE_INTEGER);
    builder.add(0, 1, 5);
    assert.throws(() => builder.build(), /larger unit/);
    assert.equal(toUnits(1n, 10n ** 9n), 1, 'no payment vanishes');
    assert.equal(toUnits(7_400_000_000_000_000_000n, 10n ** 9n), 7_400_000_000);
    assert.throws(() => toUnits(10n ** 30n), /larger unit/);
  });

  test('another thread reads the same memory, and sees a flag set here', async () => {
    const builder = new GraphBuilder();
    builder.add(1, 0, 30);
    builder.add(2, 0, 70);
    const graph = builder.build();
    const table = new AddressTable(5);
    table.intern(Buffer.from('somebody'));
    graph.setFlag(2, NODE.LABELLED, true);
    const code = `
      const { parentPort, workerData } = require('node:worker_threads');
      Promise.all([import(workerData.graph), import(workerData.interning)]).then(([{ Graph }, { AddressTable }]) => {
        const graph = new Graph(workerData.arrays);
        const table = AddressTable.over(workerData.table);
        parentPort.postMessage([Number(graph.total(0, 'INCOMING')), graph.incoming.summary(2) & 1, table.find(Buffer.from('somebody'))]);
      });`;
    const worker = new Worker(code, {
      eval: true,
      workerData: {
        graph: new URL('graph.ts', import.meta.url).href,
        interning: new URL('interning.ts', import.meta.url).href,
        arrays: graph.arrays(),
        table: table.arrays(),
      },
    });
    const answer = await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
    await worker.terminate();
    assert.deepEqual(answer, [100, 1, 0]);
    assert.throws(() => graph.setFlag(9, NODE.SERVICE, true), RangeError);
  });

  test('memory: at most 18 bytes an edge, both directions, at three edges a node', () => {
    const random = randomFrom(1);
    const nodes = 50_000;
    const builder = new GraphBuilder();
    for (let i = 0; i < nodes * 3; i++) {
      const value = Math.floor(random() ** -1.2 * 10_000);
      builder.add(Math.floor(random() * nodes), Math.floor(random() * nodes), Math.min(value, 2 ** 52));
    }
    const graph = builder.build(nodes);
    assert.ok(graph.byteLength / graph.edges <= 18, `${graph.byteLength / graph.edges} bytes`);
  });
});

describe('address table', () => {
  test('gives each address one number, whatever the length, and finds it again', () => {
    const table = new AddressTable(12345, 4);
    const random = randomFrom(3);
    const known = new Map<string, number>();
    for (let i = 0; i < 20_000; i++) {
      const bytes = Uint8Array.from({ length: 1 + Math.floor(random() * 34) }, () => Math.floor(random() * 4));
      const key = Buffer.from(bytes).toString('hex');
      const id = table.intern(bytes);
      assert.equal(id, known.get(key) ?? known.size);
      known.set(key, id);
    }
    assert.equal(table.size, known.size);
    for (const [hex, id] of known) {
      assert.equal(table.find(Buffer.from(hex, 'hex')), id);
      assert.equal(Buffer.from(table.bytesOf(id)).toString('hex'), hex);
    }
    assert.equal(table.find(Uint8Array.from({ length: 40 }, () => 9)), -1);
    assert.throws(() => table.intern(new Uint8Array(0)), RangeError);
    assert.throws(() => table.intern(new Uint8Array(256)), RangeError);
    assert.throws(() => table.bytesOf(known.size), RangeError);
  });
});
