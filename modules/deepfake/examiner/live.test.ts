import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { sql } from '../../../platform/database/sql.ts';
import {
  contentNumber,
  contentOf,
  makeDocument,
  saveAgain,
  sign,
  statementPage,
  streamBody,
} from '../../../engines/forensics/testing/pdf-maker.ts';
import { form, SAMPLES } from '../../../platform/http/testing/media-samples.ts';
import { startTestService, type TestService } from '../../../server/testing.ts';
import { LiveForensics, readRevisions } from '../index.ts';

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
  const [kept] = await service.services.db.query<{ days: number }>(
    sql`select extract(epoch from expires_at - created_at)::int / 86400 as days from files where owner_id = ${job.jobId} and kind = 'MEDIA'`,
  );
  assert.ok(kept && kept.days >= 29 && kept.days <= 30, 'media have a time to live');
});

test('a file that says it was generated is disclosed, with the reason', async () => {
  const parameters = 'a portrait\nSteps: 20, Sampler: Euler a, CFG scale: 7, Seed: 1, Size: 320x240';
  const bytes = await scene()
    .withExif({ IFD0: { Software: 'Stable Diffusion', ImageDescription: parameters } })
    .jpeg()
    .toBuffer();
  const job = await examined({ content: bytes.toString('base64'), fileName: 'portrait.jpg' });
  assert.deepEqual([job.isDeepfake, job.manipulationType, job.recommendation], [true, 'AI_DISCLOSED', 'REJECT']);
  assert.ok(job.confidence >= 90);
  const codes = job.detectors.flatMap(({ evidence }: Job) => evidence.map(({ code }: Job) => code));
  assert.ok(codes.includes('GENERATOR_SETTINGS') && codes.includes('GENERATOR_NAMED'), codes.join());
  const events = await service.services.db.query<{ type: string }>(
    sql`select type from events where resource_id = ${job.jobId} order by type`,
  );
  assert.deepEqual(
    events.map(({ type }) => type),
    ['deepfake.deepfake_detected', 'deepfake.scan_completed'],
  );
});

