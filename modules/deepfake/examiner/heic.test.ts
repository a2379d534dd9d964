import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { findHeicTool, HEIC_REMEDY, HeicDecoder } from '../../../platform/heic/index.ts';
import { canMakeHeic, heicOf, structure } from '../../../platform/heic/testing/heic-files.ts';
import { form } from '../../../platform/http/testing/media-samples.ts';
import { startTestService, type TestService } from '../../../server/testing.ts';
import { LiveForensics } from './live.ts';

const tool = await findHeicTool();
const skip = tool === null || !canMakeHeic ? 'libheif-examples is not installed here' : false;

let service: TestService;
let without: TestService;
before(async () => {
  service = await startTestService({
    engines: (services) => ({ forensics: new LiveForensics(services) }),
    credits: 100,
  });
  without = await startTestService({
    engines: (services) => ({
      forensics: new LiveForensics(services, { heic: new HeicDecoder({ concurrency: 1, tool: null }) }),
    }),
    credits: 100,
  });
});
after(() => Promise.all([service.close(), without.close()]));

// oxlint-disable-next-line typescript/no-explicit-any
type Job = any;

async function examined(bytes: Uint8Array, on = service): Promise<Job> {
  const made = await on.call({ path: '/deepfake/jobs', body: form({ bytes, name: 'picture.heic' }) });
  assert.equal(made.status, 202, made.text);
  for (let tries = 0; tries < 900; tries++) {
    const { json } = await on.call({ path: `/deepfake/jobs/${made.json.data.jobId}` });
    if (json.data.status === 'COMPLETED' || json.data.status === 'FAILED') return json.data;
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
  }
  throw new Error('the job did not end');
}

const scene = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 640,
      height: 480,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 25 },
    },
  })
    .blur(1.2)
    .png()
    .toBuffer();

test('the pixels of a HEIC picture are examined', { skip }, async () => {
  const job = await examined(heicOf(await scene()));
  assert.equal(job.status, 'COMPLETED', JSON.stringify(job));
  assert.notEqual(job.isDeepfake, true, 'noise says nothing');
});

test('one that cannot be decoded fails with the reason and costs nothing', async () => {
  const bomb = structure([{ id: 1, type: 'hvc1', size: [60_000, 60_000] }], 1);
  const cases = skip
    ? []
    : [[bomb, 'MEDIA_TOO_LARGE'] as const, [structure([{ id: 1, type: 'hvc1' }], 1), 'UNPROCESSABLE_MEDIA'] as const];
  for (const [bytes, code] of cases) {
    const job = await examined(bytes);
    assert.deepEqual([job.status, job.errorCode], ['FAILED', code]);
  }
  const job = await examined(structure([{ id: 1, type: 'hvc1' }], 1), without);
  assert.deepEqual([job.status, job.errorCode], ['FAILED', 'CONTENT_NOT_EXAMINED']);
  assert.ok(job.errorMessage.includes(HEIC_REMEDY), job.errorMessage);
});
