import { deflateRawSync } from 'node:zlib';
import { type Detector, type Finding, nothing } from '../types.ts';
import type { OpenedDocument, Page } from './open.ts';
import type { PdfView } from './pdf/file.ts';
import { type Dictionary, Reference, Stream, type Value } from './pdf/values.ts';

/** Some pages are compressed apart and others are not: whoever makes a file smaller does it to all. */
const SOME_APART = 1.2;
/** The only page is: some programs that make files smaller leave the same. */
const ONLY_APART = 0.8;
/** All pages are, or the page was put into one line as programs do that clean up. */
const ALL_APART = 0.3;
/** A program that people make files smaller with, page by page, wrote the file, as far as its form tells. */
const BY_SHRINKER = 0.3;
/** Decoded bytes of a stream that tell one way of compressing from another, and that are still worth the time. */
const SMALLEST = 400;
const LARGEST = 131_072;
const FEWEST_OTHERS = 2;
const MOST_OTHERS = 8;
const MOST_PAGES = 40;
/** Of several pages, so many must be compressed alike before one that is not says something. */
const FEWEST_PAGES = 4;
const ALIKE = 0.7;
/** Bytes. */
const LONG_LINE = 500;

/** One way of compressing (RFC 1951 leaves the choice of matches to the program). */
interface Way {
  level: number;
  memLevel: number;
}

const WAYS: readonly Way[] = [6, 9, 1, 5, 7, 8, 4, 3, 2].flatMap((level) => [
  { level, memLevel: 8 },
  { level, memLevel: 9 },
]);

interface Packed {
  /** As it stands in the file. */
  raw: Uint8Array;
  decoded: Uint8Array;
}

/**
 * What a page draws, compressed by another program than the fonts it is drawn with. Each program that deflates chooses
 * its matches in its own way, so that a stream can be recognised by compressing its content again: where that gives the
 * fonts and their lists byte for byte, and not the page, somebody wrote the page anew after the file was made. Only
 * streams of the compressor that this service runs on (zlib as Chromium and Node.js build it) are recognised; of files
 * made otherwise nothing is said.
 */
export const recompressedDetector: Detector<OpenedDocument> = {
  name: 'pdf-streams',
  version: '2',
  family: 'COMPRESSION',
  applicable: ({ pages }) =>
    pages.length > 0 ? { applies: true } : { applies: false, reason: 'The document has no page.' },
  examine({ bytes, pages, view }): Finding {
    const drawn = pages.slice(0, MOST_PAGES).flatMap((page) => {
      const stream = contentOf(view, page);
      return stream ? [{ page, stream }] : [];
    });
    const others = fontStreams(view, pages);
    const known = waysOf(others);
    if (drawn.length === 0 || (known.length === 0 && drawn.length < FEWEST_PAGES)) return unknown();
    const isOwn = drawn.map(({ stream }) => WAYS.some((way) => isPackedBy(stream, way)));
    const own = isOwn.filter(Boolean).length;
    const byFonts = known.length > 0;
    const byPages = drawn.length >= FEWEST_PAGES && own >= ALIKE * drawn.length;
    if (!byFonts && !byPages) return unknown();
    const ownFonts = new Set(drawn.filter((_, index) => isOwn[index]).flatMap(({ page }) => [...fontsOf([page])]));
    // A page of another file that was put in among these has fonts of its own.
    const belongs = (page: Page): boolean =>
      [...fontsOf([page])].some((font) => ownFonts.has(font)) ||
      (byFonts && waysOf(fontStreams(view, [page])).length > 0);
    const apart = drawn.filter(({ page }, index) => !isOwn[index] && belongs(page));
    if (apart.length === 0) {
      return nothing(1, [
        {
          code: 'STREAMS_ALIKE',
          detail: 'What pages draw was compressed by the same program as the rest of the file.',
        },
      ]);
    }
    const isAll = apart.length === drawn.length && drawn.length > 1;
    const isTidied = apart.every(({ stream }) => isOneLine(stream));
    const which =
      apart.length === 1
        ? `What page ${(apart[0]?.page.index ?? 0) + 1} draws was`
        : `What ${apart.length} of ${drawn.length} pages draw was`;
    const onlyApart = isByShrinker(bytes) ? BY_SHRINKER : ONLY_APART;
    return {
      logLikelihoodRatio: isAll || isTidied ? ALL_APART : drawn.length > 1 ? SOME_APART : onlyApart,
      quality: 1,
      evidence: [
        {
          code: 'PAGE_COMPRESSED_APART',
          detail: `${which} compressed by another program than the rest of the file, as where text was replaced after the file was made. Programs that make files smaller can leave the same.`,
        },
      ],
      manipulation: 'DOCUMENT_EDIT',
    };
  },
};

