import { parseDate, yearRange } from './dates.ts';
import { documentType } from './document-types.ts';
import { EntityBuilder } from './entity.ts';
import type { Notes } from './notes.ts';
import type { ListedEntity, ListInput, NameKind } from './types.ts';
import { all, text, texts, toJson, xmlRecords, type XmlElement } from './xml.ts';

const NAME_PARTS = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'];

/** The UN's word for the quality of an alias. */
function aliasKind(quality: string | undefined): NameKind {
  if (quality === 'Low') return 'WEAK_ALIAS';
  return /^f\.?k\.?a/i.test(quality ?? '') ? 'FORMER' : 'ALIAS';
}

/** Older files put several aliases into one field, with semicolons between them. */
function readAliases(builder: EntityBuilder, element: XmlElement): void {
  for (const tag of ['INDIVIDUAL_ALIAS', 'ENTITY_ALIAS']) {
    for (const alias of all(element, tag)) {
      const kind = aliasKind(text(alias, 'QUALITY'));
      for (const name of (text(alias, 'ALIAS_NAME') ?? '').split(/;\s*/)) builder.name(name, kind);
      const dates = text(alias, 'DATE_OF_BIRTH');
      if (dates !== undefined && /\d{4}/.test(dates)) builder.birthDate(dates);
      const place = [text(alias, 'CITY_OF_BIRTH'), text(alias, 'COUNTRY_OF_BIRTH')];
      if (place.some((part) => part !== undefined)) builder.birthPlace(...place);
    }
  }
}

function readBirthDates(builder: EntityBuilder, element: XmlElement): void {
  for (const birth of all(element, 'INDIVIDUAL_DATE_OF_BIRTH')) {
    const type = text(birth, 'TYPE_OF_DATE')?.toUpperCase();
    const [from, to] = [Number(text(birth, 'FROM_YEAR')), Number(text(birth, 'TO_YEAR'))];
    const date = parseDate(text(birth, 'DATE') ?? '') ?? parseDate(text(birth, 'YEAR') ?? '');
    if (date !== undefined) builder.birthDate(type === 'APPROXIMATELY' ? `circa ${date}` : date);
    else if (from > 0 || to > 0) {
      const range = yearRange(from || to, to || from);
      builder.birthDate(range?.replace('/', ' to '));
    } else
      builder.birthDate(text(birth, 'NOTE') !== undefined ? undefined : (text(birth, 'DATE') ?? text(birth, 'YEAR')));
  }
}

function readDocuments(builder: EntityBuilder, element: XmlElement): void {
  for (const document of all(element, 'INDIVIDUAL_DOCUMENT')) {
    const label = text(document, 'TYPE_OF_DOCUMENT2') ?? text(document, 'TYPE_OF_DOCUMENT') ?? '';
    const first = text(document, 'TYPE_OF_DOCUMENT') ?? '';
    const type = documentType(first) === 'OTHER' ? documentType(label) : documentType(first);
    const number = (text(document, 'NUMBER') ?? '').replace(/^(?:numbers?|no\.?)\s*:?\s+/i, '');
    const country = text(document, 'ISSUING_COUNTRY') ?? text(document, 'COUNTRY_OF_ISSUE');
    builder.identifier({ type, value: number, country, ...(label === '' ? {} : { label }) });
  }
}

function readAddresses(builder: EntityBuilder, element: XmlElement): void {
  for (const tag of ['INDIVIDUAL_ADDRESS', 'ENTITY_ADDRESS']) {
    for (const address of all(element, tag)) {
      builder.address({
        street: text(address, 'STREET'),
        city: text(address, 'CITY'),
        region: text(address, 'STATE_PROVINCE'),
        postalCode: text(address, 'ZIP_CODE'),
        country: text(address, 'COUNTRY'),
      });
    }
  }
}

function toEntity(element: XmlElement, file: string, notes: Notes): ListedEntity | undefined {
  const person = element.name === 'INDIVIDUAL';
  const place = `${file} line ${element.line}`;
  const id = text(element, 'DATAID') ?? text(element, 'REFERENCE_NUMBER');
  if (id === undefined) {
    notes.add('NO_ID', place);
    return undefined;
  }
  const builder = new EntityBuilder(`un-${id}`, person ? 'PERSON' : 'ORGANIZATION', notes, place, toJson(element));
  builder.entity.categories.push('SANCTIONS');
  const parts = NAME_PARTS.map((tag) => text(element, tag)).filter((part) => part !== undefined);
  // The order of the parts is the source's; only a name of two parts tells which is the family name.
  const split = person && parts.length === 2 ? { parts: { first: parts[0] ?? '', last: parts[1] ?? '' } } : {};
  builder.name(parts.join(' '), 'PRIMARY', split).name(text(element, 'NAME_ORIGINAL_SCRIPT'), 'ALIAS');
  readAliases(builder, element);
  readBirthDates(builder, element);
  for (const birth of all(element, 'INDIVIDUAL_PLACE_OF_BIRTH')) {
    builder.birthPlace(text(birth, 'CITY'), text(birth, 'STATE_PROVINCE'), text(birth, 'COUNTRY'));
  }
  for (const nationality of all(element, 'NATIONALITY'))
    for (const value of texts(nationality, 'VALUE')) builder.nationality(value);
  readDocuments(builder, element);
  readAddresses(builder, element);
  for (const designation of all(element, 'DESIGNATION'))
    for (const title of texts(designation, 'VALUE')) builder.position(title);
  builder
    .gender(text(element, 'GENDER'))
    .program(text(element, 'UN_LIST_TYPE'))
    .legalBasis(text(element, 'REFERENCE_NUMBER'))
    .remark(text(element, 'COMMENTS1'))
    .source(
      'https://main.un.org/securitycouncil/en/content/un-sc-consolidated-list',
      'United Nations Security Council',
    );
  const listedAt = parseDate(text(element, 'LISTED_ON') ?? '');
  if (listedAt !== undefined) builder.entity.listedAt = listedAt;
  return builder.done();
}

/** The UN Security Council's consolidated list (sc-sanctions.xsd). `dateGenerated` is the publishing time. */
export async function* readUnXml(
  inputs: readonly ListInput[],
  notes: Notes,
  published: (at: string) => void,
): AsyncGenerator<ListedEntity> {
  for (const input of inputs) {
    const shape = { roots: ['CONSOLIDATED_LIST'], records: ['INDIVIDUAL', 'ENTITY'] };
    for await (const element of xmlRecords(input, notes, shape)) {
      if (element.name === 'CONSOLIDATED_LIST') {
        const at = element.attributes['dateGenerated'];
        if (at !== undefined) published(at);
        continue;
      }
      const entity = toEntity(element, input.name, notes);
      if (entity) yield entity;
    }
  }
}
