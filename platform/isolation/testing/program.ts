import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Refusal, serve } from '../child.ts';

/** Does what it is told, good or bad, so that tests see what holds it back. */
type Task =
  | { do: 'echo'; bytes: Uint8Array }
  | { do: 'hang' | 'allocate' | 'grow' | 'die' | 'throw' | 'refuse' | 'environment' | 'start-program' | 'pid' }
  | { do: 'read' | 'write'; path: string; size?: number }
  | { do: 'connect'; port: number };

const code = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? (error as Error).name;

const forever = (what: () => unknown): never => {
  for (;;) what();
};

serve(async (given, { folder, progress }) => {
  const task = given as Task;
  switch (task.do) {
    case 'echo':
      progress(50);
      return { length: task.bytes.length, last: task.bytes.at(-1), folder };
    case 'hang':
      return forever(() => {});
    case 'allocate': {
      const held: Uint8Array[] = [];
      return forever(() => held.push(new Uint8Array(16 * 2 ** 20).fill(1)));
    }
    case 'grow': {
      const held: object[] = [];
      return forever(() => held.push({ text: 'x'.repeat(1000) + held.length }));
    }
    case 'die':
      return process.exit(3);
    case 'throw':
      throw new TypeError('Jane Doe, born 1980');
    case 'refuse':
      throw new Refusal('UNPROCESSABLE_MEDIA', 'The picture has no pixels.');
    case 'environment':
      return process.env;
    case 'pid':
      return process.pid;
    case 'start-program':
      try {
        const child = spawn('/bin/true');
        return await new Promise((resolve) => {
          child.on('exit', () => resolve('started'));
          child.on('error', (error) => resolve(code(error)));
        });
      } catch (error) {
        return code(error);
      }
    case 'read':
      return readFile(task.path, 'utf8').then(() => 'read', code);
    case 'write':
      return writeFile(join(folder, task.path), new Uint8Array(task.size ?? 1)).then(() => 'written', code);
    default:
      return new Promise((resolve) => {
        const socket = connect({ port: task.port, host: '127.0.0.1' });
        socket.on('connect', () => resolve('connected'));
        socket.on('error', (error) => resolve(code(error)));
      });
  }
});
