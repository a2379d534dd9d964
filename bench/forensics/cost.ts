import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { examineMedia } from '../../engines/forensics/index.ts';
import { makeDocument, statementPage } from '../../engines/forensics/testing/pdf-maker.ts';
import { seeded } from './random.ts';

// Processor time and the most memory of one examination, each in a process of its own. Run:
//   node bench/forensics/cost.ts

async function picture(width: number, height: number): Promise<Buffer> {
  const random = seeded(5);
  const small = Uint8Array.from({ length: 200 * 150 * 3 }, () => Math.floor(random() * 256));
  return sharp(small, { raw: { width: 200, height: 150, channels: 3 } })
    .resize(width, height, { fit: 'fill' })
    .jpeg({ quality: 90 })
    .toBuffer();
}

const CASES = {
  'picture of 12 megapixels': async () => ({
    kind: 'IMAGE',
    mediaType: 'image/jpeg',
    bytes: await picture(4000, 3000),
  }),
  'picture of 100 megapixels': async () => ({
    kind: 'IMAGE',
    mediaType: 'image/jpeg',
    bytes: await picture(12_500, 8000),
  }),
  'PDF of 100 pages': async () => ({
    kind: 'DOCUMENT',
    mediaType: 'application/pdf',
    bytes: makeDocument({ pages: Array.from({ length: 100 }, (_, index) => statementPage(index)) }),
  }),
} as const satisfies Record<string, () => Promise<{ kind: 'IMAGE' | 'DOCUMENT'; mediaType: string; bytes: Buffer }>>;

const wanted = process.argv[2];
if (wanted === undefined) {
  const folder = await mkdtemp(join(tmpdir(), 'forensics-cost-'));
  try {
    for (const [name, make] of Object.entries(CASES)) {
      const { kind, mediaType, bytes } = await make();
      const path = join(folder, 'media');
      await writeFile(path, bytes);
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
  const input = { kind: kind as 'IMAGE' | 'DOCUMENT', mediaType, bytes: new Uint8Array(await readFile(path)) };
  const before = process.resourceUsage();
  await examineMedia(input);
  const after = process.resourceUsage();
  const used = (after.userCPUTime + after.systemCPUTime - before.userCPUTime - before.systemCPUTime) / 1e6;
  console.log(`${wanted}: ${used.toFixed(2)} s of processor time, most memory ${Math.round(after.maxRSS / 1024)} MiB`);
}
