import { ERROR_CODES, type ErrorCode, type Issue } from '../../contract/errors.ts';

/** An answer that is not a success: a code of the contract, a sentence for people, and what a program needs. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    message: string,
    details?: Readonly<Record<string, unknown>>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.code = code;
    this.details = details;
    this.headers = headers;
  }

  get status(): number {
    return ERROR_CODES[this.code];
  }
}

export function validationError(issues: readonly Issue[]): ApiError {
  const [head] = issues;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more; see details.issues)` : '';
  const told = head?.message ?? '';
  const place = head?.path ? `${head.path}: ${told}` : told.charAt(0).toUpperCase() + told.slice(1);
  return new ApiError('VALIDATION_ERROR', `The request is not valid. ${place}${more}`, {
    issues,
  });
}

/** One issue found by a module's own rule. */
export const invalid = (path: string, code: Issue['code'], message: string): ApiError =>
  validationError([{ path, code, message }]);

export const notFound = (what: string): ApiError =>
  new ApiError('NOT_FOUND', `There is no such ${what} in this organisation and environment.`);

/** The resource is in a state that does not allow this. `allowed` lists the states that would. */
export const invalidState = (
  message: string,
  status: string,
  allowed: readonly string[],
  more: Readonly<Record<string, unknown>> = {},
): ApiError => new ApiError('INVALID_STATE', message, { status, allowed, ...more });
