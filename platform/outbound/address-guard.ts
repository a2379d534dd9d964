/**
 * Which addresses and URLs chosen by customers the service may send to.
 *
 * Everything fails closed: what is not understood as a public unicast address is not one. The ranges are those of
 * the IANA special-purpose registries for IPv4 and IPv6 (through ipaddr.js), narrowed to the global unicast block
 * 2000::/3, with IPv4 addresses that are carried inside IPv6 ones judged as what they are.
 */
import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Longest URL accepted, in characters. */
export const MAX_URL_LENGTH = 2048;

/** What development and test set-ups may relax. Both are off in production. */
export interface GuardPolicy {
  /** Accept `http:` beside `https:`. */
  readonly allowHttp: boolean;
  /** Accept loopback, private (RFC 1918, RFC 4193) and shared (RFC 6598) addresses and internal names. */
  readonly allowPrivate: boolean;
}

export type UrlRefusalCode = 'WEBHOOK_URL_NOT_HTTPS' | 'WEBHOOK_URL_NOT_ALLOWED' | 'INVALID';

export interface UrlRefusal {
  readonly ok: false;
  readonly code: UrlRefusalCode;
  /** What is wrong and how to mend it; never repeats the path or query, which may hold secrets. */
  readonly message: string;
}

export interface CheckedUrl {
  readonly ok: true;
  readonly url: URL;
  /** The host without brackets and without a trailing dot: an address in canonical form, or a name in lower case. */
  readonly hostname: string;
}

type Reach = 'PUBLIC' | 'PRIVATE' | 'FORBIDDEN';

/**
 * Addresses at which cloud platforms serve credentials to their machines and which the ranges alone would let through,
 * always (Azure's 168.63.129.16 is in a public range) or with `allowPrivate`.
 */
const PLATFORM_ADDRESSES = new Set(['168.63.129.16', '100.100.100.200', 'fd00:ec2::254', 'fd20:ce::254']);

const PRIVATE_RANGES = new Set(['private', 'loopback', 'uniqueLocal', 'carrierGradeNat']);

/** Names that are only ever answered inside a network: RFC 6761, RFC 6762, RFC 8375, ICANN's `internal`, and habits. */
const INNER_SUFFIXES = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'home.arpa',
  'home',
  'lan',
  'corp',
  'svc',
];

function reachOfIPv4(address: ipaddr.IPv4): Reach {
  if (PLATFORM_ADDRESSES.has(address.toString())) return 'FORBIDDEN';
  const range = address.range();
  if (range === 'unicast') return 'PUBLIC';
  return PRIVATE_RANGES.has(range) ? 'PRIVATE' : 'FORBIDDEN';
}

/** The IPv4 address in bytes `offset` to `offset + 3` of an IPv6 address. */
function embeddedIPv4(bytes: readonly number[], offset: number): ipaddr.IPv4 {
  return new ipaddr.IPv4(bytes.slice(offset, offset + 4));
}

function reachOfIPv6(address: ipaddr.IPv6): Reach {
  if (PLATFORM_ADDRESSES.has(address.toString())) return 'FORBIDDEN';
  const bytes = address.toByteArray();
  switch (address.range()) {
    case 'ipv4Mapped':
      return reachOfIPv4(embeddedIPv4(bytes, 12));
    case 'rfc6052':
      // 64:ff9b::/96 is what DNS64 answers for hosts that only have IPv4. 64:ff9b:1::/48 is for local use (RFC 8215).
      return bytes[5] === 0 ? reachOfIPv4(embeddedIPv4(bytes, 12)) : 'FORBIDDEN';
    case '6to4':
      return reachOfIPv4(embeddedIPv4(bytes, 2));
    case 'loopback':
    case 'uniqueLocal':
      return 'PRIVATE';
    case 'unicast': {
      // "unicast" is what no special range claims, IPv4-compatible and unassigned blocks included.
      if ((bytes[0] ?? 0) >> 5 !== 1) return 'FORBIDDEN';
      const isatap = ((bytes[8] ?? 0) & 0xfd) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;
      return isatap ? reachOfIPv4(embeddedIPv4(bytes, 12)) : 'PUBLIC';
    }
    default:
      return 'FORBIDDEN';
  }
}

function reachOf(ip: string): Reach {
  // net.isIP takes canonical notation only (no octal, hex or short forms), but does take an IPv6 zone.
  if (isIP(ip) === 0 || ip.includes('%')) return 'FORBIDDEN';
  if (isIPv4(ip)) return reachOfIPv4(ipaddr.IPv4.parse(ip));
  // ipaddr.js takes ::1.2.3.4 for ::ffff:1.2.3.4. The URL parser writes all of an address in hexadecimal groups.
  return reachOfIPv6(ipaddr.IPv6.parse(new URL(`http://[${ip}]`).hostname.slice(1, -1)));
}

