import { Worker } from 'node:worker_threads';
import type { Looked } from './follow.ts';
import type { FromWatchedThread, ToWatchedThread } from './watched-thread.ts';

interface Waiting {
  resolve(looked: Looked): void;
  reject(error: Error): void;
}

/**
 * The index of those who are watched, in a thread of this process: built at the first question, kept, and brought up to
 * date before each further one. A thread that is lost fails what it was asked; the next question makes another.
 */
export class WatchedIndex {
  readonly #connectionString: string;
  #worker: Worker | null = null;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;

  constructor(connectionString: string) {
    this.#connectionString = connectionString;
  }

  look(dataset: string, version: number): Promise<Looked> {
    const worker = (this.#worker ??= this.#spawn());
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, dataset, version } satisfies ToWatchedThread);
    });
  }

  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
    this.#fail(new Error('The service is stopping'));
  }

  #spawn(): Worker {
    const worker = new Worker(new URL('./watched-thread.ts', import.meta.url), {
      name: 'monitor-candidates',
      execArgv: [],
      workerData: { connectionString: this.#connectionString },
    });
    worker.unref();
    let cause = new Error('The thread that looks for monitors ended early');
    worker.on('message', ({ id, looked, error }: FromWatchedThread) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (looked) waiting?.resolve(looked);
      else waiting?.reject(error ?? new Error('The search for monitors failed'));
    });
    worker.on('error', (error) => {
      cause = error instanceof Error ? error : cause;
    });
    worker.on('exit', () => {
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.#fail(cause);
    });
    return worker;
  }

  #fail(error: Error): void {
    const lost = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of lost) reject(error);
  }
}
