import type { FieldRow, ReadBox } from '../../../contract/dashboard/details.ts';
import { words } from '../../lib/format.ts';
import type { Box } from '../../ui/viewer.tsx';

export type Field = FieldRow['field'];

const SOURCES: Readonly<Record<ReadBox['source'], string>> = {
  PRINTED: 'printed',
  MRZ: 'machine-readable zone',
  BARCODE: 'bar code',
};

/** What a box says: the field, where it stands, the writing as it was read, and how surely. */
export function boxWords({ field, source, raw, confidence }: ReadBox): string {
  const what = field === null ? 'A whole line' : words(field);
  const sure = confidence === null ? '' : `, sure to ${Math.floor(confidence * 100)} %`;
  return `${what}, ${SOURCES[source]}: “${raw}”${sure}`;
}

/** Boxes of one side of the document; one that a bar code shares among its fields is drawn once for each. */
export const boxesOf = (boxes: readonly ReadBox[], side: string): Box[] =>
  boxes
    .filter((one) => one.side === side)
    .map((one, place) => ({
      key: `${place} ${one.source} ${one.field ?? ''}`,
      label: boxWords(one),
      corners: one.corners,
      group: one.field,
    }));

/** The side on which a field is to be seen: that which is shown, where it is there too. */
export function sideOf(boxes: readonly ReadBox[], field: Field, shown: string): ReadBox['side'] | null {
  const sides = boxes.filter((one) => one.field === field).map(({ side }) => side);
  return sides.find((side) => side === shown) ?? sides[0] ?? null;
}
