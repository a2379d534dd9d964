import type { Due } from './store.ts';

/** Attempts under way at one endpoint at most, over all processes: a lane has one dispatcher. */
export const LANE_CONCURRENCY = 8;
const FIRST_WINDOW = 4;
/** What was fetched longer ago is fetched again: address, secret and status of an endpoint may have changed. */
const FRESH_MS = 500;
/** An attempt that takes longer marks its lane as slow. */
export const SLOW_MS = 1_000;

/**
 * One receiver's work in this process. The number of attempts at a time grows with quick successes and shrinks with
 * failures, so that a receiver that hangs soon holds one place and no more.
 */
export class Lane {
  readonly id: string;
  /** By the process's own steady clock; nothing is begun that could outlast it. */
  leaseUntil: number;
  ready: Due[] = [];
  fetchedAt = 0;
  /** The last fetch brought as much as was asked for. */
  more = true;
  inFlight = 0;
  /** Attempts whose result is not durable yet. */
  unrecorded = 0;
  lastWork: number;
  /** The endpoint is marked FAILED. */
  marked = false;
  /** The latest attempt failed or was slow: this lane competes with its like only. */
  struggling = false;
  #window = FIRST_WINDOW;

  constructor(id: string, leaseUntil: number, now: number) {
    this.id = id;
    this.leaseUntil = leaseUntil;
    this.lastWork = now;
  }

  /** A marked endpoint gets one at a time. */
  get limit(): number {
    return this.marked ? 1 : this.#window;
  }

  get isIdle(): boolean {
    return this.inFlight === 0 && this.unrecorded === 0 && this.ready.length === 0;
  }

  /**
   * How many more to fetch now; 0 where enough lies ready. A lane that struggles fetches only what it can begin.
   * @param ahead how many a lane that does well may have ready
   */
  wanted(ahead: number): number {
    if (this.marked || this.struggling) return Math.max(0, this.limit - this.inFlight - this.ready.length);
    return this.ready.length < this.limit ? Math.max(this.limit, ahead) : 0;
  }

  supply(found: readonly Due[], asked: number, now: number): void {
    this.ready = [...this.ready, ...found];
    this.fetchedAt = now;
    this.more = found.length >= asked;
    // While results are on their way to the database, this process knows better than what it just read.
    const [head] = found;
    if (head && this.unrecorded === 0) this.marked = head.status === 'FAILED';
  }

  next(now: number, attemptMs: number): Due | undefined {
    if (this.inFlight >= this.limit || this.leaseUntil - now < attemptMs) return undefined;
    if (this.ready.length > 0 && now - this.fetchedAt > FRESH_MS) {
      this.ready = [];
      this.more = true;
    }
    return this.ready.shift();
  }

  learn(success: boolean, tookMs: number): void {
    this.struggling = !success || tookMs > SLOW_MS;
    this.#window = this.struggling
      ? Math.max(1, Math.floor(this.#window / 2))
      : Math.min(LANE_CONCURRENCY, this.#window + 1);
  }
}
