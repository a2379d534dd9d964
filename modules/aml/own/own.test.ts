import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Compile } from 'typebox/compile';
import { OPERATIONS } from '../../../contract/index.ts';
import { envelopeOf } from '../../../contract/openapi.ts';
import { sql } from '../../../platform/database/sql.ts';
import { eventually, startTestService, type TestResponse, type TestService } from '../../../server/testing.ts';
import { importList, replayScreening } from '../index.ts';
import { eventsOf, importText, listOf, screen, served } from '../testing.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
  await importText(
    service,
    listOf([
      { id: 'o1', name: 'Evaristo Pendragon', birthDates: '1970-05-05', programs: 'EX-A' },
      { id: 'o2', name: 'Nobody Inparticular' },
    ]),
  );
  await served(service, 'csv', 1);
});
after(async () => service.close());

type More = Partial<Parameters<TestService['call']>[0]>;
const block = (name: string, more: More = {}): Promise<TestResponse> =>
  service.call({
    path: '/aml/blocklist',
    body: { subject: { type: 'PERSON', name }, reason: 'Fraud in our own books.' },
    ...more,
  });
const found = async (name: string, body: Record<string, unknown> = {}, more: More = {}) => {
  const answer = await screen(service, { subject: { type: 'PERSON', name }, ...body }, more);
  assert.equal(answer.status, 201, answer.text);
  return answer.json.data;
};
const adheres = (operationId: string, answer: TestResponse): void => {
  const operation = OPERATIONS.find((other) => other.operationId === operationId);
  assert.ok(operation);
  const check = Compile(envelopeOf(operation));
  assert.ok(check.Check(answer.json), JSON.stringify(check.Errors(answer.json)));
};

test('who is on the own blocklist is found from the next request on, with reason and version, by nobody else', async () => {
  const added = await block('Ruprecht Kaltenegger-Voss');
  assert.equal(added.status, 201, added.text);
  adheres('createBlocklistEntry', added);
  const { entryId } = added.json.data;
  const record = await found('Ruprecht Kaltenegger-Voss');
  assert.equal(record.matchCount, 1);
  assert.equal(record.riskLevel, 'MEDIUM');
  const [match] = record.matches;
  assert.deepEqual([match.dataset, match.entityId, match.categories], ['blocklist', entryId, ['BLOCKLIST']]);
  assert.equal(match.sources[0].record.reason, 'Fraud in our own books.');
  const stamp = record.datasets.find(({ dataset }: { dataset: string }) => dataset === 'blocklist');
  assert.deepEqual([stamp.version, stamp.entities], [1, 1]);
  assert.deepEqual(
    (await eventsOf(service, record.screeningId)).map(({ type }) => type),
    ['aml.screening_completed', 'aml.match_found'],
  );

  // A second entry is a version more; the third screening finds it at once.
  assert.equal((await block('Ottoline Marchbanks-Frey')).status, 201);
  assert.equal((await found('Ottoline Marchbanks-Frey')).datasets.at(-1).version, 2);

  // Another organisation, the sandbox, and checks that do not look at it.
  const other = await service.addOrganization();
  assert.equal((await found('Ruprecht Kaltenegger-Voss', {}, { key: other.liveKey })).matchCount, 0);
  const sandbox = await found('Ruprecht Kaltenegger-Voss', {}, { environment: 'TEST' });
  assert.equal(sandbox.matchCount, 0);
  assert.equal((await found('Ruprecht Kaltenegger-Voss', { datasets: ['csv'] })).matchCount, 0);
  assert.equal((await found('Ruprecht Kaltenegger-Voss', { datasets: ['csv', 'blocklist'] })).matchCount, 1);
  const alone = await screen(service, { subject: { type: 'PERSON', name: 'A B' }, datasets: ['blocklist'] });
  assert.equal(alone.status, 503, 'a blocklist alone makes no sanctions check');

  // As it was is made again, byte for byte, after the entry is gone.
  const tenant = { organizationId: service.organizationId, environment: 'LIVE' as const };
  const removed = await service.call({ method: 'DELETE', path: `/aml/blocklist/${entryId}` });
  assert.deepEqual(removed.json.data, { entryId, deleted: true });
  adheres('deleteBlocklistEntry', removed);
  assert.equal((await found('Ruprecht Kaltenegger-Voss')).matchCount, 0);
  const replay = await replayScreening(service.services, tenant, record.screeningId);
  assert.equal(replay.recomputed, replay.recorded);
  assert.equal(replay.identical, true);
});

