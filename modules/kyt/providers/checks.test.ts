import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import Value from 'typebox/value';
import { Check } from '../../../contract/kyt.ts';
import { sql } from '../../../platform/database/sql.ts';
import { eventually, startTestService, type TestResponse, type TestService } from '../../../server/testing.ts';
import { check, checksOf, eventsOf, importLabelText, LABEL_HEADER, ledgerOf, wrongSums } from '../testing.ts';
import { btc } from './testing/chains.ts';
import { FakeEsplora } from './testing/fake-esplora.ts';
import { faults } from './testing/fake-server.ts';
import { edgesOf } from './testing/harness.ts';

const fake = await FakeEsplora.start(1_000);
const URL_OF_FAKE = { kind: 'esplora', url: fake.server.url, perSecond: 1000, timeoutMs: 400 };
let service: TestService;
before(async () => {
  service = await startTestService({
    env: { CHAIN_PROVIDERS: JSON.stringify({ BTC: { ...URL_OF_FAKE, maxPayments: 60 }, LTC: URL_OF_FAKE }) },
  });
  await importLabelText(
    service,
    'csv',
    'labels.csv',
    `${LABEL_HEADER}${btc('mixer')},BTC,MIXER,Whirl,90,Report
${btc('exchange')},BTC,EXCHANGE,Honest Exchange,90,Own data
${btc('sanctioned')},BTC,SANCTIONS,Evil Ltd,100,Test list
`,
  );
});
after(async () => {
  await service.close();
  await fake.server.close();
});
beforeEach(() => {
  fake.server.faults.length = 0;
  fake.server.always = null;
  fake.server.asked.length = 0;
});

let number = 0;
const pay = (height: number, from: string, to: string, value = 1_000_000): void => {
  number += 1;
  fake.add({ name: `payment ${number}`, height, from: [[btc(from), value]], to: [[btc(to), value]] });
};
const live = (name: string, key = service.liveKey): Promise<TestResponse> =>
  check(service, { address: btc(name), blockchain: 'BTC' }, { environment: 'LIVE', key });
const read = async (id: string, key = service.liveKey) =>
  (await service.call({ path: `/kyt/checks/${id}`, key })).json.data;
const finished = (id: string, key = service.liveKey) =>
  eventually(async () => {
    const data = await read(id, key);
    return data.status === 'COMPLETED' && data;
  }, 30_000);
/** Whether a provider answers is remembered for some seconds; a test does not wait for them. */
const aged = async (name: string): Promise<void> => {
  await service.services.db.query(
    sql`update chain_fetched set fetched_at = fetched_at - interval '1 hour' where blockchain = 'BTC'
      and address_key = (select address_key from kyt_checks where address = ${btc(name)} limit 1)`,
  );
};
const asEntries = (...types: string[]) => types.map((type) => ({ type, operation: 'KYT_CHECK', amount: 2 }));

