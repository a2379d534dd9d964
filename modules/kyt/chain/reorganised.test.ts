import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { addressOfScript } from '../../../engines/wallets/index.ts';
import { sql } from '../../../platform/database/sql.ts';
import { startTestService, type TestService } from '../../../server/testing.ts';
import { ImportRefused } from '../index.ts';
import { check, evm, importChainText, importLabelText, LABEL_HEADER, wrongSums } from '../testing.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ role: { api: true, worker: false } });
});
after(() => service.close());
beforeEach(() =>
  service.services.db.query(
    sql`truncate chain_data, chain_imports, chain_seen, chain_edges, chain_nodes, chain_outputs, chain_blocks,
      chain_block_records, chain_block_edges, chain_block_outputs`,
  ),
);

const HEADER = 'hash,block_hash,block_number,from_address,to_address,value,block_timestamp\n';
interface Payment {
  block: string;
  height: number;
  from: number;
  to: number;
  ether: number;
  name?: string;
}
/** Transactions as ethereum-etl writes them; one of the same name is the same transaction. */
const rows = (payments: readonly Payment[]): string =>
  payments
    .map(({ block, height, from, to, ether, name = `${block}-${from}-${to}-${ether}` }) => {
      const hash = Buffer.from(`hash of block ${block}`).toString('hex');
      return `0x${Buffer.from(name).toString('hex')},0x${hash},${height},${evm(from)},${evm(to)},${ether}000000000000000000,${1_700_000_000 + height * 12}\n`;
    })
    .join('');
const importBlocks = (payments: readonly Payment[]) =>
  importChainText(service, 'ethereum-etl-csv', 'ETH', HEADER + rows(payments));

/** Everything of the chain that a check can see. */
const state = async () => ({
  edges: await service.services.db.query(
    sql`select f.address as "from", t.address as "to", asset, units::text as units, payments, first_at, last_at
      from chain_edges e join chain_addresses f on f.id = e.from_id join chain_addresses t on t.id = e.to_id
      order by 1, 2, 3`,
  ),
  nodes: await service.services.db.query(
    sql`select address, asset, payers, payees, received::text as received, sent::text as sent
      from chain_nodes n join chain_addresses a on a.id = n.address_id order by 1, 2`,
  ),
  seen: await service.services.db.query(sql`select encode(digest, 'hex') as digest from chain_seen order by 1`),
  outputs: await service.services.db.query(
    sql`select encode(outpoint, 'hex') as outpoint, owner, value from chain_outputs order by 1`,
  ),
  data: await service.services.db.query(sql`select transactions, height from chain_data`),
});

const common: Payment[] = [
  { block: 'a', height: 100, from: 1, to: 2, ether: 5 },
  { block: 'b', height: 101, from: 2, to: 3, ether: 4 },
];
const given: Payment[] = [
  { block: 'c', height: 102, from: 2, to: 3, ether: 1 },
  { block: 'c', height: 102, from: 7, to: 3, ether: 9 },
  { block: 'd', height: 103, from: 7, to: 2, ether: 2 },
];
const kept: Payment[] = [
  { block: 'C', height: 102, from: 2, to: 4, ether: 1 },
  // The same transaction came into a block of the other branch, one higher.
  { block: 'D', height: 103, from: 7, to: 3, ether: 9, name: 'c-7-3-9' },
];

