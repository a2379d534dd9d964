import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sql } from '../../../platform/database/sql.ts';
import { startTestService, type TestService } from '../../../server/testing.ts';
import { sharedData } from '../../../tools/shared-data.ts';
import { ImportRefused, importChain } from '../index.ts';
import { importChainText, withFiles, wrongSums } from '../testing.ts';

const folder = sharedData('chain/graph');
const skip = folder ? false : 'no shared data here';
const read = (name: string): Buffer => readFileSync(join(folder ?? '', name));

/** A raw block as it stands in a file of blocks. */
function framed(block: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(0xd9b4bef9, 0);
  head.writeUInt32LE(block.length, 4);
  return Buffer.concat([head, block]);
}

/** The file up to its last whole block, and the blocks in it. */
function whole(file: Buffer): { bytes: Buffer; blocks: Buffer[] } {
  const blocks: Buffer[] = [];
  let at = 0;
  while (at + 8 <= file.length && at + 8 + file.readUInt32LE(at + 4) <= file.length) {
    const end = at + 8 + file.readUInt32LE(at + 4);
    blocks.push(file.subarray(at, end));
    at = end;
  }
  return { bytes: file.subarray(0, at), blocks };
}

const refusal = (pattern: RegExp) => (error: unknown) => error instanceof ImportRefused && pattern.test(error.message);
const importBlocks = (service: TestService, files: Record<string, Buffer>) =>
  withFiles(files, (paths) =>
    importChain(service.services, {
      format: 'bitcoin-core-blocks',
      paths: paths.filter((path) => path.endsWith('.dat') && !path.endsWith('xor.dat')),
      blockchain: 'BTC',
    }),
  );
const edges = async (service: TestService) =>
  service.services.db.query(
    sql`select f.address as "from", t.address as "to", e.units::text as units, e.payments, e.first_at as first
      from chain_edges e join chain_addresses f on f.id = e.from_id join chain_addresses t on t.id = e.to_id
      order by 1, 2`,
  );
const named = (rows: object[]): object[] => rows.filter((row) => !JSON.stringify(row).includes('script '));

describe('bitcoin-core-blocks', { skip }, () => {
  let [one, two]: (TestService | undefined)[] = [];
  before(async () => {
    one = await startTestService({ role: { api: false, worker: false } });
    two = await startTestService({ role: { api: false, worker: false } });
  });
  after(async () => {
    await one?.close();
    await two?.close();
  });

  test('gives the payments that the same blocks give as transactions with their inputs resolved', async () => {
    assert.ok(one && two);
    const { bytes } = whole(read('btc-blocks/blk00TEST00.dat'));
    const result = await importBlocks(one, { 'blk00000.dat': Buffer.concat([bytes, Buffer.alloc(4_096)]) });
    const text = read('btc_blk0_first1MiB.ndjson').toString();
    const expected = await importChainText(two, 'utxo-ndjson', 'BTC', text);
    assert.deepEqual(
      [result.records, result.added, result.transfers],
      [expected.records, expected.added, expected.transfers],
    );
    assert.deepEqual(await edges(one), await edges(two));
    assert.equal(await wrongSums(one), 0);
    assert.equal((await importChainText(one, 'utxo-ndjson', 'BTC', text)).added, 0, 'the same transactions');
  });

  test('blocks out of order, in a masked file, in two files: the same', async () => {
    assert.ok(two);
    const other = await startTestService({ role: { api: false, worker: false } });
    try {
      const { blocks } = whole(read('btc-blocks/blk00TEST00.dat'));
      const mask = Buffer.from([1, 2, 3, 4, 250, 6, 7, 8]);
      const masked = (parts: Buffer[]): Buffer =>
        Buffer.concat(parts).map((byte, i) => byte ^ (mask[i % 8] ?? 0)) as Buffer;
      await importBlocks(other, {
        'blk00000.dat': Buffer.from(masked(blocks.slice(0, 2_000).toReversed())),
        'blk00001.dat': Buffer.from(masked(blocks.slice(2_000))),
        'xor.dat': mask,
      });
      assert.deepEqual(await edges(other), await edges(two));
    } finally {
      await other.close();
    }
  });

  test('later blocks, with witnesses: the same payments to and from named addresses', async () => {
    assert.ok(one && two);
    const names = ['169482', '227835', '227836', '363703', '370661', '481815'].map(
      (name) => `btc-blocks/block${name}.dat`,
    );
    await importBlocks(one, { 'blk00009.dat': Buffer.concat(names.map((name) => framed(read(name)))) });
    await importChainText(two, 'utxo-ndjson', 'BTC', read('btc_5blocks.ndjson').toString());
    const [found, expected] = [named(await edges(one)), named(await edges(two))];
    assert.ok(found.length > 1_000);
    assert.deepEqual(found.length, expected.length);
    assert.equal(await wrongSums(one), 0);
    const [state] = await one.services.db.query<{ height: number }>(sql`select height from chain_data`);
    assert.equal(state?.height, 481_815);
  });

  test('one block as it is, without the frame of a file, is read', async () => {
    const service = await startTestService({ role: { api: false, worker: false } });
    try {
      const block = read('btc-blocks/block370661.dat');
      await importBlocks(service, { 'block.dat': block });
      const [state] = await service.services.db.query<{ height: number }>(sql`select height from chain_data`);
      assert.equal(state?.height, 370_661);
      await assert.rejects(
        importBlocks(service, { 'cut.dat': block.subarray(0, 1000) }),
        refusal(/byte 0: the block is damaged/),
      );
    } finally {
      await service.close();
    }
  });

  test('damage is refused with its place', async () => {
    assert.ok(one);
    const { bytes, blocks } = whole(read('btc-blocks/blk00TEST00.dat'));
    const broken = (at: number): Buffer => {
      const copy = Buffer.from(bytes);
      copy[at] = (copy[at] ?? 0) ^ 1;
      return copy;
    };
    const second = blocks[0]?.length ?? 0;
    await assert.rejects(
      importBlocks(one, { 'b.dat': broken(second + 8 + 120) }),
      refusal(new RegExp(`b\\.dat byte ${second}: the block is damaged`)),
    );
    await assert.rejects(
      importBlocks(one, { 'b.dat': broken(second) }),
      refusal(new RegExp(`b\\.dat byte ${second}: no block begins here`)),
    );
    await assert.rejects(
      importBlocks(one, { 'b.dat': bytes.subarray(0, second + 100) }),
      refusal(new RegExp(`byte ${second}: the file breaks off`)),
    );
    await assert.rejects(importBlocks(one, { 'b.dat': Buffer.from('not blocks at all') }), refusal(/xor\.dat/));
  });
});

