import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { verify } from '@octokit/webhooks-methods';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { sql } from '../../platform/database/sql.ts';
import { eventually, startTestService, type TestService } from '../../server/testing.ts';
import { callbackSecret } from './index.ts';
import { Receiver } from './testing/receiver.ts';
import { emit, LOOPBACK } from './testing/service.ts';

describe('delivering', () => {
  let service: TestService;
  let receiver: Receiver;
  let live: { organizationId: string; environment: 'LIVE' };

  before(async () => {
    service = await startTestService({ env: LOOPBACK });
    live = { organizationId: service.organizationId, environment: 'LIVE' };
  });
  after(() => service.close());
  beforeEach(async (context) => {
    receiver = await Receiver.start();
    if ('after' in context) context.after(() => receiver.close());
  });

  const create = async (body: Record<string, unknown> = {}): Promise<{ webhookId: string; secret: string }> => {
    const response = await service.call({ path: '/webhooks', body: { url: receiver.url, events: ['*'], ...body } });
    assert.equal(response.status, 201, response.text);
    return response.json.data;
  };

  test('an event reaches a subscribed endpoint, signed so that three libraries accept it', async () => {
    const { webhookId, secret } = await create({ events: ['kyt.sanctions_match'] });
    const eventId = await emit(service.services, live, 'kyt.sanctions_match');
    await emit(service.services, live, 'kyt.check_completed');
    const [received] = await eventually(async () => receiver.received.length > 0 && receiver.received);
    assert.ok(received);
    const { headers, body } = received;
    assert.equal(headers['content-type'], 'application/json');
    assert.equal(headers['x-service-event'], 'kyt.sanctions_match');
    assert.match(String(headers['x-service-delivery']), /^dlv_[0-9a-hjkmnp-tv-z]{26}$/);
    assert.match(String(headers['user-agent']), /^Compliance-Verification-Service/);
    assert.equal(headers['webhook-id'], headers['x-service-delivery']);

    const signature = String(headers['x-service-signature']);
    assert.equal(signature, `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
    assert.equal(await verify(secret, body.toString(), signature), true);
    const texts = headers as Record<string, string>;
    new StandardWebhook(secret).verify(body.toString(), texts);
    new SvixWebhook(secret).verify(body.toString(), {
      'svix-id': texts['webhook-id'] ?? '',
      'svix-timestamp': texts['webhook-timestamp'] ?? '',
      'svix-signature': texts['webhook-signature'] ?? '',
    });
    assert.throws(() => new StandardWebhook(secret).verify(`${body.toString()} `, texts));
    assert.throws(() => new StandardWebhook(Buffer.alloc(24).toString('base64')).verify(body.toString(), texts));

    const list = await eventually(async () => {
      const response = await service.call({ path: `/webhooks/${webhookId}/deliveries` });
      return response.json.data[0]?.status === 'SUCCEEDED' && response.json;
    });
    assert.equal(list.pagination.total, 1);
    const [record] = list.data;
    assert.equal(record.deliveryId, headers['x-service-delivery']);
    assert.equal(record.eventId, eventId);
    assert.equal(record.responseCode, 200);
    assert.equal(record.success, true);
    assert.equal('retryCount' in record, false);
    assert.equal(record.attempts.length, 1);
    assert.equal(record.attempts[0].responseBody, 'answer 200');
    assert.equal(record.attempts[0].error, null);
    assert.equal(receiver.received.length, 1);
  });

  test('a callbackUrl gets the event too, signed with the secret of the organisation', async () => {
    await emit(service.services, live, 'deepfake.job_failed', { callbackUrl: `${receiver.url}/callback?of=one` });
    const [received] = await eventually(async () => receiver.received.length > 0 && receiver.received);
    assert.equal(received?.path, '/hooks/callback?of=one');
    const secret = await callbackSecret(service.services, live);
    assert.match(secret, /^whsec_/);
    new StandardWebhook(secret).verify(received?.body.toString() ?? '', received?.headers as Record<string, string>);
    assert.notEqual(secret, await callbackSecret(service.services, { ...live, environment: 'TEST' }));
    assert.equal(secret, await callbackSecret(service.services, live));
  });

  test('the bytes sent are those of the event, in any script', async () => {
    await create();
    const data = { organizationId: 'org_x', currentBalance: 1, threshold: 2, message: 'Ünïcode — 名前 🦉 \u2028' };
    const eventId = await emit(service.services, live, 'credits.low_balance', { data });
    const [received] = await eventually(async () => receiver.received.length > 0 && receiver.received);
    const rows = await service.services.db.query<{ body: string }>(sql`select body from events where id = ${eventId}`);
    assert.equal(received?.body.toString(), rows[0]?.body);
    assert.deepEqual(JSON.parse(received?.body.toString() ?? '').data, data);
  });

  test('the other environment and other organisations get nothing', async () => {
    await create();
    const other = await service.addOrganization();
    await emit(service.services, { ...live, environment: 'TEST' }, 'kyt.check_completed');
    await emit(service.services, { ...live, organizationId: other.organizationId }, 'kyt.check_completed');
    await emit(service.services, live, 'credits.depleted');
    await eventually(async () => receiver.received.length > 0);
    assert.deepEqual(
      receiver.received.map((received) => received.headers['x-service-event']),
      ['credits.depleted'],
    );
  });
});
