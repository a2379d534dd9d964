import { type Detector, type Finding, nothing, type Region } from '../types.ts';
import { codesOf } from './glyphs.ts';
import { linesOf, regionOf } from './lines.ts';
import type { OpenedDocument, Page } from './open.ts';
import type { TextItem } from './pdf/content.ts';
import { readToUnicode } from './pdf/to-unicode.ts';
import type { Bounds } from './pdf/matrix.ts';
import type { Dictionary } from './pdf/values.ts';
import { whereWidthsAreKnown } from './where-widths.ts';

const UNEVEN = 1;
/** Points by which right edges of one column differ at most. */
const SAME_EDGE = 0.35;
/** Amounts that make a column, of at least two widths. */
const FEWEST = 5;
/** Points by which an amount that was replaced misses the edge of its column. */
const MISSED = [0.8, 30] as const;
/** Of a column, so many may miss it: more is how the program sets it. */
const MOST_MISSED = 0.2;
/** Gaps between runs of one cell, shares of the size. */
const ONE_CELL = 0.35;

/** An amount on a page. */
export interface Cell {
  page: Page;
  text: string;
  bounds: Bounds;
  y: number;
  size: number;
  font: string;
}

/** Amounts that stand one below the other at one right edge, and one among them that does not. */
export const columnsDetector: Detector<OpenedDocument> = {
  name: 'pdf-columns',
  version: '2',
  family: 'LAYOUT',
  applicable: whereWidthsAreKnown,
  examine(document): Finding {
    const meanings: Meanings = new Map();
    const missed = document.pages.flatMap((page) =>
      missesOn(amountsOf(document, page, meanings).filter(hasHundredths)),
    );
    if (missed.length === 0) {
      return nothing(1, [{ code: 'COLUMNS_EVEN', detail: 'No amount misses the edge of its column.' }]);
    }
    const places = [...new Set(missed.map(({ page }) => page.index + 1))].slice(0, 10).join(', ');
    const regions: Region[] = missed.slice(0, 100).map(({ page, bounds }) => regionOf(page, bounds, 0.8));
    const detail = `On page ${places}: an amount does not end where the amounts above and below it end (${missed.length} in all), as where it was replaced by one of another width.`;
    return {
      logLikelihoodRatio: UNEVEN,
      quality: 1,
      evidence: [{ code: 'AMOUNT_OFF_ITS_COLUMN', detail }],
      regions,
      manipulation: 'DOCUMENT_EDIT',
    };
  },
};

/** Digits with their separators and a currency, no brackets or percent signs, which hang over an edge on purpose. */
const AMOUNT = /^[-+\u2212]?\s?(?:[\p{Sc}]|[A-Z]{3})?\s?\d[\d.,'\u00a0\u202f ]*$/u;

/** What the codes of fonts mean, kept between pages. */
export type Meanings = Map<Dictionary, ReadonlyMap<number, string> | null>;

export const isAmount = ({ text }: Cell): boolean => AMOUNT.test(text.trim()) && /\d/.test(text) && !text.endsWith(' ');

/** Whether an amount tells hundredths: numbers of chapters, pages and versions stand in columns as well, at any edge. */
export const hasHundredths = ({ text }: Cell): boolean => /[.,]\d{2}\D*$/.test(text);

/** Amounts of a page, line by line. */
export const amountsOf = (document: OpenedDocument, page: Page, meanings: Meanings): Cell[] =>
  cellsOf(document, page, meanings).filter(isAmount);

/** Texts of a page that stand apart from one another, line by line from the top, from the left. */
export function cellsOf({ view }: OpenedDocument, page: Page, meanings: Meanings): Cell[] {
  const textOf = (item: TextItem): string => {
    const { dictionary, codeBytes } = item.font;
    let map = meanings.get(dictionary);
    if (map === undefined) {
      map = readToUnicode(view, dictionary);
      meanings.set(dictionary, map);
    }
    if (!map) return codeBytes === 1 ? item.codes : '';
    const known = map;
    return codesOf(item)
      .map((code) => known.get(code) ?? '')
      .join('');
  };
  const cells: Cell[] = [];
  for (const line of linesOf(page)) {
    let cell: Cell | null = null;
    for (const item of line) {
      if (!item.font.widthsKnown) continue;
      const text = textOf(item);
      const { bounds, size } = item;
      if (cell && bounds[0] - cell.bounds[2] < ONE_CELL * size && bounds[0] > cell.bounds[0]) {
        const blank = text.trim() === '';
        cell.text += text;
        cell.bounds = [
          cell.bounds[0],
          Math.min(cell.bounds[1], bounds[1]),
          blank ? cell.bounds[2] : Math.max(cell.bounds[2], bounds[2]),
          Math.max(cell.bounds[3], bounds[3]),
        ];
      } else if (text.trim() !== '') {
        cell = { page, text, bounds, y: item.y, size, font: item.font.name };
        cells.push(cell);
      }
    }
  }
  return cells;
}

function missesOn(cells: readonly Cell[]): Cell[] {
  const missed = new Set<Cell>();
  const known = new Set<Cell>();
  for (const first of cells) {
    if (known.has(first)) continue;
    const edge = first.bounds[2];
    const like = cells.filter((other) => other.font === first.font && Math.abs(other.size - first.size) < 0.1);
    const column = like.filter(({ bounds }) => Math.abs(bounds[2] - edge) <= SAME_EDGE);
    for (const cell of column) known.add(cell);
    const widths = new Set(column.map(({ bounds }) => Math.round(bounds[2] - bounds[0])));
    if (column.length < FEWEST || widths.size < 2) continue;
    const ys = column.map(({ y }) => y);
    const [low, high] = [Math.min(...ys), Math.max(...ys)];
    const off = like.filter((cell) => {
      const by = Math.abs(cell.bounds[2] - edge);
      const overlaps = cell.bounds[0] < edge && cell.bounds[2] > edge - 80;
      return by > MISSED[0] && by < MISSED[1] && overlaps && cell.y < high + 40 && cell.y > low - 40;
    });
    const free = off.filter((cell) => !hasCompany(cell, like) && !hasNote(cell));
    if (free.length > 0 && free.length <= MOST_MISSED * column.length) for (const cell of free) missed.add(cell);
  }
  return [...missed];
}

/** Whether others end where this one ends: it belongs to another column. */
const hasCompany = (cell: Cell, like: readonly Cell[]): boolean =>
  like.filter(({ bounds }) => Math.abs(bounds[2] - cell.bounds[2]) <= SAME_EDGE).length >= 3;

/** Whether the mark of a note hangs behind an amount. */
const hasNote = ({ page, bounds, y, size }: Cell): boolean =>
  page.items.some(
    (item) =>
      item.kind === 'TEXT' &&
      item.size < 0.8 * size &&
      Math.abs(item.x - bounds[2]) < 0.2 * size &&
      Math.abs(item.y - y) < size &&
      item.codes.trim() !== '',
  );
