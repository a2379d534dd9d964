import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { confined, confinement, type Limits } from './limits.ts';
import { residentBytes } from './memory.ts';
import { type FailureReason, type FromChild, IsolationFailure, Refusal } from './messages.ts';

export interface Program {
  /** Absolute path of the module that calls `serve`. */
  entry: string;
  limits: Limits;
  /** What the module finds in process.argv from the third place on. Others on the machine can read it. */
  arguments?: readonly string[];
  /** Folders and files that it may read beside the program itself. */
  readable?: readonly string[];
  /** Whether it may start programs of its own, such as a media decoder; they are under the same limits. */
  mayStartPrograms?: boolean;
}

export const FOLDER_PREFIX = 'compliance-isolated-';
const ROOT = join(import.meta.dirname, '..', '..');
const WATCH_MS = 50;
const START_MS = 30_000;

interface Run {
  resolve(result: unknown): void;
  reject(error: Error): void;
  progress: ((percent: number) => void) | undefined;
  timer: NodeJS.Timeout;
}

/**
 * A child process that knows nothing of this one: no environment, no network where the machine allows that, a folder
 * of its own, limits on memory, processor time, files and the clock. It answers one task at a time.
 */
export class IsolatedProcess {
  readonly folder: string;
  readonly #child: ChildProcess;
  readonly #limits: Limits;
  readonly #watch: NodeJS.Timeout;
  readonly #ended: Promise<void>;
  readonly #ready = Promise.withResolvers<void>();
  readonly #started = performance.now();
  #reason: FailureReason | null = null;
  #run: Run | null = null;
  /** From the moment a task is given, though it waits for the process to load. */
  #claimed = false;
  #alive = true;

  private constructor(child: ChildProcess, folder: string, limits: Limits) {
    this.#child = child;
    this.folder = folder;
    this.#limits = limits;
    this.#ready.promise.catch(() => {});
    const start = setTimeout(() => this.#kill('TIMED_OUT'), START_MS);
    this.#watch = setInterval(() => void this.#watchMemory(), WATCH_MS);
    this.#watch.unref();
    this.#ended = new Promise((resolve) => {
      const ended = (signal: string | null): void => {
        if (!this.#alive) return;
        this.#alive = false;
        clearTimeout(start);
        clearInterval(this.#watch);
        this.#fail(signal);
        void rm(folder, { recursive: true, force: true }).then(resolve, resolve);
      };
      child.on('exit', (_code, signal) => ended(signal));
      child.on('error', () => ended(null));
    });
    child.on('message', (message: FromChild) => {
      if ('ready' in message) clearTimeout(start);
      this.#take(message);
    });
    child.stderr?.resume();
  }

  /** @returns a process that is loading; tasks wait until it is ready */
  static async start(program: Program): Promise<IsolatedProcess> {
    const { entry, limits, readable = [], mayStartPrograms = false } = program;
    const folder = await mkdtemp(join(tmpdir(), `${FOLDER_PREFIX}${process.pid}-`));
    const modules = await realpath(join(ROOT, 'node_modules'));
    const flags = [
      '--permission',
      '--allow-addons',
      ...(mayStartPrograms ? ['--allow-child-process'] : []),
      ...[ROOT, modules, folder, ...readable].map((path) => `--allow-fs-read=${path}`),
      `--allow-fs-write=${folder}`,
      `--max-old-space-size=${Math.ceil(limits.memoryBytes / 2 ** 20)}`,
      '--disable-warning=ExperimentalWarning',
      '--disable-warning=SecurityWarning',
    ];
    const [file, args] = confined(limits, await confinement(), [
      process.execPath,
      ...flags,
      entry,
      ...(program.arguments ?? []),
    ]);
    const child = spawn(file, args, {
      cwd: folder,
      env: { TMPDIR: folder, HOME: folder, LANG: 'C.UTF-8' },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
      detached: true,
    });
    return new IsolatedProcess(child, folder, limits);
  }

  get alive(): boolean {
    return this.#alive && this.#reason === null;
  }

  /** Waits until it has loaded. @throws IsolationFailure where it ended before */
  ready(): Promise<void> {
    return this.#ready.promise;
  }

  /**
   * @param task anything that structured cloning takes; bytes as Uint8Array
   * @throws Refusal where the task's code refuses its input; IsolationFailure where it came to no answer
   */
  async run<Result>(task: unknown, progress?: (percent: number) => void): Promise<Result> {
    if (this.#claimed) throw new Error('An isolated process runs one task at a time');
    this.#claimed = true;
    try {
      await this.#ready.promise;
      return (await this.#answer(task, progress)) as Result;
    } finally {
      this.#claimed = false;
    }
  }

  #answer(task: unknown, progress?: (percent: number) => void): Promise<unknown> {
    return new Promise<unknown>((resolve, reject) => {
      // It may have ended between its last sign and now: then nobody would tell.
      if (!this.#alive) {
        const reason = this.#reason ?? 'CRASHED';
        reject(new IsolationFailure(reason, MESSAGES[reason]));
        return;
      }
      const timer = setTimeout(() => this.#kill('TIMED_OUT'), this.#limits.wallMs);
      this.#run = { resolve, reject, progress, timer };
      this.#child.send({ task }, (error) => {
        if (error) this.#kill('CRASHED');
      });
    });
  }

  /** Most memory that it held at any moment so far, bytes; the system's own count. 0 where it is gone. */
  peakBytes(): number {
    try {
      const status = readFileSync(`/proc/${this.#child.pid ?? 0}/status`, 'latin1');
      return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
    } catch {
      return 0;
    }
  }

  /** Ends it at once. Resolves when it and its folder are gone. */
  async stop(): Promise<void> {
    this.#kill('STOPPED');
    await this.#ended;
  }

  #take(message: FromChild): void {
    if ('ready' in message) return this.#ready.resolve();
    const run = this.#run;
    if (!run) return;
    if ('progress' in message) return run.progress?.(message.progress);
    this.#run = null;
    clearTimeout(run.timer);
    if ('result' in message) run.resolve(message.result);
    else if ('refused' in message) run.reject(new Refusal(message.refused.code, message.refused.message));
    else run.reject(new IsolationFailure('CRASHED', `The task ended with ${message.failed.name}.`));
  }

