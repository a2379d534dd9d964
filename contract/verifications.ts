import Type from 'typebox';
import {
  anyId,
  CalendarDate,
  callbackUrl,
  DateTime,
  id,
  listQuery,
  Metadata,
  nullable,
  oneOf,
  organizationId,
  Reason,
  strict,
} from './common.ts';
import { operation } from './operation.ts';

export const PROFILE_TYPES = ['DOCUMENT', 'STANDARD', 'ENHANCED', 'BIOMETRIC'] as const;
export type ProfileType = (typeof PROFILE_TYPES)[number];

export const VERIFICATION_STATUSES = [
  'CREATED',
  'PENDING_UPLOAD',
  'PROCESSING',
  'MANUAL_REVIEW',
  'COMPLETED',
  'EXPIRED',
  'CANCELLED',
] as const;
export type VerificationStatus = (typeof VERIFICATION_STATUSES)[number];

export const VERIFICATION_RESULTS = ['APPROVED', 'REJECTED'] as const;
export type VerificationResult = (typeof VERIFICATION_RESULTS)[number];

export const CHECK_NAMES = ['document', 'faceMatch', 'liveness', 'dataMatch', 'deepfake', 'duplicateFace'] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

export const CHECK_OUTCOMES = ['PASS', 'FAIL', 'REVIEW', 'NOT_PERFORMED'] as const;
export type CheckOutcome = (typeof CHECK_OUTCOMES)[number];

/** The checks of each profile, in the order of the record (section 5). */
export const PROFILE_CHECKS: Readonly<Record<ProfileType, readonly CheckName[]>> = {
  DOCUMENT: ['document'],
  STANDARD: ['document', 'faceMatch'],
  ENHANCED: ['document', 'faceMatch', 'liveness', 'dataMatch'],
  BIOMETRIC: ['document', 'faceMatch', 'liveness', 'dataMatch', 'deepfake', 'duplicateFace'],
};

export const FILE_KINDS = ['DOCUMENT_FRONT', 'DOCUMENT_BACK', 'SELFIE', 'LIVENESS_FRAME'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** What `submit` needs; DOCUMENT_BACK is always welcome and never required. */
export const REQUIRED_FILES: Readonly<Record<ProfileType, readonly FileKind[]>> = {
  DOCUMENT: ['DOCUMENT_FRONT'],
  STANDARD: ['DOCUMENT_FRONT', 'SELFIE'],
  ENHANCED: ['DOCUMENT_FRONT', 'SELFIE', 'LIVENESS_FRAME'],
  BIOMETRIC: ['DOCUMENT_FRONT', 'SELFIE', 'LIVENESS_FRAME'],
};

export const MAX_VERIFICATION_FILE_BYTES = 25 * 1_048_576;
export const MAX_LIVENESS_FRAMES = 32;
/** Of all frames of a verification together. */
export const MAX_LIVENESS_BYTES = 100 * 1_048_576;
export const VERIFICATION_TRIES = 3;

/** A reason as a word of a vocabulary, such as DOCUMENT_EXPIRED. */
const ReasonCode = Type.String({
  pattern: '^[A-Z][A-Z0-9_]{1,63}$',
  description: 'UPPER_SNAKE, such as DOCUMENT_EXPIRED',
});
const outcome = oneOf(CHECK_OUTCOMES);
const kind = oneOf(FILE_KINDS);
const text = nullable(Type.String());
const date = nullable(CalendarDate);

const Checks = strict(
  {
    document: outcome,
    faceMatch: Type.Optional(outcome),
    liveness: Type.Optional(outcome),
    dataMatch: Type.Optional(outcome),
    deepfake: Type.Optional(outcome),
    duplicateFace: Type.Optional(outcome),
  },
  { description: 'The checks of the profile' },
);

export const Extracted = strict(
  {
    documentType: nullable(oneOf(['PASSPORT', 'ID_CARD', 'DRIVING_LICENCE', 'RESIDENCE_PERMIT', 'OTHER'])),
    documentNumber: text,
    issuingCountry: text,
    firstName: text,
    lastName: text,
    dateOfBirth: date,
    nationality: text,
    sex: nullable(oneOf(['F', 'M', 'X'])),
    dateOfIssue: date,
    dateOfExpiry: date,
    personalNumber: text,
    address: text,
    mrz: nullable(Type.Array(Type.String())),
  },
  { description: 'What was read from the document' },
);

export const Rule = strict({
  rule: Type.String(),
  check: oneOf(CHECK_NAMES),
  outcome,
  evidence: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])),
});

