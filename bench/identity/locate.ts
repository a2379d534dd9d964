/**
 * Finding a document in a picture: specimens laid by seed on grounds of other brightness, turned and seen aslant.
 * `node bench/identity/locate.ts`. A finding counts as right where every corner is within 3 % of the document's width.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { locateDocument } from '../../engines/identity/document/locate.ts';
import { inverse, project, projectionOf } from '../../engines/identity/document/perspective.ts';
import { decodeImage } from '../../engines/identity/document/raster.ts';
import type { Point, Quadrilateral, Raster } from '../../engines/identity/types.ts';
import { sharedData } from '../../tools/shared-data.ts';
import { noisy, random } from './manipulations.ts';
import { SPECIMENS } from './mrz-labels.ts';

const folder = sharedData('identity/mrz');
if (!folder) {
  console.log('The specimens are not here; nothing was measured.');
  process.exit(0);
}

/** A picture of a document on a ground with a slope of light, grain and a second object. */
function laid(document: Raster, seed: number): { picture: Raster; corners: Quadrilateral } {
  const next = random(seed);
  const [width, height] = [1_200, 900];
  const wide = 500 + 450 * next();
  const high = (wide * document.height) / document.width;
  const turn = ((next() - 0.5) * 40 * Math.PI) / 180;
  const centre = { x: width / 2 + (next() - 0.5) * (width - wide) * 0.4, y: height / 2 + (next() - 0.5) * 80 };
  const corner = (x: number, y: number): Point => ({
    x: centre.x + (x * wide * Math.cos(turn) - y * high * Math.sin(turn)) / 2 + (next() - 0.5) * 0.08 * wide,
    y: centre.y + (x * wide * Math.sin(turn) + y * high * Math.cos(turn)) / 2 + (next() - 0.5) * 0.08 * high,
  });
  const corners = [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)] as const;
  const back = inverse(projectionOf(document.width, document.height, corners));
  const data = new Uint8Array(3 * width * height);
  const ground = next() < 0.7 ? [40 + 60 * next(), 40 + 50 * next(), 30 + 50 * next()] : [235, 235, 232];
  const slope = (next() - 0.5) * 50;
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      const from = project(back, { x: x + 0.5, y: y + 0.5 });
      const [px, py] = [Math.floor(from.x), Math.floor(from.y)];
      const inside = px >= 0 && py >= 0 && px < document.width && py < document.height;
      for (let c = 0; c < 3; c++) {
        const level = inside
          ? (document.data[
              (py * document.width + px) * document.channels + (document.channels === 3 ? c : 0)
            ] as number)
          : (ground[c] as number) + 12 * Math.sin(x / 37 + Math.sin(y / 53));
        data[at + c] = Math.max(0, Math.min(255, level + slope * (x / width - 0.5)));
      }
    }
  }
  return { picture: noisy({ data, width, height, channels: 3 }, 3, seed), corners };
}

let [right, wrong, none, filled, all] = [0, 0, 0, 0, 0];
let milliseconds = 0;
for (const [index, { file }] of SPECIMENS.entries()) {
  const { raster } = await decodeImage(readFileSync(join(folder, file)));
  if (locateDocument(raster)) filled++;
  for (let round = 0; round < 3; round++) {
    const { picture, corners } = laid(raster, 100 * round + index);
    const start = process.cpuUsage();
    const found = locateDocument(picture);
    const { user, system } = process.cpuUsage(start);
    milliseconds += (user + system) / 1000;
    all++;
    if (!found) none++;
    else {
      const width = Math.hypot(corners[1].x - corners[0].x, corners[1].y - corners[0].y);
      const near = corners.every((corner) =>
        found.some(({ x, y }) => Math.hypot(x - corner.x, y - corner.y) < 0.03 * width),
      );
      if (near) right++;
      else wrong++;
    }
  }
}
console.log(`${all} pictures of documents on a ground: right ${right}, elsewhere ${wrong}, not found ${none}`);
console.log(`${SPECIMENS.length} specimens as they are, most filling the picture: something found in ${filled}`);
console.log(`processor time, ms: ${(milliseconds / all).toFixed(0)}`);
