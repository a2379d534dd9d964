import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { sql } from '../../platform/database/sql.ts';
import { form, SAMPLES } from '../../platform/http/testing/media-samples.ts';
import { eventually, startTestService, type TestService } from '../../server/testing.ts';
import type { Analysis, Finding, ForensicsEngine } from './index.ts';

/** An engine whose finding the file name tells; it reads the media to prove that it could. */
const seen: string[] = [];
const failing = new Map<string, number>();
const engine: ForensicsEngine = {
  requireAvailable() {},
  trustsNames: false,
  startsAt: (now) => now,
  analysesAt: (now) => now,
  async analyse({ fileName, media, progress }: Analysis): Promise<Finding> {
    seen.push(media.kind === 'URL' ? media.url : await text(media.open()));
    await progress(60);
    await progress(30);
    if (fileName.startsWith('slow')) {
      await new Promise((resolve) => {
        setTimeout(resolve, 300);
      });
    }
    const left = failing.get(fileName) ?? 0;
    if (left > 0) {
      failing.set(fileName, left - 1);
      throw new Error('the model could not be loaded');
    }
    if (fileName.startsWith('bad')) return { kind: 'FAILED', errorCode: 'UNPROCESSABLE_MEDIA', errorMessage: 'broken' };
    return {
      kind: 'ANALYSED',
      isDeepfake: false,
      confidence: 91,
      manipulationType: null,
      recommendation: 'ACCEPT',
      detectors: [],
      artefacts: [],
    };
  },
};

let bare: TestService;
let service: TestService;
before(async () => {
  bare = await startTestService({ env: { SANDBOX_DELAY_MS: '60000' } });
  service = await startTestService({ engines: { forensics: engine } });
});
after(async () => Promise.all([bare.close(), service.close()]));

const job = (which: TestService, body: unknown, environment: 'LIVE' | 'TEST' = 'TEST') =>
  which.call({ path: '/deepfake/jobs', body, environment });
const content = SAMPLES.jpeg.toString('base64');

