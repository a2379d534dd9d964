import { type Detector, type Finding, nothing, type Region } from '../types.ts';
import { type Cell, cellsOf, hasHundredths, type Meanings } from './columns.ts';
import { regionOf } from './lines.ts';
import type { OpenedDocument } from './open.ts';
import { whereWidthsAreKnown } from './where-widths.ts';

const BROKEN = 1;
/** Rows whose amount is the product of two of their figures, and their share of all rows that have as many figures. */
const FEWEST = 4;
const MOST_HOLD = 0.75;
/** Of the rows that hold, so many multiply by something else than one. */
const FEWEST_TELLING = 3;
/** Points by which right edges of one column differ at most. */
const SAME_EDGE = 1.5;
const SAME_LINE = 2;
/** Hundredths by which a product is off by rounding. */
const ROUNDING = 1;
/** Further figures between the first factor and the amount that are tried. */
const MOST_FIGURES = 6;

/** A figure with up to four places behind the point, a currency or a unit beside it at most. */
const FIGURE = /^[-+\u2212]?\s?(?:\p{Sc}|[A-Z]{3})?\s?(\d[\d.,'\u00a0\u202f ]*)\s?(?:\p{Sc}|[A-Z]{3}|h|kg|pcs|x)?$/u;

interface Row {
  amount: Cell;
  figures: readonly number[];
}

/** Rows of an invoice of which the amount is not quantity times price, while it is in the others. */
export const productsDetector: Detector<OpenedDocument> = {
  name: 'pdf-products',
  version: '1',
  family: 'CONTENT',
  applicable: whereWidthsAreKnown,
  examine(document): Finding {
    const meanings: Meanings = new Map();
    const found = document.pages.flatMap((page) => productsOf(cellsOf(document, page, meanings)) ?? []);
    const broken = found.flatMap((one) => one.broken);
    if (broken.length === 0) {
      return nothing(1, [
        found.length > 0
          ? { code: 'PRODUCTS_HOLD', detail: 'Amounts are the products of the figures of their rows.' }
          : { code: 'NO_PRODUCTS', detail: 'No table whose amounts are products of its figures was recognised.' },
      ]);
    }
    const places = [...new Set(broken.map(({ page }) => page.index + 1))].slice(0, 10).join(', ');
    const rows = found.reduce((sum, one) => sum + one.rows, 0);
    const regions: Region[] = broken.slice(0, 50).map(({ page, bounds }) => regionOf(page, bounds, 0.8));
    const detail = `On page ${places}: an amount is not the product of the figures of its row, while the others are (${broken.length} of ${rows}), as where one of them was replaced.`;
    return {
      logLikelihoodRatio: BROKEN,
      quality: 1,
      evidence: [{ code: 'PRODUCT_BROKEN', detail }],
      regions,
      manipulation: 'DOCUMENT_EDIT',
    };
  },
};

/**
 * @param cells texts of one page
 * @returns null where no table is made of products; `broken` is empty where more rows fail than one in four, or more than two
 */
export function productsOf(cells: readonly Cell[]): { broken: readonly Cell[]; rows: number } | null {
  const rows = rowsOf(cells);
  for (const edge of new Set(rows.map(({ amount }) => Math.round(amount.bounds[2])))) {
    const column = rows.filter(({ amount }) => Math.abs(amount.bounds[2] - edge) <= SAME_EDGE);
    const counts = Map.groupBy(column, ({ figures }) => figures.length);
    for (const [count, table] of counts) {
      if (count < 2 || count > MOST_FIGURES || table.length < FEWEST) continue;
      for (let one = 0; one < count; one++) {
        for (let other = one + 1; other < count; other++) {
          const failing = table.filter((row) => !isProduct(row, one, other));
          const holding = table.filter((row) => isProduct(row, one, other));
          const telling = holding.filter(({ figures }) => figures[one] !== 1 && figures[other] !== 1);
          const isTable = holding.length >= FEWEST && telling.length >= FEWEST_TELLING;
          if (!isTable || holding.length < MOST_HOLD * table.length) continue;
          const broken = failing.filter((row) => !isShare(row, one, other));
          return { rows: table.length, broken: broken.length <= 2 ? broken.map(({ amount }) => amount) : [] };
        }
      }
    }
  }
  return null;
}

function isProduct({ amount, figures }: Row, one: number, other: number): boolean {
  const product = Math.round((figures[one] ?? 0) * (figures[other] ?? 0) * 100);
  return Math.abs(product - Math.round((figureOf(amount.text) ?? 0) * 100)) <= ROUNDING;
}

/** Whether an amount is a whole percentage of the product: reduced or raised, as rows of invoices honestly are. */
function isShare({ amount, figures }: Row, one: number, other: number): boolean {
  const product = (figures[one] ?? 0) * (figures[other] ?? 0) * 100;
  const cents = Math.round((figureOf(amount.text) ?? 0) * 100);
  const percent = Math.round((100 * cents) / product);
  return Math.abs(Math.round((product * percent) / 100) - cents) <= ROUNDING;
}

/** Lines that end with an amount, with the figures in front of it. */
function rowsOf(cells: readonly Cell[]): Row[] {
  const lines: Cell[][] = [];
  for (const cell of cells.toSorted((one, other) => other.y - one.y)) {
    const last = lines.at(-1);
    if (last?.[0] && Math.abs(last[0].y - cell.y) <= SAME_LINE) last.push(cell);
    else lines.push([cell]);
  }
  return lines.flatMap((line) => {
    const numeric = line
      .filter(({ text }) => figureOf(text) !== null)
      .toSorted((one, other) => one.bounds[0] - other.bounds[0]);
    const amount = numeric.at(-1);
    if (!amount || !hasHundredths(amount)) return [];
    return [{ amount, figures: numeric.slice(0, -1).map(({ text }) => figureOf(text) ?? 0) }];
  });
}

/** A figure as people write it: the last point or comma with other than three digits behind it divides. */
export function figureOf(text: string): number | null {
  const digits = FIGURE.exec(text.trim())?.[1]?.trim();
  if (digits === undefined) return null;
  const divided = /[.,](\d{1,2}|\d{4})$/.exec(digits);
  const whole = digits.slice(0, divided?.index ?? digits.length).replaceAll(/\D/g, '');
  const value = Number(`${whole || '0'}.${divided?.[1] ?? '0'}`);
  return /^[-\u2212]/.test(text.trim()) ? -value : value;
}
