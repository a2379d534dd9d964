import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import Value from 'typebox/value';
import { kytOperations } from '../../contract/kyt.ts';
import type { Operation } from '../../contract/operation.ts';
import { sql } from '../../platform/database/sql.ts';
import { startTestService, type TestResponse, type TestService } from '../../server/testing.ts';
import { SANDBOX_ADDRESSES, SANDBOX_FORMS, type SandboxForm } from './sandbox-addresses.ts';
import { check, checksOf, eventsOf, ledgerOf, scenario } from './testing.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(() => service.close());

const issues = (response: TestResponse): { path: string; code: string; message: string }[] =>
  response.json.error.details.issues;
const operation = (id: string) => {
  const found = kytOperations.find(({ operationId }) => operationId === id);
  assert.ok(found);
  return found;
};
const assertData = (id: string, data: unknown): void => {
  const errors = Value.Errors(operation(id).data, data);
  assert.deepEqual(errors, []);
};

describe('POST /kyt/checks', () => {
  test('201: the whole record, and the same when read again', async () => {
    const created = await check(service, { address: scenario('9006'), metadata: { case: 'A-1' } });
    assert.equal(created.status, 201, created.text);
    const { data } = created.json;
    assertData('createCheck', data);
    assert.equal(data.checkId, data.id);
    assert.equal(data.address, scenario('9006'));
    assert.equal(data.status, 'COMPLETED');
    assert.deepEqual([data.riskScore, data.riskLevel, data.topRisks], [80, 'CRITICAL', ['MIXER']]);
    assert.deepEqual(data.metadata, { case: 'A-1' });
    assert.equal(data.applicantId, null);
    const read = await service.call({ path: `/kyt/checks/${data.checkId}`, environment: 'TEST' });
    assert.equal(read.status, 200);
    assert.deepEqual(read.json.data, data);
  });

  test('completed is always told; sanctions and high risk where they are', async () => {
    const told = async (digits: string): Promise<string[]> => {
      const { json } = await check(service, { address: scenario(digits) });
      return (await eventsOf(service, json.data.checkId)).map(({ type }) => type).sort();
    };
    assert.deepEqual(await told('9001'), ['kyt.check_completed']);
    assert.deepEqual(await told('9007'), ['kyt.check_completed']);
    assert.deepEqual(await told('9006'), ['kyt.check_completed', 'kyt.high_risk_detected']);
    assert.deepEqual(await told('9004'), ['kyt.check_completed', 'kyt.high_risk_detected']);
    assert.deepEqual(await told('9003'), ['kyt.check_completed', 'kyt.high_risk_detected', 'kyt.sanctions_match']);
  });

  test('the payloads name address, list and score', async () => {
    const address = SANDBOX_ADDRESSES.btcSegwit['9003'];
    const created = await check(service, { address, blockchain: undefined });
    const { checkId } = created.json.data;
    const events = await eventsOf(service, checkId);
    const of = (type: string): unknown => events.find((event) => event.type === type)?.data;
    const head = { checkId, applicantId: null, address, blockchain: 'BTC' };
    assert.deepEqual(of('kyt.check_completed'), { ...head, riskScore: 100, riskLevel: 'CRITICAL' });
    assert.deepEqual(of('kyt.sanctions_match'), { ...head, sanctionsList: 'SANDBOX-LIST' });
    assert.deepEqual(of('kyt.high_risk_detected'), {
      ...head,
      riskScore: 100,
      riskLevel: 'CRITICAL',
      topRisks: ['SANCTIONS'],
    });
  });

  test("the organisation's own threshold of high risk counts where it has one", async () => {
    const other = await service.addOrganization();
    await service.services.db.query(
      sql`update organizations set settings = '{"kyt": {"highRiskThreshold": 30}}' where id = ${other.organizationId}`,
    );
    const created = await check(service, { address: scenario('9012') }, { key: other.testKey });
    assert.deepEqual((await eventsOf(service, created.json.data.checkId)).map(({ type }) => type).sort(), [
      'kyt.check_completed',
      'kyt.high_risk_detected',
    ]);
  });

  test('one EVM address is one address on every EVM chain', async () => {
    for (const blockchain of ['ETH', 'BSC', 'POLYGON', 'ARBITRUM', 'OPTIMISM', 'BASE', 'AVALANCHE']) {
      const created = await check(service, { address: scenario('9013'), blockchain });
      assert.deepEqual([created.json.data.blockchain, created.json.data.riskScore], [blockchain, 85]);
    }
  });

  test('blockchain may be left out where one fits; else those that fit are named', async () => {
    for (const [form, blockchain] of [
      ['btcSegwit', 'BTC'],
      ['btcTestSegwit', 'BTC'],
      ['ltcSegwit', 'LTC'],
      ['tron', 'TRX'],
    ] as const) {
      const address = SANDBOX_ADDRESSES[form]['9012'];
      const created = await check(service, { address, blockchain: undefined });
      assert.deepEqual([created.status, created.json.data?.blockchain], [201, blockchain], form);
    }
    const evm = await check(service, { address: scenario('9012'), blockchain: undefined });
    assert.equal(evm.status, 400);
    assert.equal(evm.json.error.code, 'VALIDATION_ERROR');
    assert.equal(issues(evm)[0]?.path, '/blockchain');
    for (const name of ['ETH', 'BSC', 'AVALANCHE']) assert.match(issues(evm)[0]?.message ?? '', new RegExp(name));
    const legacy = await check(service, { address: SANDBOX_ADDRESSES.btcLegacy['9012'], blockchain: undefined });
    assert.match(issues(legacy)[0]?.message ?? '', /BTC.*BCH/);
  });

  test('400: malformed addresses, in the sandbox too, and nothing is recorded', async () => {
    const other = await service.addOrganization();
    const bad: [string, string | undefined][] = [
      ['0x000000000000000000000000000000000000900', 'ETH'],
      ['0xdAC17F958D2ee523a2206206994597C13D831eC7', 'ETH'],
      ['bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqpyqppt3426', 'BTC'],
      ['11111111111111111112EiD5HXNw', 'ETH'],
      [` ${scenario('9001')}`, 'ETH'],
      ['nonsense', undefined],
      ['nonsense', 'SOL'],
    ];
    for (const [address, blockchain] of bad) {
      const refused = await check(service, { address, blockchain }, { key: other.testKey });
      assert.equal(refused.status, 400, address);
      assert.equal(refused.json.error.code, 'VALIDATION_ERROR');
      assert.equal(issues(refused)[0]?.path, '/address');
    }
    for (const body of [{}, { address: '' }, { address: 5 }, { address: 'x'.repeat(1024) }]) {
      assert.equal((await check(service, body, { key: other.testKey })).status, 400);
    }
    assert.equal((await check(service, { address: scenario('9001'), blockchain: 'DOGECOIN' })).status, 400);
    const unknown = await check(service, { address: scenario('9001'), chain: 'ETH' });
    assert.deepEqual([unknown.status, issues(unknown)[0]?.path], [400, '/chain']);
    assert.equal(await checksOf(service, other.organizationId), 0);
  });

  test('every scenario of the contract, in every form, over HTTP, with its graph', async () => {
    const outcomes: Record<string, [score: number, level: string, events: string[]]> = {
      '9001': [5, 'LOW', []],
      '9002': [0, 'UNKNOWN', []],
      '9003': [100, 'CRITICAL', ['kyt.high_risk_detected', 'kyt.sanctions_match']],
      '9004': [90, 'CRITICAL', ['kyt.high_risk_detected']],
      '9005': [35, 'MEDIUM', []],
      '9006': [80, 'CRITICAL', ['kyt.high_risk_detected']],
      '9007': [60, 'HIGH', []],
      '9011': [65, 'HIGH', []],
      '9012': [30, 'MEDIUM', []],
      '9013': [85, 'CRITICAL', ['kyt.high_risk_detected']],
      '9019': [5, 'LOW', []],
    };
    const { testKey: key } = await service.addOrganization();
    const chains: [SandboxForm, string][] = [
      ...Object.entries(SANDBOX_FORMS),
      ...['BSC', 'POLYGON', 'ARBITRUM', 'OPTIMISM', 'BASE', 'AVALANCHE'].map((chain) => ['evm', chain]),
    ] as [SandboxForm, string][];
    assert.equal(new Set(chains.map(([, chain]) => chain)).size, 15, 'every blockchain of the contract');
    for (const [form, blockchain] of chains) {
      for (const [digits, [score, level, events]] of Object.entries(outcomes)) {
        const answer = await check(service, { address: SANDBOX_ADDRESSES[form][digits], blockchain }, { key });
        assert.equal(answer.status, 201, answer.text);
        const { data } = answer.json;
        assert.deepEqual([data.riskScore, data.riskLevel], [score, level], `${form} ${digits}`);
        const told = (await eventsOf(service, data.checkId)).map(({ type }) => type).toSorted();
        assert.deepEqual(told, ['kyt.check_completed', ...events].toSorted(), `${form} ${digits}`);
        const graph = await service.call({ path: `/kyt/checks/${data.checkId}/graph`, environment: 'TEST', key });
        assert.equal(graph.status, 200, graph.text);
        const ids = new Set(graph.json.data.nodes.map(({ id }: { id: string }) => id));
        for (const { from, to } of graph.json.data.edges) assert.ok(ids.has(from) && ids.has(to));
      }
    }
  });

  test('503: a provider that times out leaves no record', async () => {
    const other = await service.addOrganization();
    for (const form of Object.keys(SANDBOX_FORMS) as SandboxForm[]) {
      const blockchain = SANDBOX_FORMS[form];
      const address = SANDBOX_ADDRESSES[form]['9016'];
      const failed = await check(service, { address, blockchain }, { key: other.testKey });
      assert.deepEqual([failed.status, failed.json.error.code], [503, 'CHAIN_DATA_UNAVAILABLE']);
    }
    assert.equal(await checksOf(service, other.organizationId), 0);
  });

  test('callbackUrl is checked, and gets the events', async () => {
    const create = (callbackUrl: string) => check(service, { address: scenario('9003'), callbackUrl });
    const http = await create('http://example.com/hook');
    assert.deepEqual([http.status, http.json.error.code], [400, 'WEBHOOK_URL_NOT_HTTPS']);
    const inner = await create('https://127.0.0.1/hook');
    assert.deepEqual([inner.status, inner.json.error.code], [400, 'WEBHOOK_URL_NOT_ALLOWED']);
    const good = await create('https://93.184.215.14/hook');
    assert.equal(good.status, 201, good.text);
    const rows = await service.services.db.query<{ url: string }>(
      sql`select callback_url as url from events where resource_id = ${good.json.data.checkId}`,
    );
    assert.deepEqual(
      rows.map(({ url }) => url),
      Array.from({ length: 3 }, () => 'https://93.184.215.14/hook'),
    );
  });

  test('applicantId must exist; erasing the applicant takes link and metadata away', async () => {
    const missing = await check(service, {
      address: scenario('9001'),
      applicantId: 'app_01jq8zv3k4f6t9c2m5x7w0r1ab',
    });
    assert.deepEqual([missing.status, missing.json.error.code], [404, 'NOT_FOUND']);
    const applicant = await service.call({
      path: '/applicants',
      body: { firstName: 'Ada', lastName: 'Lovelace' },
      environment: 'TEST',
    });
    const { applicantId } = applicant.json.data;
    const created = await check(service, { address: scenario('9001'), applicantId, metadata: { who: 'Ada' } });
    assert.equal(created.json.data.applicantId, applicantId);
    const listed = await service.call({ path: `/kyt/checks?applicantId=${applicantId}`, environment: 'TEST' });
    assert.equal(listed.json.pagination.total, 1);
    const live = await service.call({
      path: '/kyt/checks',
      body: { address: scenario('9001'), blockchain: 'ETH', applicantId },
    });
    assert.equal(live.status, 503);
    const gone = await service.call({ method: 'DELETE', path: `/applicants/${applicantId}`, environment: 'TEST' });
    assert.equal(gone.status, 200, gone.text);
    const read = await service.call({ path: `/kyt/checks/${created.json.data.checkId}`, environment: 'TEST' });
    assert.deepEqual([read.json.data.applicantId, read.json.data.metadata], [null, {}]);
    assert.equal(read.json.data.riskScore, 5);
    const again = await check(service, { address: scenario('9001'), applicantId });
    assert.deepEqual([again.status, again.json.error.code], [409, 'INVALID_STATE']);
  });

  test('401, 403: keys, scopes, environment, organisation', async () => {
    const body = { address: scenario('9001') };
    assert.equal((await check(service, body, { key: null })).status, 401);
    assert.equal((await check(service, body, { key: service.liveKey })).status, 403);
    const reader = await service.addKey(service.organizationId, 'TEST', ['kyt:read']);
    assert.equal((await check(service, body, { key: reader })).json.error.code, 'INSUFFICIENT_SCOPE');
    const other = await service.addOrganization();
    const foreign = await check(service, { ...body, organizationId: other.organizationId });
    assert.deepEqual([foreign.status, foreign.json.error.code], [403, 'ORGANIZATION_MISMATCH']);
    assert.equal((await check(service, { ...body, organizationId: service.organizationId })).status, 201);
  });

  test('an Idempotency-Key makes one check, and its replay is byte for byte', async () => {
    const headers = { 'idempotency-key': 'kyt-1' };
    const one = await check(service, { address: scenario('9006') }, { headers });
    const two = await check(service, { address: scenario('9006') }, { headers });
    assert.equal(two.text, one.text);
    assert.equal(two.headers.get('idempotency-replayed'), 'true');
    const other = await check(service, { address: scenario('9007') }, { headers });
    assert.equal(other.status, 422);
  });

  test('the sandbox takes no credits', async () => {
    const created = await check(service, { address: scenario('9006') });
    assert.deepEqual(await ledgerOf(service, created.json.data.checkId), []);
  });
});

