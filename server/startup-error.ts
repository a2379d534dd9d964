import { IdentityModelsProblem } from '../modules/verifications/index.ts';
import { ConfigError } from '../platform/config/config.ts';
import { StartupError } from '../platform/database/embedded/index.ts';
import { isUnavailable } from '../platform/database/errors.ts';
import { MigrationError } from '../platform/database/migrate.ts';
import { MasterKeyError } from '../platform/secrets/master-key.ts';

/** One line that says what stopped the start and how to mend it; null where that is not known. */
export function explainStartFailure(error: unknown): string | null {
  if (
    error instanceof ConfigError ||
    error instanceof StartupError ||
    error instanceof MigrationError ||
    error instanceof MasterKeyError ||
    error instanceof IdentityModelsProblem
  ) {
    return error.message;
  }
  if (!(error instanceof Error)) return null;
  const { code, port, address } = error as Error & { code?: string; port?: number; address?: string };
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use. End the other program, or set another PORT, SANDBOX_PORT or ADMIN_PORT.`;
    case 'EADDRNOTAVAIL':
      return `This machine has no address ${address}. Set HOST and ADMIN_HOST to addresses it has.`;
    case 'EACCES':
      return port
        ? `Port ${port} may not be opened by this user. Set a PORT above 1023.`
        : `DATA_DIR may not be written: ${error.message}`;
    case '28P01':
    case '28000':
      return 'The database refuses the user or password of DATABASE_URL. Correct them.';
    case '3D000':
      return 'The database that DATABASE_URL names does not exist. Create it, or correct the name.';
    case '42501':
      return 'The user of DATABASE_URL may not create tables. Grant it the rights of the owner of its database.';
    default:
  }
  if (isUnavailable(error) || code === 'ERR_INVALID_URL') {
    return 'The database cannot be reached at DATABASE_URL. Check that it runs, and the host, port and name.';
  }
  return null;
}
