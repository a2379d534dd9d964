import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import type { Examination, VerificationEngine } from '../../modules/verifications/index.ts';
import { World } from '../../modules/verifications/testing/world.ts';
import { sql } from '../../platform/database/sql.ts';
import { SAMPLES } from '../../platform/http/testing/media-samples.ts';
import { eventually, startTestService, type TestService } from '../testing.ts';
import { type Answer, Visitor } from './testing.ts';

const examined: Examination[] = [];
/** Sees no turn of a head in anything. */
const engine: VerificationEngine = {
  requireAvailable() {},
  course: (_person, now) => ({ expiresAt: new Date(now.getTime() + 7 * 86_400_000), unattendedAt: null }),
  examinesAt: (now) => now,
  examine: async (examination) => {
    examined.push(examination);
    return { kind: 'UNREADABLE', uploadIssues: [{ kind: 'LIVENESS_FRAME', reason: 'LIVENESS_NO_MOVEMENT' }] };
  },
};

let service: TestService;
let world: World;
before(async () => {
  service = await startTestService({ engines: { verification: engine }, credits: 1_000 });
  world = new World(service, 'LIVE', service.liveKey);
});
after(async () => service?.close());

const agreed = async (profileType = 'DOCUMENT'): Promise<Visitor> => {
  const id = await world.begun('Lind', profileType);
  const visitor = Visitor.of(service, 'LIVE', id, (await world.read(id)).uploadUrl);
  await visitor.post('/consent', { language: 'en' });
  return visitor;
};
const codeOf = ({ status, json }: Answer): string => `${status} ${String(json?.error?.code)}`;
const placeOf = ({ headers }: Answer): string => headers.get('location') ?? '';
/** A JPEG with as much behind its picture as is wanted. */
const jpegOf = (size: number): Buffer => Buffer.concat([SAMPLES.jpeg, randomBytes(size - SAMPLES.jpeg.length)]);
const openUploads = async (visitor: Visitor): Promise<number> =>
  (
    await service.services.db.query(
      sql`select id from capture_uploads where verification_id = ${visitor.verificationId} and file_id is null`,
    )
  ).length;

test('the protocol: options, creation, offsets, expiry, termination', async () => {
  const visitor = await agreed();
  const options = await visitor.ask('OPTIONS', '/uploads');
  assert.equal(options.status, 204);
  assert.equal(options.headers.get('tus-version'), '1.0.0');
  assert.equal(options.headers.get('tus-extension'), 'creation,expiration,termination');
  assert.equal(options.headers.get('tus-max-size'), String(25 * 1_048_576));
  const { nonce } = await visitor.begin('DOCUMENT_FRONT');
  const other = await visitor.create('DOCUMENT_FRONT', nonce, 10, { 'tus-resumable': '0.2.2' });
  assert.equal(other.status, 412);
  assert.equal(other.headers.get('tus-version'), '1.0.0');

  const bytes = jpegOf(300_000);
  const made = await visitor.create('DOCUMENT_FRONT', nonce, bytes.length);
  assert.equal(made.status, 201);
  assert.match(placeOf(made), /^uploads\/[\w-]{22}$/, 'without the token');
  assert.ok(Date.parse(made.headers.get('upload-expires') ?? '') > Date.now());
  const place = placeOf(made);
  assert.equal((await visitor.head(place)).headers.get('upload-offset'), '0');
  const one = await visitor.patch(place, 0, bytes.subarray(0, 100_000));
  assert.deepEqual([one.status, one.headers.get('upload-offset')], [204, '100000']);
  const head = await visitor.head(place);
  assert.deepEqual(
    [head.headers.get('upload-offset'), head.headers.get('upload-length'), head.headers.get('cache-control')],
    ['100000', '300000', 'no-store'],
  );
  assert.equal((await visitor.patch(place, 100_000, bytes.subarray(100_000))).status, 204);
  assert.equal(
    (await visitor.head(place)).headers.get('upload-offset'),
    '300000',
    'told even when its answer was lost',
  );
  assert.equal((await visitor.patch(place, 300_000, new Uint8Array())).status, 204);
  const [file] = (await world.read(visitor.verificationId)).files;
  assert.deepEqual([file.kind, file.size, file.mediaType], ['DOCUMENT_FRONT', 300_000, 'image/jpeg']);
  const read = await fetch(`${service.production}/verifications/${visitor.verificationId}/files/${file.fileId}`, {
    headers: { authorization: `Bearer ${service.liveKey}` },
  });
  assert.deepEqual(Buffer.from(await read.arrayBuffer()), bytes);

  const next = await visitor.begin('DOCUMENT_FRONT');
  const ended = placeOf(await visitor.create('DOCUMENT_FRONT', next.nonce, 10));
  const termination = await visitor.ask('DELETE', `/${ended}`, { 'tus-resumable': '1.0.0' });
  assert.equal(termination.status, 204);
  assert.equal((await visitor.head(ended)).status, 404);
  assert.equal(codeOf(await visitor.patch(ended, 0, SAMPLES.jpeg)), '404 NOT_FOUND');
});