describe('POST /kyt/checks where a provider must be asked', () => {
  test('202 first; then the record, its events and its credits, with the hops fetched', async () => {
    pay(10, 'mixer', 'm1');
    pay(20, 'm1', 'm2');
    pay(30, 'm2', 'alice', 600_000);
    pay(40, 'exchange', 'alice', 400_000);
    const begun = await live('alice');
    assert.equal(begun.status, 202, begun.text);
    const { data } = begun.json;
    assert.deepEqual(Value.Errors(Check, data), []);
    assert.deepEqual(
      [data.status, data.riskLevel, data.riskScore, data.completedAt],
      ['PROCESSING', 'UNKNOWN', 0, null],
    );
    const done = await finished(data.checkId);
    assert.deepEqual(Value.Errors(Check, done), []);
    const mixer = done.exposures.find(({ category }: { category: string }) => category === 'MIXER');
    assert.deepEqual([mixer.hops, mixer.share, done.coverage.INCOMING.exposure], [3, 0.6, 1]);
    assert.deepEqual(done.coverage.provider.missing, []);
    assert.deepEqual(
      [done.coverage.height, done.coverage.provider.complete, done.coverage.provider.counterparties],
      [1_000, true, 2],
    );
    assert.deepEqual(await ledgerOf(service, data.checkId), asEntries('HOLD', 'CAPTURE'));
    assert.deepEqual(
      (await eventsOf(service, data.checkId)).map(({ type }) => type),
      ['kyt.check_completed'],
    );
    assert.equal(await wrongSums(service), 0);
  });

  test('asked again within minutes, it is answered at once and nothing is fetched', async () => {
    const again = await live('alice');
    assert.deepEqual([again.status, again.json.data.status], [201, 'COMPLETED']);
    assert.deepEqual(fake.server.asked, []);
    assert.deepEqual(await ledgerOf(service, again.json.data.checkId), asEntries('CHARGE'));
  });

  test('later, only what is new is fetched, and counts once', async () => {
    await aged('alice');
    const before = await edgesOf(service.services.db, 'BTC');
    pay(50, 'exchange', 'alice', 1_000_000);
    fake.top = 1_001;
    const done = await finished((await live('alice')).json.data.checkId);
    assert.equal(done.coverage.height, 1_001);
    const after = await edgesOf(service.services.db, 'BTC');
    assert.equal(before.length, after.length);
    assert.ok(!after.some((line) => line.includes(`${btc('m2')} > ${btc('alice')} 600000 BTC x2`)));
  });

  test('an address without payments is an answer', async () => {
    const done = await finished((await live('nobody')).json.data.checkId);
    assert.deepEqual([done.riskLevel, done.riskScore, done.asset], ['UNKNOWN', 0, null]);
    assert.deepEqual(done.coverage.provider.missing, []);
  });

  test('a sanctioned address is not waited for', async () => {
    const { status, json } = await live('sanctioned');
    assert.deepEqual([status, json.data.riskScore, json.data.riskLevel], [201, 100, 'CRITICAL']);
    assert.deepEqual(json.data.coverage.provider.missing, ['MORE_PAYMENTS']);
    assert.deepEqual(fake.server.asked, []);
  });

  test('402 without credits: nothing is recorded, nothing fetched', async () => {
    const poor = await service.addOrganization({ credits: 1 });
    const refused = await live('never asked', poor.liveKey);
    assert.deepEqual([refused.status, refused.json.error.code], [402, 'INSUFFICIENT_CREDITS']);
    assert.equal(await checksOf(service, poor.organizationId), 0);
  });

  test('an Idempotency-Key makes one check', async () => {
    const headers = { 'idempotency-key': 'one' };
    const body = { address: btc('once'), blockchain: 'BTC' };
    const [a, b] = [
      await service.call({ path: '/kyt/checks', body, headers }),
      await service.call({ path: '/kyt/checks', body, headers }),
    ];
    assert.deepEqual([a.status, b.status, a.text === b.text], [202, 202, true]);
    await finished(a.json.data.checkId);
    assert.deepEqual(await ledgerOf(service, a.json.data.checkId), asEntries('HOLD', 'CAPTURE'));
  });
});

describe('what is not here is never taken for good', () => {
  test('a counterparty of which only a part is here ends the walk', async () => {
    // dave's hot wallet got a million from who knows where; a fragment of it, from the exchange, is here by chance.
    pay(60, 'exchange', 'hub', 10);
    pay(61, 'stranger', 'hub', 1_000_000);
    pay(62, 'hub', 'dave', 1_000);
    for (let i = 0; i < 70; i += 1) pay(100 + i, `customer ${i}`, 'hub', 100);
    await finished((await live('customer 1')).json.data.checkId);
    const done = await finished((await live('dave')).json.data.checkId);
    assert.equal(done.coverage.INCOMING.unattributedService, 1);
    assert.deepEqual([done.riskLevel, done.riskScore], ['UNKNOWN', 0]);
  });

  test('too many payments of the address itself: what is here is judged, and LOW is not said', async () => {
    for (let i = 0; i < 80; i += 1) pay(300 + i, 'exchange', 'merchant', 100);
    const done = await finished((await live('merchant')).json.data.checkId);
    assert.deepEqual(done.coverage.provider.missing, ['MORE_PAYMENTS']);
    assert.deepEqual([done.coverage.INCOMING.exposure, done.riskLevel], [1, 'UNKNOWN']);
  });

  test('a counterparty about which the provider lies is missing, and nothing of it is stored', async () => {
    pay(400, 'liar', 'erin', 1_000);
    pay(399, 'exchange', 'liar', 1_000);
    const before = (await edgesOf(service.services.db, 'BTC')).length;
    fake.server.always = (response, proper) => {
      const { path } = fake.server.asked.at(-1) ?? { path: '' };
      if (path.includes(btc('liar'))) faults.html(response);
      else proper();
    };
    const done = await finished((await live('erin')).json.data.checkId);
    assert.deepEqual(done.coverage.provider.missing, ['COUNTERPARTIES']);
    assert.deepEqual([done.coverage.provider.counterpartiesMissing, done.coverage.INCOMING.originUnknown], [1, 1]);
    assert.equal((await edgesOf(service.services.db, 'BTC')).length, before + 1);
  });
});

