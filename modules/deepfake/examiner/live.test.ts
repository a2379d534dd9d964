import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { sql } from '../../../platform/database/sql.ts';
import { form } from '../../../platform/http/testing/media-samples.ts';
import { startTestService, type TestService } from '../../../server/testing.ts';
import { LiveForensics } from '../index.ts';

let service: TestService;
before(async () => {
  service = await startTestService({
    engines: (services) => ({ forensics: new LiveForensics(services) }),
    env: { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_PRIVATE: 'true' },
    credits: 1000,
  });
});
after(() => service.close());

// oxlint-disable-next-line typescript/no-explicit-any
type Job = any;

async function examined(body: unknown, on = service): Promise<Job> {
  const made = await on.call({ path: '/deepfake/jobs', body });
  assert.equal(made.status, 202, made.text);
  const path = `/deepfake/jobs/${made.json.data.jobId}`;
  for (let tries = 0; tries < 600; tries++) {
    const { json } = await on.call({ path });
    if (json.data.status === 'COMPLETED' || json.data.status === 'FAILED') return json.data;
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
  }
  throw new Error('the job did not end');
}
const upload = (bytes: Uint8Array, name: string, fields: Record<string, string> = {}): FormData =>
  form({ bytes, name }, fields);

const ledger = async (jobId: string): Promise<string[]> => {
  const rows = await service.services.db.query<{ type: string }>(
    sql`select type from credit_transactions where resource_id = ${jobId} order by created_at, id`,
  );
  return rows.map(({ type }) => type);
};

/** A picture with something in it, the same each time. */
function scene(width = 320, height = 240): Sharp {
  const data = new Uint8Array(width * height * 3);
  let state = 1;
  for (let i = 0; i < data.length; i++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    const at = Math.floor(i / 3);
    data[i] = 80 + 60 * Math.sin((at % width) / 17) + 40 * Math.cos(at / width / 11) + (state >>> 28);
  }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

test('an ordinary picture is inconclusive, says so, and costs what it costs', async () => {
  const job = await examined(upload(await scene().jpeg().toBuffer(), 'holiday.jpg'));
  assert.equal(job.status, 'COMPLETED', JSON.stringify(job));
  assert.deepEqual([job.isDeepfake, job.confidence, job.recommendation], [null, 50, 'REVIEW']);
  const names = job.detectors.map(({ name }: { name: string }) => name);
  for (const name of ['content-credentials', 'image-metadata', 'double-jpeg', 'fusion'])
    assert.ok(names.includes(name));
  assert.equal(job.progress, 100);
});
