import FlexSearch from 'flexsearch';
import Fuse from 'fuse.js';
import MiniSearch from 'minisearch';
import { NameIndexBuilder, type NameEntity } from '../../engines/names/index.ts';
import { DAMAGE } from './damage.ts';
import { Random } from './random.ts';
import { readOfac, readPoliticians, readUn } from './readers.ts';

/**
 * The fuzzy search that npm offers, on the same names and queries: listed people under one damage each (is the right one
 * first? among the first ten?), and names of other people (how many get an answer at all; these libraries have no
 * calibrated score, so each is cut at the score that keeps 98 % of its own right answers).
 */
const people = [...readOfac(), ...readUn()].filter((entity) => entity.schema === 'PERSON');
const random = new Random(31);
const damages = DAMAGE.filter((damage) => damage.schemas.includes('PERSON'));
const positives: { name: string; id: string }[] = [];
while (positives.length < 400) {
  const entity = random.pick(people);
  const damaged = random.pick(damages).apply(entity.names[0]?.value ?? '', random);
  if (damaged !== null) positives.push({ name: damaged, id: entity.id });
}
const politicians = readPoliticians();
const others = Array.from({ length: 200 }, () => random.pick(politicians).name);

type Search = (name: string) => { id: string; score: number }[];
const documents = people.flatMap((entity: NameEntity) =>
  entity.names.map((name, at) => ({ key: `${entity.id}#${at}`, name: name.value })),
);
const owner = (key: string): string => key.slice(0, key.indexOf('#'));

function ours(): Search {
  const builder = new NameIndexBuilder();
  for (const entity of people) builder.add(entity);
  const index = builder.build();
  return (name) =>
    index
      .search({ schema: 'PERSON', name }, { threshold: 60, limit: 10 })
      .map((match) => ({ id: match.entityId, score: match.score }));
}
function fuse(): Search {
  const index = new Fuse(documents, { keys: ['name'], includeScore: true, ignoreLocation: true, threshold: 0.6 });
  return (name) =>
    index
      .search(name.slice(0, 60), { limit: 10 })
      .map((found) => ({ id: owner(found.item.key), score: 1 - (found.score ?? 1) }));
}
function minisearch(): Search {
  const index = new MiniSearch({ idField: 'key', fields: ['name'] });
  index.addAll(documents);
  return (name) =>
    index
      .search(name, { fuzzy: 0.2, prefix: true })
      .slice(0, 10)
      .map((found) => ({ id: owner(String(found.id)), score: found.score }));
}
function flexsearch(): Search {
  const index = new FlexSearch.Index({ tokenize: 'forward', encoder: FlexSearch.Charset.LatinBalance });
  documents.forEach((document, at) => index.add(at, document.name));
  return (name) =>
    (index.search(name, { limit: 10, suggest: true }) as number[]).map((at, rank) => ({
      id: owner(documents[at]?.key ?? '#'),
      score: 1 - rank / 10,
    }));
}

console.log(
  `${people.length} people, ${documents.length} names; ${positives.length} damaged names, ${others.length} other people`,
);
for (const [label, make] of [
  ['this engine', ours],
  ['fuse.js', fuse],
  ['minisearch', minisearch],
  ['flexsearch', flexsearch],
] as const) {
  const search = make();
  let [first, ten] = [0, 0];
  const right: number[] = [];
  const from = process.cpuUsage();
  const sample = label === 'fuse.js' ? positives.slice(0, 100) : positives;
  for (const { name, id } of sample) {
    const found = search(name);
    if (found[0]?.id === id) {
      first++;
      right.push(found[0].score);
    }
    if (found.some((one) => one.id === id)) ten++;
  }
  const used = process.cpuUsage(from);
  const cut = right.sort((a, b) => a - b)[Math.floor(right.length * 0.02)] ?? 0;
  const asked = label === 'fuse.js' ? others.slice(0, 50) : others;
  const alerts = asked.filter((name) => (search(name)[0]?.score ?? -1) >= cut).length;
  console.log(
    `${label.padEnd(12)} first ${(first / sample.length).toFixed(3)}  in ten ${(ten / sample.length).toFixed(3)}  answers for other people ${(alerts / asked.length).toFixed(3)}  ${((used.user + used.system) / 1000 / sample.length).toFixed(2)} ms a query`,
  );
}
