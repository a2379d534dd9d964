import { createHash, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';

export class MasterKeyError extends Error {
  override name = 'MasterKeyError';
}

export interface MasterKey {
  /** First 16 hex digits of SHA-256 of the key: names it without telling it. */
  id: string;
  bytes: Buffer;
}

const KEY_BYTES = 32;
/** Name of the key's file in the data directory. */
export const KEY_FILE = 'master.key';

/**
 * The key that wraps all data keys: from the environment (base64 or hex of 32 bytes), else from the file
 * `master.key` in the data directory, which is made with mode 0600 where it is missing and may be made.
 * @throws MasterKeyError with one line that says what is wrong and the remedy
 */
export async function loadMasterKey(
  fromEnvironment: string | null,
  dataDir: string,
  mayCreate: boolean,
): Promise<MasterKey> {
  if (fromEnvironment !== null) return parse(fromEnvironment, 'MASTER_KEY');
  const path = join(dataDir, KEY_FILE);
  const existing = await readKeyFile(path);
  if (existing) return existing;
  if (!mayCreate) {
    throw new MasterKeyError(
      `There is no master key: set MASTER_KEY, or put the file ${KEY_FILE} of this database into ${dataDir}.`,
    );
  }
  await createKeyFile(path, dataDir);
  const made = await readKeyFile(path);
  if (!made) throw new MasterKeyError(`The master key file ${path} vanished while it was made. Start again.`);
  return made;
}

/** The key in a file, or null where there is no such file. @throws MasterKeyError where others can read it, or it holds no key */
export async function readKeyFile(path: string): Promise<MasterKey | null> {
  let text: string;
  try {
    const { mode } = await stat(path);
    if ((mode & 0o077) !== 0) {
      throw new MasterKeyError(`${path} can be read by others. Run: chmod 600 ${path}`);
    }
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  return parse(text, path);
}

/** Written whole under another name and then linked: of two starting processes one wins, and none reads half a key. */
async function createKeyFile(path: string, dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  await writeKeyFile(temporary, randomBytes(KEY_BYTES));
  try {
    await link(temporary, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await unlink(temporary);
  }
}

/** Writes a key to a new file, durably, readable by its owner only. */
export async function writeKeyFile(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(`${Buffer.from(bytes).toString('base64')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

function parse(text: string, place: string): MasterKey {
  const trimmed = text.trim();
  const bytes = /^[0-9a-f]{64}$/i.test(trimmed) ? Buffer.from(trimmed, 'hex') : Buffer.from(trimmed, 'base64');
  if (bytes.length !== KEY_BYTES) {
    throw new MasterKeyError(
      `${place} must hold 32 bytes as base64 or hex; it holds ${bytes.length}. Make one with: openssl rand -base64 32`,
    );
  }
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 16), bytes };
}
