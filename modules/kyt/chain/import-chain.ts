import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Blockchain, BLOCKCHAINS, EVM_BLOCKCHAINS, isBlockchain } from '../../../engines/wallets/index.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import type { Services } from '../../../platform/module.ts';
import { ImportRefused, refusedAt } from '../refused.ts';
import { readBlockFile } from './block-files.ts';
import { joinClusters } from './clusters.ts';
import { readEdgesCsv, readEthereumEtl } from './csv-files.ts';
import { resolveCoins } from './resolve.ts';
import * as store from './store/chain.ts';
import type { ChainRecord, Owner } from './transfer.ts';
import { readUtxo, UTXO_BLOCKCHAINS } from './utxo-ndjson.ts';

interface ChainFormat {
  read(
    chunks: AsyncIterable<Uint8Array>,
    name: string,
    blockchain: Blockchain,
    path: string,
  ): AsyncIterable<ChainRecord>;
  blockchains: readonly Blockchain[];
}

const TRACEABLE = BLOCKCHAINS.filter((blockchain) => blockchain !== 'XMR');
const FORMATS: ReadonlyMap<string, ChainFormat> = new Map([
  ['utxo-ndjson', { read: readUtxo, blockchains: UTXO_BLOCKCHAINS }],
  ['edges-csv', { read: readEdgesCsv, blockchains: TRACEABLE }],
  ['bitcoin-core-blocks', { read: readBlockFile, blockchains: ['BTC'] }],
  ['ethereum-etl-csv', { read: readEthereumEtl, blockchains: EVM_BLOCKCHAINS }],
]);
export const CHAIN_FORMATS: readonly string[] = [...FORMATS.keys()];

/** Transfers of one transaction of the database; a record is never cut in two. */
const BATCH_TRANSFERS = 5_000;
const BATCH_RECORDS = 5_000;

export interface ChainImportOptions {
  /** One of CHAIN_FORMATS. */
  format: string;
  paths: readonly string[];
  blockchain: string;
  onProgress?: (progress: { path: string; records: number; bytesRead: number; bytesTotal: number }) => void;
}

export interface ChainImportResult {
  blockchain: Blockchain;
  /** Records in the files: transactions, or payments of edges-csv. */
  records: number;
  /** Of these those that were not known. */
  added: number;
  transfers: number;
}

/**
 * Takes payments of a blockchain from files, streaming: what is in the files need not fit into memory. Each record is
 * taken in once, by its transaction's identifier, however often it is imported. Every few thousand records commit, so
 * that an import that was cut off goes on where it stopped.
 * @throws ImportRefused for an unknown format or blockchain, and for a file that is damaged, naming the place; what
 *   stood before the place stays imported
 */
export async function importChain(
  services: Pick<Services, 'db' | 'clock'>,
  options: ChainImportOptions,
): Promise<ChainImportResult> {
  const format = FORMATS.get(options.format);
  if (!format) {
    throw new ImportRefused(`There is no chain format "${options.format}". Use one of ${CHAIN_FORMATS.join(', ')}.`);
  }
  const { blockchain } = options;
  if (!isBlockchain(blockchain) || !format.blockchains.includes(blockchain)) {
    throw new ImportRefused(
      `${options.format} is not read for the blockchain "${blockchain}". Use one of ${format.blockchains.join(', ')}.`,
    );
  }
  const result: ChainImportResult = { blockchain, records: 0, added: 0, transfers: 0 };
  const sizes = await Promise.all(options.paths.map(sizeOf));
  const progress = { bytesRead: 0, bytesTotal: sizes.reduce((sum, size) => sum + size, 0) };
  for (const path of options.paths) {
    const file = { blockchain, format: options.format, sha256: await digestOf(path) };
    const before = progress.bytesRead;
    const chunks = counted(path, (bytes) => (progress.bytesRead = before + bytes));
    const known = await store.recordsRead(services.db, file);
    let read = 0;
    let batch: ChainRecord[] = [];
    const commit = async (finished: boolean): Promise<void> => {
      const taken = await services.db.transaction((transaction) =>
        takeIn(transaction, blockchain, batch, file, { records: read, finished, at: services.clock.now() }),
      );
      result.added += taken.added;
      result.transfers += taken.transfers;
      batch = [];
      options.onProgress?.({ path, records: result.records, ...progress });
    };
    let pending = 0;
    try {
      for await (const record of format.read(chunks, basename(path), blockchain, path)) {
        read += 1;
        result.records += 1;
        if (read <= known) continue;
        batch.push(record);
        pending += sizeOfRecord(record);
        if (pending < BATCH_TRANSFERS && batch.length < BATCH_RECORDS) continue;
        await commit(false);
        pending = 0;
      }
    } catch (error) {
      // What stood before the place where the file is wrong is good.
      if (error instanceof ImportRefused) await commit(false);
      throw error;
    }
    await commit(true);
  }
  if (result.added > 0) await store.refreshStatistics(services.db);
  return result;
}

