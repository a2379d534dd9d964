/** Which of this machine's addresses deliveries leave from. */
import { isIP, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';

/**
 * Tells configured source addresses that this machine has, and can bind a socket to, from those that it has not. The
 * latter are legitimate behind address translation (the gateway owns them), but cannot be chosen here.
 */
export function partitionSourceAddresses(
  configured: readonly string[],
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): { readonly local: readonly string[]; readonly elsewhere: readonly string[] } {
  const own = new Set(Object.values(interfaces).flatMap((entries) => entries?.map((entry) => entry.address) ?? []));
  return {
    local: configured.filter((address) => own.has(address)),
    elsewhere: configured.filter((address) => !own.has(address)),
  };
}

/** Chooses the local address of each new connection in turn, within the family of the peer. */
export class SourceAddresses {
  readonly #families: Readonly<Record<4 | 6, readonly string[]>>;
  readonly #configured: boolean;
  #turn = 0;

  /** @param addresses addresses of this machine; none means that the system chooses @throws TypeError on a non-address */
  constructor(addresses: readonly string[]) {
    const wrong = addresses.find((address) => isIP(address) === 0);
    if (wrong !== undefined) throw new TypeError(`source address ${JSON.stringify(wrong)} is not an IP address`);
    this.#configured = addresses.length > 0;
    this.#families = {
      4: addresses.filter((address) => isIPv4(address)),
      6: addresses.filter((address) => !isIPv4(address)),
    };
  }

  /** Whether a connection to `peer` can leave from a configured address (always, where none is configured). */
  reaches(peer: string): boolean {
    return !this.#configured || this.#of(peer).length > 0;
  }

  /** The local address for a new connection to `peer`; undefined where the system chooses. */
  next(peer: string): string | undefined {
    const candidates = this.#of(peer);
    return candidates.length === 0 ? undefined : candidates[this.#turn++ % candidates.length];
  }

  #of(peer: string): readonly string[] {
    return this.#families[isIPv4(peer) ? 4 : 6];
  }
}
