import { parse } from 'csv-parse/sync';
import { type Blockchain } from '../../../engines/wallets/index.ts';
import { COINS, parseAmount, toUnitsOf } from '../assets.ts';
import { refusedAt } from '../refused.ts';
import { readLines } from './lines.ts';
import { AddressReader, readBlockOf, readIdentity, readTime, readTxid } from './parse.ts';
import { type ChainRecord, COINBASE } from './transfer.ts';

const MAX_RECORD = 4 * 2 ** 20;

/** One row of a CSV file, by the names of its columns. */
interface Row {
  place: string;
  cell(column: string): string;
  has(column: string): boolean;
}

/**
 * Reads a CSV file whose first row names the columns, a row a line.
 * @param begin looks at the columns once they are known, and answers with what reads a row
 * @throws ImportRefused
 */
function readRows(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  required: readonly string[],
  read: (row: Row) => ChainRecord,
): AsyncIterable<ChainRecord[]> {
  let columns: Map<string, number> | undefined;
  let fields: readonly string[] = [];
  let place = '';
  const row: Row = {
    get place() {
      return place;
    },
    cell: (column) => {
      const at = columns?.get(column);
      return at === undefined ? '' : (fields[at] ?? '').trim();
    },
    has: (column) => columns?.has(column) ?? false,
  };
  return readLines(chunks, name, (text, at) => {
    const line = text.endsWith('\r') ? text.slice(0, -1) : text;
    if (line.trim() === '') return undefined;
    if (!columns) {
      columns = columnsOf(line, name, required);
      return undefined;
    }
    fields = fieldsOf(line, at);
    if (fields.length !== columns.size) {
      throw refusedAt(at, `is no valid CSV: ${fields.length} fields, where the first row names ${columns.size}.`);
    }
    place = at;
    return read(row);
  });
}

function columnsOf(line: string, name: string, required: readonly string[]): Map<string, number> {
  const names = fieldsOf(line.replace(/^\uFEFF/, ''), `${name} line 1`).map((column) => column.trim().toLowerCase());
  const columns = new Map(names.map((column, i) => [column, i]));
  const missing = required.filter((column) => !columns.has(column));
  if (missing.length > 0 || columns.size < names.length) {
    const problem = missing.length > 0 ? `lacks the column(s) ${missing.join(', ')}` : 'names a column twice';
    throw refusedAt(`${name} line 1`, `${problem}. The first row names the columns.`);
  }
  return columns;
}

/** Nearly all rows quote nothing, and are cut at their commas. */
function fieldsOf(line: string, place: string): readonly string[] {
  if (!line.includes('"')) return line.split(',');
  try {
    return parse(line, { trim: true, max_record_size: MAX_RECORD })[0] ?? [];
  } catch {
    throw refusedAt(place, 'is no valid CSV: a quote is not closed on its line. What stood before it was taken in.');
  }
}

/**
 * Reads payments in the columns txid, time, from, to, value, asset. A value is a decimal amount of the asset (1 is one
 * coin); an asset left out is the blockchain's own coin. A transaction may have several rows; of rows that say the very
 * same, those that stand together count each, and those that come again later are taken to be a repetition.
 * @throws ImportRefused naming the line
 */
export function readEdgesCsv(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  blockchain: Blockchain,
): AsyncIterable<ChainRecord[]> {
  const addresses = new AddressReader(blockchain);
  const repeated = new Repetitions();
  return readRows(chunks, name, ['txid', 'time', 'from', 'to', 'value'], ({ place, cell }) => {
    const txid = readTxid(cell('txid'), blockchain, 'txid', place);
    const from = addresses.read(cell('from'), `${place}, from`);
    const to = addresses.read(cell('to'), `${place}, to`);
    const units = parseAmount(cell('value'));
    if (units === undefined) throw refusedAt(`${place}, value`, 'must be a decimal amount, such as 1 or 0.25.');
    const asset = cell('asset') || COINS[blockchain].symbol;
    if (asset.length > 100) throw refusedAt(`${place}, asset`, 'must be at most 100 characters.');
    const time = readTime(cell('time'), place);
    const said = `${from.key} ${to.key} ${asset} ${units}`;
    return {
      identity: `${txid} ${said} ${repeated.count(txid, said)}`,
      transfers: [{ from, to, asset, units, time }],
      ...readBlockOf(cell('block_number'), cell('block_hash')),
      together: [],
    };
  });
}

/** Counts rows of one transaction that say the very same, as long as its rows stand together. */
class Repetitions {
  #txid = '';
  #first = '';
  #seen: Map<string, number> | undefined;

  /** How often the row came before. */
  count(txid: string, said: string): number {
    if (txid !== this.#txid) {
      [this.#txid, this.#first, this.#seen] = [txid, said, undefined];
      return 0;
    }
    this.#seen ??= new Map([[this.#first, 1]]);
    const before = this.#seen.get(said) ?? 0;
    this.#seen.set(said, before + 1);
    return before;
  }
}

/**
 * Reads transactions or traces as ethereum-etl writes them, told apart by their columns. What failed, and what is only
 * delegated, moved nothing. Token transfers are refused: what a token is worth is not in them.
 * @throws ImportRefused naming the line
 */
export function readEthereumEtl(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  blockchain: Blockchain,
): AsyncIterable<ChainRecord[]> {
  const addresses = new AddressReader(blockchain);
  const { symbol, decimals } = COINS[blockchain];
  return readRows(chunks, name, ['from_address', 'to_address', 'value'], (row) => {
    const { place, cell } = row;
    if (row.has('token_address')) {
      throw refusedAt(name, 'holds token transfers. Import transactions or traces; tokens go in as edges-csv.');
    }
    const isTrace = row.has('trace_type');
    const identity = isTrace
      ? traceIdentity(row, blockchain)
      : `transaction ${readTxid(cell('hash'), blockchain, 'hash', place)}`;
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
    return {
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
      ...readBlockOf(cell('block_number'), cell('block_hash')),
      together: [],
    };
  });
}

/** The outermost call of a transaction is the transaction itself: taken in once, whichever file it comes from. */
function traceIdentity({ place, cell }: Row, blockchain: Blockchain): string {
  const given = cell('transaction_hash');
  const hash = given === '' ? '' : readTxid(given, blockchain, 'transaction_hash', place);
  if (hash !== '' && cell('trace_type') === 'call' && cell('trace_address') === '') return `transaction ${hash}`;
  const id = cell('trace_id') || [hash || cell('block_number'), cell('trace_type'), cell('trace_address')].join(' ');
  return `trace ${readIdentity(id, 'trace_id', place)}`;
}
