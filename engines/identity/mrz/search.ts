import { ALPHABET, symbolValue, weightAt } from './check-digit.ts';
import type { CharacterClass, CheckLayout, FormatLayout, Span } from './formats.ts';
import { FILLED_STATE_CODES } from './states.ts';

/**
 * The likeliest content of a zone that its form allows, found exactly: for every group of characters under one check
 * digit a table of the best spellings by (own remainder, share in the composite's remainder), modulo 10 each, then the
 * best choice of one spelling a group whose shares meet the composite digit. Dates are spelt from months and days that
 * exist, state codes from those that are known.
 */

/** Log-probabilities of the 37 symbols at each place: `length` rows for each line. */
export type Evidences = readonly Float64Array[];

const SYMBOLS = ALPHABET.length;
const FILLER = ALPHABET.indexOf('<');
const MODULUS = 10;

function symbolsOf(holds: CharacterClass): readonly number[] {
  const all = ALPHABET.split('').map((_, index) => index);
  if (holds === 'DIGIT') return all.filter((index) => index < 10);
  if (holds === 'DIGIT_OR_FILLER') return all.filter((index) => index < 10 || index === FILLER);
  if (holds === 'LETTER') return all.filter((index) => index >= 10);
  if (holds === 'SEX') return 'MF<'.split('').map((symbol) => ALPHABET.indexOf(symbol));
  return all;
}

const CLASS_SYMBOLS: Readonly<Record<CharacterClass, readonly number[]>> = {
  ANY: symbolsOf('ANY'),
  DIGIT: symbolsOf('DIGIT'),
  DIGIT_OR_FILLER: symbolsOf('DIGIT_OR_FILLER'),
  LETTER: symbolsOf('LETTER'),
  SEX: symbolsOf('SEX'),
};

function codes(text: string): number[] {
  return Array.from(text).map((symbol) => ALPHABET.indexOf(symbol));
}

function twoDigits(from: number, to: number): number[][] {
  const out: number[][] = [];
  for (let value = from; value <= to; value++) out.push(codes(String(value).padStart(2, '0')));
  return out;
}

const MONTHS = twoDigits(1, 12);
const DAYS = twoDigits(1, 31);
const UNKNOWN_PART = codes('<<');
const STATES = FILLED_STATE_CODES.map(codes);

/** A run of places filled together, and what may fill them. */
interface Unit {
  line: number;
  start: number;
  spellings: readonly (readonly number[])[];
}

/** Which weight a place has in a check, or undefined where the check does not cover it. */
function weightsOf(check: CheckLayout | undefined): (line: number, at: number) => number | undefined {
  const weights = new Map<number, number>();
  let place = 0;
  for (const { line, start, end } of check?.over ?? []) {
    for (let at = start; at < end; at++) weights.set(line * 64 + at, weightAt(place++));
  }
  return (line, at) => weights.get(line * 64 + at);
}

/** Units of the characters of one span: dates and state codes as wholes, all else one by one. */
function unitsOf(layout: FormatLayout, span: Span): Unit[] {
  const units: Unit[] = [];
  for (let at = span.start; at < span.end;) {
    const field = layout.fields.find(
      (entry) => entry.line === span.line && at >= entry.start && at < entry.end && !(entry.name === 'issueDate'),
    );
    const isDate = field?.name === 'birthDate' || field?.name === 'expiryDate';
    if (isDate && at === field.start + 2 && at + 4 <= span.end) {
      const unknown = field.holds === 'DIGIT_OR_FILLER' ? [UNKNOWN_PART] : [];
      units.push({ line: span.line, start: at, spellings: [...MONTHS, ...unknown] });
      units.push({ line: span.line, start: at + 2, spellings: [...DAYS, ...unknown] });
      at += 4;
      continue;
    }
    const check = layout.checks.find((entry) => entry.line === span.line && entry.at === at);
    const holds: CharacterClass =
      check === undefined ? (field?.holds ?? 'ANY') : check.fillerWhenEmpty ? 'DIGIT_OR_FILLER' : 'DIGIT';
    units.push({ line: span.line, start: at, spellings: CLASS_SYMBOLS[holds].map((symbol) => [symbol]) });
    at++;
  }
  return units;
}

function scoreOf(evidence: Evidences, unit: Unit, spelling: readonly number[]): number {
  let score = 0;
  const rows = evidence[unit.line] as Float64Array;
  for (let i = 0; i < spelling.length; i++)
    score += rows[(unit.start + i) * SYMBOLS + (spelling[i] as number)] as number;
  return score;
}

/** The best spelling of a group for each (own remainder, composite share): 100 entries. */
interface GroupTable {
  scores: Float64Array;
  spelled: Int16Array[];
  cells: { line: number; at: number }[];
}

const STATES_OF_TABLE = MODULUS * MODULUS;

