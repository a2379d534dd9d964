import { createHmac, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';
import type { Queryable } from '../database/sql.ts';
import { decrypt, encrypt } from './aes.ts';
import { type MasterKey, MasterKeyError } from './master-key.ts';
import { insertDataKey, lockDataKeys, readDataKeys, rewrapDataKey } from './store.ts';

const FORMAT = 1;
const ID_BYTES = 6;

interface DataKey {
  id: string;
  bytes: Buffer;
  /** The same, prepared for the cipher. */
  key: KeyObject;
}

/**
 * Envelope encryption at rest: values are sealed with a data key; data keys lie in the database, wrapped by the
 * master key. A new master key re-wraps them; nothing sealed needs to change. A sealed value starts with one byte
 * of format and the six bytes that name its data key.
 */
export class Vault {
  readonly #keys = new Map<string, DataKey>();
  readonly #derived = new Map<string, Buffer>();
  readonly #db: Queryable;
  readonly #master: MasterKey;
  #current: DataKey;

  private constructor(db: Queryable, master: MasterKey, keys: DataKey[], current: DataKey) {
    this.#db = db;
    this.#master = master;
    this.#current = current;
    for (const key of keys) this.#keys.set(key.id, key);
  }

  /** Opens the vault, making the first data key of a new database. */
  static async open(db: Database, master: MasterKey, now: Date): Promise<Vault> {
    const known = await readDataKeys(db);
    if (known.length === 0) {
      await db.transaction(async (transaction) => {
        await lockDataKeys(transaction);
        if ((await readDataKeys(transaction)).length > 0) return;
        const [id, bytes] = [randomBytes(ID_BYTES).toString('hex'), randomBytes(32)];
        await insertDataKey(
          transaction,
          { id, wrapped: encrypt(master.bytes, bytes, id), masterKeyId: master.id },
          now,
        );
      });
    }
    const keys = (await readDataKeys(db)).map((row) => unwrap(row, master));
    const [current] = keys;
    if (!current) throw new Error('There is no data key');
    return new Vault(db, master, keys, current);
  }

  /** Seals bytes; `context` (what it is and whose) must be given again to open them. */
  seal(plain: Uint8Array, context: string): Buffer {
    const { id, key } = this.#current;
    return Buffer.concat([Buffer.from([FORMAT]), Buffer.from(id, 'hex'), encrypt(key, plain, context)]);
  }

  sealText(plain: string, context: string): Buffer {
    return this.seal(Buffer.from(plain), context);
  }

  async open(sealed: Uint8Array, context: string): Promise<Buffer> {
    if (sealed[0] !== FORMAT) throw new Error('Sealed bytes are of an unknown format');
    const id = Buffer.from(sealed.subarray(1, 1 + ID_BYTES)).toString('hex');
    return decrypt((await this.#key(id)).key, sealed.subarray(1 + ID_BYTES), context);
  }

  async openText(sealed: Uint8Array, context: string): Promise<string> {
    return (await this.open(sealed, context)).toString('utf8');
  }

  get currentKeyId(): string {
    return this.#current.id;
  }

  /** A secret that is always the same for one purpose in one database, for instance to sign cursors. */
  derive(purpose: string): Buffer {
    // The oldest data key never changes, whatever is added or re-wrapped later.
    const oldest = [...this.#keys.values()].at(-1) ?? this.#current;
    return Buffer.from(hkdfSync('sha256', oldest.bytes, '', purpose, 32));
  }

  /** A keyed digest that stands for a value without telling it (22 characters base64url). */
  pseudonym(purpose: string, value: string): string {
    let secret = this.#derived.get(purpose);
    if (!secret) {
      secret = this.derive(purpose);
      this.#derived.set(purpose, secret);
    }
    return createHmac('sha256', secret).update(value).digest('base64url').slice(0, 22);
  }

  async #key(id: string): Promise<DataKey> {
    const known = this.#keys.get(id);
    if (known) return known;
    const row = (await readDataKeys(this.#db)).find((candidate) => candidate.id === id);
    if (!row) throw new Error('The data key of a sealed value is missing');
    const key = unwrap(row, this.#master);
    this.#keys.set(id, key);
    return key;
  }
}

/** Wraps every data key with a new master key, in one transaction; the old one is needed a last time. */
export async function rotateMasterKey(db: Database, from: MasterKey, to: MasterKey): Promise<number> {
  return db.transaction(async (transaction) => {
    await lockDataKeys(transaction);
    const rows = await readDataKeys(transaction);
    for (const row of rows) {
      if (row.masterKeyId === to.id) continue;
      const { bytes } = unwrap(row, from);
      await rewrapDataKey(transaction, { id: row.id, wrapped: encrypt(to.bytes, bytes, row.id), masterKeyId: to.id });
    }
    return rows.length;
  });
}

function unwrap(row: { id: string; wrapped: Buffer; masterKeyId: string }, master: MasterKey): DataKey {
  try {
    const bytes = decrypt(master.bytes, row.wrapped, row.id);
    return { id: row.id, bytes, key: createSecretKey(bytes) };
  } catch {
    throw new MasterKeyError(
      `This database was sealed with the master key ${row.masterKeyId}, not with ${master.id}. Give the right MASTER_KEY or master.key file.`,
    );
  }
}
