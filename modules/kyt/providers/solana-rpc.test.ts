import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { ProviderFailed } from './failure.ts';
import { Fields } from './fields.ts';
import type { FetchRequest } from './provider.ts';
import { SolanaRpc } from './solana-rpc.ts';
import { signature, sol } from './testing/chains.ts';
import { FakeRpcError, startRpc } from './testing/fake-rpc.ts';
import { faults } from './testing/fake-server.ts';
import { budget, client, linesOf } from './testing/harness.ts';

const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const [ALICE, BOB, CAROL] = [sol('alice'), sol('bob'), sol('carol')];
const [ALICE_USDC, BOB_USDC] = [sol('alice usdc'), sol('bob usdc')];
const BLOCKHASH = sol('a block');

interface Balance {
  account: string;
  owner: string;
  pre: number;
  post: number;
}
interface Tx {
  name: string;
  slot: number;
  /** Account → lamports before and after; the first pays the fee of 5,000. */
  sol: readonly (readonly [account: string, pre: number, post: number])[];
  tokens?: readonly Balance[];
  failed?: boolean;
  more?: Record<string, unknown>;
}
const state = { txs: [] as Tx[], accounts: [] as string[], lie: null as 'circle' | 'order' | 'other' | 'slot' | null };

const tokenBalances = (tx: Tx, side: 'pre' | 'post') =>
  (tx.tokens ?? [])
    .filter((balance) => balance[side] >= 0)
    .map((balance) => ({
      accountIndex: tx.sol.findIndex(([account]) => account === balance.account),
      mint: USDC,
      owner: balance.owner,
      uiTokenAmount: { amount: String(balance[side]), decimals: 6, uiAmount: balance[side] / 1e6 },
    }));
const fake = await startRpc({
  getSlot: () => 300_000_000,
  getBlocks: () => [299_999_990, 299_999_998],
  getBlock: ([slot]: number[]) => {
    if (slot === 5) throw new FakeRpcError(-32001, 'Block 5 cleaned up, does not exist on node.');
    return { blockhash: BLOCKHASH, blockHeight: 1, parentSlot: 1 };
  },
  getTokenAccountsByOwner: ([, { programId }]: [never, { programId: string }] | never[]) => ({
    context: { slot: 1 },
    value: programId.startsWith('Tokenkeg')
      ? state.accounts.map((pubkey) => ({ pubkey, account: { data: ['', 'base64'] } }))
      : [],
  }),
  getSignaturesForAddress: ([account, options]: [string, { before?: string; limit: number }] | never[]) => {
    const all = state.txs
      .filter((tx) => tx.sol.some(([one]) => one === account))
      .toSorted((a, b) => (state.lie === 'order' ? a.slot - b.slot : b.slot - a.slot));
    const from =
      options.before === undefined || state.lie === 'circle'
        ? 0
        : all.findIndex(({ name }) => signature(name) === options.before) + 1;
    return all.slice(from, from + Math.min(options.limit, 3)).map(({ name, slot, failed }) => ({
      signature: signature(name),
      slot,
      err: failed ? { InstructionError: [0, 'x'] } : null,
      blockTime: 1,
      memo: null,
    }));
  },
  getTransaction: ([asked]: string[]) => {
    const tx = state.txs.find(({ name }) => signature(name) === asked);
    if (!tx) return null;
    return {
      slot: state.lie === 'slot' ? tx.slot + 1 : tx.slot,
      blockTime: 1_700_000_000,
      version: 0,
      meta: {
        err: null,
        fee: 5_000,
        preBalances: tx.sol.map(([, pre]) => pre),
        postBalances: tx.sol.map(([, , post]) => post),
        preTokenBalances: tokenBalances(tx, 'pre'),
        postTokenBalances: tokenBalances(tx, 'post'),
        ...tx.more,
      },
      transaction: {
        signatures: [state.lie === 'other' ? signature('another') : asked],
        message: {
          accountKeys: tx.sol.map(([pubkey], i) => ({
            pubkey,
            signer: i === 0,
            writable: true,
            source: 'transaction',
          })),
        },
      },
    };
  },
});
const provider = new SolanaRpc(client(fake.url));
after(async () => {
  await provider.close();
  await fake.close();
});
beforeEach(() => {
  Object.assign(state, { txs: [], accounts: [], lie: null });
  fake.faults.length = 0;
  fake.asked.length = 0;
});
const request = (more: Partial<FetchRequest> = {}): FetchRequest => ({
  owner: new Fields('test', 'SOL').address(ALICE, 'address'),
  after: null,
  upTo: { height: 299_999_998, hash: null, time: 0 },
  limit: 1_000,
  wanted: 'ALL',
  ...more,
});
const paid = (name: string, slot: number, more: Partial<Tx> = {}): Tx => ({
  name,
  slot,
  sol: [
    [BOB, 1_000_000_000, 899_995_000],
    [ALICE, 0, 100_000_000],
  ],
  ...more,
});
const failedAs = (reason: string) => (error: unknown) => error instanceof ProviderFailed && error.reason === reason;

