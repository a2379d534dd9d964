import { marksOf } from './compare.ts';
import { codesOf } from './glyphs.ts';
import type { Page } from './open.ts';
import type { TextItem } from './pdf/content.ts';
import type { PdfView } from './pdf/file.ts';
import { readToUnicode } from './pdf/to-unicode.ts';
import type { Dictionary } from './pdf/values.ts';

/** A run of text as it stood in one state and in the next; null where there was or is none at this place. */
export interface TextPair {
  before: string | null;
  after: string | null;
}

const MOST_PAIRS = 40;
const LONGEST = 120;
/** Points within which a run stands where another stood. */
const SAME_PLACE = 3;

interface Side {
  page: Page;
  view: PdfView;
}

/** Texts of a page that differ between two states, each with what stood at its place. Texts of the file: personal. */
export function replacedTexts(before: Side, after: Side): TextPair[] {
  const [gone, fresh] = [only(before.page, after.page), only(after.page, before.page)];
  const read = { before: reader(before.view), after: reader(after.view) };
  const left = new Set(gone);
  const pairs: TextPair[] = [];
  for (const item of fresh) {
    const stood = [...left].find((one) => near(one, item));
    if (stood) left.delete(stood);
    pairs.push({ before: stood ? read.before(stood) : null, after: read.after(item) });
    if (pairs.length === MOST_PAIRS) return pairs;
  }
  for (const item of [...left].slice(0, MOST_PAIRS - pairs.length)) {
    pairs.push({ before: read.before(item), after: null });
  }
  return pairs.filter((pair) => pair.before !== pair.after);
}

const near = (one: TextItem, other: TextItem): boolean =>
  Math.abs(one.x - other.x) <= SAME_PLACE && Math.abs(one.y - other.y) <= SAME_PLACE;

/** Visible runs that one page has and the other has not. */
function only(page: Page, other: Page): TextItem[] {
  const known = new Map<string, number>();
  for (const { mark } of marksOf(other)) known.set(mark, (known.get(mark) ?? 0) + 1);
  return marksOf(page).flatMap(({ mark, item }) => {
    const count = known.get(mark) ?? 0;
    known.set(mark, count - 1);
    return count > 0 ? [] : [item];
  });
}

/** What codes mean, by the map of their font; without one, single bytes are taken for Latin-1. */
function reader(view: PdfView): (item: TextItem) => string | null {
  const maps = new Map<Dictionary, ReadonlyMap<number, string> | null>();
  return (item) => {
    const { dictionary, codeBytes } = item.font;
    if (!maps.has(dictionary)) maps.set(dictionary, readToUnicode(view, dictionary));
    const map = maps.get(dictionary) ?? null;
    if (map === null && codeBytes === 2) return null;
    const text = codesOf(item)
      .slice(0, LONGEST)
      .map((code) => map?.get(code) ?? (codeBytes === 1 ? String.fromCharCode(code) : ''))
      .join('');
    const clean = text.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, ' ').trim();
    return clean === '' ? null : clean.slice(0, LONGEST);
  };
}
