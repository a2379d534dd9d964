import Type, { type Static } from 'typebox';
import { anyId, DateTime, id, nullable, oneOf, PersonName, ShortText, strict } from '../common.ts';
import { PLANS } from '../enums.ts';
import { accountOperation } from './operation.ts';
import { ACTIONS, ROLES } from './roles.ts';

const text = Type.String();
const role = oneOf(ROLES);
const actions = Type.Array(oneOf(ACTIONS));
const Email = Type.String({ format: 'email', maxLength: 320 });

/** A member of staff, as others of the organisation see them. */
export const Person = strict({ userId: id('usr'), name: text });
export type Person = Static<typeof Person>;

export const Me = strict({
  user: strict({
    userId: id('usr'),
    name: text,
    email: text,
    emailVerified: Type.Boolean(),
    twoFactor: Type.Boolean({ description: 'A second factor is asked for at sign-in' }),
    hasPassword: Type.Boolean(),
    passkeys: Type.Integer({ minimum: 0 }),
    createdAt: DateTime,
  }),
  sessionId: id('ses'),
  organization: nullable(
    strict({ organizationId: id('org'), name: text, plan: oneOf(PLANS) }),
    // null: a member of no organisation any more.
  ),
  organizations: Type.Array(strict({ organizationId: id('org'), name: text, role })),
  role: nullable(role),
  /** What the role may do, by environment. */
  actions: strict({ LIVE: actions, TEST: actions }),
  /** The organisation demands a second factor, and this person has none: only account pages work until there is one. */
  mustAddTwoFactor: Type.Boolean(),
});
export type Me = Static<typeof Me>;

export const getMe = accountOperation({
  operationId: 'getMe',
  method: 'GET',
  path: '/me',
  summary: 'Read who is signed in, and what they may do',
  action: null,
  data: Me,
});

export const switchOrganization = accountOperation({
  operationId: 'switchOrganization',
  method: 'POST',
  path: '/me/organization',
  summary: 'Work in another organisation of mine from now on (this session)',
  action: null,
  body: strict({ to: Type.String({ maxLength: 100, description: 'organizationId' }) }),
  data: Me,
});

export const Session = strict({
  sessionId: id('ses'),
  current: Type.Boolean(),
  device: Type.String({ description: 'Browser and system, as far as the browser says: "Firefox on Linux"' }),
  createdAt: DateTime,
  lastUsedAt: DateTime,
  expiresAt: DateTime,
});
export type Session = Static<typeof Session>;

export const listSessions = accountOperation({
  operationId: 'listSessions',
  method: 'GET',
  path: '/me/sessions',
  summary: 'List where I am signed in',
  action: null,
  data: strict({ sessions: Type.Array(Session) }),
});

export const revokeSession = accountOperation({
  operationId: 'revokeSession',
  method: 'DELETE',
  path: '/me/sessions/:sessionId',
  summary: 'End one of my sessions',
  action: null,
  params: strict({ sessionId: anyId() }),
  data: strict({ sessionId: id('ses'), revoked: Type.Literal(true) }),
});

export const Member = strict({
  userId: id('usr'),
  name: text,
  email: text,
  role,
  twoFactor: Type.Boolean(),
  lastSeenAt: nullable(DateTime),
  joinedAt: DateTime,
  sessions: Type.Integer({ minimum: 0 }),
});
export type Member = Static<typeof Member>;

export const Invitation = strict({
  invitationId: id('inv'),
  email: text,
  role,
  invitedBy: nullable(Person),
  createdAt: DateTime,
  expiresAt: DateTime,
});
export type Invitation = Static<typeof Invitation>;

export const Team = strict({ members: Type.Array(Member), invitations: Type.Array(Invitation) });
export type Team = Static<typeof Team>;

export const getTeam = accountOperation({
  operationId: 'getTeam',
  method: 'GET',
  path: '/team',
  summary: 'List members and open invitations',
  action: 'team.read',
  data: Team,
});

