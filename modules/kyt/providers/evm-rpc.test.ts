import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { EvmRpc } from './evm-rpc.ts';
import { ProviderFailed } from './failure.ts';
import { Fields } from './fields.ts';
import type { FetchRequest } from './provider.ts';
import { evm, hashOf } from './testing/chains.ts';
import { FakeRpcError, startRpc } from './testing/fake-rpc.ts';
import { faults } from './testing/fake-server.ts';
import { budget, client, linesOf } from './testing/harness.ts';

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const hex = (number: number | bigint): string => `0x${number.toString(16)}`;
const word = (address: string): string => `0x${address.slice(2).padStart(64, '0')}`;
const [ALICE, BOB, CAROL, TOKEN, ODD] = ['alice', 'bob', 'carol', 'token', 'odd'].map(evm) as [
  string,
  string,
  string,
  string,
  string,
];
const spell = (address: string): string => new Fields('test', 'ETH').address(address, 'a').address;
const blockHash = (height: number): string => `0x${hashOf(`block ${height}`)}`;

interface Log {
  height: number;
  index: number;
  from: string;
  to: string;
  data?: string;
  contract?: string;
  more?: Record<string, unknown>;
}
interface Filter {
  fromBlock: string;
  toBlock: string;
  topics: (string | null)[];
}
interface TraceFilter {
  fromBlock: string;
  toBlock: string;
  fromAddress?: string[];
  toAddress?: string[];
  after: number;
  count: number;
}
type Trace = {
  height: number;
  hash: string;
  path: number[];
  type: string;
  action: Record<string, unknown>;
  more?: Record<string, unknown>;
};

const state = {
  top: 20_000,
  logs: [] as Log[],
  traces: [] as Trace[],
  widest: Number.POSITIVE_INFINITY,
  most: Number.POSITIVE_INFINITY,
  say: (_width: number): FakeRpcError => new FakeRpcError(-32602, 'query exceeds max block range 1000'),
  lie: false,
};
const present = ({ height, index, from, to, data, contract = TOKEN, more }: Log) => ({
  address: contract,
  topics: [TRANSFER, word(from), word(to)],
  data: data ?? `0x${(1_500_000).toString(16).padStart(64, '0')}`,
  blockNumber: hex(height),
  blockHash: blockHash(height),
  transactionHash: `0x${hashOf(`tx ${height}`)}`,
  logIndex: hex(index),
  removed: false,
  ...more,
});
const presentTrace = ({ height, hash, path, type, action, more }: Trace) => ({
  action,
  blockHash: blockHash(height),
  blockNumber: height,
  result: { gasUsed: '0x0', output: '0x' },
  subtraces: 0,
  traceAddress: path,
  transactionHash: `0x${hashOf(hash)}`,
  transactionPosition: 0,
  type,
  ...more,
});
const fake = await startRpc({
  eth_blockNumber: () => hex(state.top),
  eth_getBlockByNumber: ([tag]: string[]) => ({
    number: tag,
    hash: blockHash(Number(tag)),
    timestamp: hex(1_600_000_000 + Number(tag)),
  }),
  eth_getLogs: ([filter]: unknown[]) => {
    const { fromBlock, toBlock, topics } = filter as Filter;
    const [from, to] = [Number(fromBlock), Number(toBlock)];
    if (to - from + 1 > state.widest) throw state.say(to - from + 1);
    const found = state.logs
      .filter(({ height }) => state.lie || (height >= from && height <= to))
      .map(present)
      .filter((log) => topics.every((topic, i) => topic === null || log.topics[i] === topic));
    if (found.length > state.most) throw new FakeRpcError(-32005, `query returned more than ${state.most} results`);
    return found;
  },
  eth_call: ([call]: { to: string }[]) => {
    if (call?.to === ODD) throw new FakeRpcError(3, 'execution reverted');
    return `0x${(6).toString(16).padStart(64, '0')}`;
  },
  trace_filter: ([filter]: unknown[]) => {
    const { fromBlock, toBlock, fromAddress, toAddress, after: skip, count } = filter as TraceFilter;
    return state.traces
      .filter(({ height }) => height >= Number(fromBlock) && height <= Number(toBlock))
      .filter(({ action }) =>
        fromAddress ? fromAddress.includes(String(action['from'])) : (toAddress ?? []).includes(String(action['to'])),
      )
      .slice(skip, skip + count)
      .map(presentTrace);
  },
  trace_transaction: ([hash]: string[]) =>
    state.traces.map(presentTrace).filter((trace) => trace.transactionHash === hash),
});
const options = { blockchain: 'ETH' as const, confirmations: 12, fromBlock: 0, tokens: [TOKEN, ODD] };
const made: EvmRpc[] = [];
const node = (traces = false): EvmRpc => {
  const one = new EvmRpc(client(fake.url), { ...options, traces });
  made.push(one);
  return one;
};
after(async () => {
  await Promise.all(made.map((one) => one.close()));
  await fake.close();
});
beforeEach(() => {
  Object.assign(state, {
    logs: [],
    traces: [],
    widest: Number.POSITIVE_INFINITY,
    most: Number.POSITIVE_INFINITY,
    lie: false,
  });
  state.say = () => new FakeRpcError(-32602, 'query exceeds max block range 1000');
  fake.faults.length = 0;
  fake.asked.length = 0;
});
const request = (more: Partial<FetchRequest> = {}): FetchRequest => ({
  owner: new Fields('test', 'ETH').address(ALICE, 'address'),
  after: null,
  upTo: { height: 19_989, hash: null, time: 0 },
  limit: 10_000,
  wanted: 'ALL',
  ...more,
});
const failedAs = (reason: string) => (error: unknown) => error instanceof ProviderFailed && error.reason === reason;
const lastId = (): number => (fake.asked.at(-1)?.body as { id: number } | undefined)?.id ?? 0;
const methodsAsked = (): string[] => fake.asked.map(({ body }) => (body as { method: string }).method);

