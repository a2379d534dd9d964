import type { Static } from 'typebox';
import type { FieldRow, RuleRow } from '../../../contract/dashboard/index.ts';
import type { Rule, Verification } from '../../../contract/verifications.ts';
import { countryOfZone } from '../../../engines/identity/document/index.ts';
import type { DocumentEvidence } from '../../../engines/identity/index.ts';
import { MrzShapeError, type ParsedMrz, parseMrz, writtenOut } from '../../../engines/identity/mrz/index.ts';
import { compareNames } from '../../../engines/names/index.ts';
import type { Person } from '../../applicants/index.ts';

type Extracted = NonNullable<Static<typeof Verification>['extracted']>;
type Field = FieldRow['field'];

const FIELDS: readonly Field[] = [
  'firstName',
  'lastName',
  'dateOfBirth',
  'nationality',
  'sex',
  'documentType',
  'documentNumber',
  'issuingCountry',
  'dateOfIssue',
  'dateOfExpiry',
  'personalNumber',
  'address',
];
/** Two spellings of one name, as the rules of the examination take them. */
const NAMES_AGREE = 80;

/**
 * Every field of a document in a row: as taken for true, as printed, as its zone or bar code says, as the customer gave it.
 * @param compared what was kept of the examination; it comes before what is known now
 */
export function fieldRows(
  extracted: Extracted | null,
  person: Person | null,
  today: string,
  compared: DocumentEvidence['compared'] = [],
): FieldRow[] {
  const zone = zoneOf(extracted?.mrz ?? null, today);
  return FIELDS.map((field) => {
    const read = extracted?.[field] ?? null;
    const kept = compared.find((one) => one.field === field);
    const printed = kept?.printed ?? null;
    const machineReadable = kept?.machineReadable ?? zone[field] ?? null;
    const given = kept?.given ?? givenOf(person, field);
    const agreement = agreementOf(field, [read, printed, machineReadable, given]);
    return { field, read, printed, machineReadable, given, agreement };
  });
}

function agreementOf(field: Field, values: readonly (string | null)[]): FieldRow['agreement'] {
  const said = values.filter((value) => value !== null);
  const [first] = said;
  if (first === undefined || said.length < 2) return 'MISSING';
  const isName = field === 'firstName' || field === 'lastName';
  const agrees = said.every((value) => (isName ? sameName(first, value) : plain(value) === plain(first)));
  return agrees ? 'AGREES' : 'DIFFERS';
}

/** Print has "Müller" where the zone has MUELLER. */
const sameName = (a: string, b: string): boolean =>
  compareNames(a, b, 'PERSON').score >= NAMES_AGREE ||
  compareNames(writtenOut(a), writtenOut(b), 'PERSON').score >= NAMES_AGREE;

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{P}]/gu, '');

function givenOf(person: Person | null, field: Field): string | null {
  switch (field) {
    case 'firstName':
      return person ? [person.firstName, person.middleName].filter(Boolean).join(' ') : null;
    case 'lastName':
      return person?.lastName ?? null;
    case 'dateOfBirth':
      return person?.dateOfBirth ?? null;
    case 'nationality':
      return person?.nationality ?? null;
    case 'address': {
      const { line1, line2, postalCode, city, region, country } = person?.address ?? {};
      return [line1, line2, postalCode, city, region, country].filter(Boolean).join(', ') || null;
    }
    default:
      return null;
  }
}

function zoneOf(lines: readonly string[] | null, today: string): Partial<Record<Field, string | null>> {
  if (lines === null || lines.length === 0) return {};
  let parsed: ParsedMrz;
  try {
    parsed = parseMrz(lines, today);
  } catch (error) {
    if (error instanceof MrzShapeError) return {};
    throw error;
  }
  const said = (text: string | null | undefined): string | null => (text ? text : null);
  return {
    firstName: said(parsed.names.givenNames),
    lastName: said(parsed.names.surname),
    dateOfBirth: parsed.birthDate?.iso ?? null,
    nationality: parsed.nationality === null ? null : (countryOfZone(parsed.nationality) ?? said(parsed.nationality)),
    sex: parsed.sex ?? null,
    documentNumber: said(parsed.documentNumber),
    issuingCountry: countryOfZone(parsed.issuingState) ?? said(parsed.issuingState),
    dateOfExpiry: parsed.expiryDate?.iso ?? null,
  };
}

const VALUES = ['score', 'similarity', 'value', 'confidence', 'counted', 'dateOfExpiry', 'read'];

/** Every rule in a row, with the number it measured and the one it was held against. */
export function ruleRows(breakdown: readonly Static<typeof Rule>[]): RuleRow[] {
  return breakdown.map(({ rule, check, outcome, evidence }) => {
    const measured = VALUES.find((name) => evidence[name] !== undefined && evidence[name] !== null);
    return {
      rule,
      check,
      outcome,
      value: measured === undefined ? null : (evidence[measured] ?? null),
      threshold: evidence['threshold'] ?? evidence['today'] ?? evidence['given'] ?? null,
      evidence,
    };
  });
}

/** What a rejection may name, beside what the examination found. */
const REASON_CODES = [
  'DOCUMENT_EXPIRED',
  'DOCUMENT_FORGED',
  'DOCUMENT_NOT_ACCEPTED',
  'DOCUMENT_UNREADABLE',
  'DATE_OF_BIRTH_MISMATCH',
  'FACE_MISMATCH',
  'IDENTITY_FRAUD',
  'KNOWN_FRAUD',
  'LIVENESS_FAILED',
  'NAME_MISMATCH',
  'SELFIE_SYNTHETIC',
  'UNDERAGE',
  'REJECTED_BY_REVIEWER',
];
const CODE = /^[A-Z][A-Z0-9_]{1,63}$/;

export const reasonCodes = (found: readonly (string | null)[]): string[] =>
  [...new Set([...found.filter((code) => code !== null && CODE.test(code)), ...REASON_CODES])] as string[];
