/** An owner of value at a transaction: an address, or something that stands for no address. */
export interface Owner {
  key: string;
  /** As people write it; of what has no address, what it is. */
  address: string;
  /** Its number in the database, and the import that was told it. */
  numbered?: { by: object; number: number };
}

/** Value that moved from one owner to another. */
export interface ChainTransfer {
  from: Owner;
  to: Owner;
  asset: string;
  /** Hundred-millionths of the asset. */
  units: bigint;
  /** Seconds since 1970; 0 where unknown. */
  time: number;
}

/** What one record of a file says; taken in once, however often it is read. */
export interface ChainRecord {
  /** What tells it from every other record of the blockchain. */
  identity: string;
  transfers: ChainTransfer[];
  /** What payers left to whoever confirms, where the data tells: no part of the value graph. */
  fees?: ChainTransfer[];
  height: number | null;
  /** Of the block at that height, where the data tells: another one of the same height replaces it. */
  blockHash?: string | null;
  /** Addresses that were spent from together by one owner; empty where nothing follows. */
  together: Owner[];
  /** A transaction whose inputs name what they spend and not its value: its payments follow once that is found. */
  pending?: PendingCoins;
}

export interface PendingCoins {
  transaction: { txid: string; time: number; height: number | null; coinbase: boolean };
  /** Outputs that the inputs spend: 36 bytes in hex. */
  spent: string[];
  created: { outpoint: string; owner: Owner; value: bigint }[];
  place: string;
}

/** Where fees go: no node of the graph. */
export const FEE: Owner = { key: 'fee', address: 'fee' };

/** Where newly minted coins come from: a node of the graph that is no address. */
export const COINBASE: Owner = { key: 'coinbase', address: 'coinbase' };
