import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BinaryAnswer } from '../../platform/http/endpoint.ts';

const DAY_MS = 86_400_000;

/** Whole UTC days, both ends included; everything, where they are left out. */
export function rangeOfDays({ from, to }: { from?: string; to?: string }, now: Date): { from: Date; to: Date } {
  return {
    from: new Date(from === undefined ? 0 : `${from}T00:00:00.000Z`),
    to: to === undefined ? new Date(now.getTime() + DAY_MS) : new Date(Date.parse(`${to}T00:00:00.000Z`) + DAY_MS),
  };
}

/**
 * Text of any length as a file to be saved: written to a temporary file first, so that its length is known and a
 * failure in the middle is an error and no file cut short.
 */
export async function spooled(mediaType: string, lines: AsyncIterable<string>): Promise<BinaryAnswer> {
  const folder = await mkdtemp(join(tmpdir(), 'compliance-export-'));
  const path = join(folder, 'export');
  try {
    await pipeline(Readable.from(lines), createWriteStream(path, { mode: 0o600 }));
    const { size } = await stat(path);
    const stream = createReadStream(path);
    stream.once('close', () => void rm(folder, { recursive: true, force: true }));
    return { mediaType, size, stream };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
