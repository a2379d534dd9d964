import { countryCode } from '../../watchlists/countries.ts';
import type { Evidence } from '../types.ts';
import { countryOfIssuer } from './aamva-issuers.ts';
import type { DocumentField } from './types.ts';

/** A driving licence or identity card as its bar code tells it. */
export interface LicenceContent {
  fields: Readonly<Partial<Record<DocumentField, string>>>;
  /** The elements of each field as they stand. */
  raw: Readonly<Partial<Record<DocumentField, string>>>;
  evidence: Evidence;
}

const HEADER = /^@[\s\S]{0,4}?(?:ANSI |AAMVA)(\d{6})(\d{2})/;
/** The mark of a subfile, right in front of its first element. */
const MARK = /(^|[\n\r])(?:DL|ID|EN)(?=D[A-Z]{2})/g;
/** An element: three letters at the start of a line. */
const ELEMENT = /(?:^|[\n\r])(D[A-Z]{2})([^\n\r]*)/g;

/**
 * Reads the content of a PDF417 symbol of a North American driving licence or identity card (AAMVA DL/ID Card Design
 * Standard, annex D, versions 1 to 10).
 * @returns null where the text is no such content
 */
export function readLicence(text: string): LicenceContent | null {
  const header = HEADER.exec(text);
  if (!header) return null;
  const [, issuer = '', version = ''] = header;
  const elements = new Map<string, string>();
  // The header ends with designators such as DL00410278; the first subfile begins where its mark comes again.
  const body = text.slice(Math.max(0, text.search(/(?:DL|ID|EN)D[A-Z]{2}/))).replaceAll(MARK, '$1');
  for (const [, name = '', value = ''] of body.matchAll(ELEMENT)) {
    if (!elements.has(name)) elements.set(name, value.trim());
  }
  const element = (...names: string[]): string | undefined =>
    names
      .map((name) => elements.get(name))
      .find((value) => value !== undefined && value !== '' && !UNKNOWN.test(value));
  // The first version has no element for the country.
  const issuedIn = countryOfIssuer(issuer);
  const named = { USA: 'US', CAN: 'CA', MEX: 'MX' }[element('DCG') ?? ''] ?? countryCode(element('DCG'));
  const country = named ?? issuedIn ?? null;
  const order = country === 'CA' ? 'YEAR_FIRST' : 'YEAR_LAST';
  const whole = element('DAA')
    ?.split(/[,@]/)
    .map((part) => part.trim());
  const given = element('DAC', 'DCT') ?? whole?.[1];
  const middle = element('DAD') ?? whole?.[2];
  const address = [
    element('DAG'),
    element('DAH'),
    element('DAI'),
    element('DAJ'),
    element('DAK')?.replace(/0000\s*$/, ''),
  ];
  const found: Partial<Record<DocumentField, string | undefined>> = {
    documentNumber: element('DAQ')?.replaceAll(' ', ''),
    issuingCountry: country ?? undefined,
    firstName: [given?.replaceAll(',', ' '), middle].filter(Boolean).join(' '),
    lastName: element('DCS', 'DAB') ?? whole?.[0],
    dateOfBirth: dateOf(element('DBB'), order),
    dateOfExpiry: dateOf(element('DBA'), order),
    dateOfIssue: dateOf(element('DBD'), order),
    sex: { '1': 'M', '2': 'F', '9': 'X', M: 'M', F: 'F', X: 'X' }[element('DBC') ?? ''],
    address: address.filter(Boolean).join(', '),
  };
  const fields = Object.fromEntries(Object.entries(found).filter(([, value]) => value)) as LicenceContent['fields'];
  const said = (...names: string[]): string =>
    names.flatMap((name) => (elements.has(name) ? [`${name}${elements.get(name)}`] : [])).join(' ');
  const raw = Object.fromEntries(
    Object.keys(fields).map((field) => [field, said(...(ELEMENTS[field as DocumentField] ?? []))]),
  ) as LicenceContent['raw'];
  const truncated = ['DDE', 'DDF', 'DDG'].some((name) => elements.get(name) === 'T');
  const evidence = { standard: 'AAMVA', version: Number(version), issuer, issuedIn: issuedIn ?? null };
  return { fields, raw, evidence: { ...evidence, namesTruncated: truncated } };
}

/** Which elements tell a field, in the order in which they are believed. */
const ELEMENTS: Readonly<Partial<Record<DocumentField, readonly string[]>>> = {
  documentNumber: ['DAQ'],
  issuingCountry: ['DCG'],
  firstName: ['DAC', 'DCT', 'DAD', 'DAA'],
  lastName: ['DCS', 'DAB', 'DAA'],
  dateOfBirth: ['DBB'],
  dateOfExpiry: ['DBA'],
  dateOfIssue: ['DBD'],
  sex: ['DBC'],
  address: ['DAG', 'DAH', 'DAI', 'DAJ', 'DAK'],
};

const UNKNOWN = /^(?:NONE|unavl?|UNAVL)$/i;

/** MMDDCCYY in the United States, CCYYMMDD in Canada and in the first version; whichever is a day. */
function dateOf(value: string | undefined, order: 'YEAR_FIRST' | 'YEAR_LAST'): string | undefined {
  const digits = /^\d{8}$/.exec(value?.trim() ?? '')?.[0];
  if (!digits) return undefined;
  const yearFirst = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
  const yearLast = `${digits.slice(4)}-${digits.slice(0, 2)}-${digits.slice(2, 4)}`;
  return (order === 'YEAR_FIRST' ? [yearFirst, yearLast] : [yearLast, yearFirst]).find(isDay);
}

function isDay(iso: string): boolean {
  const time = Date.parse(`${iso}T00:00:00Z`);
  const year = Number(iso.slice(0, 4));
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(iso) && year >= 1900 && year < 2200;
}
