import { type Detector, type Finding, nothing, type Region } from '../types.ts';
import { amountsOf, type Cell, type Meanings } from './columns.ts';
import { regionOf } from './lines.ts';
import type { OpenedDocument } from './open.ts';
import { whereWidthsAreKnown } from './where-widths.ts';

const BROKEN = 1;
/** Steps from one balance to the next that a column needs, and the share of them that must hold. */
const FEWEST = 6;
const MOST_HOLD = 0.75;
/** Points by which right edges of one column differ at most. */
const SAME_EDGE = 1.5;
const SAME_LINE = 2;

/** Small whole numbers follow from one another by chance: of a column of balances, so many have places or are large. */
const MOST_WHOLE = 0.5;
const isMoney = ({ text }: Cell): boolean => /[.,]\d{1,2}\D*$/.test(text) || Math.abs(centsOf(text)) >= 100_000;

/** One column of running balances and what each line adds to or takes from it. */
export interface Balances {
  /** Lines whose balance is not the one before with an amount of the line added or taken away. */
  broken: readonly Cell[];
  steps: number;
}

/** Balances that run down a page by the amounts beside them, and one that does not. */
export const balancesDetector: Detector<OpenedDocument> = {
  name: 'pdf-balances',
  version: '2',
  family: 'CONTENT',
  applicable: whereWidthsAreKnown,
  examine(document): Finding {
    const meanings: Meanings = new Map();
    const found = document.pages.flatMap((page) => balancesOf(amountsOf(document, page, meanings)) ?? []);
    const broken = found.flatMap((one) => one.broken);
    if (broken.length === 0) {
      return nothing(1, [
        found.length > 0
          ? { code: 'BALANCES_HOLD', detail: 'Balances follow from the amounts beside them.' }
          : { code: 'NO_BALANCES', detail: 'No column of running balances was recognised.' },
      ]);
    }
    const places = [...new Set(broken.map(({ page }) => page.index + 1))].slice(0, 10).join(', ');
    const regions: Region[] = broken.slice(0, 50).map(({ page, bounds }) => regionOf(page, bounds, 0.8));
    const steps = found.reduce((sum, one) => sum + one.steps, 0);
    const detail = `On page ${places}: a balance does not follow from the one before and the amounts of its line, while the others do (${broken.length} of ${steps}), as where an amount or a balance was replaced.`;
    return {
      logLikelihoodRatio: BROKEN,
      quality: 1,
      evidence: [{ code: 'BALANCE_BROKEN', detail }],
      regions,
      manipulation: 'DOCUMENT_EDIT',
    };
  },
};

/**
 * @param cells amounts of one page
 * @returns null where no column runs as balances do
 */
export function balancesOf(cells: readonly Cell[]): Balances | null {
  const lines = linesOf(cells);
  let best: Balances | null = null;
  const tried: number[] = [];
  for (const edge of cells.map(({ bounds }) => bounds[2])) {
    if (tried.some((other) => Math.abs(other - edge) <= SAME_EDGE)) continue;
    tried.push(edge);
    const column = lines.flatMap((line) => {
      const own = line.find(({ bounds }) => Math.abs(bounds[2] - edge) <= SAME_EDGE);
      return own && line.length > 1 ? [{ own, others: line.filter((cell) => cell !== own) }] : [];
    });
    if (column.length <= FEWEST || column.filter(({ own }) => isMoney(own)).length < MOST_WHOLE * column.length)
      continue;
    const steps = column.slice(1).map(({ own, others }, index) => {
      const before = column[index]?.own;
      const step = Math.abs(centsOf(own.text) - centsOf(before?.text ?? ''));
      return { own, holds: others.some(({ text }) => Math.abs(centsOf(text)) === step) };
    });
    const holding = steps.filter(({ holds }) => holds).length;
    if (holding < MOST_HOLD * steps.length) continue;
    if (best && best.steps >= steps.length) continue;
    best = { steps: steps.length, broken: steps.filter(({ holds }) => !holds).map(({ own }) => own) };
  }
  return best;
}

function linesOf(cells: readonly Cell[]): Cell[][] {
  const lines: Cell[][] = [];
  for (const cell of cells.toSorted((one, other) => other.y - one.y)) {
    const last = lines.at(-1);
    if (last?.[0] && Math.abs(last[0].y - cell.y) <= SAME_LINE) last.push(cell);
    else lines.push([cell]);
  }
  return lines;
}

/** An amount in hundredths: the last point or comma with one or two digits behind it divides, all others group. */
export function centsOf(text: string): number {
  const divided = /[.,](\d{1,2})\D*$/.exec(text);
  const whole = text.slice(0, divided?.index ?? text.length).replaceAll(/\D/g, '');
  const sign = /^\s*[-\u2212]/.test(text) ? -1 : 1;
  return sign * (Number(whole || '0') * 100 + Number((divided?.[1] ?? '0').padEnd(2, '0')));
}
