import { type Detector, type Evidence, type Finding, nothing, type Region } from '../types.ts';
import { isOnPage, regionOf } from './lines.ts';
import type { OpenedDocument, Page } from './open.ts';
import type { FillItem, ImageItem, PageItem, TextItem } from './pdf/content.ts';
import { area, type Bounds, shareCovered } from './pdf/matrix.ts';

/** So much of a text must lie under something for it to be covered. */
const COVERED = 0.7;
/** Larger covers are backgrounds and scans. */
const LARGEST_COVER = 0.3;
const OPAQUE = 0.9;
const REWRITTEN = 2;
const COVERED_ONLY = 1;
const ANNOTATED = 1.5;
const PASTED = 0.8;
const HIDDEN = 0.35;
/** Areas and pictures that are higher than so many lines are parts of a design, laid over one another. */
const MOST_LINES_COVERED = 6;
const LAYERED = 0.35;
const PASTED_ON_SCAN = 1.5;
const TYPED_ON_SCAN = 1;
/** Of a page, a picture of more than this is the page itself. */
const WHOLE_PAGE = 0.8;
/** More parts than these over a scan are how a program stores it in layers. */
const MOST_PARTS = 4;
/** Shares of the page at its edges where stamps, numbers and marks of a fax stand. */
const MARGIN = 0.08;
/** Annotations that paint over a page. */
const COVERING_ANNOTATIONS = new Set(['FreeText', 'Stamp', 'Square', 'Polygon', 'Redact', 'Ink']);

interface Seen {
  code:
    | 'TEXT_COVERED_AND_REWRITTEN'
    | 'TEXT_COVERED'
    | 'ANNOTATION_OVER_TEXT'
    | 'PICTURE_OVER_TEXT'
    | 'TEXT_HIDDEN'
    | 'PASTED_ON_SCAN'
    | 'TYPED_ON_SCAN';
  ratio: number;
  page: number;
  region: Region | null;
}

const DETAILS: Readonly<Record<Seen['code'], string>> = {
  TEXT_COVERED_AND_REWRITTEN: 'text lies under an opaque area, and other text was painted on top of it',
  TEXT_COVERED: 'text lies under an opaque area, so that what a program reads is not what is seen',
  ANNOTATION_OVER_TEXT: 'an annotation with a picture or text of its own lies over text of the page',
  PICTURE_OVER_TEXT: 'a small picture was painted over text of the page',
  PASTED_ON_SCAN: 'a small opaque picture or area was painted over the picture that makes up the page',
  TYPED_ON_SCAN: 'text was set within the picture that makes up the page, away from its margins',
  TEXT_HIDDEN: 'text that nobody can see (not drawn, tiny, or white on white) stands on a page that is no scan',
};

/** Things painted over text: the plainest way to change what a page says. */
export const coveringDetector: Detector<OpenedDocument> = {
  name: 'pdf-covering',
  version: '3',
  family: 'COVERING',
  applicable: ({ pages }) =>
    pages.some((page) => page.items.some(({ kind }) => kind === 'TEXT') || scanOf(page) !== null)
      ? { applies: true }
      : { applies: false, reason: 'The document has no text and no picture of a page.' },
  examine({ pages }): Finding {
    const seen = pages.flatMap((page) => [
      ...coveredOn(page),
      ...annotatedOn(page),
      ...overScan(page),
      ...hiddenOn(page),
    ]);
    if (seen.length === 0) return nothing(1, [{ code: 'NOTHING_COVERED', detail: 'No text is covered or hidden.' }]);
    const ratio = Math.max(...seen.map((one) => one.ratio));
    const evidence: Evidence[] = [];
    for (const code of new Set(seen.map((one) => one.code))) {
      const those = seen.filter((one) => one.code === code);
      const places = [...new Set(those.map(({ page }) => page + 1))].slice(0, 10).join(', ');
      evidence.push({ code, detail: `On page ${places}: ${DETAILS[code]} (${those.length} in all).` });
    }
    const regions = seen.flatMap(({ region }) => region ?? []).slice(0, 500);
    return { logLikelihoodRatio: ratio, quality: 1, evidence, regions, manipulation: 'DOCUMENT_EDIT' };
  },
};

const isText = (item: PageItem): item is TextItem => item.kind === 'TEXT';

