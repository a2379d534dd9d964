import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, lchown, lstat, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { command, type Command, type Launcher } from './account.ts';
import { majorVersion } from './binaries.ts';
import { diskFullRemedy, errorCode, explaining, StartupError } from './errors.ts';
import {
  createSecrets,
  foreignOwner,
  privateDirectory,
  readSecrets,
  syncDirectory,
  writeAtomically,
  type Layout,
  type Owner,
  type Secrets,
} from './layout.ts';
import { hostBasedAuthentication, serverConfiguration } from './settings.ts';

const draftPrefix = 'data.init-';
const passwordPrefix = 'password-';

/**
 * Makes the cluster ready to start, creating it where there is none. The caller holds the data directory's
 * lock. A cluster is made beside its place, flushed to disk, and put there by one rename, so that a start that
 * was killed leaves only a draft, which the next one removes.
 */
export async function prepareCluster(
  layout: Layout,
  launcher: Launcher,
  fileOwner: Owner,
  throwaway: boolean,
  onNotice: (message: string) => void,
): Promise<{ secrets: Secrets; created: boolean }> {
  await removeDrafts(layout, launcher);
  const version = await clusterVersion(layout);
  let secrets = await readSecrets(layout);
  if (version === undefined) {
    secrets ??= await createSecrets(layout, fileOwner);
    onNotice('creating the database (first start)');
    await createCluster(layout, launcher, secrets, throwaway);
  } else {
    if (version !== majorVersion) {
      throw new StartupError(
        `The database in ${layout.cluster} was made by PostgreSQL ${version}; this release brings ${majorVersion}`,
        `Dump it with PostgreSQL ${version} and load the dump into a new DATA_DIR, or set DATABASE_URL to a server of version ${version}`,
      );
    }
    await mendOwnership(layout, launcher.account);
    if (!secrets) {
      secrets = await createSecrets(layout, fileOwner);
      onNotice(`${layout.secret} was missing; the database gets a new password`);
      await resetSuperuserPassword(layout, launcher, secrets);
    }
  }
  await writeConfiguration(layout.cluster, launcher.account, throwaway);
  return { secrets, created: version === undefined };
}

async function removeDrafts(layout: Layout, launcher: Launcher): Promise<void> {
  const names = await explaining(layout.home, () => readdir(layout.home));
  const drafts = names.filter((name) => name.startsWith(draftPrefix) || name.startsWith(passwordPrefix));
  // An initdb that outlived its killed parent may still write there; what it leaves goes next time.
  if (drafts.length > 0)
    await removeAsAccount(
      launcher,
      drafts.map((name) => join(layout.home, name)),
    );
}

/** As PostgreSQL's account: root does not walk a tree in which another user can put links. */
async function removeAsAccount(launcher: Launcher, paths: string[]): Promise<void> {
  await run(command(launcher, '/bin/rm', ['-rf', '--', ...paths]));
}

async function clusterVersion(layout: Layout): Promise<string | undefined> {
  const found = await lstat(layout.cluster).catch(() => undefined);
  if (!found) return undefined;
  try {
    return (await readFile(join(layout.cluster, 'PG_VERSION'), 'latin1')).trim();
  } catch (error) {
    if (errorCode(error) === 'EACCES') throw foreignOwner(layout.cluster, found.uid);
    throw new StartupError(
      `${layout.cluster} is not a PostgreSQL data directory (no PG_VERSION in it)`,
      'Restore it from a backup, or move it away to start with an empty database',
      { cause: error },
    );
  }
}

/** PostgreSQL opens only directories that are its own user's and closed to others; a restored copy often is not. */
async function mendOwnership(layout: Layout, owner: Owner): Promise<void> {
  const { uid } = await stat(layout.cluster);
  if (uid !== owner.uid) {
    if (process.geteuid?.() !== 0) throw foreignOwner(layout.cluster, uid);
    await chownTree(layout.cluster, owner);
  }
  await privateDirectory(layout.cluster, owner);
}

async function chownTree(path: string, owner: Owner): Promise<void> {
  await lchown(path, owner.uid, owner.gid);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) await chownTree(child, owner);
    else if (entry.isFile()) await lchown(child, owner.uid, owner.gid);
  }
}

