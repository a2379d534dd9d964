import sharp from 'sharp';
import { type PictureSpectrum, TILE } from '../image/spectrum-peaks.ts';
import type { Artefact } from '../types.ts';

const TIMES = 4;
/** Natural logarithms of power from dark to light. */
const RANGE = 8;

/**
 * The spectrum of a picture's residual, its origin in the middle, dark to light; red rings around peaks. And the peaks
 * as numbers.
 */
export async function drawPictureSpectrum({ power, peaks, tiles }: PictureSpectrum): Promise<Artefact[]> {
  const side = TILE * TIMES;
  const pixels = new Uint8Array(side * side * 3);
  const most = power.reduce((top, value) => Math.max(top, value), -Infinity);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const [row, column] = [y, x].map((at) => (Math.floor(at / TIMES) + TILE / 2) % TILE) as [number, number];
      const shade = 255 * Math.max(0, Math.min(1, 1 + ((power[row * TILE + column] as number) - most) / RANGE));
      pixels.fill(shade, 3 * (y * side + x), 3 * (y * side + x) + 3);
    }
  }
  for (const { across, down } of peaks) {
    // A real picture's spectrum is the same on the other side of the origin.
    for (const sign of [1, -1]) ring(pixels, side, (0.5 + sign * across) * side, (0.5 + sign * down) * side);
  }
  const bytes = await sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();
  const data = {
    tiles,
    peaks: peaks.map(({ across, down, height }) => ({
      cyclesAcross: Number(across.toFixed(4)),
      cyclesDown: Number(down.toFixed(4)),
      deviations: Number(height.toFixed(1)),
    })),
  };
  return [
    { kind: 'SPECTRUM', mediaType: 'image/png', name: 'spectrum.png', bytes: new Uint8Array(bytes) },
    {
      kind: 'SPECTRUM',
      mediaType: 'application/json',
      name: 'spectrum.json',
      bytes: new TextEncoder().encode(JSON.stringify(data)),
    },
  ];
}

function ring(pixels: Uint8Array, side: number, x: number, y: number): void {
  for (let step = 0; step < 64; step++) {
    const angle = (step / 32) * Math.PI;
    const [column, row] = [Math.round(x + 9 * Math.cos(angle)), Math.round(y + 9 * Math.sin(angle))];
    if (column < 0 || row < 0 || column >= side || row >= side) continue;
    pixels.set([230, 30, 30], 3 * (row * side + column));
  }
}
