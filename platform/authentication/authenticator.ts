import type { Environment } from '../../contract/enums.ts';
import type { Clock } from '../context.ts';
import type { Queryable } from '../database/sql.ts';
import { ApiError } from '../http/errors.ts';
import { hashKey, isWellFormedKey } from './key-format.ts';
import { findKeyByHash, type KeyRecord, touchKeys } from './store.ts';

/** A key read from the database is trusted this long: a revocation elsewhere is seen within a second. */
const MAX_AGE_MS = 700;
const MAX_CACHED = 50_000;

interface Cached {
  record: KeyRecord | undefined;
  readAt: number;
}

const unauthorized = (reason: string, message: string): ApiError =>
  new ApiError('UNAUTHORIZED', message, { reason }, { 'WWW-Authenticate': 'Bearer' });

/** Finds out whose key a request carries. The checksum is tested before any look-up. */
export class Authenticator {
  readonly #db: Queryable;
  readonly #clock: Clock;
  readonly #cache = new Map<string, Cached>();
  readonly #reading = new Map<string, Promise<KeyRecord | undefined>>();
  #used = new Map<string, Date>();

  constructor(db: Queryable, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** @throws ApiError UNAUTHORIZED or ENVIRONMENT_MISMATCH */
  async authenticate(header: string | undefined, environment: Environment): Promise<KeyRecord> {
    if (header === undefined || header.trim() === '') {
      throw unauthorized('MISSING', 'Send your API key in the header "Authorization: Bearer <API_KEY>".');
    }
    const key = /^Bearer +(\S+) *$/i.exec(header)?.[1];
    if (key === undefined) {
      throw unauthorized(
        'MALFORMED',
        'The header must be "Authorization: Bearer <API_KEY>": the word, a space, the key.',
      );
    }
    if (!isWellFormedKey(key)) {
      throw unauthorized('MALFORMED', 'The API key is mistyped: its form or its checksum is wrong. Copy it again.');
    }
    const record = await this.#find(hashKey(key));
    if (record === undefined) throw unauthorized('UNKNOWN', 'There is no such API key.');
    if (record.revokedAt !== null) throw unauthorized('REVOKED', 'This API key was revoked. Use another one.');
    if (record.expiresAt !== null && record.expiresAt <= this.#clock.now()) {
      throw unauthorized('EXPIRED', 'This API key has expired. Rotate to another one.');
    }
    if (record.environment !== environment) {
      throw new ApiError(
        'ENVIRONMENT_MISMATCH',
        environment === 'LIVE'
          ? 'This is a test key and this is production. Use a key that starts with cvs_live_, or the sandbox address.'
          : 'This is a live key and this is the sandbox. Use a key that starts with cvs_test_, or the production address.',
      );
    }
    this.#used.set(record.keyId, this.#clock.now());
    return record;
  }

  /** This process forgets what it knows of keys (after a change made here). */
  forget(): void {
    this.#cache.clear();
    this.#reading.clear();
  }

  /** Writes the times of last use; called every few seconds and at the end. */
  async flush(): Promise<void> {
    const used = this.#used;
    this.#used = new Map();
    await touchKeys(this.#db, used);
  }

  async #find(hash: Buffer): Promise<KeyRecord | undefined> {
    const id = hash.toString('base64');
    const cached = this.#cache.get(id);
    // Ages are measured on the monotonic clock: a stepped wall clock must not keep a revoked key alive.
    if (cached && performance.now() - cached.readAt < MAX_AGE_MS) return cached.record;
    const running = this.#reading.get(id);
    if (running) return running;
    const readAt = performance.now();
    const reading = findKeyByHash(this.#db, hash);
    this.#reading.set(id, reading);
    try {
      const record = await reading;
      if (this.#reading.get(id) === reading) {
        if (this.#cache.size >= MAX_CACHED) this.#cache.clear();
        if (record) this.#cache.set(id, { record, readAt });
      }
      return record;
    } finally {
      if (this.#reading.get(id) === reading) this.#reading.delete(id);
    }
  }
}