/**
 * Whether `ip`, an IPv4 or IPv6 address in canonical notation, is a public unicast address. IPv4 addresses inside
 * IPv6 ones (mapped, NAT64 64:ff9b::/96, 6to4, ISATAP) are judged as the IPv4 address. Anything that is not an address
 * in that notation, and any address with a zone, is not public.
 */
export function isPublicAddress(ip: string): boolean {
  return reachOf(ip) === 'PUBLIC';
}

/**
 * Whether a connection to `ip` is allowed. With `allowPrivate`, loopback, private and shared addresses are; link-local
 * (cloud metadata), multicast, unspecified and reserved ones never are.
 */
export function isAllowedAddress(ip: string, policy: Pick<GuardPolicy, 'allowPrivate'>): boolean {
  const reach = reachOf(ip);
  return reach === 'PUBLIC' || (policy.allowPrivate && reach === 'PRIVATE');
}

function refuse(code: UrlRefusalCode, message: string): UrlRefusal {
  return { ok: false, code, message };
}

const NOT_ALLOWED =
  'The host is a private, loopback, link-local or otherwise internal address. Use a host that is reachable from the public internet.';

/** A host in brackets with a zone, which the URL parser does not take: still an attempt at an inner address. */
const ZONED_HOST = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/?#\\]*@)?\[[^\]/?#]*%/i;

function isInnerName(hostname: string): boolean {
  if (!hostname.includes('.')) return true;
  return INNER_SUFFIXES.some((suffix) => hostname.endsWith(`.${suffix}`) || hostname === suffix);
}

function isHostName(hostname: string): boolean {
  return (
    hostname.length <= 253 &&
    hostname.split('.').every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))
  );
}

/** The host as it is looked up and put into SNI: no brackets, no trailing dot. */
export function bareHostname(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/**
 * Checks the text of a URL that a customer gives, without any look-up. In this order: it is a URL of at most 2,048
 * characters, its scheme is `https` (or `http` where allowed), its host is not an inner address in any spelling nor an
 * inner name, and it has no credentials and no port 0.
 *
 * The URL parser (WHATWG) turns every spelling of a host into one (decimal, octal, hexadecimal and short IPv4,
 * full-width digits, percent-encoding, upper case), and the connection is made from that same parsed form, so that what
 * is judged here is what is used.
 */
export function checkUrl(text: string, policy: GuardPolicy): CheckedUrl | UrlRefusal {
  if (text.length > MAX_URL_LENGTH) {
    return refuse('INVALID', `The URL is longer than ${MAX_URL_LENGTH} characters. Use a shorter one.`);
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) {
    if (ZONED_HOST.test(text)) return refuse('WEBHOOK_URL_NOT_ALLOWED', NOT_ALLOWED);
    return refuse('INVALID', 'Not a URL. Give an absolute URL such as https://example.com/webhooks.');
  }
  if (url.protocol !== 'https:' && !(policy.allowHttp && url.protocol === 'http:')) {
    return refuse('WEBHOOK_URL_NOT_HTTPS', 'The URL must start with https://.');
  }
  // The parser would quietly repair these; a URL that means something else than it shows is better refused.
  // oxlint-disable-next-line eslint/no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u0020\u007f\\]/.test(text) || !/^https?:\/\/[^/]/i.test(text)) {
    return refuse('INVALID', 'The URL has spaces, control characters, backslashes or no "//". Remove or encode them.');
  }
  const hostname = bareHostname(url);
  if (isIP(hostname) !== 0) {
    if (!isAllowedAddress(hostname, policy)) return refuse('WEBHOOK_URL_NOT_ALLOWED', NOT_ALLOWED);
  } else if (!isHostName(hostname)) {
    return refuse('INVALID', 'The host of the URL is not a valid host name.');
  } else if (!policy.allowPrivate && isInnerName(hostname)) {
    return refuse('WEBHOOK_URL_NOT_ALLOWED', NOT_ALLOWED);
  }
  if (url.username !== '' || url.password !== '') {
    return refuse('INVALID', 'The URL holds a user name or password. Remove it: deliveries are signed instead.');
  }
  if (url.port === '0') return refuse('INVALID', 'Port 0 cannot be connected to. Use a port from 1 to 65535.');
  return { ok: true, url, hostname };
}
