import { inverse, project, projectionOf } from '../../engines/identity/document/perspective.ts';
import type { Point, Quadrilateral, Raster } from '../../engines/identity/types.ts';
import { noisy, random } from './manipulations.ts';

/**
 * A picture of a document on a ground with a slope of light and grain, turned up to 20° and seen aslant.
 * @param scale 1: 1,200 × 900 pixels, the document 500 to 950 wide
 */
export function laid(document: Raster, seed: number, scale = 1): { picture: Raster; corners: Quadrilateral } {
  const next = random(seed);
  const [width, height] = [1_200 * scale, 900 * scale];
  const wide = (500 + 450 * next()) * scale;
  const high = (wide * document.height) / document.width;
  const turn = ((next() - 0.5) * 40 * Math.PI) / 180;
  const centre = { x: width / 2 + (next() - 0.5) * (width - wide) * 0.4, y: height / 2 + (next() - 0.5) * 80 * scale };
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
          : (ground[c] as number) + 12 * Math.sin(x / scale / 37 + Math.sin(y / scale / 53));
        data[at + c] = Math.max(0, Math.min(255, level + slope * (x / width - 0.5)));
      }
    }
  }
  return { picture: noisy({ data, width, height, channels: 3 }, 3, seed), corners };
}
