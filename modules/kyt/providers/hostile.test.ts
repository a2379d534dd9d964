import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { BitcoinCore } from './bitcoin-core.ts';
import { Esplora } from './esplora.ts';
import { EvmRpc } from './evm-rpc.ts';
import { Explorer } from './explorer.ts';
import { BudgetSpent, ProviderFailed } from './failure.ts';
import { Fields } from './fields.ts';
import type { ChainProvider, Fetched } from './provider.ts';
import { SolanaRpc } from './solana-rpc.ts';
import { btc, evm, hashOf, signature, sol, tron, tronHex, xrp } from './testing/chains.ts';
import { FakeCore } from './testing/fake-core.ts';
import { FakeEsplora } from './testing/fake-esplora.ts';
import { FakeExplorer } from './testing/fake-explorer.ts';
import { startRpc } from './testing/fake-rpc.ts';
import { FakeServer } from './testing/fake-server.ts';
import { budget, client, everything } from './testing/harness.ts';
import { TronGrid } from './trongrid.ts';
import { XrplRpc } from './xrpl-rpc.ts';

/** Numbers that look random and are the same each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const JUNK: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e300,
  2 ** 60,
  '',
  '0',
  '-5',
  '0x',
  '0xzz',
  'NaN',
  '__proto__',
  'x'.repeat(5_000),
  '\u0000\uFFFF',
  [],
  [[]],
  {},
  { toString: 'x', length: 3 },
  [null],
];

/** The same with one value anywhere in it replaced, removed or repeated. */
function mutated(value: unknown, random: (below: number) => number): unknown {
  const copy = structuredClone(value);
  const places: { holder: Record<string, unknown> | unknown[]; key: string | number }[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach((child, key) => (places.push({ holder: node, key }), visit(child)));
    else if (typeof node === 'object' && node !== null) {
      const holder = node as Record<string, unknown>;
      for (const key of Object.keys(holder)) {
        places.push({ holder, key });
        visit(holder[key]);
      }
    }
  };
  visit(copy);
  const place = places[random(places.length)];
  if (!place || random(20) === 0) return JUNK[random(JUNK.length)];
  const { holder, key } = place;
  const kind = random(6);
  if (kind === 0 && Array.isArray(holder)) holder.splice(Number(key), 1);
  else if (kind === 0) delete (holder as Record<string, unknown>)[key];
  else if (kind === 1 && Array.isArray(holder)) holder.push(holder[Number(key)]);
  else (holder as Record<string, unknown>)[key] = JUNK[random(JUNK.length)];
  return copy;
}

const ROUNDS = 120;

/** What comes through is well formed, whatever it says. */
function assertSound({ records }: Pick<Fetched, 'records'>): void {
  for (const { identity, transfers, height, blockHash } of records) {
    assert.ok(identity.length > 0 && identity.length < 1_000);
    assert.ok(height === null || (Number.isSafeInteger(height) && height >= 0));
    assert.ok(blockHash === null || /^(0x)?[0-9a-f]{64}$/.test(blockHash));
    for (const { from, to, asset, units, time } of transfers) {
      assert.ok(units > 0n && units <= 10n ** 36n && asset.length > 0 && asset.length < 100);
      assert.ok(Number.isSafeInteger(time) && time >= 0);
      for (const { key, address } of [from, to]) assert.ok(key.length < 300 && address.length < 300);
    }
  }
}

/** Of what is answered, something is changed each time: what comes of it is well formed, or a failure that is told as one. */
async function attack(server: FakeServer, ask: () => Promise<Pick<Fetched, 'records'>>, seed: number): Promise<void> {
  const random = numbers(seed);
  let refused = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const wait = random(4);
    let answers = 0;
    server.mutate = (body) => (answers++ === wait ? mutated(body, random) : body);
    try {
      assertSound(await ask());
    } catch (error) {
      assert.ok(
        error instanceof ProviderFailed || error instanceof BudgetSpent,
        `round ${round}: ${error instanceof Error ? error.stack : String(error)}`,
      );
      refused += 1;
    }
  }
  server.mutate = null;
  assert.ok(refused > ROUNDS / 5, `only ${refused} of ${ROUNDS} were refused`);
  assert.ok((await ask()).records.length > 0);
}

