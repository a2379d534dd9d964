import type { Static } from 'typebox';
import type { Extracted, FileKind, ProfileType, Rule, VerificationResult } from '../../contract/verifications.ts';
import type { Challenge, DocumentEvidence } from '../../engines/identity/index.ts';
import type { Tenant } from '../../platform/context.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { Person } from '../applicants/index.ts';
import type { TraceRow } from './seen/store.ts';
import type { Checks, KeptIssue } from './verification.ts';

/** What an examination found out, whatever it leads to. */
export interface Findings {
  /** Of the profile's checks, those performed. */
  checks: Checks;
  extracted: Static<typeof Extracted> | null;
  breakdown: Static<typeof Rule>[];
  /** What is kept to recognise document and face under another applicant; none in the sandbox. */
  trace?: TraceRow;
  /** Where each field was read, and what was held against what; none in the sandbox. */
  evidence?: DocumentEvidence;
}

export type Verdict =
  | ({ kind: 'DECIDED'; result: VerificationResult; failureReasons: readonly string[] } & Findings)
  | ({ kind: 'REFERRED'; reviewReason: string } & Findings)
  /** Images of these kinds cannot be used; others are asked for. What was found is kept where no try is left. */
  | ({ kind: 'UNREADABLE'; uploadIssues: KeptIssue[] } & Partial<Findings>);

export interface ExaminedFile {
  fileId: string;
  kind: FileKind;
  mediaType: string;
  read(): Promise<Buffer>;
}

export interface Examination extends Tenant {
  verificationId: string;
  applicantId: string;
  profileType: ProfileType;
  person: Person;
  files: readonly ExaminedFile[];
  locale: string | null;
  /** Why images of the try before could not be used. */
  previousIssues: readonly KeptIssue[];
  /** Turns of the head that the capture page asked for while it took the frames; null for frames from elsewhere. */
  challenge: Challenge | null;
  createdAt: Date;
}

/** What a new verification is given: when it ends unfinished, and when it goes on without anybody's doing. */
export interface Course {
  expiresAt: Date;
  /** Submits itself then, whatever was uploaded; never where null. */
  unattendedAt: Date | null;
}

/** Who examines: the identity engine in production, a simulation in the sandbox. All else is one code path. */
export interface VerificationEngine {
  /** @throws ApiError SERVICE_UNAVAILABLE, with the reason, where verifications of this profile cannot be made now */
  requireAvailable(profileType: ProfileType): void;
  course(person: Person, now: Date): Course;
  /** When an examination begins that is asked for now. */
  examinesAt(now: Date): Date;
  /** Same input, same verdict. Runs outside any transaction, and again after a crash. */
  examine(examination: Examination): Promise<Verdict>;
  /** Ends what it runs beside this process. */
  stop?(): Promise<void>;
}

export const OPEN_DAYS = 7;
const DAY_MS = 86_400_000;
export const daysLater = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY_MS);

/** In the place of the identity engine while none is plugged in: says so, and takes nothing on. */
export const noEngine: VerificationEngine = {
  requireAvailable() {
    throw new ApiError(
      'SERVICE_UNAVAILABLE',
      'No identity engine is installed in this service, so documents and faces cannot be examined. No credit was taken and nothing was recorded. The sandbox simulates verifications.',
      { reason: 'IDENTITY_ENGINE_MISSING' },
    );
  },
  course: (_person, now) => ({ expiresAt: daysLater(now, OPEN_DAYS), unattendedAt: null }),
  examinesAt: (now) => now,
  // A verification begun with an engine that was taken out since: a person decides.
  examine: async () => ({
    kind: 'REFERRED',
    reviewReason: 'IDENTITY_ENGINE_MISSING',
    checks: {},
    extracted: null,
    breakdown: [],
  }),
};