describe('a block of another hash at a height', () => {
  test('replaces the one before, with all that were built on it: as if those had never been', async () => {
    await importBlocks([...common, ...kept]);
    const expected = await state();
    await service.services.db.query(
      sql`truncate chain_data, chain_imports, chain_seen, chain_edges, chain_nodes, chain_blocks, chain_block_records,
        chain_block_edges, chain_block_outputs`,
    );
    await importBlocks([...common, ...given]);
    assert.notDeepEqual(await state(), expected);
    const result = await importBlocks(kept);
    assert.deepEqual([result.undoneFrom, result.added], [[102], 2]);
    assert.deepEqual(await state(), expected);
    assert.equal(await wrongSums(service), 0);
    const again = await importBlocks(kept);
    assert.deepEqual([again.undoneFrom, again.added], [[], 0]);
    assert.deepEqual(await state(), expected);
  });

  test('in the same file too, and part of a block after the other', async () => {
    await importBlocks([...common, ...kept]);
    const expected = await state();
    await service.services.db.query(
      sql`truncate chain_data, chain_imports, chain_seen, chain_edges, chain_nodes, chain_blocks, chain_block_records,
        chain_block_edges, chain_block_outputs`,
    );
    await importBlocks([...common, ...given.slice(0, 1)]);
    await importBlocks([...given.slice(1), ...kept]);
    assert.deepEqual(await state(), expected);
  });

  test('a check says so: the exposure is gone', async () => {
    await importLabelText(service, 'csv', 'l.csv', `${LABEL_HEADER}${evm(7)},ETH,RANSOMWARE,Locker,100,R\n`);
    await importBlocks([...common, ...given]);
    const look = async () => (await check(service, { address: evm(3) }, { environment: 'LIVE' })).json.data;
    const earlier = await look();
    assert.deepEqual([earlier.riskLevel, earlier.coverage.height], ['CRITICAL', 103]);
    await importBlocks([{ block: 'C', height: 102, from: 2, to: 4, ether: 1 }]);
    const later = await look();
    assert.deepEqual([later.riskScore, later.riskLevel, later.coverage.height], [0, 'UNKNOWN', 102]);
    assert.notEqual(later.dataVersion, earlier.dataVersion);
  });

  test('one that is settled is refused, and nothing changes', async () => {
    await importBlocks([...common, { block: 'z', height: 5_000, from: 1, to: 2, ether: 1 }]);
    const settled = await state();
    await assert.rejects(
      importBlocks([{ block: 'B', height: 101, from: 1, to: 2, ether: 1 }]),
      (error: unknown) => error instanceof ImportRefused && /block 101: .*settled/.test(error.message),
    );
    assert.deepEqual(await state(), settled);
  });

  test('random branches: always as if only the last had been', async () => {
    let seed = 20_261_121;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    let chain: Payment[] = [];
    for (let round = 0; round < 12; round += 1) {
      const top = chain.reduce((highest, { height }) => Math.max(highest, height), 199);
      const fork = top + 1 - random(Math.min(5, top - 198));
      const branch: Payment[] = [];
      for (let height = fork; height < fork + 1 + random(6); height += 1) {
        for (let i = 0; i <= random(4); i += 1) {
          const [from, to] = [10 + random(6), 20 + random(6)];
          branch.push({
            block: `${round}.${height}`,
            height,
            from,
            to,
            ether: 1 + random(9),
            name: `${round}.${height}.${i}`,
          });
        }
      }
      chain = [...chain.filter(({ height }) => height < fork), ...branch];
      await importBlocks(branch);
    }
    const found = await state();
    assert.equal(await wrongSums(service), 0);
    await service.services.db.query(
      sql`truncate chain_data, chain_imports, chain_seen, chain_edges, chain_nodes, chain_blocks, chain_block_records,
        chain_block_edges, chain_block_outputs`,
    );
    await importBlocks(chain);
    assert.deepEqual(found, await state());
  });
});

test('coins of a block that is undone can be spent again', async () => {
  const p2wpkh = (number: number): string => {
    const script = Buffer.alloc(22);
    script.set([0, 20]);
    script.writeUInt32BE(number, 18);
    return addressOfScript(script, 'BTC')?.canonical ?? '';
  };
  const line = (txid: string, block: string, height: number, from: number | null, to: number) =>
    JSON.stringify({
      txid,
      time: 1_600_000_000 + height,
      height,
      block_hash: Buffer.from(`hash of block ${block}`).toString('hex'),
      vin: from === null ? [{ coinbase: true }] : [{ address: p2wpkh(from), value: 100 }],
      vout: [{ address: p2wpkh(to), value: 100 }],
    });
  const lines = (...texts: string[]) => importChainText(service, 'utxo-ndjson', 'BTC', texts.join('\n'));
  await lines(line('t1', 'a', 10, null, 1), line('t2', 'b', 11, 1, 2), line('t3', 'c', 12, 2, 3));
  const result = await lines(line('t4', 'B', 11, 1, 9));
  assert.deepEqual([result.undoneFrom, result.added], [[11], 1]);
  const { edges, data } = await state();
  assert.deepEqual((edges as { to: string }[]).map(({ to }) => to).toSorted(), [p2wpkh(1), p2wpkh(9)].toSorted());
  assert.deepEqual(data, [{ transactions: 2, height: 11 }]);
});
