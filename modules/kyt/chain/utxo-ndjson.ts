import { type Blockchain, coinJoinOf, type Share, type Transfer, transfersOf } from '../../../engines/wallets/index.ts';
import { COINS, toUnitsOf } from '../assets.ts';
import { refusedAt } from '../refused.ts';
import { linesOf } from './lines.ts';
import { AddressReader, readIdentity, readTime } from './parse.ts';
import { type ChainRecord, COINBASE, type Owner } from './transfer.ts';

type Json = Readonly<Record<string, unknown>>;
type Party = Share<string>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const UTXO_BLOCKCHAINS: readonly Blockchain[] = ['BTC', 'LTC', 'DOGE', 'BCH'];
const FEE = 'fee';
const SYSTEM = { coinbase: COINBASE.key, fee: FEE };
/** Above this many pairs of payer and payee the value goes through a node of its own: the same shares, one hop more. */
const MOST_PAIRS = 100_000;

/**
 * Reads transactions of coins, one a line: {txid, time, vin: [{address, value}], vout: [{address, value}]}, values in
 * the smallest unit. Newly minted coins have no vin, or one that says `coinbase`. What an input lacks is taken to come
 * from an unknown owner, so that its share counts as unknown and as nobody's. `height` is read where it is there.
 * @throws ImportRefused naming the line
 */
export async function* readUtxo(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  blockchain: Blockchain,
): AsyncGenerator<ChainRecord> {
  const addresses = new AddressReader(blockchain);
  for await (const { text, line } of linesOf(chunks, name)) {
    if (text.trim() === '') continue;
    const place = `${name} line ${line}`;
    let transaction: unknown;
    try {
      transaction = JSON.parse(text);
    } catch {
      throw refusedAt(place, 'is no valid JSON; the file may be cut short. What stood before it was taken in.');
    }
    if (!isObject(transaction)) throw refusedAt(place, 'is no JSON object with one transaction.');
    yield readTransaction(transaction, blockchain, addresses, place);
  }
}

function readTransaction(json: Json, blockchain: Blockchain, addresses: AddressReader, place: string): ChainRecord {
  const txid = readIdentity(json['txid'] ?? json['hash'], 'txid', place);
  const { vin, vout } = json;
  if (!Array.isArray(vin) || !Array.isArray(vout)) throw refusedAt(place, 'vin and vout must be lists.');
  const owners = new Map<string, Owner>();
  const { decimals, symbol } = COINS[blockchain];
  /** Who holds an input or gets an output; of what names no address, a node of its own. */
  const ownerOf = (entry: Json, part: string): string => {
    const { address } = entry;
    const owner =
      typeof address === 'string' && address !== ''
        ? addresses.read(address, `${place}, ${part}`)
        : { key: `script:${txid}:${part}`, address: `script ${txid}:${part}` };
    owners.set(owner.key, owner);
    return owner.key;
  };
  const isMint = (entry: unknown): boolean => isObject(entry) && Boolean(entry['coinbase']);
  const coinbase = vin.length === 0 || vin.some(isMint);
  const outputs = vout.map((entry: unknown, i): Party => {
    if (!isObject(entry)) throw refusedAt(`${place}, vout ${i}`, 'is no object.');
    return { owner: ownerOf(entry, `vout ${i}`), value: readValue(entry['value'], `${place}, vout ${i}`) };
  });
  const inputs = coinbase
    ? []
    : vin.flatMap((entry: unknown, i): Party[] => {
        if (!isObject(entry)) throw refusedAt(`${place}, vin ${i}`, 'is no object.');
        if (entry['value'] === undefined || entry['value'] === null) return [];
        return [{ owner: ownerOf(entry, `vin ${i}`), value: readValue(entry['value'], `${place}, vin ${i}`) }];
      });
  const missing = coinbase || inputs.length === vin.length ? 0n : sumOf(outputs) - sumOf(inputs);
  if (missing > 0n) inputs.push({ owner: ownerOf({}, 'vin unknown'), value: missing });
  owners.set(COINBASE.key, COINBASE);
  let moved: Transfer<string>[];
  try {
    if (inputs.length === 0 && !coinbase) moved = [];
    else if (inputs.length * outputs.length > MOST_PAIRS) {
      const through: Owner = { key: `transaction:${txid}`, address: `transaction ${txid}` };
      owners.set(through.key, through);
      moved = [
        ...transfersOf({ inputs, outputs: [{ owner: through.key, value: sumOf(outputs) }] }, SYSTEM),
        ...transfersOf({ inputs: [{ owner: through.key, value: sumOf(outputs) }], outputs }, SYSTEM),
      ];
    } else moved = transfersOf({ inputs, outputs, coinbase }, SYSTEM);
  } catch (error) {
    throw refusedAt(place, error instanceof Error ? error.message : 'the transaction does not add up.');
  }
  const time = readTime(json['time'], place);
  const ownerNamed = (key: string): Owner => owners.get(key) ?? COINBASE;
  const { height } = json;
  return {
    identity: txid,
    transfers: moved
      .filter(({ to }) => to !== FEE)
      .map(({ from, to, value }) => ({
        from: ownerNamed(from),
        to: ownerNamed(to),
        asset: symbol,
        units: toUnitsOf(value, decimals),
        time,
      })),
    height: typeof height === 'number' && Number.isSafeInteger(height) && height >= 0 ? height : null,
    together: missing > 0n ? [] : spentTogether(inputs, outputs),
  };
}

/** The owners of all inputs, where they can be taken for one: not in the shape of a CoinJoin. */
function spentTogether(inputs: readonly Party[], outputs: readonly Party[]): string[] {
  const keys = [...new Set(inputs.map(({ owner }) => owner))].filter((key) => !key.startsWith('script:'));
  if (keys.length < 2) return [];
  const named = ({ owner: address, value }: Party) => ({ address, value });
  return coinJoinOf({ inputs: inputs.map(named), outputs: outputs.map(named) }) ? [] : keys;
}

const sumOf = (parties: readonly Party[]): bigint => parties.reduce((sum, { value }) => sum + value, 0n);

function readValue(value: unknown, place: string): bigint {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
  if (typeof value === 'string' && /^\d{1,30}$/.test(value)) return BigInt(value);
  throw refusedAt(place, 'value must be a whole number of the smallest unit, 0 or more.');
}
