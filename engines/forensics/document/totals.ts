import { type Detector, type Evidence, type Finding, nothing, type Region } from '../types.ts';
import { centsOf } from './balances.ts';
import { type Cell, cellsOf, hasHundredths, isAmount, type Meanings } from './columns.ts';
import { regionOf } from './lines.ts';
import type { OpenedDocument } from './open.ts';
import { whereWidthsAreKnown } from './where-widths.ts';

/** One digit of one amount explains the whole difference: by chance about one in a thousand. */
const ONE_DIGIT = 1;
/** Totals hold what does not stand in their column, honestly: told, and not clear by itself. */
const DIFFERS = 0.2;
/** Amounts that a column needs above its total. */
const FEWEST = 4;
const MOST = 400;
/** Points by which right edges of one column differ at most: totals are often set bold. */
const SAME_EDGE = 1.5;
const SAME_LINE = 2;
/** Points above the highest amount where the column may go on with something that is not read as one. */
const ABOVE = 60;
/** Lines right above a total that may tell a part of it (the tax within) without adding to it. */
const INFORMATION = 3;

/** The word alone, with a currency at most: "Total VAT" or "Total 2025" is another figure. */
const TOTAL =
  /^(?:grand total|sub-?total|totals?|total amount|total due|sum|summe|gesamt|gesamtbetrag|gesamtsumme|zwischensumme|rechnungsbetrag|montant total|total ttc|total ht|sous-total|totale|subtotale|somma|suma|importe total|totaal|subtotaal|totalt|yhteensä|razem|celkem|итого|всего|разом|toplam|genel toplam|합계|合計|总计|總計|合计)\s*(?:\(?(?:[A-Z]{3}|\p{Sc})\)?)?\s*[:：]?$/iu;

/** A total, the amounts of its column above it, and by how many hundredths it is more than they are together. */
export interface Total {
  cell: Cell;
  items: readonly Cell[];
  difference: number;
  /** The amount of which one digit explains the difference. */
  explained: Cell | null;
}

/** Totals of columns that the amounts above them do not come to. */
export const totalsDetector: Detector<OpenedDocument> = {
  name: 'pdf-totals',
  version: '1',
  family: 'CONTENT',
  applicable: whereWidthsAreKnown,
  examine(document): Finding {
    const meanings: Meanings = new Map();
    const earlier: number[] = [];
    const totals: Total[] = [];
    for (const page of document.pages) {
      const cells = cellsOf(document, page, meanings);
      // What runs on from page to page is not added up here.
      totals.push(...totalsOf(cells).filter(({ cell }) => !earlier.some((edge) => isEdge(cell, edge))));
      earlier.push(...cells.filter(isAmount).map(({ bounds }) => bounds[2]));
    }
    const wrong = totals.filter(({ difference }) => difference !== 0);
    if (wrong.length === 0) {
      return nothing(1, [
        totals.length > 0
          ? { code: 'TOTALS_HOLD', detail: 'Totals are what the amounts above them come to.' }
          : { code: 'NO_TOTALS', detail: 'No total with the amounts that make it up was recognised.' },
      ]);
    }
    const byDigit = wrong.filter(({ explained }) => explained !== null);
    const evidence: Evidence[] = [];
    const tell = (code: string, those: readonly Total[], detail: string): void => {
      const places = [...new Set(those.map(({ cell }) => cell.page.index + 1))].slice(0, 10).join(', ');
      if (those.length > 0) evidence.push({ code, detail: `On page ${places}: ${detail}` });
    };
    tell(
      'TOTAL_OFF_BY_ONE_DIGIT',
      byDigit,
      'a total is not what the amounts above it come to, and one digit of one of them explains the whole difference, as where it was replaced.',
    );
    tell(
      'TOTAL_DIFFERS',
      wrong.filter(({ explained }) => !explained),
      'a total is not what the amounts above it come to; totals may hold what does not stand in their column.',
    );
    const regions: Region[] = wrong
      .flatMap(({ cell, explained }) => [cell, ...(explained ? [explained] : [])])
      .slice(0, 50)
      .map(({ page, bounds }) => regionOf(page, bounds, 0.6));
    return {
      logLikelihoodRatio: byDigit.length > 0 ? ONE_DIGIT : DIFFERS,
      quality: 1,
      evidence,
      regions,
      manipulation: 'DOCUMENT_EDIT',
    };
  },
};

