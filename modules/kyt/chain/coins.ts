import { type Blockchain, coinJoinOf, type Share, type Transfer, transfersOf } from '../../../engines/wallets/index.ts';
import { COINS, toUnitsOf } from '../assets.ts';
import { type ChainRecord, type ChainTransfer, COINBASE, FEE, type Owner } from './transfer.ts';

/** Who holds an input or gets an output, and its value in the smallest unit. */
export interface CoinParty {
  owner: Owner;
  value: bigint;
}

/** A transaction of coins. */
export interface CoinTransaction {
  txid: string;
  /** Seconds since 1970; 0 where unknown. */
  time: number;
  height: number | null;
  /** Mints coins; it has no inputs. */
  coinbase: boolean;
  /** null: an input of which neither owner nor value is known. */
  inputs: readonly (CoinParty | null)[];
  outputs: readonly CoinParty[];
}

const SYSTEM = { coinbase: COINBASE.key, fee: FEE.key };
/** Above this many pairs of payer and payee the value goes through a node of its own: the same shares, one hop more. */
const MOST_PAIRS = 100_000;

/** An input or output without an address: a node of its own, of which nothing else is known. */
export const unnamed = (txid: string, part: string): Owner => ({
  key: `script:${txid}:${part}`,
  address: `script ${txid}:${part}`,
});

/**
 * The payments of a transaction, and its fees apart. What inputs lack is taken to come from an unknown owner, so that its
 * share counts as unknown and as nobody's.
 * @throws RangeError where outputs exceed inputs
 */
export function recordOf(blockchain: Blockchain, transaction: CoinTransaction): ChainRecord {
  const { txid, time, height, coinbase } = transaction;
  const { decimals, symbol } = COINS[blockchain];
  const owners = new Map<string, Owner>([COINBASE, FEE].map((owner) => [owner.key, owner]));
  const shareOf = ({ owner, value }: CoinParty): Share<string> => {
    owners.set(owner.key, owner);
    return { owner: owner.key, value };
  };
  const outputs = transaction.outputs.map(shareOf);
  const inputs = transaction.inputs.flatMap((input) => (input ? shareOf(input) : []));
  const isWhole = coinbase || inputs.length === transaction.inputs.length;
  const missing = isWhole ? 0n : sumOf(outputs) - sumOf(inputs);
  if (missing > 0n) inputs.push(shareOf({ owner: unnamed(txid, 'unknown inputs'), value: missing }));
  let moved: Transfer<string>[] = [];
  if (coinbase) moved = transfersOf({ inputs: [], outputs, coinbase }, SYSTEM);
  else if (inputs.length * outputs.length > MOST_PAIRS) {
    const { owner, value } = shareOf({
      owner: { key: `transaction:${txid}`, address: `transaction ${txid}` },
      value: sumOf(outputs),
    });
    moved = [
      ...transfersOf({ inputs, outputs: [{ owner, value }] }, SYSTEM),
      ...transfersOf({ inputs: [{ owner, value }], outputs }, SYSTEM),
    ];
  } else if (inputs.length > 0) moved = transfersOf({ inputs, outputs }, SYSTEM);
  const ownerNamed = (key: string): Owner => owners.get(key) ?? COINBASE;
  const transfers: ChainTransfer[] = [];
  const fees: ChainTransfer[] = [];
  for (const { from, to, value } of moved) {
    const units = toUnitsOf(value, decimals);
    (to === FEE.key ? fees : transfers).push({
      from: ownerNamed(from),
      to: ownerNamed(to),
      asset: symbol,
      units,
      time,
    });
  }
  return {
    identity: txid,
    transfers,
    fees,
    height,
    together: isWhole ? spentTogether(inputs, outputs).map(ownerNamed) : [],
  };
}

/** The owners of all inputs, where they can be taken for one: not in the shape of a CoinJoin. */
function spentTogether(inputs: readonly Share<string>[], outputs: readonly Share<string>[]): string[] {
  const keys = [...new Set(inputs.map(({ owner }) => owner))].filter((key) => !key.startsWith('script:'));
  if (keys.length < 2) return [];
  const named = ({ owner: address, value }: Share<string>) => ({ address, value });
  return coinJoinOf({ inputs: inputs.map(named), outputs: outputs.map(named) }) ? [] : keys;
}

const sumOf = (shares: readonly Share<string>[]): bigint => shares.reduce((sum, { value }) => sum + value, 0n);
