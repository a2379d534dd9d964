import { NameIndexBuilder, type NameEntity } from '../../engines/names/index.ts';
import { scriptOf } from '../../engines/names/scripts.ts';
import { entityOf } from '../../engines/names/testing.ts';
import { interval, isHeldOut } from './random.ts';
import { readPoliticians } from './readers.ts';

/**
 * Search across scripts: 33,000 legislators are listed in Latin letters only, and asked for by their names in other
 * scripts; then the other way round. Found means among the matches at the threshold. `--tuning` uses the tuning half.
 */
const tuning = process.argv.includes('--tuning');
const people = readPoliticians();
const make = (id: string, names: string[]): NameEntity =>
  entityOf(id, '', { names: names.map((value) => ({ value, kind: 'ALIAS' })) });
const latinOf = (person: (typeof people)[number]): string | undefined =>
  scriptOf(person.name) === 'LATIN' ? person.name : person.otherNames.find((other) => other.lang === 'en')?.name;

const latin = new NameIndexBuilder();
const foreign = new NameIndexBuilder();
const pairs: { id: string; latin: string; foreign: string; script: string }[] = [];
for (const person of people) {
  const name = latinOf(person);
  if (name === undefined) continue;
  latin.add(make(person.id, [name]));
  const others = [
    ...new Set(person.otherNames.map((other) => other.name).filter((other) => scriptOf(other) !== 'LATIN')),
  ];
  if (others.length > 0) foreign.add(make(person.id, others));
  if (isHeldOut(person.id) === tuning) continue;
  for (const other of others) pairs.push({ id: person.id, latin: name, foreign: other, script: scriptOf(other) });
}

for (const [label, index] of [
  ['listed in Latin, asked for in', latin.build()],
  ['asked for in Latin, listed in', foreign.build()],
] as const) {
  const stats = new Map<string, [number, number]>();
  const from = process.cpuUsage();
  for (const pair of pairs) {
    const name = label.startsWith('listed') ? pair.foreign : pair.latin;
    const hit = index
      .search({ schema: 'PERSON', name }, { threshold: 80, limit: 50 })
      .some((match) => match.entityId === pair.id);
    const entry = stats.get(pair.script) ?? [0, 0];
    entry[1]++;
    if (hit) entry[0]++;
    stats.set(pair.script, entry);
  }
  const used = process.cpuUsage(from);
  console.log(
    `${label}: ${index.size} entities, ${((used.user + used.system) / 1000 / pairs.length).toFixed(2)} ms a query`,
  );
  for (const [script, [hits, total]] of [...stats].sort(([a], [b]) => a.localeCompare(b))) {
    const [low, high] = interval(hits, total);
    console.log(
      `  ${script.padEnd(10)} ${(hits / total).toFixed(4)}  [${low.toFixed(3)}, ${high.toFixed(3)}]  n=${total}`,
    );
  }
}
