import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Polls `probe` every `intervalMs` until it gives a value other than undefined, and returns that value;
 * undefined once `limitMs` have passed (monotonic clock). The probe runs at least once.
 */
export async function poll<T>(
  limitMs: number,
  intervalMs: number,
  probe: () => Promise<T | undefined> | T | undefined,
): Promise<T | undefined> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const value = await probe();
    if (value !== undefined) return value;
    if (performance.now() >= deadline) return undefined;
    await sleep(intervalMs);
  }
}