async function createCluster(layout: Layout, launcher: Launcher, secrets: Secrets, throwaway: boolean): Promise<void> {
  const suffix = randomBytes(6).toString('hex');
  const draft = join(layout.home, `${draftPrefix}${suffix}`);
  const passwordFile = join(layout.home, `${passwordPrefix}${suffix}`);
  const initdb = join(launcher.binaries.root, 'bin', 'initdb');
  try {
    await writeAtomically(passwordFile, `${secrets.superuserPassword}\n`, 0o600, launcher.account);
    await explaining(draft, async () => {
      await mkdir(draft, { mode: 0o700 });
      if (launcher.account.switched) await chown(draft, launcher.account.uid, launcher.account.gid);
    });
    await runInitdb(
      command(
        launcher,
        initdb,
        [
          `--pgdata=${draft}`,
          '--username=postgres',
          `--pwfile=${passwordFile}`,
          '--auth=scram-sha-256',
          '--encoding=UTF8',
          '--locale-provider=builtin',
          '--builtin-locale=C.UTF-8',
          '--locale=C',
          '--data-checksums',
          '--no-sync',
          '--no-instructions',
          // Given, so that initdb need not try which values work here.
          '--set=max_connections=100',
          '--set=shared_buffers=128MB',
        ],
        'INT',
      ),
      layout,
    );
    await writeConfiguration(draft, launcher.account, throwaway);
    // One flush of everything at the end, instead of one per file along the way.
    if (!throwaway) await runInitdb(command(launcher, initdb, ['--sync-only', '-D', draft], 'INT'), layout);
    await explaining(layout.cluster, async () => {
      await rename(draft, layout.cluster);
      await syncDirectory(layout.home);
      await syncDirectory(layout.dataDir);
    });
  } finally {
    await rm(passwordFile, { force: true });
    if (existsSync(draft)) await removeAsAccount(launcher, [draft]);
  }
}

async function runInitdb(initdb: Command, layout: Layout): Promise<void> {
  const { code, output } = await run(initdb);
  if (code === 0) return;
  throw startupFailure(output, `The database in ${layout.home} could not be created`);
}

/** Turns what a failed PostgreSQL program printed into a StartupError. */
export function startupFailure(output: string, what: string): StartupError {
  if (/No space left on device|Disk quota exceeded/i.test(output)) {
    return new StartupError(`${what}: the disk is full`, diskFullRemedy);
  }
  const lines = output.split('\n');
  const telling =
    lines.findLast((line) => /\b(FATAL|PANIC|error):/.test(line)) ?? lines.findLast((line) => line !== '');
  const reason = telling?.replace(/^.*?\b(FATAL|PANIC|error):\s*/, '') ?? 'it ended without a word';
  if (/Permission denied|Operation not permitted|invalid permissions|wrong ownership/i.test(reason)) {
    return new StartupError(
      `${what}: ${reason}`,
      'Set DATA_DIR to a directory on a local disk that the user of the service owns, or set DATABASE_URL',
    );
  }
  return new StartupError(`${what}: ${reason}`, 'See postgres.log in DATA_DIR, or set DATABASE_URL');
}

function run({ file, args, options }: Command, input?: string): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'], detached: true });
    let output = '';
    const collect = (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-16_384);
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    // A program that ends before it has read its input is judged by its exit status.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** Gives the superuser the password that fits the secret, in single-user mode (no server runs). */
async function resetSuperuserPassword(layout: Layout, launcher: Launcher, secrets: Secrets): Promise<void> {
  const postgres = join(launcher.binaries.root, 'bin', 'postgres');
  const single = command(launcher, postgres, ['--single', '-j', '-D', layout.cluster, 'postgres'], 'INT');
  // The password is hexadecimal: nothing in it needs quoting.
  const { code, output } = await run(single, `ALTER ROLE postgres PASSWORD '${secrets.superuserPassword}'\n;\n\n`);
  if (code !== 0 || /\bERROR:/.test(output)) {
    throw startupFailure(output, `The password of the database in ${layout.cluster} could not be renewed`);
  }
}

async function writeConfiguration(cluster: string, owner: Owner, throwaway: boolean): Promise<void> {
  const files = {
    'postgresql.conf': serverConfiguration(throwaway),
    'pg_hba.conf': hostBasedAuthentication,
  };
  for (const [name, content] of Object.entries(files)) {
    const path = join(cluster, name);
    if ((await readFile(path, 'utf8').catch(() => undefined)) === content) continue;
    await writeAtomically(path, content, 0o600, owner);
  }
}
