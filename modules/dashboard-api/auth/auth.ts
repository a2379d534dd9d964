import { passkey } from '@better-auth/passkey';
import { betterAuth } from 'better-auth';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import { genericOAuth, twoFactor } from 'better-auth/plugins';
import pg from 'pg';
import { DASHBOARD_PREFIX } from '../../../contract/dashboard/index.ts';
import { newId } from '../../../platform/ids.ts';
import type { Services } from '../../../platform/module.ts';
import { describeError } from '../../../platform/observability/describe-error.ts';
import { MAX_PASSWORD, MIN_PASSWORD, passwordFault } from './passwords.ts';
import { firstOrganizationOf, hasOpenInvitation, organizationNamesOf } from './store.ts';
import { TABLES } from './tables.ts';

/** A session ends this long after the sign-in, however much it is used (NIST SP 800-63B, AAL2). */
export const SESSION_SECONDS = 12 * 3600;
export const SSO_PROVIDER = 'sso';
export const AUTH_PATH = `${DASHBOARD_PREFIX}/auth`;

/** Connections for signing in and for reading sessions. */
const CONNECTIONS = 4;

export type Auth = ReturnType<typeof makeAuth>;

/** Who signs in, by better-auth: its tables are ours, its cookies are signed with a key of the vault. */
export function makeAuth(services: Services) {
  const { config, vault, db, log } = services;
  const pool = new pg.Pool({
    connectionString: db.connectionString,
    max: CONNECTIONS,
    application_name: 'compliance-dashboard',
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
  });
  pool.on('error', (error) => log.warn({ error: describeError(error) }, 'a connection for sessions was lost'));
  const publicUrl = new URL(config.publicUrl);
  const { singleSignOn } = config;

  const auth = betterAuth({
    appName: 'Compliance',
    baseURL: config.publicUrl,
    basePath: AUTH_PATH,
    secret: vault.derive('dashboard sessions').toString('base64'),
    database: pool,
    telemetry: { enabled: false },
    // What it says may hold an e-mail address.
    logger: { level: 'error', log: (level, message) => tell(log, level, message) },
    // Without this, refusals are written to the console, past the log.
    onAPIError: { onError: (error) => tellError(log, error) },
    trustedOrigins: (request) => (request ? [new URL(request.url).origin] : []),
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'compliance',
      // Whether a cookie is Secure is decided by the request that gets it.
      useSecureCookies: false,
      ipAddress: { disableIpTracking: true },
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: DASHBOARD_PREFIX },
      cookies: { session_token: { attributes: { sameSite: 'strict' } } },
      database: { generateId: ({ model }) => newId(model === 'user' ? 'usr' : model === 'session' ? 'ses' : 'lnk') },
    },
    user: { ...TABLES.user },
    session: {
      ...TABLES.session,
      expiresIn: SESSION_SECONDS,
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
      additionalFields: {
        organizationId: { type: 'string', required: false, input: false, fieldName: 'organization_id' },
      },
    },
    account: {
      ...TABLES.account,
      encryptOAuthTokens: true,
      // The operator named the provider, and it speaks for the addresses of the organisation.
      accountLinking: { enabled: true, trustedProviders: [SSO_PROVIDER], requireLocalEmailVerified: false },
    },
    verification: { ...TABLES.verification, storeIdentifier: 'hashed' },
    emailAndPassword: {
      enabled: true,
      // Accounts are made from links alone.
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD,
      maxPasswordLength: MAX_PASSWORD,
      autoSignIn: false,
    },
    hooks: {
      before: createAuthMiddleware(async (context) => {
        if (context.path !== '/change-password') return;
        const { newPassword } = context.body as { newPassword?: unknown };
        const session = await auth.api.getSession({ headers: context.headers ?? new Headers() });
        if (!session || typeof newPassword !== 'string') return;
        const { id, name, email } = session.user;
        const fault = passwordFault(newPassword, [name, email, ...(await organizationNamesOf(db, id))]);
        if (fault !== null) throw new APIError('BAD_REQUEST', { code: 'PASSWORD_GUESSABLE', message: fault });
      }),
    },
    databaseHooks: {
      // Single sign-on makes an account for somebody who was invited, and for nobody else.
      user: { create: { before: async (user) => hasOpenInvitation(db, user.email, services.clock.now()) } },
      session: {
        create: {
          before: async (session) => ({
            data: { ...session, organizationId: await firstOrganizationOf(db, session.userId) },
          }),
        },
      },
    },
    plugins: [
      twoFactor({
        issuer: 'Compliance',
        schema: TABLES.twoFactor,
        accountLockout: { enabled: true, maxFailedAttempts: 10, durationSeconds: 900 },
      }),
      passkey({
        rpID: publicUrl.hostname,
        rpName: 'Compliance',
        origin: publicUrl.origin,
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        schema: TABLES.passkey,
      }),
      ...(singleSignOn
        ? [
            genericOAuth({
              config: [
                {
                  providerId: SSO_PROVIDER,
                  name: singleSignOn.name,
                  discoveryUrl: `${singleSignOn.issuer}/.well-known/openid-configuration`,
                  clientId: singleSignOn.clientId,
                  clientSecret: singleSignOn.clientSecret,
                  scopes: ['openid', 'email', 'profile'],
                  pkce: true,
                  requireIdTokenVerification: true,
                },
              ],
            }),
          ]
        : []),
    ],
  });
  return { auth, close: () => pool.end() };
}

/** Refusals are the caller's; anything else is a defect, told by its name and place. */
function tellError(log: Services['log'], error: unknown): void {
  if (error instanceof APIError) return;
  log.error({ from: 'sign-in', error: describeError(error) }, 'a sign-in call failed');
}

function tell(log: Services['log'], level: string, message: string): void {
  const told = message.includes('@')
    ? 'the sign-in service reported something about an account'
    : message.slice(0, 200);
  if (level === 'error') log.error({ from: 'sign-in' }, told);
  else log.warn({ from: 'sign-in' }, told);
}
