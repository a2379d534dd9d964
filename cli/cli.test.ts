import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, before, test } from 'node:test';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isWellFormedKey } from '../platform/authentication/key-format.ts';
import { readConfig } from '../platform/config/config.ts';
import { sql } from '../platform/database/sql.ts';
import { eventually, startTestService, type TestService } from '../server/testing.ts';
import { runCommandLine } from './run.ts';

let service: TestService;
let folder: string;
const masterKey = Buffer.alloc(32, 7).toString('base64');
before(async () => {
  service = await startTestService();
  folder = await mkdtemp(join(tmpdir(), 'cvs-cli-'));
});
after(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

async function cli(args: readonly string[], env: Record<string, string> = {}) {
  let [stdout, stderr] = ['', ''];
  const status = await runCommandLine(
    args,
    { stdout: { write: (text) => (stdout += text) }, stderr: { write: (text) => (stderr += text) } },
    () => readConfig({ DATABASE_URL: service.databaseUrl, DATA_DIR: folder, MASTER_KEY: masterKey, ...env }),
  );
  return { status, stdout, stderr };
}

/** Runs a command with --json that must succeed, and reads its one document. */
async function done(...args: string[]) {
  const { status, stdout, stderr } = await cli([...args, '--json']);
  assert.equal(stderr, '');
  assert.equal(status, 0);
  return JSON.parse(stdout);
}

async function refused(status: 1 | 2, reason: RegExp, ...args: string[]) {
  const answer = await cli(args);
  assert.match(answer.stderr, reason);
  assert.equal(answer.status, status, answer.stderr);
  assert.equal(answer.stdout, '');
  assert.equal(/Usage: /.test(answer.stderr), status === 2);
}

test('an organisation is made, given a plan, credits and a key that works on the running server at once', async () => {
  const made = await done('organizations', 'create', '--name', 'Ångström & Co', '--plan', 'basic');
  assert.match(made.organizationId, /^org_/);
  assert.equal(made.plan, 'BASIC');
  const org = made.organizationId;

  const key = await done('keys', 'create', org, '--environment', 'live', '--name', 'Till');
  assert.ok(isWellFormedKey(key.key));
  assert.equal(key.name, 'Till');
  const me = await service.call({ path: '/auth/me', key: key.key });
  assert.equal(me.json.data.name, 'Ångström & Co', me.text);
  assert.deepEqual(me.json.data.rateLimits, { perMinute: 30, perDay: 1000 });

  assert.deepEqual((await done('plans', 'set', org, 'PROFESSIONAL')).rateLimits, { perMinute: 100, perDay: 10_000 });
  const own = await done('plans', 'set', org, 'FREE', '--per-minute', '77', '--per-day', '7000');
  assert.deepEqual(own.rateLimits, { perMinute: 77, perDay: 7000 });
  await eventually(
    async () => (await service.call({ path: '/auth/me', key: key.key })).headers.get('x-ratelimit-limit') === '77',
    3000,
  );
  assert.deepEqual((await done('plans', 'set', org, 'ENTERPRISE')).rateLimits, { perMinute: 500, perDay: null });

  const granted = await done('credits', 'grant', org, '250');
  assert.equal(granted.balance, 250);
  await done('credits', 'grant', org, '50', '--environment', 'live');
  const balance = await service.call({ path: '/credits/balance', key: key.key });
  assert.equal(balance.json.data.available, 300);

  const { organizations } = await done('organizations', 'list');
  const listed = organizations.find((row: { organizationId: string }) => row.organizationId === org);
  assert.deepEqual(listed.credits, { balance: 300, held: 0, available: 300 });

  const lines = await service.services.db.query<{ action: string; actor: string }>(
    sql`select action, actor_type || ' ' || actor_id as actor from audit_entries where organization_id = ${org} order by id`,
  );
  assert.deepEqual(
    lines.map((line) => line.action),
    [
      'organization.create',
      'key.create',
      'organization.set_plan',
      'organization.set_plan',
      'organization.set_plan',
      'credits.grant',
      'credits.grant',
    ],
  );
  assert.ok(lines.every((line) => line.actor.startsWith('OPERATOR cli')));
});

test('keys are made with scopes and an end, listed without themselves, and revoked', async () => {
  const org = service.organizationId;
  const expires = new Date(Date.now() + 86_400_000).toISOString();
  const args = ['--environment', 'test', '--scopes', 'kyt:read, kyt:write', '--expires', expires];
  const key = await done('keys', 'create', org, ...args);
  assert.match(key.key, /^cvs_test_/);
  assert.deepEqual(key.scopes, ['kyt:read', 'kyt:write']);
  assert.equal(key.expiresAt, expires);
  const list = await cli(['keys', 'list', org, '--json']);
  assert.ok(!list.stdout.includes(key.key));
  assert.ok(JSON.parse(list.stdout).keys.some((row: { keyId: string }) => row.keyId === key.keyId));
  const live = await done('keys', 'list', org, '--environment', 'live');
  assert.ok(live.keys.every((row: { environment: string }) => row.environment === 'LIVE'));
  assert.equal((await done('keys', 'revoke', key.keyId)).status, 'REVOKED');
  const refusal = await service.call({ path: '/auth/me', environment: 'TEST', key: key.key });
  assert.equal(refusal.json.error.details.reason, 'REVOKED');
});

test('for people: the key is printed once, and nothing that drives a terminal gets through', async () => {
  const made = await cli(['keys', 'create', service.organizationId, '--environment', 'live']);
  assert.equal(made.status, 0);
  assert.equal(made.stdout.match(/cvs_live_[0-9A-Za-z]{38}/g)?.length, 1);
  await service.services.db.query(
    sql`insert into organizations (id, name, plan, created_at) values ('org_evil', ${'Evil\u001B[2J\u202Eltd'}, 'FREE', now())`,
  );
  const list = await cli(['organizations', 'list']);
  assert.match(list.stdout, /Evil/);
  // oxlint-disable-next-line no-control-regex
  assert.doesNotMatch(list.stdout, /[\u001B\u202E]/);
});

test('wrong usage is status 2 with the usage on standard error', async () => {
  const org = service.organizationId;
  await refused(2, /NOUN VERB/);
  await refused(2, /There is no "keyz"/, 'keyz', 'create');
  await refused(2, /Say what to do with keys/, 'keys');
  await refused(2, /"keys" has no "make"/, 'keys', 'make');
  await refused(2, /--environment is missing/, 'keys', 'create', org);
  await refused(2, /needs ORG/, 'keys', 'create');
  await refused(2, /needs FORMAT PATH…\.$/m, 'lists', 'import');
  await refused(2, /one argument too many/, 'keys', 'create', org, 'x', '--environment', 'live');
  await refused(2, /--environment is "prod"/, 'keys', 'create', org, '--environment', 'prod');
  await refused(2, /--scopes is "kyt"/, 'keys', 'create', org, '--environment', 'live', '--scopes', 'kyt');
  await refused(2, /in the future/, 'keys', 'create', org, '--environment', 'live', '--expires', '2020-01-01');
  await refused(2, /--expires is/, 'keys', 'create', org, '--environment', 'live', '--expires', 'soon');
  await refused(2, /Unknown option '--nmae'/, 'organizations', 'create', '--nmae', 'x');
  await refused(2, /--name is missing/, 'organizations', 'create');
  await refused(2, /--name must be/, 'organizations', 'create', '--name', ' \u0007');
  await refused(2, /PLAN is "GOLD"/, 'plans', 'set', org, 'GOLD');
  for (const amount of ['0', '1.5', '-5', '1e3', '9999999999']) {
    await refused(2, /AMOUNT is|ambiguous|Unknown option/, 'credits', 'grant', org, amount);
  }
  await refused(2, /FORMAT is "xml"/, 'chain', 'import', 'xml', 'a.xml', '--blockchain', 'BTC');
});

test('what is refused is status 1 with the reason on standard error', async () => {
  const none = 'org_00000000000000000000000000';
  await refused(1, /no such organisation/, 'plans', 'set', none, 'FREE');
  await refused(1, /no such organisation/, 'credits', 'grant', none, '5');
  await refused(1, /no organisation/, 'keys', 'create', none, '--environment', 'live');
  await refused(1, /no organisation/, 'keys', 'list', none);
  await refused(1, /no key/, 'keys', 'revoke', 'key_00000000000000000000000000');
  await refused(1, /sandbox never changes/, 'credits', 'grant', service.organizationId, '5', '--environment', 'test');
  const noConfig = await cli(['organizations', 'list'], { PORT: 'http' });
  assert.deepEqual([noConfig.status, noConfig.stdout], [1, '']);
  assert.match(noConfig.stderr, /^PORT is "http"/);
  const down = await cli(['organizations', 'list'], { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' });
  assert.equal(down.status, 1);
  assert.match(down.stderr, /cannot be reached/);
  const wrongKey = await cli(['organizations', 'list'], { MASTER_KEY: Buffer.alloc(32, 8).toString('base64') });
  assert.equal(wrongKey.status, 1);
  assert.match(wrongKey.stderr, /master key/);
});

test('help is on standard output, for all, a noun or a command', async () => {
  for (const args of [
    ['help'],
    ['--help'],
    ['-h'],
    ['help', 'keys'],
    ['keys', '--help'],
    ['keys', 'create', '--help'],
  ]) {
    const answer = await cli(args);
    assert.deepEqual([answer.status, answer.stderr], [0, '']);
    assert.match(answer.stdout, /^Usage: npm run --silent cli -- /);
    assert.match(answer.stdout, /keys create ORG --environment live\|test/);
    assert.equal(/organizations create/.test(answer.stdout), !args.includes('keys'));
  }
});

test('audit verify proves the chain, tells its head, and finds a changed line', async () => {
  const sound = await done('audit', 'verify');
  assert.equal(sound.valid, true);
  assert.ok(sound.sealed > 0);
  assert.equal((await done('audit', 'verify', '--head', sound.head)).valid, true);
  await refused(2, /--head must be/, 'audit', 'verify', '--head', 'abc');
  const unknown = await cli(['audit', 'verify', '--head', '0'.repeat(64), '--json']);
  assert.equal(unknown.status, 1);
  assert.match(unknown.stderr, /kept outside/);

  const { db } = service.services;
  await db.query(sql`alter table audit_entries disable trigger audit_entries_append_only`);
  const [line] = await db.query<{ id: string }>(
    sql`update audit_entries set actor_id = 'cli:nobody' where id = (select min(id) from audit_entries) returning id`,
  );
  const broken = await cli(['audit', 'verify', '--json']);
  assert.equal(broken.status, 1);
  assert.ok(broken.stderr.includes(line?.id ?? '?'), broken.stderr);
  assert.equal(JSON.parse(broken.stdout).valid, false);
});

test('ledger verify proves the sums, and finds a balance that is not their sum', async () => {
  assert.deepEqual(await done('ledger', 'verify'), { valid: true, faults: [] });
  await service.services.db.query(
    sql`update credit_balances set available = available + 1 where organization_id = ${service.organizationId} and environment = 'LIVE'`,
  );
  const broken = await cli(['ledger', 'verify', '--json']);
  assert.equal(broken.status, 1);
  assert.ok(broken.stderr.includes(service.organizationId));
  assert.equal(JSON.parse(broken.stdout).faults.length, 1);
});

test('secrets rotate: with MASTER_KEY the new key comes from a file, and only it opens the database then', async () => {
  const fresh = Buffer.alloc(32, 9).toString('base64');
  const path = join(folder, 'new.key');
  await writeFile(path, fresh, { mode: 0o600 });
  await refused(1, /MASTER_KEY is set/, 'secrets', 'rotate');
  await refused(1, /There is no file/, 'secrets', 'rotate', '--new-key-file', join(folder, 'none'));
  assert.equal((await done('secrets', 'rotate', '--new-key-file', path)).dataKeys, 1);
  assert.equal((await cli(['organizations', 'list'])).status, 1);
  assert.equal((await cli(['organizations', 'list'], { MASTER_KEY: fresh })).status, 0);
  assert.equal((await service.call({ path: '/auth/me' })).status, 200, 'a running server goes on');
  await writeFile(path, masterKey);
  const back = await cli(['secrets', 'rotate', '--new-key-file', path], { MASTER_KEY: fresh });
  assert.equal(back.status, 0, back.stderr);
  assert.doesNotMatch(back.stdout + back.stderr, new RegExp(`${fresh.slice(0, 20)}|${masterKey.slice(0, 20)}`));
  assert.equal((await readFile(path, 'utf8')).trim(), masterKey);
});

test('the secret of callbacks is told, the same each time, one for each environment', async () => {
  const tell = async (environment: string): Promise<string> =>
    (await done('webhooks', 'callback-secret', service.organizationId, '--environment', environment)).secret;
  const live = await tell('live');
  assert.match(live, /^whsec_/);
  assert.equal(await tell('live'), live);
  assert.notEqual(await tell('test'), live);
  await refused(1, /There is no organisation/, 'webhooks', 'callback-secret', 'org_none', '--environment', 'live');
});

test('an import of what cannot be read says so', async () => {
  await refused(1, /cannot be read/, 'news', 'import', 'rss', 'nothing.xml');
  await refused(1, /cannot be read/, 'chain', 'import', 'utxo-ndjson', 'nothing.ndjson', '--blockchain', 'BTC');
  await refused(1, /cannot be read/, 'labels', 'import', 'csv', 'nothing.csv');
});

test('lists import --organization makes a blocklist that is one organisation’s alone', async () => {
  const path = join(folder, 'own.csv');
  await writeFile(path, 'id,schema,name,categories,remarks\nx1,PERSON,Ambrosius Tintagel,BLOCKLIST,Chargebacks\n');
  const options = ['--organization', service.organizationId];
  const made = await done('lists', 'import', 'csv', path, ...options);
  assert.deepEqual([made.version, made.entities], [1, 1]);
  const { data } = (await service.call({ path: '/aml/blocklist' })).json;
  assert.deepEqual(
    data.map((row: { name: string; reason: string }) => [row.name, row.reason]),
    [['Ambrosius Tintagel', 'Chargebacks']],
  );
  const { lists } = await done('lists', 'status');
  assert.ok(lists.every(({ dataset }: { dataset: string }) => !dataset.startsWith('blocklist')));
  await done('lists', 'import', 'csv', path, ...options, '--environment', 'test');
  await refused(1, /There is no organisation/, 'lists', 'import', 'csv', path, '--organization', 'org_none');
  await refused(2, /own list is imported as csv/, 'lists', 'import', 'un-xml', path, ...options);
  await refused(2, /--dataset does not go/, 'lists', 'import', 'csv', path, ...options, '--dataset', 'x');
  await refused(2, /goes with --organization/, 'lists', 'import', 'csv', path, '--environment', 'live');
});

test('news import takes articles in once, and refuses a cut file', async () => {
  const item = (name: string, text: string): string =>
    `<item><title>Court report</title><link>https://news.example.org/${name}</link><description>${text}</description></item>`;
  const feed = `<?xml version="1.0"?><rss version="2.0"><channel><title>The Daily Example</title>
    ${item('a', 'Aurelio Brandvik was convicted of money laundering on Monday.')}
    ${item('b', 'Hester Quillfeather was acquitted of fraud on Monday.')}</channel></rss>`;
  const path = join(folder, 'feed.xml');
  await writeFile(path, feed);
  const first = await done('news', 'import', 'rss', path);
  assert.deepEqual([first.version, first.articles, first.added, first.entities], [1, 2, 2, 1]);
  const again = await done('news', 'import', 'rss', path);
  assert.deepEqual([again.version, again.known, again.unchanged], [1, 2, true]);
  await writeFile(path, feed.slice(0, -40));
  await refused(1, /feed\.xml/, 'news', 'import', 'rss', path);
  await refused(2, /FORMAT is "xml"/, 'news', 'import', 'xml', path);
  const lists = await done('lists', 'status');
  const news = lists.lists.find((list: { dataset: string }) => list.dataset === 'news');
  assert.deepEqual([news.version, news.checks, news.refused > 0], [1, ['ADVERSE_MEDIA'], true]);
});

test('as a process: one JSON document on standard output, reasons on standard error, and the status', async () => {
  const run = (...args: string[]) =>
    new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve, reject) => {
      const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
        env: { ...process.env, DATABASE_URL: service.databaseUrl, DATA_DIR: folder, MASTER_KEY: masterKey },
      });
      let [stdout, stderr] = ['', ''];
      child.stdout.on('data', (bytes: Buffer) => (stdout += bytes.toString()));
      child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
      child.on('error', reject);
      child.on('close', (status) => resolve({ status, stdout, stderr }));
    });
  const listed = await run('--json', 'organizations', 'list');
  assert.deepEqual([listed.status, listed.stderr], [0, '']);
  assert.ok(JSON.parse(listed.stdout).organizations.length > 0);
  assert.equal((await run('keys', 'revoke', 'key_x')).status, 1);
  assert.equal((await run('keys', 'revoke')).status, 2);
});

