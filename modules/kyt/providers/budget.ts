import { BudgetSpent } from './failure.ts';

/** How much one task may ask of a provider: requests, retries included, and time. */
export class Budget {
  #requests: number;
  readonly #until: number;

  constructor(limits: { requests: number; seconds: number }) {
    this.#requests = limits.requests;
    this.#until = performance.now() + limits.seconds * 1000;
  }

  get requests(): number {
    return this.#requests;
  }

  /** Milliseconds left. */
  get time(): number {
    return Math.max(0, this.#until - performance.now());
  }

  get spent(): boolean {
    return this.#requests <= 0 || this.time <= 0;
  }

  /** Counts one request. @throws BudgetSpent */
  take(): void {
    if (this.spent) throw new BudgetSpent();
    this.#requests -= 1;
  }
}
