import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from '../../../platform/database/sql.ts';
import { startTestService, type TestService } from '../../../server/testing.ts';
import { lookAtChanges } from '../watch/look.ts';
import { check, eventsOf, importChainText, importLabelText, LABEL_HEADER, ledgerOf } from '../testing.ts';
import { btc, evm, hashOf } from './testing/chains.ts';
import { FakeEsplora } from './testing/fake-esplora.ts';
import { startRpc } from './testing/fake-rpc.ts';
import { faults } from './testing/fake-server.ts';

const SECRET = 's3cr3tk3y';
const USDT = '0xdac17f958d2ee523a2206206994597c13d831ec7';
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const esplora = await FakeEsplora.start(1_000);
const word = (address: string): string => `0x${address.slice(2).padStart(64, '0')}`;
const state = { decimals: 6, payments: [] as [from: string, to: string][] };
const node = await startRpc({
  eth_blockNumber: () => '0x1000',
  eth_getBlockByNumber: ([tag]: string[]) => ({
    number: tag,
    hash: `0x${hashOf(`b ${tag}`)}`,
    timestamp: '0x5f5e1000',
  }),
  eth_call: () => `0x${state.decimals.toString(16).padStart(64, '0')}`,
  eth_getLogs: ([filter]: { topics: (string | null)[] }[]) =>
    state.payments
      .map(([from, to], i) => ({
        address: USDT,
        topics: [TRANSFER, word(from), word(to)],
        data: `0x${(5_000_000).toString(16).padStart(64, '0')}`,
        blockNumber: `0x${(100 + i).toString(16)}`,
        blockHash: `0x${hashOf(`b 0x${(100 + i).toString(16)}`)}`,
        transactionHash: `0x${hashOf(`t ${i}`)}`,
        logIndex: '0x0',
        blockTimestamp: '0x5f5e1000',
      }))
      .filter(({ topics }) => filter?.topics.every((topic, i) => topic === null || topic === topics[i])),
});
const lines: string[] = [];
let service: TestService;
before(async () => {
  service = await startTestService({
    env: {
      CHAIN_PROVIDERS: JSON.stringify({
        BTC: { kind: 'esplora', url: esplora.server.url, apiKey: SECRET, perSecond: 1000, requests: 14 },
        ETH: { kind: 'evm-rpc', url: `${node.url}/v3/${SECRET}`, perSecond: 1000 },
      }),
    },
    role: { api: true, worker: false },
    logTo: (line) => lines.push(line),
  });
  await importLabelText(
    service,
    'csv',
    'labels.csv',
    `${LABEL_HEADER}${btc('exchange')},BTC,EXCHANGE,Honest,90,Own data
${evm('exchange')},ETH,EXCHANGE,Honest,90,Own data
${btc('thief')},BTC,STOLEN_FUNDS,Thief,90,Own data
`,
  );
});
after(async () => {
  await service.close();
  await esplora.server.close();
  await node.close();
});
beforeEach(() => {
  esplora.server.always = null;
  esplora.server.asked.length = 0;
  esplora.txs.length = 0;
});

const task = async (name: string, payload: Record<string, unknown> = {}, lastAttempt = false): Promise<void> => {
  const kyt = service.app.modules.find((module) => module.name === 'kyt');
  await kyt?.tasks?.[name]?.(payload, { attempt: 1, lastAttempt });
};
const live = (address: string, blockchain: string, more: Record<string, unknown> = {}) =>
  check(service, { address, blockchain, ...more }, { environment: 'LIVE' });
const fetchCheck = (checkId: string, lastAttempt = false) =>
  task('kyt.fetch_check', { organizationId: service.organizationId, environment: 'LIVE', checkId }, lastAttempt);
const read = async (checkId: string) => (await service.call({ path: `/kyt/checks/${checkId}` })).json.data;
const jobsOf = async (checkId: string): Promise<number> => {
  const rows = await service.services.db.query(
    sql`select 1 as one from graphile_worker._private_jobs where key = ${`kyt.fetch_check:${checkId}`}`,
  );
  return rows.length;
};
let number = 0;
const pay = (height: number, from: string, to: string): void => {
  number += 1;
  esplora.add({ name: `p ${number}`, height, from: [[btc(from), 100_000]], to: [[btc(to), 100_000]] });
};

