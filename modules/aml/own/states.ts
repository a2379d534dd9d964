import type { Tenant } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import type { OwnState } from '../screening.ts';
import { ownStatesOf } from '../store.ts';

interface Question {
  tenant: Tenant;
  subjectKey: string;
  resolve(state: OwnState): void;
  reject(error: unknown): void;
}

/**
 * What organisations have that bears on subjects, read outside any transaction, in one statement for all who gather
 * while the one before is under way.
 */
export class OwnStates {
  readonly #db: Queryable;
  #waiting: Question[] = [];
  #asking = false;

  constructor(db: Queryable) {
    this.#db = db;
  }

  of(tenant: Tenant, subjectKey: string): Promise<OwnState> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ tenant, subjectKey, resolve, reject });
      if (!this.#asking) void this.#ask();
    });
  }

  async #ask(): Promise<void> {
    this.#asking = true;
    // What comes in the same turn of the event loop goes along.
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    while (this.#waiting.length > 0) {
      const asked = this.#waiting;
      this.#waiting = [];
      try {
        const states = await ownStatesOf(this.#db, asked);
        asked.forEach(({ resolve }, place) => resolve(states[place] ?? { suppressed: false, blocklist: null }));
      } catch (error) {
        for (const { reject } of asked) reject(error);
      }
    }
    this.#asking = false;
  }
}
