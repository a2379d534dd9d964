import { createHmac, timingSafeEqual } from 'node:crypto';
import { DASHBOARD_PREFIX, LINK_SECONDS } from '../../../contract/dashboard/index.ts';
import type { Environment } from '../../../contract/enums.ts';
import { audit } from '../../../platform/audit/audit.ts';
import type { CallContext, Tenant } from '../../../platform/context.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { notFound } from '../../../platform/http/errors.ts';
import type { Services } from '../../../platform/module.ts';
import { findFile } from '../details/store.ts';

export const FILES_PATH = `${DASHBOARD_PREFIX}/files`;

/** What a link opens, for whom, and until when (seconds since 1970). */
interface Ticket extends Tenant {
  fileId: string;
  sessionId: string;
  until: number;
}

const sign = (secret: Buffer, payload: string): Buffer => createHmac('sha256', secret).update(payload).digest();

/** Signed, not sealed: it holds identifiers only, and works in the session that it was made for alone. */
function write(secret: Buffer, ticket: Ticket): string {
  const { organizationId, environment, fileId, sessionId, until } = ticket;
  const payload = [organizationId, environment, fileId, sessionId, until].join('~');
  return `${Buffer.from(payload).toString('base64url')}.${sign(secret, payload).toString('base64url')}`;
}

/** @returns undefined for what was not made by `write`, or is over */
export function readTicket(secret: Buffer, text: string, now: Date): Ticket | undefined {
  const [encoded = '', signature = ''] = text.split('.');
  const payload = Buffer.from(encoded, 'base64url').toString('utf8');
  const given = Buffer.from(signature, 'base64url');
  const right = sign(secret, payload);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  const [organizationId = '', environment = '', fileId = '', sessionId = '', until = ''] = payload.split('~');
  if (Number(until) * 1000 <= now.getTime()) return undefined;
  return { organizationId, environment: environment as Environment, fileId, sessionId, until: Number(until) };
}

export const linkSecret = ({ vault }: Pick<Services, 'vault'>): Buffer => vault.derive('dashboard file links');

/** An address of a file for five minutes, for this session. Who asked for it is in the audit log. @throws ApiError NOT_FOUND */
export async function linkTo(services: Services, transaction: Transaction, call: CallContext, fileId: string) {
  const file = await findFile(transaction, call, fileId);
  if (!file) throw notFound('file');
  const expiresAt = new Date(call.now.getTime() + LINK_SECONDS * 1000);
  const ticket = write(linkSecret(services), {
    organizationId: call.organizationId,
    environment: call.environment,
    fileId,
    sessionId: call.staff?.sessionId ?? '',
    until: Math.floor(expiresAt.getTime() / 1000),
  });
  audit(transaction, call, {
    action: 'file.open',
    resourceId: file.ownerId,
    details: { fileId, kind: file.kind },
  });
  return {
    fileId,
    url: `${FILES_PATH}/${ticket}`,
    mediaType: file.mediaType,
    size: file.size,
    expiresAt: expiresAt.toISOString(),
  };
}
