import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { audit } from '../../../platform/audit/audit.ts';
import { systemContext } from '../../../platform/context.ts';
import { ApiError, notFound } from '../../../platform/http/errors.ts';
import type { Services } from '../../../platform/module.ts';
import { type Auth, AUTH_PATH } from '../auth/auth.ts';
import { isSecure, ownOrigin, requireOwnPage } from '../auth/cross-site.ts';
import { firstOrganizationOf, findUserByEmail } from '../auth/store.ts';
import type { SignInLimits } from './limits.ts';

/** What of better-auth is open, and what a success of it is called in the audit log. Everything else is not there. */
const OPEN: Readonly<Record<string, string | null>> = {
  'POST /sign-in/email': 'session.create',
  'POST /sign-out': 'session.end',
  'POST /change-password': 'account.change_password',
  'POST /update-user': 'account.change_name',
  'POST /two-factor/enable': null,
  'POST /two-factor/verify-totp': 'account.verify_code',
  'POST /two-factor/verify-backup-code': 'account.use_backup_code',
  'POST /two-factor/generate-backup-codes': 'account.new_backup_codes',
  'POST /two-factor/disable': 'account.disable_two_factor',
  'GET /passkey/generate-register-options': null,
  'POST /passkey/verify-registration': 'account.add_passkey',
  'GET /passkey/generate-authenticate-options': null,
  'POST /passkey/verify-authentication': 'session.create',
  'GET /passkey/list-user-passkeys': null,
  'POST /passkey/delete-passkey': 'account.remove_passkey',
  'POST /sign-in/social': null,
};
/** Where the identity provider sends the browser back to: the one request that comes from another site. */
const CALLBACK = /^\/callback\/[a-z]+$/;
const NAME_LENGTH = 200;
const HANDED_ON = ['content-type', 'cookie', 'origin', 'user-agent', 'accept', 'referer'];

export function registerSignIn(app: FastifyInstance, services: Services, { auth }: Auth, limits: SignInLimits): void {
  const { config } = services;

  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const url = new URL(request.url, ownOrigin(request));
    const path = url.pathname.slice(AUTH_PATH.length);
    const returns = request.method === 'GET' && CALLBACK.test(path);
    const action = OPEN[`${request.method} ${path}`];
    if (action === undefined && !returns) throw notFound('sign-in call');
    if (!returns) requireOwnPage(request, config.publicUrl);
    const body = Buffer.isBuffer(request.body) ? request.body : null;
    const given = readObject(body);
    const email = path === '/sign-in/email' && typeof given['email'] === 'string' ? given['email'] : null;
    if (path === '/passkey/verify-authentication') requireUserVerified(given);
    if (path !== '/sign-out') await limits.fromAddress(request);
    if (email !== null) await limits.forAccount(email);
    const answer = await auth.handler(
      new Request(url, {
        method: request.method,
        headers: handedOn(request),
        ...(request.method === 'POST' ? { body: JSON.stringify(onlyAllowed(path, given)) } : {}),
      }),
    );
    const told = await readAnswer(answer, path);
    await note(services, request, { auth }, { path, action: action ?? 'session.create', email, answer, told });
    return send(reply, answer, told, isSecure(request, config.publicUrl));
  };
  app.route({ method: ['GET', 'POST'], url: `${AUTH_PATH}/*`, handler: handle });
}

/** The flag UV of the authenticator data (WebAuthn 3, 6.1), which the device's signature covers. */
const USER_VERIFIED = 0x04;
const FLAGS_AT = 32;

/** @throws ApiError UNAUTHORIZED where the device did not ask who holds it */
function requireUserVerified(given: Record<string, unknown>): void {
  const response = (given['response'] as { response?: { authenticatorData?: unknown } } | undefined)?.response;
  const data = response?.authenticatorData;
  const flags = typeof data === 'string' ? Buffer.from(data, 'base64url')[FLAGS_AT] : undefined;
  if (flags !== undefined && (flags & USER_VERIFIED) !== 0) return;
  throw new ApiError(
    'UNAUTHORIZED',
    'The passkey was used without a finger, a face or a PIN. Set that up on the device.',
    {
      reason: 'USER_NOT_VERIFIED',
    },
  );
}

