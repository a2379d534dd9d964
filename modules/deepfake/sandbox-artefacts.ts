import { crc32, deflateSync } from 'node:zlib';
import type { MediaType } from '../../contract/deepfake.ts';
import type { MadeArtefact } from './engine.ts';

const SIDE = 64;

/** Artefacts like those of an analysis, so that a client can be built against them; always the same bytes. */
export function simulatedArtefacts(mediaType: MediaType): MadeArtefact[] {
  const picture = greyPng(SIDE, SIDE, blob);
  switch (mediaType) {
    case 'AUDIO':
      return [{ kind: 'SPECTRUM', mediaType: 'image/png', name: 'spectrum.png', bytes: picture }];
    case 'VIDEO':
      return [
        { kind: 'HEAT_MAP', mediaType: 'image/png', name: 'heat-map.png', bytes: picture },
        { kind: 'TIMELINE', mediaType: 'application/json', name: 'timeline.json', bytes: timeline() },
      ];
    default:
      return [{ kind: 'HEAT_MAP', mediaType: 'image/png', name: 'heat-map.png', bytes: picture }];
  }
}

/** Brightest in the middle, dark at the edges. */
const blob = (x: number, y: number): number => {
  const [dx, dy] = [x / SIDE - 0.5, y / SIDE - 0.5];
  return Math.round(255 * Math.exp(-12 * (dx * dx + dy * dy)));
};

function timeline(): Uint8Array {
  const frames = Array.from({ length: 10 }, (_, second) => ({ second, score: second < 3 ? 0.4 : 0.97 }));
  return Buffer.from(JSON.stringify({ frames }));
}

/** An 8-bit greyscale PNG (W3C Portable Network Graphics, third edition), rows unfiltered. */
function greyPng(width: number, height: number, shade: (x: number, y: number) => number): Uint8Array {
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = shade(x, y);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
