import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { ProviderFailed } from './failure.ts';
import { Fields } from './fields.ts';
import type { FetchRequest } from './provider.ts';
import { hashOf, tron, tronHex } from './testing/chains.ts';
import { FakeServer, faults } from './testing/fake-server.ts';
import { budget, client, linesOf } from './testing/harness.ts';
import { TronGrid } from './trongrid.ts';

const USDT = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const TOP = { height: 70_000_000, time: 1_700_000_000 };
const state = {
  rows: [] as Record<string, unknown>[],
  tokens: [] as Record<string, unknown>[],
  circle: false,
  deaf: false,
};

const fake = await FakeServer.start(({ path, query, body }) => {
  if (path.startsWith('/walletsolidity/')) {
    const { num } = (body ?? {}) as { num?: number };
    const height = num ?? TOP.height;
    const timestamp = (TOP.time - (TOP.height - height) * 3) * 1000;
    return { body: { blockID: hashOf(`tron ${height}`), block_header: { raw_data: { number: height, timestamp } } } };
  }
  const all = path.endsWith('/trc20') ? state.tokens : state.rows;
  const [since, until] = [Number(query.get('min_timestamp')), Number(query.get('max_timestamp'))];
  const found = all
    .filter(({ block_timestamp: at }) => state.deaf || (Number(at) >= since && Number(at) <= until))
    .toSorted((a, b) => Number(b['block_timestamp']) - Number(a['block_timestamp']));
  const from = state.circle ? 0 : Number(query.get('fingerprint') ?? 0);
  const limit = Number(query.get('limit'));
  const more = from + limit < found.length;
  return {
    body: {
      data: found.slice(from, from + limit),
      success: true,
      meta: { at: 1, page_size: limit, ...(more ? { fingerprint: String(from + limit), links: { next: 'x' } } : {}) },
    },
  };
});
const provider = new TronGrid(client(fake.url), [tron('added')]);
after(async () => {
  await provider.close();
  await fake.close();
});
beforeEach(() => {
  Object.assign(state, { rows: [], tokens: [], circle: false, deaf: false });
  fake.faults.length = 0;
  fake.asked.length = 0;
});

const [ALICE, BOB] = [tron('alice'), tron('bob')];
const request = (more: Partial<FetchRequest> = {}): FetchRequest => ({
  owner: new Fields('test', 'TRX').address(ALICE, 'address'),
  after: null,
  upTo: { height: TOP.height, hash: null, time: TOP.time },
  limit: 10_000,
  wanted: 'ALL',
  ...more,
});
const at = (seconds: number): number => (TOP.time - 1_000_000 + seconds) * 1000;
const transfer = (name: string, seconds: number, more: Record<string, unknown> = {}) => ({
  txID: hashOf(name),
  blockNumber: 60_000_000 + seconds,
  block_timestamp: at(seconds),
  ret: [{ contractRet: 'SUCCESS', fee: 0 }],
  raw_data: {
    contract: [
      {
        type: 'TransferContract',
        parameter: {
          type_url: 'type.googleapis.com/protocol.TransferContract',
          value: { amount: 2_000_000, owner_address: tronHex('bob'), to_address: tronHex('alice') },
        },
      },
    ],
  },
  ...more,
});
const token = (name: string, seconds: number, more: Record<string, unknown> = {}) => ({
  transaction_id: hashOf(name),
  token_info: { symbol: 'USDT', address: USDT, decimals: 6, name: 'Tether USD' },
  block_timestamp: at(seconds),
  from: BOB,
  to: ALICE,
  type: 'Transfer',
  value: '5000000',
  ...more,
});
const failedAs = (reason: string) => (error: unknown) => error instanceof ProviderFailed && error.reason === reason;

