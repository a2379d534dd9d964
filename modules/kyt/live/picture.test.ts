import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import Value from 'typebox/value';
import { CheckGraph } from '../../../contract/kyt.ts';
import { startTestService, type TestService } from '../../../server/testing.ts';
import { check, EDGE_HEADER, evm, importChainText, importLabelText, LABEL_HEADER } from '../testing.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

test('the picture of an address with hundreds of labelled counterparties: 200 nodes at most, and nothing is lost', async () => {
  const [subject, listed, between] = [evm(1), evm(2), evm(3)];
  const counterparty = (i: number): string => evm(1_000 + i);
  const categories = ['EXCHANGE', 'DEFI', 'GAMBLING'];
  const several = Array.from({ length: 300 }, (_, i) => i);
  await importLabelText(
    service,
    'csv',
    'l.csv',
    `${LABEL_HEADER}${listed},ETH,SANCTIONS,Listed,100,T\n` +
      several.map((i) => `${counterparty(i)},ETH,${categories[i % 3]},Entity ${i},100,T\n`).join(''),
  );
  const payments = [
    ...several.map((i) => [counterparty(i), subject, i + 1] as const),
    ...several.slice(0, 5).map((i) => [subject, counterparty(i), 1] as const),
    [listed, between, 1] as const,
    [between, subject, 10_000] as const,
  ];
  await importChainText(
    service,
    'edges-csv',
    'ETH',
    EDGE_HEADER + payments.map(([from, to, value], i) => `p${i},1704412800,${from},${to},${value},\n`).join(''),
  );
  const made = (await check(service, { address: subject, blockchain: 'ETH' }, { environment: 'LIVE' })).json.data;
  const billionths = (parts: { share: number; direction: string }[], direction: string): number =>
    parts.reduce((sum, one) => sum + (one.direction === direction ? Math.round(one.share * 1e9) : 0), 0);
  for (const direction of ['INCOMING', 'OUTGOING']) {
    const { exposure } = made.coverage[direction];
    assert.equal(billionths(made.exposures, direction), Math.round(exposure * 1e9), direction);
  }
  const picture = (await service.call({ path: `/kyt/checks/${made.checkId}/graph` })).json.data;
  assert.deepEqual(Value.Errors(CheckGraph, picture), []);
  assert.ok(picture.nodes.length <= 200 && picture.nodes.length > 190, String(picture.nodes.length));
  type Node = { id: string; kind: string; entity: string; hops: number };
  const nodes = new Map<string, Node>(picture.nodes.map((node: Node) => [node.id, node]));
  assert.equal(nodes.size, picture.nodes.length);
  for (const { from, to } of picture.edges) assert.ok(nodes.has(from) && nodes.has(to));
  // The way between the listed address and this one is one edge more than there are ends.
  const ends = picture.edges.filter(({ from }: { from: string }) => nodes.get(from)?.entity !== 'Listed');
  assert.equal(billionths(ends, 'INCOMING'), 1e9);
  const of = (kind: string): Node[] => [...nodes.values()].filter((node) => node.kind === kind);
  const folded = of('FOLDED').reduce((sum, { entity }) => sum + Number.parseInt(entity, 10), 0);
  assert.equal(of('ENTITY').length + folded, 306);
  assert.deepEqual(
    [...nodes.values()].filter(({ hops }) => hops === 2).map(({ kind, entity }) => `${kind} ${entity}`),
    ['ENTITY Listed'],
  );
});
