import type { FastifyRequest } from 'fastify';
import {
  actionsOf,
  type DashboardOperation,
  type Me,
  mayDo,
  PUBLIC_ACTIONS,
  scopesOfRole,
  type Action,
} from '../../../contract/dashboard/index.ts';
import type { Environment } from '../../../contract/enums.ts';
import type { Operation } from '../../../contract/operation.ts';
import type { Caller } from '../../../platform/http/door.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import type { Services } from '../../../platform/module.ts';
import { type Auth, SESSION_SECONDS } from './auth.ts';
import { requireOwnPage } from './cross-site.ts';
import { deleteSession, findStaff, type StaffRow, touchSession } from './store.ts';

/** Requests of one person in a minute; pages ask for little. */
const PER_MINUTE = 600;
const TOUCH_MS = 60_000;
const NOWHERE = '';

const signedOut = (reason: string, message: string): ApiError => new ApiError('UNAUTHORIZED', message, { reason });

/** Finds out which member of staff a request comes from. */
export class Staff {
  readonly #services: Services;
  readonly #auth: Auth['auth'];

  constructor(services: Services, { auth }: Auth) {
    this.#services = services;
    this.#auth = auth;
  }

  /**
   * @param uses whether this counts as use of the session, which else ends after a while
   * @throws ApiError UNAUTHORIZED; INSUFFICIENT_SCOPE where another site made the browser send it
   */
  async find(request: FastifyRequest, uses = true): Promise<StaffRow> {
    const { config, db, clock } = this.#services;
    requireOwnPage(request, config.publicUrl);
    const { cookie } = request.headers;
    if (cookie === undefined) throw signedOut('MISSING', 'Sign in first.');
    const found = await this.#auth.api.getSession({
      headers: new Headers({ cookie }),
      query: { disableCookieCache: true, disableRefresh: true },
    });
    if (!found) throw signedOut('UNKNOWN', 'This session has ended. Sign in again.');
    const now = clock.now();
    const since = new Date(now.getTime() - SESSION_SECONDS * 1000);
    const row = await findStaff(db, found.session.id, now, since);
    if (!row) throw signedOut('EXPIRED', 'This session has ended. Sign in again.');
    const idleMs = now.getTime() - row.lastUsedAt.getTime();
    if (idleMs > row.idleMinutes * 60_000) {
      await deleteSession(db, row.sessionId);
      throw signedOut('IDLE', `This session was not used for ${row.idleMinutes} minutes. Sign in again.`);
    }
    if (uses && idleMs > TOUCH_MS) await touchSession(db, row.sessionId, row.userId, row.organizationId, now);
    return row;
  }

  async callerOf(request: FastifyRequest, environment: Environment): Promise<Caller> {
    return toCaller(await this.find(request), environment);
  }
}

/** Nothing but the account itself is open to somebody whose organisation wants a second factor, until there is one. */
export const mustAddTwoFactor = (row: StaffRow): boolean =>
  row.requireTwoFactor && !row.twoFactor && row.passkeys === 0;

function toCaller(row: StaffRow, environment: Environment): Caller {
  return {
    organizationId: row.organizationId ?? NOWHERE,
    environment,
    actor: { type: 'USER', id: row.userId },
    plan: row.plan ?? 'FREE',
    // What a member of staff may do is told by the role; these are what a key made by one may do.
    scopes: row.role === null ? [] : scopesOfRole(row.role, environment),
    limits: { subject: `user:${row.userId}`, perMinute: PER_MINUTE, perDay: null },
    staff: { sessionId: row.sessionId, role: row.role },
    require: (operation) => requireAction(row, operation, environment),
  };
}

const isOfDashboard = (operation: Operation): operation is DashboardOperation => 'place' in operation;

/** What a call asks of a role; null: nothing but being signed in. */
export function actionOf(operation: Operation): Action | null {
  if (isOfDashboard(operation)) return operation.action;
  const action = PUBLIC_ACTIONS[operation.operationId];
  if (action === undefined) throw new Error(`No action is given to ${operation.operationId}`);
  return action;
}

function requireAction(row: StaffRow, operation: Operation, environment: Environment): void {
  const action = actionOf(operation);
  if (action !== null) requireRight(row, action, environment);
}

/** @throws ApiError INSUFFICIENT_SCOPE where the role may not do this there */
export function requireRight(row: StaffRow, action: Action, environment: Environment): void {
  if (row.role === null) {
    throw new ApiError('INSUFFICIENT_SCOPE', 'You are a member of no organisation. Ask for an invitation.', {
      required: action,
    });
  }
  if (mustAddTwoFactor(row)) {
    throw new ApiError(
      'INSUFFICIENT_SCOPE',
      'Your organisation asks for a second factor. Add one, or a passkey, in your account.',
      {
        reason: 'SECOND_FACTOR_MISSING',
      },
    );
  }
  if (!mayDo(row.role, action, environment)) {
    throw new ApiError('INSUFFICIENT_SCOPE', `Your role ${row.role} may not do this (${action}).`, {
      required: action,
      role: row.role,
    });
  }
}

export function presentMe(row: StaffRow, organizations: Me['organizations']): Me {
  const { organizationId, organizationName, plan, role } = row;
  return {
    user: {
      userId: row.userId,
      name: row.name,
      email: row.email,
      emailVerified: row.emailVerified,
      twoFactor: row.twoFactor,
      hasPassword: row.hasPassword,
      passkeys: row.passkeys,
      createdAt: row.userCreatedAt.toISOString(),
    },
    sessionId: row.sessionId,
    organization:
      organizationId !== null && plan !== null ? { organizationId, name: organizationName ?? '', plan } : null,
    organizations,
    role,
    actions: { LIVE: role ? actionsOf(role, 'LIVE') : [], TEST: role ? actionsOf(role, 'TEST') : [] },
    mustAddTwoFactor: mustAddTwoFactor(row),
  };
}
