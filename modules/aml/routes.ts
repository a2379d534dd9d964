import { createScreening, getScreening, listDatasets, listScreenings, resolveMatch } from '../../contract/aml.ts';
import { audit } from '../../platform/audit/audit.ts';
import { chargeAtCommit } from '../../platform/credits/ledger.ts';
import { type Endpoint, read, write } from '../../platform/http/endpoint.ts';
import { invalidState, notFound } from '../../platform/http/errors.ts';
import { listRequest, listTotal, toPage } from '../../platform/http/list-request.ts';
import { newId } from '../../platform/ids.ts';
import { requireAllowedUrl } from '../../platform/outbound/callback.ts';
import { configurationIssues, configurationOf, priceOf } from './checks.ts';
import { tellScreening } from './events.ts';
import { pageOfDatasets } from './lists/page.ts';
import { BLOCKLIST, storedName } from './lists/datasets.ts';
import { activeDatasets, activeVersionOf } from './lists/store.ts';
import { makeScreening, refuseIssues, whomIssues } from './make-screening.ts';
import type { AmlServices } from './module-services.ts';
import { presentDataset, presentResolution, presentScreening, presentSummary, SANDBOX_LIST } from './present.ts';
import * as store from './store.ts';

export function screeningEndpoints(services: AmlServices): Endpoint[] {
  const { db, cursors } = services;
  return [
    write(createScreening, async (call, transaction) => {
      const { body } = call;
      refuseIssues([...whomIssues(body), ...configurationIssues(body)]);
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
    }),

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
        store.resolutionsOf(db, call, screeningId),
      ]);
      if (!row) throw notFound('screening');
      return presentScreening(row, resolutions);
    }),

    write(resolveMatch, async (call, transaction) => {
      const { screeningId = '', matchId = '' } = call.params;
      const { decision, reason } = call.body;
      const row = await store.lockScreening(transaction, call, screeningId);
      if (!row) throw notFound('screening');
      if (row.erasedAt !== null) {
        throw invalidState('The applicant of this screening was erased; its matches are gone.', 'ERASED', [
          'COMPLETED',
        ]);
      }
      const match = row.detail.matches.find((other) => other.matchId === matchId);
      const matched = row.matched[matchId];
      if (!match || !matched) throw notFound('match');
      const [dataset, entityId, entityMaterial] = matched;
      const resolution: store.ResolutionRow = {
        matchId,
        decision,
        reason,
        actorId: call.actor.id,
        decidedAt: call.now,
      };
      await Promise.all([
        store.putResolution(transaction, call, screeningId, resolution, call.actor),
        decision === 'FALSE_POSITIVE'
          ? store.putSuppression(transaction, call, {
              id: newId('alw'),
              subjectKey: row.subjectKey,
              subject: row.head.subject,
              dataset,
              entityId,
              matchId,
              screeningId,
              subjectMaterial: row.subjectMaterial,
              entityMaterial,
              reason,
              actorId: call.actor.id,
              createdAt: call.now,
            })
          : store.removeSuppression(transaction, call, row.subjectKey, dataset, entityId),
      ]);
      audit(transaction, call, {
        action: 'screening.resolve',
        resourceId: screeningId,
        details: { matchId, decision, reason },
      });
      return { screeningId, ...match, resolution: presentResolution(resolution) };
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
