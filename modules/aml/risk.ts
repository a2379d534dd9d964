import type { Match } from './match.ts';
import { isSerious } from './news/party.ts';

export type RiskLevel = 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | 'UNKNOWN';

type Position = Match['positions'][number];

/**
 * Whether a politically exposed person may be in office. Only where every position is known to have ended is it a
 * former one: a list that does not say is not taken to mean that the person left.
 */
export function mayBeInOffice(positions: readonly Position[], today: string): boolean {
  if (positions.length === 0) return true;
  return positions.some(({ inOffice, until }) => inOffice ?? (until === null || until >= today.slice(0, until.length)));
}

/**
 * CRITICAL: a sanctions match. HIGH: a PEP in office, a wanted person, or serious adverse media. MEDIUM: any other
 * match. Without a match LOW where all checks were performed, else UNKNOWN.
 * @param today of the screening, YYYY-MM-DD
 */
export function riskLevel(
  matches: readonly (Pick<Match, 'categories' | 'positions'> & Partial<Pick<Match, 'dataset' | 'sources'>>)[],
  checks: Readonly<Record<string, 'PERFORMED' | 'NOT_PERFORMED'>>,
  today: string,
): RiskLevel {
  const has = (category: Match['categories'][number]): boolean =>
    matches.some((match) => match.categories.includes(category));
  if (has('SANCTIONS')) return 'CRITICAL';
  const inOffice = matches.some(
    ({ categories, positions }) => categories.includes('PEP') && mayBeInOffice(positions, today),
  );
  const serious = matches.some((match) => match.categories.includes('ADVERSE_MEDIA') && isSerious(match));
  if (inOffice || has('WANTED') || serious) return 'HIGH';
  if (matches.length > 0) return 'MEDIUM';
  return Object.values(checks).every((state) => state === 'PERFORMED') ? 'LOW' : 'UNKNOWN';
}
