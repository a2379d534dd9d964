import { type ChildProcess, spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { type Frame, MediaRefused, type RecordingDecoder } from '../../../engines/forensics/index.ts';

/** Where Debian and other systems keep it; never looked for on a path that somebody could write to. */
const PLACES = ['/usr/bin/ffmpeg', '/usr/local/bin/ffmpeg'];

/** @returns where ffmpeg is on this machine; null where it is not installed */
export async function findFfmpeg(): Promise<string | null> {
  for (const path of PLACES) {
    const found = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return path;
  }
  return null;
}

/** The only demuxer that may open a file of each type. Playlists, concatenations and descriptions are none of them. */
const DEMUXERS: Readonly<Record<string, string>> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'audio/mp4': 'mov',
  'video/webm': 'matroska',
  'audio/ogg': 'ogg',
};
const DECODERS = [
  ...['h264', 'hevc', 'av1', 'libdav1d', 'vp8', 'vp9', 'libvpx', 'libvpx-vp9', 'mpeg4', 'h263', 'mjpeg', 'prores'],
  ...['aac', 'alac', 'mp3', 'mp3float', 'opus', 'libopus', 'vorbis', 'flac', 'ac3'],
  ...[
    'pcm_s16le',
    'pcm_s16be',
    'pcm_s24le',
    'pcm_s24be',
    'pcm_f32le',
    'pcm_alaw',
    'pcm_mulaw',
    'amrnb',
    'amrwb',
    'rawvideo',
    'wrapped_avframe',
  ],
].join(',');

/** Wall clock for one run, milliseconds. The processor time and memory of all together are bounded from outside. */
const RUN_MS = 60_000;
const MOST_SECONDS = 3_605;
const MOST_STDERR = 2_000;
/** Largest single block that ffmpeg may ask memory for, bytes. */
const MOST_ALLOCATION = 256 * 2 ** 20;

/**
 * Decodes by ffmpeg, a process for each question: the type's own demuxer alone, listed decoders, the protocol of files
 * alone, no references to other files, one thread, bounded output. It is meant to run inside of an isolated process,
 * whose limits it inherits.
 * @param file as the process that examines sees it
 */
export function ffmpegDecoder(ffmpeg: string, file: string, mediaType: string): RecordingDecoder | null {
  const demuxer = DEMUXERS[mediaType];
  if (demuxer === undefined) return null;
  const input = (...before: string[]): string[] => [
    ...['-nostdin', '-hide_banner', '-loglevel', 'error', '-max_alloc', String(MOST_ALLOCATION)],
    ...['-threads', '1', '-filter_threads', '1'],
    ...['-protocol_whitelist', 'file,pipe', '-format_whitelist', demuxer, '-codec_whitelist', DECODERS],
    ...['-max_streams', '32', '-probesize', '8M', '-analyzeduration', '10M'],
    ...(demuxer === 'mov' ? ['-enable_drefs', '0', '-use_absolute_path', '0'] : []),
    ...['-f', demuxer, ...before, '-i', `file:${file}`, '-sn', '-dn'],
  ];
  const run = (args: string[]): AsyncGenerator<Buffer> => output(ffmpeg, args);
  return {
    name: 'ffmpeg',

    async *sound(rate) {
      const args = [...input(), '-map', '0:a:0', '-vn', '-t', String(MOST_SECONDS)];
      const chosen = ['-ac', '1', '-ar', String(Math.round(rate)), '-c:a', 'pcm_f32le', '-f', 'f32le', 'pipe:1'];
      for await (const bytes of wholes(run([...args, ...chosen]), 4)) {
        const block = new Float32Array(bytes.length / 4);
        const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
        for (let i = 0; i < block.length; i++) {
          const sample = view.getFloat32(4 * i, true);
          block[i] = Number.isFinite(sample) ? Math.max(-8, Math.min(8, sample)) : 0;
        }
        yield block;
      }
    },

    async *pictures({ keysOnly, seconds, every, most, longestSide }) {
      const skipped = keysOnly ? ['-skip_frame', 'nokey'] : ['-t', String(seconds)];
      const scale = `scale=w='min(iw,${longestSide})':h='min(ih,${longestSide})':force_original_aspect_ratio=decrease`;
      const args = [...input(...skipped), '-map', '0:v:0', '-an', '-vf', `select=not(mod(n\\,${every})),${scale}`];
      const chosen = [
        '-fps_mode',
        'passthrough',
        '-frames:v',
        String(most),
        '-c:v',
        'ppm',
        '-f',
        'image2pipe',
        'pipe:1',
      ];
      yield* netpbm(run([...args, ...chosen]));
    },

    async *thumbnails(seconds, { width, height }) {
      const args = [...input('-t', String(seconds)), '-map', '0:v:0', '-an'];
      const scale = `scale=${width}:${height}:flags=area,format=gray`;
      const chosen = ['-vf', scale, '-fps_mode', 'passthrough', '-c:v', 'rawvideo', '-f', 'rawvideo', 'pipe:1'];
      yield* each(run([...args, ...chosen]), width * height);
    },
  };
}

/**
 * What a run writes. A run that ends badly after it wrote something is taken as far as it came: truncated recordings
 * end like that.
 * @throws MediaRefused where it wrote nothing
 */
async function* output(ffmpeg: string, args: readonly string[]): AsyncGenerator<Buffer> {
  const child = spawn(ffmpeg, args, { stdio: ['ignore', 'pipe', 'pipe'], env: {} });
  const ended = finished(child);
  const timer = setTimeout(() => child.kill('SIGKILL'), RUN_MS);
  let told = 0;
  // Its messages may hold texts of the file; they are read so that it does not wait, and thrown away.
  child.stderr.on('data', (chunk: Buffer) => {
    told += chunk.length;
    if (told > MOST_STDERR * 1000) child.kill('SIGKILL');
  });
  let bytes = 0;
  try {
    for await (const chunk of child.stdout) {
      bytes += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
    await ended;
    if (bytes === 0) {
      throw new MediaRefused(
        'UNPROCESSABLE_MEDIA',
        'The recording cannot be decoded: it is damaged, cut short, or of a coding that is not examined.',
      );
    }
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}

const finished = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.on('close', () => resolve());
    child.on('error', () => resolve());
  });

/** Chunks cut so that no unit is torn; a rest at the end is dropped. */
async function* wholes(chunks: AsyncIterable<Buffer>, unit: number): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const all = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const whole = all.length - (all.length % unit);
    rest = Buffer.from(all.subarray(whole));
    if (whole > 0) yield all.subarray(0, whole);
  }
}

/** Pieces of one size. */
async function* each(chunks: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  const piece = Buffer.alloc(size);
  let filled = 0;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length;) {
      const take = Math.min(size - filled, chunk.length - at);
      chunk.copy(piece, filled, at, at + take);
      filled += take;
      at += take;
      if (filled < size) break;
      yield piece;
      filled = 0;
    }
  }
}

/** Pictures of netpbm's binary form (P6, 255 shades), one behind the other. */
async function* netpbm(chunks: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    held = held.length > 0 ? Buffer.concat([held, chunk]) : chunk;
    for (;;) {
      const head = /^P6\s(\d{1,5})\s(\d{1,5})\s255\s/.exec(held.subarray(0, 32).toString('latin1'));
      if (!head) break;
      const [whole, width, height] = [head[0].length, Number(head[1]), Number(head[2])];
      const size = 3 * width * height;
      if (held.length < whole + size) break;
      yield { data: new Uint8Array(held.subarray(whole, whole + size)), width, height };
      held = Buffer.from(held.subarray(whole + size));
    }
  }
}
