import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { SharedDatasetIndex } from './build.ts';
import type { SearchAnswer, SearchRequest } from './search-indexes.ts';
import type { FromSearchThread, ToSearchThread } from './search-thread.ts';

interface Waiting {
  id: number;
  request: SearchRequest;
  /** Nobody waits for its answer at this moment. */
  patient: boolean;
  attempts: number;
  resolve(answer: SearchAnswer): void;
  reject(error: Error): void;
}

interface Thread {
  worker: Worker;
  /** Sent and not answered. */
  waiting: Map<number, Waiting>;
  /** How many of them are patient. */
  patient: number;
}

const THREADS = Math.max(1, Math.min(4, availableParallelism() - 1));
const ATTEMPTS = 2;
/** Most searches in one message, whose answers come together: the first need not wait for all others. */
const IN_A_MESSAGE = 8;
/** Most patient searches that a thread has before it: what comes meanwhile waits for no more than these. */
const PATIENT_AT_A_THREAD = 4;

/** A search could not be made: not because of what was asked, but of where it ran. */
export class SearchFailed extends Error {
  override name = 'SearchFailed';
}

/**
 * Threads that search the same indexes in shared memory. New indexes are switched to between two messages: a search
 * that was asked for before runs on the old ones, and ends there. A thread that dies is replaced, and what it had been
 * asked is asked again, once. What somebody waits for is sent at once; the searches of batches and monitors, which
 * come by the hundred, are kept back here and sent a few at a time.
 */
export class SearchPool {
  #threads: Thread[] = [];
  /** Not sent yet: what comes in one turn of the event loop goes together. */
  #urgent: Waiting[] = [];
  #patient: Waiting[] = [];
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
    this.#flush(Infinity);
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
    this.#flush(Infinity);
    this.#own.delete(key);
    for (const thread of this.#threads) post(thread, { kind: 'OWN', key, index: null });
  }

  /** @param patient whether it may wait for others that come later: nobody waits for its answer at this moment */
  search(request: SearchRequest, patient = false): Promise<SearchAnswer> {
    return new Promise((resolve, reject) => {
      this.#queue({ id: this.#nextId++, request, patient, attempts: 1, resolve, reject });
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    const threads = this.#threads;
    this.#threads = [];
    const waiting = [...threads.flatMap((thread) => [...thread.waiting.values()]), ...this.#urgent, ...this.#patient];
    for (const { reject } of waiting) reject(new SearchFailed('The service is stopping'));
    this.#urgent = [];
    this.#patient = [];
    await Promise.all(threads.map(({ worker }) => worker.terminate()));
  }

  #queue(waiting: Waiting): void {
    if (this.#threads.length === 0) {
      waiting.reject(new SearchFailed('There is nothing to search in'));
      return;
    }
    (waiting.patient ? this.#patient : this.#urgent).push(waiting);
    this.#plan();
  }

  #plan(): void {
    if (this.#flushing) return;
    this.#flushing = true;
    setImmediate(() => this.#flush(PATIENT_AT_A_THREAD));
  }

  /** Sends all that is urgent, and as much of what is patient as each thread may have before it. */
  #flush(patientAtAThread: number): void {
    this.#flushing = false;
    const sent = new Map<Thread, Waiting[]>();
    const give = (waiting: Waiting, thread: Thread): void => {
      thread.waiting.set(waiting.id, waiting);
      if (waiting.patient) thread.patient += 1;
      const together = sent.get(thread);
      if (together) together.push(waiting);
      else sent.set(thread, [waiting]);
    };
    for (const waiting of this.#urgent.splice(0)) {
      const thread = leastBy(this.#threads, (one) => one.waiting.size);
      if (thread) give(waiting, thread);
    }
    let place = 0;
    for (const waiting of this.#patient) {
      const thread = leastBy(this.#threads, ({ patient }) => patient);
      if (!thread || thread.patient >= patientAtAThread) break;
      give(waiting, thread);
      place += 1;
    }
    this.#patient.splice(0, place);
    for (const [thread, together] of sent) {
      for (let at = 0; at < together.length; at += IN_A_MESSAGE) {
        const requests = together.slice(at, at + IN_A_MESSAGE).map(({ id, request }) => ({ id, request }));
        post(thread, { kind: 'SEARCH', requests });
      }
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
    const thread: Thread = { worker, waiting: new Map(), patient: 0 };
    let cause = new Error('A search thread ended');
    worker.unref();
    worker.on('message', (answers: FromSearchThread[]) => {
      settle(thread, answers);
      if (this.#patient.length > 0) this.#plan();
    });
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
    for (const waiting of lost.waiting.values()) {
      if (waiting.attempts >= ATTEMPTS) waiting.reject(new SearchFailed('The search broke off twice'));
      else this.#queue({ ...waiting, attempts: waiting.attempts + 1 });
    }
  }
}

function leastBy(threads: readonly Thread[], measure: (thread: Thread) => number): Thread | undefined {
  let least: Thread | undefined;
  for (const thread of threads) if (!least || measure(thread) < measure(least)) least = thread;
  return least;
}

function post(thread: Thread, message: ToSearchThread): void {
  thread.worker.postMessage(message);
}

function settle(thread: Thread, answers: readonly FromSearchThread[]): void {
  for (const { id, answer, error } of answers) {
    const waiting = thread.waiting.get(id);
    thread.waiting.delete(id);
    if (waiting?.patient) thread.patient -= 1;
    if (answer) waiting?.resolve(answer);
    else waiting?.reject(new SearchFailed(`The search failed (${error ?? 'unknown'})`));
  }
}
