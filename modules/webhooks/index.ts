import type { Module, Services } from '../../platform/module.ts';
import { Listener } from '../../platform/database/listen.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { describeError } from '../../platform/observability/describe-error.ts';
import { partitionSourceAddresses } from '../../platform/outbound/index.ts';
import { deliveryEndpoints, refuseDisabled } from './deliveries/routes.ts';
import { requeueFailed } from './deliveries/store.ts';
import { Attempts } from './dispatch/attempt.ts';
import { Dispatcher, type DispatcherOptions } from './dispatch/dispatcher.ts';
import { dispatchMetrics } from './dispatch/metrics.ts';
import { webhookEndpoints } from './routes.ts';
import { statusOfWebhook } from './store.ts';
import { upkeep } from './upkeep.ts';

export { callbackSecret } from './secrets.ts';
export { EXAMPLE_EVENTS } from './example-events.ts';
export type { DispatcherOptions } from './dispatch/dispatcher.ts';

/**
 * Endpoints for events and the delivery of events to them. Workers deliver; every process answers the API.
 * @param options for tests: other delays and leases
 */
export function webhooksModule(services: Services, options: DispatcherOptions = {}): Module {
  const { config, db, log } = services;
  const { local, elsewhere } = partitionSourceAddresses(config.webhookSourceAddresses);
  const attempts = new Attempts(services, local);
  const metrics = dispatchMetrics(services);
  let dispatcher: Dispatcher | null = null;
  let listener: Listener | null = null;
  return {
    name: 'webhooks',
    endpoints: [...webhookEndpoints(services), ...deliveryEndpoints(services, attempts)],
    tasks: { 'webhooks.upkeep': () => upkeep(services) },
    schedules: [{ task: 'webhooks.upkeep', cron: '* * * * *' }],
    async start(role) {
      if (config.webhookAllowHttp) log.warn('WEBHOOK_ALLOW_HTTP is on: deliveries may go over unencrypted HTTP');
      if (config.webhookAllowPrivate) log.warn('WEBHOOK_ALLOW_PRIVATE is on: deliveries may go to private addresses');
      if (elsewhere.length > 0) {
        log.warn({ addresses: elsewhere }, 'source addresses that are not of this machine are left to the gateway');
      }
      if (!role.worker) return;
      const sending = new Dispatcher(services, attempts, metrics, options);
      dispatcher = sending;
      listener = new Listener({
        connectionString: db.connectionString,
        channel: 'webhook_deliveries',
        applicationName: 'compliance-webhooks',
        onNotice: (lane) => sending.wake(lane),
        onConnect: () => sending.wake(),
        onError: (error) => log.warn({ error: describeError(error) }, 'webhook notices are interrupted'),
      });
      await listener.start();
      sending.start();
    },
    async stop() {
      await listener?.stop();
      await dispatcher?.stop();
      attempts.close();
    },
  };
}

/**
 * For operators: queues again, with a new schedule, every delivery that failed since a moment, of one endpoint or of
 * all organisations, callbacks included. Where all are meant, endpoints that are DISABLED are left out.
 * @returns how many deliveries were queued
 * @throws ApiError for the one endpoint: NOT_FOUND, or INVALID_STATE where it is DISABLED
 */
export function recoverDeliveries(
  services: Pick<Services, 'db' | 'clock'>,
  input: { since: Date; endpointId?: string },
): Promise<number> {
  const { db, clock } = services;
  const { since, endpointId } = input;
  return db.transaction(async (transaction) => {
    if (endpointId === undefined) return requeueFailed(transaction, since, {}, clock.now());
    const status = await statusOfWebhook(transaction, endpointId);
    if (status === undefined) throw new ApiError('NOT_FOUND', `There is no endpoint ${endpointId}.`);
    refuseDisabled({ status });
    return requeueFailed(transaction, since, { endpointId }, clock.now());
  });
}
