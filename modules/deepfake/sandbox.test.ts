import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Compile } from 'typebox/compile';
import { DeepfakeJob } from '../../contract/deepfake.ts';
import { EVENT_PAYLOADS, type EventType } from '../../contract/events.ts';
import { sql } from '../../platform/database/sql.ts';
import { form, SAMPLES, type Sample } from '../../platform/http/testing/media-samples.ts';
import { eventually, startTestService, type TestResponse, type TestService } from '../../server/testing.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ env: { SANDBOX_DELAY_MS: '300' } });
});
after(async () => service.close());

const record = Compile(DeepfakeJob);
const call = (request: Parameters<TestService['call']>[0]): Promise<TestResponse> =>
  service.call({ environment: 'TEST', ...request });
const upload = (name: string, bytes: Uint8Array, fields: Record<string, string> = {}): Promise<TestResponse> =>
  call({ path: '/deepfake/jobs', body: form({ bytes, name }, fields) });
const inline = (fileName: string, bytes: Uint8Array, more: Record<string, unknown> = {}): Promise<TestResponse> =>
  call({ path: '/deepfake/jobs', body: { fileName, content: Buffer.from(bytes).toString('base64'), ...more } });

async function read(jobId: string): Promise<TestResponse['json']> {
  const { json, text } = await call({ path: `/deepfake/jobs/${jobId}` });
  assert.ok(record.Check(json.data), text);
  return json.data;
}
const finished = (jobId: string) =>
  eventually(async () => {
    const job = await read(jobId);
    return ['COMPLETED', 'FAILED'].includes(job.status) && job;
  });
async function events(jobId: string): Promise<{ type: string; callbackUrl: string | null; data: unknown }[]> {
  const rows = await service.services.db.query<{ type: EventType; callbackUrl: string | null; body: string }>(
    sql`select type, callback_url as "callbackUrl", body from events where resource_id = ${jobId} order by id`,
  );
  return rows.map(({ type, callbackUrl, body }) => {
    const { data } = JSON.parse(body) as { data: unknown };
    assert.ok(Compile(EVENT_PAYLOADS[type]).Check(data), body);
    return { type, callbackUrl, data };
  });
}

const MANIPULATION = { IMAGE: 'FACE_SWAP', VIDEO: 'FACE_SWAP', AUDIO: 'VOICE_CLONE', DOCUMENT: 'DOCUMENT_EDIT' };
const MEDIA: [keyof typeof MANIPULATION, Sample, string][] = [
  ['IMAGE', 'jpeg', 'jpg'],
  ['VIDEO', 'mp4', 'mp4'],
  ['AUDIO', 'wav', 'wav'],
  ['DOCUMENT', 'pdf', 'pdf'],
];

test('each outcome for each media type, by form, by JSON and by address', async () => {
  const started: { mediaType: keyof typeof MANIPULATION; outcome: string; answer: TestResponse }[] = [];
  for (const [mediaType, sample, extension] of MEDIA) {
    for (const outcome of ['deepfake', 'inconclusive', 'corrupt', 'holiday']) {
      const name = `My-${outcome === 'corrupt' ? outcome : outcome.toUpperCase()}-1.${extension}`;
      started.push(
        { mediaType, outcome, answer: await upload(name, SAMPLES[sample]) },
        { mediaType, outcome, answer: await inline(name, SAMPLES[sample]) },
        {
          mediaType,
          outcome,
          answer: await call({ path: '/deepfake/jobs', body: { url: `https://media.example.com/a/${name}?sig=1` } }),
        },
      );
    }
  }
  for (const { mediaType, outcome, answer } of started) {
    const what = `${mediaType} ${outcome}`;
    assert.equal(answer.status, 202, `${what}: ${answer.text}`);
    const { jobId, id, status } = answer.json.data;
    assert.deepEqual([answer.json.data.mediaType, status, id], [mediaType, 'QUEUED', jobId], what);
    const job = await finished(jobId);
    const told = await events(jobId);
    const types = told.map((event) => event.type.slice(9));
    if (outcome === 'deepfake') {
      assert.deepEqual(
        [job.status, job.isDeepfake, job.confidence, job.manipulationType, job.recommendation, job.progress],
        ['COMPLETED', true, 97, MANIPULATION[mediaType], 'REJECT', 100],
      );
      assert.deepEqual(types, ['scan_completed', 'deepfake_detected']);
      assert.deepEqual(told[0]?.data, { jobId, mediaType, isDeepfake: true, confidence: 97, recommendation: 'REJECT' });
      assert.deepEqual(told[1]?.data, {
        jobId,
        mediaType,
        isDeepfake: true,
        confidence: 97,
        manipulationType: MANIPULATION[mediaType],
        recommendation: 'REJECT',
      });
      assert.ok(job.artefacts.length > 0);
    } else if (outcome === 'corrupt') {
      assert.deepEqual([job.status, job.errorCode, job.isDeepfake], ['FAILED', 'UNPROCESSABLE_MEDIA', null]);
      assert.deepEqual(types, ['job_failed']);
      assert.deepEqual(told[0]?.data, { jobId, errorCode: job.errorCode, errorMessage: job.errorMessage });
    } else {
      const expected = outcome === 'inconclusive' ? [null, 50, 'REVIEW'] : [false, 96, 'ACCEPT'];
      assert.deepEqual([job.isDeepfake, job.confidence, job.recommendation], expected, what);
      assert.equal(job.manipulationType, null);
      assert.deepEqual(types, ['scan_completed']);
    }
  }
});

