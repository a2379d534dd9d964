import type { Services } from '../../../platform/module.ts';
import { countReaders } from './store.ts';

const LOOK_EVERY_MS = 50;

/**
 * Waits until every process that searches now does so on this version of a list.
 * @returns how many do, and how many still did not when the time was over
 */
export async function untilServed(
  services: Pick<Services, 'db'>,
  dataset: string,
  version: number,
  timeoutMs = 30_000,
): Promise<{ serving: number; behind: number }> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const readers = await countReaders(services.db, dataset, version);
    if (readers.behind === 0 || performance.now() > end) return readers;
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_EVERY_MS);
    });
  }
}
