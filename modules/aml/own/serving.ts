import type { Tenant } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { BLOCKLIST, storedName } from '../lists/datasets.ts';
import { findVersion } from '../lists/store.ts';
import { buildIndex, type SharedDatasetIndex } from '../search/build.ts';
import { buildInThread } from '../search/watchlists.ts';
import type { DatasetStamp } from '../strategy.ts';

/** Where the indexes are searched. */
export interface OwnIndexPool {
  addOwn(key: string, index: SharedDatasetIndex): void;
  dropOwn(key: string): void;
}

interface Served {
  stamp: DatasetStamp;
}

/** Most lists whose indexes are kept; the one that was not asked for the longest goes first. */
const KEPT = 256;
/** A list up to this size is indexed where it is asked for, in some milliseconds; a larger one in a thread. */
const SMALL = 300;

/**
 * Organisations' own lists as indexes: built when a screening needs a version that is not there, so that whoever adds
 * an entry is screened against it from the next request on, in every process.
 */
export class OwnLists {
  readonly #db: Database;
  readonly #pool: OwnIndexPool;
  readonly #served = new Map<string, Promise<Served>>();

  constructor(db: Database, pool: OwnIndexPool) {
    this.#db = db;
    this.#pool = pool;
  }

  /**
   * What is stamped into records that were made with this version; null where it has no entry. From this moment to the
   * next turn of the event loop it can be searched under its key.
   */
  async stampOf(tenant: Tenant, version: number): Promise<DatasetStamp | null> {
    const { stamp } = await this.#serve(tenant, version);
    return stamp.entities === 0 ? null : stamp;
  }

  #serve(tenant: Tenant, version: number): Promise<Served> {
    const key = keyOf(tenant, version);
    const known = this.#served.get(key);
    if (known) {
      // Asked for last: the order of the map is the order in which they go.
      this.#served.delete(key);
      this.#served.set(key, known);
      return known;
    }
    const made = this.#make(tenant, version, key);
    this.#served.set(key, made);
    made.catch(() => this.#served.delete(key));
    for (const oldest of this.#served.keys()) {
      if (this.#served.size <= KEPT) break;
      this.#served.delete(oldest);
      this.#pool.dropOwn(oldest);
    }
    return made;
  }

  async #make(tenant: Tenant, version: number, key: string): Promise<Served> {
    const dataset = storedName(tenant, BLOCKLIST);
    const row = await findVersion(this.#db, dataset, version);
    if (!row) throw new Error('A version of an own list is not in the database');
    const { publishedAt, fetchedAt, sha256, entities } = row;
    const stamp = { dataset: BLOCKLIST, version, publishedAt, fetchedAt: fetchedAt.toISOString(), sha256, entities };
    if (entities > 0) {
      const index =
        entities <= SMALL
          ? await buildIndex(this.#db, dataset, version)
          : (await buildInThread(this.#db.connectionString, [{ dataset, version }]))[0];
      if (!index) throw new Error('The index of an own list was not built');
      this.#pool.addOwn(key, { ...index, dataset: BLOCKLIST });
      // Where it went while it was built, it is kept all the same: somebody waits for it.
      this.#served.set(key, Promise.resolve({ stamp }));
    }
    return { stamp };
  }
}

/** Under what key a version of an own list is searched. */
export const keyOf = (tenant: Tenant, version: number): string => `${storedName(tenant, BLOCKLIST)}@${version}`;
