import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Static } from 'typebox';
import Value from 'typebox/value';
import { Check } from '../../../contract/kyt.ts';
import { startTestService, type TestService } from '../../../server/testing.ts';
import {
  check,
  checksOf,
  EDGE_HEADER,
  eventsOf,
  evm,
  importChainText,
  importLabelText,
  LABEL_HEADER,
  ledgerOf,
  wrongSums,
} from '../testing.ts';

const [SUBJECT, SANCTIONED, MIXER, EXCHANGE, MIDDLE, LONELY, STRANGER, DUSTED, CLEAN, POISONED, PAID] = [
  0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x1b,
].map(evm);

let service: TestService;
before(async () => {
  service = await startTestService();
  await importLabelText(
    service,
    'csv',
    'labels.csv',
    `${LABEL_HEADER}${SANCTIONED},ETH,SANCTIONS,Evil Ltd,100,Test list
${MIXER},ETH,MIXER,Whirl,80,Report
${EXCHANGE},ETH,EXCHANGE,Honest Exchange,90,Own data
${LONELY},BASE,EXCHANGE,Other Exchange,100,Own data
`,
  );
  await importChainText(
    service,
    'edges-csv',
    'ETH',
    `${EDGE_HEADER}t1,2024-01-01T00:00:00Z,${MIXER},${MIDDLE},10,ETH
t2,2024-01-02T00:00:00Z,${MIDDLE},${SUBJECT},6,ETH
t3,2024-01-03T00:00:00Z,${EXCHANGE},${SUBJECT},4,ETH
t4,2024-01-04T00:00:00Z,${SUBJECT},${SANCTIONED},0.5,ETH
t4,2024-01-04T00:00:00Z,${SUBJECT},${STRANGER},9.5,ETH
t5,1704412800,${SANCTIONED},${DUSTED},0.000001,
t6,1704412800,${EXCHANGE},${DUSTED},10,
t7,1704412800,${EXCHANGE},${CLEAN},10,ETH
t8,1704412800,${SANCTIONED},${POISONED},0.1,USDT
t9,1704412800,${SANCTIONED},${PAID},0.100001,USDT
ta,1704412800,${EXCHANGE},${PAID},50000,USDT
`,
  );
});
after(() => service.close());

const live = (address: string | undefined, blockchain = 'ETH', key = service.liveKey) =>
  check(service, { address, blockchain }, { environment: 'LIVE', key });
type Found = Record<string, unknown> & { category: string; direction: string; hops: number };

/** What holds of every record. */
function assertWhole(data: Static<typeof Check>): void {
  assert.deepEqual(Value.Errors(Check, data), []);
  const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);
  assert.equal(sum(data.exposures.map(({ contribution }) => contribution)), data.riskScore);
  for (const direction of ['INCOMING', 'OUTGOING'] as const) {
    const shares = Object.values(data.coverage[direction]);
    assert.ok(Math.abs(sum(shares) - 1) < 1e-9);
  }
}

