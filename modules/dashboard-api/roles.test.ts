import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  ACTIONS,
  DASHBOARD_OPERATIONS,
  mayDo,
  PUBLIC_ACTIONS,
  reachOf,
  type Role,
  ROLES,
  SCOPE_ACTIONS,
  scopesOfRole,
} from '../../contract/dashboard/index.ts';
import { SCOPES } from '../../contract/enums.ts';
import { OPERATIONS } from '../../contract/index.ts';
import type { Operation } from '../../contract/operation.ts';
import { startTestService, type TestService } from '../../server/testing.ts';
import { type Browser, signInAs } from './testing/staff.ts';

let service: TestService;
const people = new Map<Role, Browser>();
before(async () => {
  service = await startTestService({ role: { api: true, worker: false } });
  for (const role of ROLES) people.set(role, await signInAs(service, role));
});
after(() => service?.close());

const person = (role: Role): Browser => {
  const found = people.get(role);
  assert.ok(found);
  return found;
};

test('the table: who does what where', () => {
  const decides: Role[] = ['OWNER', 'ADMIN', 'OFFICER'];
  for (const role of ROLES) {
    assert.equal(mayDo(role, 'verifications.decide', 'LIVE'), decides.includes(role), role);
    assert.equal(mayDo(role, 'team.owners', 'LIVE'), role === 'OWNER', role);
    assert.equal(mayDo(role, 'applicants.read', 'LIVE'), role !== 'DEVELOPER', role);
    assert.equal(mayDo(role, 'applicants.read', 'TEST'), true, role);
    assert.equal(mayDo(role, 'keys.write', 'LIVE'), ['OWNER', 'ADMIN', 'DEVELOPER'].includes(role), role);
  }
  const writes = ACTIONS.filter((action) => !/\.(read|open|print|try)$/.test(action));
  for (const action of writes) assert.equal(reachOf('READ_ONLY', action), 'NONE', action);
});

test('docs/dashboard.md shows the table as it is', async () => {
  const text = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'dashboard.md'), 'utf8');
  const words = { BOTH: 'yes', TEST: 'sandbox', NONE: '–' } as const;
  for (const action of ACTIONS) {
    const row = `| \`${action}\` | ${ROLES.map((role) => words[reachOf(role, action)]).join(' | ')} |`;
    assert.ok(text.includes(row), row);
  }
});

test('every call of the public API asks something of a role', () => {
  assert.deepEqual(OPERATIONS.map(({ operationId }) => operationId).toSorted(), Object.keys(PUBLIC_ACTIONS).toSorted());
});

/** A path with something in the place of each parameter that is no record. */
const filled = (path: string): string => path.replaceAll(/:[a-zA-Z]+/g, `ver_${'0'.repeat(26)}`);
/** These change who the people of this test are; they have tests of their own. */
const APART = new Set(['changeMember', 'removeMember', 'endMemberSessions', 'revokeSession', 'switchOrganization']);

async function statusOf(browser: Browser, prefix: string, operation: Operation): Promise<[number, string]> {
  const body = operation.method === 'GET' || operation.method === 'DELETE' ? undefined : {};
  const answer = await browser.ask(operation.method, `${prefix}${filled(operation.path)}`, body);
  return [answer.status, answer.json?.error?.code ?? ''];
}

/** Whether the role was let in: whatever else was wrong with an empty request is said later. */
const refused = ([status, code]: [number, string]): boolean => status === 403 && code === 'INSUFFICIENT_SCOPE';

test('a scope asks of a role all that its calls ask of it', () => {
  const asked = Map.groupBy(
    OPERATIONS.filter(({ scope }) => scope !== null),
    ({ scope }) => scope ?? SCOPES[0],
  );
  assert.deepEqual([...asked.keys()].toSorted(), SCOPES.toSorted());
  for (const [scope, operations] of asked) {
    const actions = new Set(operations.map(({ operationId }) => PUBLIC_ACTIONS[operationId]));
    assert.deepEqual([...actions].map(String).toSorted(), SCOPE_ACTIONS[scope].toSorted(), scope);
  }
  assert.deepEqual(scopesOfRole('OWNER', 'LIVE'), SCOPES);
  assert.deepEqual(scopesOfRole('DEVELOPER', 'TEST'), SCOPES);
  assert.deepEqual(scopesOfRole('DEVELOPER', 'LIVE'), [
    'webhooks:read',
    'webhooks:write',
    'credits:read',
    'keys:read',
    'keys:write',
  ]);
});

