import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from '../../platform/database/sql.ts';
import { form, SAMPLES, type Sample } from '../../platform/http/testing/media-samples.ts';
import { eventually, startTestService, type TestService } from '../../server/testing.ts';
import { World } from './testing/world.ts';

let service: TestService;
let world: World;
let id: string;
before(async () => {
  service = await startTestService({ env: { SANDBOX_DELAY_MS: '60000' } });
  world = new World(service, 'TEST', service.testKey);
  id = await world.begun('Pending', 'ENHANCED');
});
after(async () => service.close());

const send = (body: FormData | string, headers: Record<string, string> = {}) =>
  world.call({ path: `/verifications/${id}/files`, body, headers });
const fetchFile = (fileId: string): Promise<Response> =>
  fetch(`${service.sandbox}/verifications/${id}/files/${fileId}`, {
    headers: { authorization: `Bearer ${service.testKey}` },
  });

test('a file comes back as it was sent, by form and by JSON, and cannot be run by a browser', async () => {
  const polyglot = Buffer.concat([SAMPLES.jpeg, SAMPLES.html, SAMPLES.zip]);
  const sent = await send(
    form({ bytes: polyglot, name: '../../etc/passwd.html', type: 'text/html' }, { kind: 'SELFIE' }),
  );
  assert.equal(sent.status, 201, sent.text);
  assert.deepEqual(Object.keys(sent.json.data).toSorted(), [
    'createdAt',
    'fileId',
    'id',
    'kind',
    'mediaType',
    'size',
    'verificationId',
  ]);
  assert.equal(sent.json.data.mediaType, 'image/jpeg', 'the bytes tell the type, not the name');
  const back = await fetchFile(sent.json.data.fileId);
  assert.deepEqual(Buffer.from(await back.arrayBuffer()), polyglot);
  assert.equal(back.headers.get('content-type'), 'image/jpeg');
  assert.equal(back.headers.get('x-content-type-options'), 'nosniff');
  assert.equal(back.headers.get('content-disposition'), 'attachment');
  assert.match(back.headers.get('content-security-policy') ?? '', /sandbox/);

  const large = Buffer.concat([SAMPLES.png, Buffer.alloc(3 * 1_048_576, 7)]);
  const body = { kind: 'DOCUMENT_FRONT', fileName: 'front.png', content: large.toString('base64') };
  const inline = await world.call({ path: `/verifications/${id}/files`, body });
  assert.equal(inline.status, 201, inline.text);
  assert.equal(inline.json.data.size, large.length);
  assert.deepEqual(Buffer.from(await (await fetchFile(inline.json.data.fileId)).arrayBuffer()), large);
});

test('every image form is taken; PDF for documents only', async () => {
  for (const sample of ['jpeg', 'png', 'webp', 'heic', 'avif', 'tiff'] as const) {
    for (const kind of ['SELFIE', 'DOCUMENT_BACK']) {
      assert.equal((await world.upload(id, kind, sample, 'x')).status, 201, `${sample} ${kind}`);
    }
  }
  assert.equal((await world.upload(id, 'DOCUMENT_FRONT', 'pdf')).status, 201);
  assert.equal((await world.upload(id, 'SELFIE', 'pdf')).json.error.code, 'UNSUPPORTED_MEDIA_TYPE');
});

