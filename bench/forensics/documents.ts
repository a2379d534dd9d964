import { examineMedia, type ForensicFindings } from '../../engines/forensics/index.ts';
import { launchBrowser } from '../../e2e/lib/browser.ts';
import { base, HELD_OUT_EDITS, KNOWN_EDITS, UNTOUCHED } from './document-edits.ts';
import { interval, quantile, seeded } from './random.ts';

// Edited documents caught, by method, at a bound that untouched ones hardly reach. Run:
//   node bench/forensics/documents.ts

const EACH = 25;
const UNTOUCHED_EACH = 30;
const random = seeded(7);
let decided = 0;
let wrong = 0;
const times: number[] = [];

async function ratioOf(bytes: Uint8Array, isEdited: boolean): Promise<number> {
  const began = process.cpuUsage();
  const findings: ForensicFindings = await examineMedia({ kind: 'DOCUMENT', mediaType: 'application/pdf', bytes });
  const used = process.cpuUsage(began);
  times.push((used.user + used.system) / 1000);
  const { isDeepfake, logLikelihoodRatio } = findings.conclusion;
  if (isDeepfake !== null) {
    decided += 1;
    if (isDeepfake !== isEdited) wrong += 1;
  }
  return logLikelihoodRatio;
}

async function printed(): Promise<Buffer[]> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const made: Buffer[] = [];
    for (let seed = 0; seed < 24; seed++) {
      const rows = Array.from(
        { length: 12 + seed },
        (_, row) =>
          `<tr><td>${row}. <b>Item ${(seed * 7919 + row) % 1009}</b> of <i>kind</i> ${row % 5}<sup>${row % 3}</sup></td><td style="text-align:right">${(seed * 31 + row * 977) % 900}.50</td></tr>`,
      );
      const family = ['serif', 'sans-serif', 'monospace'][seed % 3];
      await page.setContent(
        `<body style="font-family:${family}"><h1>Report ${seed}</h1><p style="background:#eee">Dear reader, <a href="https://example.com">a link</a>, <code>code</code> and <span style="color:#666;font-size:90%">small print</span>.</p><table style="width:100%">${rows.join('')}</table><div style="background:linear-gradient(#fff,#cde);padding:8px">A note on a shaded ground: é, ß, ż.</div></body>`,
      );
      made.push(await page.pdf({ format: 'A4', printBackground: true }));
    }
    return made;
  } finally {
    await browser.close();
  }
}

const untouched: number[] = [];
for (const [name, make] of Object.entries(UNTOUCHED)) {
  const ratios: number[] = [];
  for (let n = 0; n < UNTOUCHED_EACH; n++) ratios.push(await ratioOf(await make(base(random, n), random), false));
  untouched.push(...ratios);
  console.log(`untouched, ${name}: highest ratio ${Math.max(...ratios).toFixed(2)}`);
}
const byChromium: number[] = [];
for (const bytes of await printed()) byChromium.push(await ratioOf(bytes, false));
untouched.push(...byChromium);
console.log(
  `untouched, printed by Chromium (${byChromium.length}): highest ratio ${Math.max(...byChromium).toFixed(2)}`,
);

const bound = Math.max(0.7, quantile(untouched, 0.98));
const alarms = untouched.filter((ratio) => ratio > bound).length;
console.log(`bound ${bound.toFixed(2)}; false alarms ${interval(alarms, untouched.length)}`);
for (const [which, methods] of Object.entries({ known: KNOWN_EDITS, 'held out': HELD_OUT_EDITS })) {
  let caught = 0;
  let all = 0;
  for (const [name, edit] of Object.entries(methods)) {
    let own = 0;
    for (let n = 0; n < EACH; n++) {
      const ratio = await ratioOf(await edit(base(random, 1000 + n), random), true);
      if (ratio > bound) own += 1;
    }
    caught += own;
    all += EACH;
    console.log(`${which}: ${name}: ${own}/${EACH}`);
  }
  console.log(`${which}, all: ${interval(caught, all)}`);
}
console.log(`decisive ${decided}, of them wrong ${wrong}`);
console.log(
  `processor time: median ${quantile(times, 0.5).toFixed(0)} ms, 95th ${quantile(times, 0.95).toFixed(0)} ms`,
);
