import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sharedData } from '../../../tools/shared-data.ts';
import { examineMedia } from '../examine.ts';
import { flacFile, makeVoice, riff, wavFile } from '../testing/sound-maker.ts';
import { openSound } from './open.ts';
import type { Discrepancy } from './sound.ts';

/** What contradicts in a file, and how many samples of it were decoded. */
async function account(bytes: Uint8Array, mediaType: string): Promise<{ found: Discrepancy[]; samples: number }> {
  const sound = openSound(bytes, mediaType, null);
  let samples = 0;
  for await (const block of sound.blocks()) samples += block.length;
  return { found: [...(sound.discrepancies?.() ?? [])], samples };
}
const codes = async (bytes: Uint8Array, mediaType: string): Promise<string[]> =>
  (await account(bytes, mediaType)).found.map(({ code }) => code);

/** Silent frames of MPEG 1 layer III, one channel, 128 kbit/s. @param rate 0 for 44,100, 1 for 48,000 samples a second */
function frames(count: number, rate = 0): Buffer {
  const one = Buffer.alloc(rate === 0 ? 417 : 384);
  one.writeUInt32BE(0xfffb_90c4 + (rate << 10));
  return Buffer.concat(Array.from({ length: count }, () => one));
}

/** A frame of information that states so many frames behind it. */
function information(stated: number): Buffer {
  const frame = frames(1);
  frame.write('Info', 4 + 17, 'latin1');
  frame.writeUInt32BE(1, 4 + 17 + 4);
  frame.writeUInt32BE(stated, 4 + 17 + 8);
  return frame;
}

test('a WAV that is shorter than its header says is told, and counts nothing', async () => {
  const whole = wavFile(makeVoice(4));
  const { conclusion, detectors } = await examineMedia({
    kind: 'AUDIO',
    mediaType: 'audio/wav',
    bytes: whole.subarray(0, whole.length / 2),
  });
  const told = detectors.find(({ name }) => name === 'sound-container')?.finding;
  assert.deepEqual(
    told?.evidence.map(({ code }) => code),
    ['SOUND_CUT_SHORT'],
  );
  assert.match(told?.evidence[0]?.detail ?? '', /4\.00 seconds of sound, and 2\.00 are there/);
  assert.equal(told?.logLikelihoodRatio, 0);
  assert.equal(conclusion.isDeepfake, null);
  assert.deepEqual(await codes(whole, 'audio/wav'), []);
});

test('WAV: lengths of pipes, tags and fillings behind the sound are ordinary; further sound is told', async () => {
  const whole = wavFile(makeVoice(2));
  const piped = Buffer.from(whole);
  for (const unknown of [0xffff_ffff, 0x7fff_f000]) {
    piped.writeUInt32LE(unknown, piped.indexOf('data') + 4);
    assert.deepEqual(await codes(piped, 'audio/wav'), []);
  }
  for (const behind of [
    riff('LIST', Buffer.alloc(40_000, 'INFO')),
    Buffer.from(`ID3\u0004${'\u0001'.repeat(40_000)}`, 'latin1'),
    Buffer.alloc(100_000),
  ]) {
    assert.deepEqual(await codes(Buffer.concat([whole, behind]), 'audio/wav'), []);
  }
  const shortened = Buffer.from(whole);
  shortened.writeUInt32LE(16_000, shortened.indexOf('data') + 4);
  assert.deepEqual(await codes(shortened, 'audio/wav'), ['SOUND_UNDECLARED']);
});

test('MP3: frames are held against the number that the encoder stated', async () => {
  assert.deepEqual(await codes(Buffer.concat([information(200), frames(200)]), 'audio/mpeg'), []);
  assert.deepEqual(await codes(frames(200), 'audio/mpeg'), [], 'nothing was stated');
  assert.deepEqual(await codes(Buffer.concat([information(0), frames(200)]), 'audio/mpeg'), []);
  const short = Buffer.concat([information(200), frames(100)]);
  assert.deepEqual(await codes(short, 'audio/mpeg'), ['SOUND_CUT_SHORT']);
  const long = await account(Buffer.concat([information(100), frames(200)]), 'audio/mpeg');
  assert.deepEqual(
    long.found.map(({ code, ratio }) => [code, ratio]),
    [['SOUND_UNDECLARED', 0.2]],
  );
  const tagged = Buffer.concat([information(200), frames(200), Buffer.from(`TAG${'\0'.repeat(125)}`, 'latin1')]);
  assert.deepEqual(await codes(tagged, 'audio/mpeg'), []);
});