const isEdge = ({ bounds }: Cell, edge: number): boolean => Math.abs(bounds[2] - edge) <= SAME_EDGE;

/** @param cells texts of one page, from the top */
export function totalsOf(cells: readonly Cell[]): Total[] {
  const labels = cells.filter(({ text }) => TOTAL.test(text.trim()));
  const labelOf = (cell: Cell): Cell | undefined =>
    labels.find(({ y, bounds }) => Math.abs(y - cell.y) <= SAME_LINE && bounds[2] < cell.bounds[2]);
  const amounts = cells.filter((cell) => isAmount(cell) && hasHundredths(cell));
  const found: Total[] = [];
  for (const cell of amounts) {
    if (!labelOf(cell)) continue;
    const above = amounts
      .filter((other) => other.y > cell.y + SAME_LINE && isEdge(other, cell.bounds[2]))
      .toSorted((one, other) => one.y - other.y);
    const items = above.filter((other) => !labelOf(other)).slice(0, MOST);
    const top = items.at(-1);
    if (items.length < FEWEST || !top || hasOthers(cells, cell, top)) continue;
    const subtotals = above.filter((other) => labelOf(other)).map(({ text }) => centsOf(text));
    const total = centsOf(cell.text);
    const difference = comesTo(items, subtotals, total) ? 0 : total - sumOf(items);
    const explained = items.find(({ text }) => differInOneDigit(centsOf(text), centsOf(text) + difference)) ?? null;
    found.push({ cell, items, difference, explained: difference === 0 ? null : explained });
  }
  return found;
}

const sumOf = (cells: readonly Cell[]): number => cells.reduce((sum, { text }) => sum + centsOf(text), 0);

/** Whether figures stand in the column that are not read as amounts here: in brackets, with a sign or a note behind. */
const hasOthers = (cells: readonly Cell[], total: Cell, top: Cell): boolean =>
  cells.some(
    (cell) =>
      cell.y > total.y + SAME_LINE &&
      cell.y <= top.y + ABOVE &&
      /\d/.test(cell.text) &&
      cell.bounds[0] < total.bounds[2] &&
      cell.bounds[2] > total.bounds[2] - 10 &&
      !(isAmount(cell) && hasHundredths(cell) && isEdge(cell, total.bounds[2])),
  );

/** Whether a total follows: from all amounts or the nearest of them, without a line of information, or from subtotals. */
function comesTo(items: readonly Cell[], subtotals: readonly number[], total: number): boolean {
  const values = items.map(({ text }) => centsOf(text));
  const fits = (list: readonly number[]): boolean => {
    let sum = 0;
    return list.some((value, at) => (sum += value) === total && (at > 0 || list.length === 1));
  };
  if (fits(values) || fits(subtotals) || subtotals.includes(total)) return true;
  const parts = values.slice(0, INFORMATION);
  if (parts.some((_, at) => fits(values.filter((__, other) => other !== at)))) return true;
  return subtotals.some((subtotal) => fits([subtotal, ...parts]) || parts.some((part) => subtotal + part === total));
}

function differInOneDigit(now: number, before: number): boolean {
  if (before <= 0 || now <= 0) return false;
  const length = Math.max(String(now).length, String(before).length);
  const [one, other] = [String(now).padStart(length, '0'), String(before).padStart(length, '0')];
  let differing = 0;
  for (let at = 0; at < length; at++) if (one[at] !== other[at]) differing += 1;
  return differing === 1;
}
