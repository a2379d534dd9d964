import type { IdentityFindings, KnownPerson } from '../findings.ts';
import type { MrzField, MrzReading } from '../mrz/index.ts';
import type { Point, Quadrilateral } from '../types.ts';
import { bestZone, extract, holds, printedValues, zoneFields } from './extract.ts';
import { DOCUMENT_FIELDS, type DocumentField, type DocumentReading } from './types.ts';

type Side = 'DOCUMENT_FRONT' | 'DOCUMENT_BACK';

/** Something that was read, and where: kept so that a person can see it at its place in the picture. */
export interface ReadBox {
  side: Side;
  source: 'PRINTED' | 'MRZ' | 'BARCODE';
  /** null: a whole line of the machine-readable zone. */
  field: DocumentField | null;
  /** From the writing's own top left, clockwise; shares of the upright picture's width and height, 0 to 1. */
  corners: Quadrilateral;
  /** As it was read there. */
  raw: string;
  /** What was made of it; null where nothing may be: the zone does not hold. */
  value: string | null;
  /** Probability of its least sure character, 0 to 1; null for a bar code, whose error correction says yes or no. */
  confidence: number | null;
}

/** One field by each source, null where a source says nothing of it. */
export interface ComparedField {
  field: DocumentField;
  printed: string | null;
  machineReadable: string | null;
  /** Of `machineReadable`: a zone that holds comes before a bar code. */
  machineSource: 'MRZ' | 'BARCODE' | null;
  /** What was known of the applicant when the document was examined. */
  given: string | null;
}

/** Where everything was read, and what was held against what. */
export interface DocumentEvidence {
  boxes: readonly ReadBox[];
  compared: readonly ComparedField[];
}

const MOST_BOXES = 120;
const LONGEST_TEXT = 200;

/** What a reviewer needs to see of how a document was read: facts of the findings, without pixels. */
export function documentEvidence(findings: IdentityFindings, person: KnownPerson): DocumentEvidence {
  const { front, back } = findings;
  const boxes = [
    ...(front ? boxesOf('DOCUMENT_FRONT', front) : []),
    ...(back ? boxesOf('DOCUMENT_BACK', back) : []),
  ].slice(0, MOST_BOXES);
  return { boxes, compared: comparedOf(front, back, person) };
}

function boxesOf(side: Side, reading: DocumentReading): ReadBox[] {
  const place = ({ x, y }: Point): Point => ({ x: share(x, reading.width), y: share(y, reading.height) });
  const made = (
    source: ReadBox['source'],
    field: ReadBox['field'],
    [a, b, c, d]: Quadrilateral,
    raw: string,
    value: string | null,
    confidence: number | null,
  ): ReadBox => ({
    side,
    source,
    field,
    corners: [place(a), place(b), place(c), place(d)],
    raw: plain(raw),
    value: value === null ? null : plain(value),
    confidence: confidence === null ? null : Math.round(confidence * 1000) / 1000,
  });
  const zone = reading.mrz ? zoneBoxes(reading.mrz) : [];
  const codes = reading.barcodes.flatMap(({ fields, raw, corners }) =>
    Object.entries(fields ?? {}).map(([field, value]) =>
      made('BARCODE', field as DocumentField, corners, raw[field as DocumentField] ?? '', value, null),
    ),
  );
  return [
    ...zone.map(({ field, corners, raw, value, confidence }) => made('MRZ', field, corners, raw, value, confidence)),
    ...codes,
    ...(reading.printed?.fields ?? []).map(({ field, corners, raw, value, confidence }) =>
      made('PRINTED', field, corners, raw, value, confidence),
    ),
  ];
}

type ZoneBox = Pick<ReadBox, 'field' | 'corners' | 'raw' | 'value'> & { confidence: number };

const FIELD_OF: Readonly<Partial<Record<MrzField['name'], DocumentField>>> = {
  documentNumber: 'documentNumber',
  issuingState: 'issuingCountry',
  givenNames: 'firstName',
  surname: 'lastName',
  birthDate: 'dateOfBirth',
  nationality: 'nationality',
  sex: 'sex',
  expiryDate: 'dateOfExpiry',
};

