import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { examineMedia } from '../../engines/forensics/index.ts';
import { makeVoice, wavFile } from '../../engines/forensics/testing/sound-maker.ts';
import { ffmpegDecoder, findFfmpeg } from '../../modules/deepfake/examiner/ffmpeg.ts';

// Processor time (of the process and of the decoder) and the most memory of one recording, each in a process of its
// own. Run:
//   node bench/forensics/recording-cost.ts

type Kind = 'AUDIO' | 'VIDEO';
const ffmpeg = await findFfmpeg();

function film(path: string, size: string, seconds: number): void {
  const pictures = ['-f', 'lavfi', '-i', `testsrc2=d=${seconds}:r=30:s=${size}`];
  const sound = ['-f', 'lavfi', '-i', `anoisesrc=d=${seconds}:c=pink:r=44100:a=0.2`];
  const coding = [
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-pix_fmt',
    'yuv420p',
    '-g',
    '60',
    '-c:a',
    'aac',
    '-f',
    'mp4',
  ];
  execFileSync(ffmpeg as string, ['-v', 'error', '-nostdin', '-y', ...pictures, ...sound, ...coding, path]);
}

const CASES: Record<string, { kind: Kind; mediaType: string; make(path: string): Promise<void> | void }> = {
  '60 s of sound, WAV at 44.1 kHz': {
    kind: 'AUDIO',
    mediaType: 'audio/wav',
    make: (path) => writeFile(path, wavFile(makeVoice(60, 44_100))),
  },
  '15 minutes of sound, WAV at 44.1 kHz': {
    kind: 'AUDIO',
    mediaType: 'audio/wav',
    make: (path) => writeFile(path, wavFile(makeVoice(900, 44_100))),
  },
  '60 s of 720p video': { kind: 'VIDEO', mediaType: 'video/mp4', make: (path) => film(path, '1280x720', 60) },
};

const wanted = process.argv[2];
if (wanted === undefined) {
  const folder = await mkdtemp(join(tmpdir(), 'forensics-cost-'));
  try {
    for (const [name, { kind, mediaType, make }] of Object.entries(CASES)) {
      if (kind === 'VIDEO' && ffmpeg === null) {
        console.log(`${name}: not measured, ffmpeg is not installed`);
        continue;
      }
      const path = join(folder, 'media.mp4');
      await make(path);
      const run = spawnSync(process.execPath, [import.meta.filename, name, kind, mediaType, path], {
        encoding: 'utf8',
      });
      process.stdout.write(run.status === 0 ? run.stdout : `${name}: ${run.stderr}`);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
} else {
  sharp.cache(false);
  sharp.concurrency(1);
  const [, , , kind = '', mediaType = '', path = ''] = process.argv;
  const read = await readFile(path);
  const bytes = new Uint8Array(read.buffer, read.byteOffset, read.byteLength);
  const decoder = ffmpeg === null ? null : ffmpegDecoder(ffmpeg, path, mediaType);
  const cpu = process.resourceUsage();
  const children = await childTicks();
  await examineMedia({ kind: kind as Kind, mediaType, bytes, decoder });
  const after = process.resourceUsage();
  const own = (after.userCPUTime + after.systemCPUTime - cpu.userCPUTime - cpu.systemCPUTime) / 1e6;
  const decoding = ((await childTicks()) - children) / 100;
  const memory = Math.round(after.maxRSS / 1024);
  console.log(
    `${wanted}: ${own.toFixed(2)} s of processor time and ${decoding.toFixed(2)} s of the decoder, most memory ${memory} MiB without the decoder`,
  );
}

/** Processor time of children that have ended, in hundredths of a second, as /proc tells it. */
async function childTicks(): Promise<number> {
  const stat = await readFile('/proc/self/stat', 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[13]) + Number(fields[14]);
}
