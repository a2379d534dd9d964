import { NameIndexBuilder, type NameQuery } from '../../engines/names/index.ts';
import { DAMAGE } from './damage.ts';
import { isHeldOut, Random } from './random.ts';
import { readOfac, readPoliticians, readUn } from './readers.ts';

/**
 * Fits the curve from score to probability (MODEL.probability) on the tuning half and checks it on the held-out half.
 * The best match of every query is judged: queries are listed people under one damage, and as many other people; half of
 * each with a birth date. The probability is thus for a customer base in which a candidate is right as often as wrong.
 */
const entities = [...readOfac(), ...readUn()];
const builder = new NameIndexBuilder();
for (const entity of entities) builder.add(entity);
const index = builder.build();
const people = readPoliticians();

function sample(heldOut: boolean): { score: number; right: boolean }[] {
  const random = new Random(heldOut ? 42 : 41);
  const listed = entities.filter((entity) => entity.schema === 'PERSON' && isHeldOut(entity.id) === heldOut);
  const others = people.filter(
    (person) =>
      isHeldOut(person.id) === heldOut &&
      !/China|Hong_Kong|Iran|Syria|Burma|Belarus|Zimbabwe|Russia|Venezuela/.test(person.legislature),
  );
  const able = DAMAGE.filter((damage) => damage.schemas.includes('PERSON'));
  const out: { score: number; right: boolean }[] = [];
  const judge = (query: NameQuery, id: string): void => {
    const [best] = index.search(query, { threshold: 50, limit: 1 });
    if (best !== undefined) out.push({ score: best.score, right: best.entityId === id });
  };
  for (let i = 0; i < 4000; i++) {
    const entity = random.pick(listed);
    const query: NameQuery = {
      schema: 'PERSON',
      name: random.pick(able).apply(entity.names[0]?.value ?? '', random) ?? '',
    };
    const date = entity.birthDates[0];
    if (i % 2 === 0 && date !== undefined && /^\d/.test(date)) query.birthDate = date.slice(0, 10);
    judge(query, entity.id);
  }
  const right = out.length;
  for (let i = 0; i < 60_000 && out.length < 2 * right; i++) {
    const person = random.pick(others);
    const query: NameQuery = { schema: 'PERSON', name: person.name };
    if (i % 2 === 0) query.birthDate = `${1935 + random.below(60)}-${String(1 + random.below(12)).padStart(2, '0')}-11`;
    judge(query, '');
  }
  return out;
}

function fit(data: { score: number; right: boolean }[]): { centre: number; slope: number } {
  let best = { centre: 80, slope: 4, loss: Infinity };
  for (let centre = 60; centre <= 92; centre += 0.25) {
    for (let slope = 1; slope <= 12; slope += 0.25) {
      let loss = 0;
      for (const { score, right } of data) {
        const p = Math.min(0.9999, Math.max(0.0001, 1 / (1 + Math.exp(-(score - centre) / slope))));
        loss -= Math.log(right ? p : 1 - p);
      }
      if (loss < best.loss) best = { centre, slope, loss };
    }
  }
  return best;
}

const fitted = fit(sample(false));
console.log(`fitted on the tuning half: centre ${fitted.centre}, slope ${fitted.slope}`);
const held = sample(true);
for (let low = 50; low < 100; low += 5) {
  const bin = held.filter(({ score }) => score >= low && score < low + 5);
  const right = bin.filter((one) => one.right).length;
  const predicted = bin.reduce(
    (sum, { score }) => sum + 1 / (1 + Math.exp(-(score - fitted.centre) / fitted.slope)),
    0,
  );
  if (bin.length > 0)
    console.log(
      `score ${low}–${low + 5}: right ${(right / bin.length).toFixed(3)}, predicted ${(predicted / bin.length).toFixed(3)}, n=${bin.length}`,
    );
}