test('MP3: a second recording inside of the file is told with its time', async () => {
  const other = Buffer.concat([information(50), frames(50)]);
  const id3 = Buffer.from('ID3\u0004\0\0\0\0\0\u0004abcd', 'latin1');
  for (const second of [other, Buffer.concat([id3, frames(50)]), frames(50, 1)]) {
    const { found } = await account(Buffer.concat([information(100), frames(100), second]), 'audio/mpeg');
    assert.deepEqual(
      found.map(({ code }) => code),
      ['RECORDINGS_JOINED'],
    );
    assert.match(found[0]?.detail ?? '', /At 2\.61 seconds/);
  }
});

test('an MP3 that ends inside of a frame, or holds a torn one, is decoded to its end', async () => {
  const torn = Buffer.concat([information(60), frames(30), frames(1).subarray(0, 200), frames(30)]);
  for (const bytes of [torn, torn.subarray(0, torn.length - 100)]) {
    const { samples } = await account(bytes, 'audio/mpeg');
    assert.ok(samples >= 55 * 1152 && samples <= 60 * 1152, String(samples));
  }
});

test('FLAC: samples that are not those of the checksum are told, and an end that is missing', async () => {
  const made = makeVoice(2);
  const file = flacFile(made);
  const pcm = Buffer.alloc(2 * made.samples.length);
  for (const [i, sample] of made.samples.entries()) pcm.writeInt16LE(Math.round(sample * 32_767), 2 * i);
  createHash('md5')
    .update(pcm)
    .digest()
    .copy(file, 8 + 18);
  assert.deepEqual(await codes(file, 'audio/flac'), []);
  assert.deepEqual(await codes(flacFile(made), 'audio/flac'), [], 'no checksum was stated');
  const changed = Buffer.from(file);
  changed[changed.length - 500] = (changed[changed.length - 500] as number) ^ 1;
  assert.deepEqual(await codes(changed, 'audio/flac'), ['CHECKSUM_CONTRADICTED']);
  assert.deepEqual(await codes(file.subarray(0, file.length - 30_000), 'audio/flac'), ['SOUND_CUT_SHORT']);
});

/** One page of Ogg (RFC 3533) of a single packet. @param flags 2 for the first of a stream */
function page(serial: number, number: number, flags: number, body: Buffer): Buffer {
  const head = Buffer.alloc(27);
  head.write('OggS', 'latin1');
  head[5] = flags;
  head.writeUInt32LE(960 * number, 6);
  head.writeUInt32LE(serial, 14);
  head.writeUInt32LE(number, 18);
  head[26] = 1;
  return Buffer.concat([head, Buffer.from([body.length]), body]);
}

test('Ogg: pages that are missing and a recording behind the first are told', () => {
  const head = Buffer.alloc(19);
  head.write('OpusHead\u0001\u0001', 'latin1');
  const opus = (serial: number, numbers: readonly number[]): Buffer =>
    Buffer.concat([
      page(serial, 0, 2, head),
      page(serial, 1, 0, Buffer.from('OpusTags\0\0\0\0\0\0\0\0', 'latin1')),
      ...numbers.map((number) => page(serial, number, 0, Buffer.from([0xf8, 0xff, 0xfe]))),
    ]);
  const told = (bytes: Buffer): string[] =>
    (openSound(bytes, 'audio/ogg', null).discrepancies?.() ?? []).map(({ code }) => code);
  assert.deepEqual(told(opus(1, [2, 3, 4])), []);
  assert.deepEqual(told(opus(1, [2, 3, 7])), ['PARTS_MISSING']);
  assert.deepEqual(told(Buffer.concat([opus(1, [2, 3]), opus(2, [2, 3])])), ['RECORDINGS_JOINED']);
});

const folder = sharedData('media/audio/real');
test(
  'files as their encoders wrote them contradict nothing',
  { skip: folder ? false : 'the shared data are not here' },
  async () => {
    for (const name of readdirSync(folder as string).filter((_, i) => i % 30 === 0)) {
      assert.deepEqual(await codes(readFileSync(join(folder as string, name)), 'audio/flac'), [], name);
    }
  },
);