function readObject(body: Buffer | null): Record<string, unknown> {
  if (!body || body.length === 0) return {};
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

/** A path of this service, and of no other. */
const ownPath = (path: unknown, fallback: string): string =>
  typeof path === 'string' && /^\/(?![/\\])[\x21-\x7e]{0,500}$/.test(path) ? path : fallback;

/** What a call may say. Of an account only the name is the person's own to change; a new password ends other sessions. */
function onlyAllowed(path: string, given: Record<string, unknown>): Record<string, unknown> {
  const { email, password, rememberMe, name, provider } = given;
  switch (path) {
    case '/sign-in/email':
      return { email, password, ...(typeof rememberMe === 'boolean' ? { rememberMe } : {}) };
    case '/sign-in/social':
      return {
        provider,
        callbackURL: ownPath(given['callbackURL'], '/'),
        errorCallbackURL: ownPath(given['errorCallbackURL'], '/sign-in'),
      };
    case '/change-password':
      return { ...given, revokeOtherSessions: true };
    case '/two-factor/enable':
      return { password };
    case '/update-user':
      return typeof name === 'string' ? { name: name.slice(0, NAME_LENGTH) } : {};
    default:
      return given;
  }
}

function handedOn(request: FastifyRequest): Headers {
  const headers = new Headers({ host: request.host });
  for (const name of HANDED_ON) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  if (!headers.has('origin')) headers.set('origin', ownOrigin(request));
  if (request.method === 'POST') headers.set('content-type', 'application/json');
  return headers;
}

interface Told {
  text: string;
  json: Record<string, unknown> | null;
}

/** The token of a session stands in the cookie alone, where no script can read it. */
async function readAnswer(answer: Response, path: string): Promise<Told> {
  const text = await answer.text();
  if (!/json/i.test(answer.headers.get('content-type') ?? '')) return { text, json: null };
  const value: unknown = JSON.parse(text === '' ? 'null' : text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { text, json: null };
  const { token: _token, session: _session, ...json } = value as Record<string, unknown>;
  // A passkey is two factors only where the device asks for a finger, a face or a PIN.
  if (path === '/passkey/generate-authenticate-options' && answer.ok) json['userVerification'] = 'required';
  return { text: JSON.stringify(json), json };
}

/** @param isHttps whether the browser sees https */
export function send(reply: FastifyReply, answer: Response, told: Pick<Told, 'text'>, isHttps: boolean): FastifyReply {
  const secure = isHttps ? '; Secure' : '';
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie + secure);
  if (cookies.length > 0) reply.header('Set-Cookie', cookies);
  const [location, retry] = [answer.headers.get('location'), answer.headers.get('x-retry-after')];
  if (location !== null) reply.header('Location', location);
  if (retry !== null) reply.header('Retry-After', retry);
  return reply
    .code(answer.status)
    .type(answer.headers.get('content-type') ?? 'application/json; charset=utf-8')
    .send(told.text);
}

/** Writes down who signed in or changed what of their account; and where a known account was refused. */
async function note(
  services: Services,
  request: FastifyRequest,
  { auth }: Pick<Auth, 'auth'>,
  made: { path: string; action: string | null; email: string | null; answer: Response; told: Told },
): Promise<void> {
  const { db, clock } = services;
  const { path, email, answer, told } = made;
  const refused = answer.status >= 400;
  const user = told.json?.['user'] as { id?: unknown } | undefined;
  let userId = typeof user?.id === 'string' ? user.id : null;
  if (userId === null && email !== null) userId = (await findUserByEmail(db, email))?.id ?? null;
  if (userId === null) {
    const cookie = [request.headers.cookie ?? '', ...answer.headers.getSetCookie().map((set) => set.split(';')[0])];
    const found = await auth.api.getSession({
      headers: new Headers({ cookie: cookie.filter(Boolean).join('; ') }),
      query: { disableCookieCache: true, disableRefresh: true },
    });
    userId = found?.user.id ?? null;
  }
  if (userId === null) return;
  const asked = told.json?.['twoFactorRedirect'] === true;
  const action = refused ? refusedAction(path) : asked ? 'session.ask_second_factor' : made.action;
  if (action === null) return;
  const organizationId = await firstOrganizationOf(db, userId);
  if (organizationId === null) return;
  const actor = { type: 'USER', id: userId } as const;
  const context = systemContext({ organizationId, environment: 'LIVE' }, clock.now(), actor);
  await db.transaction(async (transaction) =>
    audit(transaction, { ...context, requestId: request.id }, { action, resourceId: userId }),
  );
}

const refusedAction = (path: string): string | null =>
  path.startsWith('/sign-in') || path.includes('verify') ? 'session.refuse' : null;
