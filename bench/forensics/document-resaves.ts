import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launchBrowser } from '../../e2e/lib/browser.ts';
import { examineMedia } from '../../engines/forensics/index.ts';
import { byChromium, byPdfkit } from './document-programs.ts';
import { interval, seeded } from './random.ts';

// Files that nobody edited, as made and as saved again by other programs: false alarms. Run:
//   node bench/forensics/document-resaves.ts make FOLDER     statements by Chromium and pdfkit
//   python bench/forensics/document-resaves.py FONT OUT FOLDER
//   node bench/forensics/document-resaves.ts OUT

const BOUND = 0.7;
const EACH = 8;
const [, , first, second] = process.argv;
if (first === undefined) throw new Error('Name the folder with files of document-resaves.py');

if (first === 'make') {
  if (second === undefined) throw new Error('Name the folder to write to');
  await mkdir(second, { recursive: true });
  const random = seeded(91);
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    for (let n = 0; n < EACH; n++) {
      await writeFile(join(second, `chromium-${n}.pdf`), (await byChromium(page, random)).bytes);
      await writeFile(join(second, `pdfkit-${n}.pdf`), (await byPdfkit(random)).bytes);
    }
  } finally {
    await browser.close();
  }
} else {
  const ways = new Map<string, { told: number; decisive: number; all: number }>();
  for (const name of (await readdir(first)).toSorted()) {
    const way = /\+(.*)\.pdf$/.exec(name)?.[1] ?? 'as made';
    const tally = ways.get(way) ?? { told: 0, decisive: 0, all: 0 };
    ways.set(way, tally);
    const bytes = await readFile(join(first, name));
    const { conclusion } = await examineMedia({ kind: 'DOCUMENT', mediaType: 'application/pdf', bytes });
    tally.all += 1;
    if (conclusion.logLikelihoodRatio > BOUND) tally.told += 1;
    if (conclusion.isDeepfake !== null) tally.decisive += 1;
  }
  for (const [way, { told, decisive, all }] of ways)
    console.log(`${way}: told ${interval(told, all)}, decisive ${decisive}`);
  const sum = (of: 'told' | 'all'): number => [...ways.values()].reduce((total, one) => total + one[of], 0);
  console.log(`all: ${interval(sum('told'), sum('all'))}`);
}
