import { launchBrowser } from '../../e2e/lib/browser.ts';
import { examineMedia } from '../../engines/forensics/index.ts';
import {
  byChromium,
  byPdfkit,
  coverAndType,
  forgedAmount,
  inPlace,
  pasteOnScan,
  savedAnew,
  scanned,
  type Statement,
  typeBeside,
} from './document-programs.ts';
import { interval, seeded } from './random.ts';

// Statements written by real programs and edited with a real library, caught by method. Run:
//   node bench/forensics/document-tools.ts [fit]
// `fit` measures the methods that detectors were fitted with, and nothing that was held out.

const EACH = 25;
const BOUND = 0.7;
const isFit = process.argv[2] === 'fit';
const random = seeded(isFit ? 31 : 37);
const browser = await launchBrowser();
const page = await browser.newPage();

interface Tally {
  told: number;
  all: number;
  decisive: number;
  codes: Map<string, number>;
}
const tallies = new Map<string, Tally>();

async function measure(name: string, bytes: Uint8Array | null): Promise<void> {
  const tally = tallies.get(name) ?? { told: 0, all: 0, decisive: 0, codes: new Map<string, number>() };
  tallies.set(name, tally);
  if (!bytes) return;
  const { conclusion, detectors } = await examineMedia({ kind: 'DOCUMENT', mediaType: 'application/pdf', bytes });
  tally.all += 1;
  if (conclusion.logLikelihoodRatio > BOUND) tally.told += 1;
  if (conclusion.isDeepfake !== null) tally.decisive += 1;
  for (const { finding } of detectors) {
    if (!finding || finding.logLikelihoodRatio <= 0) continue;
    for (const { code } of finding.evidence) tally.codes.set(code, (tally.codes.get(code) ?? 0) + 1);
  }
}

/** Another name of the same row. */
const otherName = (given: Statement, random: () => number, more: Statement): string =>
  random() < 0.5 ? more.name : given.name.replace(/, .*$/, more.name.replace(/^.*,/, ','));

try {
  for (let n = 0; n < EACH; n++) {
    const kit = await byPdfkit(random);
    const other = await byPdfkit(random);
    await measure('untouched: pdfkit', kit.bytes);
    await measure('untouched: pdfkit, saved anew', await savedAnew(kit));
    await measure(
      'edited: pdfkit, amount in place, wider',
      await inPlace(kit, kit.amount, forgedAmount(random, kit.amount, true)),
    );
    await measure('edited: pdfkit, name in place', await inPlace(kit, kit.name, otherName(kit, random, other)));
    const book = await byPdfkit(random, true);
    await measure('untouched: pdfkit, with balances', book.bytes);
    await measure(
      'edited: pdfkit with balances, amount in place, same width',
      await inPlace(book, book.amount, forgedAmount(random, book.amount, false)),
    );
    if (isFit) continue;
    const account = await byChromium(page, random, true);
    await measure('untouched: Chromium, with balances', account.bytes);
    await measure(
      'held out: Chromium with balances, amount in place, same width',
      await inPlace(account, account.amount, forgedAmount(random, account.amount, false)),
    );
    const web = await byChromium(page, random);
    const more = await byChromium(page, random);
    const scan = await scanned(web, random);
    await measure('untouched: Chromium', web.bytes);
    await measure('untouched: Chromium, saved anew', await savedAnew(web));
    await measure('untouched: scan', scan.bytes);
    await measure(
      'held out: Chromium, amount in place, wider',
      await inPlace(web, web.amount, forgedAmount(random, web.amount, true)),
    );
    await measure(
      'held out: Chromium, amount in place, same width',
      await inPlace(web, web.amount, forgedAmount(random, web.amount, false)),
    );
    // Made up after the detector of streams, against it.
    await measure(
      'countered: Chromium, amount in place, same width, compressed as Chromium does',
      await inPlace(web, web.amount, forgedAmount(random, web.amount, false), 'NODE'),
    );
    await measure('held out: Chromium, name in place', await inPlace(web, web.name, otherName(web, random, more)));
    await measure(
      'held out: white area and new amount, by library',
      await coverAndType(web, forgedAmount(random, web.amount, true)),
    );
    await measure('held out: typed beside, by library', await typeBeside(web, forgedAmount(random, web.amount, true)));
    await measure(
      'held out: scan, white area and new amount',
      await coverAndType(scan, forgedAmount(random, web.amount, true)),
    );
    await measure('held out: scan, picture pasted', await pasteOnScan(scan, forgedAmount(random, web.amount, true)));
  }
} finally {
  await browser.close();
}
for (const [name, { told, all, decisive, codes }] of tallies) {
  console.log(
    `${name}: told ${interval(told, all)}, decisive ${decisive}; ${[...codes].map((one) => one.join(' ')).join(', ')}`,
  );
}
for (const kind of ['untouched', 'held out']) {
  const those = [...tallies].filter(([name]) => name.startsWith(kind)).map(([, tally]) => tally);
  const sum = (of: (tally: Tally) => number): number => those.reduce((total, tally) => total + of(tally), 0);
  if (those.length > 0)
    console.log(
      `${kind}, all: ${interval(
        sum(({ told }) => told),
        sum(({ all }) => all),
      )}`,
    );
}
