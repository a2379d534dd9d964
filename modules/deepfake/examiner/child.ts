import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { examineMedia, MediaRefused, type ForensicFindings } from '../../../engines/forensics/index.ts';
import { Refusal, serve } from '../../../platform/isolation/child.ts';
import { ffmpegDecoder } from './ffmpeg.ts';
import { type ExaminationTask, MEDIA_FILE } from './task.ts';

// One medium, nothing kept: the process has little memory and one task.
sharp.cache(false);
sharp.concurrency(1);

serve(async (given, { folder, progress }): Promise<ForensicFindings> => {
  const { kind, mediaType, trustAnchors, ffmpeg, pixels } = given as ExaminationTask;
  try {
    const path = join(folder, MEDIA_FILE);
    // A view: large recordings are not to be held twice.
    const read = await readFile(path);
    const bytes = new Uint8Array(read.buffer, read.byteOffset, read.byteLength);
    const trust = trustAnchors === null ? null : { anchors: trustAnchors };
    const decoder = ffmpeg === null ? null : ffmpegDecoder(ffmpeg, path, mediaType);
    return await examineMedia({ kind, mediaType, bytes, trust, decoder, pixels }, (share) => progress(100 * share));
  } catch (error) {
    if (error instanceof MediaRefused) throw new Refusal(error.code, error.message);
    throw error;
  }
});
