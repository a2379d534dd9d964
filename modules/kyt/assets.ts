import type { Blockchain } from '../../engines/wallets/index.ts';

/** A blockchain's own coin: its symbol and how many decimals its smallest unit stands for. */
export const COINS: Readonly<Record<Blockchain, { symbol: string; decimals: number }>> = {
  BTC: { symbol: 'BTC', decimals: 8 },
  LTC: { symbol: 'LTC', decimals: 8 },
  DOGE: { symbol: 'DOGE', decimals: 8 },
  BCH: { symbol: 'BCH', decimals: 8 },
  ETH: { symbol: 'ETH', decimals: 18 },
  BSC: { symbol: 'BNB', decimals: 18 },
  POLYGON: { symbol: 'POL', decimals: 18 },
  ARBITRUM: { symbol: 'ETH', decimals: 18 },
  OPTIMISM: { symbol: 'ETH', decimals: 18 },
  BASE: { symbol: 'ETH', decimals: 18 },
  AVALANCHE: { symbol: 'AVAX', decimals: 18 },
  TRX: { symbol: 'TRX', decimals: 6 },
  SOL: { symbol: 'SOL', decimals: 9 },
  XRP: { symbol: 'XRP', decimals: 6 },
  XMR: { symbol: 'XMR', decimals: 12 },
};

/** Amounts are kept in hundred-millionths of an asset, whatever its decimals: shares need no more. */
export const UNIT_DECIMALS = 8;

/** An amount of the smallest unit in units, rounded up, so that nothing paid becomes nothing. */
export function toUnitsOf(amount: bigint, decimals: number): bigint {
  if (decimals <= UNIT_DECIMALS) return amount * 10n ** BigInt(UNIT_DECIMALS - decimals);
  const divisor = 10n ** BigInt(decimals - UNIT_DECIMALS);
  return (amount + divisor - 1n) / divisor;
}

const AMOUNT = /^(\d{1,30})(?:\.(\d{1,30}))?$/;

/** A decimal amount of an asset in units, rounded up; undefined where the text is none. */
export function parseAmount(text: string): bigint | undefined {
  const match = AMOUNT.exec(text);
  if (!match) return undefined;
  const [, whole = '', fraction = ''] = match;
  return toUnitsOf(BigInt(whole + fraction), fraction.length);
}

/** Units as a decimal amount of the asset, without zeros at its end. */
export function formatUnits(units: bigint): string {
  const text = units.toString().padStart(UNIT_DECIMALS + 1, '0');
  const fraction = text.slice(-UNIT_DECIMALS).replace(/0+$/, '');
  return `${text.slice(0, -UNIT_DECIMALS)}${fraction === '' ? '' : `.${fraction}`}`;
}
