import { Worker } from 'node:worker_threads';
import { Graph, PatchedGraph } from '../../../../engines/wallets/index.ts';
import type { Database } from '../../../../platform/database/database.ts';
import { isUnavailable } from '../../../../platform/database/errors.ts';
import type { Services } from '../../../../platform/module.ts';
import { describeError } from '../../../../platform/observability/describe-error.ts';
import { withSnapshot } from '../snapshot.ts';
import type { BuildRequest, BuiltGraphs } from './build.ts';
import * as store from './store.ts';

const POLL_MS = 1_000;
/** Of a busier node than this only the sums are followed; a walk that begins there goes over the database. */
const MOST_EDGES = 1_000;
/** Changed nodes read in one statement, and at most in one step: with more, building anew is quicker. */
const BATCH = 5_000;
const MOST_NODES = 500_000;
/** Arrays are built anew once this part of their edges is laid over them, and this many besides. */
const LAID_PART = 0.1;
const LAID_LEAST = 200_000;
/** Between two builds there is this many times the time that a build takes, and never less than this (or `restMs`). */
const REST_TIMES = 10;
const REST_MS = 5_000;

export interface GraphOptions extends BuildRequest {
  /** The database, over connections that do not wait for others of this process. */
  db: Database;
  log: Services['log'];
  restMs?: number;
}

/** What is known of an address's payments in one asset, and of which moment. */
export interface GraphState {
  stamp: store.Stamp;
  graphs: ReadonlyMap<string, PatchedGraph>;
}

/**
 * The value graphs of this process, as arrays in shared memory: built from the database in a thread, then kept up
 * with imports by laying what changed over them. All that was read for one step comes from one snapshot and is laid
 * in one turn of the event loop together with its stamp, so that no walk sees half an import.
 */
export class WalletGraphs {
  readonly #options: GraphOptions;
  #stamp: store.Stamp | null = null;
  #graphs = new Map<string, PatchedGraph>();
  #left: BuiltGraphs['left'] = [];
  #leftChanged = false;
  #timer: NodeJS.Timeout | null = null;
  #refreshing: Promise<void> | null = null;
  #building: Promise<void> | null = null;
  #worker: Worker | null = null;
  #restUntil = 0;
  #stopped = false;

  constructor(options: GraphOptions) {
    this.#options = options;
  }

