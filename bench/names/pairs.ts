import { scriptOf } from '../../engines/names/scripts.ts';
import { Random } from './random.ts';
import { readOfac, readPoliticians, readUn, type Politician } from './readers.ts';

/** A labelled pair of names; `group` is the person it belongs to, `kind` what it measures. */
export interface LabelledPair {
  a: string;
  b: string;
  same: boolean;
  schema: 'PERSON' | 'ORGANIZATION';
  kind: string;
  group: string;
}

const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Latin name against the same person's name in another script or another Latin spelling. */
export function politicianPairs(people: readonly Politician[]): LabelledPair[] {
  const out: LabelledPair[] = [];
  for (const person of people) {
    const group = person.id;
    const english = person.otherNames.find((other) => other.lang === 'en')?.name;
    const anchor = scriptOf(person.name) === 'LATIN' ? person.name : english;
    if (anchor === undefined) continue;
    const seen = new Set([fold(anchor)]);
    for (const other of person.otherNames) {
      const key = fold(other.name);
      if (key === '' || seen.has(key)) continue;
      seen.add(key);
      const script = scriptOf(other.name);
      out.push({ a: anchor, b: other.name, same: true, schema: 'PERSON', kind: script, group });
    }
  }
  return out;
}

/** Different people of one legislature who share a family name (the last token), or nothing. */
export function politicianNegatives(people: readonly Politician[], random: Random): LabelledPair[] {
  const byFamily = new Map<string, Politician[]>();
  for (const person of people) {
    const last = fold(person.name).split(' ').at(-1) ?? '';
    const key = `${person.legislature}/${last}`;
    if (last.length < 3 || scriptOf(person.name) !== 'LATIN') continue;
    const list = byFamily.get(key) ?? [];
    list.push(person);
    byFamily.set(key, list);
  }
  const out: LabelledPair[] = [];
  for (const list of byFamily.values()) {
    for (let i = 0; i + 1 < list.length && i < 4; i++) {
      const a = list[i] as Politician;
      const b = list[i + 1] as Politician;
      if (a.id === b.id || fold(a.name) === fold(b.name)) continue;
      if (a.birthDate !== undefined && a.birthDate === b.birthDate) continue;
      out.push({ a: a.name, b: b.name, same: false, schema: 'PERSON', kind: 'same-family-name', group: a.id });
      for (const other of b.otherNames.slice(0, 30)) {
        if (scriptOf(other.name) !== 'LATIN')
          out.push({
            a: a.name,
            b: other.name,
            same: false,
            schema: 'PERSON',
            kind: `same-family-name-${scriptOf(other.name)}`,
            group: a.id,
          });
      }
    }
  }
  for (let i = 0; i < 4000; i++) {
    const a = random.pick(people);
    const b = random.pick(people);
    if (a.id !== b.id && fold(a.name) !== fold(b.name)) {
      const other = b.otherNames.length > 0 ? random.pick(b.otherNames).name : b.name;
      out.push({ a: a.name, b: other, same: false, schema: 'PERSON', kind: 'random', group: a.id });
    }
  }
  return out;
}

/** Listed aliases against primary names, and names of different entries that share a token. */
export function listPairs(): LabelledPair[] {
  const out: LabelledPair[] = [];
  const entities = [...readOfac(), ...readUn()];
  const byToken = new Map<string, { id: string; name: string; schema: 'PERSON' | 'ORGANIZATION' }[]>();
  for (const entity of entities) {
    if (entity.schema !== 'PERSON' && entity.schema !== 'ORGANIZATION') continue;
    const primary = entity.names[0]?.value ?? '';
    const { schema, id } = entity;
    for (const name of entity.names.slice(1, 6)) {
      if (name.kind === 'WEAK_ALIAS' || fold(name.value) === fold(primary)) continue;
      out.push({ a: primary, b: name.value, same: true, schema, kind: `alias-${schema}`, group: id });
    }
    for (const token of new Set(fold(primary).split(' '))) {
      if (token.length < 4) continue;
      const list = byToken.get(token) ?? [];
      list.push({ id, name: primary, schema });
      byToken.set(token, list);
    }
  }
  for (const list of byToken.values()) {
    for (let i = 0; i + 1 < list.length && i < 3; i++) {
      const a = list[i];
      const b = list[i + 1];
      if (a === undefined || b === undefined || a.schema !== b.schema || a.id === b.id || fold(a.name) === fold(b.name))
        continue;
      out.push({ a: a.name, b: b.name, same: false, schema: a.schema, kind: `shared-token-${a.schema}`, group: a.id });
    }
  }
  return out;
}

export function allPairs(): LabelledPair[] {
  const people = readPoliticians();
  return [...politicianPairs(people), ...politicianNegatives(people, new Random(7)), ...listPairs()];
}
