import type { Blockchain } from '../../../engines/wallets/index.ts';

/**
 * Tokens that count. Anyone can make a token whose contract names anybody as payer of anything, so payments of unknown
 * ones prove nothing and are left out; and anyone can call one USDT, so tokens are told by their contracts. Those of
 * issuers as Tether and Circle publish them, those of bridges and wrappers as the chains' explorers verify them.
 */
const KNOWN: Readonly<Partial<Record<Blockchain, Readonly<Record<string, string>>>>> = {
  ETH: {
    '0xdac17f958d2ee523a2206206994597c13d831ec7': 'USDT',
    '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48': 'USDC',
    '0x6b175474e89094c44da98b954eedeac495271d0f': 'DAI',
    '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2': 'WETH',
    '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599': 'WBTC',
  },
  BSC: {
    '0x55d398326f99059ff775485246999027b3197955': 'USDT',
    '0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d': 'USDC',
  },
  POLYGON: {
    '0xc2132d05d31c914a87c6611c10748aeb04b58e8f': 'USDT',
    '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359': 'USDC',
  },
  ARBITRUM: {
    '0xfd086bc7cd5c481dcc9c85ebe478a1c0b69fcbb9': 'USDT',
    '0xaf88d065e77c8cc2239327c5edb3a432268e5831': 'USDC',
  },
  OPTIMISM: {
    '0x94b008aa00579c1307b0ef2c499ad98a8ce58e58': 'USDT',
    '0x0b2c639c533813f4aa9d7837caf62653d097ff85': 'USDC',
  },
  BASE: { '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913': 'USDC' },
  AVALANCHE: {
    '0x9702230a8ea53601f5cd2dc00fdbc13d4df4a8c7': 'USDT',
    '0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e': 'USDC',
  },
  TRX: { TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t: 'USDT' },
  SOL: {
    Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB: 'USDT',
    EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: 'USDC',
  },
};

const spelt = (contract: string): string => (/^0x/i.test(contract) ? contract.toLowerCase() : contract);

/** The tokens of a blockchain that count: the well-known ones, and those that the operator adds. */
export class Tokens {
  readonly #assets: ReadonlyMap<string, string>;

  constructor(blockchain: Blockchain, added: readonly string[] = []) {
    this.#assets = new Map([
      ...added.map((contract): [string, string] => [spelt(contract), spelt(contract)]),
      ...Object.entries(KNOWN[blockchain] ?? {}),
    ]);
  }

  /** What a token is called in the value graph: a symbol where that is beyond doubt, else its contract. Undefined: it does not count. */
  assetOf(contract: string): string | undefined {
    return this.#assets.get(spelt(contract));
  }
}
