import { type Detector, type Evidence, type Finding, nothing, type Region } from '../types.ts';
import { type Line, linesOf, regionOf } from './lines.ts';
import type { OpenedDocument, Page } from './open.ts';
import type { TextItem } from './pdf/content.ts';
import type { Dictionary } from './pdf/values.ts';

const TWO_SUBSETS = 1.5;
/** Flattened forms and stamps leave it too, though rarely within a line. */
const TWO_ENTRIES = 1;
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
  code: 'FONT_TWICE_IN_LINE' | 'FONT_ENTERED_TWICE' | 'FONT_STRANGE_IN_LINE' | 'OFF_ITS_LINE';
  ratio: number;
  page: Page;
  text: TextItem;
}

const DETAILS: Readonly<Record<Oddity['code'], string>> = {
  FONT_TWICE_IN_LINE:
    'one font stands in one line as two different subsets; a program that writes a document once makes one',
  FONT_ENTERED_TWICE:
    'one and the same font is entered twice in the file and both entries stand in one line, as where a second program wrote a part of it',
  FONT_STRANGE_IN_LINE:
    'a font that the document hardly uses, and that is embedded differently, stands within a line of another',
  OFF_ITS_LINE: 'text stands slightly off the baseline or size of the line around it',
};

/** Fonts and places that differ within a line, as where some characters were replaced. */
export const typesettingDetector: Detector<OpenedDocument> = {
  name: 'pdf-typesetting',
  version: '2',
  family: 'TYPESETTING',
  applicable: ({ pages }) =>
    characters(pages) >= FEWEST
      ? { applies: true }
      : { applies: false, reason: 'The document has too little text for its typesetting to be compared.' },
  examine({ pages }): Finding {
    const usage = usageOf(pages);
    const { total } = usage;
    const odd = pages.flatMap((page) => linesOf(page).flatMap((line) => oddities(page, line, usage)));
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

/** Characters set in each font, by its name and by its entry in the file. */
interface Usage {
  names: ReadonlyMap<string, number>;
  entries: ReadonlyMap<Dictionary, number>;
  total: number;
}

function usageOf(pages: readonly Page[]): Usage {
  const names = new Map<string, number>();
  const entries = new Map<Dictionary, number>();
  let total = 0;
  for (const { items } of pages) {
    for (const item of items) {
      if (item.kind !== 'TEXT') continue;
      const { name, dictionary } = item.font;
      names.set(name, (names.get(name) ?? 0) + item.count);
      entries.set(dictionary, (entries.get(dictionary) ?? 0) + item.count);
      total += item.count;
    }
  }
  return { names, entries, total };
}

function oddities(page: Page, line: Line, { names, entries, total }: Usage): Oddity[] {
  if (line.length < 2) return [];
  const found: Oddity[] = [];
  const dominant = line.reduce((best, text) => (text.count > best.count ? text : best));
  for (const text of line) {
    if (text === dominant || text.codes.trim() === '') continue;
    const rarer = (names.get(text.font.name) ?? 0) <= (names.get(dominant.font.name) ?? 0) ? text : dominant;
    const other = rarer === text ? dominant : text;
    const count = names.get(rarer.font.name) ?? 0;
    const isFew = (characters: number): boolean => characters <= MOST_RARE && characters <= RARE * total;
    const few = isFew(count);
    const { font } = rarer;
    // Office programs write characters beyond one byte as a second subset, of another type.
    const alike = font.base === other.font.base && font.type === other.font.type;
    const entry = Math.min(entries.get(font.dictionary) ?? 0, entries.get(other.font.dictionary) ?? 0);
    if (alike && font.name !== other.font.name && font.tag !== other.font.tag) {
      found.push({ code: 'FONT_TWICE_IN_LINE', ratio: TWO_SUBSETS, page, text: rarer });
    } else if (alike && font.name === other.font.name && font.dictionary !== other.font.dictionary && isFew(entry)) {
      found.push({ code: 'FONT_ENTERED_TWICE', ratio: TWO_ENTRIES, page, text: rarerEntry(text, dominant, entries) });
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

const rarerEntry = (one: TextItem, other: TextItem, entries: ReadonlyMap<Dictionary, number>): TextItem =>
  (entries.get(one.font.dictionary) ?? 0) <= (entries.get(other.font.dictionary) ?? 0) ? one : other;

/** Of another make: embedded and not, another type of font, or another family altogether. */
function isStrange({ font }: TextItem, { font: other }: TextItem): boolean {
  const family = (name: string): string => name.split(/[-,]/)[0]?.toLowerCase() ?? '';
  return font.embedded !== other.embedded || (font.type !== other.type && family(font.base) !== family(other.base));
}
