/** Runs `lanes` loops side by side until stopped; the first failure of any lane ends them all and is thrown by stop(). */
export function startLoad(
  lanes: number,
  step: (lane: number, n: number) => Promise<void>,
  pauseMs = 0,
): { stop(): Promise<void> } {
  const state = { over: false };
  const failures: unknown[] = [];
  const loop = async (lane: number): Promise<void> => {
    for (let n = 0; !state.over; n += 1) {
      try {
        await step(lane, n);
      } catch (error) {
        failures.push(error);
        state.over = true;
      }
      if (pauseMs > 0) await sleep(pauseMs);
    }
  };
  const running = Array.from({ length: lanes }, (_, lane) => loop(lane));
  return {
    async stop() {
      state.over = true;
      await Promise.all(running);
      if (failures.length > 0) throw failures[0];
    },
  };
}

export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Waits until `check` gives something. @throws after `timeoutMs`, naming what was waited for */
export async function until<T>(
  what: string,
  check: () => Promise<T | undefined | false | null> | T | undefined | false | null,
  timeoutMs = 30_000,
): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const found = await check();
    if (found) return found;
    if (Date.now() > end) throw new Error(`Not within ${timeoutMs} ms: ${what}`);
    await sleep(50);
  }
}
