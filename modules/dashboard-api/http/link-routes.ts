import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TSchema } from 'typebox';
import {
  DASHBOARD_PREFIX,
  LookAtLink,
  type Redeemed,
  RedeemLink,
  type SignInOptions,
} from '../../../contract/dashboard/index.ts';
import { successBody } from '../../../platform/http/envelope.ts';
import { ApiError, invalid } from '../../../platform/http/errors.ts';
import { parseJsonBody } from '../../../platform/http/read-body.ts';
import { validator } from '../../../platform/http/validate.ts';
import { newId } from '../../../platform/ids.ts';
import type { Services } from '../../../platform/module.ts';
import { findOrganization } from '../../organizations/index.ts';
import { type Auth, AUTH_PATH, SSO_PROVIDER } from '../auth/auth.ts';
import { isSecure, ownOrigin, requireOwnPage } from '../auth/cross-site.ts';
import { MAX_PASSWORD, MIN_PASSWORD, passwordFault } from '../auth/passwords.ts';
import type { Staff } from '../auth/staff.ts';
import { findUserByEmail, insertUser } from '../auth/store.ts';
import { joinByLink, lookAtLink, takeLink } from '../team/links.ts';
import { chooseOrganization } from '../team/store.ts';
import type { SignInLimits } from './limits.ts';
import { send } from './sign-in-routes.ts';

/** What can be asked before anybody is signed in: what there is to sign in with, and what a link is for. */
export function registerLinks(
  app: FastifyInstance,
  services: Services,
  tools: { auth: Auth; staff: Staff; limits: SignInLimits },
): void {
  const { config, clock } = services;
  const answer = (request: FastifyRequest, reply: FastifyReply, data: unknown): FastifyReply =>
    reply.type('application/json; charset=utf-8').send(successBody(data, request.id, clock.now()));

  app.get(`${DASHBOARD_PREFIX}/sign-in`, (request, reply) => {
    requireOwnPage(request, config.publicUrl);
    const { singleSignOn } = config;
    return answer(request, reply, {
      password: true,
      passkey: true,
      singleSignOn: singleSignOn && { providerId: SSO_PROVIDER, name: singleSignOn.name },
      passwordRules: { minLength: MIN_PASSWORD, maxLength: MAX_PASSWORD },
    } satisfies SignInOptions);
  });

  const readLook = bodyReader(LookAtLink);
  app.post(`${DASHBOARD_PREFIX}/links/look`, async (request, reply) => {
    requireOwnPage(request, config.publicUrl);
    await tools.limits.fromAddress(request);
    return answer(request, reply, await lookAtLink(services, readLook(request).token));
  });

  const readRedeem = bodyReader(RedeemLink);
  app.post(`${DASHBOARD_PREFIX}/links/redeem`, async (request, reply) => {
    requireOwnPage(request, config.publicUrl);
    await tools.limits.fromAddress(request);
    const { token, account } = readRedeem(request);
    if (account === undefined) return answer(request, reply, await joinSignedIn(services, tools, request, token));
    const { email, joined } = await makeAccount(services, tools.auth, token, account);
    const signedIn = await tools.auth.auth.handler(
      new Request(new URL(`${AUTH_PATH}/sign-in/email`, ownOrigin(request)), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin: ownOrigin(request),
          'user-agent': request.headers['user-agent'] ?? '',
        },
        body: JSON.stringify({ email, password: account.password }),
      }),
    );
    if (!signedIn.ok) throw new Error('An account that was just made could not be signed in to');
    const text = successBody(joined, request.id, clock.now());
    return send(reply, signedIn, { text }, isSecure(request, config.publicUrl));
  });
}

function bodyReader<S extends TSchema>(body: S) {
  const check = validator(body, 'body');
  return (request: FastifyRequest): Static<S> => {
    const value = parseJsonBody(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0), {}, false);
    check(value);
    return value as Static<S>;
  };
}

/** Somebody who has an account joins with it. */
async function joinSignedIn(
  { db, clock }: Services,
  { staff }: { staff: Staff },
  request: FastifyRequest,
  token: string,
): Promise<Redeemed> {
  const row = await staff.find(request);
  return db.transaction(async (transaction) => {
    const now = clock.now();
    const link = await takeLink(transaction, token, now);
    if (link.email !== null && link.email !== row.email) {
      throw new ApiError(
        'CONFLICT',
        'This invitation is for another address than that of the account you are signed in to.',
      );
    }
    await joinByLink(transaction, link, row.userId, now);
    await chooseOrganization(transaction, row.sessionId, row.userId, link.organizationId);
    return { organizationId: link.organizationId, role: link.role, userId: row.userId };
  });
}

async function makeAccount(
  { db, clock }: Services,
  { auth }: Auth,
  token: string,
  account: { email?: string; name: string; password: string },
): Promise<{ email: string; joined: Redeemed }> {
  const { password } = await auth.$context;
  const now = clock.now();
  return db.transaction(async (transaction) => {
    const link = await takeLink(transaction, token, now);
    const email = (link.email ?? account.email)?.toLowerCase();
    if (email === undefined) throw invalid('/account/email', 'REQUIRED', 'is needed with this link');
    const organization = await findOrganization(transaction, link.organizationId);
    const fault = passwordFault(account.password, [account.name, email, organization?.name ?? '']);
    if (fault !== null) throw invalid('/account/password', 'INVALID_VALUE', fault);
    if (await findUserByEmail(transaction, email)) {
      throw new ApiError(
        'CONFLICT',
        'There is an account of this address already. Sign in to it, then open the link again.',
      );
    }
    const userId = newId('usr');
    const passwordHash = await password.hash(account.password);
    await insertUser(transaction, {
      id: userId,
      accountId: newId('lnk'),
      name: account.name,
      email,
      passwordHash,
      now,
    });
    await joinByLink(transaction, link, userId, now);
    return { email, joined: { organizationId: link.organizationId, role: link.role, userId } };
  });
}
