import type { Queryable } from '../../../platform/database/sql.ts';
import { entitiesOfChange } from '../lists/store.ts';
import { changedSince, horizon, watchedSubjects } from './store.ts';
import { type Watched, WatchedNames } from './watched-names.ts';

const PAGE = 2000;
/** A page of a list's changes. */
const ENTITIES = 500;
/** With so many changes since, beside those of the beginning, building anew costs less than passing over. */
const MOST_CHANGED = 250_000;

export interface Looked {
  /** Monitors that may be concerned. */
  concerned: string[];
  /** Milliseconds: until the index stood, or had caught up; and of the search. */
  prepared: number;
  searched: number;
  segments: number;
}

/** The index of those watched, kept in memory and brought up to date from the database before each search. */
export class FollowedNames {
  readonly #db: Queryable;
  #names: WatchedNames | null = null;
  /** What transactions from this one on changed has not surely been seen. */
  #seen = '0';

  constructor(db: Queryable) {
    this.#db = db;
  }

  /** The monitors that a new version of a list may concern: every added or changed entity is searched among those watched. */
  async look(dataset: string, version: number): Promise<Looked> {
    const begun = performance.now();
    const names = await this.#upToDate();
    const prepared = performance.now();
    const concerned = new Set<string>();
    for (let after = ''; ;) {
      const page = await entitiesOfChange(this.#db, dataset, version, after, ENTITIES);
      for (const { entity } of page) names.search(entity, concerned);
      const last = page.at(-1);
      if (page.length < ENTITIES || !last) break;
      after = last.entityId;
    }
    return {
      concerned: [...concerned],
      prepared: Math.round(prepared - begun),
      searched: Math.round(performance.now() - prepared),
      segments: names.segments,
    };
  }

  async #upToDate(): Promise<WatchedNames> {
    const seen = await horizon(this.#db);
    // A horizon that went back is another database: nothing that was seen counts.
    const known = BigInt(seen) >= BigInt(this.#seen) ? this.#names : null;
    if (known === null || known.changed > MOST_CHANGED) {
      this.#names = null;
      this.#names = await WatchedNames.load(this.#all());
      this.#seen = seen;
      return this.#names;
    }
    // Until it has caught up whole, what there is counts for nothing.
    this.#names = null;
    await known.change(await this.#changed());
    this.#seen = seen;
    this.#names = known;
    return known;
  }

  async *#all(): AsyncGenerator<readonly Watched[]> {
    for (let after = ''; ;) {
      const page = await watchedSubjects(this.#db, after, PAGE);
      yield page;
      const last = page.at(-1);
      if (page.length < PAGE || !last) return;
      after = last.id;
    }
  }

  async #changed(): Promise<{ id: string; watched: Watched | null }[]> {
    const rows: { id: string; watched: Watched | null }[] = [];
    for (;;) {
      const page = await changedSince(this.#db, this.#seen, rows.at(-1)?.id ?? '', PAGE);
      rows.push(...page);
      if (page.length < PAGE) return rows;
    }
  }
}