test('the bytes lie sealed in the database', async () => {
  const visitor = await agreed();
  const bytes = jpegOf(50_000);
  const { nonce } = await visitor.begin('DOCUMENT_FRONT');
  const place = placeOf(await visitor.create('DOCUMENT_FRONT', nonce, bytes.length, { filename: 'Johanna.jpg' }));
  await visitor.patch(place, 0, bytes.subarray(0, 40_000));
  const parts = await service.services.db.query<{ sealed: Buffer; name: Buffer }>(
    sql`select part.sealed, upload.name from capture_upload_parts part join capture_uploads upload on upload.id = part.upload_id
      where upload.verification_id = ${visitor.verificationId}`,
  );
  assert.equal(parts.length, 1);
  assert.equal(parts[0]?.sealed.includes(bytes.subarray(100, 132)), false);
  assert.equal(parts[0]?.name.includes('Johanna'), false);
});

test('a connection that breaks in the middle: what arrived is kept, and the upload goes on from there', async () => {
  const visitor = await agreed();
  const bytes = jpegOf(700_000);
  const { nonce } = await visitor.begin('DOCUMENT_FRONT');
  const place = placeOf(await visitor.create('DOCUMENT_FRONT', nonce, bytes.length));
  const { hostname, port } = new URL(visitor.origin);
  await new Promise<void>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `PATCH /capture/${visitor.token}/${place} HTTP/1.1\r\nHost: x\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\n` +
          `Content-Type: application/offset+octet-stream\r\nContent-Length: ${bytes.length}\r\n\r\n`,
      );
      socket.write(bytes.subarray(0, 600_000), () => setTimeout(() => socket.destroy(), 100));
    });
    socket.on('close', () => resolve());
    socket.on('error', reject);
  });
  const offset = await eventually(async () => {
    const at = Number((await visitor.head(place)).headers.get('upload-offset'));
    return at >= 256 * 1024 && at;
  });
  assert.ok(offset <= 600_000);
  assert.equal((await visitor.patch(place, offset, bytes.subarray(offset))).status, 204);
  assert.deepEqual((await world.read(visitor.verificationId)).files[0].size, 700_000);
});

