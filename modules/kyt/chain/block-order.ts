import { doubleSha256 } from './block.ts';

/** A block as it lies in a file. */
export interface FoundBlock {
  start: number;
  raw: Buffer;
}

export interface PlacedBlock extends FoundBlock {
  /** As explorers write it. */
  hash: string;
  /** Where it can be told from the block before it; else it may say so itself. */
  height: number | null;
}

interface StoredBlocks {
  heightOf(hash: string): Promise<number | undefined>;
  blockAt(height: number): Promise<string | undefined>;
}

/** Blocks of which each builds on the one before. */
type Line = PlacedBlock[];

const NO_BLOCK = '0'.repeat(64);
const reversed = (bytes: Buffer): string => Buffer.from(bytes).reverse().toString('hex');

/**
 * Puts the blocks of a file into the order of the chain: each after the one that it builds on, where that is there too,
 * else as they lie in the file. Where several build on the same one, the branch with most blocks is kept. A branch that
 * would replace blocks taken in before is left out where it ends lower than those, or than another branch of the file.
 */
export async function chainOf(found: readonly FoundBlock[], stored: StoredBlocks): Promise<PlacedBlock[]> {
  const lines = linesOf(found);
  for (const line of lines) {
    const first = line[0];
    if (!first) continue;
    const previous = reversed(first.raw.subarray(4, 36));
    const below = previous === NO_BLOCK ? -1 : await stored.heightOf(previous);
    if (below !== undefined) line.forEach((block, i) => (block.height = below + 1 + i));
  }
  const ends = lines.flatMap((line) => line.at(-1)?.height ?? []);
  const highest = ends.reduce((a, b) => Math.max(a, b), 0);
  const kept: Line[] = [];
  for (const line of lines) {
    const [start, end] = [line[0]?.height ?? null, line.at(-1)?.height ?? null];
    if (start !== null && end !== null) {
      const there = await stored.blockAt(start);
      const replaces = there !== undefined && there !== line[0]?.hash;
      if (replaces && (end < highest || (await stored.blockAt(end + 1)) !== undefined)) continue;
    }
    kept.push(line);
  }
  return kept.flat();
}

/** The longest line of blocks from each block whose predecessor is not in the file. */
function linesOf(found: readonly FoundBlock[]): Line[] {
  const blocks = new Map<string, PlacedBlock>();
  for (const block of found) {
    const hash = reversed(doubleSha256(block.raw.subarray(0, 80)));
    if (!blocks.has(hash)) blocks.set(hash, { ...block, hash, height: null });
  }
  const previousOf = ({ raw }: FoundBlock): string => reversed(raw.subarray(4, 36));
  const next = Map.groupBy(blocks.values(), previousOf);
  const depths = new Map<string, number>();
  // From the ends down: a block is as deep as the deepest built on it, and one.
  for (const end of blocks.values()) {
    if (next.has(end.hash)) continue;
    let depth = 1;
    for (let at: PlacedBlock | undefined = end; at; at = blocks.get(previousOf(at))) {
      if ((depths.get(at.hash) ?? 0) >= depth) break;
      depths.set(at.hash, depth++);
    }
  }
  const deepest = (several: readonly PlacedBlock[]): PlacedBlock | undefined =>
    several.reduce<PlacedBlock | undefined>(
      (best, one) => (best && (depths.get(best.hash) ?? 0) >= (depths.get(one.hash) ?? 0) ? best : one),
      undefined,
    );
  const lines: Line[] = [];
  for (const [previous, several] of next) {
    if (blocks.has(previous)) continue;
    const line: Line = [];
    for (let at = deepest(several); at; at = deepest(next.get(at.hash) ?? [])) line.push(at);
    lines.push(line);
  }
  return lines;
}
