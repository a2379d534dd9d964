import { spawn } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { IsolatedPool, IsolationFailure, type Limits, Refusal } from '../isolation/index.ts';
import type { HeicTask } from './child.ts';

/** Where Debian and other systems keep it, under its newer and its older name; never looked for on a writable path. */
const PLACES = ['/usr/bin/heif-dec', '/usr/bin/heif-convert', '/usr/local/bin/heif-dec', '/usr/local/bin/heif-convert'];
const PROBE_MS = 10_000;

const MIB = 2 ** 20;
/** For one picture: what a hundred megapixels need, and no more. */
const LIMITS: Limits = {
  memoryBytes: 900 * MIB,
  cpuSeconds: 60,
  wallMs: 90_000,
  fileBytes: 400 * MIB,
  openFiles: 64,
};
const MOST_PIXELS = 100_000_000;

/** Said wherever a HEIC picture could not be looked at for want of the program. */
export const HEIC_REMEDY =
  'This server has no decoder for HEIC (HEVC). On Debian, apt-get install libheif-examples adds one (where it is packed apart, libheif-plugin-libde265 too); restart the service then. Until then send JPEG or PNG.';

export type HeicRefusal = 'IMAGE_TOO_LARGE' | 'IMAGE_DAMAGED' | 'FORMAT_NOT_DECODABLE';

/** The picture without loss, turned as the file says; or why there is none. */
export type HeicAnswer = { png: Uint8Array } | { refused: HeicRefusal; cause: string };

/** @returns the program of libheif that decodes HEVC pictures; null where none is installed, or it has no decoder */
export async function findHeicTool(places: readonly string[] = PLACES): Promise<string | null> {
  for (const path of places) {
    const there = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (there && (await decodesHevc(path))) return path;
  }
  return null;
}

/** libheif comes in parts: the program may be there and the part that decodes HEVC may not. */
const decodesHevc = (tool: string): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(tool, ['--list-decoders'], { stdio: ['ignore', 'pipe', 'pipe'], env: {}, timeout: PROBE_MS });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += String(chunk)));
    child.on('error', () => resolve(false));
    child.on('close', () => resolve(/^HEIC decoders:\s*\n-/m.test(said)));
  });

export interface HeicOptions {
  /** Pictures at the same time. */
  concurrency: number;
  /** Where the program is, or null for none; looked for where it is not said. */
  tool?: string | null;
  limits?: Partial<Limits>;
  mostPixels?: number;
}

/**
 * Decodes HEIC pictures with libheif's program (Debian's libheif-examples) in an isolated process each: no network, no
 * environment, a folder of its own, bounds on memory, time and files; the file's structure is read first.
 */
export class HeicDecoder {
  readonly #pool: IsolatedPool;
  readonly #tool: Promise<string | null>;
  readonly #mostPixels: number;

  constructor({ concurrency, tool, limits = {}, mostPixels = MOST_PIXELS }: HeicOptions) {
    this.#tool = tool === undefined ? findHeicTool() : Promise.resolve(tool);
    this.#mostPixels = mostPixels;
    this.#pool = new IsolatedPool({
      entry: join(import.meta.dirname, 'child.ts'),
      limits: { ...LIMITS, ...limits },
      mayStartPrograms: true,
      concurrency,
      tasksPerProcess: 1,
      spareMs: 0,
    });
  }

  /** @throws IsolationFailure where the service is stopping */
  async decode(bytes: Uint8Array): Promise<HeicAnswer> {
    const tool = await this.#tool;
    if (tool === null) return { refused: 'FORMAT_NOT_DECODABLE', cause: HEIC_REMEDY };
    const task: HeicTask = { bytes, tool, mostPixels: this.#mostPixels };
    try {
      return { png: await this.#pool.run<Uint8Array>(task) };
    } catch (error) {
      if (error instanceof Refusal) return { refused: error.code as HeicRefusal, cause: error.message };
      if (!(error instanceof IsolationFailure) || error.reason === 'STOPPED') throw error;
      const spent = error.reason !== 'CRASHED';
      return {
        refused: spent ? 'IMAGE_TOO_LARGE' : 'IMAGE_DAMAGED',
        cause: `Decoding the HEIC picture came to no end (${error.reason}). Send it as JPEG or PNG.`,
      };
    }
  }

  stop(): Promise<void> {
    return this.#pool.stop();
  }
}