describe('reorganisations', () => {
  test('payments of blocks that the chain gave up are undone, and what replaced them counts', async () => {
    fake.top = 1_010;
    pay(1_005, 'exchange', 'frank', 500_000);
    pay(1_009, 'sanctioned', 'frank', 700_000);
    const first = await finished((await live('frank')).json.data.checkId);
    assert.equal(first.riskScore >= 90, true);
    const last = fake.txs.pop();
    assert.equal(last?.height, 1_009);
    for (const height of [1_008, 1_009, 1_010, 1_011]) fake.branch.set(height, 'b');
    fake.top = 1_011;
    await aged('frank');
    const second = await finished((await live('frank')).json.data.checkId);
    assert.deepEqual([second.riskScore, second.coverage.INCOMING.exposure, second.coverage.height], [0, 1, 1_011]);
    assert.ok(!(await edgesOf(service.services.db, 'BTC')).some((line) => line.includes(`${btc('frank')} 700000`)));
    assert.equal(await wrongSums(service), 0);
  });

  test('a provider of another chain altogether is refused, and nothing is undone', async () => {
    await aged('frank');
    const before = await edgesOf(service.services.db, 'BTC');
    for (let height = 0; height <= 1_020; height += 1) fake.branch.set(height, 'other');
    const { checkId } = (await live('frank')).json.data;
    await eventually(async () => {
      const rows = await service.services.db.query<{ attempts: number }>(
        sql`select attempts from graphile_worker._private_jobs where key = ${`kyt.fetch_check:${checkId}`}`,
      );
      return (rows[0]?.attempts ?? 0) >= 1;
    });
    assert.deepEqual(await edgesOf(service.services.db, 'BTC'), before);
    fake.branch.clear();
    for (const height of [1_008, 1_009, 1_010, 1_011]) fake.branch.set(height, 'b');
    await service.services.db.query(
      sql`update graphile_worker._private_jobs set run_at = now() where key = ${`kyt.fetch_check:${checkId}`}`,
    );
    await finished(checkId);
  });
});

describe('when the provider is down', () => {
  const ltc = 'ltc1qg42tkwuuxefutzxezdkdel39gfstuap288mfea';
  const askLtc = (key: string) => check(service, { address: ltc, blockchain: 'LTC' }, { environment: 'LIVE', key });

  test('503, no record, no credit; once it answers again, an answer', async () => {
    fake.server.always = faults.status(503);
    const own = await service.addOrganization({});
    const down = await askLtc(own.liveKey);
    assert.deepEqual([down.status, down.json.error.code], [503, 'CHAIN_DATA_UNAVAILABLE'], down.text);
    assert.equal(await checksOf(service, own.organizationId), 0);
  });

  test('or, where the organisation allows it, a record that says what is missing', async () => {
    fake.server.always = faults.status(503);
    const bold = await service.addOrganization({});
    await service.services.db.query(
      sql`update organizations set settings = '{"kyt": {"allowIncomplete": true}}' where id = ${bold.organizationId}`,
    );
    const { status, json } = await askLtc(bold.liveKey);
    assert.equal(status, 201);
    assert.deepEqual([json.data.riskLevel, json.data.riskScore], ['UNKNOWN', 0]);
    assert.deepEqual(Value.Errors(Check, json.data), []);
    assert.deepEqual(json.data.coverage.provider.missing, ['MORE_PAYMENTS', 'PROVIDER_UNAVAILABLE']);
    assert.deepEqual(await ledgerOf(service, json.data.checkId), asEntries('CHARGE'));
  });

  test('down after the 202, to the last attempt: UNKNOWN, what is missing, and the credits given back', async () => {
    pay(700, 'exchange', 'grace', 1_000);
    fake.server.always = (response, proper) => {
      const { path } = fake.server.asked.at(-1) ?? { path: '' };
      if (path.startsWith('/address')) faults.status(500)(response, proper);
      else proper();
    };
    const { status, json } = await live('grace');
    assert.equal(status, 202);
    const { checkId } = json.data;
    await service.services.db.query(
      sql`update graphile_worker._private_jobs set max_attempts = 1, run_at = now() where key = ${`kyt.fetch_check:${checkId}`} and locked_at is null`,
    );
    // Attempts lie seconds apart; the test does not wait for all of them.
    const done = await eventually(async () => {
      await service.services.db.query(
        sql`update graphile_worker._private_jobs set max_attempts = greatest(attempts + 1, 2), run_at = now()
          where key = ${`kyt.fetch_check:${checkId}`} and locked_at is null`,
      );
      const data = await read(checkId);
      return data.status === 'COMPLETED' && data;
    }, 30_000);
    assert.deepEqual([done.riskLevel, done.coverage.provider.complete], ['UNKNOWN', false]);
    assert.deepEqual(done.coverage.provider.missing, ['MORE_PAYMENTS', 'PROVIDER_UNAVAILABLE']);
    assert.deepEqual(await ledgerOf(service, checkId), asEntries('HOLD', 'RELEASE'));
    assert.deepEqual(
      (await eventsOf(service, checkId)).map(({ type }) => type),
      ['kyt.check_completed'],
    );
    assert.equal(
      (await edgesOf(service.services.db, 'BTC')).some((line) => line.includes(btc('grace'))),
      false,
    );
  });
});
