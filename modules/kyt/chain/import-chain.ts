import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { Blockchain } from '../../../engines/wallets/index.ts';
import { BulkConnection } from '../../../platform/database/bulk.ts';
import type { Services } from '../../../platform/module.ts';
import { askToPack } from '../graph/packed/ask.ts';
import { ImportRefused } from '../refused.ts';
import { askToLook } from '../watch/ask.ts';
import { Batch } from './batch.ts';
import type { FileContext } from './block-files.ts';
import { beginsAnotherChain } from './blocks.ts';
import { counted, sizeOf } from './file-bytes.ts';
import { formatOf } from './formats.ts';
import { blocksAt, heightOfBlock } from './store/blocks.ts';
import * as store from './store/chain.ts';
import { type Stage, stageByCopy } from './store/stage.ts';
import { Numbers, takeIn } from './take-in.ts';
import type { ChainRecord } from './transfer.ts';

export { addRecords } from './take-in.ts';

/** Payments, and records, of one transaction of the database; a record is never cut in two. */
const BATCH = 200_000;

export interface ChainImportOptions {
  /** One of CHAIN_FORMATS. */
  format: string;
  paths: readonly string[];
  blockchain: string;
  /** Payments after which a part commits. */
  batch?: number;
  onProgress?: (progress: { path: string; records: number; bytesRead: number; bytesTotal: number }) => void;
}

export interface ChainImportResult {
  blockchain: Blockchain;
  /** Records in the files: transactions, or payments of edges-csv. */
  records: number;
  /** Of these those that were not known. */
  added: number;
  transfers: number;
  /** From which heights on blocks were undone, because the files hold others of the same height. */
  undoneFrom: number[];
}

/**
 * Takes payments of a blockchain from files, streaming: what is in the files need not fit into memory. Each record is
 * taken in once, by its transaction's identifier, however often it is imported. Parts of some hundred thousand payments
 * commit, so that an import that was cut off goes on where it stopped. A block of which another was taken in at the same
 * height replaces it and all that were built on it.
 * @throws ImportRefused for an unknown format or blockchain, and for a file that is damaged, naming the place; what
 *   stood before the place stays imported
 */
export async function importChain(
  services: Pick<Services, 'db' | 'clock'>,
  options: ChainImportOptions,
): Promise<ChainImportResult> {
  const { format, blockchain } = formatOf(options);
  const sizes = await Promise.all(options.paths.map(sizeOf));
  const result: ChainImportResult = { blockchain, records: 0, added: 0, transfers: 0, undoneFrom: [] };
  const bytes = { bytesRead: 0, bytesTotal: sizes.reduce((sum, size) => sum + size, 0) };
  const bulk = await BulkConnection.open(services.db.connectionString, 'compliance-import');
  try {
    const session: Session = {
      bulk,
      stage: await stageByCopy(bulk),
      blockchain,
      clock: services.clock,
      numbers: new Numbers(),
      batch: options.batch ?? BATCH,
      result,
    };
    for (const path of options.paths) {
      const file = { blockchain, format: options.format, sha256: await digestOfFile(path) };
      const before = bytes.bytesRead;
      const chunks = counted(path, (read) => (bytes.bytesRead = before + read));
      const context: FileContext = {
        path,
        heightOf: (hash) => heightOfBlock(services.db, blockchain, hash),
        blockAt: async (height) => (await blocksAt(services.db, blockchain, [height]))[0]?.hash,
      };
      const read = new FileImport(session, file, await store.recordsRead(services.db, file));
      const onCommit = (): void => options.onProgress?.({ path, records: result.records, ...bytes });
      await read.all(format.read(chunks, basename(path), blockchain, context), onCommit);
    }
    if (result.added > 0 || result.undoneFrom.length > 0) {
      await store.refreshStatistics(services.db);
      await services.db.transaction(async (transaction) => {
        askToLook(transaction);
        askToPack(transaction);
      });
    }
    return result;
  } finally {
    await bulk.close();
  }
}

interface Session {
  bulk: BulkConnection;
  stage: Stage;
  blockchain: Blockchain;
  clock: Services['clock'];
  numbers: Numbers;
  batch: number;
  result: ChainImportResult;
}

/** Takes one file in: while one part is written, the next is read. */
class FileImport {
  readonly #session: Session;
  readonly #file: store.FileOfChain;
  readonly #known: number;
  #read = 0;
  #batch = new Batch();
  #size = 0;
  #blocks = new Map<number, string>();
  #writing: Promise<void> = Promise.resolve();

  /** @param known how many records of the file were taken in before */
  constructor(session: Session, file: store.FileOfChain, known: number) {
    this.#session = session;
    this.#file = file;
    this.#known = known;
  }

  async all(records: AsyncIterable<ChainRecord[]>, onCommit: () => void): Promise<void> {
    const { batch } = this.#session;
    try {
      for await (const some of records) {
        for (const record of some) {
          if (beginsAnotherChain(this.#blocks, record)) {
            await this.#write(onCommit);
            beginsAnotherChain(this.#blocks, record);
          }
          this.#add(record);
          if (this.#size >= batch || this.#batch.size >= batch) await this.#write(onCommit);
        }
      }
    } catch (error) {
      // What stood before the place where the file is wrong is good.
      if (error instanceof ImportRefused) await this.#write(onCommit).then(() => this.#writing);
      else await this.#writing.catch(() => {});
      throw error;
    }
    await this.#write(onCommit, true);
    await this.#writing;
  }

  #add(record: ChainRecord): void {
    this.#read += 1;
    this.#session.result.records += 1;
    if (this.#read <= this.#known) return;
    this.#batch.add(record);
    this.#size += sizeOfRecord(record);
  }

  /** Hands the part that was read to the database, once the one before is there. */
  async #write(onCommit: () => void, finished = false): Promise<void> {
    await this.#writing;
    const batch = this.#batch;
    const read = Math.max(this.#read, finished ? 0 : this.#known);
    [this.#batch, this.#size, this.#blocks] = [new Batch(), 0, new Map()];
    this.#writing = this.#commit(batch, read, finished).then(onCommit);
    // A failure is thrown where the next part, or the end, waits for it.
    this.#writing.catch(() => {});
  }

  async #commit(batch: Batch, read: number, finished: boolean): Promise<void> {
    const { bulk, stage, blockchain, clock, numbers, result } = this.#session;
    const at = clock.now();
    const taken = await bulk.transaction(async () => {
      await store.prepareLoad(stage);
      await store.lockChain(stage, blockchain);
      await store.noteRead(stage, this.#file, read, finished, at);
      return takeIn(stage, blockchain, batch, at, numbers);
    });
    result.added += taken.added;
    result.transfers += taken.transfers;
    if (taken.undoneFrom !== null) result.undoneFrom.push(taken.undoneFrom);
  }
}

/** About as many payments as a record will bring. */
const sizeOfRecord = ({ transfers, pending }: ChainRecord): number =>
  pending ? pending.spent.length + pending.created.length : transfers.length;

async function digestOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of counted(path, () => {})) hash.update(chunk);
  return hash.digest('hex');
}
