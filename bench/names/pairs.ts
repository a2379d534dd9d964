import type { NameSchema } from '../../engines/names/index.ts';
import { DAMAGE, HARD_NEGATIVES } from './damage.ts';
import { scriptOf } from '../../engines/names/scripts.ts';
import { Random } from './random.ts';
import { readOfac, readPoliticians, readUn, type Politician } from './readers.ts';

/** A labelled pair of names; `group` is the person it belongs to, `kind` what it measures. */
export interface LabelledPair {
  a: string;
  b: string;
  same: boolean;
  schema: NameSchema;
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

const sorted = (text: string): string => fold(text).split(' ').sort().join(' ');

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
  // One entity stands in both lists: names are told apart within one list only, and not where they are but reordered.
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
      if (token.length < 4 || !id.startsWith('ofac-')) continue;
      const list = byToken.get(token) ?? [];
      list.push({ id, name: primary, schema });
      byToken.set(token, list);
    }
  }
  for (const list of byToken.values()) {
    for (let i = 0; i + 1 < list.length && i < 3; i++) {
      const a = list[i];
      const b = list[i + 1];
      if (
        a === undefined ||
        b === undefined ||
        a.schema !== b.schema ||
        a.id === b.id ||
        sorted(a.name) === sorted(b.name)
      )
        continue;
      out.push({ a: a.name, b: b.name, same: false, schema: a.schema, kind: `shared-token-${a.schema}`, group: a.id });
    }
  }
  return out;
}

/** Every kind of damage to listed names, and names that look alike and are not the same. */
export function damagePairs(perKind: number): LabelledPair[] {
  const out: LabelledPair[] = [];
  const entities = [...readOfac(), ...readUn()];
  for (const [list, same] of [
    [DAMAGE, true],
    [HARD_NEGATIVES, false],
  ] as const) {
    for (const damage of list) {
      const random = new Random(31);
      let made = 0;
      for (let i = 0; i < entities.length * 3 && made < perKind; i++) {
        const entity = entities[(i * 7919) % entities.length];
        if (entity === undefined || !damage.schemas.includes(entity.schema) || entity.schema === 'AIRCRAFT') continue;
        const name = entity.names[0]?.value ?? '';
        const other = damage.apply(name, random);
        if (other === null || other === name) continue;
        made++;
        const kind = `${same ? 'damage' : 'negative'}-${damage.name}`;
        out.push({ a: name, b: other, same, schema: entity.schema, kind, group: entity.id });
      }
    }
  }
  return out;
}

/**
 * All kinds in one set, none outweighing the rest: `most` of each kind, twice as many of negatives of people of one family
 * name, which are what matters most. Aliases are in it as listed, also those that share no word with the name.
 */
export function mixedPairs(pairs: readonly LabelledPair[], most: number): LabelledPair[] {
  const random = new Random(32);
  const byKind = new Map<string, LabelledPair[]>();
  for (const pair of pairs) {
    const list = byKind.get(pair.kind);
    if (list === undefined) byKind.set(pair.kind, [pair]);
    else list.push(pair);
  }
  const out: LabelledPair[] = [];
  for (const [kind, list] of byKind) {
    const wanted =
      kind === 'same-family-name' || kind === 'random' ? 4 * most : kind.startsWith('alias') ? most / 2 : most;
    for (let i = 0; i < wanted && list.length > 0; i++) {
      const at = random.below(list.length);
      out.push(list[at] as LabelledPair);
      list[at] = list.at(-1) as LabelledPair;
      list.pop();
    }
  }
  return out;
}

export function allPairs(): LabelledPair[] {
  const people = readPoliticians();
  return [
    ...politicianPairs(people),
    ...politicianNegatives(people, new Random(7)),
    ...listPairs(),
    ...damagePairs(300),
  ];
}
