import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { align, greedy } from '../../engines/identity/mrz/ctc.ts';
import { decode, type Decoded } from '../../engines/identity/mrz/decode.ts';
import { unconstrained } from '../../engines/identity/mrz/hypotheses.ts';
import { report } from '../../engines/identity/mrz/report.ts';
import { readMrz, type LineRecogniser, type MrzFormat } from '../../engines/identity/mrz/index.ts';
import { ROWS } from '../../engines/identity/mrz/image/straighten.ts';

interface DrawnLine {
  zone: number;
  index: number;
  form: MrzFormat;
  text: string;
  width: number;
  offset: number;
}

interface DrawnPage {
  file: string;
  form: MrzFormat;
  lines: string[];
  turn: number;
}

/** What the engine would say of lines that it did not have to find. */
function isDependable(decoded: Decoded, evidence: Float64Array[], misfit: number, recogniser: LineRecogniser): boolean {
  const nowhere = { x: 0, y: 0 };
  const row = { x0: 0, y0: 0, x1: 1, y1: 0, height0: 1, height1: 1, patches: 1 };
  const raw = evidence.flatMap((rows) =>
    Array.from({ length: rows.length / 37 }, (_, at) => Math.exp(Math.max(...rows.subarray(at * 37, at * 37 + 37)))),
  );
  const hypothesis = { rows: [row], decoded, raw, misfit, pitches: [], quality: 1, settled: false };
  const region = [nowhere, nowhere, nowhere, nowhere] as const;
  return report(hypothesis, '2026-11-21', recogniser.provenance, region, () => region, 1).dependable;
}

function percent(part: number, of: number): string {
  return `${part}/${of} ${((100 * part) / Math.max(1, of)).toFixed(2)} %`;
}

/** Synthetic lines: exact as read, exact at the form's length, exact under the form's rules; zones wrong and accepted. */
export async function measureLines(recogniser: LineRecogniser, folder: string, index: string): Promise<void> {
  const set = JSON.parse(index) as { seed: number; hard: number; sha256: string; lines: DrawnLine[] };
  const bytes = readFileSync(join(folder, 'lines.bin'));
  const digest = createHash('sha256').update(bytes).digest('hex');
  if (digest !== set.sha256) throw new Error(`${folder}/lines.bin does not have the SHA-256 that lines.json names`);
  const zones = new Map<number, DrawnLine[]>();
  for (const line of set.lines) zones.set(line.zone, [...(zones.get(line.zone) ?? []), line]);
  let free = 0;
  let fitted = 0;
  let ruled = 0;
  let characters = 0;
  let wrongCharacters = 0;
  let zonesRight = 0;
  let accepted = 0;
  let wrongAccepted = 0;
  const before = process.cpuUsage();
  for (const lines of zones.values()) {
    const evidence: Float64Array[] = [];
    let misfit = 0;
    for (const { text, width, offset } of lines) {
      const levels = Float32Array.from(bytes.subarray(offset, offset + width * ROWS));
      const frames = await recogniser.read({ levels, width });
      if (greedy(frames).text === text) free++;
      const alignment = align(frames, text.length);
      if (alignment === undefined) throw new Error('a line narrower than its text');
      evidence.push(alignment.posteriors.map(Math.log));
      misfit += Math.max(0, unconstrained(frames) - alignment.score * frames.frames);
    }
    const form = (lines[0] as DrawnLine).form;
    const decoded = decode(form, evidence);
    lines.forEach(({ text }, i) => {
      const raw = decoded.raw[i] ?? '';
      const final = decoded.lines[i] ?? '';
      if (raw === text) fitted++;
      if (final === text) ruled++;
      characters += text.length;
      for (let k = 0; k < text.length; k++) if (raw.charAt(k) !== text.charAt(k)) wrongCharacters++;
    });
    const right = lines.every(({ text }, i) => decoded.lines[i] === text);
    if (right) zonesRight++;
    if (isDependable(decoded, evidence, misfit, recogniser)) {
      accepted++;
      if (!right) wrongAccepted++;
    }
  }
  const { user, system } = process.cpuUsage(before);
  const all = set.lines.length;
  console.log(
    `\n## ${all} synthetic lines of ${zones.size} zones, seed ${set.seed}, degradation ${set.hard}, set ${set.sha256.slice(0, 16)}`,
  );
  console.log(`best path, nothing known:            ${percent(free, all)}`);
  console.log(
    `at the length of the form:           ${percent(fitted, all)}; characters ${percent(characters - wrongCharacters, characters)}`,
  );
  console.log(`under classes, codes, check digits:  ${percent(ruled, all)}; zones ${percent(zonesRight, zones.size)}`);
  console.log(
    `zones accepted ${accepted}, of them wrong anywhere ${wrongAccepted}; CPU ${((user + system) / 1000 / all).toFixed(1)} ms a line`,
  );
}

/** Synthetic pages: found, turned upright, read. */
export async function measurePages(recogniser: LineRecogniser, folder: string, index: string): Promise<void> {
  const { seed, pages } = JSON.parse(index) as { seed: number; pages: DrawnPage[] };
  let right = 0;
  let found = 0;
  let upright = 0;
  let wrongAccepted = 0;
  const times: number[] = [];
  for (const page of pages) {
    const { data, info } = await sharp(join(folder, page.file))
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const before = process.cpuUsage();
    const reading = await readMrz(
      { data, width: info.width, height: info.height, channels: 1 },
      { recogniser, today: '2026-11-21' },
    );
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
    const same = page.lines.join('\n') === reading.lines.join('\n');
    if (reading.status !== 'NOT_FOUND') found++;
    if (same) right++;
    else if (process.argv.includes('--show'))
      console.error(page.file, reading.status, reading.legibility, reading.lines, page.lines);
    if (reading.dependable && !same) wrongAccepted++;
    // The page was turned clockwise by `turn`; it has to be turned back by as much.
    const off = reading.rotation === null ? 180 : Math.abs(((reading.rotation + page.turn + 540) % 360) - 180);
    if (off < 12) upright++;
  }
  times.sort((a, b) => a - b);
  const time = (share: number): string => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(0);
  console.log(`\n## ${pages.length} synthetic pages, seed ${seed}`);
  console.log(
    `found ${percent(found, pages.length)}; every line exact ${percent(right, pages.length)}; upright ${percent(upright, pages.length)}`,
  );
  console.log(`dependable and wrong ${wrongAccepted}; CPU ms p50 ${time(0.5)}, p95 ${time(0.95)}, most ${time(1)}`);
}