describe('every real block in the data', { skip }, () => {
  test('imported whole: what was minted and paid adds up to what the blocks say', async () => {
    const service = await startTestService({ role: { api: false, worker: false } });
    try {
      for (const name of ['btc_blk0_first1MiB.ndjson', 'btc_5blocks.ndjson']) {
        await importChainText(service, 'utxo-ndjson', 'BTC', read(name).toString());
      }
      const source = { transactions: 0, minted: 0n, paid: 0n };
      for (const name of ['btc_blk0_first1MiB.ndjson', 'btc_5blocks.ndjson']) {
        for (const line of read(name).toString().split('\n').filter(Boolean)) {
          const { vin, vout } = JSON.parse(line) as Record<'vin' | 'vout', Party[]>;
          source.transactions += 1;
          const outputs = paidOut(vin, vout);
          if (vin.some((input) => input.coinbase)) source.minted += outputs;
          else source.paid += outputs;
        }
      }
      const [sums] = await service.services.db.query<{ minted: string; paid: string }>(
        sql`select sum(units) filter (where a.address_key = 'coinbase')::text as minted,
            sum(units) filter (where a.address_key <> 'coinbase')::text as paid
          from chain_edges e join chain_addresses a on a.id = e.from_id`,
      );
      assert.equal(sums?.minted, source.minted.toString());
      // What returns to its payer is left out of edges; shares of it are rounded, to one unit for each payer.
      const difference = BigInt(sums?.paid ?? 0) - source.paid;
      assert.ok(difference > -20_000n && difference < 20_000n, `differs by ${difference}`);
      const [state] = await service.services.db.query<{ transactions: number }>(
        sql`select transactions from chain_data`,
      );
      assert.equal(state?.transactions, source.transactions);
      assert.equal(await wrongSums(service), 0);
    } finally {
      await service.close();
    }
  });
});

interface Party {
  address?: string | null;
  /** Missing where the data does not know what an input spends. */
  value?: number;
  coinbase?: boolean;
}

/** Units that a transaction pays to others than those who pay: each payer gives each payee by his share of the inputs. */
function paidOut(vin: readonly Party[], vout: readonly Party[]): bigint {
  const total = (parties: readonly Party[]): bigint => parties.reduce((sum, { value = 0 }) => sum + BigInt(value), 0n);
  const outputs = total(vout);
  if (vin.some((input) => input.coinbase)) return outputs;
  const known = total(vin);
  const inputs = vin.every(({ value }) => value !== undefined) || known > outputs ? known : outputs;
  let returned = 0n;
  const spent = new Map<string, bigint>();
  for (const { address, value = 0 } of vin) if (address) spent.set(address, (spent.get(address) ?? 0n) + BigInt(value));
  for (const { address, value = 0 } of vout) {
    const own = address ? (spent.get(address) ?? 0n) : 0n;
    returned += (own * BigInt(value)) / inputs;
  }
  return outputs - returned;
}