const hex = (number: number): string => `0x${number.toString(16)}`;
const word = (address: string): string => `0x${address.slice(2).padStart(64, '0')}`;
const closing: (() => Promise<void>)[] = [];
after(async () => {
  for (const close of closing) await close();
});
const opened = <P extends { close(): Promise<void> }>(server: FakeServer, provider: P): P => {
  closing.push(
    () => provider.close(),
    () => server.close(),
  );
  return provider;
};
const quick = (url: string) => client(url, { attempts: 1, timeoutMs: 2_000 });
const fetchOf = (provider: ChainProvider, address: string) => async () => {
  const owner = new Fields('test', provider.blockchain).address(address, 'address');
  const upTo = { ...everything, ...(provider.blockchain === 'ETH' ? { height: 4_000 } : {}) };
  await provider.tip(budget());
  await provider.hashAt(7, budget());
  return provider.fetch({ owner, after: null, upTo, limit: 1_000, wanted: 'ALL' }, budget());
};

describe('answers changed anywhere never do worse than fail', () => {
  test('Esplora', async () => {
    const fake = await FakeEsplora.start(1_000);
    for (let i = 0; i < 3; i += 1) {
      fake.add({
        name: `t${i}`,
        height: 10 + i,
        from: [
          [btc('a'), 500],
          [btc('b'), 500],
        ],
        to: [
          [btc('c'), 700],
          [null, 0],
        ],
      });
    }
    const provider = opened(fake.server, new Esplora(quick(fake.server.url), { blockchain: 'BTC', confirmations: 1 }));
    await attack(fake.server, fetchOf(provider, btc('a')), 1);
  });

  for (const style of ['etherscan', 'blockscout'] as const) {
    test(style, async () => {
      const fake = await FakeExplorer.start(style, 5_000);
      for (const list of ['txlist', 'txlistinternal', 'tokentx'] as const) {
        fake.rows.push({ list, name: list, height: 50, from: evm('a'), to: evm('b'), value: '5000000000' });
      }
      const options = {
        kind: style,
        blockchain: 'ETH' as const,
        confirmations: 1,
        apiKey: 'right',
        tokens: [`0x${'77'.repeat(20)}`],
      };
      const provider = opened(fake.server, new Explorer(quick(`${fake.server.url}/api`), options));
      await attack(fake.server, fetchOf(provider, evm('a')), 2);
    });
  }

  test('a node of an EVM chain', async () => {
    const token = evm('token');
    const call = { from: evm('a'), to: evm('b'), value: '0x5', callType: 'call', gas: '0x0', input: '0x' };
    const trace = {
      action: call,
      blockHash: `0x${hashOf('b')}`,
      blockNumber: 7,
      result: { gasUsed: '0x0', output: '0x' },
      subtraces: 0,
      traceAddress: [0],
      transactionHash: `0x${hashOf('x')}`,
      transactionPosition: 0,
      type: 'call',
    };
    const fake = await startRpc({
      eth_blockNumber: () => '0x1000',
      eth_getBlockByNumber: ([tag]: string[]) => ({ number: tag, hash: `0x${hashOf('b')}`, timestamp: '0x5f5e1000' }),
      eth_call: () => `0x${(6).toString(16).padStart(64, '0')}`,
      eth_getLogs: ([filter]: { topics: unknown[] }[]) =>
        filter?.topics.length === 2
          ? [
              {
                address: token,
                topics: [filter.topics[0], word(evm('a')), word(evm('b'))],
                data: word('0x5'),
                blockNumber: hex(7),
                blockHash: `0x${hashOf('b')}`,
                transactionHash: `0x${hashOf('t')}`,
                logIndex: '0x0',
              },
            ]
          : [],
      trace_filter: () => [trace],
      trace_transaction: () => [{ ...trace, traceAddress: [] }, trace],
    });
    const options = { blockchain: 'ETH' as const, confirmations: 1, fromBlock: 0, tokens: [token] };
    let provider = new EvmRpc(quick(fake.url), { ...options, traces: true });
    closing.push(() => fake.close());
    await attack(
      fake,
      async () => {
        // What it remembers of a token would hide what it is told.
        provider = new EvmRpc(quick(fake.url), { ...options, traces: true });
        try {
          return await fetchOf(provider, evm('a'))();
        } finally {
          await provider.close();
        }
      },
      3,
    );
  });

  test('TronGrid', async () => {
    const at = 1_600_000_000_000;
    const fake = await FakeServer.start(({ path }) => {
      if (path.startsWith('/walletsolidity')) {
        return { body: { blockID: hashOf('b'), block_header: { raw_data: { number: 7, timestamp: at } } } };
      }
      const value = { amount: 5, owner_address: tronHex('a'), to_address: tronHex('b') };
      const rows = path.endsWith('trc20')
        ? [
            {
              transaction_id: hashOf('t'),
              token_info: { symbol: 'USDT', address: tron('token'), decimals: 6, name: 'T' },
              block_timestamp: at,
              from: tron('a'),
              to: tron('b'),
              type: 'Transfer',
              value: '5',
            },
          ]
        : [
            {
              txID: hashOf('x'),
              blockNumber: 5,
              block_timestamp: at,
              ret: [{ contractRet: 'SUCCESS' }],
              raw_data: { contract: [{ type: 'TransferContract', parameter: { value, type_url: 'x' } }] },
            },
            {
              internal_tx_id: hashOf('i'),
              tx_id: hashOf('x'),
              block_timestamp: at,
              from_address: tronHex('b'),
              to_address: tronHex('a'),
              data: { note: '63', rejected: false, call_value: { _: 9 } },
            },
          ];
      return { body: { data: rows, success: true, meta: { at: 1, page_size: 2 } } };
    });
    const provider = opened(fake, new TronGrid(quick(fake.url), [tron('token')]));
    await attack(fake, fetchOf(provider, tron('a')), 4);
  });

  test('a node of the XRP Ledger', async () => {
    const row = (name: string, ledger: number) => ({
      validated: true,
      meta: {
        TransactionResult: 'tesSUCCESS',
        AffectedNodes: [
          {
            ModifiedNode: {
              LedgerEntryType: 'AccountRoot',
              FinalFields: { Account: xrp('a'), Balance: '88' },
              PreviousFields: { Balance: '200' },
            },
          },
          { CreatedNode: { LedgerEntryType: 'AccountRoot', NewFields: { Account: xrp('b'), Balance: '100' } } },
        ],
      },
      tx: { Account: xrp('a'), Fee: '12', hash: hashOf(name), ledger_index: ledger, date: 700_000_000 },
    });
    const fake = await FakeServer.start(({ body }) => {
      const { method, params } = body as { method: string; params: [{ marker?: object; ledger_index?: unknown }] };
      const result =
        method === 'ledger'
          ? {
              ledger_index: Number(params[0].ledger_index) || 60_000,
              ledger_hash: hashOf('l'),
              ledger: { close_time: 700_000_000 },
              validated: true,
            }
          : {
              account: xrp('a'),
              ledger_index_min: 32_570,
              ledger_index_max: 1_000_000_000,
              transactions: params[0].marker ? [row('y', 50_000)] : [row('x', 50_001)],
              ...(params[0].marker ? {} : { marker: { ledger: 50_001, seq: 1 } }),
            };
      return { body: { result: { status: 'success', ...result } } };
    });
    const provider = opened(fake, new XrplRpc(quick(fake.url), { fromBlock: 0 }));
    await attack(fake, fetchOf(provider, xrp('a')), 2);
  });

  test('a node of Solana', async () => {
    const mint = sol('mint');
    const balance = (owner: string, accountIndex: number, amount: string) => ({
      accountIndex,
      mint,
      owner,
      uiTokenAmount: { amount, decimals: 6 },
    });
    const fake = await startRpc({
      getSlot: () => 900,
      getBlocks: () => [890],
      getBlock: () => ({ blockhash: sol('block') }),
      getTokenAccountsByOwner: () => ({ context: { slot: 1 }, value: [{ pubkey: sol('account'), account: {} }] }),
      getSignaturesForAddress: ([account, options]: [string, { before?: string }] | never[]) =>
        options.before === undefined && account === sol('a') ? [{ signature: signature('s'), slot: 7, err: null }] : [],
      getTransaction: () => ({
        slot: 7,
        blockTime: 1_600_000_000,
        meta: {
          err: null,
          fee: 5,
          preBalances: [100, 0, 1],
          postBalances: [45, 50, 1],
          preTokenBalances: [balance(sol('a'), 2, '9')],
          postTokenBalances: [balance(sol('b'), 2, '9')],
        },
        transaction: {
          signatures: [signature('s')],
          message: { accountKeys: [sol('a'), sol('b'), sol('account')].map((pubkey) => ({ pubkey })) },
        },
      }),
    });
    const provider = opened(fake, new SolanaRpc(quick(fake.url), [mint]));
    await attack(fake, fetchOf(provider, sol('a')), 5);
  });

  test('a node of Bitcoin', async () => {
    const fake = await FakeCore.start();
    for (let i = 0; i < 8; i += 1) {
      fake.blocks.push({
        name: `b${i}`,
        txs: [
          { name: `mint ${i}`, from: [], to: [[btc('m'), 50]] },
          {
            name: `pay ${i}`,
            from: [[btc('a'), 0.5]],
            to: [
              [btc('b'), 0.4],
              [null, 0],
            ],
          },
        ],
      });
    }
    const node = opened(
      fake.server,
      new BitcoinCore(quick(fake.server.url), { blockchain: 'BTC', confirmations: 1, fromBlock: 0 }),
    );
    await attack(
      fake.server,
      async () => {
        await node.tip(budget());
        return node.block(7, await node.hashAt(7, budget()), budget());
      },
      6,
    );
  });
});