test('nonces: one that is wrong, used, of another kind, or of another verification opens nothing', async () => {
  const visitor = await agreed('STANDARD');
  const { nonce } = await visitor.begin('DOCUMENT_FRONT');
  const refused = '400 VALIDATION_ERROR';
  assert.equal(codeOf(await visitor.create('DOCUMENT_FRONT', randomBytes(24).toString('base64url'), 10)), refused);
  assert.equal(codeOf(await visitor.create('SELFIE', nonce, 10)), refused);
  assert.equal(codeOf(await (await agreed('STANDARD')).create('DOCUMENT_FRONT', nonce, 10)), refused);
  const made = await visitor.create('DOCUMENT_FRONT', nonce, 10);
  assert.equal(made.status, 201);
  const again = await visitor.create('DOCUMENT_FRONT', nonce, 10);
  assert.equal(placeOf(again), placeOf(made), 'the answer that was lost is given again');
  assert.equal(codeOf(await visitor.create('DOCUMENT_FRONT', nonce, 11)), refused, 'reused for another');
  await visitor.patch(placeOf(made), 0, SAMPLES.jpeg.subarray(0, 5));
  assert.equal(codeOf(await visitor.create('DOCUMENT_FRONT', nonce, 10)), refused, 'reused once bytes came');
  const first = await visitor.begin('SELFIE');
  await visitor.begin('SELFIE');
  assert.equal(codeOf(await visitor.create('SELFIE', first.nonce, 10)), refused, 'a newer one was given out');
  const old = await visitor.begin('SELFIE');
  await service.services.db.query(
    sql`update captures set issued = jsonb_set(issued::jsonb, '{SELFIE,issuedAt}', '"2020-01-01T00:00:00.000Z"')::json
      where verification_id = ${visitor.verificationId}`,
  );
  assert.equal(codeOf(await visitor.create('SELFIE', old.nonce, 10)), refused, 'too old');
});

test('uploads that lie: about length, offset, type, kind and place', async () => {
  const visitor = await agreed();
  const start = async (length: number): Promise<string> => {
    const { nonce } = await visitor.begin('DOCUMENT_FRONT');
    return placeOf(await visitor.create('DOCUMENT_FRONT', nonce, length));
  };
  const longer = await start(100);
  const over = await visitor.patch(longer, 0, jpegOf(2_000));
  assert.equal(codeOf(over), '413 PAYLOAD_TOO_LARGE');
  assert.equal((await visitor.head(longer)).headers.get('upload-offset'), '0');
  const ahead = await visitor.patch(longer, 50, jpegOf(1_000).subarray(0, 10));
  assert.equal(codeOf(ahead), '409 CONFLICT');
  assert.equal(ahead.json.error.details.offset, 0);
  for (const offset of ['-1', '1.5', '', '0x10', '9'.repeat(20)]) {
    assert.equal(
      codeOf(await visitor.patch(longer, 0, new Uint8Array(1), { 'upload-offset': offset })),
      '400 VALIDATION_ERROR',
      offset,
    );
  }
  assert.equal(
    codeOf(await visitor.patch(longer, 0, new Uint8Array(1), { 'content-type': 'image/jpeg' })),
    '415 UNSUPPORTED_MEDIA_TYPE',
  );

  for (const bytes of [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
    Buffer.from('MZ not a picture'),
    randomBytes(500),
  ]) {
    const place = await start(bytes.length);
    const answer = await visitor.patch(place, 0, bytes);
    assert.ok([415, 422].includes(answer.status), answer.text);
    assert.equal((await visitor.head(place)).status, 404, 'what was refused is gone');
  }
  const { nonce } = await visitor.begin('DOCUMENT_FRONT');
  for (const length of ['-5', 'x', '1e3', '']) {
    assert.equal(codeOf(await visitor.create('DOCUMENT_FRONT', nonce, length)), '400 VALIDATION_ERROR', length);
  }
  assert.equal(codeOf(await visitor.create('DOCUMENT_FRONT', nonce, 0)), '422 UNPROCESSABLE_MEDIA');
  assert.equal(codeOf(await visitor.create('DOCUMENT_FRONT', nonce, 25 * 1_048_576 + 1)), '413 PAYLOAD_TOO_LARGE');
  assert.equal(
    codeOf(await visitor.create('DOCUMENT_FRONT', nonce, 10, { 'upload-defer-length': '1' })),
    '400 VALIDATION_ERROR',
  );
  assert.equal(
    codeOf(await visitor.create('LIVENESS_FRAME', nonce, 10)),
    '400 VALIDATION_ERROR',
    'not of this profile',
  );
  assert.equal(codeOf(await visitor.create('../../etc', nonce, 10)), '400 VALIDATION_ERROR');
  assert.equal(
    codeOf(await visitor.create('DOCUMENT_FRONT', nonce, 10, { 'upload-metadata': 'kind !!!' })),
    '400 VALIDATION_ERROR',
  );
  assert.equal(
    codeOf(await visitor.create('DOCUMENT_FRONT', nonce, 10, { 'upload-metadata': 'kind QQ==,kind QQ==' })),
    '400 VALIDATION_ERROR',
  );
  const named = await visitor.create('DOCUMENT_FRONT', nonce, SAMPLES.jpeg.length, {
    filename: '../../../etc/passwd\u0000.jpg',
  });
  assert.equal((await visitor.patch(placeOf(named), 0, SAMPLES.jpeg)).status, 204);
  const stranger = await agreed();
  const place = await start(10);
  assert.equal((await stranger.head(place)).status, 404, "another verification's upload");
  assert.equal((await visitor.head('uploads/..%2f..%2fstate')).status, 404);
  assert.equal(codeOf(await visitor.get('/uploads')), '404 NOT_FOUND');
});

