import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examineMedia } from '../examine.ts';
import type { Track } from '../recording/container.ts';
import type { Frame, RecordingDecoder } from '../recording/decoder.ts';
import { contradictions } from '../recording/contradictions.ts';
import { readMp4 } from '../recording/mp4.ts';
import { readWebm } from '../recording/webm.ts';
import { boxFile, element, movie, unknownSize } from '../testing/video-maker.ts';
import type { MediaRefused } from '../types.ts';
import { containerDetector } from './container.ts';
import { measureMotion, timingDetector } from './timing.ts';

const refusedWith = (code: string) => (error: unknown) => (error as MediaRefused).code === code;

async function codesOf(found: ReturnType<typeof containerDetector.examine>): Promise<string[]> {
  return (await found).evidence.map(({ code }) => code);
}

/** Pictures that move by one shade and a column each time; some of them changed. */
async function* moving(count: number, change: (index: number) => number): AsyncGenerator<Uint8Array> {
  for (let i = 0; i < count; i++) {
    const at = change(i);
    yield Uint8Array.from(
      { length: 64 * 36 },
      (_, k) => 128 + 60 * Math.sin((k % 64) / 5 + at / 3) + 20 * Math.cos(k / 640),
    );
  }
}

const track = (times: number[]): Track => ({
  kind: 'VIDEO',
  codec: 'avc1',
  rate: null,
  channels: null,
  width: 640,
  height: 360,
  seconds: times.length / 25,
  sampled: times.length / 25,
  declared: null,
  edited: null,
  start: 0,
  edits: 1,
  emptyEdits: 0,
  times: Float64Array.from(times),
  keys: Float64Array.from(times.filter((_, i) => i % 25 === 0)),
  handler: '',
});
const even = (count: number): number[] => Array.from({ length: count }, (_, i) => i / 25);

test('tables of MP4: tracks, times, keys, edits, tags, whatever their order', () => {
  const container = readMp4(
    movie({ seconds: 4, frames: 100, keys: [1, 51], edits: [[4, 0]], tags: { '\u00a9too': 'Lavf60.1' } }),
  );
  assert.equal(container.tracks.length, 2);
  const [picture, sound] = container.tracks;
  assert.deepEqual([picture?.kind, picture?.codec, picture?.width, picture?.height], ['VIDEO', 'avc1', 640, 360]);
  assert.deepEqual([sound?.kind, sound?.rate, sound?.channels], ['SOUND', 44_100, 2]);
  assert.deepEqual([...(picture?.keys ?? [])], [0, 2]);
  assert.equal(picture?.times.length, 100);
  assert.deepEqual(container.tags, [{ key: '\u00a9too', value: 'Lavf60.1' }]);
});

test('what was put together from parts, or begins and ends apart, is told', async () => {
  const parts = readMp4(
    movie({
      seconds: 4,
      frames: 100,
      keys: [1],
      edits: [
        [1, 0],
        [1, 2],
      ],
    }),
  );
  const told = await containerDetector.examine({ container: parts });
  assert.ok(told.evidence.some(({ code }) => code === 'EDIT_LIST_OF_PARTS'));
  assert.ok(told.logLikelihoodRatio > 0 && told.logLikelihoodRatio < 0.5);
  const late = readMp4(movie({ seconds: 4, frames: 100, keys: [1], edits: [[4, 0]], soundDelay: 1.5 }));
  assert.ok((await codesOf(containerDetector.examine({ container: late }))).includes('SOUND_OFFSET'));
  const plain = readMp4(movie({ seconds: 4, frames: 100, keys: [1], edits: [[4, 0]] }));
  const codes = await codesOf(containerDetector.examine({ container: plain }));
  assert.ok(!codes.includes('SOUND_OFFSET') && !codes.includes('EDIT_LIST_OF_PARTS'), codes.join());
});