test('the blocklist is a list as any other, and listed among the datasets of its organisation alone', async () => {
  const org = await service.addOrganization();
  const more = { key: org.liveKey };
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) ids.push((await block(`Listed Party ${n}`, more)).json.data.entryId);
  const page = await service.call({ path: '/aml/blocklist?limit=2', ...more });
  adheres('listBlocklist', page);
  assert.equal(page.json.pagination.total, 5);
  const seen = page.json.data.map((row: { entryId: string }) => row.entryId);
  for (let cursor = page.json.pagination.nextCursor; cursor;) {
    const next = await service.call({ path: `/aml/blocklist?limit=2&cursor=${cursor}`, ...more });
    seen.push(...next.json.data.map((row: { entryId: string }) => row.entryId));
    cursor = next.json.pagination.nextCursor;
  }
  assert.deepEqual(seen, ids.toReversed());
  const one = await service.call({ path: `/aml/blocklist/${ids[0]}`, ...more });
  adheres('getBlocklistEntry', one);
  assert.equal(one.json.data.name, 'Listed Party 0');
  const lists = await service.call({ path: '/aml/datasets', ...more });
  adheres('listDatasets', lists);
  assert.deepEqual(
    lists.json.data.map(({ dataset, version, checks }: Record<string, unknown>) => [dataset, version, checks]),
    [
      ['blocklist', 5, []],
      ['csv', 1, ['SANCTIONS']],
    ],
  );
  const foreign = await service.addOrganization();
  for (const request of [{}, { method: 'DELETE' }]) {
    for (const who of [{ key: foreign.liveKey }, { key: org.testKey, environment: 'TEST' as const }]) {
      const answer = await service.call({ path: `/aml/blocklist/${ids[0]}`, ...request, ...who });
      assert.equal(answer.status, 404, answer.text);
    }
  }
  assert.equal((await service.call({ path: '/aml/blocklist', key: foreign.liveKey })).json.pagination.total, 0);
  assert.equal((await service.call({ method: 'DELETE', path: `/aml/blocklist/${ids[0]}`, ...more })).status, 200);
  assert.equal((await service.call({ method: 'DELETE', path: `/aml/blocklist/${ids[0]}`, ...more })).status, 404);
  const reader = { key: await service.addKey(org.organizationId, 'LIVE', ['aml:read']) };
  assert.equal((await block('Not Allowed', reader)).status, 403);
  assert.equal((await block('\u200b', more)).json.error.details.issues[0].path, '/subject/name');
  const sandboxed = await block('Only Pretended', { key: org.testKey, environment: 'TEST' });
  assert.equal(sandboxed.status, 201, sandboxed.text);
});

test('entries added at once are all there, each in a version of its own', async () => {
  const org = await service.addOrganization();
  const more = { key: org.liveKey };
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => block(`Concurrent Party ${n}`, more)));
  assert.ok(answers.every(({ status }) => status === 201));
  assert.equal((await service.call({ path: '/aml/blocklist', ...more })).json.pagination.total, 12);
  const record = await found('Concurrent Party 7', {}, more);
  assert.deepEqual([record.datasets.at(-1).version, record.datasets.at(-1).entities], [12, 12]);
});