describe('GET /kyt/checks', () => {
  test('filters, and pages without repeating or skipping', async () => {
    const { testKey: key } = await service.addOrganization();
    const made: string[] = [];
    for (const digits of ['9001', '9006', '9013', '9001', '9007']) {
      made.unshift((await check(service, { address: scenario(digits) }, { key })).json.data.checkId);
    }
    const btc = await check(service, { address: SANDBOX_ADDRESSES.btcSegwit['9006'], blockchain: 'BTC' }, { key });
    made.unshift(btc.json.data.checkId);
    const list = (query: string) => service.call({ path: `/kyt/checks${query}`, environment: 'TEST', key });
    const all = await list('');
    assert.equal(all.status, 200);
    assert.deepEqual(
      all.json.data.map((item: { checkId: string }) => item.checkId),
      made,
    );
    for (const item of all.json.data) assertData('listChecks', item);
    const totals: Record<string, number> = {
      '?riskLevel=CRITICAL': 3,
      '?riskLevel=LOW': 2,
      '?blockchain=BTC': 1,
      '?status=COMPLETED': 6,
      '?status=PROCESSING': 0,
      [`?address=${scenario('9001')}`]: 2,
      [`?address=${scenario('9001')}&blockchain=BSC`]: 0,
      [`?address=${SANDBOX_ADDRESSES.btcSegwit['9006']}`]: 1,
      [`?address=${SANDBOX_ADDRESSES.btcSegwit['9006']?.toUpperCase()}`]: 1,
      '?applicantId=app_01jq8zv3k4f6t9c2m5x7w0r1ab': 0,
    };
    for (const [query, total] of Object.entries(totals)) {
      const found = await list(query);
      assert.equal(found.status, 200, query + found.text);
      assert.equal(found.json.pagination.total, total, query);
      assert.equal(found.json.data.length, total, query);
    }
    const seen: string[] = [];
    for (let cursor = ''; ;) {
      const page = await list(`?limit=4${cursor}`);
      assert.equal(page.json.pagination.total, 6);
      seen.push(...page.json.data.map((item: { checkId: string }) => item.checkId));
      if (!page.json.pagination.hasMore) break;
      cursor = `&cursor=${page.json.pagination.nextCursor}`;
    }
    assert.deepEqual(seen, made);
  });

  test('400: what it does not know', async () => {
    for (const query of [
      '?status=DONE',
      '?riskLevel=BAD',
      '?blockchain=DOGECOIN',
      '?address=nonsense',
      '?limit=0',
      '?limit=101',
      '?sortBy=riskScore',
      '?order=up',
      '?colour=red',
      '?createdFrom=2026-02-01&createdTo=2026-01-01',
    ]) {
      const refused = await service.call({ path: `/kyt/checks${query}`, environment: 'TEST' });
      assert.deepEqual([refused.status, refused.json.error.code], [400, 'VALIDATION_ERROR'], query);
    }
    const cursor = await service.call({ path: '/kyt/checks?cursor=abc', environment: 'TEST' });
    assert.equal(cursor.json.error.code, 'INVALID_CURSOR');
  });
});

