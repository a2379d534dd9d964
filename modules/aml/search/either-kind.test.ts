import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually, startTestService, type TestService } from '../../../server/testing.ts';
import { eventsOf, importText, screen, served } from '../testing.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
});
after(async () => service.close());

const party = (id: string, name: string): string =>
  JSON.stringify({
    id,
    schema: 'LegalEntity',
    caption: name,
    properties: { name: [name], topics: ['sanction'] },
    datasets: ['parties'],
  });

test('a party that a list gives no kind is found as a person and as an organisation, and alerts monitors of both', async () => {
  const monitors: string[] = [];
  const first = await importText(service, `${party('open-1', 'Orsolya Testovics')}\n`, {
    format: 'ftm',
    dataset: 'parties',
  });
  await served(service, 'parties', first.version);
  for (const type of ['PERSON', 'ORGANIZATION'] as const) {
    const { json } = await screen(service, { subject: { type, name: 'Orsolya Testovics' }, checks: ['SANCTIONS'] });
    const { matches, riskLevel } = json.data as { matches: { entityId: string }[]; riskLevel: string };
    assert.deepEqual([riskLevel, matches.map(({ entityId }) => entityId)], ['CRITICAL', ['open-1']]);
    const monitor = await service.call({
      path: '/aml/monitors',
      body: { subject: { type, name: 'Brightwater Dunmore' }, checks: ['SANCTIONS'] },
    });
    monitors.push((monitor.json.data as { monitoringId: string }).monitoringId);
  }
  const vessel = await screen(service, {
    subject: { type: 'VESSEL', name: 'Orsolya Testovics' },
    checks: ['SANCTIONS'],
  });
  assert.equal((vessel.json.data as { riskLevel: string }).riskLevel, 'LOW');
  await importText(service, `${party('open-1', 'Orsolya Testovics')}\n${party('open-2', 'Brightwater Dunmore')}\n`, {
    format: 'ftm',
    dataset: 'parties',
  });
  for (const id of monitors) {
    const events = await eventually(async () => {
      const found = (await eventsOf(service, id)).filter(({ type }) => type === 'aml.monitoring_alert');
      return found.length > 0 ? found : undefined;
    }, 60_000);
    assert.equal(events.length, 1);
  }
});
