/** Every blockchain whose addresses the service reads, in the contract's order. */
export const BLOCKCHAINS = [
  'BTC',
  'LTC',
  'DOGE',
  'BCH',
  'ETH',
  'BSC',
  'POLYGON',
  'ARBITRUM',
  'OPTIMISM',
  'BASE',
  'AVALANCHE',
  'TRX',
  'SOL',
  'XRP',
  'XMR',
] as const;

export type Blockchain = (typeof BLOCKCHAINS)[number];

/** Chains that share one address space: the same key controls the same bytes on each of them. */
export const CHAIN_FAMILIES = ['btc', 'ltc', 'doge', 'bch', 'evm', 'trx', 'sol', 'xrp', 'xmr'] as const;

export type ChainFamily = (typeof CHAIN_FAMILIES)[number];

const FAMILY_OF: Record<Blockchain, ChainFamily> = {
  BTC: 'btc',
  LTC: 'ltc',
  DOGE: 'doge',
  BCH: 'bch',
  ETH: 'evm',
  BSC: 'evm',
  POLYGON: 'evm',
  ARBITRUM: 'evm',
  OPTIMISM: 'evm',
  BASE: 'evm',
  AVALANCHE: 'evm',
  TRX: 'trx',
  SOL: 'sol',
  XRP: 'xrp',
  XMR: 'xmr',
};

/** The EVM chains: one address text is one account on all of them. */
export const EVM_BLOCKCHAINS: readonly Blockchain[] = BLOCKCHAINS.filter((chain) => FAMILY_OF[chain] === 'evm');

/** The name of a blockchain as people write it, for messages. */
export const BLOCKCHAIN_NAMES: Record<Blockchain, string> = {
  BTC: 'Bitcoin',
  LTC: 'Litecoin',
  DOGE: 'Dogecoin',
  BCH: 'Bitcoin Cash',
  ETH: 'Ethereum',
  BSC: 'BNB Smart Chain',
  POLYGON: 'Polygon',
  ARBITRUM: 'Arbitrum',
  OPTIMISM: 'Optimism',
  BASE: 'Base',
  AVALANCHE: 'Avalanche C-Chain',
  TRX: 'TRON',
  SOL: 'Solana',
  XRP: 'XRP Ledger',
  XMR: 'Monero',
};

/** The address family of a blockchain: `evm` for every EVM chain, else the chain's own. */
export function chainFamily(blockchain: Blockchain): ChainFamily {
  return FAMILY_OF[blockchain];
}

/** Whether a text names a supported blockchain, exactly as the contract spells it. */
export function isBlockchain(text: string): text is Blockchain {
  return (BLOCKCHAINS as readonly string[]).includes(text);
}