function coveredOn(page: Page): Seen[] {
  const whole = area(page.box);
  const texts = page.items.filter((item): item is TextItem => isText(item) && item.visible && item.codes.trim() !== '');
  const covers = page.items.filter(
    (item): item is FillItem | ImageItem =>
      !isText(item) &&
      item.opacity >= OPAQUE &&
      area(item.bounds) > 4 &&
      area(item.bounds) < LARGEST_COVER * whole &&
      (item.kind === 'FILL' ? item.shade !== null : !item.mask),
  );
  const seen: Seen[] = [];
  for (const cover of covers.slice(0, 5000)) {
    const under = texts.filter(
      (text) => text.order < cover.order && shareCovered(text.bounds, cover.bounds) >= COVERED,
    );
    if (under.length === 0) continue;
    const over = texts.filter((text) => text.order > cover.order && shareCovered(text.bounds, cover.bounds) >= 0.5);
    // Frames are drawn over what they are put around, which is then drawn again.
    const drawnAgain = (text: TextItem): boolean => over.some(({ codes }) => codes === text.codes);
    if (under.every(drawnAgain)) continue;
    const region = regionOf(page, cover.bounds, 1);
    const common = { page: page.index, region };
    const isField = page.annotations.some(
      ({ kind, bounds }) =>
        kind === 'Widget' && (shareCovered(cover.bounds, bounds) >= 0.5 || shareCovered(bounds, cover.bounds) >= 0.5),
    );
    if (isField) continue;
    const tallest = Math.max(...under.map(({ size }) => size));
    const isLayer = cover.bounds[3] - cover.bounds[1] > MOST_LINES_COVERED * tallest;
    if (isLayer) seen.push({ code: 'TEXT_COVERED', ratio: LAYERED, ...common });
    else if (over.length > 0) seen.push({ code: 'TEXT_COVERED_AND_REWRITTEN', ratio: REWRITTEN, ...common });
    else if (cover.kind === 'IMAGE') seen.push({ code: 'PICTURE_OVER_TEXT', ratio: REWRITTEN, ...common });
    else seen.push({ code: 'TEXT_COVERED', ratio: COVERED_ONLY, ...common });
  }
  return seen;
}

function annotatedOn(page: Page): Seen[] {
  const texts = page.items.filter((item): item is TextItem => isText(item) && item.visible);
  const touches = (bounds: Bounds): boolean => texts.some((text) => shareCovered(text.bounds, bounds) >= 0.5);
  return page.annotations
    .filter(({ kind, bounds }) => COVERING_ANNOTATIONS.has(kind) && isOnPage(page, bounds) && touches(bounds))
    .map(({ bounds, kind }) => ({
      code: 'ANNOTATION_OVER_TEXT' as const,
      ratio: kind === 'Ink' || kind === 'Polygon' ? PASTED : ANNOTATED,
      page: page.index,
      region: regionOf(page, bounds, 1),
    }));
}

/** The picture that makes up a page, where there is one. */
export const scanOf = ({ items, box }: Page): ImageItem | null => {
  const pictures = items.filter((item): item is ImageItem => item.kind === 'IMAGE');
  return pictures.find(({ bounds }) => shareCovered(box, bounds) >= WHOLE_PAGE) ?? null;
};

/** What was put over a scanned page: programs that scan store one picture, or many parts of it. */
function overScan(page: Page): Seen[] {
  const scan = scanOf(page);
  if (!scan) return [];
  const whole = area(page.box);
  const over = page.items.filter(({ order, bounds }) => order > scan.order && isOnPage(page, bounds));
  const parts = over.filter(
    (item): item is FillItem | ImageItem =>
      !isText(item) &&
      item.opacity >= OPAQUE &&
      (item.kind === 'FILL' || !item.mask) &&
      area(item.bounds) > 20 &&
      area(item.bounds) < LARGEST_COVER * whole,
  );
  const [left, bottom, right, top] = page.box;
  const [aside, above] = [(right - left) * MARGIN, (top - bottom) * MARGIN];
  const typed = over.filter(
    (item): item is TextItem =>
      isText(item) &&
      item.visible &&
      item.codes.trim() !== '' &&
      item.x > left + aside &&
      item.x < right - aside &&
      item.y > bottom + above &&
      item.y < top - above,
  );
  const seen: Seen[] = [];
  const told = (code: Seen['code'], ratio: number, items: readonly PageItem[]): void => {
    if (items.length === 0 || items.length > MOST_PARTS) return;
    for (const { bounds } of items) seen.push({ code, ratio, page: page.index, region: regionOf(page, bounds, 1) });
  };
  told('PASTED_ON_SCAN', PASTED_ON_SCAN, parts);
  told('TYPED_ON_SCAN', TYPED_ON_SCAN, typed);
  return seen;
}

/** A layer of recognised text under a scan is not drawn either, and is the reason why scans are left out. */
function hiddenOn(page: Page): Seen[] {
  const whole = area(page.box);
  const isScan = page.items.some((item) => item.kind === 'IMAGE' && area(item.bounds) > 0.5 * whole);
  if (isScan) return [];
  const fills = page.items.filter((item): item is FillItem => item.kind === 'FILL');
  const onWhite = (text: TextItem): boolean =>
    !fills.some(
      (fill) => fill.order < text.order && (fill.shade ?? 0) < 0.9 && shareCovered(text.bounds, fill.bounds) > 0.5,
    ) && !page.items.some((item) => item.kind === 'IMAGE' && shareCovered(text.bounds, item.bounds) > 0.5);
  const hidden = page.items.filter(
    (item): item is TextItem =>
      isText(item) &&
      item.codes.trim() !== '' &&
      isOnPage(page, item.bounds) &&
      (!item.visible || item.size < 1 || ((item.shade ?? 0) > 0.97 && onWhite(item))),
  );
  return hidden.slice(0, 200).map((item) => ({
    code: 'TEXT_HIDDEN',
    ratio: HIDDEN,
    page: page.index,
    region: regionOf(page, item.bounds, 0.5),
  }));
}
