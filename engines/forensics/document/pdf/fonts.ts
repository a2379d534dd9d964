import type { PdfView } from './file.ts';
import { standardWidths } from './standard-widths.ts';
import type { Dictionary, Value } from './values.ts';

export interface Font {
  /** As in the file, with the tag of its subset. */
  name: string;
  /** Without the tag. */
  base: string;
  tag: string | null;
  embedded: boolean;
  type: string;
  /** As it stands in the file; the same object wherever the font is used. */
  dictionary: Dictionary;
  /** Whether it is known how wide its characters are: the file says so, or it is a standard font. */
  widthsKnown: boolean;
  /** Bytes of one character code. */
  codeBytes: 1 | 2;
  /** Of a code, thousandths of the size. */
  widthOf(code: number): number;
  /** Whether the file gives this code a width of its own. */
  hasWidth(code: number): boolean;
}

const DEFAULT_WIDTH = 500;

/** What of a font (ISO 32000-2, 9.6 to 9.8) is needed to tell fonts apart and to know about how wide a text is. */
export function readFont(view: PdfView, dictionary: Dictionary): Font {
  const type = view.name(dictionary.get('Subtype')) ?? '';
  const descendant = view.dictionary(view.array(dictionary.get('DescendantFonts'))[0]);
  const inner = descendant ?? dictionary;
  const descriptor = view.dictionary(inner.get('FontDescriptor'));
  const name = view.name(dictionary.get('BaseFont')) ?? view.name(descriptor?.get('FontName')) ?? type;
  const tagged = /^([A-Z]{6})\+(.*)$/.exec(name);
  const embedded =
    type === 'Type3' || ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor?.has(key) === true);
  const common = { name, base: tagged?.[2] ?? name, tag: tagged?.[1] ?? null, embedded, type, dictionary };
  if (type === 'Type0') {
    const widths = compositeWidths(view, inner.get('W'));
    const otherwise = view.number(inner.get('DW')) ?? 1000;
    const widthOf = (code: number): number => widths.get(code) ?? otherwise;
    return { ...common, widthsKnown: true, codeBytes: 2, widthOf, hasWidth: (code) => widths.has(code) };
  }
  const first = view.number(dictionary.get('FirstChar')) ?? 0;
  const widths = view.array(dictionary.get('Widths')).map((width) => view.number(width) ?? DEFAULT_WIDTH);
  const matrix = view.array(dictionary.get('FontMatrix'));
  const scale = type === 'Type3' ? Math.abs(view.number(matrix[0]) ?? 0.001) * 1000 : 1;
  const standard = widths.length === 0 && !embedded ? standardWidths(common.base) : null;
  if (standard) return { ...common, widthsKnown: true, codeBytes: 1, widthOf: standard, hasWidth: () => false };
  const widthsKnown = widths.length > 0;
  const widthOf = (code: number): number => (widths[code - first] ?? DEFAULT_WIDTH) * scale;
  const hasWidth = (code: number): boolean => (widths[code - first] ?? 0) !== 0;
  return { ...common, widthsKnown, codeBytes: 1, widthOf, hasWidth };
}

const MAX_WIDTHS = 70_000;

/** `c [w1 w2 …]` and `first last w` (9.7.4.3). */
function compositeWidths(view: PdfView, value: Value | undefined): ReadonlyMap<number, number> {
  const widths = new Map<number, number>();
  const list = view.array(value);
  for (let at = 0; at + 1 < list.length && widths.size < MAX_WIDTHS;) {
    const first = view.number(list[at]) ?? 0;
    const second = view.resolve(list[at + 1]);
    if (Array.isArray(second)) {
      second.forEach((width, index) => widths.set(first + index, view.number(width) ?? DEFAULT_WIDTH));
      at += 2;
    } else {
      const last = Math.min(typeof second === 'number' ? second : first, first + MAX_WIDTHS);
      for (let code = first; code <= last; code++) widths.set(code, view.number(list[at + 2]) ?? DEFAULT_WIDTH);
      at += 3;
    }
  }
  return widths;
}
