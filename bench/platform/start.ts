import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts, printedKeys, spawnService, untilReady } from '../../e2e/lib/service-process.ts';

/** Time from the start of the process to /readyz 200, first and later, and the server's memory at rest without PostgreSQL. */
const LATER = 3;
const dir = await mkdtemp(join(tmpdir(), 'cvs-bench-'));
const ports = await freePorts(3);

async function timed(): Promise<{ seconds: number; service: ReturnType<typeof spawnService> }> {
  const started = performance.now();
  const service = spawnService(ports, { DATA_DIR: join(dir, 'data') });
  await untilReady(service);
  return { seconds: (performance.now() - started) / 1000, service };
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

try {
  const first = await timed();
  console.log(`first start: ${first.seconds.toFixed(2)} s (reach: 8 s)`);
  const { live } = printedKeys(first.service);
  await first.service.stop();
  const later: number[] = [];
  for (let round = 0; round < LATER; round += 1) {
    const next = await timed();
    later.push(next.seconds);
    if (round === LATER - 1) {
      for (let n = 0; n < 50; n += 1) {
        await (
          await fetch(`${next.service.production}/auth/me`, { headers: { authorization: `Bearer ${live}` } })
        ).text();
      }
      await new Promise((resolve) => {
        setTimeout(resolve, 5_000);
      });
      console.log(`memory at rest: ${await residentMb(next.service.child.pid ?? 0)} MB (reach: 200 MB)`);
    }
    await next.service.stop();
  }
  console.log(`later starts: ${later.map((seconds) => seconds.toFixed(2)).join(', ')} s (reach: 3 s)`);
} finally {
  await rm(dir, { recursive: true, force: true });
}
