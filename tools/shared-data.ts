import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Path of a file or folder of the public test data, which is no part of the repository: under the folder that the
 * environment variable SHARED_DATA names, or `../shared/data` beside the repository.
 * @returns the path, or undefined where it is absent: tests that need it are then skipped, visibly
 */
export function sharedData(relative: string): string | undefined {
  const root = process.env['SHARED_DATA'] ?? join(import.meta.dirname, '..', '..', 'shared', 'data');
  const path = join(root, relative);
  return existsSync(path) ? path : undefined;
}