describe('GET /kyt/checks/:id and its graph', () => {
  test('404: unknown, of another organisation, of the other environment', async () => {
    const created = await check(service, { address: scenario('9006') });
    const path = `/kyt/checks/${created.json.data.checkId}`;
    const other = await service.addOrganization();
    for (const end of ['', '/graph']) {
      assert.equal((await service.call({ path: path + end, environment: 'TEST', key: other.testKey })).status, 404);
      assert.equal((await service.call({ path: path + end })).status, 404);
      const unknown = await service.call({
        path: `/kyt/checks/chk_01jq8zv3k4f6t9c2m5x7w0r1ab${end}`,
        environment: 'TEST',
      });
      assert.deepEqual([unknown.status, unknown.json.error.code], [404, 'NOT_FOUND']);
    }
  });

  test('the picture holds the way to every entity', async () => {
    const created = await check(service, { address: scenario('9005') });
    const graph = await service.call({ path: `/kyt/checks/${created.json.data.checkId}/graph`, environment: 'TEST' });
    assert.equal(graph.status, 200, graph.text);
    const { nodes, edges } = graph.json.data;
    assertData('getCheckGraph', graph.json.data);
    assert.equal(nodes.filter((node: { kind: string }) => node.kind === 'SUBJECT').length, 1);
    const sanctioned = nodes.find((node: { category: string }) => node.category === 'SANCTIONS');
    assert.deepEqual([sanctioned.hops, sanctioned.address], [3, scenario('9003')]);
    const ids = new Set(nodes.map((node: { id: string }) => node.id));
    assert.equal(ids.size, nodes.length);
    for (const edge of edges) assert.ok(ids.has(edge.from) && ids.has(edge.to));
    assert.equal(edges.length, 4);
  });

  test('an address without exposures is a picture of itself', async () => {
    const created = await check(service, { address: scenario('9002') });
    const graph = await service.call({ path: `/kyt/checks/${created.json.data.checkId}/graph`, environment: 'TEST' });
    assert.deepEqual([graph.json.data.nodes.length, graph.json.data.edges], [1, []]);
  });
});

