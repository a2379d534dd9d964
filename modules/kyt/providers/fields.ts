import { type Blockchain, canonicalKey, parseAddress } from '../../../engines/wallets/index.ts';
import type { Owner } from '../chain/transfer.ts';
import { ProviderFailed } from './failure.ts';

export type Json = Readonly<Record<string, unknown>>;

const LATEST = 4_102_444_800; // 2100-01-01

/** Reads the fields of a provider's answers, each of them checked; a wrong one is told by its place, never its value. */
export class Fields {
  readonly #name: string;
  readonly #blockchain: Blockchain;

  constructor(name: string, blockchain: Blockchain) {
    this.#name = name;
    this.#blockchain = blockchain;
  }

  wrong(place: string, problem: string): ProviderFailed {
    return new ProviderFailed('MALFORMED', `${this.#name}: ${place} ${problem}. Nothing of it was stored.`);
  }

  object(value: unknown, place: string): Json {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
    throw this.wrong(place, 'is no object');
  }

  list(value: unknown, place: string, most = 20_000): readonly unknown[] {
    if (!Array.isArray(value)) throw this.wrong(place, 'is no list');
    if (value.length > most) throw this.wrong(place, `has more than ${most} entries`);
    return value;
  }

  text(value: unknown, place: string, form: RegExp): string {
    if (typeof value === 'string' && form.test(value)) return value;
    throw this.wrong(place, 'is not of its form');
  }

  /** A whole number, or its decimal text. */
  integer(value: unknown, place: string, least: number, most: number): number {
    const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
    if (typeof number === 'number' && Number.isSafeInteger(number) && number >= least && number <= most) return number;
    throw this.wrong(place, `is no whole number from ${least} to ${most}`);
  }

  /** An amount in the smallest unit: a whole number or its decimal text. */
  amount(value: unknown, place: string): bigint {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
    if (typeof value === 'string' && /^\d{1,78}$/.test(value)) return BigInt(value);
    throw this.wrong(place, 'is no amount');
  }

  /** A quantity as JSON-RPC of EVM chains writes it. */
  quantity(value: unknown, place: string): bigint {
    if (typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)) return BigInt(value);
    throw this.wrong(place, 'is no quantity in hex');
  }

  height(value: unknown, place: string): number {
    return this.integer(
      typeof value === 'string' && value.startsWith('0x') ? Number(this.quantity(value, place)) : value,
      place,
      0,
      1e12,
    );
  }

  /** Seconds since 1970. */
  time(value: unknown, place: string): number {
    return this.integer(value, place, 0, LATEST);
  }

  /** 32 bytes in hex, in lower case. */
  hash(value: unknown, place: string): string {
    return this.text(value, place, /^(0x)?[0-9a-f]{64}$/i).toLowerCase();
  }

  address(value: unknown, place: string): Owner {
    const owner = this.addressOrNothing(value);
    if (owner) return owner;
    throw this.wrong(place, 'is no address of this blockchain');
  }

  addressOrNothing(value: unknown): Owner | undefined {
    if (typeof value !== 'string' || value.length > 200) return undefined;
    const verdict = parseAddress(value, this.#blockchain, { retiredForms: true });
    return verdict.valid ? { key: canonicalKey(verdict), address: verdict.canonical } : undefined;
  }
}
