import type { Tenant } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/sql.ts';
import type { ApplicantParticipant, LatestScreening, LatestVerification } from './participants.ts';

type Level = 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL' | 'UNKNOWN';

export interface Overview {
  latestVerification: LatestVerification | null;
  screenings: LatestScreening[];
  risk: { level: Level; reasons: string[] };
}

const ORDER: readonly Level[] = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'];

/** What other modules know of an applicant, and the risk that follows from it. */
export async function overview(
  db: Queryable,
  tenant: Tenant,
  applicantId: string,
  participants: readonly ApplicantParticipant[],
): Promise<Overview> {
  const [verifications, screenings] = await Promise.all([
    Promise.all(participants.map(async (participant) => participant.latestVerification?.(db, tenant, applicantId))),
    Promise.all(participants.map(async (participant) => participant.screenings?.(db, tenant, applicantId))),
  ]);
  const latestVerification = verifications.find((found) => found != null) ?? null;
  const found = screenings.flatMap((list) => list ?? []);
  return { latestVerification, screenings: found, risk: assessRisk(latestVerification, found[0] ?? null) };
}

/**
 * The worse of the latest screening's level and what the latest verification says; UNKNOWN where neither has
 * concluded, or where nothing bad is known but one of them could not be concluded. Never LOW by default.
 */
export function assessRisk(
  verification: Pick<LatestVerification, 'status' | 'result'> | null,
  screening: Pick<LatestScreening, 'riskLevel'> | null,
): { level: Level; reasons: string[] } {
  const reasons: string[] = [];
  let level: Level | null = null;
  const atLeast = (other: Level): void => {
    if (level === null || ORDER.indexOf(other) > ORDER.indexOf(level)) level = other;
  };
  let unknown = screening === null;
  if (screening) {
    reasons.push(`SCREENING_${screening.riskLevel}`);
    const known = ORDER.find((candidate) => candidate === screening.riskLevel);
    if (known) atLeast(known);
    else unknown = true;
  } else reasons.push('NOT_SCREENED');
  if (verification?.status === 'COMPLETED') {
    reasons.push(`VERIFICATION_${verification.result ?? 'UNKNOWN'}`);
    if (verification.result === 'REJECTED') atLeast('HIGH');
  } else reasons.push(verification ? `VERIFICATION_${verification.status}` : 'NOT_VERIFIED');
  const risk = (level ?? 'UNKNOWN') as Level;
  return { level: risk === 'LOW' && unknown ? 'UNKNOWN' : risk, reasons };
}
