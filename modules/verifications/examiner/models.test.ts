import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { IDENTITY_MODELS } from '../../../engines/identity/index.ts';
import { IsolatedProcess } from '../../../platform/isolation/index.ts';
import { IdentityModelsProblem, readIdentityModels } from './models.ts';

const folder = mkdtempSync(join(tmpdir(), 'identity-models-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const own = IDENTITY_MODELS.mrzLines;
const slot = { ...own, path: 'reader.onnx', card: 'card.md', name: 'another-reader' };
const calibration = {
  same: 0.4,
  different: 0.2,
  sameWhenStill: 0.35,
  sameWhenTurned: 0.3,
  impostors: [
    [0.2, 0.1],
    [0.4, 0.001],
  ],
};
writeFileSync(join(folder, 'reader.onnx'), 'weights');
writeFileSync(join(folder, 'card.md'), '# A card');

function reading(value: unknown): ReturnType<typeof readIdentityModels> {
  const path = join(folder, 'models.json');
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
  return readIdentityModels(path);
}

test('nothing configured: the networks that come with the service', () => {
  assert.equal(readIdentityModels(null), IDENTITY_MODELS);
});

test('a network takes its place, found relative to the file; the others stay', () => {
  const models = reading({ mrzLines: slot, faceEmbedding: { ...slot, calibration } });
  assert.deepEqual(models.mrzLines, { ...slot, path: join(folder, 'reader.onnx'), card: join(folder, 'card.md') });
  assert.equal(models.faceEmbedding.calibration.same, 0.4);
  assert.equal(models.faceLandmarks, IDENTITY_MODELS.faceLandmarks);
});

test('what is wrong is told by its place, and how to mend it', () => {
  assert.throws(() => readIdentityModels(join(folder, 'none.json')), /cannot be read/);
  const wrong: [unknown, RegExp][] = [
    ['{', /holds no valid JSON/],
    [[], /must be an object from place to model/],
    [{ faces: slot }, /faces is no place of a model; use some of mrzLines/],
    [{ mrzLines: 'x' }, /mrzLines must be an object with name, version, path/],
    [{ mrzLines: { ...slot, size: 1 } }, /mrzLines\.size is unknown/],
    [{ mrzLines: { ...slot, licence: '' } }, /mrzLines\.licence must be a text/],
    [{ mrzLines: { ...slot, path: 'gone.onnx' } }, /mrzLines\.path names .*gone\.onnx, which is not there/],
    [{ mrzLines: { ...slot, sha256: 'abc' } }, /mrzLines\.sha256 must be 64 hexadecimal digits/],
    [{ mrzLines: { ...slot, calibration } }, /mrzLines\.calibration is unknown/],
    [{ faceEmbedding: slot }, /faceEmbedding\.calibration must be an object .*another scale/],
    [{ faceEmbedding: { ...slot, calibration: { ...calibration, same: 2 } } }, /same must be a number/],
    [{ faceEmbedding: { ...slot, calibration: { ...calibration, different: 0.5 } } }, /must not be above same/],
    [{ faceEmbedding: { ...slot, calibration: { ...calibration, impostors: [[0.4, 0.1]] } } }, /impostors must list/],
    [
      { faceEmbedding: { ...slot, calibration: { ...calibration, impostors: calibration.impostors.toReversed() } } },
      /similarities rising/,
    ],
  ];
  for (const [value, message] of wrong) {
    assert.throws(
      () => reading(value),
      (error: unknown) => error instanceof IdentityModelsProblem && message.test(error.message),
      String(message),
    );
  }
});

test('the isolated process may read a network outside of the service, and tells that it is none', async (t) => {
  const models = reading({ mrzLines: { ...slot, sha256: own.sha256 } });
  const child = await IsolatedProcess.start({
    entry: join(import.meta.dirname, 'child.ts'),
    limits: { memoryBytes: 900 * 2 ** 20, cpuSeconds: 120, wallMs: 90_000, fileBytes: 2 ** 20, openFiles: 128 },
    arguments: [JSON.stringify(models)],
    readable: [models.mrzLines.path],
  });
  t.after(() => child.stop());
  const blank = sharp({ create: { width: 600, height: 400, channels: 3, background: '#8899aa' } });
  const picture = await blank.png().toBuffer();
  const findings = await child.run<{ failures: { part: string; reason: string }[] }>({
    pictures: [{ kind: 'DOCUMENT_FRONT', bytes: new Uint8Array(picture) }],
    needs: { faces: false, liveness: false },
    challenge: null,
    today: '2026-01-01',
  });
  const told = findings.failures.find(({ part }) => part === 'another-reader');
  assert.match(told?.reason ?? JSON.stringify(findings), /not the one that was published/);
});
