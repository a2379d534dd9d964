import assert from 'node:assert/strict';
import { copyFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { sharedData } from '../../../tools/shared-data.ts';
import { openModel } from '../models/session.ts';
import { similarity, warp } from '../resample.ts';
import { ModelUnavailable, type Point, type Raster } from '../types.ts';
import {
  assessLiveness,
  compareFaces,
  cosine,
  FACE_SLOTS,
  type FaceReading,
  Faces,
  falseMatchRate,
  parallax,
  OWN_CALIBRATION,
} from './index.ts';

const folder = await mkdtemp(join(tmpdir(), 'faces-'));
after(() => rm(folder, { recursive: true }));
const photographs = sharedData('identity/faces/serengil+deepface');
const skip = photographs ? false : 'the pictures of people are not here';

async function picture(name: string): Promise<Raster> {
  const path = join(photographs ?? '', name);
  const { data, info } = await sharp(path).rotate().removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(data), width: info.width, height: info.height, channels: 3 };
}

const number = fc.double({ min: -50, max: 50, noNaN: true });

test('a similarity is found again from its points', () => {
  const points: Point[] = [
    { x: 10, y: 10 },
    { x: 40, y: 12 },
    { x: 25, y: 40 },
  ];
  fc.assert(
    fc.property(
      fc.double({ min: 0.2, max: 5, noNaN: true }),
      fc.double({ min: -3, max: 3, noNaN: true }),
      number,
      number,
      (scale, angle, dx, dy) => {
        const [a, b] = [scale * Math.cos(angle), -scale * Math.sin(angle)];
        const moved = points.map(({ x, y }) => ({ x: a * x + b * y + dx, y: -b * x + a * y + dy }));
        const found = similarity(moved, points);
        [a, b, dx, -b, a, dy].forEach((value, index) => assert.ok(Math.abs(value - (found[index] as number)) < 1e-6));
      },
    ),
    { seed: 1 },
  );
});

/** A face's points with depth, seen after a turn of the head, from far away. */
function head(yaw: number, depth: number): Point[] {
  const angle = (yaw * Math.PI) / 180;
  return Array.from({ length: 68 }, (_, index) => {
    const across = Math.cos(index) * 60;
    const down = Math.sin(index * 1.7) * 80;
    const forward = depth * Math.sqrt(Math.max(0, 1 - (across / 80) ** 2 - (down / 120) ** 2)) * 60;
    return { x: 300 + across * Math.cos(angle) + forward * Math.sin(angle), y: 300 + down };
  });
}

test('parallax: none in what is flat, however it is turned and moved; some in a head', () => {
  fc.assert(
    fc.property(fc.integer({ min: 15, max: 45 }), number, number, (yaw, dx, dy) => {
      const shifted = head(yaw, 0).map(({ x, y }) => ({ x: x + dx, y: y + dy }));
      assert.ok(parallax(head(0, 0), shifted) < 1e-6);
      assert.ok(parallax(head(0, 1), head(yaw, 1)) > 0.02);
    }),
    { seed: 2 },
  );
});

test('the false match rate falls as similarity rises, and matches what was measured', () => {
  let before = 1;
  for (let similarityAt = 0.5; similarityAt <= 1; similarityAt += 0.001) {
    const rate = falseMatchRate(similarityAt, OWN_CALIBRATION);
    assert.ok(rate <= before && rate > 0);
    before = rate;
  }
  assert.ok(Math.abs(falseMatchRate(OWN_CALIBRATION.same, OWN_CALIBRATION) - 0.001) < 1e-4);
});

test('faces that are clearly apart are DIFFERENT only where both pictures are good enough', () => {
  const a = Float32Array.of(1, 0);
  const b = Float32Array.of(0.8, 0.6);
  assert.equal(compareFaces(a, b, true, OWN_CALIBRATION).outcome, 'DIFFERENT');
  assert.equal(compareFaces(a, b, false, OWN_CALIBRATION).outcome, 'UNCERTAIN');
  assert.equal(compareFaces(a, a, false, OWN_CALIBRATION).outcome, 'SAME');
  assert.throws(() => cosine(a, Float32Array.of(1)), RangeError);
});

