import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import sharp from 'sharp';
import type { Raster } from '../../types.ts';
import { decodeImage } from '../raster.ts';
import { authenticitySignals } from './index.ts';
import { earlierCompression, quantisationTable } from './double.ts';

/** Grain and soft shapes, the same each time. */
function photograph(width = 640, height = 512, grain = 13): Raster {
  let state = 7;
  const data = Uint8Array.from({ length: width * height }, (_, at) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    const [x, y] = [at % width, Math.floor(at / width)];
    return (
      128 +
      50 * Math.sin(x / 61) * Math.cos(y / 47) +
      12 * Math.sin(x / 9 + y / 13) +
      ((state >>> 16) % grain) -
      grain / 2
    );
  });
  return { data, width, height, channels: 1 };
}
const judge = (raster: Raster, table: Uint8Array | null = null) =>
  authenticitySignals({ raster, metadata: { editor: null }, table, lines: [] });
const bytesOf = ({ data, width, height }: Raster, quality: number): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 1 } })
    .jpeg({ quality })
    .toBuffer();

test('a plain photograph bears no marks', () => {
  assert.deepEqual(judge(photograph()), []);
  assert.deepEqual(judge({ data: new Uint8Array(640 * 480).fill(200), width: 640, height: 480, channels: 1 }), []);
});

test('a raster over all of a picture is found, and weighs', () => {
  const picture = photograph();
  const data = picture.data.map((level, at) => {
    const [x, y] = [at % picture.width, Math.floor(at / picture.width)];
    return level + 14 * Math.cos(1.9 * x + 0.33 * y);
  });
  const [found] = judge({ ...picture, data });
  assert.equal(found?.code, 'SCREEN_MOIRE');
  assert.ok((found?.logLikelihoodRatio ?? 0) > 0);
});

test('an earlier, coarser compression is noted and weighs nothing; a single one is not', async () => {
  const once = await bytesOf(photograph(640, 512, 120), 92);
  const single = await decodeImage(once);
  assert.ok(single.table);
  assert.ok((earlierCompression(single.raster, single.table) ?? 0) < 0.1);
  const coarse = await decodeImage(await bytesOf(photograph(640, 512, 120), 70));
  const again = await decodeImage(await bytesOf({ ...coarse.raster, data: greyOf(coarse.raster), channels: 1 }, 92));
  const found = judge(again.raster, again.table ?? null).find(({ code }) => code === 'DOUBLE_COMPRESSION');
  assert.equal(found?.logLikelihoodRatio, null);
});
const greyOf = ({ data, channels }: Raster): Uint8Array => data.filter((_, at) => at % channels === 0);

test('a patch that was compressed in another place is found in what was saved without loss', async () => {
  const { raster } = await decodeImage(await bytesOf(photograph(), 60));
  const picture = { ...raster, data: greyOf(raster), channels: 1 as const };
  const data = new Uint8Array(picture.data);
  for (let y = 0; y < 224; y++) {
    for (let x = 0; x < 224; x++) {
      data[(y + 101) * picture.width + x + 203] = picture.data[(y + 240) * picture.width + x + 40] as number;
    }
  }
  assert.deepEqual(judge(picture), []);
  assert.equal(judge({ ...picture, data })[0]?.code, 'PASTED_PORTRAIT');
});

test('an editor’s name is noted; hostile bytes have no table', () => {
  const [found] = authenticitySignals({
    raster: photograph(64, 64),
    metadata: { editor: 'gimp' },
    table: null,
    lines: [],
  });
  assert.deepEqual([found?.code, found?.logLikelihoodRatio], ['EDITOR_TRACES', null]);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
      const table = quantisationTable(Uint8Array.from([0xff, 0xd8, 0xff, 0xdb, ...noise]));
      assert.ok(table === null || table.length === 64);
    }),
    { seed: 8, numRuns: 300 },
  );
});