/**
 * Whether pypdf wrote the file: its mark behind the header, and one key to a line. It compresses pages and nothing else
 * where it is told to make a file smaller, which leaves what an edit leaves.
 */
const isByShrinker = (bytes: Uint8Array): boolean =>
  /^%PDF-\d\.\d\n%\xe2\xe3\xcf\xd3\n\d+ 0 obj\n<<\n(?:\/\w+ [^\n/]*(?:\/\w+)?\n)+/.test(
    Buffer.from(bytes.subarray(0, 200)).toString('latin1'),
  );

/** Programs that write pages end lines. */
const isOneLine = ({ decoded }: Packed): boolean =>
  decoded.filter((byte) => byte === 10 || byte === 13).length < decoded.length / LONG_LINE;

const unknown = (): Finding =>
  nothing(0.4, [
    {
      code: 'STREAMS_NOT_RECOGNISED',
      detail: 'The program that compressed the file is not one that is recognised here.',
    },
  ]);

/** The ways that each of the streams could have been compressed in; none where they are too few. */
function waysOf(streams: readonly Packed[]): Way[] {
  if (streams.length < FEWEST_OTHERS) return [];
  return streams.reduce<Way[]>((left, stream) => left.filter((way) => isPackedBy(stream, way)), [...WAYS]);
}

/** Whether compressing the content again gives the stream (RFC 1950 puts two bytes in front). */
function isPackedBy({ raw, decoded }: Packed, { level, memLevel }: Way): boolean {
  const again = deflateRawSync(decoded, { level, memLevel });
  return again.length <= raw.length - 2 && Buffer.compare(again, raw.subarray(2, 2 + again.length)) === 0;
}

/** What a page draws, where it is one compressed stream. */
function contentOf(view: PdfView, page: Page): Packed | null {
  const contents = view.resolve(page.dictionary.get('Contents'));
  if (contents instanceof Stream) return packed(view, contents);
  const [only, more] = view.array(contents);
  const stream = view.resolve(only);
  return more === undefined && stream instanceof Stream ? packed(view, stream) : null;
}

function fontsOf(pages: readonly Page[]): ReadonlySet<Dictionary> {
  const fonts = new Set<Dictionary>();
  for (const { items } of pages) for (const item of items) if (item.kind === 'TEXT') fonts.add(item.font.dictionary);
  return fonts;
}

/** Fonts and the lists of what their characters mean, the smaller first. */
function fontStreams(view: PdfView, pages: readonly Page[]): Packed[] {
  const fonts = fontsOf(pages);
  const seen = new Set<Value>();
  const found: Packed[] = [];
  const take = (value: Value | undefined): void => {
    const stream = view.resolve(value);
    if (!(value instanceof Reference) || !(stream instanceof Stream) || seen.has(stream)) return;
    seen.add(stream);
    const one = packed(view, stream);
    if (one) found.push(one);
  };
  for (const font of [...fonts].slice(0, 50)) {
    take(font.get('ToUnicode'));
    const [descendant] = view.array(font.get('DescendantFonts'));
    const descriptor = view.dictionary((view.dictionary(descendant) ?? font).get('FontDescriptor'));
    for (const key of ['FontFile', 'FontFile2', 'FontFile3']) take(descriptor?.get(key));
  }
  return found.toSorted((one, other) => one.decoded.length - other.decoded.length).slice(0, MOST_OTHERS);
}

function packed(view: PdfView, stream: Stream): Packed | null {
  const isDeflated = view.name(stream.dictionary.get('Filter')) === 'FlateDecode';
  if (!isDeflated || stream.dictionary.has('DecodeParms') || stream.data.length > LARGEST) return null;
  const decoded = view.decoded(stream)?.bytes;
  if (!decoded || decoded.length < SMALLEST || decoded.length > LARGEST) return null;
  return { raw: stream.data, decoded };
}
