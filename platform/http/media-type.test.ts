import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type MediaForm, mediaByName, recogniseMedia, requireMedia } from './media-type.ts';
import { ApiError } from './errors.ts';
import { decodeInlineFile } from './inline-file.ts';
import { type Sample, SAMPLES } from './testing/media-samples.ts';

const FORMS: Partial<Record<Sample, [string, MediaForm['family']]>> = {
  jpeg: ['image/jpeg', 'IMAGE'],
  png: ['image/png', 'IMAGE'],
  webp: ['image/webp', 'IMAGE'],
  heic: ['image/heic', 'IMAGE'],
  avif: ['image/avif', 'IMAGE'],
  tiff: ['image/tiff', 'IMAGE'],
  mp4: ['video/mp4', 'VIDEO'],
  mov: ['video/quicktime', 'VIDEO'],
  webm: ['video/webm', 'VIDEO'],
  wav: ['audio/wav', 'AUDIO'],
  mp3: ['audio/mpeg', 'AUDIO'],
  m4a: ['audio/mp4', 'AUDIO'],
  ogg: ['audio/ogg', 'AUDIO'],
  opus: ['audio/ogg', 'AUDIO'],
  flac: ['audio/flac', 'AUDIO'],
  pdf: ['application/pdf', 'DOCUMENT'],
};

test('every form that the contract names is told from its bytes', async () => {
  for (const [name, [mediaType, family]] of Object.entries(FORMS)) {
    const seen = await recogniseMedia(SAMPLES[name as Sample]);
    assert.equal(seen.kind, 'TAKEN', name);
    assert.deepEqual(seen.kind === 'TAKEN' && [seen.form.mediaType, seen.form.family], [mediaType, family], name);
  }
});

test('other forms are told as other, and bytes without a form as nothing', async () => {
  for (const name of ['gif', 'zip', 'mkv', 'avi'] as const) {
    assert.equal((await recogniseMedia(SAMPLES[name])).kind, 'OTHER', name);
  }
  for (const name of ['text', 'html', 'empty'] as const) {
    assert.equal((await recogniseMedia(SAMPLES[name])).kind, 'NOTHING', name);
  }
});

test('a PDF behind a few lines is a PDF; a picture that is one at the same time is neither', async () => {
  const lines = Buffer.from('\x1b%-12345X@PJL JOB\r\n');
  const seen = await recogniseMedia(Buffer.concat([lines, SAMPLES.pdf]));
  assert.equal(seen.kind === 'TAKEN' && seen.form.name, 'PDF');
  assert.equal((await recogniseMedia(Buffer.concat([Buffer.alloc(1100, 32), SAMPLES.pdf]))).kind, 'NOTHING');
  const both = await recogniseMedia(Buffer.concat([SAMPLES.png.subarray(0, 33), SAMPLES.pdf]));
  assert.ok(both.kind === 'OTHER' && /same time/.test(both.mediaType));
});

test('a signature alone is enough, and half of one is not', async () => {
  const seen = await recogniseMedia(SAMPLES.png.subarray(0, 8));
  assert.equal(seen.kind === 'TAKEN' && seen.form.name, 'PNG');
  assert.equal((await recogniseMedia(SAMPLES.png.subarray(0, 7))).kind, 'NOTHING');
  assert.equal((await recogniseMedia(SAMPLES.tiff.subarray(0, 4))).kind, 'TAKEN');
});

test('whatever the bytes, an answer comes, and cutting a file short never makes it another form', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 8192 }), async (bytes) => {
      assert.ok(['TAKEN', 'OTHER', 'NOTHING'].includes((await recogniseMedia(bytes)).kind));
    }),
    { numRuns: 300 },
  );
  const samples = fc.constantFrom(...(Object.keys(FORMS) as Sample[]));
  await fc.assert(
    fc.asyncProperty(samples, fc.uint8Array({ maxLength: 64 }), async (name, tail) => {
      const seen = await recogniseMedia(Buffer.concat([SAMPLES[name], tail]));
      assert.equal(seen.kind === 'TAKEN' && seen.form.mediaType, FORMS[name]?.[0]);
    }),
    { numRuns: 200 },
  );
});

test('the end of a name tells a form in any case, and nothing else of it does', () => {
  assert.equal(mediaByName('a.b.JPG')?.name, 'JPEG');
  assert.equal(mediaByName('scan.pdf')?.family, 'DOCUMENT');
  for (const name of ['jpg', '.', '', 'x.constructor', 'x.__proto__', 'x.toString', 'x.gif', 'jpg.', 'a.jpg/b']) {
    assert.equal(mediaByName(name), undefined, name);
  }
});

test('a received file is accepted by its bytes, and refused with the reason', async () => {
  const images = (form: MediaForm): boolean => form.family === 'IMAGE';
  const receive = (sample: Sample, name: string, declaredType = '', trustName = false): Promise<string> =>
    requireMedia({ head: SAMPLES[sample], size: SAMPLES[sample].length, name, declaredType }, images, {
      trustName,
      expected: 'an image',
    }).then(
      (form) => form.name,
      (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
    );
  assert.equal(await receive('png', 'really.jpg', 'image/jpeg'), 'PNG');
  assert.equal(await receive('mp4', 'clip.jpg', 'image/jpeg'), 'UNSUPPORTED_MEDIA_TYPE');
  assert.equal(await receive('gif', 'a.png'), 'UNSUPPORTED_MEDIA_TYPE');
  assert.equal(await receive('text', 'notes.txt', 'text/plain'), 'UNSUPPORTED_MEDIA_TYPE');
  assert.equal(await receive('text', 'selfie.jpg'), 'UNPROCESSABLE_MEDIA');
  assert.equal(await receive('text', 'blob', 'image/png; x=y'), 'UNPROCESSABLE_MEDIA');
  assert.equal(await receive('empty', 'selfie.jpg'), 'UNPROCESSABLE_MEDIA');
  assert.equal(await receive('text', 'selfie.jpg', '', true), 'JPEG');
  assert.equal(await receive('text', 'selfie.mp3', '', true), 'UNSUPPORTED_MEDIA_TYPE');
  assert.equal(await receive('empty', 'selfie.jpg', '', true), 'UNPROCESSABLE_MEDIA');
  assert.equal(await receive('gif', 'selfie.jpg', '', true), 'UNSUPPORTED_MEDIA_TYPE');
});

test('base64 is taken whole or not at all', () => {
  const take = (content: string, maxBytes = 100): string => {
    try {
      return decodeInlineFile(content, '/content', maxBytes).toString('latin1');
    } catch (error) {
      return error instanceof ApiError ? error.code : String(error);
    }
  };
  assert.equal(take('eA=='), 'x');
  assert.equal(take('eA'), 'x');
  assert.equal(take(''), '');
  for (const bad of [
    'e',
    'eB',
    'eA=',
    'eA===',
    'eA==\n',
    'e A',
    'eA-_',
    '*',
    'data:image/png;base64,eA==',
    'éé',
    '=',
  ]) {
    assert.equal(take(bad), 'VALIDATION_ERROR', JSON.stringify(bad));
  }
  assert.equal(take('YWFh', 3), 'aaa');
  assert.equal(take('YWFhYQ==', 3), 'PAYLOAD_TOO_LARGE');
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const buffer = Buffer.from(bytes);
      assert.deepEqual(decodeInlineFile(buffer.toString('base64'), '/content', 200), buffer);
    }),
  );
});