export const UploadIssue = strict({ kind, reason: Type.String() });

const StoredFile = {
  fileId: id('file'),
  kind,
  mediaType: Type.String(),
  size: Type.Integer({ minimum: 1 }),
  createdAt: DateTime,
};

export const Verification = strict({
  verificationId: id('ver'),
  id: id('ver'),
  applicantId: id('app'),
  profileType: oneOf(PROFILE_TYPES),
  status: oneOf(VERIFICATION_STATUSES),
  result: nullable(oneOf(VERIFICATION_RESULTS)),
  decidedBy: nullable(oneOf(['AUTOMATIC', 'REVIEWER'])),
  checks: Checks,
  extracted: nullable(Extracted),
  breakdown: Type.Array(Rule, { description: 'Every rule with its outcome and evidence' }),
  failureReasons: Type.Array(Type.String()),
  reviewReason: text,
  review: nullable(
    strict({
      decision: oneOf(VERIFICATION_RESULTS),
      reason: nullable(Type.String({ description: 'null once the applicant was erased' })),
      reviewedAt: DateTime,
    }),
  ),
  proposedReview: nullable(
    strict({
      decision: oneOf(VERIFICATION_RESULTS),
      reason: nullable(Type.String({ description: 'null once the applicant was erased' })),
      reviewedAt: DateTime,
    }),
    // A first reviewer's decision, where the organisation wants two to agree.
  ),
  files: Type.Array(strict(StoredFile)),
  missing: Type.Array(kind, { description: 'Kinds of files that are still needed before submit' }),
  uploadIssues: Type.Array(UploadIssue, { description: 'Why the files of the last try could not be used' }),
  tries: Type.Integer({ minimum: 0, description: `Submissions so far; after ${VERIFICATION_TRIES} a person decides` }),
  uploadUrl: nullable(Type.String({ description: 'The capture page; null once nothing more can be uploaded' })),
  expiresAt: DateTime,
  locale: text,
  callbackUrl: text,
  metadata: Type.Record(Type.String(), Type.String()),
  createdAt: DateTime,
  updatedAt: DateTime,
  completedAt: nullable(DateTime),
});

const params = strict({ verificationId: anyId() });
const locale = Type.Optional(
  Type.String({
    maxLength: 35,
    pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
    description: 'BCP 47 language tag of the capture page, such as sv or pt-BR',
  }),
);

export const createVerification = operation({
  operationId: 'createVerification',
  tag: 'Verifications',
  method: 'POST',
  path: '/verifications',
  summary: 'Start a verification of an applicant',
  description:
    'Answers the verification as it was created; it is PENDING_UPLOAD from then on. The credits of the profile are held until it is COMPLETED, and given back where it is EXPIRED or CANCELLED.',
  scope: 'verifications:write',
  body: strict({
    applicantId: anyId(),
    profileType: oneOf(PROFILE_TYPES),
    callbackUrl,
    metadata: Type.Optional(Metadata),
    locale,
    organizationId,
  }),
  status: 201,
  data: Verification,
  errors: [
    'NOT_FOUND',
    'INVALID_STATE',
    'INSUFFICIENT_CREDITS',
    'WEBHOOK_URL_NOT_HTTPS',
    'WEBHOOK_URL_NOT_ALLOWED',
    'SERVICE_UNAVAILABLE',
  ],
  examples: {
    request: { applicantId: 'app_01hzx5m0c8f3q9t2v7w4y6z1ab', profileType: 'STANDARD', locale: 'sv' },
  },
});

export const listVerifications = operation({
  operationId: 'listVerifications',
  tag: 'Verifications',
  method: 'GET',
  path: '/verifications',
  summary: 'List verifications',
  scope: 'verifications:read',
  query: listQuery(VERIFICATION_STATUSES, ['createdAt'], {
    result: Type.Optional(oneOf(VERIFICATION_RESULTS)),
    profileType: Type.Optional(oneOf(PROFILE_TYPES)),
    applicantId: Type.Optional(anyId()),
  }),
  status: 200,
  list: true,
  data: Verification,
  errors: ['INVALID_CURSOR'],
});

