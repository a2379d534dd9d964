import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { ProviderFailed } from './failure.ts';
import { Fields } from './fields.ts';
import type { FetchRequest } from './provider.ts';
import { hashOf, xrp } from './testing/chains.ts';
import { type Asked, FakeServer, faults } from './testing/fake-server.ts';
import { budget, client, linesOf } from './testing/harness.ts';
import { XrplRpc } from './xrpl-rpc.ts';

const [ALICE, BOB, CAROL] = [xrp('alice'), xrp('bob'), xrp('carol')];
const [FIRST, TIP] = [32_570, 90_000_000];

/** Account → drops before and after; null: there was, or is, none. */
type Change = readonly [account: string, before: number | null, after: number | null];
interface Tx {
  name: string;
  ledger: number;
  sender: string;
  fee?: number;
  changes: readonly Change[];
  outcome?: string;
  tx?: Record<string, unknown>;
}
type Lie = 'circle' | 'order' | 'marker' | 'other' | 'open' | 'window' | 'account';
const state = { txs: [] as Tx[], lie: null as Lie | null, keptFrom: FIRST, error: null as string | null };

const nodeOf = ([Account, before, now]: Change): Record<string, unknown> => {
  const LedgerEntryType = 'AccountRoot';
  if (before === null) return { CreatedNode: { LedgerEntryType, NewFields: { Account, Balance: String(now) } } };
  const fields = {
    LedgerEntryType,
    FinalFields: { Account, Balance: String(now ?? 0), Flags: 0 },
    PreviousFields: before === now ? { Sequence: 4 } : { Balance: String(before) },
  };
  return now === null ? { DeletedNode: fields } : { ModifiedNode: fields };
};
const rowOf = (tx: Tx): Record<string, unknown> => ({
  validated: state.lie !== 'open',
  meta: {
    TransactionResult: tx.outcome ?? 'tesSUCCESS',
    // Trust lines and offers are in it too; they hold no XRP.
    AffectedNodes: [...tx.changes.map(nodeOf), { ModifiedNode: { LedgerEntryType: 'RippleState', FinalFields: {} } }],
  },
  tx: {
    TransactionType: 'Payment',
    Account: tx.sender,
    Fee: String(tx.fee ?? 12),
    hash: hashOf(tx.name).toUpperCase(),
    ledger_index: tx.ledger,
    date: 700_000_000,
    ...tx.tx,
  },
});

const fake = await FakeServer.start(({ body }: Asked) => {
  const { method, params } = body as { method: string; params: [Record<string, never>] };
  const answer = (result: Record<string, unknown>) => ({ body: { result: { status: 'success', ...result } } });
  const error = (code: string) => ({ body: { result: { status: 'error', error: code, error_code: 1 } } });
  const asked = params[0] as Record<string, unknown>;
  if (state.error) return error(state.error);
  if (method === 'ledger') {
    const index = asked['ledger_index'] === 'validated' ? TIP : Number(asked['ledger_index']);
    if (index < state.keptFrom) return error('lgrNotFound');
    return answer({
      ledger_index: index,
      ledger_hash: hashOf(`ledger ${index}`).toUpperCase(),
      ledger: { close_time: 700_000_000 },
      validated: true,
    });
  }
  const [from, to] = [Number(asked['ledger_index_min']), Number(asked['ledger_index_max'])];
  const mine = state.txs
    .filter((tx) => tx.sender === asked['account'] || tx.changes.some(([account]) => account === asked['account']))
    .filter(({ ledger }) => state.lie === 'window' || (ledger >= from && ledger <= to))
    .toSorted((a, b) => (state.lie === 'order' ? a.ledger - b.ledger : b.ledger - a.ledger));
  if (asked['account'] === CAROL && mine.length === 0) return error('actNotFound');
  const start = state.lie === 'circle' ? 0 : ((asked['marker'] as { seq: number } | undefined)?.seq ?? 0);
  const end = start + 3;
  const page = state.lie === 'marker' ? mine.slice(start, start + 1) : mine.slice(start, end);
  const more = end < mine.length || state.lie === 'marker';
  return answer({
    account: state.lie === 'account' ? BOB : asked['account'],
    ledger_index_min: Math.max(from, state.keptFrom),
    ledger_index_max: to,
    transactions: page.map((tx) =>
      rowOf(state.lie === 'other' ? { ...tx, sender: BOB, changes: [[CAROL, 1, 2]] } : tx),
    ),
    ...(more ? { marker: { ledger: 7, seq: state.lie === 'marker' ? 0 : end } } : {}),
  });
});
const provider = new XrplRpc(client(fake.url), { fromBlock: 0 });
after(async () => {
  await provider.close();
  await fake.close();
});
beforeEach(() => {
  Object.assign(state, { txs: [], lie: null, keptFrom: FIRST, error: null });
  fake.faults.length = 0;
  fake.asked.length = 0;
});
const request = (more: Partial<FetchRequest> = {}): FetchRequest => ({
  owner: new Fields('test', 'XRP').address(ALICE, 'address'),
  after: null,
  upTo: { height: TIP, hash: null, time: 0 },
  limit: 1_000,
  wanted: 'ALL',
  ...more,
});
const paid = (name: string, ledger: number, more: Partial<Tx> = {}): Tx => ({
  name,
  ledger,
  sender: BOB,
  changes: [
    [BOB, 100_000_012, 90_000_000],
    [ALICE, 20_000_000, 30_000_000],
  ],
  ...more,
});
const failedAs = (reason: string) => (error: unknown) => error instanceof ProviderFailed && error.reason === reason;

