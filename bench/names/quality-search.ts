import { NameIndexBuilder, type NameEntity, type NameIndex, type NameQuery } from '../../engines/names/index.ts';
import { DAMAGE, HARD_NEGATIVES } from './damage.ts';
import { interval, isHeldOut, Random } from './random.ts';
import { readOfac, readPoliticians, readUn } from './readers.ts';

/**
 * Recall by kind of damage, hard negatives, and the share of other people who raise an alert, in an index of the OFAC and
 * UN lists. `--tuning` uses the tuning half, `--show CLASS` prints failures.
 */
const tuning = process.argv.includes('--tuning');
const show = process.argv.includes('--show') ? process.argv[process.argv.indexOf('--show') + 1] : undefined;
const THRESHOLD = 80;

const entities = [...readOfac(), ...readUn()];
const builder = new NameIndexBuilder();
for (const entity of entities) builder.add(entity);
const index = builder.build();
console.log(
  `${tuning ? 'tuning' : 'held-out'} half; ${index.size} entities, ${index.readings} readings; threshold ${THRESHOLD}`,
);

function line(label: string, hits: number, total: number): void {
  const [low, high] = interval(hits, total);
  console.log(
    `${label.padEnd(34)} ${(hits / Math.max(1, total)).toFixed(4)}  [${low.toFixed(4)}, ${high.toFixed(4)}]  n=${total}`,
  );
}

function hit(index: NameIndex, entity: NameEntity, query: NameQuery): boolean {
  return index.search(query, { threshold: THRESHOLD, limit: 50 }).some((match) => match.entityId === entity.id);
}

const half = entities.filter((entity) => isHeldOut(entity.id) !== tuning);
const only = (name: string): boolean => show === undefined || show === name;
for (const damage of DAMAGE) {
  if (!only(damage.name)) continue;
  const random = new Random(11);
  let [hits, total] = [0, 0];
  const failures: string[] = [];
  for (let i = 0; i < half.length * 3 && total < 600; i++) {
    const entity = half[(i * 7919) % half.length] as NameEntity;
    if (!damage.schemas.includes(entity.schema)) continue;
    const name = entity.names[0]?.value ?? '';
    const damaged = damage.apply(name, random);
    if (damaged === null || damaged === name) continue;
    total++;
    if (hit(index, entity, { schema: entity.schema, name: damaged })) hits++;
    else failures.push(`${name}  →  ${damaged}`);
  }
  line(`damage: ${damage.name}`, hits, total);
  if (show === damage.name) for (const failure of failures.slice(0, 60)) console.log(`    ${failure}`);
}
for (const damage of HARD_NEGATIVES) {
  if (!only(damage.name)) continue;
  const random = new Random(12);
  let [hits, total] = [0, 0];
  const failures: string[] = [];
  for (let i = 0; i < half.length && total < 600; i++) {
    const entity = half[(i * 7919) % half.length] as NameEntity;
    if (!damage.schemas.includes(entity.schema)) continue;
    const name = entity.names[0]?.value ?? '';
    const other = damage.apply(name, random);
    if (other === null) continue;
    total++;
    if (hit(index, entity, { schema: entity.schema, name: other })) {
      hits++;
      failures.push(`${name}  →  ${other}`);
    }
  }
  line(`hard negative: ${damage.name}`, hits, total);
  if (show === damage.name) for (const failure of failures.slice(0, 60)) console.log(`    ${failure}`);
}

const people = readPoliticians().filter(
  (person) =>
    isHeldOut(person.id) !== tuning &&
    !/China|Hong_Kong|Iran|Syria|Burma|Myanmar|Belarus|Zimbabwe|North_Korea|Venezuela|Russia|Cuba/.test(
      person.legislature,
    ),
);
const random = new Random(13);
const sample = Array.from({ length: 6000 }, () => random.pick(people));
const west =
  /UK|Ireland|Germany|France|Spain|Italy|Portugal|Netherlands|Belgium|Sweden|Norway|Denmark|Finland|Poland|Austria|Canada|Australia|New_Zealand|Argentina|Brazil|Chile|Mexico|Colombia|Peru/;
