/** Every error code of the public contract (section 2) with its HTTP status. */
export const ERROR_CODES = {
  INVALID_JSON: 400,
  VALIDATION_ERROR: 400,
  INVALID_CURSOR: 400,
  WEBHOOK_URL_NOT_HTTPS: 400,
  WEBHOOK_URL_NOT_ALLOWED: 400,
  UNAUTHORIZED: 401,
  INSUFFICIENT_CREDITS: 402,
  ENVIRONMENT_MISMATCH: 403,
  INSUFFICIENT_SCOPE: 403,
  ORGANIZATION_MISMATCH: 403,
  NOT_FOUND: 404,
  UNSUPPORTED_VERSION: 404,
  METHOD_NOT_ALLOWED: 405,
  INVALID_STATE: 409,
  CONFLICT: 409,
  IDEMPOTENCY_IN_PROGRESS: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  IDEMPOTENCY_KEY_REUSED: 422,
  UNPROCESSABLE_MEDIA: 422,
  RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
  WATCHLISTS_UNAVAILABLE: 503,
  CHAIN_DATA_UNAVAILABLE: 503,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;
export type ErrorStatus = (typeof ERROR_CODES)[ErrorCode];

/** One thing wrong with a request: where (JSON pointer), which rule, and what to do. */
export interface Issue {
  path: string;
  code: IssueCode;
  message: string;
}

export const ISSUE_CODES = [
  'REQUIRED',
  'UNKNOWN_FIELD',
  'INVALID_TYPE',
  'INVALID_FORMAT',
  'INVALID_VALUE',
  'TOO_SHORT',
  'TOO_LONG',
  'TOO_SMALL',
  'TOO_LARGE',
  'TOO_FEW',
  'TOO_MANY',
  'NOT_UNIQUE',
  'MUTUALLY_EXCLUSIVE',
] as const;
export type IssueCode = (typeof ISSUE_CODES)[number];
