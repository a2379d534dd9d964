import { type Detector, type Evidence, type Finding, nothing, type Region } from '../types.ts';
import { codesOf } from './glyphs.ts';
import { type Line, linesOf, regionOf } from './lines.ts';
import type { OpenedDocument, Page } from './open.ts';
import { isFew, isWords, type StrangeText, strangersOn, type Usage, usageOf } from './strange-fonts.ts';
import type { TextItem } from './pdf/content.ts';
import { readToUnicode } from './pdf/to-unicode.ts';
import type { Dictionary } from './pdf/values.ts';

const TWO_SUBSETS = 1.5;
/** Flattened forms leave it too where a field stands within a line. */
const TWO_ENTRIES = 1;
const STRANGE_FONT = 1.5;
const OFF_LINE = 0.8;
/** Characters that a document must have for its fonts to be compared. */
const FEWEST = 60;
/** Characters that the list of a subset must have to be held against another's. */
const FEWEST_LISTED = 8;
/** Shares of the size by which a run is shifted or scaled against its line when it was put there by hand. */
const SHIFT = [0.015, 0.2] as const;
const SCALE = [0.015, 0.12] as const;

/** Characters of the longest run of a line that is not placed character by character. */
const SINGLY = 3;
/** Lines off their line that are a program's own way: whoever changes a document by hand changes a few places. */
const MOST_LINES = 4;
/** Share of the size by which texts that stand on one line differ at most. */
const ON_LINE = 0.008;
/** Texts of the same column that stand on their lines. */
const FEWEST_PEERS = 4;
/** Points. */
const SAME_EDGE = 1.5;
/** Share of the size between words. */
const WORD_GAP = 0.1;

const RATIOS = {
  FONT_TWICE_IN_LINE: TWO_SUBSETS,
  FONT_ENTERED_TWICE: TWO_ENTRIES,
  FONT_STRANGE_IN_LINE: STRANGE_FONT,
  OFF_ITS_LINE: OFF_LINE,
} as const;

interface Oddity {
  code: keyof typeof RATIOS;
  page: Page;
  text: TextItem;
}

const DETAILS: Readonly<Record<Oddity['code'], string>> = {
  FONT_TWICE_IN_LINE:
    'one font stands in one line as two different subsets; a program that writes a document once makes one',
  FONT_ENTERED_TWICE:
    'one and the same font is entered twice in the file and both entries stand in one line, as where a second program wrote a part of it',
  FONT_STRANGE_IN_LINE:
    'a font that the document hardly uses, and that is of another make than the rest, stands among the text of a line',
  OFF_ITS_LINE: 'text stands slightly off the baseline or size of the line around it',
};

const STRANGE: Readonly<Record<StrangeText['why'], Oddity['code']>> = {
  ENTERED_TWICE: 'FONT_ENTERED_TWICE',
  OTHER_MAKE: 'FONT_STRANGE_IN_LINE',
};

/** Fonts and places that differ within a line, as where some characters were replaced. */
export const typesettingDetector: Detector<OpenedDocument> = {
  name: 'pdf-typesetting',
  version: '4',
  family: 'TYPESETTING',
  applicable: ({ pages }) =>
    characters(pages) >= FEWEST
      ? { applies: true }
      : { applies: false, reason: 'The document has too little text for its typesetting to be compared.' },
  examine({ pages, view }): Finding {
    const lists = new Map<Dictionary, ReadonlyMap<number, string> | null>();
    const listOf = (font: Dictionary): ReadonlyMap<number, string> | null => {
      const known = lists.get(font);
      if (known !== undefined) return known;
      const list = readToUnicode(view, font);
      lists.set(font, list);
      return list;
    };
    const usage = usageOf(pages);
    const { total } = usage;
    const several = usedAsSeveral(usage);
    const isRareSubset = ({ font }: TextItem): boolean =>
      isFew(usage, usage.entries.get(font.dictionary) ?? 0) && several.size <= 1 && (several.get(font.base) ?? 0) <= 2;
    const odd = pages.flatMap((page): Oddity[] => [
      ...linesOf(page).flatMap((line) => oddities(page, line, listOf, isRareSubset)),
      ...strangersOn(page, usage, (text, font) => isOverflow(text, font, listOf), listOf).map(
        ({ text, why }): Oddity => ({
          code: STRANGE[why],
          page,
          text,
        }),
      ),
    ]);
    // Where a document does it everywhere, its program does it: some centre each text by its own height.
    const systematic = (code: Oddity['code']): boolean => {
      const those = odd.filter((one) => one.code === code);
      const lines = new Set(those.map(({ page, text }) => `${page.index} ${Math.round(text.y / text.size)}`)).size;
      const often = code === 'OFF_ITS_LINE' && lines >= MOST_LINES;
      return often || those.reduce((sum, { text }) => sum + text.count, 0) > 0.1 * total;
    };
    const counted = odd.filter(
      ({ code, page, text }) => !systematic(code) && (code !== 'OFF_ITS_LINE' || isAlone(page, text)),
    );
    if (counted.length === 0) return nothing(1, [{ code: 'LINES_EVEN', detail: 'Fonts and lines are of one piece.' }]);
    const evidence: Evidence[] = [];
    const regions: Region[] = [];
    let ratio = 0;
    for (const code of new Set(counted.map((one) => one.code))) {
      const those = counted.filter((one) => one.code === code);
      const places = [...new Set(those.map(({ page }) => page.index + 1))].slice(0, 10).join(', ');
      evidence.push({ code, detail: `On page ${places}: ${DETAILS[code]} (${those.length} in all).` });
      regions.push(...those.slice(0, 200).map(({ page, text }) => regionOf(page, text.bounds, 0.8)));
      ratio += RATIOS[code];
    }
    return { logLikelihoodRatio: ratio, quality: 1, evidence, regions, manipulation: 'DOCUMENT_EDIT' };
  },
};

