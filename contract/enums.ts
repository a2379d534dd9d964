/** Closed vocabularies of the public contract: the same words in requests, records, tables and pages. */

export const ENVIRONMENTS = ['LIVE', 'TEST'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

export const PLANS = ['FREE', 'BASIC', 'PROFESSIONAL', 'ENTERPRISE'] as const;
export type Plan = (typeof PLANS)[number];

/** Requests per UTC minute and UTC day, by plan; null is unlimited (specification 8.1). */
export const RATE_LIMITS: Readonly<Record<Plan, { perMinute: number; perDay: number | null }>> = {
  FREE: { perMinute: 10, perDay: 100 },
  BASIC: { perMinute: 30, perDay: 1_000 },
  PROFESSIONAL: { perMinute: 100, perDay: 10_000 },
  ENTERPRISE: { perMinute: 500, perDay: null },
};

/** Requests without a valid key, per client address and UTC minute. */
export const ANONYMOUS_PER_MINUTE = 60;

export const SCOPES = [
  'applicants:read',
  'applicants:write',
  'verifications:read',
  'verifications:write',
  'aml:read',
  'aml:write',
  'deepfake:read',
  'deepfake:write',
  'kyt:read',
  'kyt:write',
  'webhooks:read',
  'webhooks:write',
  'credits:read',
  'keys:read',
  'keys:write',
] as const;
export type Scope = (typeof SCOPES)[number];

export const API_VERSION = 'v3';
export const API_PREFIX = `/api/${API_VERSION}`;