describe('tokens, as logs', () => {
  test('both directions, once each; not collectibles, not contracts that are no tokens', async () => {
    state.logs.push(
      { height: 5, index: 0, from: BOB, to: ALICE },
      { height: 6, index: 1, from: ALICE, to: CAROL },
      { height: 6, index: 2, from: ALICE, to: CAROL },
      { height: 7, index: 0, from: ALICE, to: ALICE },
      { height: 8, index: 0, from: BOB, to: ALICE, contract: ODD },
      { height: 9, index: 0, from: BOB, to: ALICE, data: '0x' },
      { height: 9, index: 1, from: BOB, to: ALICE, contract: CAROL },
      { height: 10, index: 0, from: BOB, to: ALICE, more: { topics: [TRANSFER, word(BOB), word(ALICE), word(TOKEN)] } },
      { height: 11, index: 0, from: BOB, to: ALICE, more: { removed: true } },
    );
    const found = await node().fetch(request(), budget());
    const [a, b, c] = [ALICE, BOB, CAROL].map(spell);
    assert.deepEqual(
      linesOf(found),
      [
        `${b} > ${a} 150000000 ${TOKEN}`,
        `${a} > ${c} 150000000 ${TOKEN}`,
        `${a} > ${c} 150000000 ${TOKEN}`,
        `${a} > ${a} 150000000 ${TOKEN}`,
      ].toSorted(),
    );
    assert.equal(found.complete, true);
    assert.equal(new Set(found.records.map(({ identity }) => identity)).size, 4);
    assert.equal(found.records[0]?.transfers[0]?.time, 1_600_000_005);
    assert.deepEqual([...found.decimals], [[TOKEN, 6]]);
    assert.deepEqual([node().gaps, node(true).gaps], [['NATIVE_PAYMENTS'], []]);
  });

  test('ranges shrink to what the node allows, however it words it, and nothing is lost', async () => {
    for (let i = 0; i < 40; i += 1) state.logs.push({ height: i * 500, index: 0, from: BOB, to: ALICE });
    const wordings: ((width: number) => FakeRpcError)[] = [
      () => new FakeRpcError(-32602, 'query exceeds max block range 1000'),
      (width) => new FakeRpcError(-32602, `range ${width} exceeds limit of 1000`),
      () => new FakeRpcError(-32603, 'eth_getLogs range is too large, max is 1k blocks'),
      () => new FakeRpcError(35, 'ranges over 1000 blocks are not supported on freetier'),
      () => new FakeRpcError(-32600, 'eth_getLogs is limited to a 1000 range', 400),
      () =>
        new FakeRpcError(
          -32000,
          'block range is larger than max block range, block range = 5120, max block range = 1000',
        ),
      () => new FakeRpcError(-32000, 'block range too large'),
    ];
    for (const say of wordings) {
      Object.assign(state, { widest: 1_000, say });
      const found = await node().fetch(request(), budget());
      assert.deepEqual([found.records.length, found.complete], [40, true], say(5_120).message);
    }
  });

  test('too many results: ranges shrink too', async () => {
    for (let i = 0; i < 300; i += 1) state.logs.push({ height: 5_000 + i, index: 0, from: BOB, to: ALICE });
    state.most = 50;
    const found = await node().fetch(request(), budget());
    assert.deepEqual([found.records.length, found.complete], [300, true]);
    state.most = 0;
    state.logs.splice(1);
    await assert.rejects(node().fetch(request(), budget()), failedAs('REFUSED'));
  });

  test('newest first, as far as budget and limit go; only from the last block on', async () => {
    for (let i = 0; i < 40; i += 1) state.logs.push({ height: i * 500, index: 0, from: BOB, to: ALICE });
    state.widest = 1_000;
    const some = await node().fetch(request(), budget(30));
    assert.ok(!some.complete && some.records.length > 0 && some.records.length < 40);
    assert.equal(Math.max(...some.records.map(({ height }) => height ?? 0)), 19_500);
    const few = await node().fetch(request({ limit: 5 }), budget());
    assert.ok(!few.complete && few.records.length >= 5 && few.records.length < 10);
    const fresh = await node().fetch(request({ after: { height: 19_000, cursor: null } }), budget());
    assert.deepEqual([fresh.records.map(({ height }) => height), fresh.complete], [[19_500], true]);
  });

  test('blocks that the operator leaves out are a gap of their own', async () => {
    for (let i = 0; i < 4; i += 1) state.logs.push({ height: i * 5_000, index: 0, from: BOB, to: ALICE });
    const late = new EvmRpc(client(fake.url), { ...options, traces: false, fromBlock: 6_000 });
    made.push(late);
    const found = await late.fetch(request(), budget());
    assert.deepEqual(
      found.records.map(({ height }) => height),
      [10_000, 15_000],
    );
    assert.deepEqual([late.kind, late.gaps], ['evm-rpc-from-6000', ['NATIVE_PAYMENTS', 'EARLIER_BLOCKS']]);
  });

  test('a rate limit is no range that is too large', async () => {
    fake.faults.push(
      faults.body({ jsonrpc: '2.0', id: 1, error: { code: -32005, message: 'project ID request rate exceeded' } }, 429),
      faults.body(
        {
          jsonrpc: '2.0',
          id: 1,
          error: { code: 429, message: 'Your app has exceeded its compute units per second capacity' },
        },
        429,
      ),
      faults.status(429, { 'retry-after': '0' }),
    );
    const found = await node().fetch(request(), budget());
    assert.equal(found.complete, true);
    assert.deepEqual(
      methodsAsked(),
      Array.from({ length: 5 }, () => 'eth_getLogs'),
    );
  });

  test('lies and other forms are found out', async () => {
    state.logs.push({ height: 19_995, index: 0, from: BOB, to: ALICE });
    state.lie = true;
    await assert.rejects(node().fetch(request(), budget()), failedAs('MALFORMED'));
    state.lie = false;
    const good = present({ height: 5, index: 0, from: BOB, to: ALICE });
    const wrong = [
      { ...good, topics: [TRANSFER, word(BOB), word(CAROL)] },
      { ...good, topics: ['0x00', word(ALICE), word(BOB)] },
      { ...good, blockNumber: '5' + 'f'.repeat(20) },
      { ...good, transactionHash: '0x12' },
      { ...good, address: 'token' },
      null,
    ];
    for (const log of wrong) {
      fake.faults.push((response, _proper) => {
        const id = lastId();
        faults.body({ jsonrpc: '2.0', id, result: [log] })(response, _proper);
      });
      await assert.rejects(node().fetch(request(), budget()), failedAs('MALFORMED'), JSON.stringify(log));
    }
    fake.faults.push(faults.body({ jsonrpc: '2.0', id: 987, result: [] }));
    await assert.rejects(node().fetch(request(), budget()), failedAs('MALFORMED'));
  });

  test('tip and hashes', async () => {
    assert.deepEqual(await node().tip(budget()), { height: 19_989, hash: blockHash(19_989), time: 1_600_019_989 });
    fake.faults.push((response, proper) => {
      const id = lastId();
      faults.body({ jsonrpc: '2.0', id, result: null })(response, proper);
    });
    await assert.rejects(node().hashAt(5, budget()), failedAs('MALFORMED'));
  });
});

