import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { GraphBuilder } from '../../../../engines/wallets/index.ts';
import { CopiedEdges } from './build.ts';
import { copyOfEdges } from './store.ts';

/** Rows in PostgreSQL's binary copy form (COPY, "Binary Format" in its manual). */
function copied(rows: readonly { from: number; to: number; units: bigint }[]): Buffer {
  const head = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
  const body = rows.map(({ from, to, units }) => {
    const row = Buffer.alloc(30);
    row.writeInt16BE(3, 0);
    row.writeInt32BE(4, 2);
    row.writeInt32BE(from, 6);
    row.writeInt32BE(4, 10);
    row.writeInt32BE(to, 14);
    row.writeInt32BE(8, 18);
    row.writeBigInt64BE(units, 22);
    return row;
  });
  return Buffer.concat([head, ...body, Buffer.from([0xff, 0xff])]);
}

test('a copy of edges is read however it is cut', () => {
  const rows = fc.array(
    fc.record({ from: fc.nat(50), to: fc.nat(50), units: fc.bigInt({ min: 1n, max: 2n ** 50n }) }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(rows, fc.array(fc.nat(1300), { maxLength: 8 }), (edges, cuts) => {
      const bytes = copied(edges);
      const builder = new GraphBuilder();
      const read = new CopiedEdges(builder);
      const places = [...cuts.map((cut) => Math.min(cut, bytes.length)).toSorted((a, b) => a - b), bytes.length];
      let from = 0;
      for (const place of places) {
        read.take(bytes.subarray(from, place));
        from = place;
      }
      read.end();
      const graph = builder.build(51);
      for (let node = 0; node <= 50; node += 1) {
        const received = edges.filter((edge) => edge.to === node && edge.from !== node);
        assert.equal(
          graph.total(node, 'INCOMING'),
          received.reduce((sum, { units }) => sum + units, 0n),
        );
      }
    }),
    { numRuns: 200, seed: 3 },
  );
});

test('a copy that is cut off or of another form is refused; values beyond doubles are noticed', () => {
  const whole = copied([{ from: 1, to: 2, units: 5n }]);
  const read = (bytes: Buffer): CopiedEdges => {
    const edges = new CopiedEdges(new GraphBuilder());
    edges.take(bytes);
    edges.end();
    return edges;
  };
  assert.equal(read(whole).beyondDoubles, false);
  assert.throws(() => read(whole.subarray(0, -2)));
  assert.throws(() => read(whole.subarray(0, 40)));
  assert.throws(() => read(Buffer.concat([Buffer.from('COPY'), whole])));
  assert.ok(read(copied([{ from: 1, to: 2, units: 2n ** 60n }])).beyondDoubles);
});

test('the name of an asset cannot end the statement that it stands in', () => {
  assert.match(copyOfEdges("a'b"), /asset = 'a''b'\)/);
  assert.throws(() => copyOfEdges('a\nb'), RangeError);
});
