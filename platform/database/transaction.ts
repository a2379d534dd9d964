import type { PoolClient } from 'pg';
import type { Database } from './database.ts';
import { type Deferred, type RowStatement, statementsOf } from './deferred.ts';
import { sendTogether } from './send-together.ts';
import type { Queryable, Sql } from './sql.ts';

/**
 * One transaction. Statements run at once through `query`; those whose answer nobody needs (events, jobs, audit
 * lines, the idempotent answer) are deferred and sent with COMMIT in a single round trip. A transaction that has sent
 * nothing before its end is committed together with others of the same kind (see GroupCommit).
 */
export class Transaction implements Queryable {
  readonly #database: Database;
  #client: Promise<PoolClient> | null = null;
  #connected: PoolClient | null = null;
  #begin: Promise<unknown> = Promise.resolve();
  readonly #deferred: Deferred[] = [];
  readonly #afterCommit: (() => void)[] = [];
  readonly #afterRollback: (() => void)[] = [];
  #ended = false;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Whether a statement was sent: a connection is held until the end. */
  get begun(): boolean {
    return this.#client !== null;
  }

  async query<Row extends object>(statement: Sql): Promise<Row[]> {
    const client = await this.#open();
    sendTogether(client);
    const [, result] = await Promise.all([this.#begin, client.query<Row>(this.#database.prepared(statement))]);
    return result.rows;
  }

  /** A statement without an answer, run just before COMMIT, in the order deferred. */
  defer(statement: Sql): void {
    this.#assertOpen();
    this.#deferred.push({ statement });
  }

  /** A row for the statement of its kind, which runs once for all rows of the kind after all that `defer` was given. */
  deferRow<Row>(kind: RowStatement<Row>, row: Row): void {
    this.#assertOpen();
    this.#deferred.push({ kind, row });
  }

  /** Runs once the transaction is durable; never when it rolled back. */
  afterCommit(callback: () => void): void {
    this.#afterCommit.push(callback);
  }

  /** Runs where the transaction failed or was given up, whatever of it had been sent. */
  afterRollback(callback: () => void): void {
    this.#afterRollback.push(callback);
  }

  /** Counts something that happened, once it is durable; read from the database's `tallies`. */
  tally(name: string, amount = 1): void {
    const { tallies } = this.#database;
    this.afterCommit(() => tallies.set(name, (tallies.get(name) ?? 0) + amount));
  }

  /** A point to return to with `rollbackTo`; deferred statements after it are dropped by the return. */
  async savepoint(): Promise<{ rollback(): Promise<void> }> {
    const client = await this.#open();
    const [deferred, callbacks] = [this.#deferred.length, this.#afterCommit.length];
    sendTogether(client);
    const made = client.query('savepoint here');
    made.catch(() => {});
    return {
      rollback: async () => {
        await made;
        await client.query('rollback to savepoint here');
        this.#deferred.length = deferred;
        this.#afterCommit.length = callbacks;
      },
    };
  }

  async commit(): Promise<void> {
    this.#assertOpen();
    if (this.#client === null && this.#deferred.length === 0) {
      this.#ended = true;
      return;
    }
    if (this.#client === null) {
      this.#ended = true;
      await this.#database.commitTogether(this.#deferred);
      for (const callback of this.#afterCommit) callback();
      return;
    }
    const client = await this.#open();
    sendTogether(client);
    const statements = statementsOf(this.#deferred);
    const sent = statements.map((statement) => client.query(this.#database.prepared(statement)));
    const commit = client.query('commit');
    try {
      // The first failure is the cause; COMMIT of a failed transaction answers ROLLBACK without an error.
      await firstFailure([this.#begin, ...sent]);
      const result = await commit;
      if (result.command !== 'COMMIT') throw new Error('The transaction was rolled back at COMMIT');
    } catch (error) {
      await commit.catch(() => {});
      throw error;
    }
    this.#release();
    for (const callback of this.#afterCommit) callback();
  }

  /** Safe to call at any time, after a failed or finished commit too. */
  async rollback(): Promise<void> {
    for (const callback of this.#afterRollback.splice(0)) callback();
    if (this.#ended || this.#client === null) {
      this.#ended = true;
      return;
    }
    try {
      const client = await this.#client;
      await this.#begin.catch(() => {});
      await client.query('rollback');
      this.#release();
    } catch (error) {
      this.#release(error instanceof Error ? error : new Error(String(error)));
    }
  }

  async #open(): Promise<PoolClient> {
    this.#assertOpen();
    this.#client ??= this.#database.connect().then((client) => {
      this.#connected = client;
      sendTogether(client);
      this.#begin = client.query('begin');
      this.#begin.catch(() => {});
      return client;
    });
    return this.#client;
  }

  #release(error?: Error): void {
    this.#ended = true;
    this.#connected?.release(error);
    this.#connected = null;
  }

  #assertOpen(): void {
    if (this.#ended) throw new Error('This transaction has ended');
  }
}

/** Waits for all; throws the failure that comes first in order, so that the cause is told and not its echo. */
async function firstFailure(promises: readonly Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(promises)) if (result.status === 'rejected') throw result.reason;
}