  get #rest(): number {
    return this.#options.restMs ?? REST_MS;
  }

  start(): void {
    if (this.#timer || this.#options.bytes <= 0) return;
    this.#timer = setInterval(() => void this.refresh(), POLL_MS);
    this.#timer.unref();
    void this.refresh();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer) clearInterval(this.#timer);
    await this.#worker?.terminate();
    await Promise.all([this.#refreshing, this.#building]);
  }

  /**
   * The graph of an asset exactly as the data stood at these versions; valid until the next turn of the event loop.
   * Undefined where there is none, or none of that moment: the database serves.
   */
  at(asset: string, blockchain: string, versions: { chainVersion: number | null; labelVersion: number }) {
    const stamp = this.#stamp;
    if (!stamp || stamp.labels !== versions.labelVersion) return undefined;
    if ((stamp.chains[blockchain] ?? null) !== versions.chainVersion) {
      void this.refresh();
      return undefined;
    }
    return this.#graphs.get(asset);
  }

  /** The confidence from which a label absorbs in these graphs, and the degree from which a node must. */
  get minimumConfidence(): number {
    return this.#options.minimumConfidence;
  }

  get mostEdges(): number {
    return MOST_EDGES;
  }

  /** Facts for operators. */
  report(): Record<string, unknown> {
    const graphs = [...this.#graphs].map(([asset, { base, laid }]) => ({
      asset,
      edges: base.edges,
      megabytes: Math.round(base.byteLength / 1e6),
      laid,
    }));
    return { chains: this.#stamp?.chains ?? {}, labels: this.#stamp?.labels ?? null, graphs, left: this.#left.length };
  }

  /** Looks for changes and lays them over the arrays; calls made while one runs share it. */
  refresh(): Promise<void> {
    if (this.#stopped || this.#options.bytes <= 0) return Promise.resolve();
    this.#refreshing ??= this.#refresh()
      .catch((error: unknown) => {
        if (isUnavailable(error)) return;
        this.#options.log.error({ error: describeError(error) }, 'wallet graphs could not be brought up to date');
        this.#drop();
      })
      .finally(() => {
        this.#refreshing = null;
      });
    return this.#refreshing;
  }

  /** Waits until the arrays are those of this moment; for tests and benches. */
  async settle(timeoutMs: number): Promise<boolean> {
    const end = performance.now() + timeoutMs;
    while (performance.now() < end) {
      await this.refresh();
      await this.#building;
      const now = await store.stampNow(this.#options.db);
      const stamp = this.#stamp;
      if (stamp && stamp.labels === now.labels && sameChains(stamp.chains, now.chains)) return true;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return false;
  }

  async #refresh(): Promise<void> {
    const { db } = this.#options;
    const now = await store.stampNow(db);
    const stamp = this.#stamp;
    if (!stamp) {
      if (Object.keys(now.chains).length > 0) this.#build();
      return;
    }
    if (stamp.labels !== now.labels || !sameChains(stamp.chains, now.chains)) await this.#follow(stamp);
    const laid = [...this.#graphs.values()].some((graph) => graph.laid > LAID_LEAST + graph.base.edges * LAID_PART);
    if (laid || this.#leftChanged) this.#build();
  }

  /** Reads what changed since a stamp and lays it over the graphs. */
  async #follow(since: store.Stamp): Promise<void> {
    const { db, minimumConfidence } = this.#options;
    const options = { minimumConfidence, mostEdges: MOST_EDGES };
    const step = await withSnapshot(db, async (snapshot) => {
      const stamp = await store.stampNow(snapshot);
      if (await store.isPastFloor(snapshot, since.snapshot)) return null;
      const changes = await store.changesSince(snapshot, since.snapshot);
      if (changes.reduce((sum, { nodes }) => sum + nodes.length, 0) > MOST_NODES) return null;
      const touched = new Map<string, Set<number>>();
      const labelled = new Set<number>();
      const lost = new Set(changes.flatMap(({ asset, everything }) => (everything && asset !== null ? [asset] : [])));
      for (const { asset, nodes } of changes) {
        if (asset !== null && lost.has(asset)) continue;
        if (asset === null) for (const node of nodes) labelled.add(node);
        else if (this.#graphs.has(asset)) {
          const known = touched.get(asset) ?? new Set();
          for (const node of nodes) known.add(node);
          touched.set(asset, known);
        } else this.#leftChanged ||= !this.#left.some((one) => one.asset === asset);
      }
      const fresh: { asset: string; nodes: Awaited<ReturnType<typeof store.freshNodes>> }[] = [];
      for (const [asset, nodes] of touched) {
        const all = [...nodes];
        for (let at = 0; at < all.length; at += BATCH) {
          fresh.push({ asset, nodes: await store.freshNodes(snapshot, asset, all.slice(at, at + BATCH), options) });
        }
      }
      const confidence = labelled.size === 0 ? null : await store.confidences(snapshot, [...labelled]);
      return { stamp, fresh, labelled, confidence, lost };
    });
    // A build may have ended meanwhile: what was read then tells too little.
    if (this.#stamp !== since) return;
    if (!step) {
      this.#drop();
      return;
    }
    for (const asset of step.lost) {
      this.#graphs.delete(asset);
      this.#leftChanged ||= !this.#left.some((one) => one.asset === asset);
    }
    for (const { asset, nodes } of step.fresh) this.#graphs.get(asset)?.lay(nodes);
    for (const node of step.labelled) {
      const confidence = step.confidence?.get(node) ?? 0;
      const on = confidence > 0 && confidence >= minimumConfidence;
      for (const graph of this.#graphs.values()) graph.setLabelled(node, on);
    }
    this.#stamp = step.stamp;
  }

  /** Lets the arrays go: the database serves until new ones are built. */
  #drop(): void {
    this.#stamp = null;
    this.#graphs = new Map();
  }

  /** Begins to build anew, unless that is under way or was done just now. */
  #build(): void {
    if (this.#building || this.#stopped || performance.now() < this.#restUntil) return;
    this.#building = this.#runThread()
      .then((built) => {
        this.#restUntil = performance.now() + Math.max(this.#rest, built.seconds * 1000 * REST_TIMES);
        if (this.#stopped) return;
        this.#graphs = new Map(built.graphs.map(({ asset, arrays }) => [asset, new PatchedGraph(new Graph(arrays))]));
        this.#left = built.left;
        this.#leftChanged = false;
        this.#stamp = built.stamp;
      })
      .catch((error: unknown) => {
        this.#restUntil = performance.now() + this.#rest * REST_TIMES;
        if (this.#stopped) return;
        this.#options.log.error({ error: describeError(error) }, 'wallet graphs could not be built');
      })
      .finally(() => {
        this.#building = null;
      });
  }

  #runThread(): Promise<BuiltGraphs> {
    const { db, bytes, minimumConfidence } = this.#options;
    const request: BuildRequest = { bytes, minimumConfidence };
    return new Promise((resolve, reject) => {
      const worker = new Worker(new URL('build-thread.ts', import.meta.url), {
        workerData: { connectionString: db.connectionString, request },
      });
      this.#worker = worker;
      let built: BuiltGraphs | null = null;
      worker.once('message', (message: BuiltGraphs) => (built = message));
      worker.once('error', reject);
      worker.once('exit', () => {
        this.#worker = null;
        if (built) resolve(built);
        else reject(new Error('The thread that builds wallet graphs ended without a result'));
      });
    });
  }
}

function sameChains(a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
