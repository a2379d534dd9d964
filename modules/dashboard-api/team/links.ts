import { createHash, randomBytes } from 'node:crypto';
import type { Link, Role } from '../../../contract/dashboard/index.ts';
import { audit } from '../../../platform/audit/audit.ts';
import { type Actor, systemContext } from '../../../platform/context.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Services } from '../../../platform/module.ts';
import { findUserByEmail } from '../auth/store.ts';
import { findLink, insertLink, insertMember, type LinkRow, lockLink, useLink } from './store.ts';

const DAY_MS = 86_400_000;
const OWNER_MS = DAY_MS;
const INVITATION_MS = 7 * DAY_MS;
/** 256 bits. */
const TOKEN_BYTES = 32;

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The token stands behind `#`: browsers send that to nobody, so that it is in no log. */
export const linkUrl = (publicUrl: string, token: string): string => `${publicUrl}/join#${token}`;

interface NewLink {
  organizationId: string;
  role: Role;
  /** Whom it invites; null: an owner's link, for whoever has it. */
  email: string | null;
  invitedBy: string | null;
}

/** Makes a link that works once. Of its token only the hash is kept. @returns the row and the address to hand over */
export async function makeLink(
  services: Pick<Services, 'config'>,
  transaction: Transaction,
  input: NewLink,
  now: Date,
  actor: Actor,
): Promise<{ row: LinkRow; link: string }> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const row: LinkRow = {
    id: newId(input.email === null ? 'lnk' : 'inv'),
    kind: input.email === null ? 'OWNER' : 'INVITATION',
    organizationId: input.organizationId,
    role: input.role,
    email: input.email?.toLowerCase() ?? null,
    invitedBy: input.invitedBy,
    createdAt: now,
    expiresAt: new Date(now.getTime() + (input.email === null ? OWNER_MS : INVITATION_MS)),
    usedAt: null,
    cancelledAt: null,
  };
  await insertLink(transaction, row, hashToken(token));
  audit(transaction, systemContext({ organizationId: row.organizationId, environment: 'LIVE' }, now, actor), {
    action: row.kind === 'OWNER' ? 'team.make_owner_link' : 'team.invite',
    resourceId: row.id,
    details: { role: row.role, expiresAt: row.expiresAt.toISOString() },
  });
  return { row, link: linkUrl(services.config.publicUrl, token) };
}

/** Makes a link by which somebody becomes an owner of the organisation; for operators. */
export function ownerLink(
  services: Pick<Services, 'config' | 'db' | 'clock'>,
  organizationId: string,
  actor: Actor,
): Promise<{ row: LinkRow; link: string }> {
  const input = { organizationId, role: 'OWNER', email: null, invitedBy: null } as const;
  return services.db.transaction((transaction) => makeLink(services, transaction, input, services.clock.now(), actor));
}

const gone = (): ApiError =>
  new ApiError('NOT_FOUND', 'This link is not valid: it was used, has expired or was taken back. Ask for another one.');

const isOpen = (row: LinkRow, now: Date): boolean =>
  row.usedAt === null && row.cancelledAt === null && row.expiresAt > now;

/** What a link is for. @throws ApiError NOT_FOUND, the same for every link that is none */
export async function lookAtLink({ db, clock }: Pick<Services, 'db' | 'clock'>, token: string): Promise<Link> {
  const row = await findLink(db, hashToken(token));
  if (!row || !isOpen(row, clock.now())) throw gone();
  const account = row.email === null ? undefined : await findUserByEmail(db, row.email);
  return {
    kind: row.kind,
    organizationName: row.organizationName,
    role: row.role,
    email: row.email,
    hasAccount: account !== undefined,
    expiresAt: row.expiresAt.toISOString(),
  };
}

/** Takes a link for good, in the transaction of what it is used for. @throws ApiError NOT_FOUND */
export async function takeLink(transaction: Transaction, token: string, now: Date): Promise<LinkRow> {
  const row = await lockLink(transaction, hashToken(token));
  if (!row || !isOpen(row, now)) throw gone();
  return row;
}

/** Makes the user a member as the link says. @throws ApiError CONFLICT where the user is one already */
export async function joinByLink(transaction: Transaction, link: LinkRow, userId: string, now: Date): Promise<void> {
  const { organizationId, role } = link;
  await useLink(transaction, link.id, userId, now);
  const joined = await insertMember(
    transaction,
    { organizationId, userId, role, joinedAt: now },
    link.kind === 'OWNER',
  );
  if (!joined) throw new ApiError('CONFLICT', 'You are a member of this organisation already.');
  const context = systemContext({ organizationId, environment: 'LIVE' }, now, { type: 'USER', id: userId });
  audit(transaction, context, { action: 'team.join', resourceId: userId, details: { role, by: link.id } });
}
