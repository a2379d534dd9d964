import type { Blockchain } from '../../../engines/wallets/index.ts';

/**
 * Tokens that go by their symbol: anyone can give a contract any name, so only these contracts may. Addresses as their
 * issuers publish them (Tether, "Supported protocols"; Circle, "USDC contract addresses").
 */
const KNOWN: Readonly<Partial<Record<Blockchain, Readonly<Record<string, string>>>>> = {
  ETH: {
    '0xdac17f958d2ee523a2206206994597c13d831ec7': 'USDT',
    '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48': 'USDC',
  },
  POLYGON: { '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359': 'USDC' },
  ARBITRUM: { '0xaf88d065e77c8cc2239327c5edb3a432268e5831': 'USDC' },
  OPTIMISM: { '0x0b2c639c533813f4aa9d7837caf62653d097ff85': 'USDC' },
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

/** What a token is called in the value graph: its symbol where that is beyond doubt, else its contract. */
export function assetOf(blockchain: Blockchain, contract: string): string {
  const name = /^0x/i.test(contract) ? contract.toLowerCase() : contract;
  return KNOWN[blockchain]?.[name] ?? name;
}
