import type { Blockchain, Payment } from '../../../engines/wallets/index.ts';
import { type CoinParty, recordOf } from '../chain/coins.ts';
import { type ChainRecord, type ChainTransfer, FEE, type Owner } from '../chain/transfer.ts';
import { ImportRefused, refusedAt } from '../refused.ts';

/** A payment is known by its place in the ledger; what it is of is told by {@link Ledger}. */
export type LedgerPayment = Payment<number>;

interface Row {
  transaction: string;
  asset: string;
  time: number;
  payment: LedgerPayment;
}

/** Payments held at once: a million took 880 MB and 48 s on a busy machine. */
export const MOST_PAYMENTS = 2_000_000;

/** Every payment of some files, in the order of the chain, fees among them: what an investigator traces over. */
export class Ledger {
  readonly owners: Owner[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #rows: Row[] = [];
  readonly #coins = new Map<string, CoinParty>();
  readonly #blockchain: Blockchain;
  readonly #most: number;

  constructor(blockchain: Blockchain, most = MOST_PAYMENTS) {
    this.#blockchain = blockchain;
    this.#most = most;
  }

  /** @throws ImportRefused where the files hold more than can be traced at once, or a transaction does not add up */
  add(record: ChainRecord): void {
    const { identity, transfers, fees = [] } = record.pending ? this.#resolved(record) : record;
    const transaction = transactionOf(identity);
    for (const transfer of transfers) this.#put(transaction, transfer);
    for (const fee of fees) this.#put(transaction, fee);
  }

  /** The payments of a transaction, fees left out, in the order in which they stand. */
  paymentsOf(transaction: string): { payment: LedgerPayment; asset: string; to: Owner }[] {
    const asked = sameTransaction(transaction);
    return this.#rows
      .filter((row) => row.transaction === asked && this.owners[row.payment.to]?.key !== FEE.key)
      .map(({ payment, asset }) => ({ payment, asset, to: this.owners[payment.to]! }));
  }

  transactionOf(payment: number): string {
    return this.#rows[payment]?.transaction ?? '';
  }

  /**
   * All payments of one asset, by who paid or was paid, the oldest first: by time where every payment tells it, else
   * in the order of the files.
   */
  byOwner(asset: string): (node: number) => readonly LedgerPayment[] {
    const rows = this.#rows.filter((row) => row.asset === asset);
    if (rows.every(({ time }) => time > 0)) rows.sort((a, b) => a.time - b.time || a.payment.id - b.payment.id);
    const found = new Map<number, LedgerPayment[]>();
    const note = (node: number, payment: LedgerPayment): void => {
      const known = found.get(node);
      if (known) known.push(payment);
      else found.set(node, [payment]);
    };
    for (const { payment } of rows) {
      note(payment.from, payment);
      if (payment.to !== payment.from) note(payment.to, payment);
    }
    return (node) => found.get(node) ?? [];
  }

  #put(transaction: string, { from, to, asset, units, time }: ChainTransfer): void {
    if (this.#rows.length >= this.#most) {
      throw new ImportRefused(
        `The files hold more than ${this.#most} payments. Give only those of the time in question.`,
      );
    }
    const payment = { id: this.#rows.length, from: this.#numberOf(from), to: this.#numberOf(to), value: units };
    this.#rows.push({ transaction, asset, time, payment });
  }

  #numberOf(owner: Owner): number {
    const known = this.#numbers.get(owner.key);
    if (known !== undefined) return known;
    this.#numbers.set(owner.key, this.owners.length);
    return this.owners.push(owner) - 1;
  }

  /** What the inputs spend is found among the outputs of these files; what is not counts as unknown. */
  #resolved(record: ChainRecord): ChainRecord {
    const { transaction, spent, created, place } = record.pending!;
    const inputs = spent.map((outpoint) => this.#coins.get(outpoint) ?? null);
    for (const outpoint of spent) this.#coins.delete(outpoint);
    for (const { outpoint, owner, value } of created) this.#coins.set(outpoint, { owner, value });
    try {
      return recordOf(this.#blockchain, { ...transaction, inputs, outputs: created });
    } catch (error) {
      throw refusedAt(place, error instanceof Error ? error.message : 'the transaction does not add up.');
    }
  }
}

const HASH = /(?:0x)?[0-9a-f]{64}/i;

/** A transaction's identifier, so that one written otherwise is the same. */
export const sameTransaction = (text: string): string => (HASH.exec(text)?.[0] === text ? text.toLowerCase() : text);

/** The transaction that a record is of: its identity begins with it, or holds its hash behind the kind of record. */
function transactionOf(identity: string): string {
  const [first = '', second = ''] = identity.split(' ');
  return sameTransaction(first === 'transaction' || first === 'trace' ? (HASH.exec(second)?.[0] ?? second) : first);
}
