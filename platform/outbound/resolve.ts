/** From a host name to addresses that may be connected to. */
import { lookup as systemLookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { checkUrl, isAllowedAddress, type CheckedUrl, type GuardPolicy, type UrlRefusal } from './address-guard.ts';

/** Resolves a host name to all of its addresses, in order of preference; rejects or answers none where it has none. */
export type Lookup = (hostname: string) => Promise<readonly string[]>;

export interface ResolveOptions extends Pick<GuardPolicy, 'allowPrivate'> {
  readonly lookup: Lookup;
  /** Time for the whole look-up in milliseconds; default 2,000. */
  readonly timeoutMs?: number;
}

export type Resolution =
  | { readonly ok: true; readonly addresses: readonly string[] }
  | { readonly ok: false; readonly reason: 'DNS' | 'BLOCKED_ADDRESS' };

export const LOOKUP_TIMEOUT_MS = 2000;

/** Once one family has answered, how long the other may take: broken name servers often swallow AAAA questions. */
const SECOND_FAMILY_GRACE_MS = 300;

export interface DnsLookupOptions {
  /**
   * Ask the system's own resolver (hosts file, search domains) for names that DNS does not know. For development only:
   * that resolver blocks one of the process's few I/O threads for as long as a dead name server makes it wait.
   */
  readonly systemFallback?: boolean;
  /** Name servers as `address:port`; default those of the system. */
  readonly servers?: readonly string[];
}

/**
 * A look-up by DNS (A and AAAA side by side) that does not use the I/O thread pool, so that dead name servers of one
 * customer hold up nothing else. IPv4 comes first: it works in every network, and the rest is tried after it.
 */
export function createDnsLookup(options: DnsLookupOptions = {}): Lookup {
  const resolver = new Resolver({ timeout: 700, tries: 2 });
  if (options.servers !== undefined) resolver.setServers(options.servers);

  return async (hostname) => {
    const families = [resolver.resolve4(hostname), resolver.resolve6(hostname)].map((answer) =>
      answer.catch((): string[] => []),
    );
    const firstFound = Promise.race(
      families.map(async (answer) => {
        if ((await answer).length === 0) await Promise.all(families);
      }),
    );
    await firstFound;
    const grace = new AbortController();
    const lapse = delay(SECOND_FAMILY_GRACE_MS, [], { signal: grace.signal }).catch((): string[] => []);
    const found = (await Promise.all(families.map((answer) => Promise.race([answer, lapse])))).flat();
    grace.abort();
    if (found.length > 0 || options.systemFallback !== true) return found;
    return (await systemLookup(hostname, { all: true })).map((entry) => entry.address);
  };
}

async function withTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T | undefined> {
  const timer = new AbortController();
  try {
    return await Promise.race([work, delay(timeoutMs, undefined, { signal: timer.signal })]);
  } finally {
    timer.abort();
  }
}

/** RFC 6761: `localhost` and names below it mean loopback, whatever a name server says. */
function isLocalhost(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost');
}

/**
 * All addresses of `hostname` (a name without trailing dot, or an address), provided that every one of them may be
 * connected to. One inner address among public ones refuses the name as a whole: nobody publishes such a mixture by
 * good intent. No answer, an error or a time-out is `DNS`. Never rejects.
 */
export async function resolveAllowed(hostname: string, options: ResolveOptions): Promise<Resolution> {
  let addresses: readonly string[] | undefined;
  if (isIP(hostname) !== 0) {
    addresses = [hostname];
  } else if (isLocalhost(hostname)) {
    addresses = ['127.0.0.1', '::1'];
  } else {
    const answer = options.lookup(hostname).catch((): string[] => []);
    addresses = await withTimeout(answer, options.timeoutMs ?? LOOKUP_TIMEOUT_MS);
  }
  if (addresses === undefined || addresses.length === 0) return { ok: false, reason: 'DNS' };
  if (!addresses.every((address) => isAllowedAddress(address, options)))
    return { ok: false, reason: 'BLOCKED_ADDRESS' };
  return { ok: true, addresses: [...new Set(addresses)] };
}

/**
 * The check when a customer registers a URL: {@link checkUrl}, then the look-up. A name that does not resolve now is
 * accepted, because it is resolved and checked again at every delivery and receivers are often registered before their
 * DNS is set up; a name that resolves to an inner address is refused.
 */
export async function checkDestination(
  text: string,
  options: GuardPolicy & ResolveOptions,
): Promise<CheckedUrl | UrlRefusal> {
  const checked = checkUrl(text, options);
  if (!checked.ok) return checked;
  const resolution = await resolveAllowed(checked.hostname, options);
  if (resolution.ok || resolution.reason === 'DNS') return checked;
  return {
    ok: false,
    code: 'WEBHOOK_URL_NOT_ALLOWED',
    message:
      'The host resolves to a private, loopback, link-local or otherwise internal address. Use a host that is reachable from the public internet.',
  };
}
