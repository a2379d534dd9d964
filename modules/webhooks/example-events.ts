import type { EventPayload, EventType } from '../../contract/events.ts';

const applicantId = 'app_01k9x2v7q8e5m3r4t6y8z0a1b2';
const verificationId = 'ver_01k9x2v7q8e5m3r4t6y8z0a1b3';
const screeningId = 'scr_01k9x2v7q8e5m3r4t6y8z0a1b4';
const jobId = 'job_01k9x2v7q8e5m3r4t6y8z0a1b5';
const checkId = 'chk_01k9x2v7q8e5m3r4t6y8z0a1b6';
const monitoringId = 'mon_01k9x2v7q8e5m3r4t6y8z0a1b7';
// The output of the first block of Bitcoin.
const address = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const checks = { document: 'PASS', faceMatch: 'PASS' } as const;
const match = {
  matchId: 'mat_01k9x2v7q8e5m3r4t6y8z0a1b8',
  entityId: 'example-1042',
  dataset: 'example-list',
  caption: 'Example Person',
  categories: ['SANCTIONS'],
  score: 92.5,
};

/** One example of what each event carries; about nobody. Test deliveries send these. */
export const EXAMPLE_EVENTS: { readonly [E in EventType]: EventPayload<E> } = {
  'verification.created': { verificationId, applicantId, profileType: 'STANDARD' },
  'verification.pending_upload': {
    verificationId,
    applicantId,
    uploadUrl: 'https://example.com/capture/example-token',
    expiresAt: '2026-11-09T09:30:00.000Z',
  },
  'verification.completed': {
    verificationId,
    applicantId,
    status: 'COMPLETED',
    result: 'APPROVED',
    checks,
    decidedBy: 'AUTOMATIC',
  },
  'verification.approved': { verificationId, applicantId, result: 'APPROVED', checks, decidedBy: 'AUTOMATIC' },
  'verification.rejected': {
    verificationId,
    applicantId,
    result: 'REJECTED',
    checks: { document: 'FAIL', faceMatch: 'PASS' },
    failureReasons: ['DOCUMENT_EXPIRED'],
    decidedBy: 'AUTOMATIC',
  },
  'verification.manual_review': { verificationId, applicantId, reviewReason: 'FACE_MATCH_UNCERTAIN' },
  'aml.screening_completed': { screeningId, applicantId, matchCount: 0, riskLevel: 'LOW' },
  'aml.match_found': {
    screeningId,
    applicantId,
    matchCount: 1,
    categories: ['SANCTIONS'],
    riskLevel: 'CRITICAL',
    matches: [match],
  },
  'aml.sanctions_alert': {
    screeningId,
    applicantId,
    matchId: match.matchId,
    entityId: match.entityId,
    sanctionsList: 'example-list',
    programs: ['EXAMPLE'],
  },
  'aml.monitoring_alert': { monitoringId, applicantId, screeningId: null, newMatches: [match] },
  'deepfake.scan_completed': {
    jobId,
    mediaType: 'VIDEO',
    isDeepfake: false,
    confidence: 96,
    recommendation: 'ACCEPT',
  },
  'deepfake.deepfake_detected': {
    jobId,
    mediaType: 'VIDEO',
    isDeepfake: true,
    confidence: 97,
    manipulationType: 'FACE_SWAP',
    recommendation: 'REJECT',
  },
  'deepfake.job_failed': {
    jobId,
    errorCode: 'UNPROCESSABLE_MEDIA',
    errorMessage: 'The file cannot be decoded as what it says it is.',
  },
  'kyt.check_completed': { checkId, applicantId, address, blockchain: 'BTC', riskScore: 5, riskLevel: 'LOW' },
  'kyt.high_risk_detected': {
    checkId,
    applicantId,
    address,
    blockchain: 'BTC',
    riskScore: 80,
    riskLevel: 'CRITICAL',
    topRisks: ['MIXER', 'DARKNET_MARKETS'],
  },
  'kyt.sanctions_match': { checkId, applicantId, address, blockchain: 'BTC', sanctionsList: 'example-list' },
  'kyt.monitoring_alert': {
    monitoringId,
    address,
    blockchain: 'BTC',
    oldRiskScore: 5,
    newRiskScore: 90,
    oldRiskLevel: 'LOW',
    newRiskLevel: 'CRITICAL',
  },
  'credits.low_balance': {
    organizationId: 'org_01k9x2v7q8e5m3r4t6y8z0a1b9',
    currentBalance: 99,
    threshold: 100,
    message: 'The balance has fallen below its threshold.',
  },
  'credits.depleted': { organizationId: 'org_01k9x2v7q8e5m3r4t6y8z0a1b9' },
};
