import Type, { type Static } from 'typebox';
import { anyId, DateTime, id, nullable, oneOf, Reason, strict } from '../common.ts';
import { Match, RISK_LEVELS, Screening, Monitor } from '../aml-records.ts';
import { Applicant, ErasedApplicant } from '../applicants.ts';
import { DeepfakeJob } from '../deepfake.ts';
import { Check, CheckGraph, CheckSummary } from '../kyt-records.ts';
import { CHECK_NAMES, CHECK_OUTCOMES, FILE_KINDS, Verification, VERIFICATION_RESULTS } from '../verifications.ts';
import { Person } from './account.ts';
import { environmentOperation } from './operation.ts';
import { MediaRevisions, StoredFile } from './stored-files.ts';
import { CASE_DECISIONS, QueueItem } from './queue.ts';

export { MediaRevisions, StoredFile } from './stored-files.ts';

const text = Type.String();
const scalar = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);
const riskLevel = oneOf(RISK_LEVELS);

/** Who did what and when, the newest first. Codes only; the pages have the words. */
export const TimelineEntry = strict({
  at: DateTime,
  action: Type.String({ description: 'As in the audit log: verification.create, screening.resolve …' }),
  actor: strict({
    type: oneOf(['API_KEY', 'USER', 'OPERATOR', 'APPLICANT', 'SYSTEM']),
    id: text,
    name: nullable(text),
  }),
  resourceId: nullable(text),
  details: Type.Record(text, Type.Unknown()),
});
export type TimelineEntry = Static<typeof TimelineEntry>;

/** Whether a decision needs two people, and where it stands. */
export const FourEyes = strict({
  required: Type.Boolean(),
  proposed: nullable(
    strict({
      decision: text,
      reason: nullable(text),
      failureReasons: Type.Array(text),
      by: nullable(Person),
      at: DateTime,
      mine: Type.Boolean(),
    }),
  ),
  /** null: the reader may decide now. */
  refused: nullable(oneOf(['STATUS', 'ROLE', 'FIRST_PERSON'])),
});
export type FourEyes = Static<typeof FourEyes>;

const applicantBrief = strict({
  applicantId: id('app'),
  status: oneOf(['ACTIVE', 'BLOCKED', 'ERASED']),
  name: nullable(text),
  dateOfBirth: nullable(text),
  country: nullable(text),
  nationality: nullable(text),
});

export const AGREEMENTS = ['AGREES', 'DIFFERS', 'MISSING'] as const;
/** One field of a document, as it was read and as the customer gave it. */
export const FieldRow = strict({
  field: oneOf([
    'firstName',
    'lastName',
    'dateOfBirth',
    'nationality',
    'sex',
    'documentType',
    'documentNumber',
    'issuingCountry',
    'dateOfIssue',
    'dateOfExpiry',
    'personalNumber',
    'address',
  ]),
  /** What the examination took for true: of print, machine-readable zone and bar code the surest. */
  read: nullable(text),
  /** What is printed, where it was read surely; null where it was not, and of records before this was kept. */
  printed: nullable(text),
  /** What the machine-readable zone or the bar code says; null where neither has such a field. */
  machineReadable: nullable(text),
  /** What the customer told of the applicant; as it was when the document was examined, where that was kept. */
  given: nullable(text),
  /** Among those that say something. */
  agreement: oneOf(AGREEMENTS),
});
export type FieldRow = Static<typeof FieldRow>;

const Corner = strict({
  x: Type.Number({ minimum: 0, maximum: 1 }),
  y: Type.Number({ minimum: 0, maximum: 1 }),
});
export const READ_SOURCES = ['PRINTED', 'MRZ', 'BARCODE'] as const;
/** Something that was read from a picture of a document, and where. */
export const ReadBox = strict({
  side: oneOf(['DOCUMENT_FRONT', 'DOCUMENT_BACK']),
  source: oneOf(READ_SOURCES),
  /** null: a whole line of the machine-readable zone. All fields of one bar code have its corners. */
  field: nullable(FieldRow.properties.field),
  /**
   * Clockwise from the writing's own top left; shares of the width and height of the picture as it is shown, turned upright
   * by its orientation tag; of a PDF, its first page.
   */
  corners: Type.Tuple([Corner, Corner, Corner, Corner]),
  /** As it was read there. */
  raw: text,
  /** What was made of it; null where the machine-readable zone does not hold. */
  value: nullable(text),
  /** Probability of its least sure character, 0 to 1; null for bar codes. */
  confidence: nullable(Type.Number({ minimum: 0, maximum: 1 })),
});
export type ReadBox = Static<typeof ReadBox>;

export const RuleRow = strict({
  rule: text,
  check: oneOf(CHECK_NAMES),
  outcome: oneOf(CHECK_OUTCOMES),
  /** The measured value and what it was held against, where the rule has a number. */
  value: nullable(scalar),
  threshold: nullable(scalar),
  evidence: Type.Record(text, scalar),
});
export type RuleRow = Static<typeof RuleRow>;