describe('POST /kyt/checks in production', () => {
  test('follows value both ways, and says what it saw', async () => {
    const { status, json, text } = await live(SUBJECT);
    assert.equal(status, 201, text);
    const { data } = json;
    assertWhole(data);
    const exposure = (category: string): Found => data.exposures.find((one: Found) => one.category === category);
    const { contribution: _, ...mixer } = exposure('MIXER');
    assert.deepEqual(mixer, {
      category: 'MIXER',
      entity: 'Whirl',
      direction: 'INCOMING',
      kind: 'INDIRECT',
      value: '6',
      share: 0.6,
      hops: 2,
      confidence: 80,
      dust: false,
    });
    assert.deepEqual(
      [exposure('SANCTIONS').direction, exposure('SANCTIONS')['share'], exposure('SANCTIONS')['kind']],
      ['OUTGOING', 0.05, 'DIRECT'],
    );
    assert.ok(data.riskScore >= 90 && data.riskLevel === 'CRITICAL');
    assert.deepEqual(data.topRisks[0], 'SANCTIONS');
    assert.deepEqual(data.sanctions, []);
    assert.equal(data.asset, 'ETH');
    assert.equal(data.coverage.INCOMING.exposure, 1);
    assert.equal(data.coverage.OUTGOING.originUnknown, 0.95);
    const path = data.evidence.find((one: Found) => one.category === 'MIXER');
    assert.deepEqual(
      path.steps.map((step: { from: string; to: string; value: string }) => [step.from, step.to, step.value]),
      [
        [MIXER, MIDDLE, '10'],
        [MIDDLE, SUBJECT, '6'],
      ],
    );
    assert.equal(path.steps[0].firstAt, '2024-01-01T00:00:00.000Z');
    assert.match(data.policy.hash, /^[0-9a-f]{64}$/);
    assert.equal(data.dataVersion, 'chain 1, labels 1');
    const graph = await service.call({ path: `/kyt/checks/${data.checkId}/graph` });
    assert.deepEqual(
      new Set(graph.json.data.nodes.map((node: { id: string }) => node.id)),
      new Set([SUBJECT, SANCTIONED, MIXER, EXCHANGE, MIDDLE]),
    );
    assert.deepEqual(await eventsOf(service, data.checkId).then((all) => all.map(({ type }) => type).sort()), [
      'kyt.check_completed',
      'kyt.high_risk_detected',
    ]);
  });

  test('a sanctioned address is 100 on every EVM chain, with or without chain data', async () => {
    for (const blockchain of ['ETH', 'BSC', 'AVALANCHE']) {
      const { data } = (await live(SANCTIONED, blockchain)).json;
      assertWhole(data);
      assert.deepEqual([data.riskScore, data.riskLevel, data.blockchain], [100, 'CRITICAL', blockchain]);
      assert.deepEqual(data.sanctions, [{ list: 'Test list', program: null, entityId: 'Evil Ltd', listedAt: null }]);
      assert.deepEqual(data.labels, [
        { category: 'SANCTIONS', entity: 'Evil Ltd', confidence: 100, source: 'Test list' },
      ]);
      const types = (await eventsOf(service, data.checkId)).map(({ type }) => type);
      assert.ok(types.includes('kyt.sanctions_match'));
    }
  });

  test('an unknown address is UNKNOWN, never LOW; so is one whose value came from nowhere known', async () => {
    for (const address of [evm(0xffff), STRANGER]) {
      const { data } = (await live(address)).json;
      assertWhole(data);
      if (address === STRANGER) continue;
      assert.deepEqual([data.riskScore, data.riskLevel, data.exposures, data.asset], [0, 'UNKNOWN', [], null]);
      assert.equal(data.coverage.INCOMING.originUnknown, 1);
    }
  });

  test("its own label's score where the chain data does not know it; LOW where its value is of known origin", async () => {
    const own = (await live(LONELY, 'OPTIMISM')).json.data;
    assert.deepEqual([own.riskScore, own.riskLevel, own.labels.length], [0, 'LOW', 1]);
    const clean = (await live(CLEAN)).json.data;
    assert.deepEqual([clean.riskScore, clean.riskLevel], [0, 'LOW']);
  });

  test('dust from a sanctioned address is shown and does not count', async () => {
    const { data } = (await live(DUSTED)).json;
    assertWhole(data);
    const sanctioned = data.exposures.find((one: Found) => one.category === 'SANCTIONS');
    assert.deepEqual([sanctioned.dust, sanctioned.contribution, data.riskScore], [true, 0, 0]);
  });

  test('dust is known in tokens too, by the amount that the policy names', async () => {
    const poisoned = (await live(POISONED)).json.data;
    assertWhole(poisoned);
    assert.deepEqual([poisoned.asset, poisoned.exposures[0].dust, poisoned.riskScore], ['USDT', true, 0]);
    const paid = (await live(PAID)).json.data;
    assert.deepEqual([paid.asset, paid.riskScore], ['USDT', 90]);
  });

  test('two credits, charged once; without them nothing is recorded', async () => {
    const { json } = await live(CLEAN);
    assert.deepEqual(await ledgerOf(service, json.data.checkId), [
      { type: 'CHARGE', operation: 'KYT_CHECK', amount: 2 },
    ]);
    const poor = await service.addOrganization({ credits: 3 });
    assert.equal((await live(CLEAN, 'ETH', poor.liveKey)).status, 201);
    const refused = await live(CLEAN, 'ETH', poor.liveKey);
    assert.deepEqual([refused.status, refused.json.error.code], [402, 'INSUFFICIENT_CREDITS']);
    assert.deepEqual(refused.json.error.details, { required: 2, available: 1 });
    assert.equal(await checksOf(service, poor.organizationId), 1);
  });

  test('a blockchain of which nothing is known is a 503; one with labels alone is not', async () => {
    const none = await live('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'TRX');
    assert.deepEqual([none.status, none.json.error.code], [503, 'CHAIN_DATA_UNAVAILABLE']);
    const labels = await live(evm(0xfffe), 'POLYGON');
    assert.deepEqual([labels.status, labels.json.data.riskLevel], [201, 'UNKNOWN']);
  });

  test('each asset is followed by itself, and the worst decides', async () => {
    const [holder, thief] = [evm(0xb1), evm(0xb2)];
    await importLabelText(service, 'csv', 'more.csv', `${LABEL_HEADER}${thief},ETH,STOLEN_FUNDS,Thief,100,Report\n`);
    await importChainText(
      service,
      'edges-csv',
      'ETH',
      `${EDGE_HEADER}u1,2024-02-01T00:00:00Z,${EXCHANGE},${holder},1000000,ETH
u2,2024-02-02T00:00:00Z,${thief},${holder},5,USDT
`,
    );
    const { data } = (await live(holder)).json;
    assertWhole(data);
    assert.deepEqual([data.asset, data.topRisks], ['USDT', ['STOLEN_FUNDS']]);
    assert.equal(data.exposures[0].share, 1);
  });

  test('the sums that are kept are those of the edges', async () => {
    assert.equal(await wrongSums(service), 0);
  });
});