test('two at the same place at the same time: one wins, nothing is mixed', async () => {
  const visitor = await agreed();
  const bytes = jpegOf(20_000);
  const { nonce } = await visitor.begin('DOCUMENT_FRONT');
  const place = placeOf(await visitor.create('DOCUMENT_FRONT', nonce, bytes.length));
  const answers = await Promise.all([1, 2, 3, 4].map(() => visitor.patch(place, 0, bytes)));
  assert.equal(answers.filter(({ status }) => status === 204).length, 1);
  assert.ok(answers.every(({ status }) => status === 204 || status === 409));
  assert.equal((await world.read(visitor.verificationId)).files.length, 1);
});

test('the same page on two devices: the newer picture of a kind counts, the end holds for both', async () => {
  const desk = await agreed();
  const phone = new Visitor(desk.origin, desk.token, desk.verificationId);
  await Promise.all([desk.send('DOCUMENT_BACK', SAMPLES.png), phone.send('DOCUMENT_FRONT', SAMPLES.jpeg)]);
  assert.deepEqual(
    (await desk.state()).steps.map(({ present }) => present),
    [true, true],
  );
  const half = await desk.begin('DOCUMENT_FRONT');
  const place = placeOf(await desk.create('DOCUMENT_FRONT', half.nonce, SAMPLES.jpeg.length));
  const both = await Promise.all([desk.post('/cancel', {}), phone.post('/cancel', {})]);
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  );
  assert.equal(codeOf(await desk.patch(place, 0, SAMPLES.jpeg)), '409 INVALID_STATE', 'too late');
});

test('a thousand tiny files: bounded, and told so', async () => {
  const visitor = await agreed();
  const codes: string[] = [];
  for (let count = 0; count < 10; count += 1) {
    const { nonce } = await visitor.begin('DOCUMENT_FRONT');
    codes.push(codeOf(await visitor.create('DOCUMENT_FRONT', nonce, 1)));
  }
  assert.equal(codes.filter((code) => code === '409 CONFLICT').length, 4, 'six may be under way');
  assert.equal(await openUploads(visitor), 6);
  await service.services.db.query(sql`delete from capture_uploads where verification_id = ${visitor.verificationId}`);
  await service.services.db.query(
    sql`update captures set uploads = 300 where verification_id = ${visitor.verificationId}`,
  );
  const { nonce } = await visitor.begin('DOCUMENT_FRONT');
  assert.equal(codeOf(await visitor.create('DOCUMENT_FRONT', nonce, 1)), '409 CONFLICT');
  await service.services.db.query(
    sql`update captures set uploads = 0 where verification_id = ${visitor.verificationId}`,
  );
  const late = placeOf(await visitor.create('DOCUMENT_FRONT', nonce, 1));
  await service.services.db.query(sql`update capture_uploads set expires_at = now() - interval '1 second'`);
  assert.equal((await visitor.head(late)).status, 404, 'waited too long');
});

