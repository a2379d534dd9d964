import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { DEFAULT_POLICY, exposureOf, GraphBuilder, type Label, NODE } from '../../../engines/wallets/index.ts';
import { exposureFromSource } from '../../../engines/wallets/index.ts';
import { startTestService, type TestService } from '../../../server/testing.ts';
import { EDGE_HEADER, evm, importChainText, importLabelText, LABEL_HEADER } from '../testing.ts';
import { DatabaseSource } from './source.ts';
import { findNode } from './store.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ role: { api: false, worker: false } });
});
after(() => service.close());

const NODES = 12;
const graphs = fc.array(
  fc.record({ from: fc.nat(NODES - 1), to: fc.nat(NODES - 1), units: fc.integer({ min: 1, max: 1_000 }) }),
  { minLength: 1, maxLength: 40 },
);

test('a walk over the database finds what a walk over the same graph in memory finds', async () => {
  let round = 0;
  await fc.assert(
    fc.asyncProperty(graphs, fc.nat(NODES - 1), async (edges, start) => {
      round += 1;
      const address = (node: number): string => evm(round * 1_000 + node + 1);
      const labelled = [NODES - 1, NODES - 2].filter((node) => node !== start);
      await importLabelText(
        service,
        'csv',
        'labels.csv',
        LABEL_HEADER + labelled.map((node) => `${address(node)},ETH,MIXER,Mixer ${node},70,Test\n`).join(''),
      );
      await importChainText(
        service,
        'edges-csv',
        'ETH',
        EDGE_HEADER +
          edges
            .map(
              ({ from, to, units }, i) =>
                `r${round}-${i},1700000000,${address(from)},${address(to)},0.${String(units).padStart(8, '0')},ETH\n`,
            )
            .join(''),
      );
      const builder = new GraphBuilder();
      for (const { from, to, units } of edges) builder.add(from, to, units);
      const graph = builder.build(NODES);
      for (const node of labelled) graph.setFlag(node, NODE.LABELLED, true);
      const labels = (node: number): Label | undefined =>
        labelled.includes(node)
          ? { category: 'MIXER', entity: `Mixer ${node}`, confidence: 70, source: 'Test' }
          : undefined;
      const expected = exposureOf(graph, start, labels, DEFAULT_POLICY.limits);
      const found = await findNode(service.services.db, 'ETH', `evm:${address(start).slice(2)}`);
      const source = new DatabaseSource(service.services.db, 'ETH', DEFAULT_POLICY);
      for (const direction of ['INCOMING', 'OUTGOING'] as const) {
        if (!found) {
          assert.equal(expected[direction].coverage.originUnknown, 1e9);
          continue;
        }
        const actual = await exposureFromSource(source, found.id, direction, DEFAULT_POLICY.limits);
        const comparable = (one: typeof actual) => ({
          total: one.total,
          coverage: one.coverage,
          exposures: one.exposures.map((exposure) => ({ ...exposure, paths: [] })),
        });
        assert.deepEqual(comparable(actual), comparable(expected[direction]));
      }
    }),
    { numRuns: 25, seed: 7 },
  );
});
