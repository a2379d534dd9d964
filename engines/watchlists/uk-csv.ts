import { countryCode } from './countries.ts';
import { parseDate } from './dates.ts';
import { documentType } from './document-types.ts';
import { EntityBuilder } from './entity.ts';
import { folded } from './fold.ts';
import type { Notes } from './notes.ts';
import { tableRows, type TableRow } from './table.ts';
import type { EntitySchema, IdentifierType, ListedEntity, ListInput, NameKind } from './types.ts';

/** The list that stands since 28 January 2026, and OFSI's, which was closed that day. */
const SANCTIONS_LIST = {
  url: 'https://www.gov.uk/government/publications/the-uk-sanctions-list',
  publisher: 'Foreign, Commonwealth & Development Office',
};
const CONSOLIDATED_LIST = {
  url: 'https://www.gov.uk/government/publications/financial-sanctions-consolidated-list-of-targets',
  publisher: 'HM Treasury, Office of Financial Sanctions Implementation',
};

const UNIQUE_ID = ['Unique ID'] as const;
const TYPE = ['Designation Type', 'Individual, Entity, Ship'] as const;
const RELATIONS = [
  ['Parent company', 'SUBSIDIARY_OF'],
  ['Subsidiaries', 'PARENT_OF'],
  ['Current owner/operator (s)', 'OPERATOR'],
] as const;

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

/** A document's number in a cell of its own, or those in the cell's text. */
function readNumber(builder: EntityBuilder, cell: string | undefined, type: IdentifierType, about = ''): void {
  for (const part of numbered(cell)) {
    if (/^(?=.*\d)[A-Z0-9][A-Z0-9/.-]{3,30}$/i.test(part)) {
      builder.identifier({ type, value: part, country: mentionedCountry(about) });
    } else readDocuments(builder, part, type);
  }
}

function readSchema(row: TableRow): EntitySchema {
  const type = row.get('Group Type', ...TYPE)?.toLowerCase();
  return type === 'individual' ? 'PERSON' : type === 'ship' ? 'VESSEL' : 'ORGANIZATION';
}

