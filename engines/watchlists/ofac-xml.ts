import { parseDate } from './dates.ts';
import { EntityBuilder } from './entity.ts';
import type { Notes } from './notes.ts';
import { ofacIdentifierType, vesselRegistration } from './ofac-identifiers.ts';
import { readOfacRemarks } from './ofac-remarks.ts';
import { OFAC, ofacSchema } from './ofac-sdn.ts';
import type { ListedEntity, ListInput, NameKind, NameParts } from './types.ts';
import { all, child, text, toJson, xmlRecords, type XmlElement } from './xml.ts';

/** The items of a list element: `items(entry, 'akaList', 'aka')`. */
function items(element: XmlElement, list: string, item: string): XmlElement[] {
  const found = child(element, list);
  return found ? all(found, item) : [];
}

/** OFAC's delimited files write persons as `LAST, First`; the same here, so that one entity has one name. */
function nameOf(element: XmlElement, person: boolean): { value: string; parts?: NameParts } {
  const last = text(element, 'lastName') ?? '';
  const first = text(element, 'firstName') ?? '';
  if (first === '') return { value: last };
  return person
    ? { value: last === '' ? first : `${last}, ${first}`, parts: { last, first } }
    : { value: `${first} ${last}` };
}

function aliasKind(alias: XmlElement): NameKind {
  if (/^f\.?k\.?a/i.test(text(alias, 'type') ?? '')) return 'FORMER';
  return text(alias, 'category')?.toLowerCase() === 'weak' ? 'WEAK_ALIAS' : 'ALIAS';
}

/** OFAC keeps facts of several kinds in the list of identifiers. */
function readId(builder: EntityBuilder, id: XmlElement): void {
  const label = text(id, 'idType') ?? '';
  const value = text(id, 'idNumber') ?? '';
  const country = text(id, 'idCountry');
  const currency = /^Digital Currency Address\s*-\s*(\S+)/i.exec(label)?.[1];
  if (currency !== undefined) builder.identifier({ type: 'CRYPTO_ADDRESS', value, currency: currency.toUpperCase() });
  else if (/^gender/i.test(label)) builder.gender(value);
  else if (/^(?:nationality|citizen)/i.test(label)) builder.nationality(value);
  else if (/^executive order/i.test(label)) builder.legalBasis(`${label} ${value}`);
  else if (/sanctions|transactions|organization|target type|directive|date|caatsa|effective/i.test(label)) return;
  else {
    const type = ofacIdentifierType(label.replace(/\s*(?:No\.?|#)$/i, ''));
    if (type === 'IMO') builder.identifier({ ...vesselRegistration(value), label });
    else builder.identifier({ type, value, country, ...(label === '' ? {} : { label }) });
  }
}

function toEntity(element: XmlElement, file: string, notes: Notes): ListedEntity | undefined {
  const place = `${file} line ${element.line}`;
  const id = text(element, 'uid');
  if (id === undefined) {
    notes.add('NO_ID', place);
    return undefined;
  }
  const schema = ofacSchema(text(element, 'sdnType') ?? '');
  const person = schema === 'PERSON';
  const builder = new EntityBuilder(`ofac-${id}`, schema, notes, place, toJson(element));
  builder.entity.categories.push('SANCTIONS');
  const name = nameOf(element, person);
  builder.name(name.value, 'PRIMARY', name);
  for (const aka of items(element, 'akaList', 'aka')) {
    const alias = nameOf(aka, person);
    builder.name(alias.value, aliasKind(aka), alias);
  }
  for (const item of items(element, 'programList', 'program')) builder.program(item.text);
  for (const item of items(element, 'idList', 'id')) readId(builder, item);
  for (const item of items(element, 'dateOfBirthList', 'dateOfBirthItem')) builder.birthDate(text(item, 'dateOfBirth'));
  for (const item of items(element, 'placeOfBirthList', 'placeOfBirthItem'))
    builder.birthPlace(text(item, 'placeOfBirth'));
  for (const item of items(element, 'nationalityList', 'nationality')) builder.nationality(text(item, 'country'));
  for (const item of items(element, 'citizenshipList', 'citizenship')) builder.nationality(text(item, 'country'));
  for (const item of items(element, 'addressList', 'address')) {
    const lines = ['address1', 'address2', 'address3']
      .map((line) => text(item, line))
      .filter((line) => line !== undefined);
    builder.address({
      street: lines.join(', '),
      city: text(item, 'city'),
      region: text(item, 'stateOrProvince'),
      postalCode: text(item, 'postalCode'),
      country: text(item, 'country'),
    });
  }
  const vessel = child(element, 'vesselInfo');
  if (vessel) {
    const callSign = text(vessel, 'callSign');
    if (callSign !== undefined) builder.identifier({ type: 'CALL_SIGN', value: callSign });
    builder.country(text(vessel, 'vesselFlag')).link('OWNER', text(vessel, 'vesselOwner'));
  }
  builder.position(text(element, 'title'));
  const remarks = text(element, 'remarks');
  if (remarks !== undefined) readOfacRemarks(builder, remarks);
  builder.source(`https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${id}`, OFAC);
  return builder.done();
}

/** OFAC's sdn.xml and consolidated.xml (the `sdnList` schema; not the "advanced" one). */
export async function* readOfacXml(
  inputs: readonly ListInput[],
  notes: Notes,
  published: (at: string) => void,
): AsyncGenerator<ListedEntity> {
  for (const input of inputs) {
    const shape = { roots: ['sdnList'], records: ['publshInformation', 'publishInformation', 'sdnEntry'] };
    for await (const element of xmlRecords(input, notes, shape)) {
      if (element.name === 'sdnList') continue;
      if (element.name !== 'sdnEntry') {
        // OFAC writes this one date month first.
        const [month = '', day = '', year = ''] = (text(element, 'Publish_Date') ?? '').split('/');
        const at = parseDate(`${year}-${month}-${day}`);
        if (at !== undefined) published(at);
        continue;
      }
      const entity = toEntity(element, input.name, notes);
      if (entity) yield entity;
    }
  }
}