test('PROCESSING is seen between QUEUED and the end', async () => {
  const { jobId } = (await upload('holiday.png', SAMPLES.png)).json.data;
  const seen = new Set<string>();
  const end = await eventually(async () => {
    const job = await read(jobId);
    seen.add(`${job.status} ${job.progress}`);
    return job.status === 'COMPLETED' && job;
  });
  assert.ok(seen.has('QUEUED 0') && seen.has('PROCESSING 10'), [...seen].join(', '));
  assert.ok(Date.parse(end.completedAt) - Date.parse(end.createdAt) >= 300);
});

test('the bytes tell the type; where they say nothing, the sandbox goes by the name', async () => {
  const cases: [string, Uint8Array, string | number][] = [
    ['deepfake.jpg', Buffer.from('x'), 'IMAGE'],
    ['voice.MP3', Buffer.from('not audio at all'), 'AUDIO'],
    ['clip.webm', Buffer.alloc(100), 'VIDEO'],
    ['contract.pdf', Buffer.from('hello'), 'DOCUMENT'],
    ['really-a-video.jpg', SAMPLES.mov, 'VIDEO'],
    ['nothing', SAMPLES.flac, 'AUDIO'],
    ['notes.txt', Buffer.from('hello'), 415],
    ['deepfake', Buffer.from('hello'), 415],
    ['deepfake.jpg', SAMPLES.gif, 415],
    ['deepfake.mp4', SAMPLES.mkv, 415],
    ['deepfake.jpg', SAMPLES.empty, 422],
  ];
  for (const [name, bytes, expected] of cases) {
    const answer = await upload(name, bytes);
    if (typeof expected === 'string') assert.equal(answer.json.data?.mediaType, expected, `${name}: ${answer.text}`);
    else assert.equal(answer.status, expected, `${name}: ${answer.text}`);
  }
  const asDocument = await upload('id.jpg', SAMPLES.jpeg, { as: 'DOCUMENT' });
  assert.equal(asDocument.json.data.mediaType, 'DOCUMENT', asDocument.text);
  assert.equal((await inline('id.jpg', SAMPLES.jpeg, { as: 'DOCUMENT' })).json.data.mediaType, 'DOCUMENT');
  assert.equal((await upload('clip.mp4', SAMPLES.mp4, { as: 'DOCUMENT' })).status, 415);
  const noEnding = await call({ path: '/deepfake/jobs', body: { url: 'https://example.com/watch?v=1' } });
  assert.equal(noEnding.status, 415, noEnding.text);
});