/**
 * Whether the texts above and below, in the same column, stand on their lines: cells of a table are often set apart by the
 * height of what they hold, and then several of a column are.
 */
function isAlone(page: Page, text: TextItem): boolean {
  let even = 0;
  for (const line of linesOf(page)) {
    const peer = line.find(
      (other) =>
        other.font.name === text.font.name &&
        (Math.abs(other.bounds[0] - text.bounds[0]) < SAME_EDGE ||
          Math.abs(other.bounds[2] - text.bounds[2]) < SAME_EDGE),
    );
    if (!peer || peer === text || line.length < 2) continue;
    const level = line.filter((other) => Math.abs(other.y - peer.y) <= ON_LINE * peer.size).length;
    if (level < 2) return false;
    even += 1;
  }
  return even >= FEWEST_PEERS;
}

type ListOf = (font: Dictionary) => ReadonlyMap<number, string> | null;

const MEANINGS = new WeakMap<ReadonlyMap<number, string>, ReadonlySet<string>>();

/** All that a list knows, made once: fonts are held against one another pair by pair of texts. */
function meaningsOf(list: ReadonlyMap<number, string>): ReadonlySet<string> {
  const known = MEANINGS.get(list) ?? new Set(list.values());
  MEANINGS.set(list, known);
  return known;
}

/** Whether a second subset has what the first has not: programs that address a font with one byte split it. */
function isOverflow(text: TextItem, other: TextItem['font'], listOf: ListOf): boolean {
  const own = listOf(text.font.dictionary);
  const first = listOf(other.dictionary);
  if (!own || !first || first.size < FEWEST_LISTED) return false;
  const known = meaningsOf(first);
  return codesOf(text).every((code) => {
    const meaning = own.get(code);
    return meaning !== undefined && !known.has(meaning);
  });
}

const characters = (pages: readonly Page[]): number =>
  pages.reduce(
    (sum, { items }) => sum + items.reduce((inner, item) => inner + (item.kind === 'TEXT' ? item.count : 0), 0),
    0,
  );

/** Fonts of which the document holds several subsets: of many of them where a program makes one for each encoding or size. */
function usedAsSeveral({ names }: Usage): ReadonlyMap<string, number> {
  const bases = new Map<string, number>();
  for (const name of names.keys()) {
    const base = /^[A-Z]{6}\+(.*)$/.exec(name)?.[1];
    if (base !== undefined) bases.set(base, (bases.get(base) ?? 0) + 1);
  }
  return new Map([...bases].filter(([, count]) => count > 1));
}

function oddities(page: Page, whole: Line, listOf: ListOf, isRareSubset: (text: TextItem) => boolean): Oddity[] {
  const line = whole.filter(({ isField }) => !isField);
  if (line.length < 2) return [];
  const found: Oddity[] = [];
  const dominant = line.reduce((best, text) => (text.count > best.count ? text : best));
  for (const text of line) {
    if (text === dominant || text.codes.trim() === '') continue;
    const { font } = text;
    const other = dominant.font;
    // Office programs write characters beyond one byte as a second subset, of another type.
    const alike = font.base === other.base && font.type === other.type;
    const isOther = alike && font.name !== other.name && font.tag !== other.tag;
    if (isOther && isRareSubset(text) && isWords(text, listOf) && !isOverflow(text, other, listOf)) {
      found.push({ code: 'FONT_TWICE_IN_LINE', page, text });
    }
    const shift = Math.abs(text.y - dominant.y) / dominant.size;
    const scale = Math.abs(text.size - dominant.size) / dominant.size;
    const isShifted = shift > SHIFT[0] && shift < SHIFT[1] && scale < 0.05;
    const isScaled = shift < SHIFT[1] && scale > SCALE[0] && scale < SCALE[1];
    // Programs that place characters one by one may centre each text by its own height.
    const isPlacedSingly = dominant.count < SINGLY;
    // Another font is set in another size on purpose, and raised or lowered: signs, symbols, capitals of one height.
    const isSameFont = font.name === other.name;
    if ((isShifted || isScaled) && !isPlacedSingly && isSameFont && standsAlone(text, dominant, line)) {
      found.push({ code: 'OFF_ITS_LINE', page, text });
    }
  }
  return found;
}

/**
 * Whether a text is one or more whole words that stand beside a line of at least two others, and on no line of its own:
 * parts of words are raised and lowered as accents and logos are, and texts that stand on a second line belong to another
 * column. Labels of figures share no line at all.
 */
function standsAlone(text: TextItem, dominant: TextItem, line: Line): boolean {
  if (text.count < 2) return false;
  const others = line.filter((other) => other !== text && other.codes.trim() !== '');
  const isOn = (one: TextItem, other: TextItem): boolean => Math.abs(one.y - other.y) <= ON_LINE * dominant.size;
  if (others.filter((other) => isOn(other, dominant)).length < 2) return false;
  const gap = WORD_GAP * text.size;
  return others.every(
    (other) =>
      (isOn(other, dominant) || !isOn(other, text)) &&
      (other.bounds[2] < text.bounds[0] - gap || other.bounds[0] > text.bounds[2] + gap),
  );
}
