/** Quantile of measured times, in the unit they were measured in. */
export function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/**
 * Runs `work` on each item in turn, several rounds over, and returns each item's least time in milliseconds after a
 * round to warm up: what the work takes where nothing else has the processor. Rounds are long, so that an item finds
 * the caches as cold the next time.
 */
export function leastTimes<Item>(items: readonly Item[], rounds: number, work: (item: Item) => void): number[] {
  const least = items.map(() => Infinity);
  for (let round = 0; round <= rounds; round++) {
    items.forEach((item, i) => {
      const start = performance.now();
      work(item);
      if (round > 0) least[i] = Math.min(least[i]!, performance.now() - start);
    });
  }
  return least;
}

export type Line = { what: string; measured: string; reach?: string };

/** Prints lines as a table. */
export function print(title: string, lines: readonly Line[]): void {
  const wide = (pick: (line: Line) => string): number => Math.max(...lines.map((line) => pick(line).length));
  const [first, second] = [wide(({ what }) => what), wide(({ measured }) => measured)];
  process.stdout.write(`\n${title}\n`);
  for (const { what, measured, reach } of lines) {
    process.stdout.write(`  ${what.padEnd(first)}  ${measured.padEnd(second)}  ${reach ? `reach ${reach}` : ''}\n`);
  }
}

/** Streaming bandwidth (GB/s) and the time of one dependent read (ns) over an array larger than any cache. */
export function memoryLimits(megabytes = 512): { gigabytesPerSecond: number; nanosecondsPerRead: number } {
  const words = new Uint32Array(megabytes * 262_144);
  // A random cycle through the array (Sattolo), so that every read waits for the one before.
  for (let i = 0; i < words.length; i++) words[i] = i;
  let state = 88_172_645;
  for (let i = words.length - 1; i > 0; i--) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    const j = (state >>> 0) % i;
    const held = words[i]!;
    words[i] = words[j]!;
    words[j] = held;
  }
  let at = 0;
  const reads = 2_000_000;
  let start = performance.now();
  for (let i = 0; i < reads; i++) at = words[at]!;
  const nanosecondsPerRead = ((performance.now() - start) / reads) * 1e6;
  let sum = at;
  start = performance.now();
  for (let i = 0; i < words.length; i += 4) sum += words[i]! + words[i + 1]! + words[i + 2]! + words[i + 3]!;
  const gigabytesPerSecond = words.byteLength / 1e6 / (performance.now() - start);
  if (sum === 0.5) process.stdout.write('');
  return { gigabytesPerSecond, nanosecondsPerRead };
}