describe('the chain’s own coin, by traces', () => {
  const call = (
    height: number,
    hash: string,
    path: number[],
    from: string,
    to: string,
    more: Record<string, unknown> = {},
  ): Trace => ({
    height,
    hash,
    path,
    type: 'call',
    action: { from, to, value: hex(10n ** 18n), callType: 'call', gas: '0x0', input: '0x' },
    more,
  });

  test('outer and inner calls, rewards and ends of contracts; not what failed or was only delegated', async () => {
    state.traces.push(
      call(10, 'a', [], BOB, ALICE),
      call(11, 'b', [], BOB, ALICE, { error: 'Reverted' }),
      call(12, 'c', [0, 1], ALICE, CAROL),
      { ...call(13, 'd', [], BOB, ALICE), action: { from: BOB, to: ALICE, value: hex(5), callType: 'delegatecall' } },
      { ...call(14, 'e', [], BOB, ALICE), action: { from: BOB, to: ALICE, value: '0x0', callType: 'call' } },
      call(15, 'f', [], BOB, TOKEN, { error: 'Reverted' }),
      call(15, 'f', [0], TOKEN, ALICE),
    );
    const found = await node(true).fetch(request(), budget());
    const [a, b, c] = [ALICE, BOB, CAROL].map(spell);
    assert.deepEqual(linesOf(found), [`${b} > ${a} 100000000 ETH`, `${a} > ${c} 100000000 ETH`].toSorted());
    assert.deepEqual(found.records.map(({ identity }) => identity).toSorted(), [
      `trace call_0x${hashOf('c')}_0_1`,
      `transaction 0x${hashOf('a')}`,
    ]);
  });

  test('page by page; one to itself once', async () => {
    for (let i = 0; i < 1_205; i += 1) state.traces.push(call(20 + i, `many ${i}`, [], BOB, ALICE));
    state.traces.push(call(5, 'self', [], ALICE, ALICE));
    const found = await node(true).fetch(request(), budget());
    assert.deepEqual([found.records.length, found.complete], [1_206, true]);
  });

  test('a node without traces says so', async () => {
    fake.faults.push(
      (_, proper) => proper(),
      (_, proper) => proper(),
      (response, proper) => {
        const id = lastId();
        faults.body({ jsonrpc: '2.0', id, error: { code: -32601, message: 'the method trace_filter does not exist' } })(
          response,
          proper,
        );
      },
    );
    await assert.rejects(node(true).fetch(request(), budget()), failedAs('REFUSED'));
  });
});
