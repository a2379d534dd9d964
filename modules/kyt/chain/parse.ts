import { type Blockchain, canonicalKey, EVM_BLOCKCHAINS, parseAddress } from '../../../engines/wallets/index.ts';
import { refusedAt } from '../refused.ts';
import type { ChainRecord, Owner } from './transfer.ts';

const CACHED = 250_000;
const LOWER_EVM = /^0x[0-9a-f]{40}$/;

/** A text of its own memory: a piece of a file's would keep all of the file's text. Addresses are ASCII. */
const apart = (text: string): string => Buffer.from(text, 'latin1').toString('latin1');

/**
 * Reads the addresses of a file; those that come again and again are read once, and are the same object each time.
 * What was met in the last few hundred thousand is remembered.
 */
export class AddressReader {
  readonly #blockchain: Blockchain;
  readonly #isEvm: boolean;
  #known = new Map<string, Owner>();
  #older = new Map<string, Owner>();

  constructor(blockchain: Blockchain) {
    this.#blockchain = blockchain;
    this.#isEvm = EVM_BLOCKCHAINS.includes(blockchain);
  }

  /** @throws ImportRefused naming the place, where the address is malformed */
  read(text: string, place: string): Owner {
    const known = this.#known.get(text);
    if (known) return known;
    const owner = this.#older.get(text) ?? this.#parse(text, place);
    if (this.#known.size >= CACHED) [this.#older, this.#known] = [this.#known, new Map()];
    this.#known.set(apart(text), owner);
    return owner;
  }

  #parse(text: string, place: string): Owner {
    // All lower case carries no checksum that could be wrong, and most files are written so. `presentAddress` adds it.
    if (this.#isEvm && LOWER_EVM.test(text)) return { key: apart(`evm:${text.slice(2)}`), address: apart(text) };
    const verdict = parseAddress(text, this.#blockchain, { retiredForms: true });
    if (!verdict.valid) throw refusedAt(place, verdict.message);
    return { key: canonicalKey(verdict), address: verdict.canonical };
  }
}

/** The block of a record: its height, and with that its hash, where they are there and well formed. */
export function readBlockOf(height: unknown, hash: unknown): Pick<ChainRecord, 'height' | 'blockHash'> {
  const number = typeof height === 'string' && /^\d{1,15}$/.test(height) ? Number(height) : height;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 0) return { height: null };
  const text = typeof hash === 'string' ? hash.trim().toLowerCase().replace(/^0x/, '') : '';
  return /^[0-9a-z]{8,128}$/.test(text) ? { height: number, blockHash: text } : { height: number };
}

const LATEST = 4_102_444_800; // 2100-01-01

/**
 * A time as seconds since 1970: seconds themselves, or an ISO 8601 date-time (UTC where it names no offset).
 * @throws ImportRefused naming the place
 */
export function readTime(value: unknown, place: string): number {
  if (value === undefined || value === null || value === '') return 0;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= LATEST) return value;
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  let seconds = Number.NaN;
  if (/^\d{1,10}(\.\d+)?$/.test(text)) seconds = Math.floor(Number(text));
  else if (/^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?( ?UTC|Z|[+-]\d{2}:?\d{2})?$/.test(text)) {
    const plain = text.replace(' UTC', 'Z').replace(' ', 'T');
    const dated = /T/.test(plain) && !/(Z|[+-]\d{2}:?\d{2})$/.test(plain) ? `${plain}Z` : plain;
    seconds = Math.floor(Date.parse(dated) / 1000);
  }
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > LATEST) {
    throw refusedAt(place, 'time must be seconds since 1970 or an ISO 8601 date-time, up to the year 2100.');
  }
  return seconds;
}

/** @throws ImportRefused naming the place */
export function readIdentity(value: unknown, name: string, place: string): string {
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '' || text.length > 200 || text.includes('\0')) {
    throw refusedAt(place, `${name} must be a text of 1 to 200 characters, none of them NUL.`);
  }
  return text;
}

const HASH = /^(?:0x)?[0-9a-f]{64}$/i;

/**
 * The identifier of a transaction. A hash is one whatever case a file writes it in: as explorers do, upper on the XRP
 * Ledger, lower elsewhere. Others (Solana's are base58) are what they are.
 * @throws ImportRefused naming the place
 */
export function readTxid(value: unknown, blockchain: Blockchain, name: string, place: string): string {
  const text = readIdentity(value, name, place);
  if (!HASH.test(text)) return text;
  return blockchain === 'XRP' ? text.toUpperCase() : text.toLowerCase();
}
