import { createRequire } from 'node:module';
import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFName, PDFRawStream, PDFRef, rgb, StandardFonts } from '@cantoo/pdf-lib';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import PDFKit from 'pdfkit';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { openDocument } from '../../engines/forensics/document/open.ts';
import { readToUnicode } from '../../engines/forensics/document/pdf/to-unicode.ts';
import { Stream } from '../../engines/forensics/document/pdf/values.ts';
import type { Random } from './document-edits.ts';

/** Statements of account as real programs write them (pdfkit, Chromium, a scanner), and edits by a real library. */

export interface Statement {
  bytes: Uint8Array;
  /** The amount and the name that an edit changes, as they stand in it. */
  amount: string;
  name: string;
  /** Where the amount stands, points from the left and from the top of the first page. */
  at: { x: number; y: number };
}

interface Row {
  date: string;
  name: string;
  amount: string;
  balance: string;
}

const pick = <Item>(random: Random, items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
const between = (random: Random, low: number, high: number): number => low + Math.floor(random() * (high - low + 1));
const GIVEN = ['Maria', 'Anton', 'Yusuf', 'Ingrid', 'Pavel', 'Chloe', 'Kwame', 'Leila', 'Oscar', 'Zita'];
const FAMILY = [
  'Kovacs',
  'Brandt',
  'Okafor',
  'Lindqvist',
  'Petrov',
  'Jimenez',
  'Haddad',
  'Fischer',
  'Quigley',
  'Wexler',
];
const WHAT = ['Rent', 'Salary', 'Invoice', 'Refund', 'Insurance', 'Transfer', 'Electricity', 'Subscription'];

const nameOf = (random: Random): string => `${pick(random, GIVEN)} ${pick(random, FAMILY)}`;
const amountOf = (random: Random): string =>
  (random() < 0.3 ? between(random, 1000, 9999) : between(random, 12, 980)).toLocaleString('en-GB') +
  `.${String(between(random, 0, 99)).padStart(2, '0')}`;

function rowsOf(random: Random): Row[] {
  let balance = between(random, 200_000, 3_000_000);
  return Array.from({ length: between(random, 9, 22) }, (_, row) => {
    const amount = amountOf(random);
    const cents = Math.round(Number(amount.replaceAll(',', '')) * 100);
    balance += balance > cents && random() < 0.7 ? -cents : cents;
    return {
      date: `${String(1 + row).padStart(2, '0')} January 2026`,
      name: `${pick(random, WHAT)}, ${nameOf(random)}`,
      amount,
      balance: (balance / 100).toLocaleString('en-GB', { minimumFractionDigits: 2 }),
    };
  });
}

const FONT = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');

/** Written by pdfkit with an embedded subset, amounts set to the right edge. */
export function byPdfkit(random: Random, withBalance = false): Promise<Statement> {
  const rows = rowsOf(random);
  const holder = nameOf(random);
  const document = new PDFKit({ size: 'A4', margin: 50 });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => document.on('end', () => resolve()));
  document.font(FONT).fontSize(16).text('Statement of account', 60, 60);
  document.fontSize(10).text(holder, 60, 90);
  rows.forEach(({ date, name, amount, balance }, index) => {
    const y = 130 + 20 * index;
    document.text(date, 60, y, { lineBreak: false });
    document.text(name, 170, y, { lineBreak: false });
    document.text(amount, 340, y, { width: 100, align: 'right', lineBreak: false });
    if (withBalance) document.text(balance, 440, y, { width: 100, align: 'right', lineBreak: false });
  });
  document.end();
  const chosen = between(random, 2, rows.length - 3);
  return ended.then(() => ({
    bytes: Buffer.concat(chunks),
    amount: (rows[chosen] as Row).amount,
    name: (rows[chosen] as Row).name,
    at: { x: 380, y: 130 + 20 * chosen },
  }));
}

/** Printed by Chromium. */
export async function byChromium(page: Page, random: Random, withBalance = false): Promise<Statement> {
  const rows = rowsOf(random);
  const cells = rows.map(
    ({ date, name, amount, balance }) =>
      `<tr><td>${date}<td>${name}<td style="text-align:right">${amount}${withBalance ? `<td style="text-align:right">${balance}` : ''}`,
  );
  const family = pick(random, ['Liberation Sans', 'Liberation Serif', 'DejaVu Sans', 'sans-serif']);
  await page.setContent(
    `<body style="font:${between(random, 11, 15)}px '${family}'"><h2>Statement of account</h2><p>${nameOf(random)}</p><table style="width:100%">${cells.join('')}</table>`,
  );
  const chosen = between(random, 2, rows.length - 3);
  const place = await page.locator('tr').nth(chosen).locator('td').nth(2).boundingBox();
  const bytes = await page.pdf({ format: 'A4', margin: { top: '20px', left: '20px', right: '20px', bottom: '20px' } });
  const { amount, name } = rows[chosen] as Row;
  return { bytes, amount, name, at: { x: 480, y: 0.75 * ((place?.y ?? 200) + 24) } };
}

