import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importList } from '../modules/aml/index.ts';
import { sql } from '../platform/database/sql.ts';
import { startTestService, type TestService } from '../server/testing.ts';
import { load, processorTimes, startBenchDatabase } from './lib/index.ts';

/**
 * POST /aml/screenings over HTTP: authenticated, limited, searched, recorded with its explanation, charged, told and
 * audited, durable (fsync on). First as many as go, then p99 at half of that and at half of the aim. The list is generated: invented people
 * with two names each; one query in twenty is for somebody on it. Requests come from a thread of this process and the
 * database runs on the same machine, so all three share its cores. BENCH_ORGANIZATIONS spreads the requests: charges
 * of one organisation wait for one another until they are durable. At the end, a few a second of one organisation alone,
 * and beside batches of a thousand of the same organisation.
 */
const ENTITIES = Number(process.env['BENCH_ENTITIES'] ?? 40_000);
const ORGANIZATIONS = Number(process.env['BENCH_ORGANIZATIONS'] ?? 8);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 8);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const CONNECTIONS = 32;
/** Screenings a second that are aimed at. */
const AIM = 800;
/** Screenings a second beside batches. */
const FEW = 50;

/** A small generator of numbers, always the same ones (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const SYLLABLES =
  'an ber cor da el fi gar ha il jo ka lor ma ni or pe qui ra sol ta ul vi wen xa yo za bri cla dro fle gri'.split(' ');
const random = generator(7);
const pick = (): string => SYLLABLES[Math.floor(random() * SYLLABLES.length)] ?? '';
const word = (): string => {
  const text = Array.from({ length: 2 + Math.floor(random() * 2) }, pick).join('');
  return text.charAt(0).toUpperCase() + text.slice(1);
};
const birth = (): string =>
  `${1940 + Math.floor(random() * 60)}-0${1 + Math.floor(random() * 9)}-1${Math.floor(random() * 10)}`;

async function makeList(service: TestService): Promise<string[]> {
  const names = Array.from({ length: ENTITIES }, () => `${word()} ${word()}`);
  const rows = names.map((name, n) => `b${n},PERSON,${name},SANCTIONS,${word()} ${word()},${birth()},BENCH`);
  const folder = await mkdtemp(join(tmpdir(), 'bench-list-'));
  try {
    const path = join(folder, 'list.csv');
    await writeFile(path, `id,schema,name,categories,aliases,birth_dates,programs\n${rows.join('\n')}\n`);
    await importList(service.services, { format: 'csv', paths: [path] });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return names;
}

const bodiesFor = (listed: readonly string[]): string[] =>
  Array.from({ length: 5000 }, (_, n) => {
    const name = n % 20 === 0 ? (listed[Math.floor(random() * listed.length)] ?? '') : `${word()} ${word()}`;
    return JSON.stringify({ subject: { type: 'PERSON', name, dateOfBirth: birth() }, checks: ['SANCTIONS'] });
  });

async function served(service: TestService): Promise<void> {
  for (;;) {
    const answer = await service.call({
      path: '/aml/screenings',
      body: { subject: { type: 'PERSON', name: 'Ready Steady' }, checks: ['SANCTIONS'] },
    });
    if (answer.status === 201) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
  }
}

/** Screens batches of a thousand one after another, until told to stop. @returns how many subjects were screened */
async function runBatches(service: TestService, bodies: readonly string[], signal: AbortSignal): Promise<number> {
  const subjects = bodies.slice(0, 1000).map((body) => (JSON.parse(body) as { subject: object }).subject);
  let screened = 0;
  while (!signal.aborted) {
    const made = await service.call({ path: '/aml/batch', body: { checks: ['SANCTIONS'], subjects } });
    const path = `/aml/batch/${made.json.data.jobId}`;
    let completed = 0;
    while (!signal.aborted && completed < subjects.length) {
      await new Promise((resolve) => {
        setTimeout(resolve, 100);
      });
      completed = (await service.call({ path, method: 'GET' })).json.data.completed as number;
    }
    screened += completed;
  }
  return screened;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const database = await startBenchDatabase();
const service = await startTestService({
  databaseUrl: database.postgres.connectionString,
  env: { DATABASE_POOL: '16' },
  credits: 100_000_000,
});
try {
  const begun = performance.now();
  const listed = await makeList(service);
  await served(service);
  console.log(`${ENTITIES} entities imported, indexed and serving in ${Math.round(performance.now() - begun)} ms`);
  const keys = [service.liveKey];
  while (keys.length < ORGANIZATIONS) keys.push((await service.addOrganization({ credits: 100_000_000 })).liveKey);
  await service.services.db.query(sql`update organizations set requests_per_minute = 100000000`);
  service.services.authenticator.forget();
  const plan = {
    origin: service.production.replace('/api/v3', ''),
    path: '/api/v3/aml/screenings',
    method: 'POST' as const,
    seconds: SECONDS,
    keys,
    bodies: bodiesFor(listed),
  };
  await load({ ...plan, connections: CONNECTIONS, seconds: 3 });
  const most: number[] = [];
  const half: number[] = [];
  const halfAim: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await processorTimes();
    const full = await load({ ...plan, connections: CONNECTIONS });
    const after = await processorTimes();
    const each = (of: keyof typeof after): string => ((after[of] - before[of]) / full.requests).toFixed(2);
    const eased = await load({ ...plan, connections: CONNECTIONS, perSecond: Math.round(full.perSecond / 2) });
    const light = await load({ ...plan, connections: CONNECTIONS, perSecond: AIM / 2 });
    most.push(full.perSecond);
    half.push(eased.p99);
    halfAim.push(light.p99);
    console.log(
      `round ${round + 1}: ${full.perSecond}/s (p50 ${full.p50} ms, p99 ${full.p99} ms); at ${eased.perSecond}/s p50 ${eased.p50} ms, p99 ${eased.p99} ms; at ${light.perSecond}/s p50 ${light.p50} ms, p99 ${light.p99} ms; failures ${JSON.stringify({ ...full.failures, ...eased.failures, ...light.failures })}`,
    );
    console.log(
      `  processor time a request: ${each('thread')} ms in the thread that serves, ${each('process')} ms in the whole process with search and load, ${each('database')} ms in PostgreSQL`,
    );
  }
  const few = { ...plan, keys: [service.liveKey], connections: 8, perSecond: FEW };
  const alone = await load(few);
  const over = new AbortController();
  const batches = runBatches(service, plan.bodies, over.signal);
  const beside = await load(few);
  over.abort();
  const screened = await batches;
  console.log(
    `one organisation, ${alone.perSecond}/s: p50 ${alone.p50} ms, p99 ${alone.p99} ms; beside its batches of 1,000 (${Math.round(screened / beside.seconds)} subjects/s) ${beside.perSecond}/s: p50 ${beside.p50} ms, p99 ${beside.p99} ms`,
  );
  console.log(
    `POST /aml/screenings, ${ORGANIZATIONS} organisation(s), ${ENTITIES} entities: ${median(most)}/s; at half of that p99 ${median(half)} ms, at ${AIM / 2}/s ${median(halfAim)} ms`,
  );
} finally {
  await service.close();
  await database.stop();
}
