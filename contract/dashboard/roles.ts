/**
 * Who may do what. One table, read by the server for every request and by the pages to leave out what would be refused.
 */

export const ROLES = ['OWNER', 'ADMIN', 'OFFICER', 'ANALYST', 'DEVELOPER', 'READ_ONLY'] as const;
export type Role = (typeof ROLES)[number];

/** Where a role may do something: in production and the sandbox, in the sandbox alone, or nowhere. */
export type Reach = 'BOTH' | 'TEST' | 'NONE';

/** One row of the table, in the order of ROLES. */
type Row = readonly [owner: Reach, admin: Reach, officer: Reach, analyst: Reach, developer: Reach, readOnly: Reach];

const all: Row = ['BOTH', 'BOTH', 'BOTH', 'BOTH', 'BOTH', 'BOTH'];
/** Looks at people's records: developers see invented ones only. */
const look: Row = ['BOTH', 'BOTH', 'BOTH', 'BOTH', 'TEST', 'BOTH'];
/** Prepares and examines, without deciding. */
const work: Row = ['BOTH', 'BOTH', 'BOTH', 'BOTH', 'TEST', 'NONE'];
/** Decides about people. */
const decide: Row = ['BOTH', 'BOTH', 'BOTH', 'NONE', 'TEST', 'NONE'];
const integrate: Row = ['BOTH', 'BOTH', 'NONE', 'NONE', 'BOTH', 'NONE'];
const prove: Row = ['BOTH', 'BOTH', 'BOTH', 'NONE', 'NONE', 'BOTH'];
const govern: Row = ['BOTH', 'BOTH', 'BOTH', 'NONE', 'NONE', 'NONE'];
const administer: Row = ['BOTH', 'BOTH', 'NONE', 'NONE', 'NONE', 'NONE'];
const own: Row = ['BOTH', 'NONE', 'NONE', 'NONE', 'NONE', 'NONE'];

export const PERMISSIONS = {
  'home.read': all,
  'applicants.read': look,
  'applicants.write': work,
  'applicants.erase': decide,
  'verifications.read': look,
  'verifications.create': work,
  'verifications.decide': decide,
  'screenings.read': look,
  'screenings.create': work,
  'matches.resolve': decide,
  'monitors.write': work,
  'ownLists.write': decide,
  'wallets.read': look,
  'wallets.create': work,
  'wallets.decide': decide,
  'media.read': look,
  'media.create': work,
  'media.decide': decide,
  'media.delete': decide,
  'files.open': look,
  'queue.read': look,
  'queue.work': work,
  'queue.assign': decide,
  'queue.bulk': decide,
  'reports.print': prove,
  'lists.read': all,
  'policies.read': all,
  'policies.try': govern,
  'policies.write': govern,
  'keys.read': integrate,
  'keys.write': integrate,
  'webhooks.read': integrate,
  'webhooks.write': integrate,
  'requests.read': integrate,
  'credits.read': all,
  'credits.write': administer,
  'audit.read': prove,
  'settings.read': all,
  'settings.write': administer,
  'secrets.reveal': integrate,
  'team.read': all,
  'team.write': administer,
  'team.owners': own,
} as const satisfies Readonly<Record<string, Row>>;

export type Action = keyof typeof PERMISSIONS;
export const ACTIONS = Object.keys(PERMISSIONS) as readonly Action[];

export function reachOf(role: Role, action: Action): Reach {
  return PERMISSIONS[action][ROLES.indexOf(role)] ?? 'NONE';
}

/** Whether a role may do this there. What belongs to no environment (team, settings, audit) counts as LIVE. */
export function mayDo(role: Role, action: Action, environment: 'LIVE' | 'TEST'): boolean {
  const reach = reachOf(role, action);
  return reach === 'BOTH' || (reach === 'TEST' && environment === 'TEST');
}

export const actionsOf = (role: Role, environment: 'LIVE' | 'TEST'): Action[] =>
  ACTIONS.filter((action) => mayDo(role, action, environment));
