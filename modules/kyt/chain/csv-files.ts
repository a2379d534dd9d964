import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { type Blockchain } from '../../../engines/wallets/index.ts';
import { COINS, parseAmount, toUnitsOf } from '../assets.ts';
import { refusedAt } from '../refused.ts';
import { AddressReader, readIdentity, readTime } from './parse.ts';
import { type ChainRecord, COINBASE } from './transfer.ts';

const MAX_RECORD = 4 * 2 ** 20;

interface Row {
  place: string;
  cell(column: string): string;
  has(column: string): boolean;
}

/** The rows of a CSV file whose first row names the columns. @throws ImportRefused */
async function* rowsOf(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  required: readonly string[],
): AsyncGenerator<Row> {
  const parser = Readable.from(chunks).pipe(
    parse({ bom: true, trim: true, skip_empty_lines: true, max_record_size: MAX_RECORD, info: true }),
  );
  let columns: string[] | undefined;
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (!columns) {
        columns = record.map((column) => column.toLowerCase());
        const missing = required.filter((column) => !columns?.includes(column));
        if (missing.length > 0) {
          throw refusedAt(
            `${name} line 1`,
            `lacks the column(s) ${missing.join(', ')}. The first row names the columns.`,
          );
        }
        continue;
      }
      const named = columns;
      yield {
        place: `${name} line ${info.lines}`,
        cell: (column) => record[named.indexOf(column)] ?? '',
        has: (column) => named.includes(column),
      };
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_')) {
      throw refusedAt(name, `is no valid CSV: ${error.message}. What stood before it was taken in.`);
    }
    throw error;
  }
}

/**
 * Reads payments in the columns txid, time, from, to, value, asset. A value is a decimal amount of the asset (1 is one
 * coin); an asset left out is the blockchain's own coin. A transaction may have several rows; of rows that say the very
 * same, those that stand together count each, and those that come again later are taken to be a repetition.
 * @throws ImportRefused naming the line
 */
export async function* readEdgesCsv(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  blockchain: Blockchain,
): AsyncGenerator<ChainRecord> {
  const addresses = new AddressReader(blockchain);
  let [current, seen] = ['', new Map<string, number>()];
  for await (const { place, cell } of rowsOf(chunks, name, ['txid', 'time', 'from', 'to', 'value'])) {
    const txid = readIdentity(cell('txid'), 'txid', place);
    if (txid !== current) [current, seen] = [txid, new Map()];
    const from = addresses.read(cell('from'), `${place}, from`);
    const to = addresses.read(cell('to'), `${place}, to`);
    const units = parseAmount(cell('value'));
    if (units === undefined) throw refusedAt(`${place}, value`, 'must be a decimal amount, such as 1 or 0.25.');
    const asset = cell('asset') || COINS[blockchain].symbol;
    if (asset.length > 100) throw refusedAt(`${place}, asset`, 'must be at most 100 characters.');
    const time = readTime(cell('time'), place);
    const said = [from.key, to.key, asset, units].join(' ');
    const repetition = seen.get(said) ?? 0;
    seen.set(said, repetition + 1);
    yield {
      identity: [txid, said, repetition].join(' '),
      transfers: [{ from, to, asset, units, time }],
      height: null,
      together: [],
    };
  }
}

/**
 * Reads transactions or traces as ethereum-etl writes them, told apart by their columns. What failed, and what is only
 * delegated, moved nothing. Token transfers are refused: what a token is worth is not in them.
 * @throws ImportRefused naming the line
 */
export async function* readEthereumEtl(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  blockchain: Blockchain,
): AsyncGenerator<ChainRecord> {
  const addresses = new AddressReader(blockchain);
  const { symbol, decimals } = COINS[blockchain];
  for await (const row of rowsOf(chunks, name, ['from_address', 'to_address', 'value'])) {
    const { place, cell } = row;
    if (row.has('token_address')) {
      throw refusedAt(name, 'holds token transfers. Import transactions or traces; tokens go in as edges-csv.');
    }
    const isTrace = row.has('trace_type');
    const identity = isTrace ? traceIdentity(row) : `transaction ${readIdentity(cell('hash'), 'hash', place)}`;
    const value = cell('value') || '0';
    if (!/^\d{1,78}$/.test(value)) throw refusedAt(`${place}, value`, 'must be a whole number of wei.');
    const status = cell(isTrace ? 'status' : 'receipt_status');
    const delegated = ['delegatecall', 'callcode', 'staticcall'].includes(cell('call_type'));
    const minted = ['reward', 'genesis'].includes(cell('trace_type'));
    const moved =
      value !== '0' &&
      status !== '0' &&
      !delegated &&
      (minted || cell('from_address') !== '') &&
      cell('to_address') !== '';
    const height = cell('block_number');
    yield {
      identity,
      transfers: moved
        ? [
            {
              from: minted ? COINBASE : addresses.read(cell('from_address'), `${place}, from_address`),
              to: addresses.read(cell('to_address'), `${place}, to_address`),
              asset: symbol,
              units: toUnitsOf(BigInt(value), decimals),
              time: readTime(cell('block_timestamp'), place),
            },
          ]
        : [],
      height: /^\d{1,12}$/.test(height) ? Number(height) : null,
      together: [],
    };
  }
}

/** The outermost call of a transaction is the transaction itself: taken in once, whichever file it comes from. */
function traceIdentity({ place, cell }: Row): string {
  const hash = cell('transaction_hash');
  if (hash !== '' && cell('trace_type') === 'call' && cell('trace_address') === '') return `transaction ${hash}`;
  const id = cell('trace_id') || [hash || cell('block_number'), cell('trace_type'), cell('trace_address')].join(' ');
  return `trace ${readIdentity(id, 'trace_id', place)}`;
}
