import { createHash } from 'node:crypto';
import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { FaceDetector } from '../../engines/identity/face/detect.ts';
import { FaceLandmarks } from '../../engines/identity/face/landmarks.ts';
import { FACE_SLOTS } from '../../engines/identity/face/slots.ts';
import type { Point, Raster } from '../../engines/identity/types.ts';

// The main face of every picture under the folders given: box, five points and 68 points in pixels of the picture,
// and the hash of its file. Training and measurements read this file. Run:
//   node training/image/locate.ts OUT.json FOLDER...

const [, , out, ...folders] = process.argv;
if (out === undefined || folders.length === 0) throw new Error('Give the file to write and at least one folder');

/** Tightly cut faces are found only with room around them: repeated edge, this share of the longer side. */
const ROOMS = [0, 0.25, 0.5];
const detector = await FaceDetector.open(FACE_SLOTS);
const landmarks = await FaceLandmarks.open(FACE_SLOTS);
const found: Record<string, unknown> = {};
let missed = 0;
for (const folder of folders) {
  for await (const name of glob('**/*.{jpg,jpeg,png,webp,JPG}', { cwd: folder })) {
    const path = join(folder, name);
    const bytes = await readFile(path);
    const size = await sharp(bytes).metadata();
    let entry: unknown = null;
    for (const share of ROOMS) {
      const room = Math.round(share * Math.max(size.width, size.height));
      const around = { top: room, bottom: room, left: room, right: room };
      const { data, info } = await sharp(bytes)
        .flatten({ background: '#fff' })
        .toColourspace('srgb')
        .extend({ ...around, extendWith: 'copy' })
        .raw()
        .toBuffer({ resolveWithObject: true });
      const raster: Raster = { data, width: info.width, height: info.height, channels: info.channels === 1 ? 1 : 3 };
      const [face] = (await detector.detect(raster, 0.15)).filter(({ confidence }) => confidence >= 0.9);
      if (!face) continue;
      const flat = ({ x, y }: Point): number[] => [x - room, y - room].map((value) => Math.round(value * 100) / 100);
      const { box } = face;
      entry = {
        width: size.width,
        height: size.height,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        box: [...flat(box), Math.round(box.width * 100) / 100, Math.round(box.height * 100) / 100],
        points: (await landmarks.locate(raster, face)).map(flat),
      };
      break;
    }
    if (entry === null) missed += 1;
    else found[path] = entry;
  }
}
await writeFile(out, JSON.stringify(found));
console.log(`${Object.keys(found).length} faces, ${missed} pictures without one`);