test('a model that is missing, cut, another one or no network cannot be used', async () => {
  const slot = FACE_SLOTS.proposal;
  const path = join(folder, 'model.onnx');
  await assert.rejects(openModel({ ...slot, path: join(folder, 'none') }), ModelUnavailable);
  await copyFile(slot.path, path);
  await truncate(path, 1000);
  await assert.rejects(openModel({ ...slot, path }), /not the one that was published/);
  await writeFile(path, 'no network');
  const sha256 = 'e5d5e6f7a0';
  await assert.rejects(openModel({ ...slot, path, sha256 }), ModelUnavailable);
  await assert.rejects(Faces.open({ ...FACE_SLOTS, embedding: { ...FACE_SLOTS.embedding, path } }), ModelUnavailable);
});

test('no face in noise, in black and in a single pixel', async () => {
  const faces = await Faces.open(FACE_SLOTS);
  const noise = new Uint8Array(300 * 200 * 3).map((_, index) => (index * 2_654_435_761) >>> 24);
  for (const raster of [
    { data: noise, width: 300, height: 200, channels: 3 },
    { data: new Uint8Array(300 * 200 * 3), width: 300, height: 200, channels: 3 },
    { data: new Uint8Array(3), width: 1, height: 1, channels: 3 },
    { data: new Uint8Array(4000), width: 4000, height: 1, channels: 1 },
  ] as const) {
    const { face, issues } = await faces.read(raster);
    assert.equal(face, null);
    assert.equal(issues[0]?.code, 'FACE_NOT_FOUND');
  }
});

test('one person in two photographs, another in a third', { skip }, async () => {
  const faces = await Faces.open(FACE_SLOTS);
  const [a, b, other] = await Promise.all(
    ['img1.jpg', 'img2.jpg', 'img20.jpg'].map(async (name) => (await faces.read(await picture(name))).face),
  );
  assert.ok(a && b && other);
  assert.deepEqual(a.issues, []);
  assert.ok(a.decisive);
  assert.equal(compareFaces(a.embedding, b.embedding, true, OWN_CALIBRATION).outcome, 'SAME');
  assert.equal(compareFaces(a.embedding, other.embedding, true, OWN_CALIBRATION).outcome, 'DIFFERENT');
});

test('two people in one picture, and a face that is too small, dark or blurred', { skip }, async () => {
  const faces = await Faces.open(FACE_SLOTS);
  const codes = ({ issues }: FaceReading): string[] => issues.map(({ code }) => code);
  assert.ok(codes(await faces.read(await picture('img62.jpg'))).includes('MULTIPLE_FACES'));
  const image = sharp(join(photographs ?? '', 'img11.jpg'));
  const changed = async (made: Sharp): Promise<FaceReading> => {
    const { data, info } = await made.removeAlpha().raw().toBuffer({ resolveWithObject: true });
    return faces.read({ data: new Uint8Array(data), width: info.width, height: info.height, channels: 3 });
  };
  assert.ok(codes(await changed(image.clone().resize(90))).includes('FACE_TOO_SMALL'));
  assert.ok(codes(await changed(image.clone().linear(0.15, 0))).includes('IMAGE_TOO_DARK'));
  assert.ok(codes(await changed(image.clone().blur(9))).includes('IMAGE_BLURRED'));
});

test('liveness: a still picture and a flat one that is turned are not a living head', { skip }, async () => {
  const faces = await Faces.open(FACE_SLOTS);
  const raster = await picture('img11.jpg');
  const straight = await faces.read(raster);
  assert.deepEqual(assessLiveness([straight, straight, straight], straight.face, null, OWN_CALIBRATION).reasons, [
    'REPEATED_FRAMES',
  ]);
  assert.equal(assessLiveness([], straight.face, null, OWN_CALIBRATION).outcome, 'NOT_SHOWN');
  const other = await faces.read(await picture('img20.jpg'));
  assert.ok(
    assessLiveness([straight, straight, other], straight.face, null, OWN_CALIBRATION).reasons.includes(
      'ANOTHER_PERSON',
    ),
  );
  const turned = await faces.read(warp(raster, [1.3, 0, -90, 0.05, 1, 0], raster.width, raster.height));
  const flat = assessLiveness(
    [straight, turned, straight, turned],
    straight.face,
    { turns: ['LEFT'] },
    OWN_CALIBRATION,
  );
  assert.notEqual(flat.outcome, 'LIVE');
});