test('sound that an edit list hides, and durations that contradict one another, are told; fragments state none', async () => {
  const told = async (more: Partial<Parameters<typeof movie>[0]>): Promise<[string[], number]> => {
    const container = readMp4(movie({ seconds: 8, frames: 200, keys: [1], edits: [[8, 0]], ...more }));
    const { evidence, logLikelihoodRatio } = await containerDetector.examine({ container });
    const codes = evidence.map(({ code }) => code).filter((code) => /HIDDEN|DURATIONS/.test(code));
    return [codes, logLikelihoodRatio];
  };
  assert.deepEqual(await told({}), [[], 0]);
  assert.deepEqual(await told({ soundHidden: 3 }), [['SOUND_HIDDEN'], 0.15]);
  const trimmed = { edits: [[5, 3]] as const, soundHidden: 3 };
  assert.deepEqual(await told(trimmed), [[], 0], 'phones leave out sound and picture together');
  assert.deepEqual(await told({ soundStated: 3 }), [['DURATIONS_DIFFER'], 0]);
  assert.deepEqual(await told({ soundDelay: 2 }), [[], 0]);
  const plain = readMp4(movie({ seconds: 8, frames: 200, keys: [1], edits: [[8, 0]] }));
  const changed = (change: Partial<Track>): string[] =>
    contradictions({ ...plain, tracks: plain.tracks.map((one) => ({ ...one, ...change })) }).map(({ code }) => code);
  assert.deepEqual(changed({ declared: 8 }), []);
  assert.deepEqual(changed({ declared: 5 }), ['DURATIONS_DIFFER']);
  assert.deepEqual(changed({ seconds: 0, sampled: null, edited: null }), []);
});

test('pictures that stand still, a moment that is missing and a cut are told with their times', async () => {
  const still = await measureMotion(
    moving(100, (i) => (i >= 40 && i < 52 ? 40 : i)),
    4,
  );
  const repeated = await timingDetector.examine({ track: track(even(100)), motion: still });
  assert.match(repeated.evidence.find(({ code }) => code === 'FRAMES_REPEATED')?.detail ?? '', /0:01\.60/);
  const moved = await measureMotion(
    moving(100, (i) => i),
    4,
  );
  const gap = even(100).map((time) => (time > 2 ? time + 0.5 : time));
  const missing = await timingDetector.examine({ track: track(gap), motion: moved });
  assert.ok(missing.evidence.some(({ code }) => code === 'FRAMES_MISSING'));
  const cut = await measureMotion(
    moving(100, (i) => (i > 60 ? i + 9 : i)),
    4,
  );
  assert.ok(
    (await codesOf(timingDetector.examine({ track: track(even(100)), motion: cut }))).includes('PICTURE_CHANGES'),
  );
  assert.deepEqual(await codesOf(timingDetector.examine({ track: track(even(100)), motion: moved })), [
    'TIMING_UNREMARKABLE',
  ]);
});

test('WebM: streams, blocks and keys, also where a live recording leaves sizes open', () => {
  const info = element(
    0x1549a966,
    element(0x2ad7b1, Buffer.from([0x0f, 0x42, 0x40])),
    element(0x5741, Buffer.from('Chrome')),
  );
  const entry = element(
    0xae,
    element(0xd7, Buffer.from([1])),
    element(0x83, Buffer.from([1])),
    element(0x86, Buffer.from('V_VP8')),
    element(0xe0, element(0xb0, Buffer.from([2, 128])), element(0xba, Buffer.from([1, 104]))),
  );
  const block = (time: number, key: boolean): Buffer =>
    element(0xa3, Buffer.from([0x81, 0, time, key ? 0x80 : 0, 9, 9]));
  const cluster = (at: number): Buffer =>
    Buffer.concat([element(0xe7, Buffer.from([at])), block(0, true), block(40, false)]);
  const head = element(0x1a45dfa3, element(0x4282, Buffer.from('webm')));
  const body = [info, element(0x1654ae6b, entry)];
  for (const segment of [
    element(0x18538067, ...body, element(0x1f43b675, cluster(0)), element(0x1f43b675, cluster(100))),
    unknownSize(0x18538067, ...body, unknownSize(0x1f43b675, cluster(0)), unknownSize(0x1f43b675, cluster(100))),
  ]) {
    const { tracks, tags } = readWebm(Buffer.concat([head, segment]));
    assert.deepEqual(
      [tracks[0]?.kind, tracks[0]?.codec, tracks[0]?.width, tracks[0]?.height],
      ['VIDEO', 'V_VP8', 640, 360],
    );
    assert.deepEqual([...(tracks[0]?.times ?? [])], [0, 0.04, 0.1, 0.14]);
    assert.deepEqual([...(tracks[0]?.keys ?? [])], [0, 0.1]);
    assert.deepEqual(tags, [{ key: 'encoder', value: 'Chrome' }]);
  }
});

