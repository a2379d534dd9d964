import type { Blockchain, Policy } from '../../../engines/wallets/index.ts';
import { COINS, parseAmount, toUnitsOf } from '../assets.ts';

const MILLION = 1_000_000n;

/**
 * Value up to which a direct dealing in an asset is dust, in hundred-millionths of the asset: a blockchain's own coin
 * and well-known tokens by the amounts that the policy names; of any other token, whose worth is not known, a part of
 * all that the address ever received in it.
 * @param received units of the asset that came in at the address
 */
export function dustOf(
  policy: Policy,
  { blockchain, family, asset, received }: { blockchain: Blockchain; family: string; asset: string; received: bigint },
): bigint {
  const { symbol, decimals } = COINS[blockchain];
  if (asset === symbol) return toUnitsOf(BigInt(policy.dust[family] ?? '0'), decimals);
  const { tokenDust } = policy;
  if (!tokenDust) return 0n;
  const amount = Object.hasOwn(tokenDust.amounts, asset) ? tokenDust.amounts[asset] : undefined;
  if (amount !== undefined) return parseAmount(amount) ?? 0n;
  return (received * BigInt(tokenDust.otherPerMillion)) / MILLION;
}

const COIN_SYMBOLS = [...new Set(Object.values(COINS).map(({ symbol }) => symbol))];

/** Assets whose worth is known: the blockchains' own coins and the tokens that a policy names. */
export const assetsOfWorth = ({ tokenDust }: Pick<Policy, 'tokenDust'>): string[] => [
  ...COIN_SYMBOLS,
  ...Object.keys(tokenDust?.amounts ?? {}),
];
