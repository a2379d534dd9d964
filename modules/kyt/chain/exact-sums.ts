/** Whole numbers in a growing row, added up exactly: as doubles while these are exact, as bigints from there. */
export class ExactSums {
  #small: Float64Array;
  readonly #large = new Map<number, bigint>();

  constructor(room: number) {
    this.#small = new Float64Array(room);
  }

  /** Adds to the number at a place; one that was not written yet is 0. */
  add(at: number, amount: number | bigint): void {
    if (at >= this.#small.length) this.#grow(at + 1);
    const before = this.get(at);
    if (typeof before === 'number' && typeof amount === 'number') {
      const sum = before + amount;
      if (sum <= Number.MAX_SAFE_INTEGER) {
        this.#small[at] = sum;
        return;
      }
    }
    this.#large.set(at, BigInt(before) + BigInt(amount));
  }

  get(at: number): number | bigint {
    return (this.#large.size > 0 ? this.#large.get(at) : undefined) ?? this.#small[at] ?? 0;
  }

  #grow(least: number): void {
    const wider = new Float64Array(Math.max(least, this.#small.length * 2));
    wider.set(this.#small);
    this.#small = wider;
  }
}

/** A number as short as it can be kept exactly. */
export const exact = (units: bigint): number | bigint => (units <= LARGEST ? Number(units) : units);

const LARGEST = BigInt(Number.MAX_SAFE_INTEGER);
