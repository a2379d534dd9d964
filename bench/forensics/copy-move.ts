import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { findDuplicate } from '../../engines/forensics/image/copy-move.ts';
import { openImage } from '../../engines/forensics/image/open.ts';
import { sharedData } from '../../tools/shared-data.ts';
import { interval, seeded } from './random.ts';

// Parts copied within a picture, found; untouched pictures, not. Run:
//   node bench/forensics/copy-move.ts

const folder = sharedData('media/image');
if (folder === undefined) throw new Error('The pictures are not here; set SHARED_DATA to their folder');
const random = seeded(3);
const between = (low: number, high: number): number => low + Math.floor(random() * (high - low + 1));

for (const kind of ['real', 'fake']) {
  const names = (await readdir(join(folder, kind)))
    .toSorted()
    .filter((_, index) => index % (kind === 'real' ? 2 : 6) === 0);
  let alarms = 0;
  let untouched = 0;
  const caught = new Map<number, [number, number]>();
  const began = process.cpuUsage();
  for (const name of names) {
    const bytes = await readFile(join(folder, kind, name));
    const { width, height } = await sharp(bytes).metadata();
    if (width < 160 || height < 160) continue;
    const plain = await sharp(bytes).flatten().jpeg({ quality: 90 }).toBuffer();
    const opened = await openImage(plain, 'image/jpeg');
    untouched += 1;
    if (opened.plane && findDuplicate(opened.plane)) alarms += 1;
    for (const share of [0.2, 0.35]) {
      const side = Math.round(share * Math.min(width, height));
      const [x, y] = [between(0, Math.floor(width / 2) - side), between(0, height - side)].map((value) =>
        Math.max(0, value),
      );
      const target = { left: between(Math.floor(width / 2), width - side), top: between(0, height - side) };
      const part = await sharp(bytes)
        .flatten()
        .extract({ left: x ?? 0, top: y ?? 0, width: side, height: side })
        .png()
        .toBuffer();
      const forged = await sharp(bytes)
        .flatten()
        .composite([{ input: part, ...target }])
        .jpeg({ quality: 85 })
        .toBuffer();
      const { plane } = await openImage(forged, 'image/jpeg');
      const tally = caught.get(share) ?? [0, 0];
      tally[1] += 1;
      if (plane && findDuplicate(plane)) tally[0] += 1;
      caught.set(share, tally);
    }
  }
  const used = process.cpuUsage(began);
  console.log(`${kind}: false alarms on untouched ${interval(alarms, untouched)}`);
  for (const [share, [hits, all]] of caught)
    console.log(`${kind}: square of ${share} of the shorter side, JPEG 85: ${interval(hits, all)}`);
  console.log(`${kind}: processor time for all three ${((used.user + used.system) / 1000 / untouched).toFixed(0)} ms`);
}
