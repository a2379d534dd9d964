import { countryCode } from './countries.ts';
import { parseDate } from './dates.ts';
import { documentType } from './document-types.ts';
import { EntityBuilder } from './entity.ts';
import type { Notes } from './notes.ts';
import { tableRows, type TableRow } from './table.ts';
import type { EntitySchema, IdentifierType, ListedEntity, ListInput, NameKind } from './types.ts';

const PUBLISHER = 'HM Treasury, Office of Financial Sanctions Implementation';
const URL = 'https://www.gov.uk/government/publications/financial-sanctions-consolidated-list-of-targets';

/** The parts of "(1) Tripoli (2)-(3) Tunis", or the whole where it is not numbered. */
function numbered(value: string | undefined): string[] {
  const text = value ?? '';
  const parts = /^\s*\(1\)/.test(text) ? text.split(/\(\d+\)(?:\s*(?:-|to|and)\s*\(\d+\))?/) : [text];
  return parts.map((part) => part.trim()).filter((part) => part !== '' && part !== '-');
}

/** Document numbers out of running text: what has five digits or more and is no date. */
const NUMBER = /(?<![\w./-])(?=(?:[A-Z0-9./-]*\d){5})[A-Z]{0,6}[- /]?\d[A-Z0-9./-]*[A-Z0-9](?![\w])/g;
const DATE = /\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\b(?:\d{1,2} )?[A-Z][a-z]{2,8}\.? \d{4}\b/g;

/** The first word or bracket that names a country or its people. */
function mentionedCountry(text: string): string | undefined {
  for (const match of text.matchAll(/\(([^()]+)\)|\b(Saudi Arabian|[A-Z][a-z]+)\b/g)) {
    const word = match[1] ?? match[2] ?? '';
    if (countryCode(word) !== undefined) return word;
  }
  return undefined;
}

function readDocuments(builder: EntityBuilder, text: string | undefined, fallback: IdentifierType): void {
  for (const part of numbered(text)) {
    const country = mentionedCountry(part);
    for (const [value] of part.replaceAll(DATE, ' ').matchAll(NUMBER)) {
      const before = part.slice(0, part.indexOf(value));
      const described = documentType(/fiscal|driv|passport|social security/i.exec(part)?.[0] ?? '');
      const type =
        described === 'OTHER' || /passport/i.test(part.slice(before.length + value.length)) ? fallback : described;
      builder.identifier({ type, value, country });
    }
  }
}

function readSchema(row: TableRow): EntitySchema {
  const type = row.get('Group Type')?.toLowerCase();
  return type === 'individual' ? 'PERSON' : type === 'ship' ? 'VESSEL' : 'ORGANIZATION';
}

function nameKind(row: TableRow): NameKind {
  const type = row.get('Alias Type')?.toLowerCase() ?? '';
  if (type.startsWith('prim')) return 'PRIMARY';
  if (type === 'fka') return 'FORMER';
  return /^low/i.test(row.get('Alias Quality') ?? '') ? 'WEAK_ALIAS' : 'ALIAS';
}

