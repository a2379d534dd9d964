import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { findHeicTool, HEIC_REMEDY, HeicDecoder } from '../../../platform/heic/index.ts';
import { canMakeHeic, heicOf, structure } from '../../../platform/heic/testing/heic-files.ts';
import { form } from '../../../platform/http/testing/media-samples.ts';
import { startTestService, type TestService } from '../../../server/testing.ts';
import { sharedData } from '../../../tools/shared-data.ts';
import { LiveForensics } from '../../deepfake/index.ts';
import { LiveEngine, readDocumentEvidence, SelfieForensics } from '../index.ts';
import { World } from '../testing/world.ts';

const specimens = sharedData('identity/mrz/konstantint+PassportEye');
const faces = sharedData('identity/faces/serengil+deepface');
const skip = specimens && faces ? false : 'the specimens and pictures of people are not here';
const heicSkip = (await findHeicTool()) && canMakeHeic ? false : 'libheif-examples is not installed here';
const specimen = (name: string): Buffer => readFileSync(join(specimens ?? '', name));
const photograph = (name: string): Buffer => readFileSync(join(faces ?? '', name));

let service: TestService;
let world: World;
before(async () => {
  service = await startTestService({
    engines: (services) => {
      const forensics = new LiveForensics(services);
      return { verification: new LiveEngine(services, { others: new SelfieForensics(forensics) }), forensics };
    },
    credits: 1000,
  });
  world = new World(service, 'LIVE', service.liveKey);
});
after(() => service.close());

async function send(id: string, kind: string, bytes: Buffer, there: World): Promise<void> {
  const body = form({ bytes, name: 'picture.jpg' }, { kind });
  const answer = await there.call({ path: `/verifications/${id}/files`, body });
  assert.equal(answer.status, 201, answer.text);
}