describe('Solana RPC', () => {
  test('what balances say: payer, payee, shares; the fee is nobody’s', async () => {
    state.txs.push(paid('plain', 10), paid('failed', 11, { failed: true }), {
      name: 'split',
      slot: 12,
      sol: [
        [ALICE, 500_005_000, 200_000_000],
        [CAROL, 100_000_000, 0],
        [BOB, 0, 400_000_000],
      ],
    });
    const found = await provider.fetch(request(), budget());
    assert.deepEqual(
      linesOf(found),
      [`${BOB} > ${ALICE} 10000000 SOL`, `${ALICE} > ${BOB} 30000000 SOL`, `${CAROL} > ${BOB} 10000000 SOL`].toSorted(),
    );
    assert.equal(found.complete, true);
  });

  test('tokens by who owns the account; payments that name only a token account are found, of closed ones too', async () => {
    const usdc = (pre: number, post: number) => [
      { account: ALICE_USDC, owner: ALICE, pre, post },
      { account: BOB_USDC, owner: BOB, pre: 9_000_000, post: 9_000_000 - (post - pre) },
    ];
    const quiet = [
      [BOB, 105_000, 100_000],
      [ALICE_USDC, 2_000, 2_000],
      [BOB_USDC, 2_000, 2_000],
    ] as const;
    state.txs.push({ name: 'to the account', slot: 20, sol: quiet, tokens: usdc(0, 3_000_000) });
    // Closing it is signed by its owner: the account comes to light there.
    state.txs.push({
      name: 'closed',
      slot: 30,
      sol: [
        [ALICE, 10_000, 7_000],
        [ALICE_USDC, 2_000, 0],
      ],
      tokens: [{ account: ALICE_USDC, owner: ALICE, pre: 0, post: -1 }],
    });
    const found = await provider.fetch(request(), budget());
    assert.deepEqual(linesOf(found), [`${BOB} > ${ALICE} 300000000 USDC`]);
    state.txs.pop();
    assert.deepEqual(linesOf(await provider.fetch(request(), budget())), []);
    state.accounts = [ALICE_USDC];
    assert.deepEqual(linesOf(await provider.fetch(request(), budget())), [`${BOB} > ${ALICE} 300000000 USDC`]);
  });

  test('pages by signature; only slots that are new; through 429', async () => {
    for (let i = 0; i < 20; i += 1) state.txs.push(paid(`many ${i}`, 100 + i));
    fake.faults.push(
      faults.status(429, { 'retry-after': '0' }),
      faults.body(
        { jsonrpc: '2.0', id: 1, error: { code: 429, message: 'Too many requests for a specific RPC call' } },
        429,
      ),
    );
    const found = await provider.fetch(request(), budget());
    assert.deepEqual([found.records.length, found.complete], [20, true]);
    const later = await provider.fetch(
      request({ after: { height: 115, cursor: null }, upTo: { height: 117, hash: null, time: 0 } }),
      budget(),
    );
    assert.deepEqual(
      later.records.map(({ height }) => height),
      [117, 116],
    );
  });

  test('what is beyond limit or budget is not said to be all', async () => {
    for (let i = 0; i < 20; i += 1) state.txs.push(paid(`many ${i}`, 100 + i));
    assert.equal((await provider.fetch(request({ limit: 4 }), budget())).complete, false);
    const cut = await provider.fetch(request(), budget(14));
    assert.ok(!cut.complete && cut.records.length > 0);
  });

  test('lies and other forms are found out', async () => {
    for (let i = 0; i < 7; i += 1) state.txs.push(paid(`many ${i}`, 100 + i));
    for (const lie of ['circle', 'order', 'other', 'slot'] as const) {
      state.lie = lie;
      await assert.rejects(provider.fetch(request(), budget()), failedAs('MALFORMED'), lie);
    }
    state.lie = null;
    for (const more of [
      { preBalances: [1] },
      { fee: -1 },
      { preTokenBalances: [{ accountIndex: 9 }] },
      { postBalances: ['x', 'y'] },
    ]) {
      state.txs = [paid('wrong', 5, { more })];
      await assert.rejects(provider.fetch(request(), budget()), failedAs('MALFORMED'), JSON.stringify(more));
    }
    fake.faults.push(faults.html);
    await assert.rejects(provider.fetch(request(), budget()), failedAs('MALFORMED'));
  });

  test('the tip is the last slot that has a block; a forgotten block is no other block', async () => {
    assert.deepEqual(await provider.tip(budget()), { height: 299_999_998, hash: BLOCKHASH, time: 0 });
    assert.equal(await provider.hashAt(5, budget()), null);
  });
});
