import { type CheckName, type CheckOutcome, PROFILE_CHECKS } from '../../contract/verifications.ts';
import type { Person } from '../applicants/index.ts';
import {
  daysLater,
  type Examination,
  type Findings,
  OPEN_DAYS,
  type Verdict,
  type VerificationEngine,
} from './engine.ts';

type Scenario = 'REJECTED' | 'REVIEW' | 'EXPIRED' | 'PENDING' | 'APPROVED';

/** Contract section 11: the applicant's last name, exactly, chooses what happens. */
const SCENARIOS: Readonly<Record<string, Scenario>> = {
  Rejected: 'REJECTED',
  Review: 'REVIEW',
  Expired: 'EXPIRED',
  Pending: 'PENDING',
};

const scenarioOf = (person: Pick<Person, 'lastName'>): Scenario =>
  Object.hasOwn(SCENARIOS, person.lastName) ? (SCENARIOS[person.lastName] ?? 'APPROVED') : 'APPROVED';

/** The simulated examiner of the sandbox: no engine, no list, the same outcome for the same input. */
export function sandboxEngine(delayMs: number): VerificationEngine {
  const later = (now: Date): Date => new Date(now.getTime() + delayMs);
  return {
    requireAvailable() {},
    course(person, now) {
      const scenario = scenarioOf(person);
      return {
        expiresAt: scenario === 'EXPIRED' ? later(now) : daysLater(now, OPEN_DAYS),
        unattendedAt: scenario === 'EXPIRED' || scenario === 'PENDING' ? null : later(now),
      };
    },
    examinesAt: later,
    examine: async (examination) => simulate(examination),
  };
}

function simulate(examination: Examination): Verdict {
  switch (scenarioOf(examination.person)) {
    case 'REJECTED':
      return {
        kind: 'DECIDED',
        result: 'REJECTED',
        failureReasons: ['DOCUMENT_EXPIRED'],
        ...findings(examination, { DOCUMENT_NOT_EXPIRED: 'FAIL' }),
      };
    case 'REVIEW': {
      const uncertain = PROFILE_CHECKS[examination.profileType].includes('faceMatch')
        ? 'FACE_SIMILARITY'
        : 'PORTRAIT_PRESENT';
      return {
        kind: 'REFERRED',
        reviewReason: 'FACE_MATCH_UNCERTAIN',
        ...findings(examination, { [uncertain]: 'REVIEW' }),
      };
    }
    default:
      return { kind: 'DECIDED', result: 'APPROVED', failureReasons: [], ...findings(examination, {}) };
  }
}

type Scalar = string | number | boolean | null;

/** The rules of the simulated breakdown: what each found where it passed, and where it did not. */
const RULES: readonly {
  rule: string;
  check: CheckName;
  passed: Record<string, Scalar>;
  not: Record<string, Scalar>;
}[] = [
  { rule: 'DOCUMENT_READABLE', check: 'document', passed: { sharpness: 0.94 }, not: { sharpness: 0.2 } },
  { rule: 'MRZ_CHECK_DIGITS', check: 'document', passed: { wrong: 0 }, not: { wrong: 1 } },
  { rule: 'DOCUMENT_NOT_EXPIRED', check: 'document', passed: { expired: false }, not: { expired: true } },
  { rule: 'DOCUMENT_AUTHENTIC', check: 'document', passed: { score: 0.98 }, not: { score: 0.3 } },
  { rule: 'PORTRAIT_PRESENT', check: 'document', passed: { quality: 0.91 }, not: { quality: 0.52 } },
  { rule: 'FACE_SIMILARITY', check: 'faceMatch', passed: { similarity: 0.93 }, not: { similarity: 0.55 } },
  { rule: 'LIVENESS_PASSIVE', check: 'liveness', passed: { score: 0.97 }, not: { score: 0.4 } },
  { rule: 'NAME_AGREES', check: 'dataMatch', passed: { score: 100 }, not: { score: 40 } },
  { rule: 'DATE_OF_BIRTH_AGREES', check: 'dataMatch', passed: { equal: true }, not: { equal: false } },
  { rule: 'SELFIE_NOT_SYNTHETIC', check: 'deepfake', passed: { score: 0.03 }, not: { score: 0.9 } },
  { rule: 'FACE_NOT_SEEN_BEFORE', check: 'duplicateFace', passed: { matches: 0 }, not: { matches: 1 } },
];

const WORST: readonly CheckOutcome[] = ['FAIL', 'REVIEW', 'PASS', 'NOT_PERFORMED'];

/** All rules of the profile pass, but those in `but`; a check is the worst of its rules. */
function findings(examination: Examination, but: Readonly<Record<string, CheckOutcome>>): Findings {
  const { person, profileType } = examination;
  const performed = PROFILE_CHECKS[profileType];
  const outcomeOf = (rule: string): CheckOutcome => {
    if (rule === 'DATE_OF_BIRTH_AGREES' && person.dateOfBirth === null) return 'NOT_PERFORMED';
    return but[rule] ?? 'PASS';
  };
  const breakdown = RULES.filter(({ check }) => performed.includes(check)).map(({ rule, check, passed, not }) => {
    const outcome = outcomeOf(rule);
    const evidence = outcome === 'PASS' ? passed : outcome === 'NOT_PERFORMED' ? {} : not;
    return { rule, check, outcome, evidence: { ...evidence } };
  });
  const checks = Object.fromEntries(
    performed.map((check) => {
      const outcomes = breakdown.filter((rule) => rule.check === check).map((rule) => rule.outcome);
      return [check, WORST.find((outcome) => outcomes.includes(outcome)) ?? 'NOT_PERFORMED'];
    }),
  );
  return { checks, breakdown, extracted: simulatedDocument(examination, but['DOCUMENT_NOT_EXPIRED'] === 'FAIL') };
}

/** A document that carries the applicant's own data, valid for five more years or expired for one. */
function simulatedDocument(examination: Examination, expired: boolean): Findings['extracted'] {
  const { person, createdAt, applicantId, profileType } = examination;
  const year = createdAt.getUTCFullYear() + (expired ? -1 : 5);
  const country = person.nationality ?? person.country ?? 'SE';
  return {
    documentType: profileType === 'DOCUMENT' ? 'ID_CARD' : 'PASSPORT',
    documentNumber: `SBX${checkNumber(applicantId)}`,
    issuingCountry: country,
    firstName: person.firstName,
    lastName: person.lastName,
    dateOfBirth: person.dateOfBirth ?? '1990-01-01',
    nationality: country,
    sex: null,
    dateOfIssue: `${year - 10}-01-15`,
    dateOfExpiry: `${year}-01-14`,
    personalNumber: null,
    address: null,
    mrz: null,
  };
}

/** Six digits that are always the same for one text (FNV-1a, 32 bits). */
function checkNumber(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return String(hash % 1_000_000).padStart(6, '0');
}
