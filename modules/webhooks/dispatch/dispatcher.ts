import { randomUUID } from 'node:crypto';
import type { Services } from '../../../platform/module.ts';
import { isUnavailable } from '../../../platform/database/errors.ts';
import { describeError } from '../../../platform/observability/describe-error.ts';
import { ATTEMPT_TIMEOUT_MS } from '../../../platform/outbound/index.ts';
import type { Attempts } from './attempt.ts';
import { Lane, SLOW_MS } from './lane.ts';
import type { DispatchMetrics } from './metrics.ts';
import { Recorder } from './recorder.ts';
import { afterAttempt, RETRY_DELAYS_MS } from './schedule.ts';
import * as store from './store.ts';

export interface DispatcherOptions {
  /** Delays before the second and later attempts, in milliseconds. */
  retryDelaysMs?: readonly number[];
  /** How long a lane stays a dead process's; longer than an attempt. */
  leaseMs?: number;
}

const LEASE_MS = 15_000;
/** While a dispatcher serves a lane, it looks for new work this often; nobody wakes it. */
const POLL_MS = 20;
/** All lanes are looked through this often, for what no notice told of: retries, and lanes of the dead. */
const SCAN_MS = 1_000;
const SCAN_LIMIT = 1_000;
/** A lane without work is given back after this time. */
const IDLE_MS = 1_000;
const ATTEMPT_MARGIN_MS = ATTEMPT_TIMEOUT_MS + 500;
const MAX_UNRECORDED = 1_000;
/** Deliveries fetched ahead: of one lane, and per place of all lanes together. */
const AHEAD_OF_LANE = 64;
const AHEAD_PER_PLACE = 4;
/** Lanes served at a time per place; those that struggle do not count, up to a bound. */
const LANES_PER_PLACE = 4;
const MAX_LANES = 5_000;
const PAUSE_AFTER_ERROR_MS = 500;

interface Flight {
  lane: Lane;
  since: number;
  /** Whether it counts among the slow ones. */
  slow: boolean;
  /** The answer is there; only its record is not durable yet. */
  over: boolean;
}

/**
 * Sends what is due. Each lane (an endpoint, or an origin of callbacks) is served by one dispatcher of all processes at
 * a time, under a lease. Within a process, lanes take turns. Attempts that take long, and lanes whose latest attempt
 * failed, have places of their own, so that receivers that answer never wait for those that do not.
 */
export class Dispatcher {
  readonly #services: Services;
  readonly #attempts: Attempts;
  readonly #metrics: DispatchMetrics;
  readonly #recorder: Recorder;
  readonly #delays: readonly number[];
  readonly #leaseMs: number;
  readonly #owner = randomUUID();
  readonly #places: number;
  readonly #lanes = new Map<string, Lane>();
  readonly #wanted = new Set<string>();
  /** Deliveries fetched, being sent, or sent and not yet durable. */
  readonly #busy = new Map<string, Flight | null>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #quick = 0;
  #slow = 0;
  #turn = 0;
  #stopping = false;
  #scanAt = 0;
  #renewAt = 0;
  #loop: Promise<void> = Promise.resolve();
  #wake: (() => void) | null = null;
  #woken = false;

