import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importList } from '../modules/aml/index.ts';
import { FollowedNames } from '../modules/aml/monitors/follow.ts';
import { type Watched, WatchedNames } from '../modules/aml/monitors/watched-names.ts';
import type { StoredEntity } from '../modules/aml/lists/store.ts';
import { Database } from '../platform/database/database.ts';
import { sql } from '../platform/database/sql.ts';
import { startTestService } from '../server/testing.ts';
import { startBenchDatabase } from './lib/index.ts';
import { readPoliticians } from './names/readers.ts';

/**
 * A list update against those who are watched: 300 changed entities, searched in an index of a million customers in
 * memory; then the whole way, from an import to the last alert, with BENCH_ROWS monitors in PostgreSQL. Names are
 * put together from those of real people in the shared data; one changed entity in thirty is a customer.
 */
const NAMES = Number(process.env['BENCH_NAMES'] ?? 1_000_000);
const ROWS = Number(process.env['BENCH_ROWS'] ?? 200_000);
const DELTA = 300;

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

const pick = (from: readonly string[]): string => from[Math.floor(random() * from.length)] ?? '';
const random = generator(11);

/** Given and family names of real people, put together anew; a tenth of the family names with a letter changed. */
const people = readPoliticians()
  .map(({ name }) => name)
  .filter((name) => !/[,"]/.test(name) && /^[\u0020-\u024f]+$/.test(name) && name.includes(' '));
const given = people.map((name) => name.split(' ')[0] ?? '');
const family = people.map((name) => name.split(' ').at(-1) ?? '');
function person(): string {
  const last = pick(family);
  const at = 1 + Math.floor(random() * (last.length - 2));
  const changed = random() < 0.1 && last.length > 4;
  const letter = changed ? 'abcdefghiklmnoprstuvz'.charAt(Math.floor(random() * 21)) : '';
  const middle = random() < 0.33 ? `${pick(given)} ` : '';
  return `${pick(given)} ${middle}${changed ? last.slice(0, at) + letter + last.slice(at + 1) : last}`;
}
const ms = (since: number): number => Math.round(performance.now() - since);
const mib = (bytes: number): number => Math.round(bytes / 1024 / 1024);

const entityOf = (id: string, name: string): StoredEntity => ({
  id,
  schema: 'PERSON',
  caption: name,
  names: [
    { value: name, kind: 'PRIMARY' },
    { value: person(), kind: 'ALIAS' },
  ],
  categories: ['SANCTIONS'],
  programs: [],
  legalBasis: [],
  birthDates: [],
  birthPlaces: [],
  countries: [],
  nationalities: [],
  identifiers: [],
  addresses: [],
  positions: [],
  links: [],
  sources: [],
});

async function inMemory(): Promise<void> {
  const customers: string[] = [];
  async function* pages(): AsyncGenerator<readonly Watched[]> {
    for (let at = 0; at < NAMES; at += 2000) {
      const page = Array.from({ length: Math.min(2000, NAMES - at) }, (_, n): Watched => {
        const name = person();
        if ((at + n) % 1000 === 0) customers.push(name);
        return { id: `mon_${at + n}`, subject: { type: 'PERSON', name }, threshold: 80 };
      });
      yield await Promise.resolve(page);
    }
  }
  let begun = performance.now();
  const names = await WatchedNames.load(pages());
  console.log(`${NAMES} names indexed in ${ms(begun)} ms, ${mib(names.bytes)} MiB`);
  begun = performance.now();
  const changes = Array.from({ length: 1000 }, (_, n) => ({
    id: `mon_${n}`,
    watched: { id: `mon_${n}`, subject: { type: 'PERSON' as const, name: person() }, threshold: 80 },
  }));
  await names.change(changes);
  console.log(`1,000 changed monitors followed in ${ms(begun)} ms`);
  for (let round = 1; round <= 3; round += 1) {
    const delta = Array.from({ length: DELTA }, (_, n) =>
      entityOf(`e${n}`, n % 30 === 0 ? (customers[(n * 7 + round) % customers.length] ?? '') : person()),
    );
    const concerned = new Set<string>();
    const before = process.threadCpuUsage();
    begun = performance.now();
    for (const entity of delta) names.search(entity, concerned);
    const { user, system } = process.threadCpuUsage(before);
    console.log(
      `round ${round}: a delta of ${DELTA} searched among ${NAMES} in ${ms(begun)} ms (processor time ${Math.round((user + system) / 1000)} ms); ${concerned.size} monitors may be concerned`,
    );
  }
}

async function throughPostgres(): Promise<void> {
  const database = await startBenchDatabase();
  const service = await startTestService({
    databaseUrl: database.postgres.connectionString,
    role: { api: true, worker: true },
    credits: 100_000_000,
  });
  const db = new Database({ connectionString: service.databaseUrl, max: 2, applicationName: 'bench-monitors' });
  const folder = await mkdtemp(join(tmpdir(), 'bench-monitors-'));
  const listed = Array.from({ length: 2000 }, () => person());
  const importNames = async (names: readonly string[]): Promise<void> => {
    const path = join(folder, 'list.csv');
    const rows = names.map((name, n) => `l${n},PERSON,${name},SANCTIONS,BENCH`);
    await writeFile(path, `id,schema,name,categories,programs\n${rows.join('\n')}\n`);
    await importList(service.services, { format: 'csv', paths: [path] });
  };
  const lookedAt = async (): Promise<number> => {
    const rows = await db.query<{ at: Date }>(sql`select looked_at as at from aml_monitor_runs`);
    return rows[0]?.at.getTime() ?? 0;
  };
  const alerts = async (): Promise<number> => {
    const rows = await db.query<{ told: number }>(
      sql`select count(*) as told from events where type = 'aml.monitoring_alert'`,
    );
    return rows[0]?.told ?? 0;
  };
  /** From the import to the end of the job that tells monitors. */
  const update = async (names: readonly string[]): Promise<number> => {
    const begun = performance.now();
    const since = Date.now();
    await importNames(names);
    while ((await lookedAt()) < since) {
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
    }
    return ms(begun);
  };
  try {
    await update(listed);
    const customers: string[] = [];
    for (let at = 0; at < ROWS; at += 5000) {
      const names = Array.from({ length: Math.min(5000, ROWS - at) }, person);
      customers.push(names[0] ?? '');
      await db.query(
        sql`insert into aml_monitors (id, organization_id, environment, status, subject_key, subject, configuration,
            metadata, screening_id, last_run_at, created_at)
          select 'mon_' || lpad((${at}::int + n)::text, 26, '0'), ${service.organizationId}, 'LIVE', 'ACTIVE', 'bench',
            json_build_object('type', 'PERSON', 'name', name),
            '{"profile":"BASIC","checks":["SANCTIONS","PEP"],"threshold":80,"datasets":null}', '{}', '', now(), now()
          from unnest(${names}::text[]) with ordinality as given (name, n)`,
      );
    }
    console.log(`${ROWS} monitors in PostgreSQL`);
    const changed = (round: number): string[] =>
      listed.map((name, n) =>
        n >= DELTA ? name : n % 30 === 0 ? (customers[(n + round) % customers.length] ?? '') : person(),
      );
    console.log(`first update, the index is built: ${await update(changed(0))} ms; ${await alerts()} alerts`);
    for (let round = 1; round <= 3; round += 1) {
      const took = await update(changed(round));
      console.log(
        `update ${round}: 300 entities changed, from import to last alert ${took} ms; ${await alerts()} alerts in all`,
      );
    }
    const names = new FollowedNames(db);
    const first = await names.look('csv', 3);
    const then = await names.look('csv', 4);
    console.log(
      `the index alone: built in ${first.prepared} ms; then caught up in ${then.prepared} ms and searched in ${then.searched} ms`,
    );
  } finally {
    await db.close();
    await service.close();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

await inMemory();
await throughPostgres();
