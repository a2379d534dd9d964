import { createHash } from 'node:crypto';
import { countryCode } from './countries.ts';
import { parseDate } from './dates.ts';
import { EntityBuilder } from './entity.ts';
import type { Notes } from './notes.ts';
import { ofacIdentifierType, vesselRegistration } from './ofac-identifiers.ts';
import { ofacSchema } from './ofac-sdn.ts';
import { tableRows, type TableRow } from './table.ts';
import type { EntitySchema, ListCategory, ListedEntity, ListInput } from './types.ts';

/** Lists that bar from trade or contracts without freezing assets. */
const DEBARMENT = /^(?:DPL|DTC|UVL)$/;

/** The list's short code: `SDN`, or what stands in brackets in `Specially Designated Nationals (SDN) - …`. */
function listCode(source: string): string {
  return /\(([A-Z-]{2,10})\)/.exec(source)?.[1] ?? (/^[A-Z-]{2,10}$/.test(source) ? source : '');
}

const ORGANIZATION_WORD =
  /\b(?:co|company|companies|corp|corporation|inc|ltd|limited|llc|llp|plc|gmbh|ag|sa|srl|bv|pte|pvt|fze|fzco|fzc|ooo|oao|jsc|pjsc|trading|group|bank|university|institute|academy|center|centre|industr\w*|technolog\w*|electronic\w*|international|enterprise\w*|services?|systems?|solutions?|logistics|aviation|airlines?|engineering|import|export|general|organi[sz]ation|ministry|bureau|plant|factory|regiment|agency|association|foundation|shipping|oil|gas|energy|laborator\w*|research|design|equipment|supply|products|holding\w*|consulting|complex|authority|department|committee)\b|[&\d]/i;

/** The list leaves the type open outside the Treasury's part; where it does, the name tells the likelier, and a warning is kept. */
function readSchema(row: TableRow, name: string, code: string, notes: Notes): EntitySchema {
  const type = row.get('type');
  if (type !== undefined) return ofacSchema(type);
  notes.add('SCHEMA_GUESSED', row.place);
  const words = name.split(/\s+/).length;
  const person = /^(?:DPL|DTC|ISN)$/.test(code) && words >= 2 && words <= 5 && !ORGANIZATION_WORD.test(name);
  return person ? 'PERSON' : 'ORGANIZATION';
}

function list(value: string | undefined): string[] {
  return (value ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** `Passport, A1, KP` in one edition, `KP, A1, Passport` in another. */
function readId(builder: EntityBuilder, id: string): void {
  const parts = id.split(', ').map((part) => part.trim());
  const isLabel = (part: string): boolean =>
    ofacIdentifierType(part) !== 'OTHER' || /\b(?:Number|No\.?|#|ID)$/.test(part);
  const at = isLabel(parts[0] ?? '') ? 0 : isLabel(parts.at(-1) ?? '') ? parts.length - 1 : -1;
  const gender =
    parts.find((part) => part === 'Gender') === undefined
      ? undefined
      : parts.find((part) => /^(?:fe)?male$/i.test(part));
  if (gender !== undefined) builder.gender(gender);
  const currency = parts
    .map((part) => /^Digital Currency Address\s*-\s*(\S+)/.exec(part)?.[1])
    .find((tag) => tag !== undefined);
  if (currency !== undefined) {
    const address = parts.find((part) => !part.startsWith('Digital Currency'));
    builder.identifier({ type: 'CRYPTO_ADDRESS', value: address ?? '', currency });
    return;
  }
  if (at < 0 || parts.length < 2) return;
  const label = parts[at] ?? '';
  const rest = parts.filter((_, i) => i !== at);
  const edge = at === 0 ? rest.length - 1 : 0;
  const country = rest.length > 1 && countryCode(rest[edge]) !== undefined ? rest.splice(edge, 1)[0] : undefined;
  const value = rest.join(', ');
  const type = ofacIdentifierType(label);
  if (type === 'IMO') builder.identifier({ ...vesselRegistration(value), label });
  else builder.identifier({ type, value, country, label });
}

function readAddress(builder: EntityBuilder, address: string): void {
  const comma = address.lastIndexOf(',');
  const end = address.slice(comma + 1).trim();
  const country = /^[A-Z]{2}$/.test(end) ? countryCode(end) : undefined;
  builder.address({ full: address, ...(country === undefined ? {} : { country }) });
}

/** The publisher's id; where there is none, a hash of what stays the same about an entry. */
function baseId(row: TableRow, code: string, name: string): string {
  const given = row.get('_id', 'id') ?? row.get('entity_number');
  if (given !== undefined) return `us-csl-${code.toLowerCase()}-${given}`;
  const facts = [code, name, row.get('start_date') ?? '', row.get('federal_register_notice') ?? ''];
  return `us-csl-${code.toLowerCase()}-${createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16)}`;
}

function toEntity(row: TableRow, id: string, code: string, name: string, notes: Notes): ListedEntity | undefined {
  const schema = readSchema(row, name, code, notes);
  const builder = new EntityBuilder(id, schema, notes, row.place, row.json());
  if (row.get('type') === undefined) builder.entity.eitherKind = true;
  const category: ListCategory = DEBARMENT.test(code) ? 'DEBARMENT' : 'SANCTIONS';
  builder.entity.categories.push(category);
  const comma = schema === 'PERSON' ? name.indexOf(', ') : -1;
  const parts = comma < 0 ? {} : { parts: { last: name.slice(0, comma), first: name.slice(comma + 2) } };
  builder.name(name, 'PRIMARY', parts);
  for (const alias of list(row.get('alt_names'))) builder.name(alias, 'ALIAS');
  for (const address of list(row.get('addresses'))) readAddress(builder, address);
  for (const date of list(row.get('dates_of_birth'))) builder.birthDate(date);
  for (const place of list(row.get('places_of_birth'))) builder.birthPlace(place);
  for (const country of list(row.get('nationalities'))) builder.nationality(country);
  for (const country of list(row.get('citizenships'))) builder.nationality(country);
  for (const item of list(row.get('ids'))) readId(builder, item);
  const callSign = row.get('call_sign');
  if (callSign !== undefined) builder.identifier({ type: 'CALL_SIGN', value: callSign });
  builder.country(row.get('vessel_flag')).link('OWNER', row.get('vessel_owner'));
  builder.position(row.get('title')).program(...list(row.get('programs')), code);
  builder.legalBasis(row.get('federal_register_notice')).remark(row.get('remarks'));
  const publisher = row.get('source') ?? '';
  builder.source(row.get('source_list_url'), publisher).source(row.get('source_information_url'), publisher);
  const listedAt = parseDate(row.get('start_date') ?? '');
  if (listedAt !== undefined) builder.entity.listedAt = listedAt;
  return builder.done();
}

/** The US Consolidated Screening List as CSV, in the columns of 2016, 2019 and since. */
export async function* readUsCslCsv(inputs: readonly ListInput[], notes: Notes): AsyncGenerator<ListedEntity> {
  const times = new Map<string, number>();
  for (const input of inputs) {
    for await (const row of tableRows(input, notes, {
      required: [['source'], ['name'], ['source_list_url'], ['alt_names']],
    })) {
      const name = row.get('name');
      if (name === undefined) {
        notes.add('NO_NAME', row.place);
        continue;
      }
      const code = listCode(row.get('source') ?? '');
      const base = baseId(row, code, name);
      const time = (times.get(base) ?? 0) + 1;
      times.set(base, time);
      const entity = toEntity(row, time === 1 ? base : `${base}-${time}`, code, name, notes);
      if (entity) yield entity;
    }
  }
}