  constructor(services: Services, attempts: Attempts, metrics: DispatchMetrics, options: DispatcherOptions = {}) {
    this.#services = services;
    this.#attempts = attempts;
    this.#metrics = metrics;
    this.#recorder = new Recorder(services.db, services.log);
    this.#delays = options.retryDelaysMs ?? RETRY_DELAYS_MS;
    this.#leaseMs = options.leaseMs ?? LEASE_MS;
    this.#places = services.config.webhookConcurrency;
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** A lane has work that is due; or, without a name, any may have. */
  wake(lane?: string): void {
    if (lane === undefined) this.#scanAt = 0;
    else if (!this.#lanes.has(lane)) this.#wanted.add(lane);
    this.#woken = true;
    this.#wake?.();
  }

  /** Begins nothing new, waits for attempts under way and their results, and gives its lanes back. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.wake();
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#loop;
    const end = performance.now() + ATTEMPT_MARGIN_MS;
    while (this.#quick + this.#slow > 0 && performance.now() < end) await this.#sleep(POLL_MS);
    await this.#recorder.drain(1_000);
    try {
      await store.releaseLanes(this.#services.db, this.#owner, [...this.#lanes.keys()]);
    } catch (error) {
      this.#report(error);
    }
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      this.#woken = false;
      try {
        await this.#round();
      } catch (error) {
        this.#report(error);
        await this.#sleep(PAUSE_AFTER_ERROR_MS);
      }
      if (!this.#woken && !this.#stopping) {
        const untilScan = Math.max(1, this.#scanAt - performance.now());
        await this.#sleep(this.#lanes.size > 0 ? Math.min(POLL_MS, untilScan) : untilScan);
      }
    }
  }

  /** Sleeps until the time is over or something wakes it. */
  async #sleep(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = null;
  }

  async #round(): Promise<void> {
    const now = performance.now();
    this.#markSlow(now);
    if (now >= this.#scanAt) await this.#scan();
    if (this.#wanted.size > 0) await this.#takeWanted();
    if (this.#lanes.size === 0) return;
    if (now >= this.#renewAt) await this.#renew();
    await this.#fetch();
    this.#pump();
    await this.#releaseIdle();
  }

  /** Finds lanes with work, due now or before the next look. */
  async #scan(): Promise<void> {
    const { db, clock } = this.#services;
    this.#scanAt = performance.now() + SCAN_MS;
    const horizon = new Date(clock.now().getTime() + SCAN_MS * 1.5);
    for (const { lane, dueAt } of await store.scanLanes(db, this.#owner, horizon, SCAN_LIMIT)) {
      this.#wakeAt(lane, dueAt);
    }
  }

  /** Wakes at the very moment at which something is due. */
  #wakeAt(lane: string, dueAt: Date): void {
    const wait = dueAt.getTime() - this.#services.clock.now().getTime();
    if (wait <= 0) {
      if (!this.#lanes.has(lane)) this.#wanted.add(lane);
      return;
    }
    // Timers may fire a fraction of a millisecond early.
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.wake(lane);
    }, wait + 1);
    this.#timers.add(timer);
  }

  async #takeWanted(): Promise<void> {
    const well = [...this.#lanes.values()].filter((lane) => !lane.struggling && !lane.marked).length;
    const room = Math.min(this.#places * LANES_PER_PLACE - well, MAX_LANES - this.#lanes.size);
    const lanes = [...this.#wanted].filter((lane) => !this.#lanes.has(lane)).slice(0, Math.max(0, room));
    this.#wanted.clear();
    if (lanes.length === 0) return;
    const now = performance.now();
    for (const lane of await store.takeLanes(this.#services.db, this.#owner, lanes, this.#leaseMs)) {
      this.#lanes.set(lane, new Lane(lane, now + this.#leaseMs, now));
    }
  }

  async #renew(): Promise<void> {
    const now = performance.now();
    const lanes = [...this.#lanes.keys()];
    const kept = new Set(await store.renewLanes(this.#services.db, this.#owner, lanes, this.#leaseMs));
    this.#renewAt = now + this.#leaseMs / 4;
    for (const [id, lane] of this.#lanes) {
      if (kept.has(id)) lane.leaseUntil = now + this.#leaseMs;
      else this.#forget(lane);
    }
  }

  async #fetch(): Promise<void> {
    const ahead = this.#ahead;
    const lanes = [...this.#lanes.values()].filter((lane) => lane.wanted(ahead) > 0);
    if (lanes.length === 0) return;
    const counts = lanes.map((lane) => lane.wanted(ahead));
    const { db, clock } = this.#services;
    const found = await store.fetchDue(
      db,
      lanes.map((lane) => lane.id),
      counts,
      [...this.#busy.keys()],
      clock.now(),
    );
    const now = performance.now();
    const byLane = Map.groupBy(found, (due) => due.lane);
    for (const [index, lane] of lanes.entries()) {
      const due = byLane.get(lane.id) ?? [];
      lane.supply(due, counts[index] ?? 0, now);
      for (const each of due) this.#busy.set(each.deliveryId, null);
    }
  }

  /** So many that a round trip to the database serves many attempts, and so few that all lanes' fit in memory. */
  get #ahead(): number {
    return Math.min(AHEAD_OF_LANE, Math.floor((AHEAD_PER_PLACE * this.#places) / Math.max(1, this.#lanes.size)));
  }

  /** Begins attempts while there are places, lane by lane in turn. */
  #pump(): void {
    if (this.#stopping) return;
    const lanes = [...this.#lanes.values()];
    const now = performance.now();
    for (let idle = 0; idle < lanes.length;) {
      if (this.#recorder.waiting > MAX_UNRECORDED) return;
      this.#turn = (this.#turn + 1) % lanes.length;
      const lane = lanes[this.#turn];
      const begun = lane !== undefined && this.#begin(lane, now);
      idle = begun ? 0 : idle + 1;
    }
  }

  #begin(lane: Lane, now: number): boolean {
    const slow = lane.struggling || lane.marked;
    if ((slow ? this.#slow : this.#quick) >= this.#places) return false;
    const before = lane.ready;
    const due = lane.next(now, ATTEMPT_MARGIN_MS);
    if (lane.ready !== before) this.#letGo(before);
    if (!due) return false;
    const flight: Flight = { lane, since: now, slow, over: false };
    this.#busy.set(due.deliveryId, flight);
    if (slow) this.#slow += 1;
    else this.#quick += 1;
    lane.inFlight += 1;
    lane.unrecorded += 1;
    void this.#send(due, flight);
    return true;
  }

  async #send(due: store.Due, flight: Flight): Promise<void> {
    const { lane } = flight;
    const startedAt = this.#services.clock.now();
    const result = await this.#attempts.make(due, startedAt).catch((error: unknown) => {
      this.#report(error);
      return null;
    });
    const now = performance.now();
    flight.over = true;
    lane.inFlight -= 1;
    lane.lastWork = now;
    if (flight.slow) this.#slow -= 1;
    else this.#quick -= 1;
    if (!result) {
      // Nothing was sent (a secret could not be opened): tried again after a pause, and counted as no attempt.
      const timer = setTimeout(() => this.#settle(due, lane), PAUSE_AFTER_ERROR_MS);
      this.#timers.add(timer);
      return;
    }
    lane.learn(result.success, result.duration);
    const { success } = result;
    const verdict = afterAttempt({ ...due, success, startedAt }, this.#delays);
    const exhausted = verdict.next === 'GIVE_UP' && verdict.exhausted;
    if (due.endpointId !== null && (success || exhausted)) lane.marked = exhausted;
    this.#metrics.attempted(result, verdict.next);
    const retryAt = verdict.next === 'RETRY' ? verdict.dueAt : null;
    this.#recorder.add({
      result: {
        ...result,
        deliveryId: due.deliveryId,
        scheduled: due.scheduled,
        manual: due.manual,
        startedAt,
        finishedAt: this.#services.clock.now(),
        retryAt,
      },
      endpointId: due.endpointId,
      mark: success ? 'ACTIVE' : exhausted ? 'FAILED' : null,
      onDurable: () => {
        this.#settle(due, lane);
        if (retryAt && retryAt.getTime() - this.#services.clock.now().getTime() < SCAN_MS * 1.5) {
          this.#wakeAt(lane.id, retryAt);
        }
      },
    });
    this.#pump();
    if (lane.more && lane.wanted(this.#ahead) > 0) this.wake();
  }

  #settle(due: store.Due, lane: Lane): void {
    this.#busy.delete(due.deliveryId);
    lane.unrecorded -= 1;
    lane.lastWork = performance.now();
  }

  /** Attempts that take long free their places for others. */
  #markSlow(now: number): void {
    for (const flight of this.#busy.values()) {
      if (flight === null || flight.slow || flight.over || now - flight.since < SLOW_MS) continue;
      flight.slow = true;
      flight.lane.struggling = true;
      this.#quick -= 1;
      this.#slow += 1;
    }
  }

  async #releaseIdle(): Promise<void> {
    const now = performance.now();
    const idle = [...this.#lanes.values()].filter((lane) => lane.isIdle && now - lane.lastWork > IDLE_MS);
    if (idle.length === 0) return;
    for (const lane of idle) this.#lanes.delete(lane.id);
    await store.releaseLanes(
      this.#services.db,
      this.#owner,
      idle.map((lane) => lane.id),
    );
    // Work written just before, when the lane still had its dispatcher, woke nobody.
    this.#scanAt = 0;
    this.#woken = true;
  }

  #forget(lane: Lane): void {
    this.#lanes.delete(lane.id);
    this.#letGo(lane.ready);
    lane.ready = [];
  }

  #letGo(unsent: readonly store.Due[]): void {
    for (const due of unsent) if (this.#busy.get(due.deliveryId) === null) this.#busy.delete(due.deliveryId);
  }

  #report(error: unknown): void {
    if (!isUnavailable(error)) {
      this.#services.log.error({ error: describeError(error) }, 'webhook dispatch failed');
    }
  }
}
