import sharp from 'sharp';
import {
  contentNumber,
  contentOf,
  type DocumentMade,
  HELVETICA,
  HELVETICA_BOLD,
  type MadeObject,
  makeDocument,
  type PageMade,
  type Run,
  saveAgain,
  show,
  sign,
  statementPage,
  streamBody,
} from '../../engines/forensics/testing/pdf-maker.ts';

/** Documents as programs write them, and the ways in which people change them, for measurements. */

export type Random = () => number;
const pick = <Item>(random: Random, items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;

const EMBEDDED = (name: string, tag: string): string =>
  `<< /Type /Font /Subtype /TrueType /BaseFont /${tag}+${name} /FirstChar 32 /LastChar 33 /Widths [278 278] /FontDescriptor << /Type /FontDescriptor /FontName /${tag}+${name} /Flags 32 /FontFile2 190 0 R >> >>`;

export interface Base {
  made: DocumentMade;
  pages: PageMade[];
}

/** A document of one of several kinds of programs. */
export function base(random: Random, seed: number): Base {
  const count = 1 + Math.floor(random() * 3);
  const pages = Array.from({ length: count }, (_, index): PageMade => {
    const page = statementPage(seed + index);
    const shaded =
      random() < 0.4 ? Array.from({ length: 9 }, (_, row) => `0.92 g 50 ${722 - 48 * row} 500 20 re f\n`) : [];
    const rule = random() < 0.5 ? '0 g 50 770 500 1 re f\n' : '';
    // Many programs write one line in several pieces.
    const runs = random() < 0.3 ? page.runs.flatMap(inWords) : page.runs;
    return { runs, before: shaded.join('') + rule };
  });
  const embedded = random() < 0.5;
  const fonts = embedded
    ? { F1: EMBEDDED('LiberationSans', 'ABCDEF'), F2: EMBEDDED('LiberationSans-Bold', 'ABCDEG') }
    : { F1: HELVETICA, F2: HELVETICA_BOLD };
  const extra: MadeObject[] = embedded ? [{ number: 190, body: streamBody('', Buffer.alloc(400, 7)) }] : [];
  const made: DocumentMade = {
    pages,
    fonts,
    extra,
    structure: random() < 0.5 ? 'TABLE' : 'STREAM',
    producer: pick(random, ['Office Writer 7.2', 'Ledger Report 4', 'Skia/PDF m131', 'iText Core 8.0', 'FPDF 1.86']),
    ...(random() < 0.3 ? { modified: "D:20260102111500+00'00'" } : {}),
  };
  return { made, pages };
}

/** Helvetica's widths are not at hand here: half a size a character is near enough for separate pieces. */
function inWords(run: Run): Run[] {
  const size = run.size ?? 11;
  let at = 0;
  return run.text.split(/(?<= )/).map((text) => {
    const piece = { ...run, text, x: run.x + at * size * 0.5 };
    at += text.length;
    return piece;
  });
}

const content = (page: PageMade): MadeObject => ({
  number: contentNumber(0),
  body: streamBody('', Buffer.from(contentOf(page), 'latin1')),
});
const TARGET = { x: 440, y: 610 };
const isTarget = (run: Run): boolean => run.x === TARGET.x && Math.abs(run.y - TARGET.y) < 1;
const forged = (random: Random): string => `${10 + Math.floor(random() * 89)},${100 + Math.floor(random() * 899)}.50`;
const first = ({ pages }: Base): PageMade => pages[0] as PageMade;
const rewritten = (made: DocumentMade, page: PageMade, more: Partial<DocumentMade> = {}): Buffer =>
  makeDocument({ ...made, ...more, pages: [page, ...made.pages.slice(1)] });
const replaced = (page: PageMade, change: (run: Run) => Run): PageMade => ({
  ...page,
  runs: page.runs.map((run) => (isTarget(run) ? change(run) : run)),
});

/** What happens to documents that nobody forges. */
export const UNTOUCHED: Readonly<Record<string, (base: Base, random: Random) => Promise<Buffer> | Buffer>> = {
  plain: ({ made }) => makeDocument(made),
  signed: ({ made }) => sign(makeDocument(made)),
  'signed twice': ({ made }) => sign(sign(makeDocument(made)), 201),
  'saved again, nothing seen': ({ made }) => {
    const info = Buffer.from(`<< /Producer (${made.producer}) /ModDate (D:20260110090000Z) >>`);
    return saveAgain(makeDocument(made), [{ number: 4, body: info }], made.structure);
  },
  highlighted: ({ made }) => {
    const body = Buffer.from(
      '<< /Type /Annot /Subtype /Highlight /Rect [180 600 400 622] /QuadPoints [180 622 400 622 180 600 400 600] >>',
    );
    return makeDocument({ ...made, annotations: [150], extra: [...(made.extra ?? []), { number: 150, body }] });
  },
  'with a logo': async ({ made }, random) => {
    const pixels = await sharp({ create: { width: 60, height: 30, channels: 3, background: '#336699' } })
      .raw()
      .toBuffer();
    const body = streamBody(
      `/Type /XObject /Subtype /Image /Width 60 /Height 30 /ColorSpace /DeviceRGB /BitsPerComponent 8`,
      pixels,
    );
    const [page, ...rest] = made.pages;
    const logo = `q 80 0 0 40 ${400 + Math.floor(random() * 80)} 795 cm /I1 Do Q\n`;
    const pages = [{ ...(page as PageMade), before: logo + (page?.before ?? '') }, ...rest];
    return makeDocument({ ...made, pages, images: { I1: 151 }, extra: [...(made.extra ?? []), { number: 151, body }] });
  },
};

/** Edits that were looked at while weights were chosen. */
export const KNOWN_EDITS: Readonly<Record<string, (base: Base, random: Random) => Promise<Buffer> | Buffer>> = {
  'appended, amount replaced': (given, random) =>
    saveAgain(
      makeDocument(given.made),
      [content(replaced(first(given), (run) => ({ ...run, text: forged(random) })))],
      given.made.structure,
    ),
  'white area and new amount': (given, random) => {
    const page = first(given);
    const after = `1 g 436 606 80 16 re f 0 g ${show({ ...TARGET, text: forged(random) })}`;
    return rewritten(given.made, { ...page, after: (page.after ?? '') + after });
  },
  'other font in the line': (given, random) => {
    const page = replaced(first(given), (run) => ({ ...run, text: forged(random), font: 'F9' }));
    const other = given.made.fonts?.['F1']?.includes('FontFile2')
      ? '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
      : EMBEDDED('Arimo', 'QWERTY');
    const extra = [
      ...(given.made.extra ?? []).filter(({ number }) => number !== 190),
      { number: 190, body: streamBody('', Buffer.alloc(400, 7)) },
    ];
    return rewritten(given.made, page, { fonts: { ...given.made.fonts, F9: other }, extra });
  },
};

/** Edits that were kept back: no weight or bound was chosen by them. */
export const HELD_OUT_EDITS: Readonly<Record<string, (base: Base, random: Random) => Promise<Buffer> | Buffer>> = {
  'free text annotation over the amount': (given) => {
    const body = Buffer.from(
      '<< /Type /Annot /Subtype /FreeText /Rect [436 604 520 624] /DA (/Helv 11 Tf 0 g) /Contents (changed) /C [1 1 1] >>',
    );
    const { made } = given;
    return makeDocument({ ...made, annotations: [150], extra: [...(made.extra ?? []), { number: 150, body }] });
  },
  'picture pasted over the amount': async (given) => {
    const pixels = await sharp({ create: { width: 80, height: 16, channels: 3, background: '#ffffff' } })
      .jpeg()
      .toBuffer();
    const body = streamBody(
      '/Type /XObject /Subtype /Image /Width 80 /Height 16 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode',
      pixels,
      false,
    );
    const page = first(given);
    const after = `${page.after ?? ''}q 84 0 0 18 436 606 cm /I9 Do Q\n`;
    return rewritten(
      given.made,
      { ...page, after },
      { images: { I9: 152 }, extra: [...(given.made.extra ?? []), { number: 152, body }] },
    );
  },
  'second subset of the font': (given, random) => {
    const page = replaced(first(given), (run) => ({ ...run, text: forged(random), font: 'F9' }));
    const fonts = {
      F1: EMBEDDED('LiberationSans', 'ABCDEF'),
      F2: EMBEDDED('LiberationSans-Bold', 'ABCDEG'),
      F9: EMBEDDED('LiberationSans', 'ZYXWVU'),
    };
    return rewritten(given.made, page, { fonts, extra: [{ number: 190, body: streamBody('', Buffer.alloc(400, 7)) }] });
  },
  'typed in by hand, slightly off the line': (given, random) => {
    const shift = 0.3 + random();
    return rewritten(
      given.made,
      replaced(first(given), (run) => ({ ...run, text: forged(random), y: run.y + shift })),
    );
  },
  'appended after signing': (given, random) =>
    saveAgain(
      sign(makeDocument(given.made)),
      [content(replaced(first(given), (run) => ({ ...run, text: forged(random) })))],
      given.made.structure,
    ),
  'line taken out, appended': (given) => {
    const page = first(given);
    return saveAgain(
      makeDocument(given.made),
      [content({ ...page, runs: page.runs.filter((run) => Math.abs(run.y - TARGET.y) > 1) })],
      given.made.structure,
    );
  },
  'overwritten in place, same font, written anew': (given, random) =>
    rewritten(
      given.made,
      replaced(first(given), (run) => ({ ...run, text: forged(random) })),
    ),
};
