import type { Check } from '../../lib/types.ts';

type Exposure = Check['exposures'][number];

/**
 * Shares of value exchanged with others by category, largest first. The address's own label (no hops) is none of them:
 * what the address itself is came from nobody and went to nobody.
 */
export function sharesByCategory(
  exposures: readonly Pick<Exposure, 'category' | 'direction' | 'hops' | 'share'>[],
  direction: Exposure['direction'],
): [category: Exposure['category'], share: number][] {
  const shares = new Map<Exposure['category'], number>();
  for (const exposure of exposures) {
    if (exposure.direction !== direction || exposure.hops === 0) continue;
    shares.set(exposure.category, (shares.get(exposure.category) ?? 0) + exposure.share);
  }
  return [...shares.entries()].toSorted(([, a], [, b]) => b - a);
}
