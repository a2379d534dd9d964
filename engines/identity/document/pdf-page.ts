import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { Raster } from '../types.ts';
import { ImageRefused } from './raster.ts';

/** Points an inch, and the resolution at which a page is drawn. */
const POINTS = 72;
const DOTS = 200;
/** Pages larger than this on a side are drawn coarser, pixels. */
const LONGEST = 4_000;

export interface DrawnPage {
  raster: Raster;
  pages: number;
}

/**
 * Draws the first page of a PDF as a picture. Scripts, forms and references in it are never run or followed (PDFium
 * without its script engine, in WebAssembly).
 * @throws ImageRefused where it is no readable PDF, or is encrypted
 */
export async function drawFirstPage(bytes: Uint8Array): Promise<DrawnPage> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(bytes);
    try {
      const pages = document.getPageCount();
      if (pages < 1) throw new ImageRefused('IMAGE_DAMAGED', 'The PDF has no page.');
      const page = document.getPage(0);
      const { originalWidth, originalHeight } = page.getOriginalSize();
      const longest = Math.max(originalWidth, originalHeight);
      if (!(longest > 0)) throw new ImageRefused('IMAGE_DAMAGED', 'The first page of the PDF has no size.');
      const scale = Math.min(DOTS / POINTS, LONGEST / longest);
      const { data, width, height } = await page.render({ scale, render: 'bitmap', colorSpace: 'BGRA' });
      return { raster: opaque(data, width, height), pages };
    } finally {
      document.destroy();
    }
  } catch (cause) {
    if (cause instanceof ImageRefused) throw cause;
    throw new ImageRefused('IMAGE_DAMAGED', 'The PDF cannot be read: it is damaged, cut short, or encrypted.', {
      cause,
    });
  } finally {
    library.destroy();
  }
}

/** On white. The library hands out the bytes as red, green, blue and opacity. */
function opaque(pixels: Uint8Array, width: number, height: number): Raster {
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) {
    const opacity = (pixels[4 * i + 3] as number) / 255;
    for (let c = 0; c < 3; c++) {
      data[3 * i + c] = Math.round((pixels[4 * i + c] as number) * opacity + 255 * (1 - opacity));
    }
  }
  return { data, width, height, channels: 3 };
}