test('metadata and callbackUrl come along, from a form too', async () => {
  const callbackUrl = 'https://example.com/hook';
  const answer = await upload('deepfake.png', SAMPLES.png, { callbackUrl, metadata: '{"case":"4711"}' });
  assert.equal(answer.status, 202, answer.text);
  const job = await finished(answer.json.data.jobId);
  assert.deepEqual([job.metadata, job.callbackUrl], [{ case: '4711' }, callbackUrl]);
  assert.ok((await events(job.jobId)).every((event) => event.callbackUrl === callbackUrl));
  for (const metadata of ['{', '[]', '"x"', 'null', '{"a":1}', '{"__proto__":"x"}']) {
    assert.equal((await upload('a.png', SAMPLES.png, { metadata })).json.error?.code, 'VALIDATION_ERROR', metadata);
  }
});

test('artefacts are listed and read; the media itself is not given out', async () => {
  const { jobId } = (await upload('deepfake.mp4', SAMPLES.mp4)).json.data;
  const job = await finished(jobId);
  assert.deepEqual(
    job.artefacts.map((artefact: { kind: string }) => artefact.kind),
    ['HEAT_MAP', 'TIMELINE'],
  );
  for (const artefact of job.artefacts) {
    const answer = await fetch(`${service.sandbox}/deepfake/jobs/${jobId}/artefacts/${artefact.fileId}`, {
      headers: { authorization: `Bearer ${service.testKey}` },
    });
    assert.equal(answer.headers.get('content-type'), artefact.mediaType);
    assert.equal((await answer.arrayBuffer()).byteLength, artefact.size);
  }
  const [media] = await service.services.db.query<{ id: string }>(
    sql`select id from files where owner_id = ${jobId} and kind = 'MEDIA'`,
  );
  assert.ok(media);
  assert.equal((await call({ path: `/deepfake/jobs/${jobId}/artefacts/${media.id}` })).status, 404);
});

test('a job is deleted with result and media, whatever its status', async () => {
  const done = (await upload('deepfake.png', SAMPLES.png)).json.data.jobId;
  await finished(done);
  const waiting = (await upload('deepfake.png', SAMPLES.png)).json.data.jobId;
  for (const jobId of [done, waiting]) {
    const answer = await call({ method: 'DELETE', path: `/deepfake/jobs/${jobId}` });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(answer.json.data, { jobId, deleted: true });
    assert.equal((await call({ path: `/deepfake/jobs/${jobId}` })).status, 404);
    assert.equal((await call({ method: 'DELETE', path: `/deepfake/jobs/${jobId}` })).status, 404);
    const files = await service.services.db.query(sql`select id from files where owner_id = ${jobId}`);
    assert.equal(files.length, 0);
  }
  await new Promise((resolve) => {
    setTimeout(resolve, 1000);
  });
  assert.deepEqual(await events(waiting), [], 'nothing is told of a job that was deleted before its end');
});

test('lists filter by status and media type', async () => {
  const org = await service.addOrganization();
  const there = (request: Parameters<TestService['call']>[0]) => call({ key: org.testKey, ...request });
  const jobs = [];
  for (const name of ['a.jpg', 'b.jpg', 'corrupt.mp3']) {
    jobs.push((await there({ path: '/deepfake/jobs', body: form({ bytes: Buffer.from('x'), name }) })).json.data.jobId);
  }
  await eventually(async () => (await there({ path: '/deepfake/jobs?status=FAILED' })).json.pagination.total === 1);
  await eventually(async () => (await there({ path: '/deepfake/jobs?status=COMPLETED' })).json.pagination.total === 2);
  const list = async (query: string) => (await there({ path: `/deepfake/jobs?${query}` })).json;
  assert.equal((await list('')).pagination.total, 3);
  assert.equal((await list('mediaType=IMAGE')).pagination.total, 2);
  assert.equal((await list('mediaType=IMAGE&status=FAILED')).pagination.total, 0);
  const audio = await list('mediaType=AUDIO');
  assert.equal(audio.data[0].jobId, jobs[2]);
  assert.ok(record.Check(audio.data[0]));
  const page = await list('limit=1');
  assert.equal(page.data[0].jobId, jobs[2], 'newest first');
  assert.equal(
    (await list(`limit=2&cursor=${page.pagination.nextCursor}`)).data.length,
    2,
    'cursors survive a new limit',
  );
  for (const bad of ['status=DONE', 'mediaType=TEXT', 'limit=101', 'sortBy=mediaType']) {
    assert.equal((await there({ path: `/deepfake/jobs?${bad}` })).status, 400, bad);
  }
});
