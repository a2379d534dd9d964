import { readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IsolationFailure } from './messages.ts';
import { FOLDER_PREFIX, IsolatedProcess, type Program } from './process.ts';

export interface PoolOptions extends Program {
  /** Tasks at the same time; further ones wait their turn. */
  concurrency: number;
  /** Tasks that one process answers before it is replaced; 1 where nothing of one task may meet another. */
  tasksPerProcess: number;
  /** How long a process that was loaded ahead waits for work, milliseconds; 0 loads none ahead. */
  spareMs: number;
}

interface Spare {
  process: IsolatedProcess;
  tasks: number;
}

/** Isolated processes on demand: at most so many at once, one loaded ahead while there is work, none when idle. */
export class IsolatedPool {
  readonly #options: PoolOptions;
  readonly #waiting: (() => void)[] = [];
  readonly #busy = new Set<IsolatedProcess>();
  readonly #ending = new Set<Promise<void>>();
  #active = 0;
  #spare: Promise<Spare> | null = null;
  #idle: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /**
   * Runs one task in an isolated process.
   * @param prepare called with the process's own folder before the task is sent, to put files there
   * @throws Refusal where the task's code refuses its input; IsolationFailure where it came to no answer
   */
  async run<Result>(
    task: unknown,
    progress?: (percent: number) => void,
    prepare?: (folder: string) => Promise<void>,
  ): Promise<Result> {
    await this.#turn();
    let current: Spare | undefined;
    try {
      if (this.#stopped) throw new IsolationFailure('STOPPED', 'The service is stopping.');
      current = await this.#take();
      if (this.#stopped) throw new IsolationFailure('STOPPED', 'The service is stopping.');
      this.#busy.add(current.process);
      await prepare?.(current.process.folder);
      return await current.process.run<Result>(task, progress);
    } finally {
      if (current) {
        this.#busy.delete(current.process);
        this.#giveBack({ process: current.process, tasks: current.tasks + 1 });
      }
      this.#active--;
      this.#waiting.shift()?.();
    }
  }

  /** Ends all processes. Tasks under way fail with STOPPED. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#idle);
    const spare = this.#spare;
    this.#spare = null;
    await Promise.all([
      ...[...this.#busy].map((process) => process.stop()),
      spare?.then(({ process }) => process.stop()).catch(() => {}),
    ]);
    await Promise.all(this.#ending);
  }

  async #turn(): Promise<void> {
    while (this.#active >= this.#options.concurrency) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    this.#active++;
  }

  async #take(): Promise<Spare> {
    // Taken before anything is waited for: another task that asks meanwhile must not be given the same process.
    const loading = this.#spare;
    this.#spare = null;
    clearTimeout(this.#idle);
    const spare = await loading?.catch(() => null);
    if (spare?.process.alive) return spare;
    return this.#fresh();
  }

  async #fresh(): Promise<Spare> {
    return { process: await IsolatedProcess.start(this.#options), tasks: 0 };
  }

  /** Keeps a process that may answer more, or loads the next one while it is likely to be needed. */
  #giveBack(used: Spare): void {
    const { tasksPerProcess, spareMs } = this.#options;
    const again = used.process.alive && used.tasks < tasksPerProcess && !this.#stopped && !this.#spare;
    if (!again) this.#end(used.process);
    if (this.#stopped || this.#spare || (spareMs === 0 && !again)) return;
    this.#spare = again ? Promise.resolve(used) : this.#fresh();
    this.#spare.catch(() => {});
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.#drop(), Math.max(spareMs, 1));
    this.#idle.unref();
  }

  #end(process: IsolatedProcess): void {
    const ending = process.stop().finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  async #drop(): Promise<void> {
    const spare = this.#spare;
    this.#spare = null;
    await spare?.then(({ process }) => process.stop()).catch(() => {});
  }
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Removes folders that processes left behind whose parent was killed. @returns how many */
export async function removeLeftFolders(base = tmpdir()): Promise<number> {
  const names = await readdir(base).catch(() => []);
  let removed = 0;
  for (const name of names) {
    const owner = name.startsWith(FOLDER_PREFIX) ? Number(name.slice(FOLDER_PREFIX.length).split('-')[0]) : Number.NaN;
    if (!Number.isInteger(owner) || owner === process.pid || isRunning(owner)) continue;
    await rm(join(base, name), { recursive: true, force: true }).then(
      () => removed++,
      () => {},
    );
  }
  return removed;
}