describe('production without chain data', () => {
  test('503 CHAIN_DATA_UNAVAILABLE, no credit, no record', async () => {
    const other = await service.addOrganization({ credits: 10 });
    for (const path of ['/kyt/checks', '/kyt/monitors']) {
      const body = { address: scenario('9001'), blockchain: 'ETH' };
      const refused = await service.call({ path, body, key: other.liveKey });
      assert.deepEqual([refused.status, refused.json.error.code], [503, 'CHAIN_DATA_UNAVAILABLE'], refused.text);
      assert.deepEqual(refused.json.error.details, { blockchain: 'ETH' });
    }
    const testnet = await service.call({
      path: '/kyt/checks',
      body: { address: SANDBOX_ADDRESSES.btcTestSegwit['9001'], blockchain: 'BTC' },
      key: other.liveKey,
    });
    assert.equal(testnet.status, 400);
    const balance = await service.call({ path: '/credits/balance', key: other.liveKey });
    assert.equal(balance.json.data.available, 10);
    assert.equal(await checksOf(service, other.organizationId), 0);
  });
});

test('every example of the contract is what it says', () => {
  for (const { operationId, body, data, examples } of kytOperations as readonly Operation[]) {
    if (examples?.request && body) assert.deepEqual(Value.Errors(body, examples.request), [], operationId);
    if (examples?.response) assert.deepEqual(Value.Errors(data, examples.response), [], operationId);
  }
});