/** What several payments of a batch add up to. */
type Sums = Map<string, store.EdgeSum>;

async function takeIn(
  transaction: Transaction,
  blockchain: Blockchain,
  batch: readonly ChainRecord[],
  file: store.FileOfChain,
  progress: { records: number; finished: boolean; at: Date },
): Promise<{ added: number; transfers: number }> {
  const { records, finished, at } = progress;
  await store.lockChain(transaction, blockchain);
  await store.noteRead(transaction, file, records, finished, at);
  return addRecords(transaction, blockchain, batch, at);
}

/**
 * Takes in the records that are new, under the blockchain's lock (`store.lockChain`), which the caller holds.
 * @returns how many were new, and their payments
 */
export async function addRecords(
  transaction: Queryable,
  blockchain: Blockchain,
  batch: readonly ChainRecord[],
  at: Date,
): Promise<{ added: number; transfers: number }> {
  const byDigest = new Map(batch.map((record) => [digestOfRecord(record), record]));
  const fresh = await store.rememberNew(transaction, blockchain, [...byDigest.keys()].toSorted());
  const unread = [...byDigest].filter(([digest]) => fresh.has(digest)).map(([, record]) => record);
  const added = await resolveCoins(transaction, blockchain, unread);
  if (added.length === 0) return { added: 0, transfers: 0 };

  const transfers = added
    .flatMap((record) => record.transfers)
    .filter(({ from, to, units }) => from.key !== to.key && units > 0n);
  const owners = new Map<string, Owner>(
    transfers.flatMap(({ from, to }) => [
      [from.key, from],
      [to.key, to],
    ]),
  );
  const numbers = await store.numberOwners(transaction, blockchain, [...owners.values()]);
  const sums: Sums = new Map();
  for (const transfer of transfers) addUp(sums, numbers, transfer);
  if (sums.size > 0) await store.addEdges(transaction, [...sums.values()]);
  await joinClusters(
    transaction,
    added.map(({ together }) => together.flatMap((key) => numbers.get(key) ?? [])).filter((group) => group.length > 1),
  );
  const heights = added.flatMap(({ height }) => height ?? []);
  await store.noteChain(
    transaction,
    blockchain,
    {
      transactions: added.length,
      height: heights.length === 0 ? null : heights.reduce((a, b) => Math.max(a, b)),
      latest: transfers.reduce((latest, { time }) => Math.max(latest, time), 0),
    },
    at,
  );
  return { added: added.length, transfers: transfers.length };
}

function addUp(sums: Sums, numbers: ReadonlyMap<string, number>, transfer: ChainRecord['transfers'][number]): void {
  const [from, to] = [numbers.get(transfer.from.key), numbers.get(transfer.to.key)];
  if (from === undefined || to === undefined) throw new Error('An owner of a transfer has no number');
  const { asset, units, time } = transfer;
  const key = `${from} ${to} ${asset}`;
  const known = sums.get(key);
  if (!known) {
    sums.set(key, { from, to, asset, units, payments: 1, first: time, last: time });
    return;
  }
  known.units += units;
  known.payments += 1;
  if (time > 0) known.first = known.first === 0 ? time : Math.min(known.first, time);
  known.last = Math.max(known.last, time);
}

/** About as many payments as a record will bring. */
const sizeOfRecord = ({ transfers, pending }: ChainRecord): number =>
  pending ? pending.spent.length + pending.created.length : transfers.length;

const digestOfRecord = ({ identity }: ChainRecord): string =>
  createHash('sha256').update(identity).digest('hex').slice(0, 40);

async function sizeOf(path: string): Promise<number> {
  try {
    const found = await stat(path);
    if (!found.isFile()) throw refusedAt(path, 'is no file.');
    return found.size;
  } catch (error) {
    throw unreadable(path, error);
  }
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of counted(path, () => {})) hash.update(chunk);
  return hash.digest('hex');
}

async function* counted(path: string, onBytes: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
      onBytes((bytes += chunk.length));
      yield chunk;
    }
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/^E[A-Z]+$/.test(code)) return refusedAt(path, `cannot be read (${code}). Check the path and its permissions.`);
  return error instanceof Error ? error : new Error(String(error));
}
