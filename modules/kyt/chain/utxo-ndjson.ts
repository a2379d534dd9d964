import type { Blockchain } from '../../../engines/wallets/index.ts';
import { refusedAt } from '../refused.ts';
import { type CoinParty, recordOf, unnamed } from './coins.ts';
import { readLines } from './lines.ts';
import { AddressReader, readBlockOf, readTime, readTxid } from './parse.ts';
import type { ChainRecord, Owner } from './transfer.ts';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const UTXO_BLOCKCHAINS: readonly Blockchain[] = ['BTC', 'LTC', 'DOGE', 'BCH'];

/**
 * Reads transactions of coins, one a line: {txid, time, vin: [{address, value}], vout: [{address, value}]}, values in
 * the smallest unit. Newly minted coins have no vin, or one that says `coinbase`. An input without a value counts as
 * unknown. `height` and `block_hash` are read where they are there.
 * @throws ImportRefused naming the line
 */
export function readUtxo(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  blockchain: Blockchain,
): AsyncIterable<ChainRecord[]> {
  const addresses = new AddressReader(blockchain);
  return readLines(chunks, name, (text, place) => {
    if (text.trim() === '') return undefined;
    let transaction: unknown;
    try {
      transaction = JSON.parse(text);
    } catch {
      throw refusedAt(place, 'is no valid JSON; the file may be cut short. What stood before it was taken in.');
    }
    if (!isObject(transaction)) throw refusedAt(place, 'is no JSON object with one transaction.');
    return readTransaction(transaction, blockchain, addresses, place);
  });
}

function readTransaction(json: Json, blockchain: Blockchain, addresses: AddressReader, place: string): ChainRecord {
  const txid = readTxid(json['txid'] ?? json['hash'], blockchain, 'txid', place);
  const { vin, vout } = json;
  if (!Array.isArray(vin) || !Array.isArray(vout)) throw refusedAt(place, 'vin and vout must be lists.');
  const ownerOf = ({ address }: Json, part: string): Owner =>
    typeof address === 'string' && address !== '' ? addresses.read(address, `${place}, ${part}`) : unnamed(txid, part);
  const partyOf = (entry: unknown, part: string): CoinParty | null => {
    if (!isObject(entry)) throw refusedAt(`${place}, ${part}`, 'is no object.');
    const { value } = entry;
    if (part.startsWith('vin') && (value === undefined || value === null)) return null;
    return { owner: ownerOf(entry, part), value: readValue(value, `${place}, ${part}`) };
  };
  const isMint = (entry: unknown): boolean => isObject(entry) && Boolean(entry['coinbase']);
  const coinbase = vin.length === 0 || vin.some(isMint);
  const block = readBlockOf(
    json['height'] ?? json['block_height'] ?? json['blockHeight'] ?? json['block_number'],
    json['block_hash'] ?? json['blockHash'] ?? json['blockhash'],
  );
  const transaction = {
    txid,
    time: readTime(json['time'], place),
    height: block.height,
    coinbase,
    inputs: coinbase ? [] : vin.map((entry: unknown, i) => partyOf(entry, `vin ${i}`)),
    outputs: vout.flatMap((entry: unknown, i) => partyOf(entry, `vout ${i}`) ?? []),
  };
  try {
    return { ...recordOf(blockchain, transaction), ...block };
  } catch (error) {
    throw refusedAt(place, error instanceof Error ? error.message : 'the transaction does not add up.');
  }
}

function readValue(value: unknown, place: string): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  if (typeof value === 'string' && /^\d{1,30}$/.test(value)) return BigInt(value);
  throw refusedAt(place, 'value must be a whole number of the smallest unit, 0 or more.');
}