function readRow(builder: EntityBuilder, row: TableRow, schema: EntitySchema): void {
  const given = ['Name 1', 'Name 2', 'Name 3', 'Name 4', 'Name 5']
    .map((column) => row.get(column))
    .filter((part) => part !== undefined);
  const last = row.get('Name 6');
  const whole = [...given, last].filter((part) => part !== undefined).join(' ');
  const parts = { first: given[0] ?? '', middle: given.slice(1).join(' '), last: last ?? '' };
  builder.name(whole, nameKind(row), schema === 'PERSON' ? { parts } : {});
  builder.name(row.get('Name Non-Latin Script'), 'ALIAS');
  for (const date of numbered(row.get('DOB'))) builder.birthDate(date);
  const towns = numbered(row.get('Town of Birth'));
  const countries = numbered(row.get('Country of Birth'));
  if (towns.length <= 1 && countries.length <= 1) builder.birthPlace(towns[0], countries[0]);
  else for (const place of [...towns, ...countries]) builder.birthPlace(place);
  for (const nationality of numbered(row.get('Nationality'))) builder.nationality(nationality);
  const passport = row.get('Passport Number');
  if (passport !== undefined) for (const part of numbered(passport)) readDocuments(builder, part, 'PASSPORT');
  else readDocuments(builder, row.get('Passport Details'), 'PASSPORT');
  readDocuments(builder, row.get('National Identification Number', 'NI Number'), 'NATIONAL_ID');
  for (const title of numbered(row.get('Position'))) builder.position(title);
  const lines = ['Address 1', 'Address 2', 'Address 3', 'Address 4', 'Address 5', 'Address 6'];
  const full = lines
    .map((column) => row.get(column))
    .filter((line) => line !== undefined)
    .join(', ');
  builder.address({ full, postalCode: row.get('Post/Zip Code'), country: row.get('Country') });
  const remarks = row.get('Other Information') ?? '';
  if (builder.entity.remarks?.includes(remarks) !== true) builder.remark(remarks);
  for (const match of remarks.matchAll(/\bIMO(?: number)?:?\s*(\d{7})\b/gi))
    builder.identifier({ type: 'IMO', value: match[1] ?? '' });
  for (const match of remarks.matchAll(
    /\bSWIFT(?:\/BIC)?:?\s+([A-Z]{4} ?[A-Z]{2} ?[A-Z0-9]{2}(?: ?[A-Z0-9]{3})?)\b/g,
  )) {
    builder.identifier({ type: 'SWIFT_BIC', value: (match[1] ?? '').replaceAll(' ', '') });
  }
  for (const match of remarks.matchAll(/\(Gender\):?\s*(Male|Female)/gi)) builder.gender(match[1]);
  const listedAt = parseDate(row.get('Listed On') ?? '');
  if (listedAt !== undefined && (builder.entity.listedAt === undefined || listedAt < builder.entity.listedAt)) {
    builder.entity.listedAt = listedAt;
  }
  builder.program(row.get('Regime')).legalBasis(row.get('UK Sanctions List Ref'));
}

/**
 * The UK's consolidated list (ConList.csv): a date line, then one row for each name. The rows of one target lie apart,
 * so the whole list is held in memory by group.
 */
export async function* readUkCsv(
  inputs: readonly ListInput[],
  notes: Notes,
  published: (at: string) => void,
): AsyncGenerator<ListedEntity> {
  const groups = new Map<string, TableRow[]>();
  for (const input of inputs) {
    const preamble = (cells: readonly string[]): void => {
      const at = /last updated/i.test(cells[0] ?? '') ? parseDate(cells[1] ?? '') : undefined;
      if (at !== undefined) published(at);
    };
    for await (const row of tableRows(input, notes, {
      required: [['Name 6'], ['Group ID'], ['Group Type']],
      preamble,
    })) {
      const id = row.get('Group ID');
      const group = id === undefined ? undefined : groups.get(id);
      if (id === undefined) notes.add('NO_ID', row.place);
      else if (group) group.push(row);
      else groups.set(id, [row]);
    }
  }
  for (const [id, rows] of groups) {
    groups.delete(id);
    // The prime name leads, wherever it stands in the file.
    rows.sort((a, b) => Number(nameKind(b) === 'PRIMARY') - Number(nameKind(a) === 'PRIMARY'));
    const [first] = rows;
    if (!first) continue;
    const schema = readSchema(first);
    const builder = new EntityBuilder(
      `uk-${id}`,
      schema,
      notes,
      first.place,
      rows.map((row) => row.json()),
    );
    builder.entity.categories.push('SANCTIONS');
    for (const row of rows) readRow(builder, row, schema);
    builder.source(URL, PUBLISHER);
    const entity = builder.done();
    if (entity) yield entity;
  }
}