export const getVerification = operation({
  operationId: 'getVerification',
  tag: 'Verifications',
  method: 'GET',
  path: '/verifications/:verificationId',
  summary: 'Read a verification',
  scope: 'verifications:read',
  params,
  query: strict({ organizationId }),
  status: 200,
  data: Verification,
  errors: ['NOT_FOUND'],
});

export const addVerificationFile = operation({
  operationId: 'addVerificationFile',
  tag: 'Verifications',
  method: 'POST',
  path: '/verifications/:verificationId/files',
  summary: 'Upload a document image, a selfie or a frame of the liveness recording',
  description:
    'JPEG, PNG, WebP, HEIC, AVIF or TIFF, and PDF for documents; up to 25 MiB. The type is told from the bytes. A document side or selfie replaces the one before it; liveness frames add up, to 32 and to 100 MiB together.',
  scope: 'verifications:write',
  params,
  body: strict({
    kind,
    fileName: Type.String({ minLength: 1, maxLength: 255, format: 'plain-text' }),
    content: Type.String({ minLength: 1, contentEncoding: 'base64', description: 'The file in base64' }),
    organizationId,
  }),
  multipart: { maxBytes: MAX_VERIFICATION_FILE_BYTES, fields: strict({ kind, organizationId }) },
  bodyLimit: Math.ceil(MAX_VERIFICATION_FILE_BYTES / 3) * 4 + 65_536,
  status: 201,
  data: strict({ ...StoredFile, id: id('file'), verificationId: id('ver') }),
  errors: ['NOT_FOUND', 'INVALID_STATE', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'UNPROCESSABLE_MEDIA'],
  examples: { request: { kind: 'SELFIE', fileName: 'selfie.jpg', content: '/9j/4AAQSkZJRgABAQAAAQABAAD/2Q==' } },
});

export const getVerificationFile = operation({
  operationId: 'getVerificationFile',
  tag: 'Verifications',
  method: 'GET',
  path: '/verifications/:verificationId/files/:fileId',
  summary: 'Read the bytes of an uploaded file',
  scope: 'verifications:read',
  params: strict({ verificationId: anyId(), fileId: anyId() }),
  query: strict({ organizationId }),
  status: 200,
  data: Type.String({ format: 'binary' }),
  binary: true,
  errors: ['NOT_FOUND'],
});

export const submitVerification = operation({
  operationId: 'submitVerification',
  tag: 'Verifications',
  method: 'POST',
  path: '/verifications/:verificationId/submit',
  summary: 'Hand in the uploaded files for examination',
  description:
    'While a file that the profile needs is missing: 409 INVALID_STATE, and details.missing lists the kinds.',
  scope: 'verifications:write',
  params,
  body: strict({ organizationId }),
  bodyOptional: true,
  status: 202,
  data: Verification,
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: { request: {} },
});

export const cancelVerification = operation({
  operationId: 'cancelVerification',
  tag: 'Verifications',
  method: 'POST',
  path: '/verifications/:verificationId/cancel',
  summary: 'Cancel a verification that was not submitted yet',
  scope: 'verifications:write',
  params,
  body: strict({ organizationId }),
  bodyOptional: true,
  status: 200,
  data: Verification,
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: { request: {} },
});

export const reviewVerification = operation({
  operationId: 'reviewVerification',
  tag: 'Verifications',
  method: 'POST',
  path: '/verifications/:verificationId/review',
  summary: 'Decide a verification that is in MANUAL_REVIEW',
  description:
    'Where the organisation wants two reviewers to agree, the first decision is kept as `proposedReview` and the verification stays in MANUAL_REVIEW; another key decides by saying the same. Another decision replaces the proposal.',
  scope: 'verifications:write',
  params,
  body: strict({
    decision: oneOf(VERIFICATION_RESULTS),
    reason: Reason,
    failureReasons: Type.Optional(
      Type.Array(ReasonCode, { maxItems: 20, uniqueItems: true, description: 'Only with REJECTED' }),
    ),
    organizationId,
  }),
  status: 200,
  data: Verification,
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: {
    request: {
      decision: 'REJECTED',
      reason: 'The portrait on the document shows another person.',
      failureReasons: ['FACE_MISMATCH'],
    },
  },
});

export const verificationOperations = [
  createVerification,
  listVerifications,
  getVerification,
  addVerificationFile,
  getVerificationFile,
  submitVerification,
  cancelVerification,
  reviewVerification,
];
