import { Readable } from 'node:stream';
import { reportOperations } from '../../../contract/dashboard/details.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { BinaryAnswer, Call, Endpoint } from '../../../platform/http/endpoint.ts';
import type { Services } from '../../../platform/module.ts';
import { findOrganization } from '../../organizations/index.ts';
import { Details } from '../details/details.ts';
import type { Records } from '../records.ts';
import { namesOf } from '../team/store.ts';
import { type Report, toPdf } from './document.ts';
import { checkReport, mediaReport, screeningReport, verificationReport } from './reports.ts';

/** Decisions as PDF, for an auditor. Each print is in the audit log. */
export function reportEndpoints(services: Services, records: Records): Endpoint[] {
  const { db } = services;
  const details = new Details(services, records);
  const bodies: Readonly<
    Record<string, (call: Call, id: string) => Promise<Pick<Report, 'title' | 'subject' | 'sections'>>>
  > = {
    printVerificationReport: async (call, id) => verificationReport(await details.verification(call, id)),
    printScreeningReport: async (call, id) => screeningReport(await details.screening(call, id)),
    printCheckReport: async (call, id) => checkReport(await details.check(call, id)),
    printMediaReport: async (call, id) => mediaReport(await details.media(call, id)),
  };

  const print = async (call: Call, operationId: string): Promise<BinaryAnswer> => {
    const body = await bodies[operationId]?.(call, Object.values(call.params)[0] ?? '');
    if (!body) throw new Error(`There is no report for ${operationId}`);
    const [organization, names] = await Promise.all([
      findOrganization(db, call.organizationId),
      namesOf(db, [call.actor.id]),
    ]);
    const made = call.now.toISOString();
    const name = names.get(call.actor.id) ?? '';
    const bytes = await toPdf({
      ...body,
      madeAt: call.now,
      foot: `${organization?.name ?? ''} · ${call.environment === 'TEST' ? 'SANDBOX, simulated results · ' : ''}${body.subject} · printed ${made} by ${name}`,
    });
    await db.transaction(async (transaction) =>
      audit(transaction, call, { action: 'report.print', resourceId: body.subject, details: { bytes: bytes.length } }),
    );
    return { mediaType: 'application/pdf', size: bytes.length, stream: Readable.from([bytes], { objectMode: false }) };
  };

  return reportOperations.map((operation) => ({
    operation,
    kind: 'read' as const,
    handle: (call) => print(call, operation.operationId),
  }));
}
