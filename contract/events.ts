import Type, { type TObject } from 'typebox';
import { DateTime, nullable, oneOf, strict } from './common.ts';

const RISK_LEVELS = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL', 'UNKNOWN'] as const;
const text = Type.String();
const optionalText = nullable(Type.String());
const checks = Type.Record(Type.String(), oneOf(['PASS', 'FAIL', 'REVIEW', 'NOT_PERFORMED']));
const decidedBy = oneOf(['AUTOMATIC', 'REVIEWER']);
const risk = oneOf(RISK_LEVELS);
const score = Type.Integer({ minimum: 0, maximum: 100 });
const mediaType = oneOf(['IMAGE', 'VIDEO', 'AUDIO', 'DOCUMENT']);

/** What a monitor or an event tells of one match. */
export const MatchSummary = strict({
  matchId: text,
  entityId: text,
  dataset: text,
  caption: text,
  categories: Type.Array(text),
  score: Type.Number({ minimum: 0, maximum: 100 }),
});

/** Payload (`data`) of every event of specification 6.4. */
export const EVENT_PAYLOADS = {
  'verification.created': strict({ verificationId: text, applicantId: text, profileType: text }),
  'verification.pending_upload': strict({
    verificationId: text,
    applicantId: text,
    uploadUrl: text,
    expiresAt: DateTime,
  }),
  'verification.completed': strict({
    verificationId: text,
    applicantId: text,
    status: oneOf(['COMPLETED']),
    result: oneOf(['APPROVED', 'REJECTED']),
    checks,
    decidedBy,
  }),
  'verification.approved': strict({
    verificationId: text,
    applicantId: text,
    result: oneOf(['APPROVED']),
    checks,
    decidedBy,
  }),
  'verification.rejected': strict({
    verificationId: text,
    applicantId: text,
    result: oneOf(['REJECTED']),
    checks,
    failureReasons: Type.Array(text),
    decidedBy,
  }),
  'verification.manual_review': strict({ verificationId: text, applicantId: text, reviewReason: text }),
  'aml.screening_completed': strict({
    screeningId: text,
    applicantId: optionalText,
    matchCount: Type.Integer({ minimum: 0 }),
    riskLevel: risk,
  }),
  'aml.match_found': strict({
    screeningId: text,
    applicantId: optionalText,
    matchCount: Type.Integer({ minimum: 1 }),
    categories: Type.Array(text),
    riskLevel: risk,
    matches: Type.Array(MatchSummary),
  }),
  'aml.sanctions_alert': strict({
    screeningId: text,
    applicantId: optionalText,
    matchId: text,
    entityId: text,
    sanctionsList: text,
    programs: Type.Array(text),
  }),
  'aml.monitoring_alert': strict({
    monitoringId: text,
    applicantId: optionalText,
    screeningId: optionalText,
    newMatches: Type.Array(MatchSummary),
  }),
  'deepfake.scan_completed': strict({
    jobId: text,
    mediaType,
    isDeepfake: nullable(Type.Boolean()),
    confidence: score,
    recommendation: oneOf(['ACCEPT', 'REVIEW', 'REJECT']),
  }),
  'deepfake.deepfake_detected': strict({
    jobId: text,
    mediaType,
    isDeepfake: Type.Literal(true),
    confidence: score,
    manipulationType: optionalText,
    recommendation: oneOf(['ACCEPT', 'REVIEW', 'REJECT']),
  }),
  'deepfake.job_failed': strict({ jobId: text, errorCode: text, errorMessage: text }),
  'kyt.check_completed': strict({
    checkId: text,
    applicantId: optionalText,
    address: text,
    blockchain: text,
    riskScore: score,
    riskLevel: risk,
  }),
  'kyt.high_risk_detected': strict({
    checkId: text,
    applicantId: optionalText,
    address: text,
    blockchain: text,
    riskScore: score,
    riskLevel: risk,
    topRisks: Type.Array(text),
  }),
  'kyt.sanctions_match': strict({
    checkId: text,
    applicantId: optionalText,
    address: text,
    blockchain: text,
    sanctionsList: text,
  }),
  'kyt.monitoring_alert': strict({
    monitoringId: text,
    address: text,
    blockchain: text,
    oldRiskScore: score,
    newRiskScore: score,
    oldRiskLevel: risk,
    newRiskLevel: risk,
  }),
  'credits.low_balance': strict({
    organizationId: text,
    currentBalance: Type.Integer(),
    threshold: Type.Integer(),
    message: text,
  }),
  'credits.depleted': strict({ organizationId: text }),
} as const satisfies Record<string, TObject>;

export type EventType = keyof typeof EVENT_PAYLOADS;
export const EVENT_TYPES = Object.keys(EVENT_PAYLOADS) as EventType[];
export type EventPayload<E extends EventType> = Type.Static<(typeof EVENT_PAYLOADS)[E]>;

/** The exact form of what is sent (specification 6.1). */
export const eventBody = (type: EventType) =>
  strict({ event: Type.Literal(type), timestamp: DateTime, data: EVENT_PAYLOADS[type] });
