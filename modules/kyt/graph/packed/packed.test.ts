import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DEFAULT_POLICY } from '../../../../engines/wallets/index.ts';
import { Database } from '../../../../platform/database/database.ts';
import { sql } from '../../../../platform/database/sql.ts';
import { startTestService, type TestService } from '../../../../server/testing.ts';
import { addRecords } from '../../chain/import-chain.ts';
import { lockChain } from '../../chain/store/chain.ts';
import { liveStrategy } from '../../live/live.ts';
import type { WalletStrategy } from '../../strategy.ts';
import { EDGE_HEADER, evm, importChainText, importLabelText, LABEL_HEADER } from '../../testing.ts';
import { readWallet } from '../../wallet.ts';
import { packNodes } from './pack.ts';
import { BUSY, EDGE_BYTES, HEAD_BYTES, MOST_PACKED } from './store.ts';

let service: TestService;
let reads: Database;
let strategy: WalletStrategy;

before(async () => {
  service = await startTestService({ role: { api: false, worker: false }, env: { WALLET_GRAPH_MEMORY_MB: '0' } });
  reads = new Database({ connectionString: service.databaseUrl, max: 4, applicationName: 'test', plannedOnce: true });
  strategy = liveStrategy(DEFAULT_POLICY, {
    db: service.services.db,
    reads,
    graphs: null,
    maskOf: async () => null,
  });
});
after(async () => {
  await reads?.close();
  await service?.close();
});

const NODES = 30;
/** Of a node that is busy. */
const PAYERS = 1_050;