/** The lines of a zone, and in them the fields of the document. */
function zoneBoxes(zone: MrzReading): ZoneBox[] {
  const values = new Map(zoneFields(zone).map(([field, found]) => [field, found?.value ?? null]));
  const lines = zone.lineCorners.map((corners, index) => ({
    field: null,
    corners,
    raw: zone.raw[index] ?? '',
    value: holds(zone) ? (zone.lines[index] ?? null) : null,
    confidence: Math.min(1, ...(zone.probabilities[index] ?? [0])),
  }));
  const fields = zone.fields.flatMap((found) =>
    partsOf(found).map(({ field, from, to }) => ({
      field,
      corners: between(found.corners, from / found.text.length, to / found.text.length),
      raw: found.raw.slice(from, to),
      value: values.get(field) ?? null,
      confidence: found.confidence,
    })),
  );
  return [...lines, ...fields];
}

/** Characters `from` to `to` of a zone's field that are one of the document's; surname and given names share one. */
function partsOf({ name, text }: MrzField): { field: DocumentField; from: number; to: number }[] {
  const end = text.replace(/<+$/, '').length;
  if (name !== 'names') {
    const field = FIELD_OF[name];
    return field && end > 0 ? [{ field, from: 0, to: end }] : [];
  }
  const parting = text.indexOf('<<');
  const surname = { field: 'lastName', from: 0, to: parting < 0 ? end : Math.min(parting, end) } as const;
  const given = { field: 'firstName', from: parting + 2, to: end } as const;
  return [surname, ...(parting >= 0 ? [given] : [])].filter(({ from, to }) => to > from);
}

/** The part of a line's corners between two shares of its length. */
function between([a, b, c, d]: Quadrilateral, from: number, to: number): Quadrilateral {
  const at = (start: Point, end: Point, part: number): Point => ({
    x: start.x + (end.x - start.x) * part,
    y: start.y + (end.y - start.y) * part,
  });
  return [at(a, b, from), at(a, b, to), at(d, c, to), at(d, c, from)];
}

function comparedOf(front: DocumentReading | null, back: DocumentReading | null, person: KnownPerson): ComparedField[] {
  const sides = [front, back];
  const best = extract(front, back).fields;
  const zone = bestZone(sides.map((side) => side?.mrz ?? null));
  const inZone = new Map(zone ? zoneFields(zone) : []);
  const code = sides.flatMap((side) => side?.barcodes ?? []).find(({ fields }) => fields !== null);
  return DOCUMENT_FIELDS.map((field) => {
    const printed = printedValues(sides, field);
    const chosen = printed.find(({ value }) => value === best[field]?.value) ?? printed[0];
    const [ofZone, ofCode] = [inZone.get(field)?.value ?? null, code?.fields?.[field] ?? null];
    return {
      field,
      printed: chosen ? plain(chosen.value) : null,
      machineReadable: ofZone ?? (ofCode === null ? null : plain(ofCode)),
      machineSource: ofZone === null ? (ofCode === null ? null : ('BARCODE' as const)) : ('MRZ' as const),
      given: givenOf(person, field),
    };
  }).filter(({ printed, machineReadable, given }) => printed !== null || machineReadable !== null || given !== null);
}

function givenOf(person: KnownPerson, field: DocumentField): string | null {
  if (field === 'firstName') return [person.firstName, person.middleName].filter(Boolean).join(' ') || null;
  if (field === 'lastName') return person.lastName || null;
  return field === 'dateOfBirth' || field === 'nationality' ? person[field] : null;
}

const share = (at: number, whole: number): number =>
  Math.round(Math.min(1, Math.max(0, at / Math.max(1, whole))) * 10_000) / 10_000;

/** Bar codes hold what their maker liked. */
const plain = (text: string): string => text.replaceAll(/\p{C}/gu, ' ').slice(0, LONGEST_TEXT);
