/**
 * Finding a document in a picture: specimens laid by seed on grounds of other brightness, turned and seen aslant.
 * `node bench/identity/locate.ts`. A finding counts as right where every corner is within 3 % of the document's width.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { locateDocument } from '../../engines/identity/document/locate.ts';
import { decodeImage } from '../../engines/identity/document/raster.ts';
import { sharedData } from '../../tools/shared-data.ts';
import { laid } from './ground.ts';
import { SPECIMENS } from './mrz-labels.ts';

const folder = sharedData('identity/mrz');
if (!folder) {
  console.log('The specimens are not here; nothing was measured.');
  process.exit(0);
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
