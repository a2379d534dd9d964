import type { Tenant } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/sql.ts';
import { type StoredSuppression, subjectsWithSuppressions, suppressionsOf } from './store.ts';

interface Question {
  tenant: Tenant;
  subjectKey: string;
  resolve(any: boolean): void;
  reject(error: unknown): void;
}

/**
 * Earlier decisions about subjects, read outside any transaction. Nearly nobody has any, so first it is asked who has,
 * in one statement for all who gather while the one before is under way.
 */
export class SuppressedSubjects {
  readonly #db: Queryable;
  #waiting: Question[] = [];
  #asking = false;

  constructor(db: Queryable) {
    this.#db = db;
  }

  async of(
    tenant: Tenant,
    subjectKey: string,
    versions: readonly { dataset: string; version: number }[],
  ): Promise<StoredSuppression[]> {
    const any = await new Promise<boolean>((resolve, reject) => {
      this.#waiting.push({ tenant, subjectKey, resolve, reject });
      if (!this.#asking) void this.#ask();
    });
    return any ? suppressionsOf(this.#db, tenant, subjectKey, versions) : [];
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
        const places = new Set(await subjectsWithSuppressions(this.#db, asked));
        asked.forEach(({ resolve }, place) => resolve(places.has(place)));
      } catch (error) {
        for (const { reject } of asked) reject(error);
      }
    }
    this.#asking = false;
  }
}
