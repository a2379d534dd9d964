import { BLOCKCHAIN_NAMES, type Blockchain, CHAIN_FAMILIES, type ChainFamily, chainFamily } from './blockchains.ts';

/**
 * Why a text is not an address that can be screened.
 * - `EMPTY`, `WHITESPACE`, `CHARACTERS`, `LETTER_CASE`, `LENGTH`, `PREFIX`: the text itself, before any decoding
 * - `CHECKSUM`: decoded, but the check digits disagree: a typing error or a damaged copy
 * - `TESTNET`: a good address of a test network
 * - `RETIRED_FORM`: a form that the chain has given up because another chain's addresses look the same
 * - `UNKNOWN_FORM`: checksum good, but a version or type that no rule of the chain defines
 * - `NOT_A_KEY`: checksum good, but the bytes are no public key of the chain
 * - `PRIVATE_KEY`: a secret, which must never be sent anywhere
 * - `OTHER_BLOCKCHAIN`: a good address, of another blockchain than the one named
 */
export type AddressErrorCode =
  | 'EMPTY'
  | 'WHITESPACE'
  | 'CHARACTERS'
  | 'LETTER_CASE'
  | 'LENGTH'
  | 'PREFIX'
  | 'CHECKSUM'
  | 'TESTNET'
  | 'RETIRED_FORM'
  | 'UNKNOWN_FORM'
  | 'NOT_A_KEY'
  | 'PRIVATE_KEY'
  | 'OTHER_BLOCKCHAIN';

export type Network = 'MAIN' | 'TEST';

export type ValidAddress = {
  valid: true;
  blockchain: Blockchain;
  family: ChainFamily;
  /** The form as the chain's own documents name it: P2PKH, P2WPKH, P2TR, EVM, SUBADDRESS, X_ADDRESS … */
  form: string;
  /** The one text of this address: EIP-55 for EVM, CashAddr for BCH, lower case for bech32. */
  canonical: string;
  /** Family number, network number and payload: equal exactly where two texts name the same address. */
  bytes: Uint8Array;
  network: Network;
  /** False where the chain hides values or the text never appears on it: screened by label and list only. */
  traceable: boolean;
  /** XRP destination tag of an X-address: who behind a shared address is meant; no part of the address. */
  destinationTag?: number;
  /** Monero short payment id of an integrated address, 16 hex digits; no part of the address. */
  paymentId?: string;
};

export type InvalidAddress = { valid: false; code: AddressErrorCode; message: string };

export type AddressVerdict = ValidAddress | InvalidAddress;

export type ParseOptions = {
  /** Accept test networks (the sandbox does); their bytes never equal a main network's. Default false. */
  testnet?: boolean;
  /** Accept forms that a chain has retired (old data does hold them), under the form that replaced them. Default false. */
  retiredForms?: boolean;
};

/** What a chain's own reader hands to {@link accept}. */
export type Accepted = {
  form: string;
  canonical: string;
  /** What tells this address from all others of its family, network aside. */
  payload: Uint8Array;
  network?: Network;
  traceable?: boolean;
  destinationTag?: number;
  paymentId?: string;
};

/** One chain family's reader: text in, verdict out; never throws. The text holds visible ASCII only. */
export type AddressReader = (text: string, blockchain: Blockchain, options: ParseOptions) => AddressVerdict;

/** Refuses a text. The message names what is wrong and the remedy, and never repeats the text itself. */
export function refuse(code: AddressErrorCode, message: string): InvalidAddress {
  return { valid: false, code, message };
}

/** Accepts an address, unless it is of a test network and those are not asked for. */
export function accept(blockchain: Blockchain, found: Accepted, options: ParseOptions): AddressVerdict {
  const network = found.network ?? 'MAIN';
  if (network === 'TEST' && options.testnet !== true) {
    return refuse(
      'TESTNET',
      `This is a ${BLOCKCHAIN_NAMES[blockchain]} test network address (${found.form}); its coins have no value and no history is kept. Send a main network address.`,
    );
  }
  const family = chainFamily(blockchain);
  const bytes = new Uint8Array(2 + found.payload.length);
  bytes[0] = CHAIN_FAMILIES.indexOf(family);
  bytes[1] = network === 'TEST' ? 1 : 0;
  bytes.set(found.payload, 2);
  const verdict: ValidAddress = {
    valid: true,
    blockchain,
    family,
    form: found.form,
    canonical: found.canonical,
    bytes,
    network,
    traceable: found.traceable ?? true,
  };
  if (found.destinationTag !== undefined) verdict.destinationTag = found.destinationTag;
  if (found.paymentId !== undefined) verdict.paymentId = found.paymentId;
  return verdict;
}

/** The refusal of a text that is too short or too long for any form of the chain. */
export function wrongLength(blockchain: Blockchain, length: number, expected: string): InvalidAddress {
  return refuse(
    'LENGTH',
    `The address has ${length} characters; ${BLOCKCHAIN_NAMES[blockchain]} addresses have ${expected}. Copy it again, whole.`,
  );
}

/** The refusal of a text whose check digits disagree with the rest. */
export function wrongChecksum(blockchain: Blockchain, checksum: string): InvalidAddress {
  return refuse(
    'CHECKSUM',
    `The ${checksum} checksum does not match: at least one character of the ${BLOCKCHAIN_NAMES[blockchain]} address is wrong. Copy it again from its source.`,
  );
}

/** The place of the first character outside an alphabet, or undefined where all are inside. */
export function firstForeign(text: string, alphabet: string): number | undefined {
  for (let i = 0; i < text.length; i++) if (!alphabet.includes(text.charAt(i))) return i;
  return undefined;
}

/** The refusal of a character outside an alphabet, naming its place (counted from 1) and the likely mix-up. */
export function foreignCharacter(text: string, at: number, alphabet: string): InvalidAddress {
  const character = text.charAt(at);
  const mixUp = '0OIl'.includes(character)
    ? ' (0, O, I and l are left out of it because they are easily mixed up)'
    : '';
  return refuse(
    'CHARACTERS',
    `Character ${at + 1}, "${character}", is not in the ${alphabet} alphabet${mixUp}. Copy the address again from its source.`,
  );
}
