import type { Offence, Role, Severity } from './types.ts';

const CRITICAL: ReadonlySet<Offence> = new Set<Offence>([
  'TERRORISM',
  'WAR_CRIMES',
  'HUMAN_TRAFFICKING',
  'ORGANISED_CRIME',
]);
const MEDIUM: ReadonlySet<Offence> = new Set<Offence>([
  'COMPETITION',
  'OTHER_CRIME',
  'ENVIRONMENTAL_CRIME',
  'THEFT',
  'COUNTERFEITING',
]);

/**
 * How serious a finding is for a customer relationship: by the offence, one step lower while it is an accusation of a
 * lesser offence; LOW for everybody who is neither accused nor convicted.
 */
export function severity(offence: Offence, role: Role): Severity {
  if (role !== 'ACCUSED' && role !== 'CONVICTED') return 'LOW';
  if (CRITICAL.has(offence)) return 'CRITICAL';
  if (MEDIUM.has(offence)) return role === 'CONVICTED' ? 'HIGH' : 'MEDIUM';
  return 'HIGH';
}
