import type { Database } from './database.ts';
import type { Queryable, Sql } from './sql.ts';

interface Asked {
  statement: Sql;
  resolve(rows: object[]): void;
  reject(error: unknown): void;
}

/**
 * Statements that come in one turn of the event loop, from whomever, sent over one connection in one write and one
 * round trip: on a busy process a system call costs more than a short statement. Each runs, and fails, alone, and sees
 * the database as it is when it runs; those of one caller run in the order in which they were asked.
 */
export class Gathering implements Queryable {
  readonly #database: Database;
  #asked: Asked[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  query<Row extends object>(statement: Sql): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.#asked.push({ statement, resolve: (rows) => resolve(rows as Row[]), reject });
      if (this.#asked.length === 1) setImmediate(() => void this.#send());
    });
  }

  async #send(): Promise<void> {
    const asked = this.#asked;
    this.#asked = [];
    const ask = (db: Queryable): Promise<void[]> =>
      Promise.all(asked.map(({ statement, resolve, reject }) => db.query(statement).then(resolve, reject)));
    // Without a connection nothing was asked.
    await this.#database.together(ask).catch((error: unknown) => asked.forEach(({ reject }) => reject(error)));
  }
}