export const inviteMember = accountOperation({
  operationId: 'inviteMember',
  method: 'POST',
  path: '/team/invitations',
  summary: 'Invite somebody: the answer holds the link, shown this once, for you to hand over',
  action: 'team.write',
  body: strict({ email: Email, role }),
  data: strict({ ...Invitation.properties, link: Type.String({ description: 'Works once, for seven days' }) }),
  errors: ['CONFLICT'],
});

export const cancelInvitation = accountOperation({
  operationId: 'cancelInvitation',
  method: 'DELETE',
  path: '/team/invitations/:invitationId',
  summary: 'Take an invitation back',
  action: 'team.write',
  params: strict({ invitationId: anyId() }),
  data: strict({ invitationId: id('inv'), cancelled: Type.Literal(true) }),
});

export const changeMember = accountOperation({
  operationId: 'changeMember',
  method: 'PATCH',
  path: '/team/members/:userId',
  summary: 'Give a member another role; an organisation always keeps an owner',
  action: 'team.write',
  params: strict({ userId: anyId() }),
  body: strict({ role }),
  data: Member,
  errors: ['INVALID_STATE'],
});

export const removeMember = accountOperation({
  operationId: 'removeMember',
  method: 'DELETE',
  path: '/team/members/:userId',
  summary: 'Remove a member; their sessions end here at once, their work stays in the records',
  action: 'team.write',
  params: strict({ userId: anyId() }),
  data: strict({ userId: id('usr'), removed: Type.Literal(true) }),
  errors: ['INVALID_STATE'],
});

export const endMemberSessions = accountOperation({
  operationId: 'endMemberSessions',
  method: 'DELETE',
  path: '/team/members/:userId/sessions',
  summary: 'Sign a member out everywhere',
  action: 'team.write',
  params: strict({ userId: anyId() }),
  data: strict({ userId: id('usr'), ended: Type.Integer({ minimum: 0 }) }),
});

export const renameOrganization = accountOperation({
  operationId: 'renameOrganization',
  method: 'PATCH',
  path: '/organization',
  summary: 'Change the name of the organisation',
  action: 'settings.write',
  body: strict({ name: ShortText }),
  data: strict({ organizationId: id('org'), name: text }),
});

export const accountOperations = [
  getMe,
  switchOrganization,
  listSessions,
  revokeSession,
  getTeam,
  inviteMember,
  cancelInvitation,
  changeMember,
  removeMember,
  endMemberSessions,
  renameOrganization,
];

/*
 * Before anybody is signed in: plain POST and GET below /dashboard/api, in the same envelope.
 */

/** GET /dashboard/api/sign-in: what can be offered. */
export const SignInOptions = strict({
  password: Type.Boolean(),
  passkey: Type.Boolean(),
  singleSignOn: nullable(strict({ providerId: text, name: text })),
  passwordRules: strict({ minLength: Type.Integer(), maxLength: Type.Integer() }),
});
export type SignInOptions = Static<typeof SignInOptions>;

/** POST /dashboard/api/links/look: what a sign-in link or invitation is for. The token is the part after `#`. */
export const LookAtLink = strict({ token: Type.String({ minLength: 20, maxLength: 100 }) });
export const Link = strict({
  kind: oneOf(['OWNER', 'INVITATION']),
  organizationName: text,
  role,
  email: nullable(Type.String({ description: 'Whom an invitation is for; null: whoever has the link' })),
  hasAccount: Type.Boolean({ description: 'There is an account of this address: sign in instead of making one' }),
  expiresAt: DateTime,
});
export type Link = Static<typeof Link>;

/**
 * POST /dashboard/api/links/redeem: makes the account and signs in, or (signed in already, without `account`) joins with
 * the account that is signed in. A link works once.
 */
export const RedeemLink = strict({
  token: Type.String({ minLength: 20, maxLength: 100 }),
  account: Type.Optional(
    strict({
      email: Type.Optional(Type.String({ format: 'email', maxLength: 320, description: 'Of an OWNER link only' })),
      name: PersonName,
      password: Type.String({ minLength: 1, maxLength: 256 }),
    }),
  ),
});
export const Redeemed = strict({ organizationId: id('org'), role, userId: id('usr') });
export type Redeemed = Static<typeof Redeemed>;
