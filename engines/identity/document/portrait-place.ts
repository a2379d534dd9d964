import type { MrzReading } from '../mrz/index.ts';
import type { Point } from '../types.ts';

/** How far above a zone its document reaches at most, and how far past its ends, as shares of the zone's length. */
const ABOVE = 0.75;
const BESIDE = 0.08;

/**
 * Where the portrait of the document with this zone can stand in the picture, from the zone's own place: above it and no
 * wider (ICAO 9303-4, -6, -7: the zone runs along the lower edge of the portrait's page, which is at most 0.6 of its
 * length higher). A face elsewhere belongs to another document, or to none.
 * @returns null where the zone says nothing of it: none was read, or it is a TD1 card's, on the side without a portrait
 */
export function portraitPlace(zone: MrzReading | null): ((point: Point) => boolean) | null {
  if (!zone?.region || !zone.format || zone.format === 'TD1' || zone.status === 'UNREADABLE') return null;
  const [left, right] = zone.region;
  const [dx, dy] = [right.x - left.x, right.y - left.y];
  const squared = dx * dx + dy * dy;
  if (squared === 0) return null;
  return ({ x, y }) => {
    const [px, py] = [x - left.x, y - left.y];
    const along = (px * dx + py * dy) / squared;
    const above = (px * dy - py * dx) / squared;
    return along >= -BESIDE && along <= 1 + BESIDE && above >= 0 && above <= ABOVE;
  };
}
