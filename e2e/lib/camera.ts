import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as engine } from 'playwright-core';
import sharp from 'sharp';

const [WIDTH, HEIGHT] = [1280, 960];

/** A card on a dark table, as a camera sees it: the words are invented. */
export const DOCUMENT_DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
  <rect width="100%" height="100%" fill="#3b4247"/>
  <rect x="152" y="154" width="976" height="652" rx="28" fill="#e8ecdf"/>
  <rect x="152" y="154" width="976" height="90" fill="#2f5d7c"/>
  <text x="190" y="214" font-family="sans-serif" font-size="46" fill="#fff">UTOPIA · IDENTITY CARD</text>
  <rect x="200" y="290" width="250" height="320" fill="#b9c4c9"/><circle cx="325" cy="400" r="70" fill="#6b5346"/><path d="M220 610c10-120 60-140 105-140s95 20 105 140" fill="#42576a"/>
  ${['DOE', 'JOHANNA', '01.02.1983', 'UTO123456', '31.12.2031'].map((text, at) => `<text x="500" y="${330 + at * 70}" font-family="monospace" font-size="40" fill="#1a2630">${text}</text>`).join('')}
  <text x="190" y="700" font-family="monospace" font-size="44" fill="#111">IDUTO1234567897&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;</text>
  <text x="190" y="760" font-family="monospace" font-size="44" fill="#111">DOE&lt;&lt;JOHANNA&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;&lt;</text>
</svg>`;

/** Something like a face, for a page that cannot tell; whether it is one, the service decides. */
export const FACE_DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
  <rect width="100%" height="100%" fill="#cfd8dc"/>
  <path d="M330 960c20-220 150-270 310-270s290 50 310 270" fill="#37566b"/>
  <ellipse cx="640" cy="430" rx="210" ry="280" fill="#d8a888"/><path d="M430 380c0-220 420-220 420 0-60-120-360-120-420 0" fill="#3a2a20"/>
  ${[555, 725].map((x) => `<ellipse cx="${x}" cy="410" rx="34" ry="18" fill="#fff"/><circle cx="${x}" cy="410" r="14" fill="#2b1d14"/><path d="M${x - 45} 370q45-26 90 0" stroke="#2b1d14" stroke-width="10" fill="none"/>`).join('')}
  <path d="M640 430l-24 90h48" fill="none" stroke="#a87558" stroke-width="8"/><path d="M560 590q80 50 160 0" fill="none" stroke="#8d3f3a" stroke-width="14"/>
</svg>`;

/** The drawing as an uncompressed video (YUV4MPEG2) that stands almost still. */
async function videoOf(svg: string): Promise<Buffer> {
  const { data } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const luma = Buffer.alloc(WIDTH * HEIGHT);
  const [cb, cr] = [Buffer.alloc((WIDTH * HEIGHT) / 4), Buffer.alloc((WIDTH * HEIGHT) / 4)];
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const from = (y * WIDTH + x) * 3;
      const [r, g, b] = [data[from] ?? 0, data[from + 1] ?? 0, data[from + 2] ?? 0];
      luma[y * WIDTH + x] = 16 + 0.257 * r + 0.504 * g + 0.098 * b;
      if (x % 2 === 0 && y % 2 === 0) {
        const at = (y / 2) * (WIDTH / 2) + x / 2;
        cb[at] = 128 - 0.148 * r - 0.291 * g + 0.439 * b;
        cr[at] = 128 + 0.439 * r - 0.368 * g - 0.071 * b;
      }
    }
  }
  const head = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F5:1 Ip A1:1 C420mpeg2\n`;
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, cb, cr]);
  return Buffer.concat([Buffer.from(head), frame, frame]);
}

/** A picture of a drawing, as a file that a person has at hand. */
export const photoOf = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).jpeg({ quality: 90 }).toBuffer();

export interface CameraBrowser {
  browser: Browser;
  close(): Promise<void>;
}

/** A real Chromium whose camera sees a drawing. */
export async function launchWithCamera(svg: string): Promise<CameraBrowser> {
  const dir = await mkdtemp(join(tmpdir(), 'cvs-camera-'));
  const file = join(dir, 'camera.y4m');
  await writeFile(file, await videoOf(svg));
  const browser = await engine.launch({
    executablePath: await chromium.executablePath(),
    headless: true,
    args: [
      ...chromium.args,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
  });
  return {
    browser,
    async close() {
      await browser.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
