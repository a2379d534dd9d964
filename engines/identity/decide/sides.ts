import { bestZone, holds } from '../document/extract.ts';
import { datesIn } from '../document/print/dates.ts';
import type { DocumentField, DocumentReading } from '../document/types.ts';
import { type Case, pass, review, type Rule } from './rule.ts';

type Side = 'FRONT' | 'BACK';

/** The side that the document's data come from: the zone that says most, or else the bar code. */
function sourceSide({ findings: { front, back } }: Case): Side | null {
  const zone = bestZone([front?.mrz ?? null, back?.mrz ?? null]);
  if (holds(zone)) return zone === front?.mrz ? 'FRONT' : 'BACK';
  const coded = (side: DocumentReading | null): boolean => side?.barcodes.some((code) => code.fields !== null) ?? false;
  return coded(front) ? 'FRONT' : coded(back) ? 'BACK' : null;
}

/** Shorter numbers may stand in print by chance. */
const SHORTEST_NUMBER = 5;
const compact = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

/** What of the document's number and dates stands in a side's print, whatever label it stands under. */
function printedOn(side: DocumentReading, { document, today }: Case): DocumentField[] {
  const { documentNumber, dateOfBirth, dateOfExpiry } = document.fields;
  const texts = (side.printed?.lines ?? []).map(({ text }) => text);
  const number = compact(documentNumber?.value ?? '');
  const dated = (wanted: string | undefined, tense: 'PAST' | 'AROUND'): boolean =>
    wanted !== undefined &&
    texts.some((text) =>
      (['DAY_FIRST', 'MONTH_FIRST'] as const).some((order) =>
        datesIn(text, order, tense, today).some(({ iso }) => iso === wanted),
      ),
    );
  const found: DocumentField[] = [];
  if (number.length >= SHORTEST_NUMBER && texts.some((text) => compact(text).includes(number))) {
    found.push('documentNumber');
  }
  if (dated(dateOfBirth?.value, 'PAST')) found.push('dateOfBirth');
  if (dated(dateOfExpiry?.value, 'AROUND')) found.push('dateOfExpiry');
  return found;
}

/**
 * Whether both pictures show one document, where the portrait stands on one side and the data on the other: the side of
 * the portrait must print something of the data. Otherwise anybody's photograph goes with anybody's zone.
 */
export const sidesBelongTogether: Rule = {
  rule: 'SIDES_BELONG_TOGETHER',
  check: 'document',
  judge(given) {
    const { findings } = given;
    const source = sourceSide(given);
    const side = findings.portraitOn === 'FRONT' ? findings.front : findings.back;
    if (source === null || findings.portraitOn === null || side === null) return null;
    if (source === findings.portraitOn) return null;
    const tied = printedOn(side, given);
    const evidence = { portraitOn: findings.portraitOn, dataOn: source, tiedBy: tied.join(' ') };
    return tied.length > 0 ? pass(evidence) : review('DOCUMENT_SIDES_NOT_TIED', evidence);
  },
};
