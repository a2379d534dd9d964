import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import {
  drawRevisions,
  examineMedia,
  type ForensicFindings,
  MediaRefused,
  type RevisionPictures,
} from '../../../engines/forensics/index.ts';
import { Refusal, serve } from '../../../platform/isolation/child.ts';
import { ffmpegDecoder } from './ffmpeg.ts';
import { type DrawingTask, type ExaminationTask, MEDIA_FILE } from './task.ts';

// One medium, nothing kept: the process has little memory and one task.
sharp.cache(false);
sharp.concurrency(1);

/** Drawing of revisions begins no further page after so much processor time, seconds. */
const DRAWING_SECONDS = 30;
const secondsUsed = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

serve(async (given, { folder, progress }): Promise<ForensicFindings | RevisionPictures> => {
  const task = given as ExaminationTask | DrawingTask;
  try {
    const path = join(folder, MEDIA_FILE);
    // A view: large recordings are not to be held twice.
    const read = await readFile(path);
    const bytes = new Uint8Array(read.buffer, read.byteOffset, read.byteLength);
    if ('draw' in task) return await drawRevisions(bytes, () => secondsUsed() < DRAWING_SECONDS);
    const { kind, mediaType, trustAnchors, ffmpeg, pixels } = task;
    const trust = trustAnchors === null ? null : { anchors: trustAnchors };
    const decoder = ffmpeg === null ? null : ffmpegDecoder(ffmpeg, path, mediaType);
    return await examineMedia({ kind, mediaType, bytes, trust, decoder, pixels }, (share) => progress(100 * share));
  } catch (error) {
    if (error instanceof MediaRefused) throw new Refusal(error.code, error.message);
    throw error;
  }
});
