import { NameIndexBuilder, type NameEntity, type NameQuery } from '../../engines/names/index.ts';
import { DAMAGE } from './damage.ts';
import { hostileQueries } from './hostile.ts';
import { Random } from './random.ts';
import { politicianEntities, readOfac, readPoliticians, readUn } from './readers.ts';

/**
 * Queries a second on one core, latency, memory, a delta built, and a delta searched in an index of customers (the large
 * one stands for them). `node --expose-gc speed.ts 40000` or `… 1000000`. The small index holds
 * real names only; the large one is filled with people put together from real given and family names, a tenth of them
 * with a letter changed so that the vocabulary grows with the list. Half of the queries are listed names with one damage, half other people.
 */
const size = Number(process.argv[2] ?? 40_000);
const random = new Random(21);
const collect = (globalThis as { gc?: () => void }).gc;

const people = readPoliticians();
const latin = people.filter((person) => /^[\u0020-\u024f]+$/.test(person.name) && person.name.split(' ').length >= 2);
const given = latin.map((person) => person.name.split(' ')[0] ?? '');
const family = latin.map((person) => person.name.split(' ').at(-1) ?? '');

function invent(index: number): NameEntity {
  let last = random.pick(family);
  if (random.below(10) === 0 && last.length > 4) {
    const at = 1 + random.below(last.length - 2);
    last = last.slice(0, at) + 'abcdefghiklmnoprstuvz'.charAt(random.below(21)) + last.slice(at + 1);
  }
  const middle = random.below(3) === 0 ? `${random.pick(given)} ` : '';
  const year = 1930 + random.below(75);
  return {
    id: `made-${index}`,
    schema: 'PERSON',
    names: [{ value: `${random.pick(given)} ${middle}${last}`, kind: 'PRIMARY' }],
    birthDates: [
      `${year}-${String(1 + random.below(12)).padStart(2, '0')}-${String(1 + random.below(28)).padStart(2, '0')}`,
    ],
    countries: [random.pick(['RU', 'IR', 'SY', 'CU', 'CN', 'DE', 'FR', 'MX'])],
    nationalities: [],
    identifiers: [],
    addresses: [],
  };
}

const listed = [...readOfac(), ...readUn(), ...politicianEntities(people)];
/** Growth of the whole process in MB since the lists were read, after a collection and time for pages to be given back. */
async function growth(): Promise<number> {
  collect?.();
  await new Promise((resolve) => setTimeout(resolve, 2000));
  return (process.memoryUsage().rss - before) / 1e6;
}
let before = 0;
before = (await growth()) * 1e6;
const started = performance.now();
const builder = new NameIndexBuilder();
let names = 0;
// Of those made up only what a query needs is held: the memory of an entity is not the index's.
const targets: { schema: NameEntity['schema']; name: string }[] = [];
const nameOf = ({ schema, names: [first] }: NameEntity): { schema: NameEntity['schema']; name: string } => ({
  schema,
  name: first?.value ?? '',
});
for (const entity of listed) {
  if (names >= size) break;
  builder.add(entity);
  names += entity.names.length;
  targets.push(nameOf(entity));
}
for (let i = 0; names < size; i++) {
  const entity = invent(i);
  builder.add(entity);
  names++;
  if (i % 97 === 0 && targets.length < 40_000) targets.push(nameOf(entity));
}
const index = builder.build();
const built = performance.now() - started;
const grown = await growth();
console.log(
  `${names} names, ${index.size} entities, ${index.readings} readings; built in ${(built / 1000).toFixed(2)} s; index ${(index.byteLength / 1e6).toFixed(0)} MB; process grew by ${grown.toFixed(0)} MB (${((grown * 1e6) / names).toFixed(0)} bytes a name)`,
);

function queryFor(i: number): NameQuery {
  if (i % 2 === 0) {
    const entity = random.pick(targets);
    const { name } = entity;
    const able = DAMAGE.filter((damage) =>
      damage.schemas.includes(entity.schema === 'AIRCRAFT' ? 'VESSEL' : entity.schema),
    );
    return { schema: entity.schema, name: random.pick(able).apply(name, random) ?? name };
  }
  return {
    schema: 'PERSON',
    name: `${random.pick(given)} ${random.pick(family)}`,
    birthDate: `${1930 + random.below(75)}`,
  };
}

