import { ALPHABET, symbolValue } from './check-digit.ts';
import { formatOf, layoutFor, layoutOf, type FormatLayout, type MrzFormat } from './formats.ts';
import { verifyChecks, type MrzCheck } from './parse.ts';
import { classReading, likeliestState, rawReading, satisfy, textOf, type Evidences, type Symbols } from './search.ts';
import { FILLED_STATE_CODES } from './states.ts';

const SYMBOLS = ALPHABET.length;

/** Why a character is not the one that the recogniser held likeliest. */
export type RepairReason = 'CHARACTER_CLASS' | 'KNOWN_STATE' | 'CHECK_DIGIT';

/** One character changed. Line and place count from 0; probabilities are the recogniser's. */
export interface MrzRepair {
  line: number;
  at: number;
  before: string;
  after: string;
  reason: RepairReason;
  probabilityBefore: number;
  probabilityAfter: number;
}

/** The lines of a zone under the rules of one form. */
export interface Decoded {
  format: MrzFormat;
  layout: FormatLayout;
  /** What the recogniser read, place by place. */
  raw: string[];
  lines: string[];
  repairs: MrzRepair[];
  checks: MrzCheck[];
  /** Natural logarithm of how much less likely the lines are than the raw ones. */
  cost: number;
  /**
   * By how much (natural logarithm) the next best way to meet the check digits is less likely than the one taken;
   * Infinity where no check digit asked for a repair.
   */
  margin: number;
  /**
   * By how much (natural logarithm) the likeliest other content that meets every check digit too is less likely than the
   * lines; Infinity where none is looked for: a check digit is wrong or had to choose, or nothing was in doubt.
   */
  rival: number;
  /** Probability of every character as reported, by line. */
  probabilities: number[][];
  /**
   * The same against the symbols that a check digit cannot tell it from: those of its value modulo 10 (6 and G, 8 and S)
   * where a right check digit covers the place, all others elsewhere.
   */
  assurances: number[][];
}

/** A character is changed for its class only into one that the recogniser gave at least this probability. */
const LEAST_FOR_CLASS = 2e-3;
/**
 * For a check digit it has to be this likely, and no more may be changed, nor be less likely together (natural
 * logarithm), than this: a document whose printed digits are wrong must not be put right. Chosen on synthetic zones:
 * repairs of misread characters lie above, of forged digits (their crisp neighbours bent to fit) below.
 */
const LEAST_FOR_CHECK = 0.05;
const MOST_CHANGES = 4;
const MOST_COST = 8;
/** How much likelier than its best rival a repair has to be before it counts as one answer: a factor of about 12. */
const LEAST_MARGIN = 2.5;
/** A state code is put right only where the known one is nearly as likely as what was read. */
const STATE_COST = 5;

function copy(lines: Symbols): Symbols {
  return lines.map((line) => line.slice());
}

function logAt(evidence: Evidences, line: number, at: number, symbol: number): number {
  return (evidence[line] as Float64Array)[at * SYMBOLS + symbol] as number;
}

interface Difference {
  line: number;
  at: number;
  from: number;
  to: number;
}

function differences(before: Symbols, after: Symbols): Difference[] {
  return before.flatMap((row, line) =>
    Array.from(row, (from, at) => ({ line, at, from, to: (after[line] as Int16Array)[at] as number })).filter(
      ({ from, to }) => from !== to,
    ),
  );
}

function costOf(evidence: Evidences, changes: readonly Difference[]): number {
  return changes.reduce(
    (sum, { line, at, from, to }) => sum + logAt(evidence, line, at, from) - logAt(evidence, line, at, to),
    0,
  );
}

function acceptable(evidence: Evidences, changes: readonly Difference[]): boolean {
  return (
    changes.length <= MOST_CHANGES &&
    costOf(evidence, changes) <= MOST_COST &&
    changes.every(({ line, at, to }) => logAt(evidence, line, at, to) >= Math.log(LEAST_FOR_CHECK))
  );
}

/** The class reading, less the characters that hardly could be what the form wants: those stay as read, and wrong. */
function plausible(evidence: Evidences, raw: Symbols, classed: Symbols): Symbols {
  return classed.map((row, line) =>
    row.map((symbol, at) =>
      logAt(evidence, line, at, symbol) >= Math.log(LEAST_FOR_CLASS)
        ? symbol
        : ((raw[line] as Int16Array)[at] as number),
    ),
  );
}