export const VerificationDetail = strict({
  verification: Verification,
  applicant: nullable(applicantBrief),
  files: Type.Array(strict({ ...StoredFile.properties, kind: oneOf(FILE_KINDS) })),
  fields: Type.Array(FieldRow),
  /** Empty in the sandbox, before the examination, of old records, and after erasure. */
  boxes: Type.Array(ReadBox),
  rules: Type.Array(RuleRow),
  queue: nullable(QueueItem),
  fourEyes: FourEyes,
  /** Codes that a rejection may name; those that the examination found first. */
  reasonCodes: Type.Array(text),
  timeline: Type.Array(TimelineEntry),
});
export type VerificationDetail = Static<typeof VerificationDetail>;

/** A word of a name and its counterpart. */
export const TOKEN_OUTCOMES = ['AGREES', 'CLOSE', 'DIFFERS', 'MISSING'] as const;
export const TokenPair = strict({
  query: nullable(text),
  candidate: nullable(text),
  /** 0 to 1. */
  score: Type.Number(),
  outcome: oneOf(TOKEN_OUTCOMES),
});
export const MatchDetail = strict({
  match: Match,
  open: Type.Boolean({ description: 'Nobody decided about it yet' }),
  fourEyes: FourEyes,
  /** Of a decision that two people made: the first of them; the second is the one that `match.resolution` names. */
  first: nullable(strict({ by: nullable(Person), reason: text, at: DateTime })),
  tokens: Type.Array(TokenPair),
  /** The record of the subject and of the listed entity, side by side. */
  sides: Type.Array(
    strict({ field: text, subject: Type.Array(text), listed: Type.Array(text), outcome: oneOf(AGREEMENTS) }),
  ),
});
export type MatchDetail = Static<typeof MatchDetail>;

export const ScreeningDetail = strict({
  screening: Screening,
  applicant: nullable(applicantBrief),
  matches: Type.Array(MatchDetail),
  /** Names of those who decided about matches, by `resolvedBy`. */
  resolvers: Type.Record(text, text),
  queue: nullable(QueueItem),
  timeline: Type.Array(TimelineEntry),
});
export type ScreeningDetail = Static<typeof ScreeningDetail>;

/** A decision of staff about a wallet check or a media job. */
export const CaseReview = strict({
  decision: oneOf(CASE_DECISIONS),
  reason: text,
  by: nullable(Person),
  at: DateTime,
  secondBy: nullable(Person),
  secondAt: nullable(DateTime),
});

export const CheckDetail = strict({
  check: Check,
  graph: nullable(CheckGraph),
  applicant: nullable(applicantBrief),
  review: nullable(CaseReview),
  queue: nullable(QueueItem),
  fourEyes: FourEyes,
  /** Earlier and later checks of the same address, the newest first. */
  others: Type.Array(CheckSummary),
  timeline: Type.Array(TimelineEntry),
});
export type CheckDetail = Static<typeof CheckDetail>;

export const MediaDetail = strict({
  job: DeepfakeJob,
  /** The examined media; null where it was given by address, or is gone. */
  media: nullable(StoredFile),
  artefacts: Type.Array(StoredFile),
  /** Of a PDF that was saved more than once; null of others, and where the drawings are gone with the media. */
  revisions: nullable(MediaRevisions),
  review: nullable(CaseReview),
  queue: nullable(QueueItem),
  fourEyes: FourEyes,
  timeline: Type.Array(TimelineEntry),
});
export type MediaDetail = Static<typeof MediaDetail>;

export const ApplicantOverview = strict({
  applicant: Type.Union([Applicant, ErasedApplicant]),
  risk: strict({ level: riskLevel, reasons: Type.Array(text) }),
  verifications: Type.Array(
    strict({
      verificationId: id('ver'),
      profileType: text,
      status: text,
      result: nullable(oneOf(VERIFICATION_RESULTS)),
      decidedBy: nullable(text),
      reviewReason: nullable(text),
      createdAt: DateTime,
      completedAt: nullable(DateTime),
    }),
  ),
  screenings: Type.Array(
    strict({
      screeningId: id('scr'),
      riskLevel,
      matchCount: Type.Integer(),
      openMatches: Type.Integer(),
      screenedAt: DateTime,
    }),
  ),
  checks: Type.Array(CheckSummary),
  monitors: Type.Array(Monitor),
  files: Type.Array(strict({ ...StoredFile.properties, ownerId: text })),
  queue: Type.Array(QueueItem),
  timeline: Type.Array(TimelineEntry),
  /** What erasing takes away and what must stay; counts. */
  erasure: strict({
    possible: Type.Boolean(),
    /** Why not: ERASED, or the status of work that must end first. */
    refused: nullable(text),
    removes: strict({
      personalFields: Type.Integer(),
      files: Type.Integer(),
      faceTemplates: Type.Integer(),
      screeningsStripped: Type.Integer(),
      monitorsEnded: Type.Integer(),
    }),
    keeps: strict({
      verifications: Type.Integer(),
      screenings: Type.Integer(),
      walletChecks: Type.Integer(),
      creditEntries: Type.Integer(),
      auditEntries: Type.Integer(),
    }),
  }),
});
export type ApplicantOverview = Static<typeof ApplicantOverview>;

