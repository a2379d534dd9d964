import { COUNTED_TO } from '../../../contract/dashboard/counted.ts';
import { getSent, listRequests } from '../../../contract/dashboard/records.ts';
import { API_PREFIX } from '../../../contract/enums.ts';
import { type Endpoint, read } from '../../../platform/http/endpoint.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { listRequest, toPage } from '../../../platform/http/list-request.ts';
import type { Services } from '../../../platform/module.ts';
import { noteView } from '../bridge.ts';
import { countRequests, findSent, pageOfRequests } from './store.ts';

const PAGES = /^\/dashboard\/api\/(?:live|test)\/v3/;

/** The endpoint of the public API, wherever it was called from. */
const shown = (route: string | null): string | null =>
  route === null ? null : route.startsWith(API_PREFIX) ? route.slice(API_PREFIX.length) : route.replace(PAGES, '');

export function requestEndpoints(services: Services): Endpoint[] {
  const { db, cursors } = services;
  return [
    read(getSent, async (call) => {
      const resourceId = call.params['deliveryId'] ?? '';
      const sent = await findSent(db, call, resourceId);
      if (!sent) throw notFound('delivery');
      await noteView(services, call, { what: 'getSent', resourceId });
      return sent;
    }),
    read(listRequests, async (call) => {
      const { class: kind, method, keyId, route, requestId } = call.query;
      const list = listRequest('requests', call, call.query, cursors);
      const filters = {
        class: kind,
        method,
        keyId,
        route: route === undefined || route.startsWith('/dashboard') ? route : API_PREFIX + route,
        requestId,
      };
      const [rows, total] = await Promise.all([
        pageOfRequests(db, list.request, filters),
        countRequests(db, list.request, filters, COUNTED_TO + 1),
      ]);
      return toPage(
        rows,
        total,
        list,
        cursors,
        (row) => row.id,
        (row) => ({
          requestId: row.id,
          at: row.createdAt.toISOString(),
          method: row.method,
          route: shown(row.route),
          status: row.status,
          errorCode: row.errorCode,
          durationMs: Math.round(row.durationMs * 10) / 10,
          keyId: row.actorType === 'API_KEY' ? row.actorId : null,
          userId: row.actorType === 'USER' ? row.actorId : null,
          resourceId: row.resourceId,
          idempotent: row.idempotent,
        }),
      );
    }),
  ];
}
