import { type Environment, type Scope, SCOPES } from '../enums.ts';
import { type Action, mayDo, type Role } from './roles.ts';

/** What a role must be allowed before somebody in it may give a key each scope: all that the scope opens. */
export const SCOPE_ACTIONS: Readonly<Record<Scope, readonly Action[]>> = {
  'applicants:read': ['applicants.read'],
  'applicants:write': ['applicants.erase', 'applicants.write'],
  'verifications:read': ['files.open', 'verifications.read'],
  'verifications:write': ['verifications.create', 'verifications.decide'],
  'aml:read': ['lists.read', 'screenings.read'],
  'aml:write': ['matches.resolve', 'monitors.write', 'ownLists.write', 'screenings.create'],
  'deepfake:read': ['files.open', 'media.read'],
  'deepfake:write': ['media.create', 'media.delete'],
  'kyt:read': ['policies.read', 'wallets.read'],
  'kyt:write': ['monitors.write', 'wallets.create'],
  'webhooks:read': ['webhooks.read'],
  'webhooks:write': ['webhooks.write'],
  'credits:read': ['credits.read'],
  'keys:read': ['keys.read'],
  'keys:write': ['keys.write'],
};

/** The scopes that somebody in a role may give a key: a key never does what who made it may not do. */
export const scopesOfRole = (role: Role, environment: Environment): Scope[] =>
  SCOPES.filter((scope) => SCOPE_ACTIONS[scope].every((action) => mayDo(role, action, environment)));