const count = size > 200_000 ? 4000 : 20_000;
const queries = Array.from({ length: count * 2 }, (_, i) => queryFor(i));
for (const query of queries.slice(0, count)) index.search(query, { threshold: 80, limit: 10 });
const times = new Float64Array(count);
const cpuFrom = process.cpuUsage();
const from = performance.now();
let matches = 0;
for (let i = 0; i < count; i++) {
  const at = performance.now();
  matches += index.search(queries[count + i] as NameQuery, { threshold: 80, limit: 10 }).length;
  times[i] = performance.now() - at;
}
const total = performance.now() - from;
// On a machine that others use too, processor time says more than the clock.
const { user, system } = process.cpuUsage(cpuFrom);
const cpu = (user + system) / 1000;
times.sort();
const percentile = (share: number): string => (times[Math.floor(count * share)] ?? 0).toFixed(2);
console.log(
  `${((count * 1000) / total).toFixed(0)} queries a second by the clock, ${((count * 1000) / cpu).toFixed(0)} a second of processor time; p50 ${percentile(0.5)} ms, p90 ${percentile(0.9)} ms, p99 ${percentile(0.99)} ms, worst ${(times[count - 1] ?? 0).toFixed(2)} ms; ${(matches / count).toFixed(2)} matches a query`,
);
console.log(`after ${count * 2} queries the process had grown by ${(await growth()).toFixed(0)} MB`);

// What a query made to take long takes: the least of three times each, so that the machine's other work counts little.
const counts = new Map<string, number>();
for (const name of given) counts.set(name, (counts.get(name) ?? 0) + 1);
const frequent = [...counts]
  .sort((a, b) => b[1] - a[1])
  .slice(0, 60)
  .map(([name]) => name);
for (const [kind, hostile] of hostileQueries(frequent, random, 30)) {
  const taken = hostile.map((query) => {
    let least = Infinity;
    for (let i = 0; i < 3; i++) {
      const at = performance.now();
      index.search(query, { threshold: 80, limit: 10 });
      least = Math.min(least, performance.now() - at);
    }
    return least;
  });
  taken.sort((a, b) => a - b);
  console.log(`${kind}: p50 ${(taken[15] ?? 0).toFixed(2)} ms, worst ${(taken.at(-1) ?? 0).toFixed(2)} ms`);
}

/** Processor time of a piece of work in milliseconds. */
function cost(work: () => void): number {
  const from = process.cpuUsage();
  work();
  const used = process.cpuUsage(from);
  return (used.user + used.system) / 1000;
}
const changed = listed.filter((_, at) => at % 33 === 5).slice(0, 300);
const costs = Array.from({ length: 5 }, () =>
  cost(() => {
    const small = new NameIndexBuilder();
    for (const entity of changed) small.add(entity);
    small.build();
  }),
);
console.log(
  `a delta of ${changed.length} entities built in ${costs.map((ms) => ms.toFixed(0)).join(', ')} ms of processor time`,
);
// The changed entities asked for in the index as if it held customers: six names a query, those found not asked for again.
for (const threshold of [80, 68, 50]) {
  const concerned = new Set<string>();
  const spent = cost(() => {
    for (const entity of changed) {
      const values = entity.names.map((name) => name.value);
      for (let at = 0; at < values.length; at += 6) {
        const [name = '', ...aliases] = values.slice(at, at + 6);
        const query: NameQuery = { schema: entity.schema, name, aliases, identifiers: entity.identifiers };
        for (const match of index.search(query, { threshold, limit: 1000, exclude: (id) => concerned.has(id) }))
          concerned.add(match.entityId);
      }
    }
  });
  console.log(
    `${changed.length} changed entities searched at ${threshold}: ${(spent / 1000).toFixed(2)} s of processor time, ${concerned.size} found`,
  );
}
