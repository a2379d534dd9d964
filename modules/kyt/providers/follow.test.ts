import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../../platform/database/sql.ts';
import { startTestService, type TestService } from '../../../server/testing.ts';
import { check, importLabelText, LABEL_HEADER, ledgerOf, wrongSums } from '../testing.ts';
import { BitcoinCore } from './bitcoin-core.ts';
import { ProviderFailed } from './failure.ts';
import { follow } from './follow.ts';
import { btc } from './testing/chains.ts';
import { type CoreTx, FakeCore } from './testing/fake-core.ts';
import { faults } from './testing/fake-server.ts';
import { budget, client, edgesOf } from './testing/harness.ts';

const fake = await FakeCore.start();
let service: TestService;
before(async () => {
  const provider = { kind: 'bitcoin-core', url: fake.server.url, user: 'reader', password: 'p4ss', perSecond: 1000 };
  service = await startTestService({
    env: { CHAIN_PROVIDERS: JSON.stringify({ BTC: provider }) },
    role: { api: true, worker: false },
  });
  await importLabelText(service, 'csv', 'l.csv', `${LABEL_HEADER}${btc('exchange')},BTC,EXCHANGE,Honest,90,Own data\n`);
});
after(async () => {
  await service.close();
  await fake.server.close();
});
const node = new BitcoinCore(client(fake.server.url), { blockchain: 'BTC', confirmations: 1, fromBlock: 0 });
after(() => node.close());

const mint = (to: string): CoreTx => ({
  name: `mint ${to} ${fake.blocks.length}`,
  from: [],
  to: [
    [btc(to), 50],
    [null, 0],
  ],
});
const grow = (name: string, ...txs: CoreTx[]): void => {
  fake.blocks.push({ name, txs: [mint('miner'), ...txs] });
};
const run = (requests = 1_000) => follow(service.services, node, budget(requests));
const live = (name: string) => check(service, { address: btc(name), blockchain: 'BTC' }, { environment: 'LIVE' });

describe('following a node', () => {
  test('block by block, exactly, and on from where it was cut off', async () => {
    for (let i = 0; i < 6; i += 1) grow(`b${i}`);
    grow('b6', {
      name: 'split',
      from: [
        [btc('exchange'), 0.1],
        [btc('alice'), 0.2],
      ],
      to: [[btc('bob'), 0.29999999]],
    });
    assert.ok((await run(9)) < 7);
    await run();
    assert.equal(await run(), 0);
    assert.deepEqual(
      await edgesOf(service.services.db, 'BTC'),
      [
        `${btc('alice')} > ${btc('bob')} 19999999 BTC x1`,
        `${btc('exchange')} > ${btc('bob')} 10000000 BTC x1`,
        `coinbase > ${btc('miner')} 35000000000 BTC x7`,
      ].toSorted(),
    );
    assert.equal(await wrongSums(service), 0);
  });

  test('a check is answered at once, with the height; the key never leaves the header', async () => {
    const { status, json } = await live('miner');
    assert.equal(status, 201);
    assert.deepEqual(
      [json.data.coverage.height, json.data.coverage.provider.missing, json.data.riskLevel],
      [6, [], 'LOW'],
    );
    assert.deepEqual(await ledgerOf(service, json.data.checkId), [
      { type: 'CHARGE', operation: 'KYT_CHECK', amount: 2 },
    ]);
    await service.app.modules
      .find(({ name }) => name === 'kyt')
      ?.tasks?.['kyt.follow_chains']?.({}, { attempt: 1, lastAttempt: true });
    assert.equal(
      fake.server.asked.at(-1)?.headers.authorization,
      `Basic ${Buffer.from('reader:p4ss').toString('base64')}`,
    );
    const report = await service.app.modules.find(({ name }) => name === 'kyt')?.report?.();
    assert.deepEqual(report?.['chainProviders'], [
      { blockchain: 'BTC', kind: 'bitcoin-core', answers: true, failure: null },
    ]);
  });

  test('blocks that the chain gave up are undone', async () => {
    grow('b7', { name: 'gone', from: [[btc('alice'), 1]], to: [[btc('carol'), 1]] });
    grow('b8');
    await run();
    assert.ok((await edgesOf(service.services.db, 'BTC')).some((line) => line.includes(btc('carol'))));
    fake.blocks.length = 7;
    for (const name of ['c7', 'c8', 'c9']) grow(name);
    assert.equal(await run(), 3);
    assert.ok(!(await edgesOf(service.services.db, 'BTC')).some((line) => line.includes(btc('carol'))));
    assert.equal(await wrongSums(service), 0);
    const [row] = await service.services.db.query<{ height: number; from: number }>(
      sql`select height, from_height as "from" from chain_followed where blockchain = 'BTC'`,
    );
    assert.deepEqual(row, { height: 9, from: 0 });
  });

  test('a chain that shrinks and grows otherwise in the middle of a run', async () => {
    grow('c10');
    grow('c11');
    // The last block is given up between the look at the tip and the next block.
    fake.server.faults.push(
      (_, proper) => proper(),
      (_, proper) => proper(),
      (_, proper) => {
        fake.blocks.splice(
          9,
          3,
          { name: 'd9', txs: [mint('d')] },
          { name: 'd10', txs: [mint('d')] },
          { name: 'd11', txs: [mint('d')] },
        );
        proper();
      },
    );
    await run();
    await run();
    const [row] = await service.services.db.query<{ height: number; hash: string }>(
      sql`select height, hash from chain_followed where blockchain = 'BTC'`,
    );
    assert.deepEqual(row, { height: 11, hash: fake.hash(11) });
    assert.equal(await wrongSums(service), 0);
    assert.ok(
      (await edgesOf(service.services.db, 'BTC')).some(
        (line) => line.includes(`${btc('d')} `) || line.includes(btc('d')),
      ),
    );
  });

  test('a node that does not tell what inputs spend, or lies, is refused, and nothing of the block is stored', async () => {
    const before = await edgesOf(service.services.db, 'BTC');
    grow('e12', { name: 'late', from: [[btc('alice'), 1]], to: [[btc('zed'), 1]] });
    fake.prevouts = false;
    await assert.rejects(run(), (error: unknown) => error instanceof ProviderFailed && error.reason === 'REFUSED');
    fake.prevouts = true;
    fake.blocks[12] = {
      name: 'e12',
      txs: [mint('x'), { name: 'more', from: [[btc('alice'), 1]], to: [[btc('zed'), 2]] }],
    };
    await assert.rejects(run(), (error: unknown) => error instanceof ProviderFailed && error.reason === 'MALFORMED');
    assert.deepEqual(await edgesOf(service.services.db, 'BTC'), before);
  });

  test('a node that is gone: checks go on with what is here, and say so', async () => {
    fake.server.always = faults.status(503);
    await service.app.modules
      .find(({ name }) => name === 'kyt')
      ?.tasks?.['kyt.follow_chains']?.({}, { attempt: 1, lastAttempt: true });
    const { status, json } = await live('miner');
    assert.deepEqual([status, json.data.coverage.provider.missing], [201, ['PROVIDER_UNAVAILABLE']]);
    assert.equal(json.data.riskLevel, 'LOW', 'its blocks are not an hour old');
    await service.services.db.query(sql`update chain_followed set updated_at = updated_at - interval '2 hours'`);
    const late = (await live('miner')).json.data;
    assert.deepEqual(
      [late.riskLevel, late.coverage.provider.missing],
      ['UNKNOWN', ['LATER_BLOCKS', 'PROVIDER_UNAVAILABLE']],
    );
  });
});