test('a key is given no scope beyond the role of its maker, whether made or rotated', async () => {
  const owners = await person('OWNER').post('/live/v3/auth/keys', { name: 'Backend', scopes: SCOPES });
  assert.equal(owners.status, 201, owners.text);
  for (const role of ROLES) {
    for (const [word, environment] of WORLDS) {
      if (!mayDo(role, 'keys.write', environment)) continue;
      const may = new Set(scopesOfRole(role, environment));
      for (const scope of SCOPES) {
        const made = await person(role).post(`/${word}/v3/auth/keys`, { name: `${role} ${scope}`, scopes: [scope] });
        const where = `${role} ${environment} ${scope}: ${made.text}`;
        assert.equal(made.status, may.has(scope) ? 201 : 403, where);
        if (!may.has(scope)) assert.deepEqual(made.json.error.details.missing, [scope], where);
      }
      const whole = await person(role).post(`/${word}/v3/auth/keys`, { name: 'without a word about scopes' });
      assert.deepEqual(whole.json.data.scopes, [...may], `${role} ${environment}: as much as may be given`);
    }
  }
  const developer = person('DEVELOPER');
  const rotated = await developer.post(`/live/v3/auth/keys/${owners.json.data.keyId}/rotate`, {});
  assert.deepEqual([rotated.status, rotated.json.error.code], [403, 'INSUFFICIENT_SCOPE'], 'nor by rotating one');
  const gone = await developer.remove(`/live/v3/auth/keys/${owners.json.data.keyId}`);
  assert.equal(gone.status, 200, 'revoking takes rights away');
});

describe('every call × every role', () => {
  for (const role of ROLES) {
    test(role, async () => {
      const browser = person(role);
      for (const operation of DASHBOARD_OPERATIONS) {
        if (APART.has(operation.operationId)) continue;
        const { action, operationId } = operation;
        const worlds = operation.place === 'ACCOUNT' ? ([['', 'LIVE']] as const) : WORLDS;
        for (const [word, environment] of worlds) {
          const told = await statusOf(browser, word === '' ? '' : `/${word}`, operation);
          const allowed = action === null || mayDo(role, action, environment);
          assert.equal(refused(told), !allowed, `${operationId} ${environment}: ${told.join(' ')}`);
          assert.ok(told[0] < 500 && told[0] !== 401, `${operationId} ${environment}: ${told.join(' ')}`);
        }
      }
      for (const operation of OPERATIONS) {
        const action = PUBLIC_ACTIONS[operation.operationId];
        assert.ok(action);
        for (const [word, environment] of WORLDS) {
          const told = await statusOf(browser, `/${word}/v3`, operation);
          assert.equal(refused(told), !mayDo(role, action, environment), `${operation.operationId} ${environment}`);
          assert.ok(told[0] < 500 || told[1].endsWith('UNAVAILABLE'), `${operation.operationId}: ${told.join(' ')}`);
        }
      }
    });
  }

  test('nobody, and an API key, get nothing', async () => {
    const { Browser } = await import('./testing/staff.ts');
    const nobody = new Browser(service);
    for (const operation of DASHBOARD_OPERATIONS) {
      const prefix = operation.place === 'ACCOUNT' ? '' : '/live';
      assert.equal((await statusOf(nobody, prefix, operation))[0], 401, operation.operationId);
    }
    const byKey = await nobody.get('/live/v3/applicants', { authorization: `Bearer ${service.liveKey}` });
    assert.equal(byKey.status, 401);
    const elsewhere = await fetch(`${new URL(service.sandbox).origin}/dashboard/api/me`);
    assert.equal(elsewhere.status, 404, 'the pages are on the production port alone');
    await elsewhere.text();
  });
});

const WORLDS = [
  ['live', 'LIVE'],
  ['test', 'TEST'],
] as const;
