import { createRequire } from 'node:module';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import { registerFonts } from './fonts.ts';
import { Lettering } from './lettering.ts';

const require = createRequire(import.meta.url);
const FONT = require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
const BOLD = require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf');

const MARGIN = 56;
const LABEL_WIDTH = 150;
const SIZE = { title: 17, heading: 11.5, text: 8.5, small: 7 } as const;
const INK = { text: '#16181d', quiet: '#5c6370', line: '#d5d8dd' } as const;

export interface Fact {
  label: string;
  value: string;
}

export interface Section {
  heading: string;
  /** Said below the heading. */
  text?: string;
  facts?: readonly Fact[];
  /** Rows below one line of headings; widths as parts of the whole. */
  table?: { columns: readonly { title: string; part: number }[]; rows: readonly (readonly string[])[] };
}

export interface Report {
  title: string;
  /** Identifier of the record: no personal data, for it stands in the document's properties too. */
  subject: string;
  madeAt: Date;
  sections: readonly Section[];
  /** At the foot of each page. */
  foot: string;
}

/** A report on A4 pages, with page numbers, bookmarks and text that can be selected. */
export async function toPdf(report: Report): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, bottom: MARGIN + 16, left: MARGIN, right: MARGIN },
    bufferPages: true,
    pdfVersion: '1.7',
    lang: 'en',
    displayTitle: true,
    info: { Title: `${report.title} ${report.subject}`, CreationDate: report.madeAt, ModDate: report.madeAt },
  });
  const bytes = buffer(pdf.pipe(new PassThrough()));
  pdf.registerFont('text', FONT).registerFont('bold', BOLD);
  const letters = new Lettering(pdf, await registerFonts(pdf, 'text', textsOf(report)), 'text');
  pdf.font('bold').fontSize(SIZE.title).fillColor(INK.text).text(report.title);
  pdf.moveDown(0.2).font('text').fontSize(SIZE.text).fillColor(INK.quiet).text(report.subject);
  for (const section of report.sections) write(pdf, letters, section);
  number(pdf, letters, report.foot);
  pdf.end();
  return bytes;
}

type Pdf = InstanceType<typeof PDFDocument>;

const width = (pdf: Pdf): number => pdf.page.width - 2 * MARGIN;
const bottom = (pdf: Pdf): number => pdf.page.height - pdf.page.margins.bottom;

function room(pdf: Pdf, height: number): void {
  if (pdf.y + height > bottom(pdf)) pdf.addPage();
}

function write(pdf: Pdf, letters: Lettering, { heading, text, facts, table }: Section): void {
  room(pdf, 60);
  pdf.moveDown(1.6);
  pdf.outline.addItem(heading);
  pdf.font('bold').fontSize(SIZE.heading).fillColor(INK.text).text(heading, MARGIN, pdf.y);
  pdf.moveDown(0.4);
  if (text !== undefined) {
    row(pdf, letters, [text], [width(pdf) + 8], ['text']);
    pdf.moveDown(0.4);
  }
  for (const { label, value } of facts ?? [])
    row(pdf, letters, [label, value], [LABEL_WIDTH, width(pdf) - LABEL_WIDTH], ['quiet', 'text']);
  if (!table) return;
  const whole = table.columns.reduce((sum, { part }) => sum + part, 0);
  const widths = table.columns.map(({ part }) => (part / whole) * width(pdf));
  row(
    pdf,
    letters,
    table.columns.map(({ title }) => title),
    widths,
    table.columns.map(() => 'quiet' as const),
  );
  line(pdf);
  for (const cells of table.rows) {
    row(
      pdf,
      letters,
      cells,
      widths,
      cells.map(() => 'text' as const),
    );
  }
  if (table.rows.length === 0) row(pdf, letters, ['None.'], [width(pdf)], ['quiet']);
}

function line(pdf: Pdf): void {
  pdf
    .moveTo(MARGIN, pdf.y)
    .lineTo(MARGIN + width(pdf), pdf.y)
    .lineWidth(0.5)
    .strokeColor(INK.line)
    .stroke();
  pdf.y += 3;
}

/** Cells beside one another, each as high as the highest. A row that is higher than a page goes on on the next. */
function row(
  pdf: Pdf,
  letters: Lettering,
  cells: readonly string[],
  widths: readonly number[],
  inks: readonly (keyof typeof INK)[],
): void {
  pdf.font('text').fontSize(SIZE.text);
  const texts = cells.map((cell) => letters.printable(cell === '' ? '–' : cell));
  const height = Math.max(
    ...texts.map((text, at) => {
      const cell = (widths[at] ?? 0) - 8;
      if (!letters.isPlain(text)) return letters.height(text, cell, SIZE.text);
      return pdf.font('text').fontSize(SIZE.text).heightOfString(text, { width: cell });
    }),
  );
  room(pdf, Math.min(height, 300));
  const top = pdf.y;
  const page = pdf.bufferedPageRange().count;
  let x = MARGIN;
  let end = top;
  texts.forEach((text, at) => {
    const cell = (widths[at] ?? 0) - 8;
    // One long cell may break over pages; others of its row stand on the first.
    pdf
      .font('text')
      .fontSize(SIZE.text)
      .fillColor(INK[inks[at] ?? 'text']);
    if (letters.isPlain(text)) pdf.text(text, x, top, { width: cell });
    else letters.draw(text, x, top, cell, SIZE.text);
    end = pdf.bufferedPageRange().count > page ? pdf.y : Math.max(end, pdf.y);
    x += widths[at] ?? 0;
  });
  pdf.x = MARGIN;
  pdf.y = end + 3;
}

function number(pdf: Pdf, letters: Lettering, foot: string): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page);
    const y = pdf.page.height - MARGIN;
    const { margins } = pdf.page;
    const kept = margins.bottom;
    // Text below the margin would begin a new page.
    margins.bottom = 0;
    pdf.font('text').fontSize(SIZE.small).fillColor(INK.quiet);
    const shown = letters.printable(foot);
    if (letters.isPlain(shown)) {
      pdf.text(shown, MARGIN, y, { width: width(pdf) - 60, height: SIZE.small + 2, ellipsis: true });
    } else letters.draw(shown, MARGIN, y, width(pdf) - 60, SIZE.small, 1);
    pdf.text(`${page - start + 1} / ${count}`, MARGIN + width(pdf) - 60, y, {
      width: 60,
      align: 'right',
      lineBreak: false,
    });
    margins.bottom = kept;
  }
}

/** Everything that is said, for the fonts that it takes. */
const textsOf = ({ sections, foot }: Report): string[] =>
  [
    foot,
    ...sections.flatMap(({ text, facts = [], table }) => [
      text ?? '',
      ...facts.map(({ value }) => value),
      ...(table?.rows.flat() ?? []),
    ]),
  ].map((text) => text.normalize('NFC'));
