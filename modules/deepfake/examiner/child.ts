import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { examineMedia, MediaRefused, type ForensicFindings } from '../../../engines/forensics/index.ts';
import { Refusal, serve } from '../../../platform/isolation/child.ts';
import { type ExaminationTask, MEDIA_FILE } from './task.ts';

// One medium, nothing kept: the process has little memory and one task.
sharp.cache(false);
sharp.concurrency(1);

serve(async (given, { folder, progress }): Promise<ForensicFindings> => {
  const { kind, mediaType, trustAnchors } = given as ExaminationTask;
  try {
    const bytes = new Uint8Array(await readFile(join(folder, MEDIA_FILE)));
    const trust = trustAnchors === null ? null : { anchors: trustAnchors };
    return await examineMedia({ kind, mediaType, bytes, trust }, (share) => progress(100 * share));
  } catch (error) {
    if (error instanceof MediaRefused) throw new Refusal(error.code, error.message);
    throw error;
  }
});
