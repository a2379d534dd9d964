import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { flacFile, makeVoice, wavFile } from '../../../engines/forensics/testing/sound-maker.ts';
import { sql } from '../../../platform/database/sql.ts';
import { form } from '../../../platform/http/testing/media-samples.ts';
import { startTestService, type TestService } from '../../../server/testing.ts';
import { findFfmpeg } from './ffmpeg.ts';
import { LiveForensics } from './live.ts';

const ffmpeg = await findFfmpeg();
const withFfmpeg = { skip: ffmpeg === null ? 'ffmpeg is not installed here' : false };
const folder = mkdtempSync(join(tmpdir(), 'recordings-test-'));

let service: TestService;
before(async () => {
  service = await startTestService({
    engines: (services) => ({ forensics: new LiveForensics(services) }),
    credits: 1000,
  });
});
after(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

// oxlint-disable-next-line typescript/no-explicit-any
type Job = any;

async function examined(bytes: Uint8Array, name: string, on = service): Promise<Job> {
  const made = await on.call({ path: '/deepfake/jobs', body: form({ bytes, name }) });
  assert.equal(made.status, 202, made.text);
  const path = `/deepfake/jobs/${made.json.data.jobId}`;
  for (let tries = 0; tries < 900; tries++) {
    const { json } = await on.call({ path });
    if (json.data.status === 'COMPLETED' || json.data.status === 'FAILED') return json.data;
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
  }
  throw new Error('the job did not end');
}

const ledger = async (jobId: string): Promise<string[]> => {
  const rows = await service.services.db.query<{ type: string }>(
    sql`select type from credit_transactions where resource_id = ${jobId} order by created_at, id`,
  );
  return rows.map(({ type }) => type);
};

/** A file that ffmpeg makes from its own sources of test pictures and tones. */
function make(name: string, ...args: string[]): Buffer {
  const path = join(folder, name);
  execFileSync(ffmpeg as string, ['-v', 'error', '-nostdin', '-y', ...args, path], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return readFileSync(path);
}
const film = (name: string, ...args: string[]): Buffer =>
  make(
    name,
    ...['-f', 'lavfi', '-i', 'testsrc2=d=3:r=25:s=320x240', '-f', 'lavfi', '-i', 'sine=f=300:d=3:r=44100', '-shortest'],
    ...args,
  );
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];

test('a voice is examined without any decoder installed, with spectrum and timeline to fetch', async () => {
  for (const [bytes, name] of [
    [wavFile(makeVoice(3)), 'voice.wav'],
    [flacFile(makeVoice(3)), 'voice.flac'],
  ] as const) {
    const job = await examined(bytes, name);
    assert.deepEqual([job.status, job.isDeepfake, job.confidence], ['COMPLETED', null, 50], job.errorMessage);
    assert.deepEqual(await ledger(job.jobId), ['HOLD', 'CAPTURE']);
    const names = job.detectors.map((one: Job) => one.name);
    for (const wanted of ['recording-metadata', 'band-limit', 'sound-edits', 'fusion'])
      assert.ok(names.includes(wanted), wanted);
    const kinds = job.artefacts.map((one: Job) => `${one.kind} ${one.mediaType}`);
    assert.deepEqual(kinds, [
      'SPECTRUM image/png',
      'SPECTRUM application/json',
      'TIMELINE image/png',
      'TIMELINE application/json',
    ]);
    const url = `${service.production}/deepfake/jobs/${job.jobId}/artefacts/${job.artefacts[3].fileId}`;
    const answer = await fetch(url, { headers: { authorization: `Bearer ${service.liveKey}` } });
    assert.equal(((await answer.json()) as Job).seconds, 3);
  }
});

test('a video is examined: container, timing, sound and pictures', withFfmpeg, async () => {
  for (const [name, args] of [
    ['film.mp4', H264],
    ['film.mov', H264],
    ['film.webm', ['-c:v', 'libvpx', '-c:a', 'libopus', '-b:v', '500k']],
  ] as const) {
    const job = await examined(film(name, ...args), name);
    assert.deepEqual([job.status, job.isDeepfake], ['COMPLETED', null], `${name} ${job.errorMessage}`);
    const names = job.detectors.map((one: Job) => one.name);
    for (const wanted of ['recording-metadata', 'video-container', 'video-timing', 'band-limit', 'sound-edits']) {
      assert.ok(names.includes(wanted), `${name} ${wanted}`);
    }
    assert.ok(job.artefacts.some((one: Job) => one.kind === 'TIMELINE'));
  }
});

test('sound that only ffmpeg decodes is examined by it', withFfmpeg, async () => {
  const tone = ['-f', 'lavfi', '-i', 'sine=f=300:d=3:r=44100'];
  for (const [name, args] of [
    ['tone.m4a', ['-c:a', 'aac']],
    ['tone.ogg', ['-c:a', 'libvorbis']],
    ['tone.opus', ['-c:a', 'libopus']],
    ['tone.mp3', ['-c:a', 'libmp3lame']],
  ] as const) {
    const job = await examined(make(name, ...tone, ...args), name);
    assert.equal(job.status, 'COMPLETED', `${name} ${job.errorCode} ${job.errorMessage}`);
  }
});

test('where ffmpeg is absent, what needs it fails with a code and the credits come back', withFfmpeg, async () => {
  const other = await startTestService({
    engines: (services) => ({ forensics: new LiveForensics(services, { ffmpeg: null }) }),
    credits: 100,
  });
  try {
    const job = await examined(film('plain.mp4', ...H264), 'plain.mp4', other);
    assert.deepEqual([job.status, job.errorCode, job.isDeepfake], ['FAILED', 'CONTENT_NOT_EXAMINED', null]);
    const voice = await examined(wavFile(makeVoice(2)), 'voice.wav', other);
    assert.equal(voice.status, 'COMPLETED');
  } finally {
    await other.close();
  }
});

test('bombs and references fail their own job with a code; the next one is examined', withFfmpeg, async () => {
  const secret = join(folder, 'secret.txt');
  writeFileSync(secret, 'SECRET'.repeat(100));
  const good = film('good.mp4', ...H264);
  const head = (bytes: Buffer): Buffer => bytes.subarray(0, 32);
  const playlist = Buffer.from(
    `#EXTM3U\n#EXTINF:1,\nfile://${secret}\n#EXTINF:1,\nhttp://127.0.0.1:1/x.ts\n#EXT-X-ENDLIST\n`,
  );
  const concat = Buffer.from(`ffconcat version 1.0\nfile ${secret}\n`);
  const cases: [string, Buffer, RegExp][] = [
    ['truncated.mp4', good.subarray(0, good.length / 3), /UNPROCESSABLE_MEDIA/],
    ['hour.mp4', withDuration(good, 100_000), /MEDIA_TOO_LARGE/],
    ['streams.mp4', withStreams(good, 3_000), /UNPROCESSABLE_MEDIA/],
    ['playlist.mp4', Buffer.concat([head(good), playlist]), /UNPROCESSABLE_MEDIA/],
    ['concat.mp4', Buffer.concat([head(good), concat]), /UNPROCESSABLE_MEDIA/],
    ['huge.mp4', withSize(good, 60_000, 60_000), /MEDIA_TOO_LARGE/],
    ['samples.flac', flacFile(makeVoice(0.1, 4_000), 'CONSTANT', 300), /MEDIA_TOO_LARGE/],
    ['noise.mp4', Buffer.concat([head(good), Buffer.alloc(200_000, 'moovtrak')]), /UNPROCESSABLE_MEDIA/],
  ];
  for (const [name, bytes, code] of cases) {
    const job = await examined(bytes, name);
    assert.equal(job.status, 'FAILED', `${name} ${JSON.stringify(job.detectors)}`);
    assert.match(job.errorCode, code, name);
    assert.ok(!JSON.stringify(job).includes('SECRET'), name);
    assert.deepEqual(await ledger(job.jobId), ['HOLD', 'RELEASE'], name);
  }
  // A second kind of file behind the first is not looked at: the film is what is examined.
  const polyglot = await examined(Buffer.concat([good, Buffer.from('%PDF-1.7\n'), playlist]), 'both.mp4');
  assert.equal(polyglot.status, 'COMPLETED', polyglot.errorMessage);
  const next = await examined(good, 'good.mp4');
  assert.equal(next.status, 'COMPLETED', next.errorMessage);
});

/** The duration of film, tracks and media changed to so many seconds. */
function withDuration(bytes: Buffer, seconds: number): Buffer {
  const changed = Buffer.from(bytes);
  const at = changed.indexOf('mvhd') + 4;
  changed.writeUInt32BE(seconds * changed.readUInt32BE(at + 12), at + 16);
  return changed;
}

/** The first track repeated, in a film whose size says so. */
function withStreams(bytes: Buffer, count: number): Buffer {
  const film = bytes.indexOf('moov') - 4;
  const track = bytes.indexOf('trak') - 4;
  const one = bytes.subarray(track, track + bytes.readUInt32BE(track));
  const more = Buffer.concat(Array.from({ length: count }, () => one));
  const end = film + bytes.readUInt32BE(film);
  const changed = Buffer.concat([bytes.subarray(0, end), more, bytes.subarray(end)]);
  changed.writeUInt32BE(changed.readUInt32BE(film) + more.length, film);
  return changed;
}

/** The size of the pictures that the description of the samples states. */
function withSize(bytes: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(bytes);
  const at = changed.indexOf('avc1', changed.indexOf('stsd')) + 28;
  changed.writeUInt16BE(width, at);
  changed.writeUInt16BE(height, at + 2);
  return changed;
}
