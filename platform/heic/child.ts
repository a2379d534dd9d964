import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal, serve } from '../isolation/child.ts';
import { primaryAlone, readHeicHeader } from './header.ts';

export interface HeicTask {
  bytes: Uint8Array;
  /** The program that decodes. */
  tool: string;
  mostPixels: number;
}

/** Names without a word of the sender's: the form of the result follows from the ending. */
const [INPUT, OUTPUT] = ['picture.heic', 'picture.png'];
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

serve(async (given, { folder }): Promise<Uint8Array> => {
  const { bytes, tool, mostPixels } = given as HeicTask;
  const header = readHeicHeader(bytes, mostPixels);
  await writeFile(join(folder, INPUT), primaryAlone(bytes, header));
  const signal = await ended(tool, ['--quiet', INPUT, OUTPUT], folder);
  if (signal !== null && SPENT.has(signal)) {
    throw new Refusal('IMAGE_TOO_LARGE', 'Decoding the HEIC picture took more than it may. Send it as JPEG or PNG.');
  }
  const png = await readFile(join(folder, OUTPUT)).catch(() => null);
  if (!png || !png.subarray(0, PNG.length).equals(PNG)) {
    throw new Refusal('IMAGE_DAMAGED', 'The HEIC picture cannot be decoded: it is damaged or cut short.');
  }
  // What came out may be larger than what the header said.
  if (png.readUInt32BE(16) * png.readUInt32BE(20) > mostPixels) {
    throw new Refusal('IMAGE_TOO_LARGE', `The picture has more than ${mostPixels / 1e6} megapixels. Send it smaller.`);
  }
  return new Uint8Array(png.buffer, png.byteOffset, png.length);
});

/** Ended for the processor time, the memory or the file that it took. */
const SPENT: ReadonlySet<string> = new Set(['SIGXCPU', 'SIGKILL', 'SIGXFSZ']);

/** @returns the signal that ended it. Its own words may hold texts of the picture: thrown away. */
const ended = (tool: string, args: readonly string[], cwd: string): Promise<string | null> =>
  new Promise((resolve) => {
    const child = spawn(tool, args, { cwd, stdio: 'ignore', env: {} });
    child.on('close', (_code, signal) => resolve(signal));
    child.on('error', () => resolve(null));
  });
