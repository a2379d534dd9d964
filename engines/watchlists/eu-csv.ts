import { isoDate, parseDate, yearRange } from './dates.ts';
import { documentType } from './document-types.ts';
import { EntityBuilder } from './entity.ts';
import { EU, euCountry, euDocument } from './eu-xml.ts';
import type { Notes } from './notes.ts';
import { tableRows, type TableRow } from './table.ts';
import { ListError, type ListedEntity, type ListInput } from './types.ts';

const ID = ['Entity_LogicalId', 'Entity_logical_id'];
const NAME = ['NameAlias_WholeName', 'Naal_wholename'];

function readName(builder: EntityBuilder, row: TableRow, first: boolean): void {
  const parts = {
    first: row.get('NameAlias_FirstName', 'Naal_firstname') ?? '',
    middle: row.get('NameAlias_MiddleName', 'Naal_middlename') ?? '',
    last: row.get('NameAlias_LastName', 'Naal_lastname') ?? '',
  };
  const whole = row.get(...NAME) ?? [parts.first, parts.middle, parts.last].filter((part) => part !== '').join(' ');
  if (whole === '') return;
  const language = row.get('NameAlias_NameLanguage', 'Naal_language') ?? '';
  const weak = row.get('NameAlias_Strong')?.toLowerCase() === 'false';
  builder.name(whole, weak ? 'WEAK_ALIAS' : first ? 'PRIMARY' : 'ALIAS', { parts, language });
  builder.gender(row.get('NameAlias_Gender', 'Naal_gender')).position(row.get('NameAlias_Function', 'Naal_function'));
}

function readBirth(builder: EntityBuilder, row: TableRow): void {
  const number = (...names: string[]): number => Number(row.get(...names) ?? 0) || 0;
  const text = row.get('BirthDate_BirthDate', 'Birt_date');
  const exact =
    parseDate(text ?? '') ?? isoDate(number('BirthDate_Year'), number('BirthDate_Month'), number('BirthDate_Day'));
  const [from, to] = [number('BirthDate_YearRangeFrom'), number('BirthDate_YearRangeTo')];
  const circa = row.get('BirthDate_Circa')?.toLowerCase() === 'true';
  if (exact !== undefined) builder.birthDate(circa ? `circa ${exact}` : exact);
  else if (from > 0 && to > 0) builder.birthDate(yearRange(from, to)?.replace('/', ' to '));
  else if (from > 0 || to > 0) builder.birthDate(`circa ${from || to}`);
  else builder.birthDate(text);
  const country = row.get('BirthDate_CountryDescription', 'Birt_country');
  const place = [row.get('BirthDate_City'), row.get('BirthDate_Region'), row.get('BirthDate_Place', 'Birt_place')];
  builder.birthPlace(...place, country === 'UNKNOWN' ? undefined : country);
}

function readRow(builder: EntityBuilder, row: TableRow, first: boolean): void {
  readName(builder, row, first);
  readBirth(builder, row);
  builder.nationality(
    euCountry(row.get('Citizenship_CountryIso2Code'), row.get('Citizenship_CountryDescription', 'Citi_country')),
  );
  builder.address({
    street: row.get('Address_Street', 'Addr_street') ?? row.get('Address_PoBox'),
    city: row.get('Address_City', 'Addr_city', 'Address_Place'),
    region: row.get('Address_Region'),
    postalCode: row.get('Address_ZipCode', 'Addr_zipcode'),
    country: euCountry(row.get('Address_CountryIso2Code'), row.get('Address_CountryDescription', 'Addr_country')),
  });
  const label = row.get('Identification_TypeDescription') ?? '';
  const number = row.get('Identification_Number', 'Identification_LatinNumber');
  const country = euCountry(
    row.get('Identification_CountryIso2Code'),
    row.get('Identification_CountryDescription', 'Iden_country'),
  );
  if (number !== undefined) {
    const type = documentType(`${row.get('Identification_TypeCode') ?? ''} ${label}`);
    builder.identifier({ type, value: number, country, ...(label === '' ? {} : { label }) });
  }
  const old = row.get('Iden_number');
  if (old !== undefined) euDocument(builder, old, country);
  builder
    .program(row.get('Entity_Regulation_Programme', 'Programme'))
    .legalBasis(row.get('Entity_Regulation_NumberTitle', 'Leba_numtitle'))
    .source(row.get('Entity_Regulation_PublicationUrl', 'Leba_url'), EU);
  const designated = parseDate(row.get('Entity_DesignationDate') ?? '');
  const regulated = parseDate(row.get('Entity_Regulation_PublicationDate', 'Leba_publication_date') ?? '');
  const at = designated ?? regulated;
  const { entity } = builder;
  if (at !== undefined && (entity.listedAt === undefined || at < entity.listedAt)) entity.listedAt = at;
}

/**
 * The EU's list as CSV with semicolons (csvFullSanctionsList 1.0 and 1.1): one row for each name, birth, address or
 * document, the rows of one entity together.
 */
export async function* readEuCsv(
  inputs: readonly ListInput[],
  notes: Notes,
  published: (at: string) => void,
): AsyncGenerator<ListedEntity> {
  for (const input of inputs) {
    const ended = new Set<string>();
    let current: { id: string; builder: EntityBuilder; raw: unknown[] } | undefined;
    for await (const row of tableRows(input, notes, { required: [ID, NAME] })) {
      const id = row.get(...ID);
      if (id === undefined) {
        notes.add('NO_ID', row.place);
        continue;
      }
      const at = row.get('fileGenerationDate', 'Date_file');
      if (at !== undefined) published(parseDate(at) ?? at);
      if (current && current.id !== id) {
        const entity = current.builder.done();
        if (entity) yield entity;
        ended.add(current.id);
        current = undefined;
      }
      if (ended.has(id)) {
        throw new ListError(
          'DAMAGED',
          'rows of one entity are not together',
          row.place,
          'Sort the file by entity, or fetch it again.',
        );
      }
      const first = current === undefined;
      if (!current) {
        const type = row.get('Entity_SubjectType_ClassificationCode', 'Entity_SubjectType', 'Subject_type') ?? '';
        const raw: unknown[] = [];
        const builder = new EntityBuilder(
          `eu-${id}`,
          /^p/i.test(type) ? 'PERSON' : 'ORGANIZATION',
          notes,
          row.place,
          raw,
        );
        builder.entity.categories.push('SANCTIONS');
        builder.remark(row.get('Entity_Remark'));
        current = { id, builder, raw };
      }
      current.raw.push(row.json());
      readRow(current.builder, row, first);
    }
    const entity = current?.builder.done();
    if (entity) yield entity;
  }
}