test('checks replay says that there is no such check', async () => {
  await refused(1, /There is no wallet check chk_none/, 'checks', 'replay', 'chk_none');
});

test('screenings replay makes a past decision again, whosever it is', async () => {
  const file = join(folder, 'replayed.csv');
  await writeFile(file, 'id,name,schema,categories\nr1,Anatol Wisniewski,PERSON,SANCTIONS\n');
  const list = await done('lists', 'import', 'csv', file, '--dataset', 'replayed');
  assert.equal(list.entities, 1);
  const body = {
    subject: { type: 'PERSON', name: 'Anatol Wisniewski' },
    datasets: ['replayed'],
    checks: ['SANCTIONS'],
  };
  const made = await service.call({ path: '/aml/screenings', body });
  assert.equal(made.json.data.matchCount, 1, made.text);
  const { screeningId } = made.json.data;
  await writeFile(file, 'id,name,schema,categories\nr1,Somebody Else,PERSON,SANCTIONS\n');
  assert.equal((await done('lists', 'import', 'csv', file, '--dataset', 'replayed')).changed, 1);
  const replayed = await done('screenings', 'replay', screeningId);
  assert.deepEqual([replayed.screeningId, replayed.identical], [screeningId, true]);
  await service.services.db.query(
    sql`update aml_screenings set detail = replace(detail::text, 'Wisniewski', 'Wisniewsky')::json where id = ${screeningId}`,
  );
  await refused(1, /comes out different from the same lists, from character \d+/, 'screenings', 'replay', screeningId);
  await refused(1, /There is no screening scr_none/, 'screenings', 'replay', 'scr_none');
});