/** The same evidence with one symbol at one place ruled out. */
function without(evidence: Evidences, { line, at, to }: Difference): Evidences {
  return evidence.map((rows, index) => {
    if (index !== line) return rows;
    const changed = rows.slice();
    changed[at * SYMBOLS + to] = -60;
    return changed;
  });
}

/** How much less likely the next best spelling is than `after`, over each change taken back in turn. */
function marginOf(
  layout: FormatLayout,
  evidence: Evidences,
  before: Symbols,
  after: Symbols,
  names: FormatLayout['checks'],
  all: boolean,
): number {
  const changes = differences(before, after);
  const cost = costOf(evidence, changes);
  let margin = Infinity;
  for (const change of changes) {
    const other = copy(before);
    if (!satisfy(layout, without(evidence, change), other, names, all)) continue;
    margin = Math.min(margin, costOf(evidence, differences(before, other)) - cost);
  }
  return margin;
}

/** Characters surer than this have no rival worth looking for. */
const BEYOND_DOUBT = 0.97;

/** How much less likely the next best content is that meets all check digits: misread characters can cancel out. */
function rivalOf(layout: FormatLayout, evidence: Evidences, lines: Symbols): number {
  const places = new Map<string, Difference>();
  for (const { over, line: own, at: digit } of layout.checks) {
    for (const { line, start, end } of [...over, { line: own, start: digit, end: digit + 1 }]) {
      for (let at = start; at < end; at++) {
        const to = (lines[line] as Int16Array)[at] as number;
        if (logAt(evidence, line, at, to) < Math.log(BEYOND_DOUBT))
          places.set(`${line} ${at}`, { line, at, from: to, to });
      }
    }
  }
  const named = layout.checks.filter(({ name }) => name !== 'composite');
  let rival = Infinity;
  for (const place of places.values()) {
    const other = copy(lines);
    if (!satisfy(layout, without(evidence, place), other, named, true)) continue;
    rival = Math.min(rival, costOf(evidence, differences(lines, other)));
  }
  return rival;
}

/** Puts known state codes in place of ones nearly as likely that are not known. */
function knownStates(layout: FormatLayout, evidence: Evidences, lines: Symbols): void {
  for (const field of layout.fields) {
    if (field.name !== 'issuingState' && field.name !== 'nationality') continue;
    const row = lines[field.line] as Int16Array;
    const read = row.slice(field.start, field.end);
    const text = Array.from(read, (symbol) => ALPHABET.charAt(symbol)).join('');
    if (FILLED_STATE_CODES.includes(text)) continue;
    const known = likeliestState(evidence, field);
    const mine = Array.from(read).reduce(
      (sum, symbol, i) => sum + logAt(evidence, field.line, field.start + i, symbol),
      0,
    );
    if (mine - known.score <= STATE_COST) row.set(known.symbols, field.start);
  }
}

/**
 * Reads evidence under one form: characters of the right class, known state codes, then the likeliest spelling that all
 * check digits allow where it is likely enough; else that of each check digit by itself; else what is there stays.
 * @param evidence log-probabilities, one table for each line, `layout.length` rows of 37
 */
export function decode(format: MrzFormat, evidence: Evidences): Decoded {
  const raw = rawReading(evidence);
  const plain = layoutOf(format);
  const layout = layoutFor(format, textOf(classReadingWithLongNumber(plain, evidence)));
  const classed = plausible(evidence, raw, classReading(layout, evidence));
  knownStates(layout, evidence, classed);
  let lines = classed;
  let margin = Infinity;
  const fails = (symbols: Symbols): boolean => verifyChecks(layout, textOf(symbols)).some(({ valid }) => !valid);
  if (fails(classed)) {
    const full = copy(classed);
    const everything = layout.checks.filter(({ name }) => name !== 'composite');
    if (satisfy(layout, evidence, full, everything, true) && acceptable(evidence, differences(classed, full))) {
      margin = marginOf(layout, evidence, classed, full, everything, true);
      lines = full;
    } else {
      lines = copy(classed);
      verifyChecks(layout, textOf(classed)).forEach((check, index) => {
        const entry = layout.checks[index];
        if (check.valid || entry === undefined || check.name === 'composite') return;
        const one = copy(lines);
        if (!satisfy(layout, evidence, one, [entry], false) || !acceptable(evidence, differences(lines, one))) return;
        margin = Math.min(margin, marginOf(layout, evidence, lines, one, [entry], false));
        lines = one;
      });
    }
  }
  const repairs = differences(raw, lines).map(({ line, at, from, to }): MrzRepair => {
    const byClass = (classed[line] as Int16Array)[at] === to;
    const isState = layout.fields.some(
      (entry) =>
        (entry.name === 'issuingState' || entry.name === 'nationality') &&
        entry.line === line &&
        at >= entry.start &&
        at < entry.end,
    );
    return {
      line,
      at,
      before: ALPHABET.charAt(from),
      after: ALPHABET.charAt(to),
      reason: byClass ? (isState && from >= 10 ? 'KNOWN_STATE' : 'CHARACTER_CLASS') : 'CHECK_DIGIT',
      probabilityBefore: Math.exp(logAt(evidence, line, at, from)),
      probabilityAfter: Math.exp(logAt(evidence, line, at, to)),
    };
  });
  const text = textOf(lines);
  return {
    format,
    layout,
    raw: textOf(raw),
    lines: text,
    repairs,
    checks: verifyChecks(layout, text),
    cost: costOf(evidence, differences(raw, lines)),
    margin,
    rival: lines === classed && !fails(lines) ? rivalOf(layout, evidence, lines) : Infinity,
    assurances: assurancesOf(layout, evidence, lines),
    probabilities: lines.map((row, line) =>
      Array.from(row, (symbol, at) => Math.exp(logAt(evidence, line, at, symbol))),
    ),
  };
}

