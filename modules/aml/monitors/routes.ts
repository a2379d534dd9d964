import { createMonitor, deleteMonitor, getMonitor, listMonitors } from '../../../contract/aml.ts';
import { PRICES } from '../../../contract/prices.ts';
import { audit } from '../../../platform/audit/audit.ts';
import { charge } from '../../../platform/credits/ledger.ts';
import { type Endpoint, read, write } from '../../../platform/http/endpoint.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { listRequest, listTotal, toPage } from '../../../platform/http/list-request.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { requireAllowedUrl } from '../../../platform/outbound/callback.ts';
import { configurationOf } from '../checks.ts';
import { tellScreening } from '../events.ts';
import { storedName } from '../lists/datasets.ts';
import { holdVersions } from '../lists/store.ts';
import { makeScreening, screeningRules } from '../make-screening.ts';
import type { AmlServices } from '../module-services.ts';
import { putScreening } from '../store.ts';
import { watchSoon } from './jobs.ts';
import { nextMonth, presentMonitor, toKnown } from './monitor.ts';
import * as store from './store.ts';

export function monitorEndpoints(services: AmlServices): Endpoint[] {
  const { db, cursors, config } = services;
  return [
    write(
      createMonitor,
      async (call, transaction) => {
        const { body } = call;
        if (body.callbackUrl !== undefined) await requireAllowedUrl(services, body.callbackUrl, '/callbackUrl');
        const strategy = services.strategyOf(call);
        await strategy.ready();
        const configuration = configurationOf(body);
        const monitorId = newId('mon');
        const metadata = { ...body.metadata };
        const before = new Map(services.watchlists.active.map(({ dataset, version }) => [dataset, version]));
        const screened = await makeScreening(services, transaction, strategy, call, {
          whom: body,
          configuration,
          metadata,
          monitoringId: monitorId,
          at: call.now,
        });
        const { record } = screened;
        for (const { dataset, version } of screened.plan.datasets) before.set(storedName(call, dataset), version);
        const row: store.MonitorRow = {
          id: monitorId,
          organizationId: call.organizationId,
          environment: call.environment,
          status: 'ACTIVE',
          applicantId: body.applicantId ?? null,
          subjectKey: screened.head.subjectKey,
          subject: record.subject,
          configuration,
          callbackUrl: body.callbackUrl ?? null,
          metadata,
          screeningId: record.screeningId,
          lastRunAt: call.now,
          chargedAt: call.now,
          nextChargeAt: nextMonth(call.now, call.now),
          suspendedAt: null,
          endedAt: null,
          createdAt: call.now,
        };
        const live = call.environment === 'LIVE';
        const [versions] = await Promise.all([
          // A version that comes from now on finds this monitor; one that came since the search is caught up with.
          live ? holdVersions(transaction, call) : [],
          store.insertMonitor(transaction, row),
          live ? store.putKnownMatches(transaction, monitorId, toKnown(record.matches, screened.matched)) : undefined,
          charge(transaction, call, {
            operation: 'AML_MONITORING',
            amount: PRICES.AML_MONITORING,
            resourceId: monitorId,
            occurrence: call.now.toISOString(),
            at: call.now,
          }),
        ]);
        if (versions.some(({ dataset, version }) => (before.get(dataset) ?? 0) < version)) {
          watchSoon(transaction, call, monitorId);
        }
        if (!live && record.matchCount > 0) {
          enqueue(transaction, {
            task: 'aml.sandboxAlert',
            payload: { organizationId: call.organizationId, monitorId },
            runAt: new Date(call.now.getTime() + config.sandboxDelayMs),
          });
        }
        putScreening(transaction, call, screened);
        tellScreening(transaction, call, record, row.callbackUrl, call.now);
        audit(transaction, call, { action: 'monitor.create', resourceId: monitorId });
        return presentMonitor(row);
      },
      screeningRules,
    ),

    read(listMonitors, async (call) => {
      const list = listRequest('aml_monitors', call, call.query, cursors);
      const { status, applicantId } = call.query;
      const [rows, total] = await Promise.all([
        store.pageOfMonitors(db, list.request, status, applicantId),
        applicantId === undefined
          ? listTotal(db, store.countedMonitors, list.request, status ? [status] : null)
          : store.countMonitorsOf(db, list.request, status, applicantId),
      ]);
      return toPage(rows, total, list, cursors, (row) => row.id, presentMonitor);
    }),

    read(getMonitor, async (call) => {
      const row = await store.findMonitor(db, call, call.params['monitoringId'] ?? '');
      if (!row) throw notFound('monitor');
      return presentMonitor(row);
    }),

    write(deleteMonitor, async (call, transaction) => {
      const monitoringId = call.params['monitoringId'] ?? '';
      const row = await store.lockMonitor(transaction, call, monitoringId);
      if (!row) throw notFound('monitor');
      const endedAt = row.endedAt ?? call.now;
      if (row.status !== 'ENDED') {
        await store.updateMonitor(transaction, { ...row, status: 'ENDED', nextChargeAt: null, endedAt });
        audit(transaction, call, { action: 'monitor.end', resourceId: monitoringId });
      }
      return { monitoringId, deleted: true as const, status: 'ENDED' as const, endedAt: endedAt.toISOString() };
    }),
  ];
}