test('policies set takes a policy of an organisation, or names every fault; show prints what is in force', async () => {
  const { organizationId: org } = await done('organizations', 'create', '--name', 'Own policy');
  const file = join(folder, 'policy.json');
  assert.equal((await done('policies', 'show', org)).own, false);
  await writeFile(
    file,
    JSON.stringify({ version: 'own-1', categories: { GAMBLING: { weight: 120 } }, levels: { LOW: 1 } }),
  );
  await refused(1, /\/levels\/LOW is nothing that a policy has/, 'policies', 'set', org, file);
  await writeFile(file, JSON.stringify({ version: 'own-1', categories: { GAMBLING: { weight: 120 } } }));
  await refused(1, /\/categories\/GAMBLING\/weight must be a whole number from 0 to 100/, 'policies', 'set', org, file);
  await writeFile(file, '{');
  await refused(1, /is no valid JSON/, 'policies', 'set', org, file);
  await refused(1, /There is no organisation/, 'policies', 'set', 'org_none', 'default');
  await writeFile(file, JSON.stringify({ version: 'own-1', categories: { GAMBLING: { weight: 90 } } }));
  const set = await done('policies', 'set', org, file);
  assert.match(set.hash, /^[0-9a-f]{64}$/);
  const shown = await done('policies', 'show', org);
  assert.deepEqual([shown.version, shown.hash, shown.own], ['own-1', set.hash, true]);
  assert.equal(shown.policy.categories.GAMBLING.weight, 90);
  assert.equal((await done('policies', 'set', org, 'default')).own, false);
});
