import { isoDate, parseDate, yearRange } from './dates.ts';
import { documentType } from './document-types.ts';
import { EntityBuilder } from './entity.ts';
import type { Notes } from './notes.ts';
import type { ListedEntity, ListInput } from './types.ts';
import { all, child, text, toJson, xmlRecords, type XmlElement } from './xml.ts';

export const EU = 'European Commission, FISMA';

/** The EU's "unknown" country, in codes and in words. */
export function euCountry(code: string | undefined, description?: string): string | undefined {
  if (code !== undefined && code !== '' && code !== '00') return code;
  return description === undefined || /^unknown$/i.test(description) ? undefined : description;
}

/** Document numbers come as `AD001095 (passport-National passport) (remarks …)`. */
export function euDocument(builder: EntityBuilder, number: string, country: string | undefined): void {
  const match = /^(.*?)\s*\(([a-z]+)-([^()]*(?:\([^()]*\))?[^()]*)\)/i.exec(number);
  const value = (match?.[1] ?? number.replace(/\s*\(.*$/s, '')).trim();
  const label = match?.[3]?.trim() ?? '';
  const described = documentType(`${match?.[2] ?? ''} ${label}`);
  // "other" says nothing; the remarks after it may.
  const type = /^other$/i.test(match?.[2] ?? '')
    ? documentType(/pass?port/i.test(number) ? 'passport' : '')
    : described;
  builder.identifier({
    type,
    value: value.replace(/^(?:SSN|No\.?)\s+/i, ''),
    country,
    ...(label === '' ? {} : { label }),
  });
}

/** The schema up to 2017: WHOLE, ENTITY with NAME, BIRTH, CITIZEN, ADDRESS, PASSPORT. */
function fromOldSchema(element: XmlElement, builder: EntityBuilder): void {
  for (const [i, name] of all(element, 'NAME').entries()) {
    const parts = {
      first: text(name, 'FIRSTNAME') ?? '',
      middle: text(name, 'MIDDLENAME') ?? '',
      last: text(name, 'LASTNAME') ?? '',
    };
    const whole =
      text(name, 'WHOLENAME') ?? [parts.first, parts.middle, parts.last].filter((part) => part !== '').join(' ');
    const language = text(name, 'LANGUAGE');
    builder.name(whole, i === 0 ? 'PRIMARY' : 'ALIAS', { parts, ...(language === undefined ? {} : { language }) });
    builder.gender(text(name, 'GENDER')).position(text(name, 'FUNCTION'));
    builder.program(name.attributes['programme']).legalBasis(name.attributes['legal_basis']);
  }
  for (const birth of all(element, 'BIRTH')) {
    builder.birthDate(text(birth, 'DATE')).birthPlace(text(birth, 'PLACE'), text(birth, 'COUNTRY'));
  }
  for (const citizen of all(element, 'CITIZEN')) builder.nationality(text(citizen, 'COUNTRY'));
  for (const address of all(element, 'ADDRESS')) {
    builder.address({
      street: [text(address, 'NUMBER'), text(address, 'STREET')].filter((part) => part !== undefined).join(' '),
      city: text(address, 'CITY'),
      postalCode: text(address, 'ZIPCODE'),
      country: text(address, 'COUNTRY'),
    });
  }
  for (const passport of all(element, 'PASSPORT')) {
    const number = text(passport, 'NUMBER');
    if (number !== undefined) euDocument(builder, number, text(passport, 'COUNTRY'));
  }
  const { attributes } = element;
  builder.program(attributes['programme']).legalBasis(attributes['legal_basis']).remark(attributes['remark']);
  builder.source(attributes['pdf_link'], EU);
  const listedAt = parseDate(attributes['reg_date'] ?? '');
  if (listedAt !== undefined) builder.entity.listedAt = listedAt;
}

function readBirth(builder: EntityBuilder, attributes: Record<string, string>): void {
  const number = (name: string): number => Number(attributes[name] ?? 0) || 0;
  const circa = attributes['circa'] === 'true';
  const exact =
    parseDate(attributes['birthdate'] ?? '') ?? isoDate(number('year'), number('monthOfYear'), number('dayOfMonth'));
  const [from, to] = [number('yearRangeFrom'), number('yearRangeTo')];
  if (exact !== undefined) builder.birthDate(circa ? `circa ${exact}` : exact);
  else if (from > 0 && to > 0) builder.birthDate(yearRange(from, to)?.replace('/', ' to '));
  // A span open at one end says no more than an approximate year.
  else if (from > 0 || to > 0) builder.birthDate(`circa ${from || to}`);
  const country = attributes['countryDescription'];
  builder.birthPlace(
    attributes['city'],
    attributes['region'],
    attributes['place'],
    country === 'UNKNOWN' ? undefined : country,
  );
}

/** The current schema: export, sanctionEntity with attributes (FSF 1.0 and 1.1, xmlFullSanctionsList). */
function fromExportSchema(element: XmlElement, builder: EntityBuilder): void {
  let primary = false;
  for (const { attributes } of all(element, 'nameAlias')) {
    const parts = {
      first: attributes['firstName'] ?? '',
      middle: attributes['middleName'] ?? '',
      last: attributes['lastName'] ?? '',
    };
    const whole =
      attributes['wholeName'] || [parts.first, parts.middle, parts.last].filter((part) => part !== '').join(' ');
    const strong = attributes['strong'] !== 'false';
    builder.name(whole, strong ? (primary ? 'ALIAS' : 'PRIMARY') : 'WEAK_ALIAS', {
      parts,
      language: attributes['nameLanguage'] ?? '',
    });
    primary ||= strong;
    builder.gender(attributes['gender']).position(attributes['function']);
  }
  for (const { attributes } of all(element, 'birthdate')) readBirth(builder, attributes);
  const country = (attributes: Record<string, string>): string | undefined =>
    euCountry(attributes['countryIso2Code'], attributes['countryDescription']);
  for (const { attributes } of all(element, 'citizenship')) builder.nationality(country(attributes));
  for (const { attributes } of all(element, 'address')) {
    builder.address({
      street: [attributes['street'], attributes['poBox']]
        .filter((part) => part !== undefined && part !== '')
        .join(', '),
      city: attributes['city'] || attributes['place'],
      region: attributes['region'],
      postalCode: attributes['zipCode'],
      country: country(attributes),
    });
  }
  for (const { attributes } of all(element, 'identification')) {
    const label = attributes['identificationTypeDescription'] ?? '';
    builder.identifier({
      type: documentType(`${attributes['identificationTypeCode'] ?? ''} ${label}`),
      value: attributes['number'] || attributes['latinNumber'] || '',
      country: country(attributes),
      ...(label === '' ? {} : { label }),
    });
  }
  let listedAt: string | undefined;
  for (const regulation of all(element, 'regulation')) {
    const { attributes } = regulation;
    builder
      .program(attributes['programme'])
      .legalBasis(attributes['numberTitle'])
      .source(text(regulation, 'publicationUrl'), EU);
    const at = parseDate(attributes['publicationDate'] ?? '');
    if (at !== undefined && (listedAt === undefined || at < listedAt)) listedAt = at;
  }
  listedAt = parseDate(element.attributes['designationDate'] ?? '') ?? listedAt;
  if (listedAt !== undefined) builder.entity.listedAt = listedAt;
  for (const remark of all(element, 'remark')) builder.remark(remark.text);
  builder.remark(element.attributes['designationDetails']);
}

function toEntity(element: XmlElement, file: string, notes: Notes): ListedEntity | undefined {
  const old = element.name === 'ENTITY';
  const place = `${file} line ${element.line}`;
  const id = element.attributes[old ? 'Id' : 'logicalId'] ?? '';
  if (id === '') {
    notes.add('NO_ID', place);
    return undefined;
  }
  const subject = child(element, 'subjectType')?.attributes;
  const type = old ? element.attributes['Type'] : (subject?.['classificationCode'] ?? subject?.['code']);
  const builder = new EntityBuilder(
    `eu-${id}`,
    /^p/i.test(type ?? '') ? 'PERSON' : 'ORGANIZATION',
    notes,
    place,
    toJson(element),
  );
  builder.entity.categories.push('SANCTIONS');
  if (old) fromOldSchema(element, builder);
  else fromExportSchema(element, builder);
  return builder.done();
}

/** The EU's consolidated list of financial sanctions, in the schema up to 2017 and in the current one. */
export async function* readEuXml(
  inputs: readonly ListInput[],
  notes: Notes,
  published: (at: string) => void,
): AsyncGenerator<ListedEntity> {
  for (const input of inputs) {
    for await (const element of xmlRecords(input, notes, {
      roots: ['WHOLE', 'export'],
      records: ['ENTITY', 'sanctionEntity'],
    })) {
      if (element.name === 'WHOLE' || element.name === 'export') {
        const at = element.attributes['generationDate'] ?? parseDate(element.attributes['Date'] ?? '');
        if (at !== undefined && at !== '') published(at);
        continue;
      }
      const entity = toEntity(element, input.name, notes);
      if (entity) yield entity;
    }
  }
}
