import { countryCode } from './countries.ts';
import { parseDate } from './dates.ts';
import { EntityBuilder } from './entity.ts';
import { isObject, jsonLines, string, strings, type JsonLine, type JsonObject } from './lines.ts';
import type { Notes } from './notes.ts';
import { ListError, type ListedEntity, type ListInput } from './types.ts';

function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** `Afghanistan/Wolesi_Jirga` as country and house. */
function readLegislature(value: string | undefined): { country?: string; house?: string } {
  const [first = '', ...rest] = (value ?? '').replaceAll('_', ' ').split('/');
  const country = countryCode(first);
  const house = rest.join(', ') || (country === undefined ? first : '');
  return { ...(country === undefined ? {} : { country }), ...(house === '' ? {} : { house }) };
}

function readMembership(builder: EntityBuilder, membership: JsonObject, person: JsonObject, dead: boolean): void {
  const { country, house } = readLegislature(string(person['legislature']));
  const organization = isObject(membership['organization']) ? string(membership['organization']['name']) : undefined;
  const post = isObject(membership['post']) ? string(membership['post']['label']) : undefined;
  const role = post ?? string(membership['role']) ?? string(membership['label']) ?? 'member';
  const body = organization ?? house;
  const since = parseDate(string(membership['start_date']) ?? '');
  const until = parseDate(string(membership['end_date']) ?? '');
  builder.position(body === undefined ? role : `${role}, ${body}`, {
    ...(country === undefined ? {} : { country }),
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
    ...(dead ? { inOffice: false } : {}),
  });
}

function readNames(builder: EntityBuilder, person: JsonObject): void {
  const parts = {
    first: string(person['given_name']) ?? '',
    middle: [string(person['additional_name']), string(person['patronymic_name'])]
      .filter((part) => part !== undefined)
      .join(' '),
    last: string(person['family_name']) ?? '',
  };
  builder.name(string(person['name']), 'PRIMARY', { parts });
  builder.name(string(person['sort_name']), 'ALIAS');
  for (const other of objects(person['other_names'])) {
    const former =
      /former|maiden|birth|previous/i.test(string(other['note']) ?? '') || string(other['end_date']) !== undefined;
    const language = string(other['lang']);
    const simple = language !== undefined && /^[a-z]{2}$/.test(language) ? { language } : {};
    builder.name(string(other['name']), former ? 'FORMER' : 'ALIAS', simple);
  }
}

function toEntity({ value: person, place }: JsonLine, notes: Notes): ListedEntity | undefined {
  const id = string(person['id']);
  if (id === undefined) {
    notes.add('NO_ID', place);
    return undefined;
  }
  const builder = new EntityBuilder(id, 'PERSON', notes, place, person);
  builder.entity.categories.push('PEP');
  readNames(builder, person);
  const death = string(person['death_date']);
  builder.birthDate(string(person['birth_date'])).gender(string(person['gender']));
  for (const nationality of strings(person['nationality'] ?? person['national_identity']))
    builder.nationality(nationality);
  builder.country(readLegislature(string(person['legislature'])).country);
  for (const membership of objects(person['memberships']))
    readMembership(builder, membership, person, death !== undefined);
  // The other schemes are parliaments' own numbers: short, and the same as anybody's document number by chance.
  for (const { identifier, scheme } of objects(person['identifiers'])) {
    if (string(scheme) === 'wikidata') builder.identifier({ type: 'WIKIDATA', value: string(identifier) ?? '' });
  }
  for (const detail of objects(person['contact_details'])) {
    const type = string(detail['type']);
    const value = string(detail['value']) ?? '';
    if (type === 'email') builder.identifier({ type: 'EMAIL', value });
    else if (type === 'phone') builder.identifier({ type: 'PHONE', value });
    else if (type === 'address') builder.address({ full: value });
  }
  const email = string(person['email']);
  if (email !== undefined) builder.identifier({ type: 'EMAIL', value: email });
  for (const source of [...objects(person['sources']), ...objects(person['links'])])
    builder.source(string(source['url']));
  builder.remark(string(person['summary']));
  if (death !== undefined) builder.remark(`Died ${death}.`);
  return builder.done();
}

/** Popolo persons, one JSON object a line: politically exposed persons with their memberships. */
export async function* readPopolo(inputs: readonly ListInput[], notes: Notes): AsyncGenerator<ListedEntity> {
  for (const input of inputs) {
    let first = true;
    for await (const line of jsonLines(input, notes)) {
      if (
        first &&
        (string(line.value['id']) === undefined || string(line.value['name']) === undefined || 'schema' in line.value)
      ) {
        throw new ListError(
          'UNKNOWN_FORMAT',
          'first line is no Popolo person',
          line.place,
          'Give one person, with id and name, a line.',
        );
      }
      first = false;
      const entity = toEntity(line, notes);
      if (entity) yield entity;
    }
  }
}
