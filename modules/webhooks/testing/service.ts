/** For tests: the service with an own dispatcher, whose schedule and lease can be chosen. */
import type { EventPayload, EventType } from '../../../contract/events.ts';
import type { Tenant } from '../../../platform/context.ts';
import { emitEvent } from '../../../platform/events/events.ts';
import type { Module, Services } from '../../../platform/module.ts';
import { Metrics } from '../../../platform/observability/metrics.ts';
import { EXAMPLE_EVENTS, type DispatcherOptions, webhooksModule } from '../index.ts';

export const LOOPBACK = { WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_PRIVATE: 'true' };

/** A second delivering process, as far as the database can tell. */
export async function startDelivering(services: Services, options: DispatcherOptions = {}): Promise<Module> {
  const delivering = webhooksModule({ ...services, metrics: new Metrics() }, options);
  await delivering.start?.({ worker: true, api: false });
  return delivering;
}

/** Commits one event. @returns its identifier */
export function emit<E extends EventType>(
  services: Services,
  tenant: Tenant,
  type: E,
  options: { callbackUrl?: string; data?: EventPayload<E> } = {},
): Promise<string> {
  return services.db.transaction(async (transaction) =>
    emitEvent(transaction, tenant, {
      type,
      resourceId: 'chk_01k9x2v7q8e5m3r4t6y8z0a1b6',
      data: options.data ?? (EXAMPLE_EVENTS[type] as EventPayload<E>),
      callbackUrl: options.callbackUrl ?? null,
      at: services.clock.now(),
    }),
  );
}
