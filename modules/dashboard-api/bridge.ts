import { audit } from '../../platform/audit/audit.ts';
import type { CallContext } from '../../platform/context.ts';
import type { Call, Endpoint } from '../../platform/http/endpoint.ts';
import type { Services } from '../../platform/module.ts';

/** Calls of the public API that show something about a person: each look at it is in the audit log. */
const VIEWS: ReadonlySet<string> = new Set([
  'getApplicant',
  'listApplicants',
  'getVerification',
  'listVerifications',
  'getVerificationFile',
  'getScreening',
  'listScreenings',
  'listScreeningBatchResults',
  'getMonitor',
  'listMonitors',
  'getBlocklistEntry',
  'listBlocklist',
  'getAllowlistEntry',
  'listAllowlist',
  'getCheck',
  'listChecks',
  'getDeepfakeJob',
  'listDeepfakeJobs',
  'getDeepfakeArtefact',
]);

/** Writes down that somebody looked at records, and at how many. Before they are shown: what is not noted is not seen. */
export async function noteView(
  { db }: Pick<Services, 'db'>,
  call: CallContext,
  view: { what: string; resourceId?: string | null; count?: number },
): Promise<void> {
  const { what, resourceId = null, count } = view;
  await db.transaction(async (transaction) =>
    audit(transaction, call, {
      action: 'record.view',
      resourceId,
      details: { what, ...(count === undefined ? {} : { count }) },
    }),
  );
}

/** The public endpoints as staff use them: the same, and looks at people are noted. */
export function withViews(services: Services, endpoints: readonly Endpoint[]): Endpoint[] {
  return endpoints.map((endpoint) => {
    const { operation } = endpoint;
    if (!VIEWS.has(operation.operationId)) return endpoint;
    return {
      ...endpoint,
      handle: async (call: Call, transaction) => {
        const result = await endpoint.handle(call, transaction);
        const items = operation.list ? (result as { items: unknown[] }).items : null;
        const resourceId = Object.values(call.params)[0] ?? null;
        await noteView(services, call, {
          what: operation.operationId,
          resourceId,
          ...(items ? { count: items.length } : {}),
        });
        return result;
      },
    };
  });
}
