import { type Detector, type Evidence, type Finding, nothing, type Region } from '../types.ts';
import { type Line, linesOf, regionOf } from './lines.ts';
import type { OpenedDocument, Page } from './open.ts';
import type { TextItem } from './pdf/content.ts';

const TWO_SUBSETS = 1.5;
const STRANGE_FONT = 1.5;
const OFF_LINE = 0.8;
/** Of all characters, so few may a font have that is strange among the others. */
const RARE = 0.06;
const MOST_RARE = 60;
/** Characters that a document must have for its fonts to be compared. */
const FEWEST = 60;
/** Shares of the size by which a run is shifted or scaled against its line when it was put there by hand. */
const SHIFT = [0.015, 0.2] as const;
const SCALE = [0.015, 0.12] as const;

interface Oddity {
  code: 'FONT_TWICE_IN_LINE' | 'FONT_STRANGE_IN_LINE' | 'OFF_ITS_LINE';
  ratio: number;
  page: Page;
  text: TextItem;
}

const DETAILS: Readonly<Record<Oddity['code'], string>> = {
  FONT_TWICE_IN_LINE:
    'one font stands in one line as two different subsets; a program that writes a document once makes one',
  FONT_STRANGE_IN_LINE:
    'a font that the document hardly uses, and that is embedded differently, stands within a line of another',
  OFF_ITS_LINE: 'text stands slightly off the baseline or size of the line around it',
};

/** Fonts and places that differ within a line, as where some characters were replaced. */
export const typesettingDetector: Detector<OpenedDocument> = {
  name: 'pdf-typesetting',
  version: '1',
  family: 'TYPESETTING',
  applicable: ({ pages }) =>
    characters(pages) >= FEWEST
      ? { applies: true }
      : { applies: false, reason: 'The document has too little text for its typesetting to be compared.' },
  examine({ pages }): Finding {
    const usage = new Map<string, number>();
    for (const { items } of pages) {
      for (const item of items) {
        if (item.kind === 'TEXT') usage.set(item.font.name, (usage.get(item.font.name) ?? 0) + item.count);
      }
    }
    const total = [...usage.values()].reduce((sum, count) => sum + count, 0);
    const odd = pages.flatMap((page) => linesOf(page).flatMap((line) => oddities(page, line, usage, total)));
    // Where a document does it everywhere, its program does it.
    const systematic = (code: Oddity['code']): boolean =>
      odd.filter((one) => one.code === code).reduce((sum, { text }) => sum + text.count, 0) > 0.1 * total;
    const counted = odd.filter(({ code }) => !systematic(code));
    if (counted.length === 0) return nothing(1, [{ code: 'LINES_EVEN', detail: 'Fonts and lines are of one piece.' }]);
    const evidence: Evidence[] = [];
    const regions: Region[] = [];
    let ratio = 0;
    for (const code of new Set(counted.map((one) => one.code))) {
      const those = counted.filter((one) => one.code === code);
      const places = [...new Set(those.map(({ page }) => page.index + 1))].slice(0, 10).join(', ');
      evidence.push({ code, detail: `On page ${places}: ${DETAILS[code]} (${those.length} in all).` });
      regions.push(...those.slice(0, 200).map(({ page, text }) => regionOf(page, text.bounds, 0.8)));
      ratio += those[0]?.ratio ?? 0;
    }
    return { logLikelihoodRatio: ratio, quality: 1, evidence, regions, manipulation: 'DOCUMENT_EDIT' };
  },
};

const characters = (pages: readonly Page[]): number =>
  pages.reduce(
    (sum, { items }) => sum + items.reduce((inner, item) => inner + (item.kind === 'TEXT' ? item.count : 0), 0),
    0,
  );

function oddities(page: Page, line: Line, usage: ReadonlyMap<string, number>, total: number): Oddity[] {
  if (line.length < 2) return [];
  const found: Oddity[] = [];
  const dominant = line.reduce((best, text) => (text.count > best.count ? text : best));
  for (const text of line) {
    if (text === dominant || text.codes.trim() === '') continue;
    const rarer = (usage.get(text.font.name) ?? 0) <= (usage.get(dominant.font.name) ?? 0) ? text : dominant;
    const other = rarer === text ? dominant : text;
    const count = usage.get(rarer.font.name) ?? 0;
    const few = count <= MOST_RARE && count <= RARE * total;
    const { font } = rarer;
    if (font.name !== other.font.name && font.base === other.font.base && font.tag !== other.font.tag) {
      found.push({ code: 'FONT_TWICE_IN_LINE', ratio: TWO_SUBSETS, page, text: rarer });
    } else if (few && font.name !== other.font.name && isStrange(rarer, other)) {
      found.push({ code: 'FONT_STRANGE_IN_LINE', ratio: STRANGE_FONT, page, text: rarer });
    }
    const shift = Math.abs(text.y - dominant.y) / dominant.size;
    const scale = Math.abs(text.size - dominant.size) / dominant.size;
    const isShifted = shift > SHIFT[0] && shift < SHIFT[1] && scale < 0.05;
    const isScaled = shift < SHIFT[1] && scale > SCALE[0] && scale < SCALE[1];
    if (isShifted || isScaled) found.push({ code: 'OFF_ITS_LINE', ratio: OFF_LINE, page, text });
  }
  return found;
}

/** Of another make: embedded and not, another type of font, or another family altogether. */
function isStrange({ font }: TextItem, { font: other }: TextItem): boolean {
  const family = (name: string): string => name.split(/[-,]/)[0]?.toLowerCase() ?? '';
  return font.embedded !== other.embedded || (font.type !== other.type && family(font.base) !== family(other.base));
}