describe('a check that waits', () => {
  test('the budget ends in the middle of the counterparties: said, and judged by what is here', async () => {
    for (let i = 0; i < 12; i += 1) pay(100 + i, `payer ${i}`, 'busy');
    const { checkId } = (await live(btc('busy'), 'BTC')).json.data;
    await fetchCheck(checkId);
    const { status, coverage } = await read(checkId);
    assert.equal(status, 'COMPLETED');
    assert.deepEqual(coverage.provider.missing, ['COUNTERPARTIES']);
    assert.ok(coverage.provider.counterparties > 0 && coverage.provider.counterpartiesMissing > 0);
    assert.equal(coverage.provider.counterparties + coverage.provider.counterpartiesMissing, 12);
    // Asked again, the rest is fetched too: what is here already costs nothing.
    await service.services.db.query(sql`update chain_fetched set expanded_at = null where blockchain = 'BTC'`);
    for (let i = 0; i < 6; i += 1) {
      const again = (await live(btc('busy'), 'BTC')).json.data;
      if (again.status === 'PROCESSING') await fetchCheck(again.checkId);
      const { coverage: now } = await read(again.checkId);
      if (now.provider.complete) return;
      await service.services.db.query(sql`update chain_fetched set expanded_at = null where blockchain = 'BTC'`);
    }
    assert.fail('the counterparties were never complete');
  });

  test('run twice, it is charged and told once; a lost job is found', async () => {
    pay(200, 'exchange', 'twice');
    const { checkId } = (await live(btc('twice'), 'BTC')).json.data;
    await service.services.db.query(sql`delete from graphile_worker._private_jobs`);
    await task('kyt.sweep_checks');
    assert.equal(await jobsOf(checkId), 0, 'it is young');
    await service.services.db.query(
      sql`update kyt_checks set created_at = created_at - interval '1 hour' where id = ${checkId}`,
    );
    await task('kyt.sweep_checks');
    await task('kyt.sweep_checks');
    assert.equal(await jobsOf(checkId), 1);
    await Promise.all([fetchCheck(checkId), fetchCheck(checkId)]);
    await fetchCheck(checkId);
    assert.deepEqual(
      (await ledgerOf(service, checkId)).map(({ type }) => type),
      ['HOLD', 'CAPTURE'],
    );
    assert.equal((await eventsOf(service, checkId)).length, 1);
    assert.equal((await read(checkId)).riskLevel, 'LOW');
  });

  test('an applicant that is erased meanwhile stays erased; the callback is kept', async () => {
    const applicant = await service.call({ path: '/applicants', body: { firstName: 'Ada', lastName: 'Pay' } });
    const { applicantId } = applicant.json.data;
    const begun = await live(btc('erased'), 'BTC', { applicantId, metadata: { a: 'b' } });
    assert.equal(begun.status, 202, begun.text);
    await service.call({ method: 'DELETE', path: `/applicants/${applicantId}` });
    const { checkId } = begun.json.data;
    await fetchCheck(checkId);
    const done = await read(checkId);
    assert.deepEqual([done.status, done.applicantId, done.metadata], ['COMPLETED', null, {}]);
    const missing = await live(btc('no applicant'), 'BTC', { applicantId: 'app_00000000000000000000000000' });
    assert.equal(missing.status, 404);
  });

  test('an attempt that is not the last fails and leaves the check waiting', async () => {
    const { checkId } = (await live(btc('later'), 'BTC')).json.data;
    esplora.server.always = faults.garbage;
    await assert.rejects(fetchCheck(checkId));
    assert.equal((await read(checkId)).status, 'PROCESSING');
    esplora.server.always = null;
    await fetchCheck(checkId);
    assert.deepEqual((await read(checkId)).coverage.provider.missing, []);
  });

  test('the organisation allows incomplete records: the last attempt is charged', async () => {
    const { checkId } = (await live(btc('allowed'), 'BTC')).json.data;
    await service.services.db.query(
      sql`update organizations set settings = '{"kyt": {"allowIncomplete": true}}' where id = ${service.organizationId}`,
    );
    esplora.server.always = faults.status(500);
    await fetchCheck(checkId, true);
    await service.services.db.query(sql`update organizations set settings = '{}' where id = ${service.organizationId}`);
    assert.deepEqual(
      (await ledgerOf(service, checkId)).map(({ type }) => type),
      ['HOLD', 'CAPTURE'],
    );
    assert.deepEqual((await read(checkId)).coverage.provider.missing, ['MORE_PAYMENTS', 'PROVIDER_UNAVAILABLE']);
  });
});

