import { holds } from '../extract.ts';
import { type MrzReading, zoneSpellings } from '../../mrz/index.ts';
import type { ReadLine } from '../ocr/lines.ts';
import type { DocumentField } from '../types.ts';
import { datesIn, fold } from './dates.ts';
import { labelsIn } from './labels.ts';
import { type Context, part, sexOf, type Value } from './values.ts';

interface Match {
  value: Value;
  line: ReadLine;
  /** False where more than the value stands in the line. */
  whole: boolean;
}

/** Letters and figures that look alike in print; two figures never count as alike. */
const LOOKS: Readonly<Record<string, string>> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  S: '5',
  B: '8',
  Z: '2',
  G: '6',
};
const looks = (text: string): string => text.replaceAll(/./gu, (symbol) => LOOKS[symbol] ?? symbol);
/** A zone's text without fillers and spaces. */
export const letters = (text: string): string => text.replaceAll(/[^A-Z]/g, '');

/** Spellings of print that a zone may have: accents left out, or letters written out. */
export function spellings(text: string): string[] {
  const capitals = text.normalize('NFC').toUpperCase();
  return [capitals, ...zoneSpellings(text)].map((spelling) => letters(fold(spelling)));
}

/** Shortest name that is looked for inside a longer line. */
const LONG_NAME = 4;

/**
 * Where the values of a zone that holds stand in print. A letter and a figure of one look count as one in numbers; dates
 * must be the same day in any of the forms of print.
 */
export function zoneValues(
  zone: MrzReading | null,
  lines: readonly ReadLine[],
  context: Context,
): Map<DocumentField, Match[]> {
  const found = new Map<DocumentField, Match[]>();
  const { parsed } = zone ?? {};
  if (!parsed || !holds(zone)) return found;
  const put = (field: DocumentField, line: ReadLine, start: number, end: number, value: string, whole = true): void => {
    found.set(field, [...(found.get(field) ?? []), { line, value: part(line, start, end, value), whole }]);
  };
  const number = parsed.documentNumber ?? '';
  const names = [
    ['lastName', parsed.names.surname],
    ['firstName', parsed.names.givenNames],
  ] as const;
  for (const line of lines) {
    for (const [field, date, tense] of [
      ['dateOfBirth', parsed.birthDate?.iso, 'PAST'],
      ['dateOfExpiry', parsed.expiryDate?.iso, 'AROUND'],
    ] as const) {
      if (!date) continue;
      // The zone says which of two orders is meant.
      for (const order of ['DAY_FIRST', 'MONTH_FIRST'] as const) {
        const match = datesIn(line.text, order, tense, context.today).find(({ iso }) => iso === date);
        if (!match) continue;
        put(field, line, match.start, match.end, date);
        break;
      }
    }
    const place = number.length >= 4 ? placeOf(line.text, number) : null;
    if (place) put('documentNumber', line, place[0], place[1], number);
    for (const [field, name] of names) {
      const wanted = letters(name ?? '');
      if (wanted.length < 2) continue;
      // A line may begin with its label: "Nom: …".
      const label = labelsIn(line.text).findLast(({ kind }) => kind === field);
      const start = label
        ? label.end + (/^[^\p{L}]*(?:\(s\))?[^\p{L}]*/u.exec(line.text.slice(label.end))?.[0].length ?? 0)
        : 0;
      const texts = spellings(line.text.slice(start));
      const same = texts.includes(wanted);
      const inside =
        wanted.length >= LONG_NAME && texts.some((text) => text.includes(wanted) && text.length <= wanted.length + 12);
      if (same || inside) put(field, line, start, line.text.length, line.text.slice(start).trim(), same);
    }
    if (parsed.sex && sexOf(line.text, context.state) === parsed.sex) put('sex', line, 0, line.text.length, parsed.sex);
  }
  return found;
}

/** Where a number stands in a text, spaces and marks between its characters left out. */
function placeOf(text: string, number: string): [number, number] | null {
  const kept: number[] = [];
  let compact = '';
  for (let at = 0; at < text.length; at++) {
    const symbol = (text[at] as string).toUpperCase();
    if (!/[A-Z0-9]/.test(symbol)) continue;
    compact += symbol;
    kept.push(at);
  }
  const at = looks(compact).indexOf(looks(number));
  if (at < 0) return null;
  return [kept[at] as number, (kept[at + number.length - 1] as number) + 1];
}
