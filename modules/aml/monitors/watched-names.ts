import { type NameIndex, NameIndexBuilder } from '../../../engines/names/index.ts';
import type { StoredEntity } from '../lists/store.ts';
import type { Subject } from '../subject.ts';
import { addSubject, MARGIN, searchWatched } from './candidates.ts';

/** A monitor that is at work. */
export interface Watched {
  id: string;
  subject: Subject;
  /** Least score that is a match. */
  threshold: number;
}

interface Segment {
  index: NameIndex;
  threshold: number;
}

/** Monitors of like threshold are searched together: one that asks for everything must not slow down all others. */
const BANDS = [75, 50, 0] as const;
/** Least score searched for: below it, names have nothing to do with one another. */
const LEAST = 20;
/** Segments beyond the first; then they are made one. */
const MOST_SEGMENTS = 8;

/**
 * Those who are watched, by name, in memory: one large segment that is built once, and small ones of what changed since.
 * Who is in a later segment, or no longer watched, is passed over in the earlier ones.
 */
export class WatchedNames {
  readonly #segments: Segment[] = [];
  /** Where the present state of a monitor is that changed since the first segment; -1 where it is not at work. */
  readonly #places = new Map<string, number>();
  /** What the later segments are made of, to make one of them. */
  readonly #later = new Map<string, Watched>();

  /** All of them: built from scratch. Pages may come from a database. */
  static async load(pages: AsyncIterable<readonly Watched[]>): Promise<WatchedNames> {
    const names = new WatchedNames();
    names.#segments.push(...(await build(pages)));
    return names;
  }

  get segments(): number {
    return this.#segments.length;
  }

  /** Monitors that changed since the index was loaded, and are not in its first segments. */
  get changed(): number {
    return this.#places.size;
  }

  get bytes(): number {
    return this.#segments.reduce((total, { index }) => total + index.byteLength, 0);
  }

  /** Monitors as they are now: their subject and threshold, or null where they are not at work. */
  async change(rows: readonly { id: string; watched: Watched | null }[]): Promise<void> {
    if (rows.length === 0) return;
    for (const { id, watched } of rows) {
      if (watched) this.#later.set(id, watched);
      else this.#later.delete(id);
    }
    const merge = this.#segments.length >= BANDS.length + MOST_SEGMENTS;
    if (merge) this.#segments.splice(BANDS.length);
    const place = this.#segments.length;
    for (const { id, watched } of rows) this.#places.set(id, watched ? place : -1);
    if (merge) for (const id of this.#later.keys()) this.#places.set(id, place);
    const fresh = merge
      ? [...this.#later.values()]
      : rows.map(({ watched }) => watched).filter((watched) => watched !== null);
    const [segment] = await build(one(fresh), [0]);
    if (segment) this.#segments.push(segment);
  }

  /** Adds to `concerned` the monitors whom a listed entity may concern: too many rather than too few. */
  search(entity: StoredEntity, concerned: Set<string>): void {
    for (const [place, { index, threshold }] of this.#segments.entries()) {
      if (index.size === 0) continue;
      const first = place < BANDS.length;
      const elsewhere = (id: string): boolean => {
        const present = this.#places.get(id);
        return present === undefined ? !first : present !== place;
      };
      searchWatched(index, entity, Math.max(LEAST, threshold - MARGIN), concerned, elsewhere);
    }
  }
}

async function* one(page: readonly Watched[]): AsyncGenerator<readonly Watched[]> {
  yield await Promise.resolve(page);
}

/** One segment for each band, in their order; each with the lowest threshold in it. */
async function build(pages: AsyncIterable<readonly Watched[]>, bands: readonly number[] = BANDS): Promise<Segment[]> {
  const builders = bands.map(() => ({ builder: new NameIndexBuilder(), threshold: 100 }));
  for await (const page of pages) {
    for (const { id, subject, threshold } of page) {
      const band = builders[bands.findIndex((least) => threshold >= least)];
      if (!band) continue;
      addSubject(band.builder, id, subject);
      band.threshold = Math.min(band.threshold, threshold);
    }
  }
  return builders.map(({ builder, threshold }) => ({ index: builder.build(), threshold }));
}