test('an organisation’s list is imported whole, and replaces what was there', async () => {
  const org = await service.addOrganization();
  const more = { key: org.liveKey };
  await block('Added Before Import', more);
  const owner = { organizationId: org.organizationId, environment: 'LIVE' as const };
  const folder = await mkdtemp(join(tmpdir(), 'own-list-'));
  try {
    const path = join(folder, 'own.csv');
    await writeFile(
      path,
      listOf([
        { id: 'i1', name: 'Imported Firstling', remarks: 'Chargebacks.', aliases: 'Imp Firstling' },
        { id: 'i2', name: 'Imported Secondling', categories: 'PEP' },
      ]),
    );
    const result = await importList(service.services, { format: 'csv', paths: [path], owner });
    assert.deepEqual([result.version, result.entities, result.removed], [2, 2, 1]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const record = await found('Imported Firstling', {}, more);
  assert.deepEqual(record.matches[0].categories, ['BLOCKLIST']);
  assert.equal((await found('Added Before Import', {}, more)).matchCount, 0);
  assert.equal((await found('Imported Firstling')).matchCount, 0, 'nobody else is screened against it');
  const { data } = (await service.call({ path: '/aml/blocklist?order=asc', ...more })).json;
  const first = data.find((row: { name: string }) => row.name === 'Imported Firstling');
  assert.deepEqual([first.reason, first.aliases], ['Chargebacks.', ['Imp Firstling']]);
  await assert.rejects(importList(service.services, { format: 'csv', paths: ['x'], dataset: 'blocklist' }), RangeError);
});

test('monitors are told of changes to the own list, those of the organisation alone', async () => {
  const other = await service.addOrganization();
  const watch = async (more: More = {}): Promise<string> => {
    const body = { subject: { type: 'PERSON', name: 'Griselda Abendroth-Kunz' } };
    return (await service.call({ path: '/aml/monitors', body, ...more })).json.data.monitoringId;
  };
  const [mine, theirs] = [await watch(), await watch({ key: other.liveKey })];
  const { entryId } = (await block('Griselda Abendroth-Kunz')).json.data;
  await eventually(async () => (await eventsOf(service, mine)).length > 0);
  const [alert] = await eventsOf(service, mine);
  const told = alert?.data['newMatches'] as { dataset: string; entityId: string }[];
  assert.deepEqual(
    told.map(({ dataset, entityId }) => [dataset, entityId]),
    [['blocklist', entryId]],
  );
  await service.call({ method: 'DELETE', path: `/aml/blocklist/${entryId}` });
  await eventually(async () => {
    const rows = await service.services.db.query(
      sql`select 1 from aml_monitor_matches where monitor_id = ${mine} and dataset = 'blocklist'`,
    );
    return rows.length === 0;
  });
  assert.equal((await eventsOf(service, mine)).length, 1);
  assert.equal((await eventsOf(service, theirs)).length, 0);
});

test('the allowlist takes a listed entity out before it is found, with its reason, until it changes', async () => {
  const subject = { type: 'PERSON', name: 'Evaristo Pendragon', dateOfBirth: '1970-05' };
  const hit = (await screen(service, { subject })).json.data;
  assert.equal(hit.matchCount, 1);
  const body = { subject, dataset: 'csv', entityId: 'o1', reason: 'Our plumber; seen in person.' };
  const added = await service.call({ path: '/aml/allowlist', body });
  assert.equal(added.status, 201, added.text);
  adheres('createAllowlistEntry', added);
  const { entryId } = added.json.data;
  assert.equal(added.json.data.matchId, hit.matches[0].matchId);

  const answer = await screen(service, { subject });
  adheres('createScreening', answer);
  const record = answer.json.data;
  assert.equal(record.matchCount, 0);
  assert.equal(record.suppressed.length, 1);
  assert.deepEqual(
    { ...record.suppressed[0].suppressedBy, resolvedAt: null },
    { entryId, screeningId: null, reason: body.reason, resolvedAt: null },
  );
  const tenant = { organizationId: service.organizationId, environment: 'LIVE' as const };
  assert.equal((await replayScreening(service.services, tenant, record.screeningId)).identical, true);
  // Somebody else of that name is found as before.
  assert.equal((await screen(service, { subject: { ...subject, dateOfBirth: '1970-05-05' } })).json.data.matchCount, 1);
  const foreign = await service.addOrganization();
  assert.equal((await screen(service, { subject }, { key: foreign.liveKey })).json.data.matchCount, 1);

  // Entered again, it is the same entry; a decision about a found match is in the list too.
  const again = await service.call({ path: '/aml/allowlist', body: { ...body, reason: 'Seen again.' } });
  assert.equal(again.json.data.entryId, entryId);
  const second = (await screen(service, { subject: { ...subject, dateOfBirth: '1970' } })).json.data;
  const path = `/aml/screenings/${second.screeningId}/matches/${second.matches[0].matchId}/resolution`;
  await service.call({ path, body: { decision: 'FALSE_POSITIVE', reason: 'Another.' } });
  const list = await service.call({ path: '/aml/allowlist' });
  adheres('listAllowlist', list);
  assert.deepEqual(
    list.json.data.map((row: Record<string, unknown>) => [row['screeningId'], row['reason']]),
    [
      [second.screeningId, 'Another.'],
      [null, 'Seen again.'],
    ],
  );
  assert.equal(list.json.pagination.total, 2);
  const read = await service.call({ path: `/aml/allowlist/${entryId}` });
  adheres('getAllowlistEntry', read);
  assert.equal((await service.call({ path: `/aml/allowlist/${entryId}`, key: foreign.liveKey })).status, 404);

  // What the list says of the entity changes: it is found again, and says so.
  await importText(
    service,
    listOf([
      { id: 'o1', name: 'Evaristo Pendragon', birthDates: '1970-05-05', programs: 'EX-A;EX-B' },
      { id: 'o2', name: 'Nobody Inparticular' },
    ]),
  );
  await served(service, 'csv', 2);
  const reopened = (await screen(service, { subject })).json.data;
  assert.deepEqual([reopened.matchCount, reopened.matches[0].reopened, reopened.suppressed.length], [1, true, 0]);
  assert.equal((await replayScreening(service.services, tenant, reopened.screeningId)).identical, true);

  const gone = await service.call({ method: 'DELETE', path: `/aml/allowlist/${entryId}` });
  adheres('deleteAllowlistEntry', gone);
  assert.equal((await service.call({ method: 'DELETE', path: `/aml/allowlist/${entryId}` })).status, 404);
  assert.equal((await screen(service, { subject })).json.data.matches[0].reopened, false);
});

test('an allowlist entry names somebody and a listed entity that there is', async () => {
  const subject = { type: 'PERSON', name: 'Evaristo Pendragon' };
  const cases: [Record<string, unknown>, string][] = [
    [{ dataset: 'csv', entityId: 'o1' }, '/applicantId'],
    [{ subject, applicantId: 'app_x', dataset: 'csv', entityId: 'o1' }, '/subject'],
    [{ subject, dataset: 'csv', entityId: 'nobody' }, '/entityId'],
    [{ subject, dataset: 'nothing', entityId: 'o1' }, '/entityId'],
    [{ subject, dataset: 'csv' }, '/entityId'],
  ];
  for (const [body, path] of cases) {
    const answer = await service.call({ path: '/aml/allowlist', body: { reason: 'x', ...body } });
    assert.equal(answer.status, 400, answer.text);
    assert.equal(answer.json.error.details.issues[0].path, path, answer.text);
  }
  const unknown = { applicantId: 'app_01jq8zv3k4f6t9c2m5x7w0r1ab', dataset: 'csv', entityId: 'o1', reason: 'x' };
  assert.equal((await service.call({ path: '/aml/allowlist', body: unknown })).status, 404);

  // An applicant's, in the sandbox, where the list is simulated.
  const person = { firstName: 'Eva', lastName: 'Sanctioned' };
  const sandbox = { environment: 'TEST' as const };
  const { applicantId } = (await service.call({ path: '/applicants', body: person, ...sandbox })).json.data;
  const body = { applicantId, dataset: 'sandbox', entityId: 'sandbox-1', reason: 'x' };
  const added = await service.call({ path: '/aml/allowlist', body, ...sandbox });
  assert.equal(added.json.data.applicantId, applicantId, added.text);
  const record = (await screen(service, { applicantId }, sandbox)).json.data;
  assert.deepEqual([record.matchCount, record.suppressed.length, record.riskLevel], [0, 1, 'LOW']);
  await service.call({ method: 'DELETE', path: `/applicants/${applicantId}`, ...sandbox });
  const left = await service.call({ path: `/aml/allowlist?applicantId=${applicantId}`, ...sandbox });
  assert.equal(left.json.pagination.total, 0);
});
