import * as contract from '../../../contract/dashboard/details.ts';
import { type Endpoint, read, write } from '../../../platform/http/endpoint.ts';
import type { Services } from '../../../platform/module.ts';
import { noteView } from '../bridge.ts';
import { linkTo } from '../files/links.ts';
import { decideCase } from '../queue/cases/cases.ts';
import type { Records } from '../records.ts';
import { Details } from './details.ts';
import { overviewOf } from './overview.ts';

export function detailEndpoints(services: Services, records: Records): Endpoint[] {
  const details = new Details(services, records);
  const idOf = (params: Readonly<Record<string, string>>): string => Object.values(params)[0] ?? '';

  return [
    read(contract.getVerificationDetail, async (call) => {
      const resourceId = idOf(call.params);
      const detail = await details.verification(call, resourceId);
      await noteView(services, call, { what: 'getVerificationDetail', resourceId });
      return detail;
    }),
    read(contract.getScreeningDetail, async (call) => {
      const resourceId = idOf(call.params);
      const detail = await details.screening(call, resourceId);
      await noteView(services, call, { what: 'getScreeningDetail', resourceId });
      return detail;
    }),
    read(contract.getCheckDetail, async (call) => {
      const resourceId = idOf(call.params);
      const detail = await details.check(call, resourceId);
      await noteView(services, call, { what: 'getCheckDetail', resourceId });
      return detail;
    }),
    read(contract.getMediaDetail, async (call) => {
      const resourceId = idOf(call.params);
      const detail = await details.media(call, resourceId);
      await noteView(services, call, { what: 'getMediaDetail', resourceId });
      return detail;
    }),
    read(contract.getApplicantOverview, async (call) => {
      const resourceId = idOf(call.params);
      const overview = await overviewOf(services, records, call, resourceId);
      await noteView(services, call, { what: 'getApplicantOverview', resourceId });
      return overview;
    }),
    write(contract.decideCheck, async (call, transaction) => {
      await decideCase(transaction, call, 'WALLET', idOf(call.params), call.body);
      return details.decidedIn(transaction, call, idOf(call.params), 'WALLET');
    }),
    write(contract.decideMedia, async (call, transaction) => {
      await decideCase(transaction, call, 'MEDIA', idOf(call.params), call.body);
      return details.decidedIn(transaction, call, idOf(call.params), 'MEDIA');
    }),
    write(contract.linkFile, (call, transaction) => linkTo(services, transaction, call, idOf(call.params))),
  ];
}