for (const mode of ['name only', 'name only, Europe and Americas', 'with birth date', 'with nationality'] as const) {
  if (!only(mode)) continue;
  let [alerts, total] = [0, 0];
  const failures: string[] = [];
  for (const person of sample) {
    if (mode.endsWith('Americas') && !west.test(person.legislature)) continue;
    const query: NameQuery = { schema: 'PERSON', name: person.name };
    if (mode === 'with birth date')
      query.birthDate =
        person.birthDate ??
        `${1940 + random.below(50)}-${String(1 + random.below(12)).padStart(2, '0')}-${String(1 + random.below(28)).padStart(2, '0')}`;
    if (mode === 'with nationality') query.nationality = person.legislature.split('/')[0]?.replaceAll('_', ' ') ?? '';
    total++;
    const matches = index.search(query, { threshold: THRESHOLD, limit: 3 });
    if (matches.length > 0) {
      alerts++;
      failures.push(`${person.name} (${person.legislature})  →  ${matches[0]?.matchedName} ${matches[0]?.score}`);
    }
  }
  line(`alert rate, ${mode}`, alerts, total);
  if (show === mode) for (const failure of failures.slice(0, 170)) console.log(`    ${failure}`);
}
for (const mode of ['name only', 'with birth date', 'with nationality'] as const) {
  if (show !== undefined) continue;
  const random = new Random(14);
  let [hits, total] = [0, 0];
  for (const entity of half) {
    if (entity.schema !== 'PERSON' || total >= 2500) continue;
    const query: NameQuery = { schema: 'PERSON' };
    if (mode === 'with birth date') {
      const date = entity.birthDates.find((text) => /^\d{4}-\d\d-\d\d$/.test(text));
      if (date === undefined) continue;
      query.birthDate = date;
    }
    if (mode === 'with nationality') {
      const country = entity.nationalities[0] ?? entity.countries[0];
      if (country === undefined) continue;
      query.nationality = country;
    }
    const name = entity.names[0]?.value ?? '';
    const damaged = random
      .pick(
        DAMAGE.filter(
          (damage) =>
            damage.schemas.includes('PERSON') && damage.name !== 'dropped' && damage.name !== 'typo-everywhere',
        ),
      )
      .apply(name, random);
    if (damaged === null) continue;
    query.name = damaged;
    total++;
    if (hit(index, entity, query)) hits++;
  }
  line(`recall of damaged names, ${mode}`, hits, total);
}

// Ties: matches of one query with the same score though the evidence differs.
if (show === undefined) {
  const random = new Random(15);
  let [ties, pairs] = [0, 0];
  for (let i = 0; i < 1500; i++) {
    const entity = random.pick(half);
    const matches = index.search(
      { schema: entity.schema, name: entity.names[0]?.value ?? '', birthDate: '1970-05-05', nationality: 'IR' },
      { threshold: 40, limit: 20 },
    );
    for (let k = 1; k < matches.length; k++) {
      pairs++;
      const [a, b] = [matches[k - 1], matches[k]];
      const evidence = (match: typeof a): string =>
        JSON.stringify(
          match?.explanation
            .filter((one) => one.weight > 0)
            .map((one) => [one.feature, one.score, one.weight, one.outcome])
            .sort(),
        );
      if (a?.score === b?.score && evidence(a) !== evidence(b)) ties++;
    }
  }
  line('ties between unequal evidence', ties, pairs);
  // A name alone against the same name with the right birth date.
  let [unconfirmed, confirmed] = [0, 100];
  for (const entity of half) {
    const date = entity.birthDates.find((text) => /^\d{4}-\d\d-\d\d$/.test(text));
    if (entity.schema !== 'PERSON' || date === undefined) continue;
    const name = entity.names[0]?.value ?? '';
    const find = (query: NameQuery): number =>
      index.search(query, { threshold: 0, limit: 30 }).find((match) => match.entityId === entity.id)?.score ?? 0;
    const alone = find({ schema: 'PERSON', name });
    const born = find({ schema: 'PERSON', name, birthDate: date });
    if (born > 0) confirmed = Math.min(confirmed, born);
    unconfirmed = Math.max(unconfirmed, alone);
  }
  console.log(
    `highest score of a name alone ${unconfirmed}; lowest score of the same name with its birth date ${confirmed}`,
  );
}
