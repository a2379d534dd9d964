/**
 * Every address that the pages answer to, below the origin of production. The router is made from the same list, and
 * the server answers 404 to what is not in it. `$` stands for one part of the path that holds an identifier: addresses
 * carry identifiers and filters, never a name, an e-mail address or anything else about a person.
 */

/** Addresses before anybody is signed in, and the front door, which leads on. */
export const OPEN_PATHS = ['/', '/sign-in', '/join'] as const;

/** Pages of one environment, below /live or /test. */
export const PAGE_PATHS = [
  '',
  'queue',
  'applicants',
  'applicants/$',
  'verifications',
  'verifications/$',
  'screenings',
  'screenings/$',
  'wallets',
  'wallets/$',
  'media',
  'media/$',
  'developers',
  'developers/keys',
  'developers/webhooks',
  'developers/webhooks/$',
  'developers/signatures',
  'developers/requests',
  'developers/console',
  'credits',
  'lists',
  'policies',
  'audit',
  'settings',
  'settings/organization',
  'settings/team',
  'settings/sign-in',
  'settings/privacy',
  'account',
] as const;
export type PagePath = (typeof PAGE_PATHS)[number];

export const ENVIRONMENT_PATHS = ['live', 'test'] as const;
export type EnvironmentPath = (typeof ENVIRONMENT_PATHS)[number];

const IDENTIFIER = /^[A-Za-z0-9_-]{1,100}$/;

/** Whether a page answers at this path, which has no query and no fragment. */
export function isPagePath(path: string): boolean {
  const plain = path.length > 1 ? path.replace(/\/$/, '') : path;
  if ((OPEN_PATHS as readonly string[]).includes(plain)) return true;
  const [, environment = '', ...rest] = plain.split('/');
  if (!(ENVIRONMENT_PATHS as readonly string[]).includes(environment)) return false;
  return PAGE_PATHS.some((pattern) => {
    const parts = pattern === '' ? [] : pattern.split('/');
    return (
      parts.length === rest.length &&
      parts.every((part, at) => (part === '$' ? IDENTIFIER.test(rest[at] ?? '') : part === rest[at]))
    );
  });
}
