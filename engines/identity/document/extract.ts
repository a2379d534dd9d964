import { countryCode } from '../../watchlists/countries.ts';
import type { MrzReading } from '../mrz/index.ts';
import type { DocumentField, DocumentReading, PrintedField } from './types.ts';

/** Section 5's `documentType`. */
export type DocumentType = 'PASSPORT' | 'ID_CARD' | 'DRIVING_LICENCE' | 'RESIDENCE_PERMIT' | 'OTHER';

/** A field of the document and where it was read. */
export interface ExtractedField {
  value: string;
  source: 'MRZ' | 'BARCODE' | 'PRINTED';
  /** True where it was read without a repair in a zone that may be relied on, or from a bar code. */
  certain: boolean;
}

export interface ExtractedDocument {
  type: DocumentType | null;
  fields: Readonly<Partial<Record<DocumentField, ExtractedField>>>;
  mrz: readonly string[] | null;
}

/** Printed text counts as read from this probability of its least sure part. */
const SURE_PRINT = 0.85;

/** Codes of zones that are no ISO code, for the country they stand for. */
const ZONE_COUNTRIES: Readonly<Record<string, string>> = {
  D: 'DE',
  GBD: 'GB',
  GBN: 'GB',
  GBO: 'GB',
  GBP: 'GB',
  GBS: 'GB',
  RKS: 'XK',
  XKX: 'XK',
};

/** ISO 3166-1 alpha-2 for a code of a machine-readable zone; undefined where it stands for no country. */
export const countryOfZone = (code: string): string | undefined => ZONE_COUNTRIES[code] ?? countryCode(code);

/**
 * The document's fields, each from the best source: a zone whose check digits hold, then a bar code, then print. A zone
 * that does not hold gives nothing.
 */
export function extract(front: DocumentReading | null, back: DocumentReading | null): ExtractedDocument {
  const sides = [front, back].filter((side) => side !== null);
  const mrz = bestZone(sides.map((side) => side.mrz));
  const barcode = sides.flatMap((side) => side.barcodes).find((code) => code.fields !== null);
  const fields: Partial<Record<DocumentField, ExtractedField>> = {};
  const put = (field: DocumentField, found: ExtractedField | undefined): void => {
    if (found && found.value !== '' && fields[field] === undefined) fields[field] = found;
  };
  if (mrz) for (const [field, found] of zoneFields(mrz)) put(field, found);
  for (const [field, value] of Object.entries(barcode?.fields ?? {})) {
    put(field as DocumentField, { value, source: 'BARCODE', certain: true });
  }
  for (const { field, value, confidence } of sides.flatMap((side) => side.printed?.fields ?? [])) {
    if (confidence >= SURE_PRINT) put(field, { value, source: 'PRINTED', certain: false });
  }
  return { type: typeOf(mrz, barcode !== undefined), fields, mrz: mrz ? mrz.lines : null };
}

/** The fields of the document that findings are about. */
export const readDocument = ({ front, back }: Sides): ExtractedDocument => extract(front, back);
interface Sides {
  front: DocumentReading | null;
  back: DocumentReading | null;
}

/** The zone that says most: one that holds before one that does not. */
export function bestZone(zones: readonly (MrzReading | null)[]): MrzReading | null {
  const order: readonly MrzReading['status'][] = ['VALID', 'REPAIRED', 'INVALID', 'UNREADABLE'];
  const found = zones.filter((zone) => zone !== null && zone.status !== 'NOT_FOUND') as MrzReading[];
  return found.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status))[0] ?? null;
}

export const holds = (zone: MrzReading | null): boolean => zone?.status === 'VALID' || zone?.status === 'REPAIRED';

function typeOf(zone: MrzReading | null, licence: boolean): DocumentType | null {
  const code = holds(zone) ? zone?.parsed?.documentCode : undefined;
  if (code === undefined) return licence ? 'DRIVING_LICENCE' : null;
  if (code.startsWith('P')) return 'PASSPORT';
  if (code === 'IR' || code === 'AR' || code === 'RP') return 'RESIDENCE_PERMIT';
  if (/^[ACI]/.test(code)) return 'ID_CARD';
  return 'OTHER';
}

/** What a zone that holds says of the document's fields. */
export function zoneFields(zone: MrzReading): [DocumentField, ExtractedField | undefined][] {
  const { parsed } = zone;
  if (!holds(zone) || !parsed) return [];
  const status = new Map(zone.fields.map((field) => [field.name as string, field.status]));
  const made = (name: string, value: string | null | undefined): ExtractedField | undefined =>
    value
      ? { value, source: 'MRZ', certain: zone.dependable && (status.get(name) ?? status.get('names')) === 'CLEAN' }
      : undefined;
  const { names } = parsed;
  return [
    ['documentNumber', made('documentNumber', parsed.documentNumber)],
    ['issuingCountry', made('issuingState', countryOfZone(parsed.issuingState))],
    ['firstName', made('givenNames', names.givenNames)],
    ['lastName', made('surname', names.surname)],
    ['dateOfBirth', made('birthDate', parsed.birthDate?.iso)],
    ['nationality', made('nationality', parsed.nationality === null ? null : countryOfZone(parsed.nationality))],
    ['sex', made('sex', parsed.sex)],
    ['dateOfExpiry', made('expiryDate', parsed.expiryDate?.iso)],
  ];
}

/** Every printed value of one field, the surest first. */
export const printedValues = (sides: readonly (DocumentReading | null)[], field: DocumentField): PrintedField[] =>
  sides
    .flatMap((side) => side?.printed?.fields ?? [])
    .filter((found) => found.field === field && found.confidence >= SURE_PRINT)
    .toSorted((a, b) => b.confidence - a.confidence);
