import { isRetryable } from '../database/errors.ts';
import type { Queryable } from '../database/sql.ts';
import { type Admission, admitRequests } from './store.ts';

export interface Limits {
  perMinute: number;
  perDay: number | null;
}

export interface Verdict {
  admitted: boolean;
  /** The window that the headers tell of: the one with fewer requests left, the minute where they tie. */
  limit: number;
  remaining: number;
  /** Unix time in seconds at which that window ends. */
  reset: number;
  /** Set when refused. */
  refusal?: Refusal;
}

/** Which window is used up (the day where both are: waiting for the minute would not help), and until when. */
export interface Refusal {
  window: 'MINUTE' | 'DAY';
  limit: number;
  /** Seconds until the window ends. */
  retryAfter: number;
}

interface Waiting {
  resolve: (verdict: Verdict) => void;
  reject: (error: unknown) => void;
}

/** What has gathered of one caller. */
interface Gathered {
  limits: Limits;
  waiting: Waiting[];
}

/** A question that takes longer than this, in milliseconds, no longer keeps the next from being asked. */
const PATIENCE_MS = 100;

/**
 * Fixed windows, exact across processes, cheap under load: while one question is with the database, further requests of
 * all callers gather and are asked for together, so that many requests cost one short statement and a request that comes
 * alone a single round trip.
 */
export class RateLimiter {
  readonly #db: Queryable;
  #gathered = new Map<string, Gathered>();
  #asking = false;

  constructor(db: Queryable) {
    this.#db = db;
  }

  /** @param caller whose windows are counted, for instance `org_…:LIVE` */
  take(caller: string, limits: Limits): Promise<Verdict> {
    let entry = this.#gathered.get(caller);
    if (!entry) {
      entry = { limits, waiting: [] };
      this.#gathered.set(caller, entry);
    }
    entry.limits = limits;
    const { waiting } = entry;
    return new Promise<Verdict>((resolve, reject) => {
      waiting.push({ resolve, reject });
      if (!this.#asking) void this.#serve();
    });
  }

  async #serve(): Promise<void> {
    this.#asking = true;
    // What comes in the same turn of the event loop goes along.
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    while (this.#gathered.size > 0) {
      const batch = this.#gathered;
      this.#gathered = new Map();
      await atMost(PATIENCE_MS, this.#ask(batch));
    }
    this.#asking = false;
  }

  async #ask(batch: ReadonlyMap<string, Gathered>): Promise<void> {
    const asked = [...batch];
    try {
      const wanted = asked.map(([caller, { limits, waiting }]) => ({ caller, requests: waiting.length, ...limits }));
      const ask = (): Promise<Admission[]> => admitRequests(this.#db, wanted);
      // New callers that several processes meet at once may wait for one another: the one undone asks again.
      const admissions = await ask().catch((error: unknown) => (isRetryable(error) ? ask() : Promise.reject(error)));
      admissions.forEach((admission, place) => {
        const [, gathered] = asked[place] ?? [];
        gathered?.waiting.forEach(({ resolve }, index) => resolve(verdict(admission, gathered.limits, index)));
      });
    } catch (error) {
      for (const [, { waiting }] of asked) for (const { reject } of waiting) reject(error);
    }
  }
}

/** Waits for work that never fails, but not for longer than a time. */
function atMost(ms: number, work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    void work.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** The verdict on the request at `index` of a batch of which `granted` were admitted. */
function verdict(admission: Admission, limits: Limits, index: number): Verdict {
  const admitted = index < admission.granted;
  // Those admitted later in the same batch are still to come for this one.
  const later = admitted ? admission.granted - 1 - index : 0;
  const minute = {
    limit: limits.perMinute,
    remaining: Math.max(0, limits.perMinute - admission.usedMinute + later),
    reset: (admission.minute + 1) * 60,
  };
  const day =
    limits.perDay === null
      ? null
      : {
          limit: limits.perDay,
          remaining: Math.max(0, limits.perDay - admission.usedDay + later),
          reset: (admission.day + 1) * 86_400,
        };
  const shown = day !== null && day.remaining < minute.remaining ? day : minute;
  if (admitted) return { admitted, ...shown };
  const window = day !== null && day.remaining === 0 ? ('DAY' as const) : ('MINUTE' as const);
  const refusedBy = window === 'DAY' && day ? day : minute;
  const retryAfter = Math.max(1, Math.ceil(refusedBy.reset - admission.second));
  return { admitted, ...shown, refusal: { window, limit: refusedBy.limit, retryAfter } };
}
