import assert from 'node:assert/strict';
import { test } from 'node:test';
import Value from 'typebox/value';
import { CATEGORIES } from '../../engines/wallets/index.ts';
import { CheckGraph } from '../../contract/kyt.ts';
import { makeCheck } from './check.ts';
import { MOST_NODES, pictureOf } from './picture.ts';
import { sandboxStrategy } from './sandbox.ts';
import { noDatabase, scenario } from './testing.ts';
import { readWallet } from './wallet.ts';

const wallet = readWallet({ address: scenario('9011'), blockchain: 'ETH' }, { testnet: true });
const found = await sandboxStrategy.assess(noDatabase, wallet, 'LOOK');
const about = { id: 'chk_01jq8zv3k4f6t9c2m5x7w0r1ab', applicantId: null, metadata: {}, callbackUrl: null };

test('paths are layered by hop', () => {
  const picture = pictureOf(makeCheck(wallet, found, about, new Date(0)));
  assert.deepEqual(Value.Errors(CheckGraph, picture), []);
  assert.deepEqual(picture.nodes.map(({ kind, hops }) => `${hops} ${kind}`).toSorted(), [
    '0 SUBJECT',
    '1 ADDRESS',
    '1 ENTITY',
    '2 ENTITY',
  ]);
});

test('never more nodes than can be looked at: what counts least is folded, and no share is lost', () => {
  const [first] = found.exposures;
  assert.ok(first);
  const exposures = [
    ...found.exposures,
    ...Array.from({ length: 500 }, (_, i) => ({
      ...first,
      entity: `Entity ${i}`,
      category: CATEGORIES[i % CATEGORIES.length] ?? first.category,
      direction: i % 2 === 0 ? ('INCOMING' as const) : ('OUTGOING' as const),
      hops: 1 + (i % 5),
      contribution: 0,
      share: (i + 1) / 1e6,
    })),
  ];
  const picture = pictureOf(makeCheck(wallet, { ...found, exposures }, about, new Date(0)));
  assert.deepEqual(Value.Errors(CheckGraph, picture), []);
  assert.equal(picture.nodes.length, MOST_NODES);
  const ids = new Set(picture.nodes.map(({ id }) => id));
  assert.equal(ids.size, MOST_NODES);
  for (const { from, to } of picture.edges) assert.ok(ids.has(from) && ids.has(to));
  const folded = picture.nodes.filter(({ kind }) => kind === 'FOLDED');
  const more = folded.reduce((sum, { entity }) => sum + Number.parseInt(entity ?? '', 10), 0);
  assert.equal(picture.nodes.filter(({ kind }) => kind === 'ENTITY').length + more, 2 + 500);
  const shares = picture.edges.filter(({ id }) => id.includes('Entity') || id.includes('more'));
  const sum = shares.reduce((all, { share }) => all + share, 0);
  assert.ok(Math.abs(sum - (500 * 501) / 2 / 1e6) < 1e-9, String(sum));
});

test('entities that the record has put together stay folded, and are counted', () => {
  const [first] = found.exposures;
  assert.ok(first);
  const beside = (entity: string, i: number, contribution = 0) => ({
    ...first,
    entity,
    category: CATEGORIES[i % 3] ?? first.category,
    direction: 'INCOMING' as const,
    hops: 1,
    contribution,
    share: 0.001,
  });
  const exposures = [
    ...Array.from({ length: 250 }, (_, i) => beside(`Entity ${i}`, i)),
    beside('40 more', 0),
    beside('2 more', 1, 1),
  ];
  const picture = pictureOf(makeCheck(wallet, { ...found, evidence: [], exposures }, about, new Date(0)));
  assert.deepEqual(Value.Errors(CheckGraph, picture), []);
  assert.ok(picture.nodes.length <= MOST_NODES);
  const folded = picture.nodes.filter(({ kind }) => kind === 'FOLDED');
  const more = folded.reduce((sum, { entity }) => sum + Number.parseInt(entity ?? '', 10), 0);
  assert.equal(picture.nodes.filter(({ kind }) => kind === 'ENTITY').length + more, 250 + 40 + 1);
  const few = pictureOf(
    makeCheck(wallet, { ...found, evidence: [], exposures: [beside('40 more', 0)] }, about, new Date(0)),
  );
  assert.deepEqual(
    few.nodes.map(({ kind, entity }) => `${kind} ${entity}`),
    ['SUBJECT null', 'FOLDED 40 more'],
  );
});
