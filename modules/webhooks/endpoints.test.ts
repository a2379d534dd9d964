import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import Schema from 'typebox/schema';
import { EVENT_PAYLOADS, EVENT_TYPES } from '../../contract/events.ts';
import { createWebhook, getWebhook, webhookOperations } from '../../contract/webhooks.ts';
import { sql } from '../../platform/database/sql.ts';
import { startTestService, type TestService } from '../../server/testing.ts';
import { EXAMPLE_EVENTS } from './index.ts';

const url = 'https://93.184.216.34/hooks';

describe('endpoints', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService({
      role: { api: true, worker: false },
      env: { WEBHOOK_SOURCE_ADDRESSES: '203.0.113.10, 203.0.113.11,203.0.113.12' },
    });
  });
  after(() => service.close());

  const create = async (body: Record<string, unknown> = {}) => {
    const response = await service.call({ path: '/webhooks', body: { url, events: ['kyt.check_completed'], ...body } });
    assert.equal(response.status, 201, response.text);
    return response.json.data;
  };

  test('creation shows the secret once, and never again', async () => {
    const made = await create({ description: 'Onboarding' });
    assert.ok(Schema.Check(createWebhook.data, made));
    assert.match(made.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.equal(made.status, 'ACTIVE');
    const read = await service.call({ path: `/webhooks/${made.webhookId}` });
    assert.equal(read.status, 200);
    assert.ok(Schema.Check(getWebhook.data, read.json.data));
    const { secret, ...rest } = made;
    assert.deepEqual(read.json.data, rest);
    const list = await service.call({ path: '/webhooks' });
    const patched = await service.call({
      method: 'PATCH',
      path: `/webhooks/${made.webhookId}`,
      body: { events: ['*'] },
    });
    for (const text of [read.text, list.text, patched.text]) assert.ok(!text.includes(secret));
    const rows = await service.services.db.query<{ sealed: Buffer }>(
      sql`select sealed_secret as sealed from webhook_endpoints where id = ${made.webhookId}`,
    );
    assert.ok(rows[0] && !rows[0].sealed.includes(secret));
  });

  test('a chosen secret is taken as it is', async () => {
    assert.equal((await create({ secret: 'sixteen letters!' })).secret, 'sixteen letters!');
  });

  const refused: readonly [string, Record<string, unknown>, string][] = [
    ['HTTP', { url: 'http://93.184.216.34/hooks' }, 'WEBHOOK_URL_NOT_HTTPS'],
    ['a loopback address in decimal', { url: 'https://2130706433/' }, 'WEBHOOK_URL_NOT_ALLOWED'],
    ['an inner IPv6 address', { url: 'https://[::ffff:10.0.0.1]/' }, 'WEBHOOK_URL_NOT_ALLOWED'],
    ['no address', { url: 'hooks' }, 'VALIDATION_ERROR'],
    ['no events', { events: [] }, 'VALIDATION_ERROR'],
    ['an unknown event', { events: ['kyt.unknown'] }, 'VALIDATION_ERROR'],
    ['an event twice', { events: ['*', '*'] }, 'VALIDATION_ERROR'],
    ['a short secret', { secret: 'fifteen letters' }, 'VALIDATION_ERROR'],
    ['a secret of 257 characters', { secret: 'x'.repeat(257) }, 'VALIDATION_ERROR'],
    ['an unknown field', { filter: 'x' }, 'VALIDATION_ERROR'],
    ['a status', { status: 'ACTIVE' }, 'VALIDATION_ERROR'],
  ];
  for (const [what, body, code] of refused) {
    test(`${what} is refused as ${code}`, async () => {
      const response = await service.call({ path: '/webhooks', body: { url, events: ['*'], ...body } });
      assert.equal(response.status, 400);
      assert.equal(response.json.error.code, code);
      assert.ok(response.json.error.details.issues[0].path.length > 1);
    });
  }

  test('PATCH changes address, events, description and status, and checks the address again', async () => {
    const { webhookId } = await create({ description: 'old' });
    const path = `/webhooks/${webhookId}`;
    const body = { url: 'https://93.184.216.34/other', events: ['*'], description: null, status: 'DISABLED' };
    const changed = await service.call({ method: 'PATCH', path, body });
    assert.equal(changed.status, 200);
    const { data } = changed.json;
    assert.deepEqual({ url: data.url, events: data.events, description: data.description, status: data.status }, body);
    const inner = await service.call({ method: 'PATCH', path, body: { url: 'https://10.1.2.3/' } });
    assert.equal(inner.json.error.code, 'WEBHOOK_URL_NOT_ALLOWED');
    for (const wrong of [{}, { status: 'FAILED' }, { secret: 'x'.repeat(20) }]) {
      assert.equal((await service.call({ method: 'PATCH', path, body: wrong })).status, 400);
    }
    assert.equal((await service.call({ path })).json.data.url, body.url);
  });

  test('DELETE removes it', async () => {
    const { webhookId } = await create();
    const path = `/webhooks/${webhookId}`;
    const removed = await service.call({ method: 'DELETE', path });
    assert.equal(removed.status, 200);
    assert.deepEqual(removed.json.data, { webhookId, deleted: true });
    assert.equal((await service.call({ method: 'DELETE', path })).status, 404);
    assert.equal((await service.call({ path })).status, 404);
  });

  test('another organisation, another environment and a key without the scope see nothing', async () => {
    const { webhookId } = await create();
    const other = await service.addOrganization();
    const paths: [string, string, unknown?][] = [
      ['GET', ''],
      ['PATCH', '', { events: ['*'] }],
      ['DELETE', ''],
      ['POST', '/test', { event: 'kyt.check_completed' }],
      ['GET', '/deliveries'],
      ['POST', '/deliveries/dlv_01k9x2v7q8e5m3r4t6y8z0a1b2/redeliver', {}],
      ['POST', '/recover', { since: '2026-01-01T00:00:00Z' }],
      ['POST', '/secret/rotate', {}],
      ['POST', '/secret/promote', {}],
    ];
    const unscoped = await service.addKey(service.organizationId, 'LIVE', ['aml:read']);
    const reader = await service.addKey(service.organizationId, 'LIVE', ['webhooks:read']);
    for (const [method, rest, body] of paths) {
      const request = { method, path: `/webhooks/${webhookId}${rest}`, body };
      assert.equal((await service.call({ ...request, key: other.liveKey })).status, 404, `${method} ${rest}`);
      assert.equal((await service.call({ ...request, environment: 'TEST' })).status, 404, `${method} ${rest}`);
      assert.equal((await service.call({ ...request, key: unscoped })).status, 403, `${method} ${rest}`);
      if (method !== 'GET') assert.equal((await service.call({ ...request, key: reader })).status, 403);
    }
    assert.equal((await service.call({ path: `/webhooks/${webhookId}` })).status, 200);
  });

  test('the list pages, filters and counts exactly', async () => {
    const other = await service.addOrganization();
    const key = other.liveKey;
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      const made = await service.call({ path: '/webhooks', body: { url, events: ['*'] }, key });
      ids.unshift(made.json.data.webhookId);
    }
    await service.call({ method: 'PATCH', path: `/webhooks/${ids[1]}`, body: { status: 'DISABLED' }, key });
    const seen: string[] = [];
    let query = '?limit=2';
    for (;;) {
      const page = (await service.call({ path: `/webhooks${query}`, key })).json;
      assert.equal(page.pagination.total, 5);
      seen.push(...page.data.map((item: { id: string }) => item.id));
      if (!page.pagination.hasMore) break;
      query = `?limit=2&cursor=${page.pagination.nextCursor}`;
    }
    assert.deepEqual(seen, ids);
    const disabled = (await service.call({ path: '/webhooks?status=DISABLED', key })).json;
    assert.deepEqual([disabled.pagination.total, disabled.data[0].id], [1, ids[1]]);
    assert.equal((await service.call({ path: '/webhooks?status=GONE', key })).status, 400);
    assert.equal((await service.call({ path: '/webhooks?sortBy=url', key })).status, 400);
  });

  test('source addresses are listed', async () => {
    const response = await service.call({ path: '/webhooks/source-addresses' });
    assert.deepEqual(response.json.data, { sourceAddresses: ['203.0.113.10', '203.0.113.11', '203.0.113.12'] });
  });

  test('rotation shows the new secret once; promotion ends the overlap', async () => {
    const made = await create();
    const rotate = (body: unknown) => service.call({ path: `/webhooks/${made.webhookId}/secret/rotate`, body });
    const first = (await rotate({ overlapSeconds: 60 })).json.data;
    assert.match(first.secret, /^whsec_/);
    assert.notEqual(first.secret, made.secret);
    const left = Date.parse(first.previousSecretExpiresAt) - Date.now();
    assert.ok(left > 50_000 && left <= 60_000);
    const promoted = await service.call({ path: `/webhooks/${made.webhookId}/secret/promote`, method: 'POST' });
    assert.equal(promoted.status, 200);
    assert.equal(promoted.json.data.previousSecretExpiresAt, null);
    assert.ok(!promoted.text.includes(first.secret));
    assert.equal((await rotate({ overlapSeconds: 0 })).json.data.previousSecretExpiresAt, null);
    assert.equal((await rotate({ overlapSeconds: 604_801 })).status, 400);
    assert.equal((await rotate({ secret: 'short' })).status, 400);
    const rows = await service.services.db.query<{ previous: Buffer | null }>(
      sql`select sealed_previous_secret as previous from webhook_endpoints where id = ${made.webhookId}`,
    );
    assert.equal(rows[0]?.previous, null);
  });

  test('repeated with its Idempotency-Key, creation gives the same secret and one endpoint', async () => {
    const request = {
      path: '/webhooks',
      body: { url, events: ['*'] },
      headers: { 'idempotency-key': 'webhook-1' },
      key: (await service.addOrganization()).liveKey,
    };
    const [first, second] = [await service.call(request), await service.call(request)];
    assert.equal(first.text, second.text);
    assert.equal(second.headers.get('idempotency-replayed'), 'true');
    assert.equal((await service.call({ path: '/webhooks', key: request.key })).json.pagination.total, 1);
  });
});

test('every example of the contract and every example event is valid', () => {
  for (const { operationId, body, data, examples } of webhookOperations as readonly (typeof createWebhook)[]) {
    if (examples?.request) assert.ok(Schema.Check(body, examples.request), operationId);
    if (examples?.response) assert.ok(Schema.Check(data, examples.response), operationId);
  }
  for (const type of EVENT_TYPES) assert.ok(Schema.Check(EVENT_PAYLOADS[type], EXAMPLE_EVENTS[type]), type);
});