test('what is not such a file is refused with its reason, and nothing is kept', async () => {
  const files = (await world.read(id)).files;
  const cases: [Sample, string, number, string][] = [
    ['gif', 'a.gif', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['mp4', 'a.mp4', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['zip', 'selfie.jpg', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['text', 'notes.txt', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['html', 'selfie.jpg', 422, 'UNPROCESSABLE_MEDIA'],
    ['empty', 'selfie.jpg', 422, 'UNPROCESSABLE_MEDIA'],
  ];
  for (const [sample, name, status, code] of cases) {
    const answer = await world.upload(id, 'SELFIE', sample, name);
    assert.equal(answer.json.error?.code, code, `${sample} ${name}: ${answer.text}`);
    assert.equal(answer.status, status);
  }
  assert.deepEqual((await world.read(id)).files, files);
  const nothingStaged = await eventually(async () => {
    const rows = await service.services.db.query(sql`select id from files where owner_id = 'staging'`);
    return rows.length === 0;
  });
  assert.ok(nothingStaged);
});

test('26 MiB is too large, by form and by JSON, and the connection goes on', { timeout: 60_000 }, async () => {
  const bytes = Buffer.concat([SAMPLES.jpeg, Buffer.alloc(26 * 1_048_576)]);
  const byForm = await send(form({ bytes, name: 'a.jpg' }, { kind: 'SELFIE' }));
  assert.equal(byForm.json.error.code, 'PAYLOAD_TOO_LARGE', byForm.text);
  assert.equal(byForm.status, 413);
  const byJson = await world.call({
    path: `/verifications/${id}/files`,
    body: { kind: 'SELFIE', fileName: 'a.jpg', content: bytes.toString('base64') },
  });
  assert.equal(byJson.json.error.code, 'PAYLOAD_TOO_LARGE', byJson.text.slice(0, 300));
  const atLimit = bytes.subarray(0, 25 * 1_048_576);
  assert.equal((await send(form({ bytes: atLimit, name: 'a.jpg' }, { kind: 'SELFIE' }))).status, 201);
});

test('forms that are wrong say so', async () => {
  const file = { bytes: SAMPLES.jpeg, name: 'a.jpg' };
  const two = form(file, { kind: 'SELFIE' });
  two.append('file', new Blob([SAMPLES.jpeg]), 'b.jpg');
  const none = new FormData();
  none.append('kind', 'SELFIE');
  const twice = form(file, { kind: 'SELFIE' });
  twice.append('kind', 'DOCUMENT_FRONT');
  const many = form(file, { kind: 'SELFIE' });
  for (let index = 0; index < 40; index += 1) many.append(`f${index}`, 'x');
  const forms: [string, FormData][] = [
    ['two files', two],
    ['no file', none],
    ['a wrong field', form({ ...file, field: 'document' }, { kind: 'SELFIE' })],
    ['no kind', form(file)],
    ['a wrong kind', form(file, { kind: 'PASSPORT' })],
    ['an unknown field', form(file, { kind: 'SELFIE', note: 'x' })],
    ['a field twice', twice],
    ['too many fields', many],
    ['a prototype field', form(file, { kind: 'SELFIE', __proto: 'x', constructor: 'x' })],
  ];
  for (const [what, body] of forms) {
    const answer = await send(body);
    assert.equal(answer.status, 400, `${what}: ${answer.text}`);
    assert.equal(answer.json.error.code, 'VALIDATION_ERROR', what);
  }
  const other = await send(form(file, { kind: 'SELFIE', organizationId: 'org_x' }));
  assert.equal(other.json.error.code, 'ORGANIZATION_MISMATCH');
});

test('a form that is cut short, or is none, is a 400', async () => {
  const type = { 'content-type': 'multipart/form-data; boundary=xx' };
  const head =
    '--xx\r\nContent-Disposition: form-data; name="kind"\r\n\r\nSELFIE\r\n--xx\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';
  const bodies = [`${head}abc`, head, '--xx', '', 'no form at all', `${head}abc\r\n--xx`, '--xx--\r\n'];
  for (const body of bodies) {
    const answer = await send(body, type);
    assert.equal(answer.status, 400, `${JSON.stringify(body)}: ${answer.text}`);
  }
  const noBoundary = await send('x', { 'content-type': 'multipart/form-data' });
  assert.ok([400, 415].includes(noBoundary.status), noBoundary.text);
});

test('JSON uploads are checked too', async () => {
  const ok = { kind: 'SELFIE', fileName: 'a.jpg', content: SAMPLES.jpeg.toString('base64') };
  const bad = [
    { ...ok, content: undefined },
    { ...ok, content: '' },
    { ...ok, content: '*not base64*' },
    { ...ok, content: `data:image/jpeg;base64,${ok.content}` },
    { ...ok, fileName: '' },
    { ...ok, kind: 'X' },
    { ...ok, extra: 1 },
  ];
  for (const body of bad) {
    const answer = await world.call({ path: `/verifications/${id}/files`, body });
    assert.equal(answer.json.error?.code, 'VALIDATION_ERROR', JSON.stringify(body));
  }
});

test('a new side replaces the old one; liveness frames add up to a limit', async () => {
  const other = await world.begun('Pending', 'ENHANCED');
  const first = await world.upload(other, 'SELFIE');
  const second = await world.upload(other, 'SELFIE', 'png', 'b.png');
  const path = (fileId: string) => ({ path: `/verifications/${other}/files/${fileId}` });
  assert.equal((await world.call(path(first.json.data.fileId))).status, 404);
  assert.equal((await world.call(path(second.json.data.fileId))).status, 200);
  for (let frame = 0; frame < 32; frame += 1) assert.equal((await world.upload(other, 'LIVENESS_FRAME')).status, 201);
  const over = await world.upload(other, 'LIVENESS_FRAME');
  assert.equal(over.json.error.details.issues[0].code, 'TOO_MANY', over.text);
  const { files, missing } = await world.read(other);
  assert.equal(files.length, 33);
  assert.deepEqual(missing, ['DOCUMENT_FRONT']);
});

test('frames are limited in bytes together, so that an examination can hold them all', async () => {
  const other = await world.begun('Pending', 'ENHANCED');
  const bytes = Buffer.concat([SAMPLES.jpeg, Buffer.alloc(25 * 1_048_576 - SAMPLES.jpeg.length)]);
  const upload = (kind: string, part = bytes.length) =>
    world.call({
      path: `/verifications/${other}/files`,
      body: form({ bytes: bytes.subarray(0, part), name: 'f.jpg' }, { kind }),
    });
  for (let frame = 0; frame < 3; frame += 1) assert.equal((await upload('LIVENESS_FRAME')).status, 201);
  assert.equal((await upload('LIVENESS_FRAME', bytes.length - 1_000)).status, 201);
  const over = await upload('LIVENESS_FRAME', 1_001);
  assert.equal(over.status, 413, over.text);
  assert.equal(over.json.error.code, 'PAYLOAD_TOO_LARGE');
  assert.equal(over.json.error.details.maxBytes, 1_000);
  assert.equal((await upload('LIVENESS_FRAME', 1_000)).status, 201);
  assert.equal((await upload('SELFIE')).status, 201, 'other kinds have room of their own');
});

test('a repeated upload with the same Idempotency-Key is kept once', async () => {
  const other = await world.begun('Pending', 'ENHANCED');
  const headers = { 'idempotency-key': 'frame-1' };
  const path = `/verifications/${other}/files`;
  const upload = () =>
    world.call({ path, headers, body: form({ bytes: SAMPLES.jpeg, name: 'f.jpg' }, { kind: 'LIVENESS_FRAME' }) });
  const [one, two] = [await upload(), await upload()];
  assert.equal(two.text, one.text);
  assert.equal(two.headers.get('idempotency-replayed'), 'true');
  assert.equal((await world.read(other)).files.length, 1);
});

test('uploads at the same time are all kept', async () => {
  const other = await world.begun('Pending', 'ENHANCED');
  const answers = await Promise.all(Array.from({ length: 12 }, () => world.upload(other, 'LIVENESS_FRAME')));
  assert.ok(answers.every((answer) => answer.status === 201));
  assert.equal((await world.read(other)).files.length, 12);
});