test('a document changed after it was signed is rejected, with a heat map to fetch', async () => {
  const signed = sign(makeDocument({ pages: [statementPage(3)] }));
  const body = streamBody('', Buffer.from(contentOf(statementPage(3, '8,204.50')), 'latin1'));
  const job = await examined(upload(saveAgain(signed, [{ number: contentNumber(0), body }]), 'statement.pdf'));
  assert.deepEqual([job.isDeepfake, job.manipulationType, job.recommendation], [true, 'DOCUMENT_EDIT', 'REJECT']);
  const [artefact] = job.artefacts;
  assert.equal(artefact.kind, 'HEAT_MAP');
  const url = `${service.production}/deepfake/jobs/${job.jobId}/artefacts/${artefact.fileId}`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${service.liveKey}` } });
  assert.equal(answer.status, 200);
  const { format, width } = await sharp(new Uint8Array(await answer.arrayBuffer())).metadata();
  assert.deepEqual([format, width > 100], ['png', true]);
  assert.deepEqual(await ledger(job.jobId), ['HOLD', 'CAPTURE']);
});

test('the states of a document are drawn and kept sealed as long as the media, for the pages of staff alone', async () => {
  const first = makeDocument({ pages: [statementPage(5)] });
  const body = streamBody('', Buffer.from(contentOf(statementPage(5, '6,204.50')), 'latin1'));
  const job = await examined(upload(saveAgain(first, [{ number: contentNumber(0), body }]), 'statement.pdf'));
  const { db, files } = service.services;
  const kept = await db.query<{ fileId: string; kind: string; size: number; expiresAt: Date; head: Buffer }>(
    sql`select f.id as "fileId", f.kind, f.size, f.expires_at as "expiresAt", c.sealed as head from files f
      join file_chunks c on c.file_id = f.id and c.number = 0 where f.owner_id = ${job.jobId} order by f.kind, f.id`,
  );
  assert.deepEqual(
    kept.map(({ kind }) => kind),
    ['HEAT_MAP', 'MEDIA', 'REVISIONS', 'REVISION_PAGE', 'REVISION_PAGE'],
  );
  const [, media, list, page] = kept;
  assert.ok(media && list && page);
  for (const { kind, expiresAt } of kept.slice(2)) assert.deepEqual(expiresAt, media.expiresAt, kind);
  assert.ok(!page.head.includes('WEBP') && !list.head.includes('6,204.50'), 'sealed');
  const tenant = { organizationId: service.organizationId, environment: 'LIVE' as const };
  const { states, changes } = await readRevisions(files, tenant, list);
  assert.equal(states, 2);
  const [change] = changes;
  const pages = kept.filter(({ kind }) => kind === 'REVISION_PAGE').map(({ fileId }) => fileId);
  assert.deepEqual([change?.page, new Set([change?.before, change?.after])], [1, new Set(pages)]);
  assert.deepEqual(change?.texts, [{ before: '1,204.50', after: '6,204.50' }]);
  assert.deepEqual(
    job.artefacts.map(({ kind }: Job) => kind),
    ['HEAT_MAP'],
  );
  const path = `/deepfake/jobs/${job.jobId}`;
  assert.equal((await service.call({ path: `${path}/artefacts/${page.fileId}` })).status, 404);
  assert.equal((await service.call({ method: 'DELETE', path })).status, 200);
  const left = await db.query(sql`select id from files where owner_id = ${job.jobId}`);
  assert.deepEqual(left, []);
});

test('what cannot be examined fails with a code, and the credits come back', async () => {
  const good = makeDocument({ pages: [statementPage(1)] });
  const encrypted = good.toString('latin1').replace('/Root 1 0 R', '/Encrypt 9 0 R /Root 1 0 R');
  const picture = await scene().jpeg().toBuffer();
  const sound = Buffer.concat([Buffer.from('fLaC\0\0\0\x22', 'latin1'), Buffer.alloc(64)]);
  const cases: [Buffer, string, string][] = [
    [Buffer.from(encrypted, 'latin1'), 'locked.pdf', 'MEDIA_ENCRYPTED'],
    [Buffer.from('%PDF-1.7\nnothing'), 'empty.pdf', 'UNPROCESSABLE_MEDIA'],
    [picture.subarray(0, picture.length / 2), 'cut.jpg', 'UNPROCESSABLE_MEDIA'],
    [sound, 'sound.flac', 'UNPROCESSABLE_MEDIA'],
  ];
  for (const [bytes, name, code] of cases) {
    const job = await examined(upload(bytes, name));
    assert.deepEqual([job.status, job.errorCode], ['FAILED', code], `${name} ${job.errorMessage}`);
    assert.deepEqual(await ledger(job.jobId), ['HOLD', 'RELEASE']);
    assert.equal(job.isDeepfake, null);
  }
});

test('media behind an address are fetched, over redirects that stay within the guard', async () => {
  const picture = await scene().png().toBuffer();
  const host = createServer((request, response) => {
    if (request.url === '/photo.png') response.end(picture);
    else if (request.url === '/moved.png') response.writeHead(302, { location: '/photo.png' }).end();
    else if (request.url === '/inner.png') {
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end();
    } else if (request.url === '/loop.png') response.writeHead(302, { location: '/loop.png' }).end();
    else if (request.url === '/packed.png') response.writeHead(200, { 'content-encoding': 'gzip' }).end(picture);
    else if (request.url === '/huge.png') response.writeHead(200, { 'content-length': String(2 ** 31) }).end('x');
    else if (request.url === '/endless.png') {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(2 ** 20)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    } else if (request.url === '/text.png') response.end('no picture at all');
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  try {
    for (const path of ['/photo.png', '/moved.png']) {
      const job = await examined({ url: base + path });
      assert.deepEqual([job.status, job.confidence], ['COMPLETED', 50], `${path} ${job.errorMessage}`);
    }
    for (const [path, code] of [
      ['/inner.png', 'URL_NOT_ALLOWED'],
      ['/loop.png', 'MEDIA_NOT_FETCHED'],
      ['/packed.png', 'MEDIA_NOT_FETCHED'],
      ['/huge.png', 'MEDIA_TOO_LARGE'],
      ['/endless.png', 'MEDIA_TOO_LARGE'],
      ['/text.png', 'UNSUPPORTED_MEDIA_TYPE'],
      ['/gone.png', 'MEDIA_NOT_FETCHED'],
    ] as const) {
      const job = await examined({ url: base + path });
      assert.deepEqual([job.status, job.errorCode], ['FAILED', code], `${path} ${job.errorMessage}`);
      assert.ok(!job.errorMessage.includes(path), 'the path may hold secrets');
    }
  } finally {
    host.closeAllConnections();
    host.close();
  }
});

test('an examiner that hangs, dies or swells fails its job only; the next one is examined', async () => {
  const entry = join(import.meta.dirname, 'testing', 'failing-examiner.ts');
  const limits = { memoryBytes: 400 * 2 ** 20, cpuSeconds: 20, wallMs: 3_000, fileBytes: 2 ** 20, openFiles: 64 };
  const other = await startTestService({
    engines: (services) => ({ forensics: new LiveForensics(services, { program: { entry, limits } }) }),
    credits: 100,
  });
  try {
    for (const [how, code] of [
      ['hang', /^EXAMINATION_TIMED_OUT$/],
      ['die', /^EXAMINATION_CRASHED$/],
      ['throw', /^EXAMINATION_CRASHED$/],
      ['allocate', /^EXAMINATION_(OUT_OF_MEMORY|CRASHED)$/],
    ] as const) {
      const bytes = Buffer.concat([SAMPLES.jpeg, Buffer.from(how)]);
      const job = await examined(upload(bytes, 'picture.jpg'), other);
      assert.equal(job.status, 'FAILED', how);
      assert.match(job.errorCode, code, how);
      assert.ok(!job.errorMessage.includes('what was in'), 'nothing of the file is told');
    }
    const next = await examined(upload(SAMPLES.jpeg, 'picture.jpg'), other);
    assert.equal(next.status, 'COMPLETED');
  } finally {
    await other.close();
  }
});

test('a picture of another record is examined in the same way, and no opinion is said to be none', async () => {
  const engine = new LiveForensics(service.services);
  try {
    const plain = await engine.examinePicture(await scene().jpeg().toBuffer());
    assert.ok(plain.examined);
    assert.deepEqual([plain.isDeepfake, plain.confidence], [null, 50]);
    const named = await scene()
      .withExif({ IFD0: { Software: 'Midjourney' } })
      .jpeg()
      .toBuffer();
    const disclosed = await engine.examinePicture(named);
    assert.ok(disclosed.examined);
    assert.deepEqual([disclosed.isDeepfake, disclosed.manipulation], [true, 'AI_DISCLOSED']);
    assert.deepEqual(await engine.examinePicture(SAMPLES.pdf), { examined: false, cause: 'UNSUPPORTED_MEDIA_TYPE' });
    assert.deepEqual(await engine.examinePicture(plainPart(named)), { examined: false, cause: 'UNPROCESSABLE_MEDIA' });
  } finally {
    await engine.stop();
  }
});

const plainPart = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length / 2);
