import { countryCode } from './countries.ts';
import { csvRows, type CsvRow } from './csv.ts';
import { parseBirthDate, parseDate } from './dates.ts';
import { EntityBuilder } from './entity.ts';
import type { Notes } from './notes.ts';
import {
  IDENTIFIER_TYPES,
  ListError,
  type EntitySchema,
  type IdentifierType,
  type ListCategory,
  type ListedEntity,
  type ListInput,
} from './types.ts';

const SCHEMAS: readonly EntitySchema[] = ['PERSON', 'ORGANIZATION', 'VESSEL', 'AIRCRAFT'];
const CATEGORIES: readonly ListCategory[] = [
  'SANCTIONS',
  'PEP',
  'RCA',
  'ADVERSE_MEDIA',
  'WANTED',
  'DEBARMENT',
  'BLOCKLIST',
];

/** Columns of the `csv` format; the first four are required. README.md says what each holds. */
export const OWN_COLUMNS = [
  'id',
  'schema',
  'name',
  'categories',
  'first_name',
  'middle_name',
  'last_name',
  'aliases',
  'weak_aliases',
  'former_names',
  'birth_dates',
  'birth_places',
  'countries',
  'nationalities',
  'gender',
  'identifiers',
  'addresses',
  'positions',
  'associates',
  'programs',
  'legal_basis',
  'listed_at',
  'source_url',
  'source_publisher',
  'remarks',
] as const;
type Column = (typeof OWN_COLUMNS)[number];
const REQUIRED = OWN_COLUMNS.slice(0, 4);

function isOneOf<T extends string>(values: readonly T[], value: string): value is T {
  return (values as readonly string[]).includes(value);
}

/** One row, by column; what it says wrongly is refused with its line and column. */
class OwnRow {
  readonly cells: Map<Column, string>;
  readonly place: string;

  constructor(cells: Map<Column, string>, place: string) {
    this.cells = cells;
    this.place = place;
  }

  one(column: Column): string | undefined {
    const text = this.cells.get(column)?.trim() ?? '';
    return text === '' ? undefined : text;
  }

  /** Values between semicolons; `\;` is a semicolon of the value. */
  many(column: Column): string[] {
    return (this.one(column) ?? '')
      .split(/(?<!\\);/)
      .map((value) => value.replaceAll('\\;', ';').trim())
      .filter((value) => value !== '');
  }

  refuse(column: Column, what: string, remedy: string): never {
    throw new ListError('DAMAGED', what, `${this.place}, column ${column}`, remedy);
  }

  required(column: Column): string {
    return this.one(column) ?? this.refuse(column, 'required value is missing', 'Fill it in.');
  }

  choice<T extends string>(column: Column, values: readonly T[], value: string): T {
    const upper = value.toUpperCase();
    return isOneOf(values, upper)
      ? upper
      : this.refuse(column, 'value is not known', `Use one of ${values.join(', ')}.`);
  }

  checked(column: Column, value: string, fits: (value: string) => string | undefined, remedy: string): string {
    if (fits(value) === undefined) this.refuse(column, 'value cannot be read', remedy);
    return value;
  }
}

const COUNTRY_REMEDY = 'Use an ISO 3166-1 code or an English country name.';

/** A date as our columns write it, a day of the calendar with all of its parts; undefined for anything else. */
const ownDate = (value: string): string | undefined =>
  /^\d{4}(?:-\d\d){0,2}$/.test(value) && parseDate(value) === value ? value : undefined;

/** A date of birth as our columns write it: exact, a span of years, or about a year. */
function ownBirthDate(value: string): string | undefined {
  const [years, from, to] = /^(\d{4})\/(\d{4})$/.exec(value) ?? [];
  if (years !== undefined) return (from ?? '') <= (to ?? '') && parseBirthDate(value) !== undefined ? value : undefined;
  return ownDate(value.replace(/^~(?=\d{4}$)/, ''));
}

function readIdentifiers(row: OwnRow, builder: EntityBuilder): void {
  for (const value of row.many('identifiers')) {
    const match = /^([A-Za-z_]+)(?:\/([A-Za-z0-9]{1,12}))?:\s*(.+?)(?::([A-Z]{2}))?$/.exec(value);
    if (!match) row.refuse('identifiers', 'identifier cannot be read', 'Write TYPE:VALUE or TYPE:VALUE:COUNTRY.');
    const type: IdentifierType = row.choice('identifiers', IDENTIFIER_TYPES, match[1] ?? '');
    const currency = match[2]?.toUpperCase();
    builder.identifier({
      type,
      value: match[3] ?? '',
      country: match[4],
      ...(currency === undefined ? {} : { currency }),
    });
  }
}

function readPositions(row: OwnRow, builder: EntityBuilder): void {
  const date = 'Write title|country|since|until|status, dates as YYYY, YYYY-MM or YYYY-MM-DD.';
  for (const value of row.many('positions')) {
    const [title = '', country = '', since = '', until = '', status = ''] = value.split('|').map((part) => part.trim());
    if (country !== '') row.checked('positions', country, countryCode, COUNTRY_REMEDY);
    if (title === '' || value.split('|').length > 5) row.refuse('positions', 'position cannot be read', date);
    for (const day of [since, until]) if (day !== '') row.checked('positions', day, ownDate, date);
    const inOffice =
      status === '' ? undefined : row.choice('positions', ['IN_OFFICE', 'FORMER'], status) === 'IN_OFFICE';
    builder.position(title, {
      ...(country === '' ? {} : { country }),
      ...(since === '' ? {} : { since }),
      ...(until === '' ? {} : { until }),
      ...(inOffice === undefined ? {} : { inOffice }),
    });
  }
}

