import { type Evidence, nothing, type Detector, type Finding, type Region } from '../types.ts';
import { codesOf, fontsElsewhere, isBlank, isSubset } from './glyphs.ts';
import { regionOf } from './lines.ts';
import type { OpenedDocument, Page } from './open.ts';
import type { TextItem } from './pdf/content.ts';
import { readToUnicode } from './pdf/to-unicode.ts';
import type { Dictionary } from './pdf/values.ts';

const OUT_OF_ORDER = 1.2;
/** Characters that a font needs on the page for its numbering to be known. */
const FEWEST = 12;
/** Share of steps from one new character to the next that are by one, and of characters that rise. */
const BY_ONE = 0.6;
const RISING = 0.7;
/** The first characters of a document have the first numbers. */
const FIRST = 3;
const MOST_CHARACTERS = 2000;

/** A character as it appears for the first time. */
interface Appearance {
  code: number;
  text: TextItem;
}

/**
 * Numbers of characters against the order of their first appearance. Many programs number the characters of a subset as
 * they come to them, so that on the first page of a document new characters rise by one. Text that was replaced there
 * breaks the order: characters turn up before their number is due, or after it, or never. Taking pages out or turning
 * their order round cannot do that to the page that begins with the first numbers.
 */
export const firstUseDetector: Detector<OpenedDocument> = {
  name: 'pdf-first-use',
  version: '1',
  family: 'GLYPHS',
  applicable: ({ pages }) =>
    pages[0]?.items.some((item) => item.kind === 'TEXT' && isSubset(item.font))
      ? { applies: true }
      : { applies: false, reason: 'The first page has no embedded subset of a font.' },
  examine(document): Finding {
    const page = document.pages[0] as Page;
    const elsewhere = fontsElsewhere(document);
    const evidence: Evidence[] = [];
    const regions: Region[] = [];
    let numbered = 0;
    for (const [font, appearances] of appearancesOn(document, page)) {
      if (elsewhere.has(font) || !isNumbered(appearances)) continue;
      numbered += 1;
      const list = readToUnicode(document.view, font);
      const odd = outOfOrder(appearances);
      const missing = list ? skipped(appearances, list) : 0;
      if (odd.length === 0 && missing === 0) continue;
      evidence.push({
        code: 'CHARACTERS_OUT_OF_ORDER',
        detail: `The characters of a font are numbered in the order in which the first page shows them, except for ${odd.length + missing} of ${appearances.length + missing} that come too early, too late or never, as where text was replaced or taken out.`,
      });
      regions.push(...odd.slice(0, 50).map(({ text }) => regionOf(page, text.bounds, 0.8)));
    }
    if (evidence.length === 0) {
      return nothing(numbered > 0 ? 1 : 0.4, [
        numbered > 0
          ? { code: 'CHARACTERS_IN_ORDER', detail: 'New characters appear in the order of their numbers.' }
          : { code: 'NOT_NUMBERED_BY_USE', detail: 'No font is numbered in the order in which its characters appear.' },
      ]);
    }
    return { logLikelihoodRatio: OUT_OF_ORDER, quality: 1, evidence, regions, manipulation: 'DOCUMENT_EDIT' };
  },
};

/** Characters of each subset in the order in which the page first shows them, blanks left out. */
function appearancesOn({ view }: OpenedDocument, page: Page): Map<Dictionary, Appearance[]> {
  const found = new Map<Dictionary, { list: Appearance[]; seen: Set<number> }>();
  for (const item of page.items) {
    if (item.kind !== 'TEXT' || !isSubset(item.font)) continue;
    const { dictionary } = item.font;
    const known = found.get(dictionary) ?? { list: [], seen: blanksOf(readToUnicode(view, dictionary)) };
    found.set(dictionary, known);
    for (const code of codesOf(item)) {
      if (known.seen.has(code) || known.list.length >= MOST_CHARACTERS) continue;
      known.seen.add(code);
      known.list.push({ code, text: item });
    }
  }
  return new Map([...found].map(([font, { list }]) => [font, list]));
}

/** Codes that are not judged: no character, and blanks, which programs number apart and lists leave out. */
const blanksOf = (list: ReadonlyMap<number, string> | null): Set<number> =>
  new Set([0, 32, ...[...(list ?? [])].filter(([, meaning]) => isBlank(meaning)).map(([code]) => code)]);

function isNumbered(appearances: readonly Appearance[]): boolean {
  if (appearances.length < FEWEST) return false;
  const codes = appearances.map(({ code }) => code);
  const least = Math.min(...codes);
  if (least > FIRST || (codes[0] ?? 0) > FIRST + 1) return false;
  const steps = codes.slice(1).filter((code, index) => code === (codes[index] ?? 0) + 1).length;
  return steps >= BY_ONE * (codes.length - 1) && risingOf(codes).size >= RISING * codes.length;
}

/** Places in the list that belong to a longest rising part of it. */
function risingOf(codes: readonly number[]): ReadonlySet<number> {
  const ends: number[] = [];
  const before = codes.map(() => -1);
  codes.forEach((code, at) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((codes[ends[middle] ?? 0] ?? 0) < code) low = middle + 1;
      else high = middle;
    }
    before[at] = low > 0 ? (ends[low - 1] ?? -1) : -1;
    ends[low] = at;
  });
  const chosen = new Set<number>();
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) chosen.add(at);
  return chosen;
}

function outOfOrder(appearances: readonly Appearance[]): Appearance[] {
  const rising = risingOf(appearances.map(({ code }) => code));
  return appearances.filter((_, at) => !rising.has(at));
}

/** Characters of the list with a number among those of the page that the page does not show. */
function skipped(appearances: readonly Appearance[], list: ReadonlyMap<number, string>): number {
  const codes = new Set(appearances.map(({ code }) => code));
  const blanks = blanksOf(list);
  const rising = [...risingOf(appearances.map(({ code }) => code))].map((at) => appearances[at]?.code ?? 0);
  const [least, most] = [Math.min(...rising), Math.max(...rising)];
  return [...list.keys()].filter((code) => code > least && code < most && !codes.has(code) && !blanks.has(code)).length;
}
