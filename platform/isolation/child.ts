import { type FromChild, Refusal, type ToChild } from './messages.ts';

export { Refusal } from './messages.ts';

export interface TaskContext {
  /** Folder of this process alone; it goes when the process ends. */
  folder: string;
  /** Tells how far the task is, 0 to 100. */
  progress(percent: number): void;
}

const send = (message: FromChild): Promise<void> =>
  new Promise((resolve) => {
    if (!process.connected || !process.send) resolve();
    else process.send(message, undefined, {}, () => resolve());
  });

/**
 * The isolated process's side: call once, after everything slow was loaded. Answers tasks one after another, and ends
 * when the parent goes.
 */
export function serve(handle: (task: unknown, context: TaskContext) => Promise<unknown>): void {
  const folder = process.cwd();
  const context: TaskContext = { folder, progress: (percent) => void send({ progress: percent }) };
  const answer = async (message: ToChild): Promise<void> => {
    try {
      await send({ result: await handle(message.task, context) });
    } catch (error) {
      if (error instanceof Refusal) await send({ refused: { code: error.code, message: error.message } });
      else await send({ failed: { name: error instanceof Error ? error.name : 'Error' } });
    }
  };
  process.on('message', (message: ToChild) => void answer(message));
  process.on('disconnect', () => process.exit(0));
  void send({ ready: true });
}
