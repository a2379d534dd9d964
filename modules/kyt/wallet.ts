import {
  type Blockchain,
  canonicalKey,
  inferBlockchains,
  parseAddress,
  parseAnyAddress,
  type ValidAddress,
} from '../../engines/wallets/index.ts';
import { invalid } from '../../platform/http/errors.ts';

/** An address that was read and understood, of one blockchain. */
export interface Wallet {
  /** As sent. */
  address: string;
  /** The one spelling of it. */
  normalized: string;
  /** Equal exactly where the address is; one EVM address has one key on every EVM chain. */
  key: string;
  blockchain: Blockchain;
  parsed: ValidAddress;
}

/**
 * Reads the address of a request.
 * @param testnet whether addresses of test networks are welcome: in the sandbox only
 * @throws ApiError VALIDATION_ERROR: malformed, or the blockchain was left out and more than one fits
 */
export function readWallet(
  input: { address: string; blockchain?: Blockchain | undefined },
  options: { testnet: boolean },
): Wallet {
  const { address, blockchain } = input;
  const verdict = blockchain ? parseAddress(address, blockchain, options) : parseAnyAddress(address, options);
  if (!verdict.valid) {
    if (verdict.code === 'AMBIGUOUS') throw invalid('/blockchain', 'REQUIRED', verdict.message);
    throw invalid('/address', 'INVALID_FORMAT', verdict.message);
  }
  return {
    address,
    normalized: verdict.canonical,
    key: canonicalKey(verdict),
    blockchain: verdict.blockchain,
    parsed: verdict,
  };
}

/**
 * The keys under which a list is looked through for an address: one for every form that the text fits.
 * @throws ApiError VALIDATION_ERROR where it is no address
 */
export function keysOf(
  input: { address: string; blockchain?: Blockchain | undefined },
  options: { testnet: boolean },
): string[] {
  const { address, blockchain } = input;
  const fitting = blockchain ? [blockchain] : inferBlockchains(address, options);
  if (fitting.length === 0) return [readWallet({ address }, options).key];
  return [...new Set(fitting.map((chain) => readWallet({ address, blockchain: chain }, options).key))];
}