function tableOf(
  evidence: Evidences,
  units: readonly Unit[],
  own: (line: number, at: number) => number | undefined,
  composite: (line: number, at: number) => number | undefined,
): GroupTable {
  const cells: GroupTable['cells'] = [];
  let scores = new Float64Array(STATES_OF_TABLE).fill(-Infinity);
  scores[0] = 0;
  const back: { from: Int16Array; choice: Int16Array }[] = [];
  for (const unit of units) {
    const next = new Float64Array(STATES_OF_TABLE).fill(-Infinity);
    const from = new Int16Array(STATES_OF_TABLE);
    const choice = new Int16Array(STATES_OF_TABLE);
    unit.spellings.forEach((spelling, index) => {
      const gain = scoreOf(evidence, unit, spelling);
      let ownSum = 0;
      let compositeSum = 0;
      spelling.forEach((symbol, i) => {
        ownSum += (own(unit.line, unit.start + i) ?? 0) * symbolValue(symbol);
        compositeSum += (composite(unit.line, unit.start + i) ?? 0) * symbolValue(symbol);
      });
      for (let a = 0; a < MODULUS; a++) {
        for (let b = 0; b < MODULUS; b++) {
          const before = scores[a * MODULUS + b] as number;
          if (before === -Infinity) continue;
          const to = ((a + ownSum) % MODULUS) * MODULUS + ((b + compositeSum) % MODULUS);
          if (before + gain > (next[to] as number)) {
            next[to] = before + gain;
            from[to] = a * MODULUS + b;
            choice[to] = index;
          }
        }
      }
    });
    back.push({ from, choice });
    scores = next;
  }
  for (const unit of units) {
    for (let i = 0; i < (unit.spellings[0]?.length ?? 0); i++) cells.push({ line: unit.line, at: unit.start + i });
  }
  const spelled: Int16Array[] = [];
  for (let state = 0; state < STATES_OF_TABLE; state++) {
    const symbols: number[] = [];
    let at = state;
    if (scores[state] !== -Infinity) {
      for (let u = units.length - 1; u >= 0; u--) {
        const step = back[u] as { from: Int16Array; choice: Int16Array };
        symbols.unshift(...((units[u] as Unit).spellings[step.choice[at] as number] as readonly number[]));
        at = step.from[at] as number;
      }
    }
    spelled.push(Int16Array.from(symbols));
  }
  return { scores, spelled, cells };
}

/** A group reduced to the composite share: its best spelling for each remainder 0–9. */
interface Share {
  scores: Float64Array;
  spelled: Int16Array[];
  cells: GroupTable['cells'];
}

function shareOf(
  layout: FormatLayout,
  evidence: Evidences,
  spans: readonly Span[],
  check: CheckLayout | undefined,
  composite: (line: number, at: number) => number | undefined,
): Share {
  const units = spans.flatMap((span) => unitsOf(layout, span));
  const table = tableOf(evidence, units, weightsOf(check), composite);
  const scores = new Float64Array(MODULUS).fill(-Infinity);
  const spelled: Int16Array[] = Array.from({ length: MODULUS }, () => new Int16Array(0));
  const cells = [...table.cells];
  if (check === undefined) {
    for (let b = 0; b < MODULUS; b++) {
      scores[b] = table.scores[b] as number;
      spelled[b] = table.spelled[b] as Int16Array;
    }
    return { scores, spelled, cells };
  }
  cells.push({ line: check.line, at: check.at });
  const weight = composite(check.line, check.at) ?? 0;
  const rows = evidence[check.line] as Float64Array;
  const place = (symbol: number, score: number, symbols: Int16Array, share: number): void => {
    const total = score + (rows[check.at * SYMBOLS + symbol] as number);
    const to = (share + weight * symbolValue(symbol)) % MODULUS;
    if (total > (scores[to] as number)) {
      scores[to] = total;
      spelled[to] = Int16Array.from([...symbols, symbol]);
    }
  };
  for (let state = 0; state < STATES_OF_TABLE; state++) {
    const score = table.scores[state] as number;
    if (score === -Infinity) continue;
    place(Math.floor(state / MODULUS), score, table.spelled[state] as Int16Array, state % MODULUS);
  }
  if (check.fillerWhenEmpty) {
    let empty = 0;
    for (const { line, at } of table.cells) empty += (evidence[line] as Float64Array)[at * SYMBOLS + FILLER] as number;
    place(FILLER, empty, new Int16Array(table.cells.length).fill(FILLER), 0);
  }
  return { scores, spelled, cells };
}

/** Lines as rows of symbol indexes, to write into and to read as text. */
export type Symbols = Int16Array[];

export function textOf(lines: Symbols): string[] {
  return lines.map((line) => Array.from(line, (symbol) => ALPHABET.charAt(symbol)).join(''));
}

/** The likeliest symbol at every place: the raw reading. */
export function rawReading(evidence: Evidences): Symbols {
  return evidence.map((rows) => {
    const line = new Int16Array(rows.length / SYMBOLS);
    for (let at = 0; at < line.length; at++) {
      for (let s = 1; s < SYMBOLS; s++) {
        if ((rows[at * SYMBOLS + s] as number) > (rows[at * SYMBOLS + (line[at] as number)] as number)) line[at] = s;
      }
    }
    return line;
  });
}

