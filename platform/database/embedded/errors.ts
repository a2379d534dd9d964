/**
 * A start that cannot go on, told to the operator in one line: `problem` says what is wrong and where,
 * `remedy` what to do about it, `message` is both. Carries no personal data and no secret.
 */
export class StartupError extends Error {
  readonly problem: string;
  readonly remedy: string;

  constructor(problem: string, remedy: string, options?: ErrorOptions) {
    const first = oneLine(problem);
    const second = oneLine(remedy);
    super(`${first}. ${second}.`, options);
    this.name = 'StartupError';
    this.problem = first;
    this.remedy = second;
  }
}

function oneLine(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/[.:;,]+$/, '');
}

/** The `code` of a Node system error (`ENOENT`, `EACCES`, …), or undefined for any other value. */
export function errorCode(error: unknown): string | undefined {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return undefined;
}

/**
 * Turns a file system error met at `path` into a StartupError with the remedy that fits its code; any other
 * error is returned as it came.
 */
export function explainFileError(error: unknown, path: string): unknown {
  switch (errorCode(error)) {
    case 'EACCES':
    case 'EPERM':
      return new StartupError(
        `${path} may not be read or written by this user (uid ${process.getuid?.() ?? 'unknown'})`,
        'Give that path to the user who runs the service (chown -R), or set DATA_DIR to a directory it owns',
        { cause: error },
      );
    case 'EROFS':
      return new StartupError(`${path} is on a read-only file system`, 'Set DATA_DIR to a writable directory', {
        cause: error,
      });
    case 'ENOSPC':
    case 'EDQUOT':
      return new StartupError(`No space is left for ${path}`, diskFullRemedy, { cause: error });
    case 'ENOTDIR':
    case 'EEXIST':
      return new StartupError(
        `${path} or a part of it is a file where a directory is needed`,
        'Set DATA_DIR to a directory',
        { cause: error },
      );
    default:
      return error;
  }
}

export const diskFullRemedy = 'Free disk space (a new database needs 100 MB), or set DATA_DIR to a disk that has room';

/** Runs `work`, whose subject is `path`; file system errors leave it as StartupError. */
export async function explaining<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explainFileError(error, path);
  }
}
