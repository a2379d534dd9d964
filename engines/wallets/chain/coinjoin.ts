/** Shapes of transactions in which several people's coins are joined, so that co-spending does not mean one owner. */
export type CoinJoin = 'WHIRLPOOL' | 'WASABI' | 'WASABI_2' | 'JOINMARKET' | 'EQUAL_OUTPUTS';

/** What the shape of a transaction is read from. Values in the chain's smallest unit (satoshi). */
export type TransactionShape = {
  /** The addresses spent from, one entry an input. */
  inputs: readonly { address: string | number; value: bigint }[];
  outputs: readonly { address: string | number | null; value: bigint }[];
};

/** Pool sizes of Whirlpool, in satoshi. */
const WHIRLPOOL_POOLS: ReadonlySet<bigint> = new Set([100_000n, 1_000_000n, 2_500_000n, 5_000_000n, 50_000_000n]);

// Inputs of a Whirlpool mix bring at most this much above the pool size, for the miner.
const WHIRLPOOL_EXCESS = 110_000n;
const WASABI_TENTH = 10_000_000n;

/** Amounts that WabiSabi rounds use: powers of 2 and 3, their doubles, 1, 2 and 5 times powers of 10 (satoshi). */
const WABISABI_AMOUNTS: ReadonlySet<bigint> = wabiSabiAmounts();

function wabiSabiAmounts(): Set<bigint> {
  const amounts = new Set<bigint>();
  const most = 4_300_000_000_000n;
  for (let power = 1n; power < most; power *= 2n) amounts.add(power);
  for (let power = 1n; power < most; power *= 3n) amounts.add(power).add(power * 2n);
  for (let power = 1n; power < most; power *= 10n)
    amounts
      .add(power)
      .add(power * 2n)
      .add(power * 5n);
  return new Set([...amounts].filter((amount) => amount >= 5_000n));
}

/**
 * Whether a transaction has the shape of a CoinJoin, and of which kind. Errs towards yes: a wrong yes only leaves two
 * clusters apart, a wrong no joins strangers.
 *
 * Sources: Goldfeder, Kalodner, Reisman, Narayanan, "When the cookie meets the blockchain" (2018), section 4, for
 * JoinMarket; Stockinger, Haslhofer, Moreno-Sanchez, Maffei, "Pinpointing and Measuring Wasabi and Samourai
 * CoinJoins" (2021), for Wasabi 1 and Whirlpool; the WabiSabi paper (2021) and its wallet's table of amounts for
 * Wasabi 2.
 */
export function coinJoinOf(transaction: TransactionShape): CoinJoin | undefined {
  const payers = new Set(transaction.inputs.map((input) => input.address)).size;
  if (payers < 2 || transaction.outputs.length < 2) return undefined;
  const counts = new Map<bigint, number>();
  const outputs = transaction.outputs.filter((output) => output.address !== null && output.value > 0n);
  for (const { value } of outputs) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [commonValue, equal] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), [0n, 0]);

  if (isWhirlpool(transaction, outputs.length, commonValue, equal)) return 'WHIRLPOOL';
  if (isWasabi2(transaction, outputs)) return 'WASABI_2';
  const nearTenth = commonValue >= (WASABI_TENTH * 8n) / 10n && commonValue <= (WASABI_TENTH * 12n) / 10n;
  if (equal >= 10 && nearTenth && transaction.inputs.length >= equal) return 'WASABI';
  // Each maker and the taker get one equal output and at most one change output.
  const changeOutputs = outputs.length - equal;
  if (equal >= 2 && payers >= equal && changeOutputs <= equal && changeOutputs >= equal - 1 && commonValue > 2730n) {
    return 'JOINMARKET';
  }
  return equal >= 3 && payers >= equal ? 'EQUAL_OUTPUTS' : undefined;
}

function isWhirlpool(transaction: TransactionShape, outputs: number, pool: bigint, equal: number): boolean {
  if (outputs < 5 || outputs > 10 || equal !== outputs || transaction.inputs.length !== outputs) return false;
  return (
    WHIRLPOOL_POOLS.has(pool) &&
    transaction.inputs.every((input) => input.value >= pool && input.value <= pool + WHIRLPOOL_EXCESS)
  );
}

function isWasabi2(transaction: TransactionShape, outputs: readonly { value: bigint }[]): boolean {
  if (transaction.inputs.length < 20 || outputs.length < 20) return false;
  const standard = outputs.filter((output) => WABISABI_AMOUNTS.has(output.value)).length;
  const descending = outputs.every((output, i) => i === 0 || output.value <= outputs[i - 1]!.value);
  return descending && standard * 10 >= outputs.length * 7;
}