test('a video is examined through whatever decoder is handed in, frame by frame', async () => {
  const asked: string[] = [];
  const decoder: RecordingDecoder = {
    name: 'test',
    async *sound() {
      asked.push('sound');
      yield Float32Array.from({ length: 44_100 }, (_, i) => 0.2 * Math.sin(i / 9));
    },
    async *pictures({ keysOnly, every, most }) {
      asked.push(`pictures ${keysOnly} ${every} ${most}`);
      const data = Uint8Array.from({ length: 3 * 160 * 120 }, (_, i) => (i * 7919) % 251);
      for (let i = 0; i < 10; i++) yield { data, width: 160, height: 120 } satisfies Frame;
    },
    thumbnails: () => moving(100, (i) => i),
  };
  const keys = Array.from({ length: 10 }, (_, i) => 1 + 10 * i);
  const bytes = movie({ seconds: 4, frames: 100, keys, edits: [[4, 0]] });
  const { conclusion, detectors, artefacts } = await examineMedia({
    kind: 'VIDEO',
    mediaType: 'video/mp4',
    bytes,
    decoder,
  });
  assert.equal(conclusion.isDeepfake, null);
  assert.deepEqual(asked, ['pictures true 1 24', 'sound']);
  assert.ok(detectors.find(({ name }) => name === 'copy-move')?.finding, 'pictures were looked at');
  assert.deepEqual(
    artefacts.map(({ name }) => name),
    ['spectrum.png', 'spectrum.json', 'timeline.png', 'timeline.json'],
  );
});

test('without a decoder, and for what is no video, there is a refusal and no answer', async () => {
  const bytes = movie({ seconds: 4, frames: 100, keys: [1], edits: [[4, 0]] });
  const examine = (given: Uint8Array): Promise<unknown> =>
    examineMedia({ kind: 'VIDEO', mediaType: 'video/mp4', bytes: given });
  await assert.rejects(examine(bytes), refusedWith('CONTENT_NOT_EXAMINED'));
  await assert.rejects(examine(boxFile('ftyp', Buffer.from('isom\0\0\0\0isom'))), refusedWith('UNPROCESSABLE_MEDIA'));
  await assert.rejects(
    examine(movie({ seconds: 700, frames: 100, keys: [1], edits: [] })),
    refusedWith('MEDIA_TOO_LARGE'),
  );
});

test('any bytes in place of tables are read to an end or refused', () => {
  const start = movie({ seconds: 4, frames: 100, keys: [1, 51], edits: [[4, 0]], tags: { '\u00a9too': 'x' } });
  let state = 3;
  for (let round = 0; round < 300; round++) {
    const bytes = Buffer.from(start);
    for (let i = 0; i < 12; i++) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      bytes[(state >>> 8) % bytes.length] = state >>> 24;
    }
    for (const read of [readMp4, readWebm]) {
      try {
        read(bytes);
      } catch (error) {
        assert.equal((error as Error).name, 'MediaRefused', String((error as Error).stack));
      }
    }
  }
});
