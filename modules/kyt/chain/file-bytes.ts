import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { refusedAt } from '../refused.ts';

/** @throws ImportRefused where the path is no file that can be read */
export async function sizeOf(path: string): Promise<number> {
  try {
    const found = await stat(path);
    if (!found.isFile()) throw refusedAt(path, 'is no file.');
    return found.size;
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** The bytes of a file; `onBytes` is told how many were read so far. @throws ImportRefused where it cannot be read */
export async function* counted(path: string, onBytes: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
      onBytes((bytes += chunk.length));
      yield chunk;
    }
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/^E[A-Z]+$/.test(code)) return refusedAt(path, `cannot be read (${code}). Check the path and its permissions.`);
  return error instanceof Error ? error : new Error(String(error));
}