/** A seeded source of whole numbers below a bound. */
function drawer(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

interface NodeRow {
  id: number;
  asset: string;
  payers: number;
  payees: number;
  received: string;
  sent: string;
  incoming: Buffer | null;
  outgoing: Buffer | null;
}

const nodes = (): Promise<NodeRow[]> =>
  reads.query<NodeRow>(
    sql`select address_id as id, asset, payers, payees, received::text as received, sent::text as sent, incoming, outgoing
      from chain_nodes order by 1, 2`,
  );

/** Reads every packed row back and compares it with the edges. @returns how many nodes are packed, and how many not */
async function assertPacked(): Promise<{ packed: number; bare: number }> {
  const edges = await reads.query<{ from: number; to: number; asset: string; units: string }>(
    sql`select from_id as "from", to_id as "to", asset, units::text as units from chain_edges`,
  );
  const all = await nodes();
  for (const node of all) {
    assert.equal(node.incoming === null, node.outgoing === null);
    for (const [bytes, isIncoming] of [
      [node.incoming, true],
      [node.outgoing, false],
    ] as const) {
      if (!bytes) continue;
      const mine = edges
        .filter((edge) => edge.asset === node.asset && (isIncoming ? edge.to : edge.from) === node.id)
        .map((edge) => ({ far: isIncoming ? edge.from : edge.to, units: BigInt(edge.units) }))
        .sort((a, b) => (a.units === b.units ? a.far - b.far : a.units < b.units ? 1 : -1));
      const kept = Math.max(node.payers, node.payees) > BUSY ? [] : mine.slice(0, MOST_PACKED);
      assert.deepEqual(
        [bytes.readInt32BE(0), bytes.readInt32BE(4), bytes.readInt32BE(8), bytes.readDoubleBE(12)],
        [
          node.id,
          isIncoming ? node.payers : node.payees,
          isIncoming ? node.payees : node.payers,
          Number(isIncoming ? node.received : node.sent),
        ],
      );
      assert.equal(bytes.readInt16BE(20), kept.length);
      assert.equal(bytes.length, HEAD_BYTES + kept.length * EDGE_BYTES);
      kept.forEach(({ far, units }, i) => {
        const at = HEAD_BYTES + i * EDGE_BYTES;
        assert.deepEqual([bytes.readInt32BE(at), bytes.readDoubleBE(at + 4)], [far, Number(units)]);
      });
    }
  }
  const packed = all.filter(({ incoming }) => incoming !== null).length;
  return { packed, bare: all.length - packed };
}

const assess = (number: number) =>
  strategy.assess(service.services.db, readWallet({ address: evm(number), blockchain: 'ETH' }, strategy), 'LOOK');
const assessAll = async (numbers: readonly number[]) => {
  const found = [];
  for (const number of numbers) found.push(await assess(number));
  return found;
};
const everybody = Array.from({ length: NODES / 2 }, (_, i) => 2 * i + 1);

/** What is found where nothing is packed, on the same data. */
async function withoutPacking<T>(work: () => Promise<T>): Promise<T> {
  await reads.query(sql`create table kept as select address_id, asset, incoming, outgoing from chain_nodes`);
  await reads.query(sql`update chain_nodes set incoming = null, outgoing = null`);
  try {
    return await work();
  } finally {
    await reads.query(
      sql`update chain_nodes n set incoming = k.incoming, outgoing = k.outgoing from kept k
        where k.address_id = n.address_id and k.asset = n.asset`,
    );
    await reads.query(sql`drop table kept`);
  }
}

/** Payments among a few; some in blocks; amounts repeat, so that ties are met, and some are beyond 2^53. */
function payments(draw: (bound: number) => number, round: number, count: number, block: string | null): string {
  const rows = Array.from({ length: count }, (_, i) => {
    const value =
      draw(6) === 0 ? `${100_000_000 + draw(9) * 10_000_000}.1234567${1 + draw(9)}` : `0.000000${10 + draw(80)}`;
    const to = draw(3) === 0 ? draw(2) : draw(NODES);
    const asset = draw(4) === 0 ? 'USDT' : 'ETH';
    const tail = block === null ? ',,' : `,${round},${block}`;
    return `${block ?? 'r'}${round}-${i},1700000000,${evm(draw(NODES) + 1)},${evm(to + 1)},${value},${asset}${tail}\n`;
  });
  return `${EDGE_HEADER.trimEnd()},block_number,block_hash\n${rows.join('')}`;
}
const hash = (name: string): string => `0x${Buffer.from(name).toString('hex').padStart(64, '0')}`;

describe('edges packed beside the sums of a node', () => {
  test('walks find the same to the last digit, packed, half packed or not, through imports and blocks undone', async () => {
    const draw = drawer(5);
    let [halves, undone] = [0, 0];
    for (let round = 1; round <= 8; round += 1) {
      const labels = Array.from({ length: 3 }, () => {
        const category = ['MIXER', 'SANCTIONS', 'EXCHANGE'][draw(3)] ?? '';
        return `${evm(draw(NODES) + 1)},,${category},Entity ${draw(4)},${[0, 10, 60, 90][draw(4)]},Test\n`;
      });
      await importLabelText(service, 'csv', 'labels.csv', LABEL_HEADER + labels.join(''));
      // Every third round a block of before is given up for another.
      const isOther = round % 3 === 0;
      const height = isOther ? round - 1 : round;
      const text = payments(draw, height, 25, hash(`${height}-${isOther ? 'b' : 'a'}`));
      const { undoneFrom } = await importChainText(service, 'edges-csv', 'ETH', text);
      undone += undoneFrom.length;
      if (round === 2) await importChainText(service, 'edges-csv', 'ETH', payments(draw, 100, 40, null));
      const { packed, bare } = await assertPacked();
      if (packed > 0 && bare > 0) halves += 1;
      const found = await assessAll(everybody);
      assert.deepEqual(found, await withoutPacking(() => assessAll(everybody)), `round ${round}, half packed`);
      if (round % 2 === 0) continue;
      assert.equal(await packNodes(reads), bare);
      assert.equal((await assertPacked()).bare, 0);
      assert.deepEqual(await assessAll(everybody), found, `round ${round}, packed`);
      assert.equal(await packNodes(reads), 0);
    }
    assert.ok(halves > 2 && undone > 1, `${halves} ${undone}`);
  });

  test('of a busy node the largest edges lie apart, until they change', async () => {
    const [hub, tiny, other] = [evm(500_000), evm(500_001), evm(500_002)];
    const rows = Array.from(
      { length: PAYERS },
      (_, i) => `hub-${i},1700000000,${evm(600_000 + i)},${hub},${1 + (i % 97)},ETH\n`,
    );
    await importChainText(
      service,
      'edges-csv',
      'ETH',
      `${EDGE_HEADER}${rows.join('')}tiny,1700000000,${tiny},${hub},0.00000001,ETH\nout,1700000000,${hub},${other},3,ETH\n`,
    );
    await importLabelText(service, 'csv', 'labels.csv', `${LABEL_HEADER}${tiny},,SCAM,Tiny,90,Test\n`);
    const subjects = [500_000, 500_002, 600_000];
    const found = await assessAll(subjects);
    assert.ok(found[0]?.exposures.some(({ entity }) => entity === 'Tiny'));
    await packNodes(reads);
    const kept = () =>
      reads.query<{ direction: string; edges: number }>(
        sql`select direction, octet_length(edges) / 12 as edges from chain_hubs order by 1`,
      );
    const both = [
      { direction: 'INCOMING', edges: PAYERS + 1 },
      { direction: 'OUTGOING', edges: 1 },
    ];
    assert.deepEqual(await kept(), both);
    assert.deepEqual(await assessAll(subjects), found);
    // Laid apart by an earlier release: all are sent.
    await reads.query(sql`update chain_hubs set steps = null`);
    assert.deepEqual(await assessAll(subjects), found);
    // What lies apart is read: without it, nothing is found of the hub any more.
    await reads.query(sql`update chain_hubs set edges = ''`);
    assert.equal((await assess(500_000)).exposures.length, 0);

    await importChainText(service, 'edges-csv', 'ETH', `${EDGE_HEADER}more,1700000000,${tiny},${hub},9,ETH\n`);
    const later = await assess(500_000);
    const ofTiny = later.exposures.find(({ entity }) => entity === 'Tiny');
    assert.equal(ofTiny?.value, '9.00000001');
    await packNodes(reads);
    assert.deepEqual(await kept(), both);
    assert.deepEqual(await assess(500_000), later);
    // A label that was not there when the edges were laid apart.
    await importLabelText(
      service,
      'csv',
      'labels.csv',
      `${LABEL_HEADER}${tiny},,SCAM,Tiny,0,Test\n${evm(600_000)},,MIXER,Late,90,Test\n`,
    );
    const marked = await assess(500_000);
    assert.deepEqual(marked.exposures.map(({ entity }) => entity).sort(), ['Late']);
    assert.deepEqual(await withoutPacking(() => assess(500_000)), marked);
  });

  test('rows that a walk from a busy node meets lie together, and count until their node changes', async () => {
    const draw = drawer(11);
    const [hub, far] = [700_000, 800_000];
    const line = (name: string, from: number, to: number, value: number | string): string =>
      `${name},1700000000,${evm(from)},${evm(to)},${value},ETH\n`;
    const rows = [
      ...Array.from({ length: PAYERS }, (_, i) => line(`busy-${i}`, hub + 1 + i, hub, i < 20 ? 1_000 + i : 0.001)),
      // Behind some of the largest payers lie others, and behind these again.
      ...Array.from({ length: 80 }, (_, i) => line(`far-${i}`, far + i, hub + 1 + draw(20), 1 + draw(50))),
      ...Array.from({ length: 60 }, (_, i) => line(`deep-${i}`, far + 100 + draw(40), far + draw(80), 1 + draw(50))),
    ];
    await importChainText(service, 'edges-csv', 'ETH', EDGE_HEADER + rows.join(''));
    await importLabelText(
      service,
      'csv',
      'labels.csv',
      LABEL_HEADER + [3, 40, 105, 120].map((i) => `${evm(far + i)},,MIXER,Mixer ${i},90,Test\n`).join(''),
    );
    const found = await assess(hub);
    assert.ok(found.exposures.length > 1);
    await packNodes(reads);
    assert.deepEqual(await assess(hub), found);
    const laid = (): Promise<{ nodes: number[]; rows: Buffer }[]> =>
      reads.query(
        sql`select w.nodes, w.rows from chain_walk_rows w join chain_addresses a on a.id = w.address_id
          where a.address_key = ${`evm:${evm(hub).slice(2)}`} and w.direction = 'INCOMING'`,
      );
    assert.ok(((await laid())[0]?.nodes.length ?? 0) > 60);

    // Payments to those behind, a label more, a block and its undoing; the busy node itself stays as it is.
    for (let round = 0; round < 6; round += 1) {
      const more = Array.from({ length: 4 }, (_, i) =>
        line(`later-${round}-${i}`, far + draw(140), draw(2) === 0 ? hub + 1 + draw(20) : far + draw(80), 5 + draw(99)),
      );
      await importChainText(service, 'edges-csv', 'ETH', EDGE_HEADER + more.join(''));
      if (round === 3) {
        await importLabelText(service, 'csv', 'labels.csv', `${LABEL_HEADER}${evm(far + 7)},,SCAM,New,90,Test\n`);
      }
      if (round === 4) await packNodes(reads);
      const now = await assess(hub);
      assert.ok((await laid()).length > 0);
      assert.deepEqual(now, await withoutPacking(() => assess(hub)), `round ${round}`);
    }

    // What lies together is read; but nothing that was not written here, or of which changes are not told.
    const now = await assess(hub);
    const [kept] = await laid();
    assert.ok(kept);
    const tampered = Buffer.from(kept.rows);
    // All value that each of them received: so much more that nothing behind is followed.
    for (let at = 0; at < tampered.length; at += HEAD_BYTES + tampered.readInt16BE(at + 20) * EDGE_BYTES) {
      tampered.writeDoubleBE(tampered.readDoubleBE(at + 12) * 1e9, at + 12);
    }
    await reads.query(sql`update chain_walk_rows set rows = ${tampered}, xid = default where rows = ${kept.rows}`);
    assert.notDeepEqual(await assess(hub), now);
    await reads.query(sql`update chain_walk_rows set xid = '7'`);
    assert.deepEqual(await assess(hub), now);
    await reads.query(sql`update chain_walk_rows set xid = default`);
    assert.notDeepEqual(await assess(hub), now);
    await reads.query(sql`insert into chain_changes (asset, nodes, everything) values ('ETH', '{}', true)`);
    assert.deepEqual(await assess(hub), now);
    await packNodes(reads);
    assert.ok((await laid()).length > 0);
    assert.deepEqual(await assess(hub), now);
  });

  test('an import that changes payments while they are packed leaves none of before', async () => {
    const { db, clock } = service.services;
    await packNodes(reads);
    const owner = (number: number) => ({ key: `evm:${evm(number).slice(2)}`, address: evm(number) });
    let packing: Promise<number> | undefined;
    // One node is to be packed before, so that packing meets a row that the import has changed.
    await importChainText(service, 'edges-csv', 'ETH', `${EDGE_HEADER}c1,1700000000,${evm(1)},${evm(2)},1,ETH\n`);
    await db.transaction(async (transaction) => {
      await lockChain(transaction, 'ETH');
      const transfer = { from: owner(2), to: owner(1), asset: 'ETH', units: 7n, time: 1_700_000_000 };
      const record = { identity: 'a record of its own', transfers: [transfer], height: null, together: [] };
      await addRecords(transaction, 'ETH', [record], clock.now());
      packing = packNodes(reads);
      // Until it waits for the import.
      for (let tries = 0; tries < 500; tries += 1) {
        const [row] = await transaction.query<{ waits: boolean }>(
          sql`select exists (select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock') as waits`,
        );
        if (row?.waits) break;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    });
    await packing;
    await assertPacked();
    await packNodes(reads);
    assert.equal((await assertPacked()).bare, 0);
  });
});