async function examined(id: string, pictures: Readonly<Record<string, Buffer>>, there = world): Promise<TestStatus> {
  for (const [kind, bytes] of Object.entries(pictures)) await send(id, kind, bytes, there);
  const answer = await there.submit(id);
  assert.equal(answer.status, 202, answer.text);
  for (let tries = 0; tries < 600; tries++) {
    const record = await there.read(id);
    if (record.status !== 'PROCESSING') return record;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  throw new Error('still PROCESSING');
}
type TestStatus = Awaited<ReturnType<World['read']>>;

const blank = (width = 900, height = 600): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#8899aa' } })
    .jpeg()
    .toBuffer();

test('an expired passport is rejected, with what was read and by which rule', { skip }, async () => {
  const id = await world.begun('Specimen', 'STANDARD');
  const record = await examined(id, { DOCUMENT_FRONT: specimen('100_pass-fin.png'), SELFIE: photograph('img1.jpg') });
  assert.deepEqual([record.status, record.result, record.decidedBy], ['COMPLETED', 'REJECTED', 'AUTOMATIC']);
  assert.deepEqual(record.failureReasons, ['DOCUMENT_EXPIRED']);
  assert.equal(record.checks.document, 'FAIL');
  assert.equal(record.extracted.documentType, 'PASSPORT');
  assert.equal(record.extracted.dateOfExpiry, '2011-08-21');
  assert.equal(record.extracted.issuingCountry, 'FI');
  assert.equal(record.extracted.mrz.length, 2);
  const rule = record.breakdown.find((one: { rule: string }) => one.rule === 'DOCUMENT_NOT_EXPIRED');
  assert.deepEqual([rule.outcome, rule.evidence.source, rule.evidence.dateOfExpiry], ['FAIL', 'MRZ', '2011-08-21']);
  assert.deepEqual(await world.ledger(id), ['HOLD 1', 'CAPTURE 1']);
  const tenant = { organizationId: service.organizationId, environment: 'LIVE' } as const;
  const { boxes, compared } = await readDocumentEvidence(service.services.db, tenant, id);
  const born = boxes.filter(({ field }) => field === 'dateOfBirth');
  assert.deepEqual(new Set(born.map(({ source }) => source)), new Set(['MRZ', 'PRINTED']));
  // Print stands above the zone.
  const [print, zone] = ['PRINTED', 'MRZ'].map((source) => born.find((box) => box.source === source));
  assert.ok(print && zone && print.corners[2].y < zone.corners[0].y && zone.raw === '711221');
  const row = compared.find(({ field }) => field === 'dateOfBirth');
  assert.deepEqual([row?.printed, row?.machineReadable, row?.machineSource], ['1971-12-21', '1971-12-21', 'MRZ']);
});

test(
  'pictures that show nothing are asked for again, three times, then a person decides',
  { skip: false },
  async () => {
    const id = await world.begun('Nobody', 'STANDARD');
    const picture = await blank();
    for (const last of [false, false, true]) {
      const record = await examined(id, { DOCUMENT_FRONT: picture, SELFIE: picture });
      assert.equal(record.status, last ? 'MANUAL_REVIEW' : 'PENDING_UPLOAD');
      const reasons = record.uploadIssues.map(
        (issue: { kind: string; reason: string }) => `${issue.kind} ${issue.reason}`,
      );
      assert.ok(reasons.includes('SELFIE FACE_NOT_FOUND'), reasons.join());
      if (!last) continue;
      assert.equal(record.reviewReason, 'UNREADABLE_IMAGE');
      assert.ok(record.breakdown.length > 0, 'the reviewer sees what was found');
      assert.notEqual(record.checks.document, 'PASS');
    }
    assert.deepEqual(await world.ledger(id), ['HOLD 1']);
  },
);

test(
  'a selfie of another person is asked for once more, then rejected only with the same answer',
  { skip },
  async () => {
    const id = await world.begun('Other', 'STANDARD');
    const front = specimen('100_pass-bdr.jpg');
    const record = await examined(id, { DOCUMENT_FRONT: front, SELFIE: photograph('img1.jpg') });
    // The specimen has expired, which is certain and goes first.
    assert.equal(record.result, 'REJECTED');
    assert.deepEqual(record.failureReasons, ['DOCUMENT_EXPIRED']);
    assert.equal(record.checks.faceMatch, 'REVIEW');
    const faceRule = record.breakdown.find((one: { rule: string }) => one.rule === 'FACES_MATCH');
    assert.ok(faceRule.evidence.similarity < 0.9);
  },
);

test('a BIOMETRIC verification says which checks were not performed', async () => {
  const id = await world.begun('Whole', 'BIOMETRIC');
  const picture = await blank();
  for (let tries = 0; tries < 3; tries++) {
    await examined(id, { DOCUMENT_FRONT: picture, SELFIE: picture, LIVENESS_FRAME: picture });
  }
  const record = await world.read(id);
  assert.equal(record.status, 'MANUAL_REVIEW');
  assert.equal(record.checks.deepfake, 'REVIEW', 'nothing decisive is known of a blank picture');
  assert.equal(record.checks.duplicateFace, 'NOT_PERFORMED');
});

test('as many frames as may be sent, of twelve megapixels each, do not use up the memory of the examination', async () => {
  const id = await world.begun('Frames', 'ENHANCED');
  const [small, large] = [await blank(), await blank(4_000, 3_000)];
  for (let frame = 0; frame < 32; frame++) await send(id, 'LIVENESS_FRAME', large, world);
  const record = await examined(id, { DOCUMENT_FRONT: small, SELFIE: small });
  assert.equal(record.status, 'PENDING_UPLOAD', JSON.stringify(record.breakdown));
  const reasons = record.uploadIssues.map(({ reason }: { reason: string }) => reason);
  assert.ok(reasons.includes('LIVENESS_TOO_FEW_FRAMES'), reasons.join());
});

for (const [name, cause, wallMs] of [
  ['hang', 'TIMED_OUT', 3_000],
  // Time enough on a busy machine: what ends these is their own doing.
  ['die', 'CRASHED', 120_000],
  ['throw', 'CRASHED', 120_000],
  ['allocate', 'OUT_OF_MEMORY|CRASHED', 120_000],
] as const) {
  test(`an examiner that fails (${name}) is a review with the reason`, async (t) => {
    const entry = join(import.meta.dirname, 'testing', 'failing-examiner.ts');
    const limits = { memoryBytes: 500 * 2 ** 20, cpuSeconds: 60, wallMs, fileBytes: 2 ** 20, openFiles: 64 };
    const other = await startTestService({
      engines: (services) => ({ verification: new LiveEngine(services, { program: { entry, limits } }) }),
      credits: 100,
    });
    t.after(() => other.close());
    const failing = new World(other, 'LIVE', other.liveKey);
    const id = await failing.begun(name, 'DOCUMENT');
    const record = await examined(id, { DOCUMENT_FRONT: await blank(60 + name.length, 60) }, failing);
    assert.equal(record.status, 'MANUAL_REVIEW', name);
    assert.equal(record.reviewReason, 'EXAMINATION_FAILED');
    assert.match(record.breakdown[0].evidence.cause, new RegExp(`^(${cause})$`), name);
    assert.equal(record.checks.document, 'NOT_PERFORMED');
  });
}

test('HEIC pictures are read like others, and keep their places', { skip: skip || heicSkip }, async () => {
  const id = await world.begun('Heic', 'DOCUMENT');
  const record = await examined(id, { DOCUMENT_FRONT: heicOf(specimen('100_pass-fin.png')) });
  assert.deepEqual(record.failureReasons, ['DOCUMENT_EXPIRED'], JSON.stringify(record.breakdown));
  assert.equal(record.extracted.dateOfExpiry, '2011-08-21');
  const tenant = { organizationId: service.organizationId, environment: 'LIVE' } as const;
  const { boxes } = await readDocumentEvidence(service.services.db, tenant, id);
  assert.ok(boxes.some(({ field, raw }) => field === 'dateOfBirth' && raw === '711221'));
});

test('where HEIC cannot be decoded another picture is asked for, and the record names the remedy', async (t) => {
  const other = await startTestService({
    engines: (services) => ({
      verification: new LiveEngine(services, { heic: new HeicDecoder({ concurrency: 1, tool: null }) }),
    }),
    credits: 100,
  });
  t.after(() => other.close());
  const there = new World(other, 'LIVE', other.liveKey);
  const id = await there.begun('Heic', 'STANDARD');
  const bytes = structure([{ id: 1, type: 'hvc1', size: [900, 600] }], 1);
  for (const last of [false, false, true]) {
    const record = await examined(id, { DOCUMENT_FRONT: bytes, SELFIE: bytes }, there);
    assert.equal(record.status, last ? 'MANUAL_REVIEW' : 'PENDING_UPLOAD');
    assert.deepEqual(record.uploadIssues[0], { kind: 'DOCUMENT_FRONT', reason: 'FORMAT_NOT_DECODABLE' });
    if (!last) continue;
    const rule = record.breakdown.find((one: { rule: string }) => one.rule === 'DOCUMENT_READABLE');
    assert.equal(rule.evidence.cause, HEIC_REMEDY);
    assert.notEqual(record.checks.document, 'PASS');
  }
});
