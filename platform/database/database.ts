import pg from 'pg';
import { createHash } from 'node:crypto';
import type { Deferred } from './deferred.ts';
import { isUnavailable } from './errors.ts';
import { GroupCommit } from './group-commit.ts';
import type { Queryable, Sql } from './sql.ts';
import { sendTogether } from './send-together.ts';
import { Transaction } from './transaction.ts';

// int8 columns hold counts and credits, all below 2^53: JavaScript numbers are exact there.
const INT8 = 20;
const NUMERIC_SAFE = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('An integer column holds a value beyond 2^53');
  return value;
};
// `date` stays text: a calendar day has no time zone.
const DATE = 1082;

export interface DatabaseOptions {
  connectionString: string;
  max: number;
  applicationName: string;
  /**
   * Statements are planned once, for whatever values: for look-ups in indexes, of which planning anew, as the database
   * does where values are lists, would cost more than they do.
   */
  plannedOnce?: boolean;
  /** What happens to idle connections that break; the pool replaces them by itself. */
  onConnectionError?: (error: Error) => void;
}

const MAX_STATEMENT_NAMES = 2000;

/**
 * A pool of pipelined connections: statements queued on one connection are sent without waiting for one
 * another's answers, so that a transaction costs as few round trips as it has dependent steps.
 */
export class Database implements Queryable {
  readonly connectionString: string;
  readonly #pool: pg.Pool;
  readonly #names = new Map<string, string>();
  readonly #groups = new GroupCommit(this);
  /** What the committed transactions of this process counted, by name; told as metrics. */
  readonly tallies = new Map<string, number>();

  constructor(options: DatabaseOptions) {
    this.connectionString = options.connectionString;
    this.#pool = new pg.Pool({
      connectionString: options.connectionString,
      max: options.max,
      application_name: options.applicationName,
      pipeline: true,
      connectionTimeoutMillis: 5_000,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      types: {
        getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
          if (oid === INT8) return NUMERIC_SAFE;
          if (oid === DATE) return (text: string) => text;
          return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
        }) as typeof pg.types.getTypeParser,
      },
    });
    this.#pool.on('error', (error) => options.onConnectionError?.(error));
    // A connection that breaks while it is in use tells its statements; told to nobody else, it would end the process.
    this.#pool.on('connect', (client) => client.on('error', () => {}));
    if (options.plannedOnce === true) {
      this.#pool.on('connect', (client) => {
        // Of a database that knows no such setting nothing else is lost.
        client.query('set plan_cache_mode = force_generic_plan').catch(() => {});
      });
    }
  }

  /** Statements are prepared once per connection under a name made from their text. */
  prepared(statement: Sql): { name: string; text: string; values: unknown[] } {
    const text = statement.text;
    let name = this.#names.get(text);
    if (name === undefined) {
      name = `s${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
      if (this.#names.size < MAX_STATEMENT_NAMES) this.#names.set(text, name);
      else name = '';
    }
    return { name, text, values: statement.values };
  }

  async query<Row extends object>(statement: Sql): Promise<Row[]> {
    const result = await this.#pool.query<Row>(this.prepared(statement));
    return result.rows;
  }

  /**
   * Runs `work` in one transaction and commits, together with all that it deferred. Whatever `work` throws rolls
   * everything back and is thrown on. BEGIN is sent with the first statement; work without one costs nothing.
   */
  async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const transaction = new Transaction(this);
    try {
      const result = await work(transaction);
      await transaction.commit();
      return result;
    } catch (error) {
      await transaction.rollback();
      throw error;
    }
  }

  /** Runs what a transaction deferred and commits it, together with other transactions' where some come at once. */
  commitTogether(deferred: readonly Deferred[]): Promise<void> {
    return this.#groups.commit(deferred);
  }

  /**
   * Statements that do not depend on one another, asked on one connection in one round trip: start them together in
   * `work` (Promise.all). No transaction: each sees the database as it is when it runs.
   */
  async together<T>(work: (db: Queryable) => Promise<T>): Promise<T> {
    const client = await this.connect();
    try {
      const result = await work({
        query: async <Row extends object>(statement: Sql) => {
          sendTogether(client);
          return (await client.query<Row>(this.prepared(statement))).rows;
        },
      });
      client.release();
      return result;
    } catch (error) {
      // Statements may still be under way on it.
      client.release(true);
      throw error;
    }
  }

  connect(): Promise<pg.PoolClient> {
    return this.#pool.connect();
  }

  /** Whether the database answers. */
  async ping(): Promise<boolean> {
    try {
      await this.#pool.query('select 1');
      return true;
    } catch (error) {
      if (isUnavailable(error)) return false;
      throw error;
    }
  }

  get counts(): { total: number; idle: number; waiting: number } {
    return { total: this.#pool.totalCount, idle: this.#pool.idleCount, waiting: this.#pool.waitingCount };
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}
