import { MediaRefused } from '../types.ts';
import { readContent, type PageItem } from './pdf/content.ts';
import { PdfFile, type PdfView } from './pdf/file.ts';
import { PdfFault } from './pdf/lexer.ts';
import type { Bounds } from './pdf/matrix.ts';
import { type Dictionary, isDictionary, Name, Reference, type Value } from './pdf/values.ts';

export const MAX_PAGES = 100;

export interface Annotation {
  /** Number of its object; null where it stands in the page itself. */
  object: number | null;
  kind: string;
  bounds: Bounds;
}

export interface Page {
  /** From 0. */
  index: number;
  object: number | null;
  dictionary: Dictionary;
  /** What is seen of it, points. */
  box: Bounds;
  items: PageItem[];
  annotations: Annotation[];
}

export interface OpenedDocument {
  bytes: Uint8Array;
  mediaType: string;
  file: PdfFile;
  view: PdfView;
  pages: readonly Page[];
}

/**
 * Opens a PDF and reads what its pages paint. Scripts are never run and no reference is opened.
 * @throws MediaRefused where it is encrypted, damaged, or beyond the bounds
 */
export function openDocument(bytes: Uint8Array, mediaType: string): OpenedDocument {
  try {
    const file = new PdfFile(bytes);
    const view = file.view();
    if (view.trailer.has('Encrypt')) {
      throw new MediaRefused('MEDIA_ENCRYPTED', 'The PDF is encrypted. Send it without a password or restrictions.');
    }
    const pages = pagesOf(view);
    if (pages.length === 0) throw new PdfFault('it has no page');
    return { bytes: file.bytes, mediaType, file, view, pages };
  } catch (cause) {
    if (cause instanceof PdfFault) {
      throw new MediaRefused('UNPROCESSABLE_MEDIA', `The PDF cannot be read: ${cause.message}. Send it again.`, {
        cause,
      });
    }
    throw cause;
  }
}

/** The pages of a state of the document with what they paint. @throws PdfFault; MediaRefused beyond 100 pages */
export function pagesOf(view: PdfView): Page[] {
  const root = view.dictionary(view.trailer.get('Root'));
  const pages: Page[] = [];
  const seen = new Set<number>();
  const visit = (value: Value | undefined, inherited: ReadonlyMap<string, Value>, depth: number): void => {
    const object = value instanceof Reference ? value.number : null;
    if (depth > 40 || (object !== null && seen.has(object))) return;
    if (object !== null) seen.add(object);
    const node = view.dictionary(value);
    if (!node) return;
    const own = new Map(inherited);
    for (const key of ['Resources', 'MediaBox', 'CropBox']) {
      const given = node.get(key);
      if (given !== undefined) own.set(key, given);
    }
    const kids = view.resolve(node.get('Kids'));
    if (Array.isArray(kids) && view.name(node.get('Type')) !== 'Page') {
      for (const kid of kids) visit(kid, own, depth + 1);
      return;
    }
    if (pages.length >= MAX_PAGES) throw new MediaRefused('MEDIA_TOO_LARGE', 'The PDF has more than 100 pages.');
    pages.push({
      index: pages.length,
      object,
      dictionary: node,
      box: boxOf(view, own.get('CropBox') ?? own.get('MediaBox')) ?? [0, 0, 612, 792],
      items: readContent(view, node, view.dictionary(own.get('Resources'))),
      annotations: annotationsOf(view, node),
    });
  };
  visit(root?.get('Pages'), new Map(), 0);
  return pages;
}

function boxOf(view: PdfView, value: Value | undefined): Bounds | null {
  const [a, b, c, d] = view.array(value).map((one) => view.number(one) ?? 0);
  if (a === undefined || b === undefined || c === undefined || d === undefined) return null;
  const box: Bounds = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
  return box[2] - box[0] > 0 && box[3] - box[1] > 0 ? box : null;
}

const MAX_ANNOTATIONS = 2000;

function annotationsOf(view: PdfView, page: Dictionary): Annotation[] {
  const annotations: Annotation[] = [];
  for (const value of view.array(page.get('Annots')).slice(0, MAX_ANNOTATIONS)) {
    const annotation = view.resolve(value);
    if (!isDictionary(annotation)) continue;
    const kind = annotation.get('Subtype');
    const bounds = boxOf(view, annotation.get('Rect'));
    const hidden = ((view.number(annotation.get('F')) ?? 0) & 2) !== 0;
    if (!(kind instanceof Name) || !bounds || hidden) continue;
    annotations.push({ object: value instanceof Reference ? value.number : null, kind: kind.name, bounds });
  }
  return annotations;
}
