import { hash } from 'node:crypto';
import { exact } from './exact-sums.ts';
import type { ChainRecord, ChainTransfer, Owner } from './transfer.ts';

/**
 * Records that are taken in together, in columns: as objects, hundreds of thousands of them would occupy the collector
 * of garbage more than all else. Repetitions within it are left out, as those are that come later.
 */
export class Batch {
  readonly #places = new Map<string, number>();
  /** Of each record; -1 where it has none. */
  readonly heights: number[] = [];
  /** The block at a height, where the data tells. */
  readonly blocks = new Map<number, string>();
  /** Records whose payments follow once is found what they spend. */
  readonly pending: { place: number; record: ChainRecord }[] = [];
  /** Groups of owners who signed together, by record. */
  readonly together: { place: number; owners: Owner[] }[] = [];
  /** Of each payment: its record, its ends, and what was paid. */
  readonly recordOf: number[] = [];
  readonly from: Owner[] = [];
  readonly to: Owner[] = [];
  readonly asset: string[] = [];
  readonly units: (number | bigint)[] = [];
  readonly time: number[] = [];

  static of(records: readonly ChainRecord[]): Batch {
    const batch = new Batch();
    for (const record of records) batch.add(record);
    return batch;
  }

  /** Records, each once. */
  get size(): number {
    return this.heights.length;
  }

  /** The digests under which the records are remembered: 20 bytes each, a text of as many characters. */
  get digests(): string[] {
    return [...this.#places.keys()];
  }

  add(record: ChainRecord): void {
    const digest = hash('sha256', record.identity, 'binary').slice(0, 20);
    if (this.#places.has(digest)) return;
    const place = this.heights.length;
    this.#places.set(digest, place);
    this.heights.push(record.height ?? -1);
    if (record.height !== null && record.blockHash != null) this.blocks.set(record.height, record.blockHash);
    if (record.pending) this.pending.push({ place, record });
    this.addPayments(place, record);
  }

  /** The payments of a record, and who signed together in it. */
  addPayments(place: number, { transfers, together }: Pick<ChainRecord, 'transfers' | 'together'>): void {
    for (const transfer of transfers) {
      if (!isPayment(transfer)) continue;
      this.recordOf.push(place);
      this.from.push(transfer.from);
      this.to.push(transfer.to);
      this.asset.push(transfer.asset);
      this.units.push(exact(transfer.units));
      this.time.push(transfer.time);
    }
    if (together.length > 1) this.together.push({ place, owners: together });
  }
}

const isPayment = ({ from, to, units }: ChainTransfer): boolean => units > 0n && from.key !== to.key;
