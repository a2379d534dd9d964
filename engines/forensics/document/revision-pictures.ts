import { PDFiumLibrary, type PDFiumDocument } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { differenceOf, type Drawn, type Place } from '../render/difference.ts';
import { type PagePair, touchedPages } from './changed-pages.ts';
import { type Page, pagesOf } from './open.ts';
import { PdfFile, type PdfView } from './pdf/file.ts';
import { replacedTexts, type TextPair } from './replaced-texts.ts';

export interface RevisionPicture {
  name: string;
  mediaType: 'image/webp';
  bytes: Uint8Array;
}

/** How one page looked before and after it was saved again. */
export interface PageChange {
  /** From 1, as in the state that has the page. */
  page: number;
  /** States from 1. */
  from: number;
  to: number;
  /** Names of the pictures; null where the page is not there in that state. */
  before: string | null;
  after: string | null;
  /** Of the picture's points, 0 to 1. */
  share: number;
  places: Place[];
  texts: TextPair[];
}

export interface RevisionPictures {
  states: number;
  /** The earliest state that was compared with the next. */
  first: number;
  changes: PageChange[];
  /** Pages with something saved anew that were not drawn, for one of the bounds. */
  leftOut: number;
  pictures: RevisionPicture[];
}

const LONGEST = 1600;
const MOST_COMPARED = 8;
const MOST_PICTURES = 24;
const MOST_BYTES = 8 * 2 ** 20;

/**
 * Draws the pages that look different from one saved state of a PDF to the next, both ways, with the places that
 * differ. PDFium without a script engine draws each state from the bytes that were the file then; references are not
 * followed. At most the last 8 savings, 24 pictures of 1,600 points on the longer side, and 8 MiB.
 * @param goOn asked before each page: false ends the drawing, what is left is counted
 * @throws PdfFault, MediaRefused where it is no readable PDF; Error where PDFium cannot draw it
 */
export async function drawRevisions(bytes: Uint8Array, goOn: () => boolean = () => true): Promise<RevisionPictures> {
  const file = new PdfFile(bytes);
  const states = file.revisions.length;
  const first = Math.max(0, states - 1 - MOST_COMPARED);
  const drawing: RevisionPictures = { states, first: first + 1, changes: [], leftOut: 0, pictures: [] };
  if (file.rebuilt || states < 2) return drawing;
  const library = await PDFiumLibrary.init();
  const drawer = new Drawer(file, library, drawing);
  try {
    let view = file.view(first);
    let before = pagesOf(view);
    for (let state = first + 1; state < states; state++) {
      const next = file.view(state);
      const after = pagesOf(next);
      for (const pair of touchedPages(file, state, next, before, after)) {
        const room = drawing.pictures.length + 2 <= MOST_PICTURES && drawer.bytes < MOST_BYTES;
        if (!room || !goOn()) drawing.leftOut++;
        else await drawer.compare(pair, state, view, next);
      }
      drawer.closeBefore(state);
      [view, before] = [next, after];
    }
    return drawing;
  } finally {
    drawer.closeBefore(states);
    library.destroy();
  }
}

class Drawer {
  readonly #file: PdfFile;
  readonly #library: PDFiumLibrary;
  readonly #drawing: RevisionPictures;
  readonly #open = new Map<number, PDFiumDocument>();
  /** Names of pictures that were kept, by state and page: the state after one change is that before the next. */
  readonly #kept = new Set<string>();
  bytes = 0;

  constructor(file: PdfFile, library: PDFiumLibrary, drawing: RevisionPictures) {
    this.#file = file;
    this.#library = library;
    this.#drawing = drawing;
  }

  async compare({ before, after }: PagePair, state: number, earlier: PdfView, later: PdfView): Promise<void> {
    const [was, is] = [before && (await this.#draw(state - 1, before)), after && (await this.#draw(state, after))];
    const difference = was && is ? differenceOf(was, is) : { share: 1, places: [{ x: 0, y: 0, width: 1, height: 1 }] };
    if (difference.share === 0 || (!was && !is)) return;
    this.#drawing.changes.push({
      page: ((after ?? before)?.index ?? 0) + 1,
      from: state,
      to: state + 1,
      before: was && before && (await this.#keep(state - 1, before, was)),
      after: is && after && (await this.#keep(state, after, is)),
      ...difference,
      texts: before && after ? replacedTexts({ page: before, view: earlier }, { page: after, view: later }) : [],
    });
  }

  async #draw(state: number, page: Page): Promise<Drawn | null> {
    let document = this.#open.get(state);
    if (!document) {
      document = await this.#library.loadDocument(this.#file.bytesOf(state));
      this.#open.set(state, document);
    }
    if (page.index >= document.getPageCount()) return null;
    const drawn = document.getPage(page.index);
    const { originalWidth, originalHeight } = drawn.getOriginalSize();
    const scale = LONGEST / Math.max(originalWidth, originalHeight, 1);
    const { data, width, height } = await drawn.render({ scale, render: 'bitmap', colorSpace: 'BGRA' });
    return { data, width, height };
  }

  async #keep(state: number, page: Page, { data, width, height }: Drawn): Promise<string> {
    const name = `state-${state + 1}-page-${page.index + 1}.webp`;
    if (this.#kept.has(name)) return name;
    this.#kept.add(name);
    const encoded = await sharp(data, { raw: { width, height, channels: 4 } })
      .flatten({ background: '#ffffff' })
      .webp({ quality: 82, smartSubsample: true })
      .toBuffer();
    this.bytes += encoded.length;
    this.#drawing.pictures.push({ name, mediaType: 'image/webp', bytes: new Uint8Array(encoded) });
    return name;
  }

  closeBefore(state: number): void {
    for (const [number, document] of this.#open) {
      if (number >= state) continue;
      document.destroy();
      this.#open.delete(number);
    }
  }
}
