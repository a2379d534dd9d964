import { parentPort, workerData } from 'node:worker_threads';
import { PlainConnection } from './plain-client.ts';

/** A load of HTTP requests from a thread of its own: `connections` at once, until `seconds` are over. */
export interface LoadPlan {
  origin: string;
  path: string;
  method: 'GET' | 'POST';
  connections: number;
  seconds: number;
  keys: string[];
  /** Text of the body; `#` is replaced by a running number. */
  body?: string;
  /** Texts of bodies to take in turn, instead. */
  bodies?: string[];
  idempotent?: boolean;
  /** At most this many requests a second, evenly spread; as many as possible where absent. */
  perSecond?: number;
}

export interface LoadResult {
  requests: number;
  seconds: number;
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  failures: Record<string, number>;
}

async function run(plan: LoadPlan): Promise<LoadResult> {
  const connections = await Promise.all(
    Array.from({ length: plan.connections }, () => PlainConnection.open(plan.origin)),
  );
  const times: number[] = [];
  const failures: Record<string, number> = {};
  const started = performance.now();
  const end = started + plan.seconds * 1000;
  const run = Math.floor(started * 1000).toString(36);
  let number = 0;
  const one = async (connection: PlainConnection): Promise<void> => {
    number += 1;
    const n = number;
    const text = plan.bodies?.[n % plan.bodies.length] ?? plan.body;
    const begun = performance.now();
    const statusCode = await connection.request(
      plan.method,
      plan.path,
      {
        authorization: `Bearer ${plan.keys[n % plan.keys.length]}`,
        ...(text ? { 'content-type': 'application/json' } : {}),
        ...(plan.idempotent ? { 'idempotency-key': `${run}-${n}` } : {}),
      },
      text?.replaceAll('#', String(n)),
    );
    if (statusCode >= 300) failures[statusCode] = (failures[statusCode] ?? 0) + 1;
    times.push(performance.now() - begun);
  };
  let slots = 0;
  const loop = async (connection: PlainConnection): Promise<void> => {
    while (performance.now() < end) {
      if (plan.perSecond) {
        // Each takes a moment of its own, so that they do not all come at once.
        const due = started + (slots / plan.perSecond) * 1000;
        slots += 1;
        const wait = due - performance.now();
        if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
      }
      await one(connection);
    }
  };
  await Promise.all(connections.map(loop));
  const seconds = (performance.now() - started) / 1000;
  for (const connection of connections) connection.close();
  times.sort((a, b) => a - b);
  const at = (share: number): number =>
    Math.round((times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0) * 100) / 100;
  return {
    requests: times.length,
    seconds,
    perSecond: Math.round(times.length / seconds),
    p50: at(0.5),
    p99: at(0.99),
    failures,
  };
}

parentPort?.postMessage(await run(workerData as LoadPlan));
