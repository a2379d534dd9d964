import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import type { Services } from '../../../platform/module.ts';
import { isUnavailable } from '../../../platform/database/errors.ts';
import { Listener } from '../../../platform/database/listen.ts';
import { describeError } from '../../../platform/observability/describe-error.ts';
import type { ActiveDataset } from '../lists/datasets.ts';
import { activeDatasets } from '../lists/store.ts';
import type { SharedDatasetIndex } from './build.ts';
import { SearchPool } from './pool.ts';
import type { SearchAnswer, SearchRequest } from './search-indexes.ts';
import { forgetReader, noteReader } from './store.ts';

export type WatchlistServices = Pick<Services, 'db' | 'log'>;

const POLL_MS = 1000;
const CHANNEL = 'watchlists';
/** How often a process says that it still searches. */
const NOTE_EVERY_MS = 4000;
/** A screening that comes before the first load has ended waits for it this long. */
const FIRST_LOAD_MS = 5000;

/**
 * The lists that serve, as indexes in threads of this process. A new version in the database is noticed within a
 * second, built beside the old one, and switched to; searches that run meanwhile end on the version they began with.
 */
export class Watchlists {
  readonly #services: WatchlistServices;
  readonly #pool: SearchPool;
  #active: readonly ActiveDataset[] = [];
  #indexes = new Map<string, SharedDatasetIndex>();
  #loaded = false;
  #timer: NodeJS.Timeout | null = null;
  #refreshing: Promise<void> | null = null;
  #stopped = false;
  #lastError: string | null = null;
  readonly #id = randomUUID();
  #listener: Listener | null = null;
  #notedAt = -Infinity;

  constructor(services: WatchlistServices) {
    this.#services = services;
    this.#pool = new SearchPool((error) =>
      services.log.error({ error: describeError(error) }, 'a search thread was lost and replaced'),
    );
  }

  /** Begins to load, and to look for new versions; does not wait for either. */
  start(): void {
    if (this.#timer) return;
    void this.refresh();
    this.#timer = setInterval(() => void this.refresh(), POLL_MS);
    this.#timer.unref();
    this.#listener = new Listener({
      connectionString: this.#services.db.connectionString,
      channel: CHANNEL,
      applicationName: 'compliance-watchlists',
      onNotice: () => this.#hear(),
      onConnect: () => this.#hear(),
    });
    void this.#listener.start();
  }

  /** Something changed: what is under way may have looked too early, so one more look follows it. */
  #hear(): void {
    const running = this.#refreshing;
    if (running) void running.then(() => this.refresh());
    else void this.refresh();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearInterval(this.#timer);
    await this.#listener?.stop();
    await this.#refreshing;
    await forgetReader(this.#services.db, this.#id).catch(() => {});
    await this.#pool.stop();
  }

  /** Whether the first load has ended, whatever it found. */
  get loaded(): boolean {
    return this.#loaded;
  }

  /** The versions that searches run on, from this moment to the next turn of the event loop. */
  get active(): readonly ActiveDataset[] {
    return this.#active;
  }

  get lastError(): string | null {
    return this.#lastError;
  }

  /** Bytes of shared memory that the indexes hold. */
  get bytes(): number {
    let total = 0;
    for (const { segment } of this.#indexes.values()) {
      for (const array of Object.values(segment.arrays) as { byteLength: number }[]) total += array.byteLength;
    }
    return total;
  }

  /** Waits, for a bounded time, until the first load has ended. */
  async firstLoad(timeoutMs = FIRST_LOAD_MS): Promise<boolean> {
    const end = performance.now() + timeoutMs;
    while (!this.#loaded && !this.#stopped && performance.now() < end) {
      await Promise.race([this.refresh(), pause(Math.max(1, end - performance.now()))]);
      if (!this.#loaded) await pause(50);
    }
    return this.#loaded;
  }

  /** Waits until searches run on at least this version of a list, or one that came after it. */
  async reach(dataset: string, version: number, timeoutMs: number): Promise<boolean> {
    const end = performance.now() + timeoutMs;
    const reached = (): boolean =>
      this.#active.some((active) => active.dataset === dataset && active.version >= version);
    while (!reached() && !this.#stopped && performance.now() < end) {
      await this.refresh();
      if (!reached()) await pause(50);
    }
    return reached();
  }

  /** @param patient whether nobody waits for the answer at this moment */
  search(request: SearchRequest, patient = false): Promise<SearchAnswer> {
    return this.#pool.search(request, patient);
  }

  addOwn(key: string, index: SharedDatasetIndex): void {
    this.#pool.addOwn(key, index);
  }

  dropOwn(key: string): void {
    this.#pool.dropOwn(key);
  }

  /** Looks for new versions and switches to them; calls made while one runs share it. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  /** Tells the database on which versions this process searches. */
  async #note(changed: boolean): Promise<void> {
    if (!this.#timer || (!changed && performance.now() - this.#notedAt < NOTE_EVERY_MS)) return;
    this.#notedAt = performance.now();
    const versions = Object.fromEntries(this.#active.map(({ dataset, version }) => [dataset, version]));
    await noteReader(this.#services.db, this.#id, versions);
  }

  async #refresh(): Promise<void> {
    if (this.#stopped) return;
    try {
      const active = await activeDatasets(this.#services.db);
      const missing = active.filter(({ dataset, version }) => this.#indexes.get(dataset)?.version !== version);
      const gone = [...this.#indexes.keys()].some((dataset) => !active.some((other) => other.dataset === dataset));
      if (missing.length > 0 || gone) {
        const built = missing.length > 0 ? await buildInThread(this.#services.db.connectionString, missing) : [];
        if (this.#stopped) return;
        const kept = new Map(built.map((index) => [index.dataset, index]));
        for (const { dataset } of active) {
          const known = this.#indexes.get(dataset);
          if (!kept.has(dataset) && known) kept.set(dataset, known);
        }
        this.#indexes = kept;
        this.#pool.use([...kept.values()]);
        this.#services.log.info(
          { lists: active.map(({ dataset, version, entities }) => ({ dataset, version, entities })) },
          'watchlists switched',
        );
      }
      this.#active = active;
      this.#loaded = true;
      await this.#note(missing.length > 0 || gone);
      this.#lastError = null;
    } catch (error) {
      const failure = describeFailure(error);
      const repeated = failure === this.#lastError;
      this.#lastError = failure;
      if (!isUnavailable(error) && !repeated) {
        this.#services.log.error({ error: describeError(error) }, 'watchlists could not be loaded');
      }
    }
  }
}

const describeFailure = (error: unknown): string =>
  isUnavailable(error) ? 'the database cannot be reached' : error instanceof Error ? error.name : 'unknown';

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

/** Builds indexes in a thread of their own, which ends afterwards. */
export function buildInThread(
  connectionString: string,
  wanted: readonly { dataset: string; version: number }[],
): Promise<SharedDatasetIndex[]> {
  return new Promise((resolve, reject) => {
    const built: SharedDatasetIndex[] = [];
    const worker = new Worker(new URL('./build-thread.ts', import.meta.url), {
      name: 'watchlist-build',
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
      workerData: { connectionString, wanted: wanted.map(({ dataset, version }) => ({ dataset, version })) },
    });
    worker.on('message', (index: SharedDatasetIndex) => built.push(index));
    worker.on('error', reject);
    worker.on('exit', () => {
      if (built.length === wanted.length) resolve(built);
      else reject(new Error('The thread that builds indexes ended early'));
    });
  });
}
