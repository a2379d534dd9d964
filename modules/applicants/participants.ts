import type { Tenant } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/sql.ts';
import type { Transaction } from '../../platform/database/transaction.ts';
import type { Person } from './applicant.ts';

/** The latest verification of an applicant, as its record shows it. */
export interface LatestVerification {
  verificationId: string;
  profileType: string;
  status: string;
  result: string | null;
  createdAt: string;
  completedAt: string | null;
}

export interface LatestScreening {
  screeningId: string;
  riskLevel: string;
  matchCount: number;
  screenedAt: string;
}

/**
 * A module that keeps something about applicants. The server hands all of them to the applicants module, so that
 * erasing a person reaches every room of the house without this module knowing them.
 */
export interface ApplicantParticipant {
  /** The status of work that must end before this applicant can be erased, or null. */
  busy?(db: Queryable, tenant: Tenant, applicantId: string): Promise<string | null>;
  /** Which of these are in use: something runs about them, waits for a person, or came after that. */
  engaged?(db: Queryable, tenant: Tenant, applicantIds: readonly string[], since: Date): Promise<string[]>;
  /** Erases all personal data, files and templates about the applicant, in the given transaction. */
  erase(transaction: Transaction, tenant: Tenant, applicantId: string, now: Date): Promise<void>;
  /** Name, birth date, country or nationality became others; in the transaction of the change, with the person of now. */
  changed?(transaction: Transaction, tenant: Tenant, applicantId: string, person: Person, now: Date): Promise<void>;
  latestVerification?(db: Queryable, tenant: Tenant, applicantId: string): Promise<LatestVerification | null>;
  /** The latest ten, newest first. */
  screenings?(db: Queryable, tenant: Tenant, applicantId: string): Promise<LatestScreening[]>;
}