/** A statement printed and scanned: one picture a page. */
export async function scanned(statement: Statement, random: Random): Promise<Statement> {
  const library = await PDFiumLibrary.init();
  try {
    const source = await library.loadDocument(statement.bytes);
    const { data, width, height } = await source
      .getPage(0)
      .render({ scale: 1.6, render: 'bitmap', colorSpace: 'BGRA' });
    source.destroy();
    const grain = Buffer.alloc(width * height * 3);
    for (let i = 0; i < width * height; i++) {
      const noise = (random() + random() - 1) * 12;
      for (let c = 0; c < 3; c++) {
        const value = 8 + (data[4 * i + 2 - c] as number) * 0.93 + noise;
        grain[3 * i + c] = Math.max(0, Math.min(255, Math.round(value)));
      }
    }
    const picture = await sharp(grain, { raw: { width, height, channels: 3 } })
      .blur(0.6)
      .jpeg({ quality: between(random, 60, 85) })
      .toBuffer();
    const document = await PDFDocument.create();
    document.setProducer('Scanner 4.1');
    const image = await document.embedJpg(picture);
    document.addPage([595.28, 841.89]).drawImage(image, { x: 0, y: 0, width: 595.28, height: 841.89 });
    return { ...statement, bytes: await document.save() };
  } finally {
    library.destroy();
  }
}

/** The same pages saved by another program, as when a file is made smaller or sent through an archive. */
export async function savedAnew({ bytes }: Statement): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  return document.save();
}

/**
 * Text of a page changed in its content stream with the characters that its subset already has; the file is written
 * anew by another program.
 * @param deflate whether the page is compressed by that program, or by Node.js as Chromium does it
 * @returns null where the subset does not have what is needed
 */
export async function inPlace(
  statement: Statement,
  from: string,
  to: string,
  deflate: 'LIBRARY' | 'NODE' = 'LIBRARY',
): Promise<Uint8Array | null> {
  const opened = openDocument(statement.bytes, 'application/pdf');
  const maps = new Map<string, ReadonlyMap<number, string>>();
  for (const item of opened.pages[0]?.items ?? []) {
    if (item.kind !== 'TEXT' || item.font.codeBytes !== 2) continue;
    const map = readToUnicode(opened.view, item.font.dictionary);
    if (map) maps.set(item.font.name, map);
  }
  const contents = opened.view.resolve(opened.pages[0]?.dictionary.get('Contents'));
  const decoded = contents instanceof Stream ? opened.view.decoded(contents)?.bytes : undefined;
  if (!decoded) return null;
  const content = Buffer.from(decoded).toString('latin1');
  const hex = (code: number): string => code.toString(16).padStart(4, '0');
  for (const map of maps.values()) {
    const codes = new Map([...map].map(([code, text]) => [text, code]));
    const wanted = Array.from(to, (character) => codes.get(character));
    if (wanted.some((code) => code === undefined)) continue;
    const meaning = (text: string): string =>
      (text.match(/[\da-f]{4}/gi) ?? []).map((code) => map.get(Number.parseInt(code, 16)) ?? '?').join('');
    let done = false;
    const changed = content.replaceAll(/\[[^\]]*\]\s*TJ|<[\da-f]+>\s*Tj/gi, (shown) => {
      const inside = [...shown.matchAll(/<([\da-f]+)>/gi)].map((match) => match[1] ?? '').join('');
      if (done || meaning(inside).trim() !== from) return shown;
      done = true;
      return `<${wanted.map((code) => hex(code ?? 0)).join('')}> Tj`;
    });
    if (!done) continue;
    const document = await PDFDocument.load(statement.bytes, { updateMetadata: false });
    const page = document.getPage(0);
    const given = page.node.get(PDFName.of('Contents'));
    const bytes = Buffer.from(changed, 'latin1');
    const stream =
      deflate === 'NODE'
        ? document.context.stream(deflateSync(bytes), { Filter: 'FlateDecode' })
        : document.context.flateStream(bytes);
    if (given instanceof PDFRef && document.context.lookup(given) instanceof PDFRawStream) {
      document.context.assign(given, stream);
    } else page.node.set(PDFName.of('Contents'), document.context.register(stream));
    return document.save();
  }
  return null;
}

/** An amount of as many digits, or of one more. */
export function forgedAmount(random: Random, amount: string, longer: boolean): string {
  const first = String(between(random, 1, 9));
  const rest = amount.replaceAll(/\d/g, () => String(between(random, 0, 9)));
  return longer ? first + rest : first + rest.slice(1);
}

/** A white area over the amount and another amount on top, drawn by a library. */
export async function coverAndType({ bytes, at }: Statement, text: string): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.getPage(0);
  const y = page.getHeight() - at.y;
  page.drawRectangle({ x: at.x - 40, y: y - 14, width: 110, height: 18, color: rgb(1, 1, 1) });
  page.drawText(text, { x: at.x, y: y - 9, size: 10, font });
  return document.save();
}

/** A note typed onto the page where nothing stands. */
export async function typeBeside({ bytes, at }: Statement, text: string): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.getPage(0);
  page.drawText(text, { x: at.x - 90, y: page.getHeight() - at.y - 9, size: 10, font });
  return document.save();
}

/** A small picture of another amount pasted over a scan. */
export async function pasteOnScan({ bytes, at }: Statement, text: string): Promise<Uint8Array> {
  const patch = await sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="220" height="36"><rect width="220" height="36" fill="#f5f5f5"/><text x="210" y="25" text-anchor="end" font-size="21" font-family="DejaVu Sans">${text}</text></svg>`,
    ),
  )
    .jpeg({ quality: 80 })
    .toBuffer();
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const page = document.getPage(0);
  const image = await document.embedJpg(patch);
  page.drawImage(image, { x: at.x - 40, y: page.getHeight() - at.y - 14, width: 110, height: 18 });
  return document.save();
}
