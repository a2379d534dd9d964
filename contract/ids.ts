/** Resource identifiers: prefix, underscore, 26 characters of lower-case Crockford base32 of a UUIDv7. */
export const ID_PREFIXES = [
  'org',
  'key',
  'app',
  'ver',
  'scr',
  'mat',
  'mon',
  'job',
  'chk',
  'wh',
  'dlv',
  'evt',
  'req',
  'file',
  'txn',
  'aud',
  'ble',
  'alw',
  'usr',
  'ses',
  'inv',
  'lnk',
  'blk',
  'pol',
  'try',
] as const;
export type IdPrefix = (typeof ID_PREFIXES)[number];

export function idPattern(prefix: IdPrefix): string {
  return `^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`;
}
