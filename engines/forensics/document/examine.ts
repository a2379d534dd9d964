import { PDFiumLibrary } from '@hyzyla/pdfium';
import { fuse } from '../fuse.ts';
import { provenanceDetector, type TrustList } from '../provenance.ts';
import { drawHeatMap } from '../render/heat-map.ts';
import { runDetectors } from '../run.ts';
import { type Artefact, type Detector, type ForensicFindings, MediaRefused, type Region } from '../types.ts';
import { balancesDetector } from './balances.ts';
import { columnsDetector } from './columns.ts';
import { coveringDetector } from './covering.ts';
import { firstUseDetector } from './first-use.ts';
import { glyphsDetector } from './glyphs.ts';
import { invoiceDataDetector } from './invoice-data.ts';
import { documentMetadataDetector } from './metadata.ts';
import { kerningDetector } from './kerning.ts';
import { type OpenedDocument, openDocument } from './open.ts';
import { PdfFault } from './pdf/lexer.ts';
import { productsDetector } from './products.ts';
import { recompressedDetector } from './recompressed.ts';
import { revisionsDetector } from './revisions.ts';
import { rowsDetector } from './rows.ts';
import { signaturesDetector } from './signatures.ts';
import { totalsDetector } from './totals.ts';
import { typesettingDetector } from './typesetting.ts';

/** Everything that looks at a PDF. */
export const documentDetectors = (trust: TrustList | null): Detector<OpenedDocument>[] => [
  provenanceDetector<OpenedDocument>(trust),
  documentMetadataDetector,
  signaturesDetector,
  revisionsDetector,
  coveringDetector,
  typesettingDetector,
  kerningDetector,
  glyphsDetector,
  firstUseDetector,
  recompressedDetector,
  columnsDetector,
  balancesDetector,
  totalsDetector,
  productsDetector,
  invoiceDataDetector,
  rowsDetector,
];

const MOST_HEAT_MAPS = 3;
const LONGEST = 1024;

/**
 * Examines one PDF.
 * @throws MediaRefused
 */
export async function examineDocument(
  bytes: Uint8Array,
  mediaType: string,
  trust: TrustList | null,
  progress: (share: number) => void,
): Promise<ForensicFindings> {
  const document = openDocument(bytes, mediaType);
  progress(0.3);
  try {
    const detectors = await runDetectors(documentDetectors(trust), document, (share) => progress(0.3 + 0.5 * share));
    const conclusion = fuse(detectors);
    const regions = detectors.flatMap(({ finding }) => finding?.regions ?? []);
    const artefacts = regions.length > 0 ? await heatMaps(bytes, regions) : [];
    return { conclusion, detectors, artefacts };
  } catch (cause) {
    if (!(cause instanceof PdfFault)) throw cause;
    throw new MediaRefused('UNPROCESSABLE_MEDIA', `The PDF cannot be read: ${cause.message}. Send it again.`, {
      cause,
    });
  }
}

/** The pages where something stands out, those with most of it first; none where PDFium cannot draw the file. */
async function heatMaps(bytes: Uint8Array, regions: readonly Region[]): Promise<Artefact[]> {
  const byPage = Map.groupBy(regions, ({ page }) => page);
  const pages = [...byPage].toSorted((one, other) => other[1].length - one[1].length).slice(0, MOST_HEAT_MAPS);
  const library = await PDFiumLibrary.init();
  const artefacts: Artefact[] = [];
  try {
    const document = await library.loadDocument(bytes);
    try {
      for (const [index, those] of pages) {
        const page = document.getPage(index);
        const { originalWidth, originalHeight } = page.getOriginalSize();
        const scale = LONGEST / Math.max(originalWidth, originalHeight, 1);
        const { data, width, height } = await page.render({ scale, render: 'bitmap', colorSpace: 'BGRA' });
        artefacts.push(
          await drawHeatMap({ data, width, height, channels: 4 }, those, `heat-map-page-${index + 1}.png`),
        );
      }
    } finally {
      document.destroy();
    }
  } catch {
    return artefacts;
  } finally {
    library.destroy();
  }
  return artefacts;
}
