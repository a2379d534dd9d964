/** The database cannot be asked right now; the request may be made again. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
}

const UNAVAILABLE_STATES = new Set(['57P01', '57P02', '57P03', '57P05', '53300', '53100', '53200', '25006', '55000']);
const UNAVAILABLE_ERRNO = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Raised by functions of ours: the cheap way was closed, and what is run again takes the other. */
export const TAKE_THE_OTHER_WAY = 'CV001';
const RETRYABLE_STATES = new Set(['40001', '40P01', TAKE_THE_OTHER_WAY]);

interface DatabaseError {
  code?: unknown;
  constraint?: unknown;
  message?: unknown;
}

const details = (error: unknown): DatabaseError => (typeof error === 'object' && error !== null ? error : {});

/** Whether this failure means that the database is down, restarting, full or unreachable. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true;
  const { code, message } = details(error);
  if (typeof code === 'string') {
    if (UNAVAILABLE_STATES.has(code) || UNAVAILABLE_ERRNO.has(code) || code.startsWith('08')) return true;
  }
  return (
    typeof message === 'string' &&
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/.test(
      message,
    )
  );
}

/** Whether the database itself refused a statement: the connection is sound, and the transaction undone. */
export function isRefusal(error: unknown): boolean {
  const { code } = details(error);
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !isUnavailable(error);
}

/** Whether running the same transaction again may succeed: deadlock, serialization failure, or the other way to take. */
export function isRetryable(error: unknown): boolean {
  const { code } = details(error);
  return typeof code === 'string' && RETRYABLE_STATES.has(code);
}

/** The name of the unique constraint that a statement ran into, or null for every other failure. */
export function uniqueViolation(error: unknown): string | null {
  const { code, constraint } = details(error);
  return code === '23505' && typeof constraint === 'string' ? constraint : null;
}
