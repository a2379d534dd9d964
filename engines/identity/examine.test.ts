import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { sharedData } from '../../tools/shared-data.ts';
import { decide, type Decision } from './decide/index.ts';
import { readDocument } from './document/extract.ts';
import { Examiner, type Picture } from './examine.ts';
import type { IdentityFindings, KnownPerson } from './findings.ts';
import { IDENTITY_MODELS, type IdentityModels } from './models/slots.ts';

const specimens = sharedData('identity/mrz/konstantint+PassportEye');
const skip = specimens ? false : 'the specimens are not here';
/** Before the specimen expires. */
const TODAY = '2010-01-01';
const NEEDS = { faces: true, liveness: false };

const examined = (examiner: Examiner, pictures: Picture[]): Promise<IdentityFindings> =>
  examiner.examine({ pictures, needs: NEEDS, challenge: null, today: TODAY });

const decided = (findings: IdentityFindings, person: KnownPerson): Decision =>
  decide({
    findings,
    person,
    checks: ['document', 'faceMatch', 'dataMatch'],
    today: TODAY,
    before: [],
    elsewhere: [],
  });

/** The specimen's own portrait, taken again with another light, turn and sharpness, as a selfie of the same person. */
async function selfieFrom(specimen: Buffer, findings: IdentityFindings): Promise<Buffer> {
  const box = findings.portrait?.face?.detected.box;
  assert.ok(box);
  const { width, height } = await sharp(specimen).metadata();
  const left = Math.max(0, Math.round(box.x - box.width / 2));
  const top = Math.max(0, Math.round(box.y - box.height / 2));
  const size = { width: Math.min(width - left, 2 * Math.round(box.width)), height: 2 * Math.round(box.height) };
  return sharp(specimen)
    .extract({ left, top, width: size.width, height: Math.min(height - top, size.height) })
    .resize(700)
    .rotate(4, { background: '#888' })
    .modulate({ brightness: 1.15 })
    .blur(3)
    .jpeg({ quality: 80 })
    .toBuffer();
}

test(
  'each network missing or damaged in turn: what passes with all of them is never passed, and the record names it',
  { skip },
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'identity-models-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const specimen = readFileSync(join(specimens ?? '', '100_pass-cze2.jpg'));
    const whole = await Examiner.open();
    const front: Picture = { kind: 'DOCUMENT_FRONT', bytes: specimen };
    const first = await examined(whole, [front]);
    const pictures: Picture[] = [front, { kind: 'SELFIE', bytes: await selfieFrom(specimen, first) }];
    const findings = await examined(whole, pictures);
    const { fields } = readDocument(findings);
    const person: KnownPerson = {
      firstName: fields.firstName?.value ?? '',
      middleName: null,
      lastName: fields.lastName?.value ?? '',
      dateOfBirth: fields.dateOfBirth?.value ?? null,
      nationality: null,
    };
    assert.equal(decided(findings, person).result, 'APPROVED');

    for (const [index, place] of (Object.keys(IDENTITY_MODELS) as (keyof IdentityModels)[]).entries()) {
      const slot = IDENTITY_MODELS[place];
      const path = join(folder, place);
      if (index % 2 === 1) {
        await copyFile(slot.path, path);
        const file = await open(path, 'r+');
        await file.write(Buffer.from([0xff]), 0, 1, 200);
        await file.close();
      }
      const examiner = await Examiner.open({ ...IDENTITY_MODELS, [place]: { ...slot, path } });
      const decision = decided(await examined(examiner, pictures), person);
      assert.equal(decision.result, 'REVIEW', place);
      const told = decision.breakdown.filter(({ outcome }) => outcome === 'NOT_PERFORMED');
      assert.ok(
        told.some(({ evidence }) => evidence['part'] === slot.name),
        `${place}: ${JSON.stringify(decision.breakdown)}`,
      );
    }
  },
);

test('of two documents in one picture the portrait is that of the zone, or none', { skip }, async () => {
  const data = join(specimens ?? '', '100_pass-cze2.jpg');
  const { width, height } = await sharp(data).metadata();
  // The other's portrait is larger, its zone out of the picture.
  const other = await sharp(join(specimens ?? '', '100_pass-fin.png'))
    .resize({ width: Math.round(1.2 * width) })
    .removeAlpha()
    .toBuffer();
  const shown = await sharp(other).metadata();
  const left = width + 60;
  const top = Math.max(height, Math.round(0.75 * shown.height));
  const page = await sharp(other)
    .extract({ left: 0, top: 0, width: shown.width, height: Math.min(top, Math.round(0.75 * shown.height)) })
    .toBuffer();
  const bytes = await sharp({ create: { width: left + shown.width, height: top, channels: 3, background: '#666' } })
    .composite([
      { input: data, left: 0, top: 0 },
      { input: page, left, top: 0 },
    ])
    .jpeg()
    .toBuffer();
  const examiner = await Examiner.open();
  const { front, portrait } = await examined(examiner, [{ kind: 'DOCUMENT_FRONT', bytes }]);
  assert.equal(front?.mrz?.parsed?.issuingState, 'CZE');
  const box = portrait?.face?.detected.box;
  assert.ok(box && box.x + box.width < width);
});