describe('a node that tells of tokens only', () => {
  test('what would be LOW is UNKNOWN, and the gap is named', async () => {
    state.payments.push([evm('exchange'), evm('alice')]);
    const { checkId } = (await live(evm('alice'), 'ETH')).json.data;
    await fetchCheck(checkId);
    const done = await read(checkId);
    assert.deepEqual([done.asset, done.coverage.INCOMING.exposure, done.riskScore], ['USDT', 1, 0]);
    assert.deepEqual([done.riskLevel, done.coverage.provider.missing], ['UNKNOWN', ['NATIVE_PAYMENTS']]);
  });

  test('where files were imported the operator vouches for them: a walk goes through whom they name', async () => {
    await importChainText(
      service,
      'edges-csv',
      'ETH',
      `txid,time,from,to,value,asset\nx1,1600000000,${evm('exchange')},${evm('middle')},5,USDT\n`,
    );
    state.payments.push([evm('middle'), evm('bob')]);
    const { checkId } = (await live(evm('bob'), 'ETH')).json.data;
    await fetchCheck(checkId);
    const done = await read(checkId);
    assert.deepEqual([done.coverage.INCOMING.exposure, done.exposures[0].hops], [1, 2]);
  });
});

describe('watched addresses', () => {
  test('are fetched in turn, and what is new is told', async () => {
    pay(300, 'exchange', 'watched');
    const created = await service.call({ path: '/kyt/monitors', body: { address: btc('watched'), blockchain: 'BTC' } });
    assert.equal(created.status, 201, created.text);
    const { monitoringId } = created.json.data;
    assert.deepEqual([created.json.data.riskLevel, created.json.data.riskScore], ['UNKNOWN', 0]);
    await task('kyt.refresh_watched');
    const asked = esplora.server.asked.length;
    await task('kyt.refresh_watched');
    assert.equal(esplora.server.asked.length, asked, 'within the hour nothing is asked');
    pay(1_001, 'thief', 'watched');
    await service.services.db.query(sql`update chain_fetched set fetched_at = fetched_at - interval '2 hours'`);
    esplora.top = 1_001;
    await task('kyt.refresh_watched');
    assert.ok((await lookAtChanges(service.services)) >= 1);
    await task('kyt.run_monitor', { organizationId: service.organizationId, environment: 'LIVE', monitoringId });
    const monitor = (await service.call({ path: `/kyt/monitors/${monitoringId}` })).json.data;
    assert.ok(monitor.riskScore >= 75, String(monitor.riskScore));
    assert.deepEqual(
      (await eventsOf(service, monitoringId)).map(({ type }) => type),
      ['kyt.monitoring_alert'],
    );
    await task('kyt.verify_sample');
    assert.ok(!lines.some((line) => line.includes('scores differently')));
  });
});

test('keys are in no log line', async () => {
  node.always = faults.status(500);
  esplora.server.always = faults.status(403);
  for (const [name, chain] of [
    [evm('zed'), 'ETH'],
    [btc('zed'), 'BTC'],
  ] as const) {
    await live(name, chain);
  }
  await task('kyt.refresh_watched');
  assert.ok(lines.some((line) => line.includes('chain data provider failed')));
  assert.equal(lines.filter((line) => line.includes(SECRET)).length, 0);
});
