import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ListFormat, ListInput } from '../../../engines/watchlists/index.ts';
import { ListRefused } from './refused.ts';

export interface SourceFiles {
  paths: readonly string[];
  bytes: number;
  /** SHA-256 of the bytes of all files, one after another, in hex. */
  sha256: string;
}

/**
 * Reads the files once, for their digest and size.
 * @throws ListRefused UNREADABLE, naming the file
 */
export async function inspectFiles(dataset: string, paths: readonly string[]): Promise<SourceFiles> {
  const hash = createHash('sha256');
  let bytes = 0;
  for (const path of paths) {
    try {
      for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
        hash.update(chunk);
        bytes += chunk.length;
      }
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown cause';
      throw new ListRefused(
        dataset,
        'UNREADABLE',
        `The file ${path} cannot be read (${code}). Check the path and its permissions.`,
      );
    }
  }
  return { paths, bytes, sha256: hash.digest('hex') };
}

/** The files as inputs of a reader; `onBytes` is told what was read so far. */
export function openInputs(paths: readonly string[], onBytes: (bytes: number) => void): ListInput[] {
  let read = 0;
  return paths.map((path) => ({
    name: basename(path),
    stream: counted(path, (bytes) => onBytes((read += bytes))),
  }));
}

async function* counted(path: string, onBytes: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of createReadStream(path, { highWaterMark: 64 * 1024 }) as AsyncIterable<Buffer>) {
    onBytes(chunk.length);
    yield chunk;
  }
}

/** What OFAC puts into the place of `sdn` or `prim` in the names of the files beside the primary one. */
const SIDE_FILES: Readonly<Partial<Record<ListFormat, readonly string[]>>> = {
  'ofac-sdn': ['alt', 'add', 'comments'],
};

/**
 * The files of a list where only its primary one was named: OFAC's aliases, addresses and comments lie beside sdn.csv
 * as alt.csv, add.csv and sdn_comments.csv, or, in the consolidated list, beside cons_prim.csv as cons_alt.csv …
 */
export async function withSideFiles(format: ListFormat, paths: readonly string[]): Promise<string[]> {
  const kinds = SIDE_FILES[format];
  const [primary] = paths;
  if (!kinds || primary === undefined || paths.length > 1) return [...paths];
  const name = basename(primary).toLowerCase();
  const candidates = kinds.flatMap((kind) =>
    name.includes('sdn')
      ? [name.replace('sdn', kind), name.replace('sdn', `sdn_${kind}`)]
      : [name.replace('prim', kind), name.replace('cons_prim', `cons_${kind}`)],
  );
  const folder = dirname(primary);
  const present = await readdir(folder).catch((): string[] => []);
  const found = present.filter((file) => file.toLowerCase() !== name && candidates.includes(file.toLowerCase()));
  return [primary, ...found.toSorted().map((file) => join(folder, file))];
}

/** When a file was last written; null where that cannot be told. */
export async function modifiedAt(path: string): Promise<Date | null> {
  try {
    return (await stat(path)).mtime;
  } catch {
    return null;
  }
}