describe('TronGrid', () => {
  test('TRX, what contracts paid inside, and TRC-20; not votes, approvals and what failed', async () => {
    const contract = (type: string, value: Record<string, unknown>) => ({
      raw_data: { contract: [{ type, parameter: { value, type_url: 'x' } }] },
    });
    state.rows.push(
      transfer('plain', 1),
      transfer('failed', 2, { ret: [{ contractRet: 'REVERT' }] }),
      transfer('vote', 3, contract('VoteWitnessContract', { owner_address: tronHex('alice') })),
      transfer(
        'called',
        4,
        contract('TriggerSmartContract', {
          owner_address: tronHex('alice'),
          contract_address: tronHex('c'),
          data: 'a9',
          call_value: 7,
        }),
      ),
      transfer(
        'called for nothing',
        5,
        contract('TriggerSmartContract', {
          owner_address: tronHex('alice'),
          contract_address: tronHex('c'),
          data: 'a9',
        }),
      ),
      {
        internal_tx_id: hashOf('inner'),
        tx_id: hashOf('called'),
        block_timestamp: at(4),
        from_address: tronHex('c'),
        to_address: tronHex('alice'),
        data: { note: '63616c6c', rejected: false, call_value: { _: 9 } },
      },
      {
        internal_tx_id: hashOf('rejected'),
        tx_id: hashOf('called'),
        block_timestamp: at(4),
        from_address: tronHex('c'),
        to_address: tronHex('alice'),
        data: { note: '63616c6c', rejected: true, call_value: { _: 9 } },
      },
    );
    state.tokens.push(
      token('dollars', 6),
      token('approved', 7, { type: 'Approval' }),
      token('collectible', 8, { token_info: { symbol: 'USDT', address: tron('fake'), name: 'x' } }),
      token('named like dollars', 9, { token_info: { symbol: 'USDT', address: tron('fake'), decimals: 6, name: 'x' } }),
      token('added', 10, {
        token_info: { symbol: 'USDT', address: tron('added'), decimals: 18, name: 'x' },
        value: '1',
      }),
    );
    const found = await provider.fetch(request(), budget());
    assert.deepEqual(
      linesOf(found),
      [
        `${BOB} > ${ALICE} 200000000 TRX`,
        `${ALICE} > ${tron('c')} 700 TRX`,
        `${tron('c')} > ${ALICE} 900 TRX`,
        `${BOB} > ${ALICE} 500000000 USDT`,
        `${BOB} > ${ALICE} 1 ${tron('added')}`,
      ].toSorted(),
    );
    assert.equal(found.complete, true);
  });

  test('pages by fingerprint, through limits; the next time only what is new', async () => {
    for (let i = 0; i < 450; i += 1) state.rows.push(transfer(`many ${i}`, i));
    for (let i = 0; i < 250; i += 1) state.tokens.push(token(`tokens ${i}`, i));
    fake.faults.push(
      faults.body({ Error: 'The key exceeds the frequency limit(15), and the query server is suspended for 0 s' }, 403),
      faults.status(429),
      faults.cut,
    );
    const found = await provider.fetch(request({ upTo: { height: 1, hash: null, time: at(399) / 1000 } }), budget());
    assert.deepEqual([found.records.length, found.complete], [650, true]);
    const later = await provider.fetch(request({ after: { height: 1, cursor: found.cursor } }), budget());
    assert.deepEqual([later.records.length, later.complete], [50, true]);
  });

  test('what is beyond limit or budget is not said to be all', async () => {
    for (let i = 0; i < 450; i += 1) state.rows.push(transfer(`many ${i}`, i));
    assert.equal((await provider.fetch(request({ limit: 200 }), budget())).complete, false);
    assert.equal((await provider.fetch(request(), budget(1))).complete, false);
  });

  test('lies and other forms are found out', async () => {
    for (let i = 0; i < 250; i += 1) state.rows.push(transfer(`many ${i}`, i));
    state.circle = true;
    await assert.rejects(provider.fetch(request(), budget()), failedAs('MALFORMED'));
    Object.assign(state, { circle: false, deaf: true });
    await assert.rejects(
      provider.fetch(request({ after: { height: 1, cursor: String(at(100)) } }), budget()),
      failedAs('MALFORMED'),
    );
    state.deaf = false;
    const stranger = { amount: 1, owner_address: tronHex('x'), to_address: tronHex('y') };
    const wrong = [
      transfer('foreign', 1, {
        raw_data: { contract: [{ type: 'TransferContract', parameter: { value: stranger } }] },
      }),
      transfer('no id', 1, { txID: 'abc' }),
      transfer('no time', 1, { block_timestamp: '20-24' }),
      transfer('no contract', 1, { raw_data: { contract: [] } }),
    ];
    for (const row of wrong) {
      state.rows = [row];
      state.deaf = typeof row['block_timestamp'] === 'string';
      await assert.rejects(provider.fetch(request(), budget()), failedAs('MALFORMED'), JSON.stringify(row));
      state.deaf = false;
    }
    state.rows = [];
    state.tokens = [
      token('a', 1),
      token('b', 2, { token_info: { symbol: 'USDT', address: USDT, decimals: 8, name: 'x' } }),
    ];
    await assert.rejects(provider.fetch(request(), budget()), failedAs('MALFORMED'));
    for (const answer of [
      { success: false, error: 'oops' },
      { success: false, error: 'invalid api key' },
    ]) {
      fake.faults.push(faults.body(answer));
      await assert.rejects(
        provider.fetch(request(), budget()),
        failedAs(answer.error === 'oops' ? 'UNAVAILABLE' : 'REFUSED'),
      );
    }
    fake.faults.push(faults.html);
    await assert.rejects(provider.fetch(request(), budget()), failedAs('MALFORMED'));
  });

  test('tip and hashes', async () => {
    assert.deepEqual(await provider.tip(budget()), { ...TOP, hash: hashOf(`tron ${TOP.height}`) });
    assert.equal(await provider.hashAt(5, budget()), hashOf('tron 5'));
  });
});
