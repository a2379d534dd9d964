import { type Detector, type Finding, nothing, type Region } from '../types.ts';
import { codesOf } from './glyphs.ts';
import { regionOf } from './lines.ts';
import type { OpenedDocument, Page } from './open.ts';
import type { TextItem } from './pdf/content.ts';
import type { Dictionary } from './pdf/values.ts';
import { whereWidthsAreKnown } from './where-widths.ts';

const UNEVEN = 1;
/** Thousandths of the size: what is taken for one and the same distance, what differs, and where a word ends. */
const SAME = 3;
const DIFFERS = 9;
const WORD_ENDS = 140;
/** Times that two characters meet at one distance before another distance says something. */
const FEWEST = 4;
/** Meetings of pairs that are set closer or wider, for a document to be known to set them so. */
const FEWEST_KERNED = 40;
/** Places that differ where a text was replaced, all within one line: one alone, or in several lines, is how the program sets. */
const FEWEST_PLACES = 2;
const MOST_PLACES = 12;
const MOST_MEETINGS = 400_000;

interface Meeting {
  page: Page;
  text: TextItem;
  /** From where the first character ends to where the second begins, thousandths of the size. */
  distance: number;
}

/**
 * Distances between characters. Programs that set text with kerning give two characters the same distance wherever they
 * meet. Text that was replaced in what a page draws keeps the distances of the text before it, or has none.
 */
export const kerningDetector: Detector<OpenedDocument> = {
  name: 'pdf-kerning',
  version: '1',
  family: 'TYPESETTING',
  applicable: whereWidthsAreKnown,
  examine({ pages }): Finding {
    const pairs = meetingsOf(pages);
    let [kerned, all] = [0, 0];
    const odd: Meeting[] = [];
    for (const meetings of pairs.values()) {
      if (meetings.length < FEWEST) continue;
      const usual =
        meetings.toSorted((one, other) => one.distance - other.distance)[meetings.length >> 1]?.distance ?? 0;
      const even = meetings.filter(({ distance }) => Math.abs(distance - usual) <= SAME);
      if (Math.abs(usual) >= DIFFERS) kerned += even.length;
      all += meetings.length;
      const others = meetings.filter(({ distance }) => Math.abs(distance - usual) >= DIFFERS);
      if (even.length >= FEWEST && even.length + others.length === meetings.length) odd.push(...others);
      else all -= meetings.length;
    }
    if (kerned < FEWEST_KERNED) {
      return nothing(0.4, [
        { code: 'NOT_KERNED', detail: 'The document does not set characters closer or wider by pairs.' },
      ]);
    }
    if (odd.length < FEWEST_PLACES || odd.length > MOST_PLACES || !isOneLine(odd)) {
      return nothing(odd.length === 0 ? 1 : 0.4, [
        odd.length === 0
          ? { code: 'DISTANCES_EVEN', detail: 'Characters stand at the same distance wherever they meet.' }
          : { code: 'DISTANCES_VARY', detail: 'The program varies the distances between characters.' },
      ]);
    }
    const places = [...new Set(odd.map(({ page }) => page.index + 1))].slice(0, 10).join(', ');
    const regions: Region[] = odd.map(({ page, text }) => regionOf(page, text.bounds, 0.7));
    const detail = `On page ${places}: characters stand at another distance than everywhere else in the document (${odd.length} of ${all} places), as where text was replaced.`;
    return {
      logLikelihoodRatio: UNEVEN,
      quality: 1,
      evidence: [{ code: 'DISTANCE_DIFFERS', detail }],
      regions,
      manipulation: 'DOCUMENT_EDIT',
    };
  },
};

const isOneLine = ([first, ...others]: readonly Meeting[]): boolean =>
  first !== undefined &&
  others.every(({ page, text }) => page === first.page && Math.abs(text.y - first.text.y) < 0.1 * text.size);

/** Where two characters of one font meet, by font and pair. */
function meetingsOf(pages: readonly Page[]): ReadonlyMap<string, Meeting[]> {
  const pairs = new Map<string, Meeting[]>();
  const fonts = new Map<Dictionary, number>();
  let count = 0;
  const meet = (page: Page, text: TextItem, one: number, other: number, distance: number): void => {
    const font = fonts.get(text.font.dictionary) ?? fonts.size;
    fonts.set(text.font.dictionary, font);
    const key = `${font} ${one} ${other}`;
    const list = pairs.get(key);
    if (list) list.push({ page, text, distance });
    else pairs.set(key, [{ page, text, distance }]);
    count += 1;
  };
  for (const page of pages) {
    let before: TextItem | null = null;
    for (const item of page.items) {
      if (item.kind !== 'TEXT' || !item.font.widthsKnown || !item.visible) {
        before = null;
        continue;
      }
      if (count > MOST_MEETINGS) return pairs;
      const codes = codesOf(item);
      const last = before ? codesOf(before).at(-1) : undefined;
      if (before && last !== undefined && codes[0] !== undefined && before.font === item.font && isNext(before, item)) {
        const distance = (1000 * (item.x - before.bounds[2])) / item.size;
        if (Math.abs(distance) < WORD_ENDS) meet(page, item, last, codes[0], distance);
      }
      for (let at = 1; at < codes.length; at++) meet(page, item, codes[at - 1] ?? 0, codes[at] ?? 0, 0);
      before = item;
    }
  }
  return pairs;
}

const isNext = (before: TextItem, item: TextItem): boolean =>
  Math.abs(before.y - item.y) < 0.001 * item.size && before.size === item.size;
