import { buffer } from 'node:stream/consumers';
import { createRequire } from 'node:module';
import { PassThrough } from 'node:stream';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import PDFDocument from 'pdfkit';
import sharp from 'sharp';

/**
 * Pictures for examples: an identity card and a selfie of people who do not exist, drawn from circles and lines. Every
 * card says that it is an example; its country is Utopia (UTO), the one of the specimens of ICAO 9303.
 */

const require = createRequire(import.meta.url);
const FONT = require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');
const MONO = require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf');

export interface Holder {
  firstName: string;
  lastName: string;
  dateOfBirth: string;
  /** Tells faces apart. */
  seed: number;
}

const SKIN = ['#f1cfb3', '#e0ac86', '#c68a5f', '#8d5a3a', '#5e3b25'];
const HAIR = ['#2b2118', '#5b3a21', '#8a6d3b', '#b9b4ab', '#3d3d45'];
const CLOTH = ['#34506b', '#6b3f52', '#3f6b51', '#5b5470', '#7a5b36'];
const BACK = ['#dfe6ec', '#ece7df', '#e2ece2', '#ebe2ea', '#e4e6f0'];

type Pdf = InstanceType<typeof PDFDocument>;
const pick = (colours: readonly string[], seed: number): string => colours[seed % colours.length] ?? '#888888';

function face(pdf: Pdf, seed: number, x: number, y: number, size: number): void {
  const at = (part: number): number => part * size;
  const [skin, hair] = [pick(SKIN, seed), pick(HAIR, seed * 3 + 1)];
  pdf.save().rect(x, y, size, at(1.25)).clip();
  pdf.rect(x, y, size, at(1.25)).fill(pick(BACK, seed + 2));
  pdf.ellipse(x + at(0.5), y + at(1.28), at(0.46), at(0.3)).fill(pick(CLOTH, seed));
  pdf.rect(x + at(0.41), y + at(0.78), at(0.18), at(0.25)).fill(skin);
  pdf.ellipse(x + at(0.5), y + at(0.5), at(0.31), at(0.39)).fill(hair);
  pdf.ellipse(x + at(0.5), y + at(0.56), at(0.26), at(0.34)).fill(skin);
  pdf.ellipse(x + at(0.5), y + at(0.25), at(0.25), at(0.11 + (seed % 3) * 0.02)).fill(hair);
  for (const side of [0.39, 0.61]) {
    pdf.ellipse(x + at(side), y + at(0.53), at(0.045), at(0.026)).fill('#ffffff');
    pdf.circle(x + at(side), y + at(0.53), at(0.022)).fill('#2b2b33');
    pdf.moveTo(x + at(side - 0.06), y + at(0.47)).lineTo(x + at(side + 0.06), y + at(0.465));
    pdf.lineWidth(at(0.014)).stroke(hair);
    if (seed % 4 === 1)
      pdf
        .circle(x + at(side), y + at(0.53), at(0.075))
        .lineWidth(at(0.01))
        .stroke('#30343c');
  }
  pdf
    .moveTo(x + at(0.5), y + at(0.55))
    .lineTo(x + at(0.47), y + at(0.66))
    .lineTo(x + at(0.51), y + at(0.67));
  pdf.lineWidth(at(0.008)).stroke('#8a5a44');
  pdf.moveTo(x + at(0.42), y + at(0.76)).quadraticCurveTo(x + at(0.5), y + at(0.8), x + at(0.58), y + at(0.755));
  pdf.lineWidth(at(0.014)).stroke('#9c4a4a');
  pdf.restore();
}

async function toPng(width: number, height: number, scale: number, draw: (pdf: Pdf) => void): Promise<Buffer> {
  const pdf = new PDFDocument({ size: [width, height], margin: 0 });
  const bytes = buffer(pdf.pipe(new PassThrough()));
  draw(pdf);
  pdf.end();
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(await bytes);
    const page = document.getPage(0);
    const image = await page.render({
      scale,
      render: ({ data, width: across, height: down }) =>
        sharp(data, { raw: { width: across, height: down, channels: 4 } })
          .removeAlpha()
          .png()
          .toBuffer(),
    });
    document.destroy();
    return Buffer.from(image.data);
  } finally {
    library.destroy();
  }
}

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[^A-Z]+/g, '<');

export function drawCard(holder: Holder): Promise<Buffer> {
  const { firstName, lastName, dateOfBirth, seed } = holder;
  const number = `X${String(4_711_000 + seed * 37)}`;
  return toPng(428, 270, 2.5, (pdf) => {
    pdf.rect(0, 0, 428, 270).fill('#e9eef0');
    for (let line = 0; line < 36; line += 1) {
      pdf.moveTo(0, line * 9).bezierCurveTo(140, line * 9 - 26, 280, line * 9 + 30, 428, line * 9 - 4);
      pdf.lineWidth(0.35).stroke(line % 2 ? '#b9cdd4' : '#d3c9bd');
    }
    pdf.rect(0, 0, 428, 30).fill('#2f4858');
    pdf.font(FONT).fontSize(12).fillColor('#ffffff').text('UTOPIA  ·  IDENTITY CARD  ·  EXAMPLE', 16, 8);
    face(pdf, seed, 18, 44, 108);
    const rows = [
      ['Surname', lastName],
      ['Given names', firstName],
      ['Date of birth', dateOfBirth],
      ['Nationality', 'UTO'],
      ['Document no.', number],
      ['Date of expiry', '2034-08-31'],
    ] as const;
    rows.forEach(([label, value], index) => {
      const y = 44 + index * 23;
      pdf.fontSize(6.5).fillColor('#5a6a72').text(label, 146, y, { lineBreak: false });
      pdf
        .fontSize(10.5)
        .fillColor('#14212a')
        .text(value, 146, y + 8, { lineBreak: false });
    });
    pdf.rect(0, 198, 428, 72).fill('#f6f8f8');
    const lines = [
      `I<UTO${number}`,
      dateOfBirth.slice(2).replaceAll('-', ''),
      `${plain(lastName)}<<${plain(firstName)}`,
    ].map((line) => line.padEnd(30, '<').slice(0, 30));
    pdf.font(MONO).fontSize(13.5).fillColor('#1b1b1b');
    lines.forEach((line, index) => pdf.text(line, 20, 205 + index * 19, { characterSpacing: 4.6, lineBreak: false }));
    pdf.save().rotate(-18, { origin: [214, 135] });
    pdf.font(FONT).fontSize(52).fillOpacity(0.1).fillColor('#a12a2a').text('EXAMPLE', 96, 104, { lineBreak: false });
    pdf.restore();
  });
}

export const drawSelfie = ({ seed }: Pick<Holder, 'seed'>): Promise<Buffer> =>
  toPng(240, 300, 2.5, (pdf) => face(pdf, seed, 0, 0, 240));
