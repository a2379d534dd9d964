import { type Detector, type Finding, nothing, type Region } from '../types.ts';
import { type Cell, cellsOf, type Meanings } from './columns.ts';
import { regionOf } from './lines.ts';
import type { OpenedDocument, Page } from './open.ts';
import type { Bounds } from './pdf/matrix.ts';
import { whereWidthsAreKnown } from './where-widths.ts';

/** The numbers that begin the rows leave out one, exactly where a row is missing. */
const ONE_MISSING = 1.2;
/** A gap of one row alone: writers leave lines empty. */
const ONE_GAP = 0.35;
const FEWEST = 8;
const FEWEST_CELLS = 3;
/** Points. */
const SAME_EDGE = 1.5;
const SAME_PITCH = 0.3;
const SAME_LINE = 2;
/** Share of the rows that stand at one distance, and whose numbers rise by one step. */
const REGULAR = 0.85;

interface Gap {
  page: Page;
  bounds: Bounds;
  /** Whether the numbers in front of the rows leave out one there, and nowhere else. */
  isCounted: boolean;
}

/** Tables of which one row seems to be missing: they stand at one distance, except for one place that is twice as far. */
export const rowsDetector: Detector<OpenedDocument> = {
  name: 'pdf-rows',
  version: '1',
  family: 'LAYOUT',
  applicable: whereWidthsAreKnown,
  examine(document): Finding {
    const meanings: Meanings = new Map();
    const gaps = document.pages.flatMap((page) => gapsOf(page, cellsOf(document, page, meanings)));
    if (gaps.length === 0) return nothing(1, [{ code: 'ROWS_EVEN', detail: 'No table has the gap of a single row.' }]);
    const counted = gaps.filter(({ isCounted }) => isCounted);
    const those = counted.length > 0 ? counted : gaps;
    const places = [...new Set(those.map(({ page }) => page.index + 1))].slice(0, 10).join(', ');
    const regions: Region[] = those.slice(0, 20).map(({ page, bounds }) => regionOf(page, bounds, 0.6));
    return {
      logLikelihoodRatio: counted.length > 0 ? ONE_MISSING : ONE_GAP,
      quality: 1,
      evidence: [
        counted.length > 0
          ? {
              code: 'ROW_MISSING',
              detail: `On page ${places}: the rows of a table stand at one distance and are numbered or dated one after another, except for one place where there is room for a row and its number is left out, as where it was taken away.`,
            }
          : {
              code: 'ROW_SPACE',
              detail: `On page ${places}: the rows of a table stand at one distance, except for one place where there is room for a row, as where one was taken away or left empty.`,
            },
      ],
      regions,
      manipulation: 'DOCUMENT_EDIT',
    };
  },
};

interface Row {
  y: number;
  bounds: Bounds;
  number: number | null;
}

/** @param cells texts of the page, from the top */
export function gapsOf(page: Page, cells: readonly Cell[]): Gap[] {
  const found: Gap[] = [];
  for (const table of tablesOf(cells)) {
    const pitches = table.slice(1).map((row, index) => (table[index]?.y ?? 0) - row.y);
    const pitch = pitches.toSorted((one, other) => one - other)[pitches.length >> 1] ?? 0;
    if (pitch < 4) continue;
    const regular = pitches.filter((each) => Math.abs(each - pitch) <= SAME_PITCH).length;
    const at = pitches.findIndex((each) => Math.abs(each - 2 * pitch) <= 2 * SAME_PITCH);
    const [above, below] = [table[at], table[at + 1]];
    if (at < 0 || !above || !below || regular < pitches.length - 1 || regular < FEWEST - 2) continue;
    if (cells.some(({ y }) => y < above.y - SAME_LINE && y > below.y + SAME_LINE)) continue;
    const bounds: Bounds = [above.bounds[0], below.bounds[3], above.bounds[2], above.bounds[1]];
    found.push({ page, bounds, isCounted: leavesOutOne(table, at) });
  }
  return found;
}

/** Lines of as many cells between the same edges, at least as many as make a table. */
function tablesOf(cells: readonly Cell[]): Row[][] {
  const lines: Cell[][] = [];
  for (const cell of cells.toSorted((one, other) => other.y - one.y)) {
    const last = lines.at(-1);
    if (last?.[0] && Math.abs(last[0].y - cell.y) <= SAME_LINE) last.push(cell);
    else lines.push([cell]);
  }
  const tables: Row[][] = [];
  for (const line of lines) {
    if (line.length < FEWEST_CELLS) continue;
    const ordered = line.toSorted((one, other) => one.bounds[0] - other.bounds[0]);
    const [first, last] = [ordered[0] as Cell, ordered.at(-1) as Cell];
    const number = /^\D{0,3}(\d{1,6})(?!\d)/.exec(first.text.trim());
    const row: Row = {
      y: first.y,
      bounds: [first.bounds[0], first.bounds[1], last.bounds[2], first.bounds[3]],
      number: number ? Number(number[1]) : null,
    };
    const own = tables.find(
      ([head]) =>
        head &&
        Math.abs(head.bounds[0] - row.bounds[0]) <= SAME_EDGE &&
        Math.abs(head.bounds[2] - row.bounds[2]) <= SAME_EDGE,
    );
    if (own) own.push(row);
    else tables.push([row]);
  }
  return tables.filter(({ length }) => length >= FEWEST);
}

/** Whether the numbers rise or fall by one and the same step, and by two of them from the row in front of the gap. */
function leavesOutOne(table: readonly Row[], at: number): boolean {
  const steps = table.slice(1).map(({ number }, index) => {
    const before = table[index]?.number ?? null;
    return number === null || before === null ? null : number - before;
  });
  const others = steps.filter((_, index) => index !== at);
  const step = others.find((each) => each !== null && each !== 0) ?? null;
  if (step === null || Math.abs(step) > 1000 || steps[at] !== 2 * step) return false;
  return others.filter((each) => each === step).length >= REGULAR * others.length;
}
