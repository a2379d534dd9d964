import type { Page } from './open.ts';
import type { PdfFile, PdfView } from './pdf/file.ts';
import { isDictionary, Reference, Stream, type Value } from './pdf/values.ts';
import type { Entry } from './pdf/xref.ts';

const MOST_VALUES = 50_000;
/** Ways from a page to other pages. */
const ELSEWHERE = new Set(['Parent', 'P', 'Dest', 'A', 'AA', 'B', 'StructParents', 'Popup']);

/** One page in two states of a document; null where it is not there in one of them. */
export interface PagePair {
  before: Page | null;
  after: Page | null;
}

/**
 * Pages that reach anything which was saved anew at a revision, with pages that came or went: what can look different.
 * @param revision from 1: what it changed of the one before
 */
export function touchedPages(
  file: PdfFile,
  revision: number,
  view: PdfView,
  before: readonly Page[],
  after: readonly Page[],
): PagePair[] {
  const touched = touchedObjects(file, revision);
  const kept = new Set<Page>();
  const pairs: PagePair[] = [];
  for (const page of after) {
    const earlier =
      page.object === null
        ? before[page.index]
        : before.find(({ object }) => object !== null && object === page.object);
    if (earlier) kept.add(earlier);
    if (!earlier) pairs.push({ before: null, after: page });
    else if (reaches(view, page, touched)) pairs.push({ before: earlier, after: page });
  }
  for (const page of before) if (!kept.has(page)) pairs.push({ before: page, after: null });
  return pairs;
}

/** Numbers of the objects that stand elsewhere since a revision. */
function touchedObjects(file: PdfFile, revision: number): ReadonlySet<number> {
  const known = new Map<number, Entry>();
  for (const { entries } of file.revisions.slice(0, revision)) {
    for (const [number, entry] of entries) known.set(number, entry);
  }
  const fresh = file.revisions[revision]?.entries ?? new Map<number, Entry>();
  const moved = ([number, entry]: [number, Entry]): boolean => {
    const was = known.get(number);
    if (was?.kind !== entry.kind) return true;
    if (entry.kind === 'AT') return was.kind !== 'AT' || was.offset !== entry.offset;
    return entry.kind === 'IN' && (was.kind !== 'IN' || was.container !== entry.container);
  };
  const touched = new Set([...fresh].filter(moved).map(([number]) => number));
  // An object stream that is written again brings all of its objects anew.
  for (const [number, entry] of known) if (entry.kind === 'IN' && touched.has(entry.container)) touched.add(number);
  return touched;
}

/** Whether a page, or anything that it draws with, is among these objects. Walks that do not end count as reaching. */
function reaches(view: PdfView, page: Page, touched: ReadonlySet<number>): boolean {
  if (page.object !== null && touched.has(page.object)) return true;
  const seen = new Set<number>();
  const open: Value[] = [page.dictionary, ...inherited(view, page)];
  for (let count = 0; open.length > 0; count++) {
    if (count > MOST_VALUES) return true;
    const value = open.pop();
    if (value instanceof Reference) {
      if (touched.has(value.number)) return true;
      if (seen.has(value.number)) continue;
      seen.add(value.number);
      open.push(view.object(value.number));
    } else if (Array.isArray(value)) open.push(...value.slice(0, MOST_VALUES));
    else {
      const dictionary = value instanceof Stream ? value.dictionary : value;
      if (!isDictionary(dictionary)) continue;
      for (const [key, inner] of dictionary) if (!ELSEWHERE.has(key)) open.push(inner);
    }
  }
  return false;
}

const MOST_PARENTS = 40;

/** What the page has from the nodes above it. */
function inherited(view: PdfView, page: Page): Value[] {
  const values: Value[] = [];
  let node = view.dictionary(page.dictionary.get('Parent'));
  for (let depth = 0; node && depth < MOST_PARENTS; depth++) {
    for (const key of ['Resources', 'MediaBox', 'CropBox', 'Rotate']) values.push(node.get(key) ?? null);
    node = view.dictionary(node.get('Parent'));
  }
  return values;
}