export const getVerificationDetail = environmentOperation({
  operationId: 'getVerificationDetail',
  method: 'GET',
  path: '/verifications/:verificationId/detail',
  summary: 'Read all that a reviewer of a verification needs',
  action: 'verifications.read',
  params: strict({ verificationId: anyId() }),
  data: VerificationDetail,
});

export const getScreeningDetail = environmentOperation({
  operationId: 'getScreeningDetail',
  method: 'GET',
  path: '/screenings/:screeningId/detail',
  summary: 'Read a screening with both sides of each match',
  action: 'screenings.read',
  params: strict({ screeningId: anyId() }),
  data: ScreeningDetail,
});

export const getCheckDetail = environmentOperation({
  operationId: 'getCheckDetail',
  method: 'GET',
  path: '/checks/:checkId/detail',
  summary: 'Read a wallet check with its picture',
  action: 'wallets.read',
  params: strict({ checkId: anyId() }),
  data: CheckDetail,
});

export const getMediaDetail = environmentOperation({
  operationId: 'getMediaDetail',
  method: 'GET',
  path: '/media/:jobId/detail',
  summary: 'Read an examination of media with its files',
  action: 'media.read',
  params: strict({ jobId: anyId() }),
  data: MediaDetail,
});

export const getApplicantOverview = environmentOperation({
  operationId: 'getApplicantOverview',
  method: 'GET',
  path: '/applicants/:applicantId/overview',
  summary: 'Read all that is known of an applicant',
  action: 'applicants.read',
  params: strict({ applicantId: anyId() }),
  data: ApplicantOverview,
});

const decision = strict({ decision: oneOf(CASE_DECISIONS), reason: Reason });

export const decideCheck = environmentOperation({
  operationId: 'decideCheck',
  method: 'POST',
  path: '/checks/:checkId/decision',
  summary: 'Decide about a wallet of high risk',
  action: 'wallets.decide',
  params: strict({ checkId: anyId() }),
  body: decision,
  data: strict({ review: nullable(CaseReview), fourEyes: FourEyes }),
  errors: ['INVALID_STATE'],
});

export const decideMedia = environmentOperation({
  operationId: 'decideMedia',
  method: 'POST',
  path: '/media/:jobId/decision',
  summary: 'Decide about doubtful media',
  action: 'media.decide',
  params: strict({ jobId: anyId() }),
  body: decision,
  data: strict({ review: nullable(CaseReview), fourEyes: FourEyes }),
  errors: ['INVALID_STATE'],
});

export const LINK_SECONDS = 300;
export const linkFile = environmentOperation({
  operationId: 'linkFile',
  method: 'POST',
  path: '/files/:fileId/link',
  summary: 'Get an address of a file that works for five minutes, in this session only; noted in the audit log',
  action: 'files.open',
  params: strict({ fileId: anyId() }),
  data: strict({ fileId: id('file'), url: text, mediaType: text, size: Type.Integer(), expiresAt: DateTime }),
});

const pdf = { data: Type.String({ format: 'binary' }), binary: true, action: 'reports.print', method: 'GET' } as const;
export const reportOperations = [
  environmentOperation({
    ...pdf,
    operationId: 'printVerificationReport',
    path: '/verifications/:verificationId/report',
    summary: 'Print the decision about a verification (PDF)',
    params: strict({ verificationId: anyId() }),
  }),
  environmentOperation({
    ...pdf,
    operationId: 'printScreeningReport',
    path: '/screenings/:screeningId/report',
    summary: 'Print a screening and its decisions (PDF)',
    params: strict({ screeningId: anyId() }),
  }),
  environmentOperation({
    ...pdf,
    operationId: 'printCheckReport',
    path: '/checks/:checkId/report',
    summary: 'Print a wallet check and its decision (PDF)',
    params: strict({ checkId: anyId() }),
  }),
  environmentOperation({
    ...pdf,
    operationId: 'printMediaReport',
    path: '/media/:jobId/report',
    summary: 'Print an examination of media and its decision (PDF)',
    params: strict({ jobId: anyId() }),
  }),
] as const;

export const detailOperations = [
  getVerificationDetail,
  getScreeningDetail,
  getCheckDetail,
  getMediaDetail,
  getApplicantOverview,
  decideCheck,
  decideMedia,
  linkFile,
  ...reportOperations,
];
