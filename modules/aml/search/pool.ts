import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { SharedDatasetIndex } from './build.ts';
import type { SearchAnswer, SearchRequest } from './search-indexes.ts';
import type { FromSearchThread, ToSearchThread } from './search-thread.ts';

interface Waiting {
  id: number;
  request: SearchRequest;
  attempts: number;
  resolve(answer: SearchAnswer): void;
  reject(error: Error): void;
}

interface Thread {
  worker: Worker;
  /** Sent and not answered. */
  waiting: Map<number, Waiting>;
  /** Not sent yet: what comes in one turn of the event loop goes in one message. */
  queued: Waiting[];
}

const THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));
const ATTEMPTS = 2;

/** A search could not be made: not because of what was asked, but of where it ran. */
export class SearchFailed extends Error {
  override name = 'SearchFailed';
}

/**
 * Threads that search the same indexes in shared memory. New indexes are switched to between two messages: a search
 * that was sent before runs on the old ones, and ends there. A thread that dies is replaced, and what it had been
 * asked is asked again, once.
 */
export class SearchPool {
  #threads: Thread[] = [];
  #indexes: readonly SharedDatasetIndex[] = [];
  readonly #own = new Map<string, SharedDatasetIndex>();
  #nextId = 1;
  #flushing = false;
  #stopped = false;
  readonly #onThreadLost: (error: Error) => void;

  constructor(onThreadLost: (error: Error) => void) {
    this.#onThreadLost = onThreadLost;
  }

  /** Searches from now on use these. Threads are made when there is something to search. */
  use(indexes: readonly SharedDatasetIndex[]): void {
    // What is queued was asked for on the indexes before.
    this.#flush();
    this.#indexes = indexes;
    while (indexes.length > 0 && this.#threads.length < THREADS) {
      const thread = this.#spawn();
      this.#threads.push(thread);
      this.#postOwn(thread);
    }
    for (const thread of this.#threads) post(thread, { kind: 'INDEXES', indexes });
  }

  /** Searches sent from now on may name this key. */
  addOwn(key: string, index: SharedDatasetIndex): void {
    this.#own.set(key, index);
    for (const thread of this.#threads) post(thread, { kind: 'OWN', key, index });
  }

  /** Searches queued before still find it. */
  dropOwn(key: string): void {
    this.#flush();
    this.#own.delete(key);
    for (const thread of this.#threads) post(thread, { kind: 'OWN', key, index: null });
  }

  search(request: SearchRequest): Promise<SearchAnswer> {
    return new Promise((resolve, reject) => {
      this.#queue({ id: this.#nextId++, request, attempts: 1, resolve, reject });
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    const threads = this.#threads;
    this.#threads = [];
    for (const thread of threads) {
      for (const waiting of [...thread.waiting.values(), ...thread.queued]) {
        waiting.reject(new SearchFailed('The service is stopping'));
      }
    }
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
  }

  #queue(waiting: Waiting): void {
    let least: Thread | undefined;
    for (const thread of this.#threads) if (!least || load(thread) < load(least)) least = thread;
    if (!least) {
      waiting.reject(new SearchFailed('There is nothing to search in'));
      return;
    }
    least.queued.push(waiting);
    if (this.#flushing) return;
    this.#flushing = true;
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#flushing = false;
    for (const thread of this.#threads) {
      if (thread.queued.length === 0) continue;
      const sent = thread.queued;
      thread.queued = [];
      for (const waiting of sent) thread.waiting.set(waiting.id, waiting);
      post(thread, { kind: 'SEARCH', requests: sent.map(({ id, request }) => ({ id, request })) });
    }
  }

  #postOwn(thread: Thread): void {
    for (const [key, index] of this.#own) post(thread, { kind: 'OWN', key, index });
  }

  #spawn(): Thread {
    const worker = new Worker(new URL('./search-thread.ts', import.meta.url), {
      name: 'watchlist-search',
      execArgv: [],
      // A search leaves little behind; the default would take three times this of every thread.
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    });
    const thread: Thread = { worker, waiting: new Map(), queued: [] };
    let cause = new Error('A search thread ended');
    worker.unref();
    worker.on('message', (answers: FromSearchThread[]) => settle(thread, answers));
    worker.on('error', (error) => {
      cause = error instanceof Error ? error : cause;
    });
    worker.on('exit', () => this.#replace(thread, cause));
    return thread;
  }

  #replace(lost: Thread, cause: Error): void {
    const place = this.#threads.indexOf(lost);
    if (this.#stopped || place === -1) return;
    this.#onThreadLost(cause);
    const fresh = this.#spawn();
    this.#threads[place] = fresh;
    post(fresh, { kind: 'INDEXES', indexes: this.#indexes });
    this.#postOwn(fresh);
    for (const waiting of [...lost.waiting.values(), ...lost.queued]) {
      if (waiting.attempts >= ATTEMPTS) waiting.reject(new SearchFailed('The search broke off twice'));
      else this.#queue({ ...waiting, attempts: waiting.attempts + 1 });
    }
  }
}

const load = (thread: Thread): number => thread.waiting.size + thread.queued.length;

function post(thread: Thread, message: ToSearchThread): void {
  thread.worker.postMessage(message);
}

function settle(thread: Thread, answers: readonly FromSearchThread[]): void {
  for (const { id, answer, error } of answers) {
    const waiting = thread.waiting.get(id);
    thread.waiting.delete(id);
    if (answer) waiting?.resolve(answer);
    else waiting?.reject(new SearchFailed(`The search failed (${error ?? 'unknown'})`));
  }
}
