import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** The service as an operator runs it: a process of its own, told by its environment alone. */
export interface ServiceProcess {
  child: ChildProcess;
  production: string;
  sandbox: string;
  admin: string;
  /** Standard output and standard error so far. */
  stdout(): string;
  stderr(): string;
  /** Resolves with the exit code, or the signal's name. */
  exited: Promise<number | string>;
  /** SIGTERM and wait. */
  stop(): Promise<number | string>;
  /** SIGKILL and wait. */
  kill(): Promise<number | string>;
}

const MAIN = join(import.meta.dirname, '..', '..', 'server', 'main.ts');

/** Ports that were free a moment ago; three different ones. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<{ port: number; close(): Promise<void> }>((resolve, reject) => {
          const server = createServer();
          server.once('error', reject);
          server.listen(0, '127.0.0.1', () => {
            const address = server.address();
            resolve({
              port: typeof address === 'object' && address ? address.port : 0,
              close: () => new Promise((closed) => server.close(() => closed())),
            });
          });
        }),
    ),
  );
  await Promise.all(servers.map((server) => server.close()));
  return servers.map((server) => server.port);
}

/** Starts the service; does not wait for it. */
export function spawnService(ports: readonly number[], env: Readonly<Record<string, string>>): ServiceProcess {
  const [port = 0, sandboxPort = 0, adminPort = 0] = ports;
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Nothing of this process's environment but what programs need to run at all.
    env: {
      PATH: process.env['PATH'] ?? '',
      // As `npm start` has it.
      NODE_COMPILE_CACHE: join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'compile'),
      HOST: '127.0.0.1',
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      ADMIN_PORT: String(adminPort),
      LISTS_AUTO_UPDATE: 'false',
      ...env,
    },
  });
  const texts = { stdout: '', stderr: '' };
  child.stdout?.on('data', (piece: Buffer) => (texts.stdout += piece.toString()));
  child.stderr?.on('data', (piece: Buffer) => (texts.stderr += piece.toString()));
  const exited = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  const end = (signal: NodeJS.Signals): Promise<number | string> => {
    child.kill(signal);
    return exited;
  };
  return {
    child,
    production: `http://127.0.0.1:${port}/api/v3`,
    sandbox: `http://127.0.0.1:${sandboxPort}/api/v3`,
    admin: `http://127.0.0.1:${adminPort}`,
    stdout: () => texts.stdout,
    stderr: () => texts.stderr,
    exited,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

/** Waits until /readyz answers 200. @throws where the process ends or the time is over */
export async function untilReady(service: ServiceProcess, timeoutMs = 60_000): Promise<void> {
  const state = { ended: false };
  void service.exited.then(() => (state.ended = true));
  const end = Date.now() + timeoutMs;
  while (Date.now() < end && !state.ended) {
    const ready = await fetch(`${service.admin}/readyz`).then(
      (response) => response.status === 200,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
  throw new Error(`The service did not get ready.\n${service.stdout()}\n${service.stderr()}`);
}

export function printedKeys(service: ServiceProcess): { live: string; test: string } {
  const live = /cvs_live_[0-9A-Za-z]{38}/.exec(service.stdout())?.[0];
  const test = /cvs_test_[0-9A-Za-z]{38}/.exec(service.stdout())?.[0];
  if (!live || !test) throw new Error(`No keys were printed:\n${service.stdout()}`);
  return { live, test };
}