function assurancesOf(layout: FormatLayout, evidence: Evidences, lines: Symbols): number[][] {
  const checks = verifyChecks(layout, textOf(lines));
  const covered = (line: number, at: number): boolean =>
    layout.checks.some(
      (check, index) =>
        checks[index]?.valid === true &&
        check.over.some((span) => span.line === line && at >= span.start && at < span.end),
    );
  return lines.map((row, line) =>
    Array.from(row, (symbol, at) => {
      const mine = Math.exp(logAt(evidence, line, at, symbol));
      if (!covered(line, at)) return mine;
      let alike = 0;
      for (let s = 0; s < SYMBOLS; s++) {
        if ((symbolValue(s) - symbolValue(symbol)) % 10 === 0) alike += Math.exp(logAt(evidence, line, at, s));
      }
      return mine / alike;
    }),
  );
}

/** True where the repairs that check digits asked for could as well have been others. */
export function isAmbiguous(decoded: Decoded): boolean {
  return decoded.margin < LEAST_MARGIN;
}

/** The class reading, but with a filler kept in place of the number's check digit where one was read: a long number. */
function classReadingWithLongNumber(layout: FormatLayout, evidence: Evidences): Symbols {
  const raw = rawReading(evidence);
  const classed = classReading(layout, evidence);
  const own = layout.checks.find(({ name }) => name === 'documentNumber');
  const filler = ALPHABET.indexOf('<');
  if (own !== undefined && (raw[own.line] as Int16Array)[own.at] === filler)
    (classed[own.line] as Int16Array)[own.at] = filler;
  return classed;
}

/** A form that is told by its first characters is not tried where those are less likely than this, or its rival's surer. */
const LEAST_FOR_FORM = 0.02;

/** True where the first characters allow the form: V and nothing else begins a visa, IDFRA the French card. */
function beginsLike(format: MrzFormat, evidence: Evidences): boolean {
  const likelihood = (text: string): number =>
    Array.from(text).reduce(
      (product, symbol, at) => product * Math.exp(logAt(evidence, 0, at, ALPHABET.indexOf(symbol))),
      1,
    );
  if (format === 'MRV_A' || format === 'MRV_B') return likelihood('V') >= LEAST_FOR_FORM;
  if (format === 'FRA_ID') return likelihood('IDFRA') >= LEAST_FOR_FORM ** 2;
  return likelihood('V') <= 1 - LEAST_FOR_FORM;
}

/** The forms that zones of this many lines of this length may have, the one that the first characters say first. */
export function formatsFor(lines: number, length: number, evidence: Evidences): MrzFormat[] {
  return formsOfShape(lines, length, evidence).filter((format) => beginsLike(format, evidence));
}

function formsOfShape(lines: number, length: number, evidence: Evidences): MrzFormat[] {
  const guess = formatOf(textOf(rawReading(evidence)));
  const possible: MrzFormat[] =
    lines === 3 && length === 30
      ? ['TD1']
      : lines === 2 && length === 36
        ? ['TD2', 'MRV_B', 'FRA_ID']
        : lines === 2 && length === 44
          ? ['TD3', 'MRV_A']
          : [];
  return guess === undefined ? possible : [guess, ...possible.filter((format) => format !== guess)];
}
