import type { MrzReading } from '../mrz/index.ts';
import { countryOfZone } from './extract.ts';
import type { ReadLine } from './ocr/lines.ts';
import { dayOrderOf } from './print/dates.ts';
import { type FoundLabel, labelsIn } from './print/labels.ts';
import { type Context, type Value, valueOf } from './print/values.ts';
import { zoneValues } from './print/zone-values.ts';
import { DOCUMENT_FIELDS, type DocumentField, type PrintedField } from './types.ts';

/** A line in the document's own directions: along the writing and down the page. */
interface Placed {
  line: ReadLine;
  left: number;
  right: number;
  middle: number;
  height: number;
  labels: readonly FoundLabel[];
}

/** How far below its label a value begins at most, heights of the value's line. */
const BELOW = 1.9;
/** How far beside the label's start a value below may begin, heights. */
const BESIDE = 2.5;
/** How far to the right of its label a value begins at most, heights. */
const APART = 8;

const isField = (kind: string): kind is DocumentField => (DOCUMENT_FIELDS as readonly string[]).includes(kind);

/**
 * Fields from lines of print: a value behind, below or right of a label; and the values of the machine-readable zone,
 * where they are printed too. Where a label's value is unlike the zone's, and the zone's own stands elsewhere under no
 * label, the label was taken to the wrong value and nothing is said of it.
 * @param direction of the writing, radians clockwise in the picture
 * @param today YYYY-MM-DD, for years of two figures
 */
export function printedFields(
  lines: readonly ReadLine[],
  zone: MrzReading | null,
  direction: number,
  today: string,
): PrintedField[] {
  const code = zone?.parsed?.issuingState;
  const state = code === undefined ? undefined : countryOfZone(code);
  const context: Context = { order: dayOrderOf(state), state, today };
  const placed = lines.map((line) => place(line, direction));
  const labelled = new Map<DocumentField, Value[]>();
  const claimed = new Map<ReadLine, DocumentField>();
  for (const one of placed) {
    for (const label of one.labels) {
      if (!isField(label.kind)) continue;
      const found = besideOrBelow(one, label, placed, context);
      if (!found) continue;
      claimed.set(found.line, label.kind);
      const values = labelled.get(label.kind) ?? [];
      if (!values.some(({ value }) => value === found.value.value)) {
        labelled.set(label.kind, [...values, found.value]);
      }
    }
  }
  const fields: PrintedField[] = [];
  const zoned = zoneValues(zone, lines, context);
  for (const field of DOCUMENT_FIELDS) {
    const own = labelled.get(field) ?? [];
    const matches = (zoned.get(field) ?? []).filter(
      ({ line }) => claimed.get(line) === undefined || claimed.get(line) === field,
    );
    const match = matches.toSorted(
      (a, b) => Number(b.whole) - Number(a.whole) || b.value.confidence - a.value.confidence,
    )[0]?.value;
    if (match) fields.push({ field, ...match });
    else fields.push(...own.map((value) => ({ field, ...value })));
  }
  return fields;
}

function place(line: ReadLine, direction: number): Placed {
  const [cosine, sine] = [Math.cos(direction), Math.sin(direction)];
  const { centre, width, height } = line.slanted;
  const along = centre.x * cosine + centre.y * sine;
  return {
    line,
    left: along - width / 2,
    right: along + width / 2,
    middle: centre.y * cosine - centre.x * sine,
    height,
    labels: labelsIn(line.text),
  };
}

interface Found {
  value: Value;
  line: ReadLine;
}

function besideOrBelow(from: Placed, label: FoundLabel, all: readonly Placed[], context: Context): Found | null {
  const field = label.kind as DocumentField;
  const { line } = from;
  // Behind the label: after a colon, or right after a label that is the last of its line.
  const rest = line.text.slice(label.end);
  const colon = /^[^:]{0,6}:\s*/u.exec(rest);
  const last = !from.labels.some(({ start }) => start > label.start);
  if (last || colon) {
    const begin = label.end + (colon ? colon[0].length : 0);
    const behind = (colon || /^\s?\d/.test(rest) || /date|number/i.test(field)) && valueOf(field, line, begin, context);
    if (behind) return { value: behind, line };
  }
  const share = label.start / Math.max(1, line.text.length);
  // A row of labels may begin with those of another field: the value stands under its own.
  const first = from.labels.every(({ kind, start }) => start >= label.start || kind === label.kind);
  const start = first ? from.left : from.left + share * (from.right - from.left);
  const candidates = all.filter((other) => other !== from && other.labels.length === 0);
  const below = candidates
    .filter((other) => {
      const down = other.middle - from.middle;
      const near = Math.abs(other.left - start) <= BESIDE * other.height;
      return (
        down > 0.4 * from.height &&
        down <= BELOW * other.height &&
        (near || (other.left <= start && other.right > start))
      );
    })
    .toSorted((a, b) => a.middle - b.middle || Math.abs(a.left - start) - Math.abs(b.left - start));
  const right = candidates
    .filter(
      (other) =>
        Math.abs(other.middle - from.middle) < 0.5 * from.height &&
        other.left >= from.right - from.height &&
        other.left - from.right <= APART * from.height,
    )
    .toSorted((a, b) => a.left - b.left)
    .slice(0, 1);
  for (const other of [...below, ...right]) {
    const value = valueOf(field, other.line, 0, context);
    if (value) return { value, line: other.line };
  }
  return null;
}