/** The likeliest symbol of those that the form allows at every place, check digits aside; calendar and codes aside. */
export function classReading(layout: FormatLayout, evidence: Evidences): Symbols {
  const out = rawReading(evidence);
  for (let line = 0; line < layout.lines; line++) {
    for (let at = 0; at < layout.length; at++) {
      for (const { holds } of [
        ...layout.fields.filter((entry) => entry.line === line && at >= entry.start && at < entry.end),
        ...digitAt(layout, line, at),
      ]) {
        const rows = evidence[line] as Float64Array;
        const allowed = CLASS_SYMBOLS[holds];
        const row = out[line] as Int16Array;
        if (allowed.includes(row[at] as number)) continue;
        row[at] = allowed.reduce((best, s) =>
          (rows[at * SYMBOLS + s] as number) > (rows[at * SYMBOLS + best] as number) ? s : best,
        );
      }
    }
  }
  return out;
}

function digitAt(layout: FormatLayout, line: number, at: number): { holds: CharacterClass }[] {
  return layout.checks
    .filter((check) => check.line === line && check.at === at)
    .map((check) => ({ holds: check.fillerWhenEmpty ? 'DIGIT_OR_FILLER' : 'DIGIT' }));
}

/** The known state code that a field of three letters most likely holds, and how much less likely it is than the best letters. */
export function likeliestState(evidence: Evidences, span: Span): { symbols: readonly number[]; score: number } {
  const unit: Unit = { line: span.line, start: span.start, spellings: STATES };
  let best: readonly number[] = STATES[0] as readonly number[];
  let score = -Infinity;
  for (const spelling of STATES) {
    const value = scoreOf(evidence, unit, spelling);
    if (value > score) {
      score = value;
      best = spelling;
    }
  }
  return { symbols: best, score };
}

/** Spans under the composite that no check of their own covers: optional data. */
function uncovered(layout: FormatLayout, composite: CheckLayout): Span[] {
  const taken = new Set<number>();
  for (const check of layout.checks) {
    taken.add(check.line * 64 + check.at);
    if (check === composite) continue;
    for (const { line, start, end } of check.over) for (let at = start; at < end; at++) taken.add(line * 64 + at);
  }
  const spans: Span[] = [];
  for (const { line, start, end } of composite.over) {
    for (let at = start; at < end; at++) {
      if (taken.has(line * 64 + at)) continue;
      const last = spans.at(-1);
      if (last !== undefined && last.line === line && last.end === at) last.end = at + 1;
      else spans.push({ line, start: at, end: at + 1 });
    }
  }
  return spans;
}

/**
 * Writes into `lines` the likeliest spelling under which the named checks, and the calendar, hold.
 * @param withComposite also the composite; else every named check by itself
 * @returns false where no spelling does
 */
export function satisfy(
  layout: FormatLayout,
  evidence: Evidences,
  lines: Symbols,
  named: readonly CheckLayout[],
  withComposite: boolean,
): boolean {
  const composite = withComposite ? layout.checks.find(({ name }) => name === 'composite') : undefined;
  const weights = weightsOf(composite);
  const shares = named
    .filter((check) => check.name !== 'composite')
    .map((check) => shareOf(layout, evidence, check.over, check, weights));
  if (composite !== undefined) {
    const free = uncovered(layout, composite);
    if (free.length > 0) shares.push(shareOf(layout, evidence, free, undefined, weights));
  }
  // Best choice of one spelling a group, by the remainder of all shares together.
  let totals = new Float64Array(MODULUS).fill(-Infinity);
  totals[0] = 0;
  const choices: Int16Array[] = [];
  for (const share of shares) {
    const next = new Float64Array(MODULUS).fill(-Infinity);
    const from = new Int16Array(MODULUS);
    for (let a = 0; a < MODULUS; a++) {
      for (let b = 0; b < MODULUS; b++) {
        const score = (totals[a] as number) + (share.scores[b] as number);
        const to = (a + b) % MODULUS;
        if (score > (next[to] as number)) {
          next[to] = score;
          from[to] = a;
        }
      }
    }
    choices.push(from);
    totals = next;
  }
  let remainder = 0;
  if (composite !== undefined) {
    const rows = evidence[composite.line] as Float64Array;
    const score = (digit: number): number =>
      (totals[digit] as number) + (rows[composite.at * SYMBOLS + digit] as number);
    for (let digit = 1; digit < MODULUS; digit++) if (score(digit) > score(remainder)) remainder = digit;
    (lines[composite.line] as Int16Array)[composite.at] = remainder;
  } else {
    for (let digit = 1; digit < MODULUS; digit++) {
      if ((totals[digit] as number) > (totals[remainder] as number)) remainder = digit;
    }
  }
  if (totals[remainder] === -Infinity) return false;
  for (let i = shares.length - 1; i >= 0; i--) {
    const share = shares[i] as Share;
    const before = (choices[i] as Int16Array)[remainder] as number;
    const spelled = share.spelled[(remainder - before + MODULUS) % MODULUS] as Int16Array;
    share.cells.forEach(({ line, at }, index) => {
      (lines[line] as Int16Array)[at] = spelled[index] as number;
    });
    remainder = before;
  }
  return true;
}