function nameKind(row: TableRow): NameKind {
  const type = row.get('Alias Type', 'Name type')?.toLowerCase() ?? '';
  // A "primary name variation" is another spelling of it, and does not lead.
  if (type.startsWith('prim') && !type.endsWith('variation')) return 'PRIMARY';
  if (type === 'fka') return 'FORMER';
  return /^(?:low|weak)/i.test(row.get('Alias Quality', 'Alias strength') ?? '') ? 'WEAK_ALIAS' : 'ALIAS';
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
  // What is not known of a day is said as dd/mm/1961.
  for (const date of numbered(row.get('DOB', 'D.O.B'))) {
    builder.birthDate(date.replace(/^dd\//i, '00/').replace(/\/mm\//i, '/00/'));
  }
  const towns = numbered(row.get('Town of Birth'));
  const countries = numbered(row.get('Country of Birth'));
  if (towns.length <= 1 && countries.length <= 1) builder.birthPlace(towns[0], countries[0]);
  else for (const place of [...towns, ...countries]) builder.birthPlace(place);
  for (const nationality of numbered(row.get('Nationality', 'Nationality(/ies)'))) builder.nationality(nationality);
  const passport = row.get('Passport Number');
  if (passport === undefined) readDocuments(builder, row.get('Passport Details'), 'PASSPORT');
  else readNumber(builder, passport, 'PASSPORT', row.get('Passport additional information'));
  readDocuments(builder, row.get('National Identification Number', 'NI Number'), 'NATIONAL_ID');
  readNumber(
    builder,
    row.get('National Identifier number'),
    'NATIONAL_ID',
    row.get('National Identifier additional information'),
  );
  readCompany(builder, row);
  for (const title of numbered(row.get('Position'))) builder.position(title);
  const full = [1, 2, 3, 4, 5, 6]
    .map((line) => row.get(`Address ${line}`, `Address Line ${line}`))
    .filter((line) => line !== undefined)
    .join(', ');
  builder.address({
    full,
    postalCode: row.get('Post/Zip Code', 'Address Postal Code'),
    country: row.get('Country', 'Address Country'),
  });
  builder.gender(row.get('Gender'));
  const remarks = row.get('Other Information') ?? '';
  for (const said of [remarks, row.get('UK Statement of Reasons') ?? '']) {
    if (builder.entity.remarks?.includes(folded(said)) !== true) builder.remark(said);
  }
  for (const match of remarks.matchAll(/\bIMO(?: number)?:?\s*(\d{7})\b/gi))
    builder.identifier({ type: 'IMO', value: match[1] ?? '' });
  for (const match of remarks.matchAll(
    /\bSWIFT(?:\/BIC)?:?\s+([A-Z]{4} ?[A-Z]{2} ?[A-Z0-9]{2}(?: ?[A-Z0-9]{3})?)\b/g,
  )) {
    builder.identifier({ type: 'SWIFT_BIC', value: (match[1] ?? '').replaceAll(' ', '') });
  }
  for (const match of remarks.matchAll(/\(Gender\):?\s*(Male|Female)/gi)) builder.gender(match[1]);
  const listedAt = parseDate(row.get('Listed On', 'Date Designated') ?? '');
  if (listedAt !== undefined && (builder.entity.listedAt === undefined || listedAt < builder.entity.listedAt)) {
    builder.entity.listedAt = listedAt;
  }
  builder.program(row.get('Regime', 'Regime Name')).legalBasis(row.get('UK Sanctions List Ref', ...UNIQUE_ID));
}

/** What stands in columns of their own for companies and ships. */
function readCompany(builder: EntityBuilder, row: TableRow): void {
  readNumber(builder, row.get('Business registration number (s)'), 'REGISTRATION');
  const [imo] = /\b\d{7}\b/.exec(row.get('IMO number')?.replace(/^IMO\s*/i, '') ?? '') ?? [];
  if (imo !== undefined) builder.identifier({ type: 'IMO', value: imo });
  for (const [column, type] of [
    ['Email address', 'EMAIL'],
    ['Website', 'WEBSITE'],
    ['Phone number', 'PHONE'],
  ] as const) {
    for (const value of numbered(row.get(column))) builder.identifier({ type, value });
  }
  builder.country(row.get('Current believed flag of ship'));
  for (const [column, relation] of RELATIONS) {
    for (const name of numbered(row.get(column))) {
      if (!builder.entity.links.some((known) => known.relation === relation && known.name === folded(name))) {
        builder.link(relation, name);
      }
    }
  }
}

/**
 * The UK Sanctions List (UK-Sanctions-List.csv), or the consolidated list that it took the place of (ConList.csv): a
 * date line, then one row for each name. The rows of one target lie apart, so the whole list is held in memory by
 * target. A target has the same id in both: its OFSI group, where it has one.
 */
export async function* readUkCsv(
  inputs: readonly ListInput[],
  notes: Notes,
  published: (at: string) => void,
): AsyncGenerator<ListedEntity> {
  const groups = new Map<string, TableRow[]>();
  for (const input of inputs) {
    const preamble = (cells: readonly string[]): void => {
      const said = /^(?:last updated|report date):?\s*(.*)$/i.exec((cells[0] ?? '').trim())?.[1];
      const at = said === undefined ? undefined : parseDate(said === '' ? (cells[1] ?? '') : said);
      if (at !== undefined) published(at);
    };
    for await (const row of tableRows(input, notes, {
      required: [['Name 6'], ['Group ID', ...UNIQUE_ID], ['Group Type', ...TYPE]],
      preamble,
    })) {
      const id = row.get('Group ID', ...UNIQUE_ID);
      const group = id === undefined ? undefined : groups.get(id);
      if (id === undefined) notes.add('NO_ID', row.place);
      else if (group) group.push(row);
      else groups.set(id, [row]);
    }
  }
  const taken = new Set<string>();
  for (const [key, rows] of groups) {
    groups.delete(key);
    const ofsi = rows.map((row) => row.get('OFSI Group ID')).find((group) => group !== undefined);
    const id = ofsi === undefined || taken.has(ofsi) ? key : ofsi;
    taken.add(id);
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
    const source = first.get(...UNIQUE_ID) === undefined ? CONSOLIDATED_LIST : SANCTIONS_LIST;
    builder.source(source.url, source.publisher);
    const entity = builder.done();
    if (entity) yield entity;
  }
}
