import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serve } from '../../../../platform/isolation/child.ts';
import { MEDIA_FILE } from '../task.ts';

/** For tests: fails in the way that the last bytes of the medium name. */
serve(async (_task, { folder }) => {
  const tail = (await readFile(join(folder, MEDIA_FILE))).subarray(-16).toString('latin1');
  if (tail.endsWith('die')) process.exit(3);
  if (tail.endsWith('throw')) throw new TypeError('what was in the file');
  if (tail.endsWith('hang')) await new Promise(() => setInterval(() => {}, 1000));
  if (tail.endsWith('allocate')) {
    const kept: Buffer[] = [];
    for (;;) kept.push(Buffer.alloc(32 * 2 ** 20, 1));
  }
  const conclusion = {
    fusion: 'test',
    isDeepfake: null,
    confidence: 50,
    manipulation: null,
    recommendation: 'REVIEW',
    logLikelihoodRatio: 0,
  };
  return { conclusion, detectors: [], artefacts: [] };
});