  async #watchMemory(): Promise<void> {
    if (!this.#alive || this.#child.pid === undefined) return;
    if ((await residentBytes(this.#child.pid)) > this.#limits.memoryBytes) this.#kill('OUT_OF_MEMORY');
  }

  /** The whole group, so that programs which it started go with it. */
  #kill(reason: FailureReason): void {
    if (!this.#alive) return;
    this.#reason ??= reason;
    try {
      if (this.#child.pid !== undefined) process.kill(-this.#child.pid, 'SIGKILL');
    } catch {
      this.#child.kill('SIGKILL');
    }
  }

  /**
   * What a signal that did not come from here means. The heap's own bound ends a process with SIGABRT or SIGTRAP; the
   * kernel kills for processor time, which cannot have been used up before its share of the clock, or for memory.
   */
  #told(signal: string | null): FailureReason {
    if (signal === 'SIGABRT' || signal === 'SIGTRAP') return 'OUT_OF_MEMORY';
    if (signal === 'SIGXCPU') return 'OUT_OF_PROCESSOR_TIME';
    if (signal !== 'SIGKILL') return 'CRASHED';
    const most = ((performance.now() - this.#started) / 1000) * availableParallelism();
    return most >= this.#limits.cpuSeconds ? 'OUT_OF_PROCESSOR_TIME' : 'OUT_OF_MEMORY';
  }

  #fail(signal: string | null): void {
    const reason = this.#reason ?? this.#told(signal);
    const failure = new IsolationFailure(reason, MESSAGES[reason]);
    this.#ready.reject(failure);
    const run = this.#run;
    this.#run = null;
    if (!run) return;
    clearTimeout(run.timer);
    run.reject(failure);
  }
}

const MESSAGES: Readonly<Record<FailureReason, string>> = {
  TIMED_OUT: 'The examination took longer than it may and was ended.',
  OUT_OF_MEMORY: 'The examination needed more memory than it may use and was ended.',
  OUT_OF_PROCESSOR_TIME: 'The examination needed more processor time than it may use and was ended.',
  CRASHED: 'The process that examined the media ended by itself.',
  STOPPED: 'The process that examined the media was stopped.',
};
