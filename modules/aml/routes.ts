import { createScreening, getScreening, listDatasets, listScreenings, resolveMatch } from '../../contract/aml.ts';
import { audit } from '../../platform/audit/audit.ts';
import { chargeAtCommit } from '../../platform/credits/ledger.ts';
import { type Endpoint, read, write } from '../../platform/http/endpoint.ts';
import { notFound } from '../../platform/http/errors.ts';
import { listRequest, listTotal, toPage } from '../../platform/http/list-request.ts';
import { requireAllowedUrl } from '../../platform/outbound/callback.ts';
import { configurationOf, priceOf } from './checks.ts';
import { tellScreening } from './events.ts';
import { pageOfDatasets } from './lists/page.ts';
import { BLOCKLIST, storedName } from './lists/datasets.ts';
import { activeDatasets, activeVersionOf } from './lists/store.ts';
import { makeScreening, screeningRules } from './make-screening.ts';
import type { AmlServices } from './module-services.ts';
import { presentDataset, presentResolution, presentScreening, presentSummary, SANDBOX_LIST } from './present.ts';
import { resolveMatchOf } from './resolutions/resolve.ts';
import { resolutionsOf } from './resolutions/store.ts';
import * as store from './store.ts';

export function screeningEndpoints(services: AmlServices): Endpoint[] {
  const { db, cursors } = services;
  return [
    write(
      createScreening,
      async (call, transaction) => {
        const { body } = call;
        const strategy = services.strategyOf(call);
        if (body.callbackUrl !== undefined) await requireAllowedUrl(services, body.callbackUrl, '/callbackUrl');
        await strategy.ready();
        const configuration = configurationOf(body);
        const screened = await makeScreening(services, transaction, strategy, call, {
          whom: body,
          configuration,
          metadata: body.metadata ?? {},
          at: call.now,
        });
        const { record, plan } = screened;
        store.putScreening(transaction, call, screened);
        await chargeAtCommit(transaction, call, {
          ...priceOf(configuration, plan.performed),
          resourceId: record.screeningId,
          at: call.now,
        });
        tellScreening(transaction, call, record, body.callbackUrl ?? null, call.now);
        audit(transaction, call, {
          action: 'screening.create',
          resourceId: record.screeningId,
          details: { riskLevel: record.riskLevel, matchCount: record.matchCount },
        });
        return record;
      },
      screeningRules,
    ),

    read(listScreenings, async (call) => {
      const list = listRequest('aml_screenings', call, call.query, cursors);
      const { applicantId, riskLevel } = call.query;
      const filters = { applicantId, riskLevel };
      const [rows, total] = await Promise.all([
        store.pageOfScreenings(db, list.request, filters),
        applicantId === undefined && riskLevel === undefined
          ? listTotal(db, store.countedScreenings, list.request, null)
          : store.countScreenings(db, list.request, filters),
      ]);
      return toPage(rows, total, list, cursors, (row) => row.id, presentSummary);
    }),

    read(getScreening, async (call) => {
      const { screeningId = '' } = call.params;
      const [row, resolutions] = await Promise.all([
        store.findScreening(db, call, screeningId),
        resolutionsOf(db, call, screeningId),
      ]);
      if (!row) throw notFound('screening');
      return presentScreening(row, resolutions);
    }),

    write(resolveMatch, async (call, transaction) => {
      const { screeningId = '', matchId = '' } = call.params;
      const { match, resolution } = await resolveMatchOf(transaction, call, screeningId, matchId, call.body);
      return { screeningId, ...match, resolution: resolution && presentResolution(resolution) };
    }),

    read(listDatasets, async (call) => {
      const list = listRequest('aml_datasets', call, call.query, cursors);
      const [general, own] = await Promise.all([
        call.environment === 'TEST' ? [SANDBOX_LIST] : activeDatasets(db),
        activeVersionOf(db, storedName(call, BLOCKLIST)),
      ]);
      const all = own ? [...general, { ...own, dataset: BLOCKLIST }] : general;
      const { rows, total } = pageOfDatasets(all, list.request);
      return toPage(rows, total, list, cursors, (row) => row.dataset, presentDataset);
    }),
  ];
}