function toEntity(row: OwnRow, notes: Notes): ListedEntity | undefined {
  const schema = row.choice('schema', SCHEMAS, row.required('schema'));
  const raw = Object.fromEntries([...row.cells].filter(([, value]) => value !== ''));
  const builder = new EntityBuilder(row.required('id'), schema, notes, row.place, raw);
  row.required('categories');
  if (row.many('categories').length === 0) row.refuse('categories', 'required value is missing', 'Fill it in.');
  for (const category of row.many('categories')) {
    const known = row.choice('categories', CATEGORIES, category);
    if (!builder.entity.categories.includes(known)) builder.entity.categories.push(known);
  }
  const parts = {
    first: row.one('first_name') ?? '',
    middle: row.one('middle_name') ?? '',
    last: row.one('last_name') ?? '',
  };
  const name = row.required('name');
  if (!/[\p{L}\p{N}]/u.test(name)) row.refuse('name', 'name has no letter and no digit', 'Write the name out.');
  builder.name(name, 'PRIMARY', { parts });
  for (const name of row.many('aliases')) builder.name(name, 'ALIAS');
  for (const name of row.many('weak_aliases')) builder.name(name, 'WEAK_ALIAS');
  for (const name of row.many('former_names')) builder.name(name, 'FORMER');
  const dates = 'Write YYYY, YYYY-MM, YYYY-MM-DD, YYYY/YYYY or ~YYYY.';
  for (const date of row.many('birth_dates')) builder.birthDate(row.checked('birth_dates', date, ownBirthDate, dates));
  for (const place of row.many('birth_places')) builder.birthPlace(place);
  for (const country of row.many('nationalities')) {
    builder.nationality(row.checked('nationalities', country, countryCode, COUNTRY_REMEDY));
  }
  for (const country of row.many('countries'))
    builder.country(row.checked('countries', country, countryCode, COUNTRY_REMEDY));
  const gender = row.one('gender');
  if (gender !== undefined) builder.gender(row.choice('gender', ['MALE', 'FEMALE', 'OTHER', 'M', 'F'], gender));
  readIdentifiers(row, builder);
  for (const address of row.many('addresses')) builder.address({ full: address });
  readPositions(row, builder);
  for (const associate of row.many('associates')) {
    const colon = associate.indexOf(':');
    builder.link(colon < 0 ? 'ASSOCIATE' : associate.slice(0, colon).trim().toUpperCase(), associate.slice(colon + 1));
  }
  builder.program(...row.many('programs')).legalBasis(...row.many('legal_basis'));
  const listedAt = row.one('listed_at');
  if (listedAt !== undefined) {
    builder.entity.listedAt = row.checked('listed_at', listedAt, ownDate, 'Write YYYY-MM-DD.');
  }
  const url = row.one('source_url');
  if (url !== undefined && !/^https?:\/\/\S+$/i.test(url))
    row.refuse('source_url', 'value is no web address', 'Begin with https://.');
  builder.source(url, row.one('source_publisher')).remark(row.one('remarks'));
  return builder.done();
}

function readHeader(row: CsvRow, file: string): Column[] {
  const columns = row.cells.map((cell) => cell.trim().toLowerCase());
  const place = `${file} line ${row.line}`;
  const missing = REQUIRED.filter((column) => !columns.includes(column));
  if (missing.length > 0) {
    throw new ListError(
      'UNKNOWN_FORMAT',
      `header lacks ${missing.join(', ')}`,
      place,
      `The columns are ${OWN_COLUMNS.join(', ')}.`,
    );
  }
  return columns.map((column, i) => {
    if (!isOneOf(OWN_COLUMNS, column) || columns.indexOf(column) !== i) {
      const what = `column ${i + 1} of the header is unknown or there twice`;
      throw new ListError('UNKNOWN_FORMAT', what, place, `The columns are ${OWN_COLUMNS.join(', ')}.`);
    }
    return column;
  });
}

/** The `csv` format: a header naming columns of OWN_COLUMNS in any order, one entity a record. */
export async function* readOwnCsv(inputs: readonly ListInput[], notes: Notes): AsyncGenerator<ListedEntity> {
  for (const input of inputs) {
    let header: Column[] | undefined;
    let short: CsvRow | undefined;
    const wrong = (row: CsvRow, code: 'DAMAGED' | 'TRUNCATED'): ListError =>
      new ListError(
        code,
        `record has ${row.cells.length} columns instead of ${header?.length ?? 0}`,
        `${input.name} line ${row.line}`,
        code === 'DAMAGED' ? 'Put values that contain a comma into double quotes.' : 'Complete the last record.',
      );
    for await (const row of csvRows(input, notes)) {
      if (short) throw wrong(short, 'DAMAGED');
      if (!header) header = readHeader(row, input.name);
      else if (row.cells.length !== header.length) short = row;
      else {
        const cells = new Map(header.map((column, i) => [column, row.cells[i] ?? ''] as const));
        const entity = toEntity(new OwnRow(cells, `${input.name} line ${row.line}`), notes);
        if (entity) yield entity;
      }
    }
    if (short) throw wrong(short, short.cells.length < (header?.length ?? 0) ? 'TRUNCATED' : 'DAMAGED');
  }
}