test('creation refuses what is wrong, each with its code', async () => {
  const cases: [unknown, number, string, string?][] = [
    [{}, 400, 'VALIDATION_ERROR', '/url'],
    [{ url: 'https://example.com/a.jpg', content, fileName: 'a.jpg' }, 400, 'VALIDATION_ERROR', '/url'],
    [{ url: 'https://example.com/a.jpg', fileName: 'a.jpg' }, 400, 'VALIDATION_ERROR', '/fileName'],
    [{ content }, 400, 'VALIDATION_ERROR', '/fileName'],
    [{ fileName: 'a.jpg' }, 400, 'VALIDATION_ERROR', '/url'],
    [{ fileName: 'a.jpg', content: 'not base64!' }, 400, 'VALIDATION_ERROR', '/content'],
    [{ fileName: 'a.jpg', content: `data:image/jpeg;base64,${content}` }, 400, 'VALIDATION_ERROR', '/content'],
    [{ fileName: 'a.jpg', content, as: 'IMAGE' }, 400, 'VALIDATION_ERROR', '/as'],
    [{ fileName: 'a.jpg', content, more: 1 }, 400, 'VALIDATION_ERROR', '/more'],
    [{ fileName: 'a.jpg', content, metadata: { a: 1 } }, 400, 'VALIDATION_ERROR', '/metadata/a'],
    [{ fileName: 'a.jpg', content, callbackUrl: 'http://example.com' }, 400, 'WEBHOOK_URL_NOT_HTTPS'],
    [{ url: 'http://example.com/a.jpg' }, 400, 'WEBHOOK_URL_NOT_HTTPS'],
    [{ url: 'https://127.0.0.1/a.jpg' }, 400, 'WEBHOOK_URL_NOT_ALLOWED'],
    [{ url: 'https://0x7f.1/a.jpg' }, 400, 'WEBHOOK_URL_NOT_ALLOWED'],
    [{ url: 'https://[::ffff:169.254.169.254]/a.jpg' }, 400, 'WEBHOOK_URL_NOT_ALLOWED'],
    [{ url: 'https://localhost/a.jpg' }, 400, 'WEBHOOK_URL_NOT_ALLOWED'],
    [{ url: 'a.jpg' }, 400, 'VALIDATION_ERROR', '/url'],
    [{ fileName: 'a.jpg', content, organizationId: 'org_other' }, 403, 'ORGANIZATION_MISMATCH'],
    [{ fileName: 'a.zip', content: SAMPLES.zip.toString('base64') }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ];
  for (const environment of ['TEST', 'LIVE'] as const) {
    for (const [body, status, code, path] of cases) {
      const answer = await job(bare, body, environment);
      assert.equal(answer.json.error?.code, code, `${JSON.stringify(body)}: ${answer.text}`);
      assert.equal(answer.status, status);
      if (path) assert.equal(answer.json.error.details.issues[0].path, path);
    }
  }
  assert.equal((await job(bare, '{')).json.error.code, 'INVALID_JSON');
  const typed = await bare.call({
    path: '/deepfake/jobs',
    environment: 'TEST',
    body: 'x',
    headers: { 'content-type': 'image/jpeg' },
  });
  assert.equal(typed.status, 415, typed.text);
});

test('each media type has its size', { timeout: 60_000 }, async () => {
  const padded = (head: Buffer, mebibytes: number): Buffer =>
    Buffer.concat([head, Buffer.alloc(mebibytes * 1_048_576)]);
  const image = await job(bare, form({ bytes: padded(SAMPLES.jpeg, 25), name: 'a.jpg' }));
  assert.equal(image.json.error?.code, 'PAYLOAD_TOO_LARGE', image.text);
  assert.equal(image.json.error.details.maxBytes, 25 * 1_048_576);
  const bomb = Buffer.from(SAMPLES.png);
  bomb.writeUInt32BE(20_000, 16);
  bomb.writeUInt32BE(5_001, 20);
  const pixels = await job(bare, form({ bytes: bomb, name: 'a.png' }));
  assert.deepEqual([pixels.status, pixels.json.error?.details?.maxPixels], [413, 100_000_000], pixels.text);
  const asDocument = await job(bare, form({ bytes: padded(SAMPLES.jpeg, 25), name: 'a.jpg' }, { as: 'DOCUMENT' }));
  assert.equal(asDocument.status, 202, asDocument.text);
  const inline = await job(bare, { fileName: 'a.wav', content: padded(SAMPLES.wav, 20).toString('base64') });
  assert.equal(inline.status, 413, inline.text.slice(0, 200));
  const atLimit = padded(SAMPLES.wav, 20).subarray(0, 20 * 1_048_576);
  assert.equal((await job(bare, { fileName: 'a.wav', content: atLimit.toString('base64') })).status, 202);
});

test('production without an engine answers 503: no credit, no record, nothing kept', async () => {
  const balance = async () => (await bare.call({ path: '/credits/balance' })).json.data;
  const before = await balance();
  const bodies = [
    { fileName: 'a.jpg', content },
    { url: 'https://example.com/a.mp4' },
    form({ bytes: SAMPLES.pdf, name: 'a.pdf' }),
  ];
  for (const body of bodies) {
    const answer = await job(bare, body, 'LIVE');
    assert.equal(answer.status, 503, answer.text);
    assert.equal(answer.json.error.code, 'SERVICE_UNAVAILABLE');
    assert.equal(answer.json.error.details.reason, 'FORENSICS_ENGINE_MISSING');
  }
  assert.equal((await job(bare, form({ bytes: SAMPLES.text, name: 'a.jpg' }), 'LIVE')).status, 422);
  assert.deepEqual(await balance(), before);
  assert.equal((await bare.call({ path: '/deepfake/jobs' })).json.pagination.total, 0);
  await eventually(async () => {
    const rows = await bare.services.db.query(sql`select id from files where owner_id = 'staging'`);
    return rows.length === 0;
  });
});

test('others see nothing of a job', async () => {
  const { jobId } = (await job(bare, { fileName: 'a.jpg', content })).json.data;
  const other = await bare.addOrganization();
  const keys: ['LIVE' | 'TEST', string][] = [
    ['TEST', other.testKey],
    ['LIVE', bare.liveKey],
  ];
  for (const [environment, key] of keys) {
    for (const request of [
      { path: `/deepfake/jobs/${jobId}` },
      { path: `/deepfake/jobs/${jobId}/artefacts/${jobId}` },
      { method: 'DELETE', path: `/deepfake/jobs/${jobId}` },
    ]) {
      assert.equal((await bare.call({ ...request, environment, key })).status, 404);
    }
    assert.equal((await bare.call({ path: '/deepfake/jobs', environment, key })).json.pagination.total, 0);
  }
  const reader = await bare.addKey(bare.organizationId, 'TEST', ['deepfake:read']);
  const refused = await bare.call({ path: '/deepfake/jobs', environment: 'TEST', key: reader, body: { content } });
  assert.equal(refused.json.error.code, 'INSUFFICIENT_SCOPE');
});

test('the same Idempotency-Key makes one job', async () => {
  const send = (bytes: Buffer) =>
    bare.call({
      path: '/deepfake/jobs',
      environment: 'TEST',
      headers: { 'idempotency-key': 'job-once' },
      body: form({ bytes, name: 'once.jpg' }),
    });
  const [one, two] = [await send(SAMPLES.jpeg), await send(SAMPLES.jpeg)];
  assert.equal(two.text, one.text);
  assert.equal((await send(SAMPLES.png)).json.error.code, 'IDEMPOTENCY_KEY_REUSED');
});

const ledger = async (jobId: string): Promise<string[]> =>
  (
    await service.services.db.query<{ line: string }>(
      sql`select type || ' ' || amount as line from credit_transactions where resource_id = ${jobId} order by created_at, id`,
    )
  ).map((row) => row.line);
const ended = (jobId: string) =>
  eventually(async () => {
    const { data } = (await service.call({ path: `/deepfake/jobs/${jobId}` })).json;
    return ['COMPLETED', 'FAILED'].includes(data.status) && data;
  }, 15_000);

test('a live run holds each price, takes it when completed and gives it back when failed', async () => {
  const prices: [keyof typeof SAMPLES, string, number][] = [
    ['jpeg', 'IMAGE', 2],
    ['mp4', 'VIDEO', 5],
    ['mp3', 'AUDIO', 3],
    ['pdf', 'DOCUMENT', 4],
  ];
  for (const [sample, mediaType, price] of prices) {
    const good = (await job(service, form({ bytes: SAMPLES[sample], name: 'good' }), 'LIVE')).json.data;
    assert.equal(good.mediaType, mediaType);
    const done = await ended(good.jobId);
    assert.deepEqual([done.status, done.confidence, done.progress], ['COMPLETED', 91, 100]);
    assert.deepEqual(await ledger(good.jobId), [`HOLD ${price}`, `CAPTURE ${price}`]);
    const bad = (await job(service, form({ bytes: SAMPLES[sample], name: 'bad' }), 'LIVE')).json.data;
    const failed = await ended(bad.jobId);
    assert.deepEqual([failed.status, failed.errorCode, failed.progress], ['FAILED', 'UNPROCESSABLE_MEDIA', 60]);
    assert.deepEqual(await ledger(bad.jobId), [`HOLD ${price}`, `RELEASE ${price}`]);
  }
  assert.ok(seen.includes(SAMPLES.pdf.toString('utf8')), 'the engine read the bytes');
  const url = 'https://example.com/fetched.mp4?signature=s3cret';
  const fetched = (await job(service, { url }, 'LIVE')).json.data;
  await ended(fetched.jobId);
  assert.ok(seen.includes(url));
  const [row] = await service.services.db.query<{ text: string }>(
    sql`select row_to_json(j)::text as text from deepfake_jobs j where id = ${fetched.jobId}`,
  );
  assert.ok(row && !row.text.includes('s3cret'));
});

test('an engine that fails is tried again', async () => {
  failing.set('flaky', 1);
  const made = (await job(service, form({ bytes: SAMPLES.png, name: 'flaky' }), 'LIVE')).json.data;
  assert.equal((await ended(made.jobId)).status, 'COMPLETED');
});

test('a job deleted before its end gives its credits back, once', async () => {
  const made = (await job(service, form({ bytes: SAMPLES.png, name: 'slow' }), 'LIVE')).json.data;
  const path = `/deepfake/jobs/${made.jobId}`;
  const answers = await Promise.all([1, 2, 3].map(() => service.call({ method: 'DELETE', path })));
  assert.deepEqual(
    answers.map((answer) => answer.status).toSorted((a, b) => a - b),
    [200, 404, 404],
  );
  await new Promise((resolve) => {
    setTimeout(resolve, 800);
  });
  assert.deepEqual(await ledger(made.jobId), ['HOLD 2', 'RELEASE 2']);
  const { held } = (await service.call({ path: '/credits/balance' })).json.data;
  assert.equal(held, 0);
});

test('too few credits: 402 and no job', async () => {
  const poor = await service.addOrganization({ credits: 4 });
  const send = () =>
    service.call({ path: '/deepfake/jobs', key: poor.liveKey, body: { url: 'https://example.com/a.mp4' } });
  const refused = await send();
  assert.deepEqual(refused.json.error?.details, { required: 5, available: 4 }, refused.text);
  assert.equal((await service.call({ path: '/deepfake/jobs', key: poor.liveKey })).json.pagination.total, 0);
});

test('a job that nobody will finish fails, and gives its credits back', async () => {
  failing.set('lost', 99);
  const { jobId } = (await job(service, form({ bytes: SAMPLES.png, name: 'lost' }), 'LIVE')).json.data;
  const { db } = service.services;
  await eventually(
    async () => (await service.call({ path: `/deepfake/jobs/${jobId}` })).json.data.status === 'PROCESSING',
  );
  await db.query(sql`update deepfake_jobs set updated_at = now() - interval '6 hours' where id = ${jobId}`);
  const sweep = service.app.modules.find((module) => module.name === 'deepfake')?.tasks?.['deepfake.sweep'];
  assert.ok(sweep);
  await sweep({}, { attempt: 1, lastAttempt: true });
  assert.equal((await service.call({ path: `/deepfake/jobs/${jobId}` })).json.data.status, 'PROCESSING');
  await eventually(async () => {
    await db.query(sql`select graphile_worker.remove_job(${`deepfake.analyse:${jobId}`})`);
    const left = await db.query(sql`select from graphile_worker.jobs where key = ${`deepfake.analyse:${jobId}`}`);
    return left.length === 0;
  });
  await sweep({}, { attempt: 1, lastAttempt: true });
  const failed = await ended(jobId);
  assert.deepEqual([failed.status, failed.errorCode], ['FAILED', 'ANALYSIS_FAILED']);
  assert.deepEqual(await ledger(jobId), ['HOLD 2', 'RELEASE 2']);
});
