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

interface Caller {
  limits: Limits;
  waiting: Waiting[];
  busy: boolean;
}

/**
 * Fixed windows, exact across processes, cheap under load: while one question about a caller is with the database,
 * further requests of that caller gather and are asked for together, so that a busy caller costs one short
 * statement for many requests and an idle one a single round trip.
 */
export class RateLimiter {
  readonly #db: Queryable;
  readonly #callers = new Map<string, Caller>();

  constructor(db: Queryable) {
    this.#db = db;
  }

  /** @param caller whose windows are counted, for instance `org_…:LIVE` */
  take(caller: string, limits: Limits): Promise<Verdict> {
    let entry = this.#callers.get(caller);
    if (!entry) {
      entry = { limits, waiting: [], busy: false };
      this.#callers.set(caller, entry);
    }
    entry.limits = limits;
    const found = entry;
    return new Promise<Verdict>((resolve, reject) => {
      found.waiting.push({ resolve, reject });
      if (!found.busy) void this.#serve(caller, found);
    });
  }

  async #serve(caller: string, entry: Caller): Promise<void> {
    entry.busy = true;
    while (entry.waiting.length > 0) {
      const batch = entry.waiting;
      entry.waiting = [];
      const { limits } = entry;
      try {
        const admission = await admitRequests(this.#db, caller, batch.length, limits.perMinute, limits.perDay);
        batch.forEach((waiting, index) => waiting.resolve(verdict(admission, limits, index)));
      } catch (error) {
        for (const waiting of batch) waiting.reject(error);
      }
    }
    entry.busy = false;
    this.#callers.delete(caller);
  }
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
