import { open, rename } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Database } from '../database/database.ts';
import { KEY_FILE, type MasterKey, MasterKeyError, readKeyFile, writeKeyFile } from './master-key.ts';
import { rotateMasterKey } from './vault.ts';

export interface Replacement {
  /** Names of the keys (see MasterKey.id). */
  from: string;
  to: string;
  /** Data keys that the new one wraps. */
  dataKeys: number;
}

/**
 * Gives a database a new master key, kept in the data directory. The new key is durable beside the old one before
 * the database changes, and takes its place afterwards; a run that was cut off in between is finished by the next.
 * @param given the new key; made at random where absent
 * @throws MasterKeyError where the data directory holds no master key, or not this database's
 */
export async function replaceMasterKeyFile(db: Database, dataDir: string, given?: MasterKey): Promise<Replacement> {
  const path = join(dataDir, KEY_FILE);
  const nextPath = `${path}.next`;
  const current = await readKeyFile(path);
  if (!current) throw new MasterKeyError(`There is no file ${path} to replace.`);
  let next = await readKeyFile(nextPath);
  if (next && given && next.id !== given.id) {
    throw new MasterKeyError(
      `${nextPath} holds the key of a change that was cut off. Finish it first: run again without a key of your own.`,
    );
  }
  if (!next) {
    await writeKeyFile(nextPath, given?.bytes ?? randomBytes(32));
    await syncDirectory(dataDir);
    next = await readKeyFile(nextPath);
    if (!next) throw new MasterKeyError(`${nextPath} vanished while it was made. Run again.`);
  }
  const dataKeys = await replaceMasterKey(db, current, next);
  await rename(nextPath, path);
  await syncDirectory(dataDir);
  return { from: current.id, to: next.id, dataKeys };
}

/** Wraps the database's data keys with another master key. @throws MasterKeyError */
export async function replaceMasterKey(db: Database, from: MasterKey, to: MasterKey): Promise<number> {
  if (from.id === to.id)
    throw new MasterKeyError('The new master key is the old one. Make another: openssl rand -base64 32');
  return rotateMasterKey(db, from, to);
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