test('turns of the head: chosen here, kept with the frames that answer them, frames in order, each once', async () => {
  const visitor = await agreed('ENHANCED');
  for (const kind of ['DOCUMENT_FRONT', 'SELFIE']) await visitor.send(kind, SAMPLES.jpeg);
  const seen = new Set<string>();
  for (let count = 0; count < 40; count += 1) seen.add(String((await visitor.begin('LIVENESS_FRAME')).turns));
  assert.ok(seen.size >= 6, `${seen.size} different ones`);
  const frame = async (nonce: string, at: number): Promise<Answer> => {
    const made = await visitor.create('LIVENESS_FRAME', nonce, SAMPLES.jpeg.length, { frame: String(at) });
    return made.status === 201 ? visitor.patch(placeOf(made), 0, SAMPLES.jpeg) : made;
  };
  const first = await visitor.begin('LIVENESS_FRAME');
  assert.equal(first.turns?.length, 3);
  assert.equal(codeOf(await frame(first.nonce, 1)), '400 VALIDATION_ERROR', 'begins with 0');
  assert.equal((await frame(first.nonce, 0)).status, 204);
  assert.equal(codeOf(await frame(first.nonce, 0)), '400 VALIDATION_ERROR', 'once');
  assert.equal((await frame(first.nonce, 1)).status, 204);
  const open = await visitor.create('LIVENESS_FRAME', first.nonce, 10, { frame: '2' });
  assert.equal(
    codeOf(await visitor.create('LIVENESS_FRAME', first.nonce, 10, { frame: '3' })),
    '409 CONFLICT',
    'one after the other',
  );
  const second = await visitor.begin('LIVENESS_FRAME');
  await visitor.ask('DELETE', `/${placeOf(open)}`, { 'tus-resumable': '1.0.0' });
  for (let at = 0; at < 3; at += 1) assert.equal((await frame(second.nonce, at)).status, 204);
  assert.equal(codeOf(await frame(first.nonce, 2)), '400 VALIDATION_ERROR', 'of the challenge before');
  const { files } = await world.read(visitor.verificationId);
  assert.equal(
    files.filter(({ kind }: { kind: string }) => kind === 'LIVENESS_FRAME').length,
    3,
    'those of the one before are gone',
  );
  await visitor.post('/submit', {});
  await world.until(visitor.verificationId, 'PENDING_UPLOAD');
  const asked = examined.findLast((one) => one.verificationId === visitor.verificationId);
  assert.deepEqual(asked?.challenge, { turns: second.turns });

  const third = await visitor.begin('LIVENESS_FRAME');
  for (let at = 0; at < 32; at += 1) assert.equal((await frame(third.nonce, at)).status, 204, String(at));
  assert.equal(codeOf(await frame(third.nonce, 32)), '400 VALIDATION_ERROR', 'past their number');
});

test('without turning the head: no challenge is claimed, and a person decides', async () => {
  const visitor = await agreed('ENHANCED');
  for (const kind of ['DOCUMENT_FRONT', 'SELFIE']) await visitor.send(kind, SAMPLES.jpeg);
  const { nonce, turns } = await visitor.begin('LIVENESS_FRAME', true);
  assert.equal(turns, null);
  for (const at of ['0', '1', '2']) {
    const made = await visitor.create('LIVENESS_FRAME', nonce, SAMPLES.jpeg.length, { frame: at });
    assert.equal((await visitor.patch(placeOf(made), 0, SAMPLES.jpeg)).status, 204);
  }
  await visitor.post('/submit', {});
  const referred = await world.until(visitor.verificationId, 'MANUAL_REVIEW');
  assert.equal(referred.reviewReason, 'LIVENESS_WITHOUT_TURNING');
  assert.equal(examined.findLast((one) => one.verificationId === visitor.verificationId)?.challenge, null);
  assert.equal((await visitor.state()).phase, 'UNDER_REVIEW');
});

test('too many requests of one page are refused with the time to wait', async () => {
  const visitor = await agreed();
  await service.services.db.query(sql`update rate_windows set minute_count = 100000 where subject like 'capture:%'`);
  const refused = await visitor.get('/state');
  assert.equal(codeOf(refused), '429 RATE_LIMIT_EXCEEDED');
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
});
