import type { Issue } from '../../contract/errors.ts';
import type { Tenant } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import { invalid } from '../../platform/http/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Services } from '../../platform/module.ts';
import { requireApplicant } from '../applicants/index.ts';
import { type Configuration, configurationIssues } from './checks.ts';
import type { AmlServices } from './module-services.ts';
import { type OwnState, screen, type Screened, type ScreeningHead } from './screening.ts';
import { ownStatesOf } from './store.ts';
import type { Strategy, SubjectToFind } from './strategy.ts';
import {
  fieldsOf,
  isComparable,
  normalizeSubject,
  type Subject,
  subjectIssues,
  subjectMaterial,
  subjectOfPerson,
} from './subject.ts';

/** Who is to be screened: exactly one of the two. */
export interface Whom {
  applicantId?: string;
  subject?: Subject;
}

/** What a body that names whom to screen, and perhaps how, must be beside its form. @param body of any form */
export function screeningRules(body: unknown, now: Date): Issue[] {
  const asked = fieldsOf(body);
  return [...whomIssues(asked, now), ...configurationIssues(asked)];
}

function whomIssues({ applicantId, subject }: Readonly<Record<string, unknown>>, now: Date): Issue[] {
  if (applicantId !== undefined && subject !== undefined) {
    return [{ path: '/subject', code: 'MUTUALLY_EXCLUSIVE', message: 'must be left out where applicantId is given' }];
  }
  if (subject !== undefined) return subjectIssues(subject, '/subject', now);
  if (applicantId !== undefined) return [];
  return [{ path: '/applicantId', code: 'REQUIRED', message: 'is required, or subject' }];
}

export const toFind = (subject: Subject): SubjectToFind => ({ subject, normalized: normalizeSubject(subject) });

/** Under what a subject without an applicant is known: a keyed digest, so that the key tells no name. */
export const keyOfSubject = (services: Pick<Services, 'vault'>, { normalized }: SubjectToFind): string =>
  `subject ${services.vault.pseudonym('aml subject', subjectMaterial(normalized))}`;

export interface ScreeningOrder {
  whom: Whom;
  configuration: Configuration;
  metadata: Record<string, string>;
  monitoringId?: string;
  jobId?: string;
  /** Nobody waits for it at this moment: others may go first. */
  patient?: boolean;
  at: Date;
}

/**
 * Screens an applicant or a subject, and writes nothing. Reads in the given transaction where that has begun or an
 * applicant has to be locked; else outside of it, so that it takes no connection before its COMMIT.
 * @throws ApiError as `screen`, and NOT_FOUND or INVALID_STATE for the applicant
 */
export async function makeScreening(
  services: Pick<AmlServices, 'vault' | 'db' | 'ownStates'>,
  transaction: Transaction,
  strategy: Strategy,
  tenant: Tenant,
  order: ScreeningOrder,
): Promise<Screened> {
  const { applicantId, subject } = order.whom;
  const given = subject === undefined ? null : toFind(subject);
  const head: ScreeningHead = {
    screeningId: newId('scr'),
    applicantId: applicantId ?? null,
    subjectKey: given ? keyOfSubject(services, given) : (applicantId ?? ''),
    metadata: { ...order.metadata },
    monitoringId: order.monitoringId ?? null,
    jobId: order.jobId ?? null,
    screenedAt: order.at,
  };
  const load = async (): Promise<SubjectToFind> => {
    if (given) return given;
    const found = toFind(subjectOfPerson((await requireApplicant(transaction, tenant, applicantId ?? '')).person));
    if (isComparable(found.normalized.name)) return found;
    throw invalid('/applicantId', 'INVALID_VALUE', 'is an applicant whose name has no letter or digit to compare');
  };
  if (given && !transaction.begun) {
    const { db, ownStates } = services;
    const own = (): Promise<OwnState> => ownStates.of(tenant, head.subjectKey);
    return screen(db, strategy, tenant, head, order.configuration, load, own, order.patient);
  }
  const own = async (): Promise<OwnState> => {
    const [state] = await ownStatesOf(transaction, [{ tenant, subjectKey: head.subjectKey }]);
    return state ?? { suppressed: false, blocklist: null };
  };
  return screen(transaction, strategy, tenant, head, order.configuration, load, own, order.patient);
}
