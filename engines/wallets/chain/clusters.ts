import { coinJoinOf, type TransactionShape } from './coinjoin.ts';

/** Why a transaction joined nothing, or not all it might have. */
export type ClusterCounts = {
  transactions: number;
  joined: number;
  coinJoins: number;
  /** Joins refused because the cluster would grow past what one owner plausibly holds. */
  refused: number;
};

/** A transaction whose addresses are numbers of an address table. */
export type CoSpend = {
  inputs: readonly { address: number; value: bigint }[];
  outputs: TransactionShape['outputs'];
};

export type ClusterLimits = {
  /** No cluster grows beyond this many addresses. */
  maxSize: number;
  /** Two clusters both at least this large are never joined by one transaction: the mark of a runaway merge. */
  largeSize: number;
};

export const DEFAULT_CLUSTER_LIMITS: ClusterLimits = { maxSize: 1_000_000, largeSize: 10_000 };

/**
 * Groups addresses that were spent together in one transaction, and so were signed for by one owner (multi-input
 * heuristic: Nakamoto 2008, section 10; Meiklejohn et al., "A Fistful of Bitcoins", 2013), save where the transaction
 * has the shape of a CoinJoin. Change outputs are not guessed. A union-find over address numbers; with the caps, the
 * order of transactions can matter, so feed them in chain order.
 */
export class Clusters {
  #parent = new Uint32Array(1024);
  #size = new Uint32Array(1024);
  #count = 0;
  readonly #limits: ClusterLimits;
  readonly counts: ClusterCounts = { transactions: 0, joined: 0, coinJoins: 0, refused: 0 };

  constructor(limits: ClusterLimits = DEFAULT_CLUSTER_LIMITS) {
    this.#limits = limits;
  }

  /** Reads one transaction, its addresses by number. Coinbase transactions have no inputs and join nothing. */
  add(transaction: CoSpend): void {
    this.counts.transactions++;
    const [first, ...others] = new Set(transaction.inputs.map((input) => input.address));
    if (first === undefined || others.length === 0) {
      if (first !== undefined) this.#reserve(first);
      return;
    }
    if (coinJoinOf(transaction)) {
      this.counts.coinJoins++;
      return;
    }
    for (const other of others) {
      if (this.join(first, other)) this.counts.joined++;
    }
  }

  /** Joins two addresses, where the caps allow it. @returns whether two clusters became one */
  join(a: number, b: number): boolean {
    let large = this.clusterOf(a);
    let small = this.clusterOf(b);
    if (large === small) return false;
    // The older address stands for a cluster of equal sizes, whatever order the two were named in.
    const [sizeA, sizeB] = [this.#size[large]!, this.#size[small]!];
    if (sizeA < sizeB || (sizeA === sizeB && large > small)) [large, small] = [small, large];
    const smaller = Math.min(sizeA, sizeB);
    if (sizeA + sizeB > this.#limits.maxSize || smaller >= this.#limits.largeSize) {
      this.counts.refused++;
      return false;
    }
    this.#parent[small] = large;
    this.#size[large] = sizeA + sizeB;
    return true;
  }

  /** The number of the address that stands for the cluster of an address; itself where it is alone. */
  clusterOf(address: number): number {
    this.#reserve(address);
    const parent = this.#parent;
    let at = address;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]!]!;
      at = parent[at]!;
    }
    return at;
  }

  /** How many addresses are in the cluster of an address. */
  sizeOf(address: number): number {
    return this.#size[this.clusterOf(address)]!;
  }

  #reserve(address: number): void {
    if (address < this.#count) return;
    if (address >= this.#parent.length) {
      const room = 2 ** Math.ceil(Math.log2(address + 1));
      const parent = new Uint32Array(room);
      const size = new Uint32Array(room);
      parent.set(this.#parent);
      size.set(this.#size);
      [this.#parent, this.#size] = [parent, size];
    }
    for (let i = this.#count; i <= address; i++) {
      this.#parent[i] = i;
      this.#size[i] = 1;
    }
    this.#count = address + 1;
  }
}