describe('A node of the XRP Ledger', () => {
  test('what balances say: the fee is nobody’s, a partial payment counts as what arrived, accounts come and go', async () => {
    state.txs.push(
      // It says that it pays a million.
      paid('partial', 50_000, { tx: { Amount: '1000000000000', Flags: 131_072 } }),
      paid('failed', 50_001, { outcome: 'tecPATH_DRY', changes: [[BOB, 100, 88]] }),
      paid('opened', 50_002, {
        sender: ALICE,
        changes: [
          [ALICE, 40_000_012, 10_000_000],
          [CAROL, null, 30_000_000],
        ],
      }),
      paid('closed', 50_003, {
        sender: CAROL,
        fee: 2_000_000,
        changes: [
          [CAROL, 30_000_000, null],
          [ALICE, 1, 28_000_001],
        ],
      }),
      paid('nothing moved', 50_004, { changes: [[BOB, 24, 12]], tx: { Destination: ALICE } }),
      paid('escrow released', 50_005, {
        sender: BOB,
        changes: [
          [BOB, 24, 12],
          [ALICE, 0, 5],
        ],
      }),
    );
    const found = await provider.fetch(request(), budget());
    assert.deepEqual(
      linesOf(found),
      [
        `${BOB} > ${ALICE} 1000000000 XRP`,
        `${ALICE} > ${CAROL} 3000000000 XRP`,
        `${CAROL} > ${ALICE} 2800000000 XRP`,
        `script ${hashOf('escrow released').toUpperCase()}:minted > ${ALICE} 500 XRP`,
      ].toSorted(),
    );
    assert.equal(found.complete, true);
    assert.equal(found.records[0]?.transfers[0]?.time, 946_684_800 + 700_000_000);
  });

  test('pages by marker, only ledgers that are new, through refusals that pass; no account is no payments', async () => {
    for (let i = 0; i < 20; i += 1) state.txs.push(paid(`many ${i}`, 60_000 + i));
    fake.faults.push(
      faults.status(503),
      faults.body({ result: { status: 'error', error: 'slowDown', error_code: 10 } }),
      faults.cut,
    );
    const found = await provider.fetch(request(), budget());
    assert.deepEqual([found.records.length, found.complete], [20, true]);
    const later = await provider.fetch(
      request({ after: { height: 60_015, cursor: null }, upTo: { height: 60_017, hash: null, time: 0 } }),
      budget(),
    );
    assert.deepEqual(
      later.records.map(({ height }) => height),
      [60_017, 60_016],
    );
    const none = await provider.fetch(
      request({ owner: new Fields('test', 'XRP').address(CAROL, 'address') }),
      budget(),
    );
    assert.deepEqual([none.records, none.complete], [[], true]);
  });

  test('what is beyond limit or budget is not said to be all', async () => {
    for (let i = 0; i < 20; i += 1) state.txs.push(paid(`many ${i}`, 60_000 + i));
    assert.equal((await provider.fetch(request({ limit: 4 }), budget())).complete, false);
    const cut = await provider.fetch(request(), budget(3));
    assert.ok(!cut.complete && cut.records.length > 0);
  });

  test('a node that has forgotten the first ledgers is refused, save where the operator begins later', async () => {
    state.txs.push(paid('one', 70_000));
    state.keptFrom = 65_000;
    await assert.rejects(provider.fetch(request(), budget()), /full history, or set fromBlock/);
    const late = new XrplRpc(client(fake.url), { fromBlock: 65_000 });
    try {
      assert.deepEqual(late.gaps, ['EARLIER_BLOCKS']);
      assert.equal((await late.fetch(request(), budget())).records.length, 1);
    } finally {
      await late.close();
    }
    assert.equal(await provider.hashAt(60_000, budget()), null);
    assert.equal(await provider.hashAt(70_000, budget()), hashOf('ledger 70000').toUpperCase());
    assert.equal((await provider.tip(budget())).height, TIP);
  });

  test('lies and other forms are found out', async () => {
    for (let i = 0; i < 7; i += 1) state.txs.push(paid(`many ${i}`, 60_000 + i));
    for (const lie of ['circle', 'order', 'marker', 'other', 'open', 'account'] as const) {
      state.lie = lie;
      await assert.rejects(provider.fetch(request(), budget()), failedAs('MALFORMED'), lie);
    }
    state.lie = 'window';
    const older = request({ after: { height: 60_003, cursor: null } });
    await assert.rejects(provider.fetch(older, budget()), failedAs('MALFORMED'));
    state.lie = null;
    for (const change of [{ tx: { Fee: '-1' } }, { tx: { hash: 'x' } }, { tx: { date: -1 } }, { tx: { Account: 5 } }]) {
      state.txs = [paid('wrong', 60_000, change)];
      await assert.rejects(provider.fetch(request(), budget()), failedAs('MALFORMED'), JSON.stringify(change));
    }
    state.txs = [
      paid('twice', 60_000, {
        changes: [
          [ALICE, 1, 2],
          [ALICE, 2, 3],
        ],
      }),
    ];
    await assert.rejects(provider.fetch(request(), budget()), failedAs('MALFORMED'));
    fake.faults.push(faults.html);
    await assert.rejects(provider.fetch(request(), budget()), failedAs('MALFORMED'));
    state.error = 'internal';
    await assert.rejects(provider.tip(budget()), failedAs('UNAVAILABLE'));
    state.error = 'forbidden';
    await assert.rejects(provider.tip(budget()), failedAs('REFUSED'));
  });
});
