import pg from 'pg';
import { from } from 'pg-copy-streams';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import type { CopyRows } from './copy-rows.ts';
import type { Queryable, Sql } from './sql.ts';

const INT8 = 20;

/**
 * One connection of its own, for loads of very many rows: rows go in by COPY in its binary form, and statements are
 * planned each time they run, since the tables under them grow from empty to very large within one load. It may keep
 * temporary tables.
 */
export class BulkConnection implements Queryable {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open(connectionString: string, applicationName: string): Promise<BulkConnection> {
    const client = new pg.Client({
      connectionString,
      application_name: applicationName,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      types: {
        getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
          oid === INT8
            ? Number
            : format === 'binary'
              ? pg.types.getTypeParser(oid, 'binary')
              : pg.types.getTypeParser(oid, 'text')) as typeof pg.types.getTypeParser,
      },
    });
    // A connection that breaks tells the statement that is under way; told to nobody else, it would end the process.
    client.on('error', () => {});
    await client.connect();
    return new BulkConnection(client);
  }

  async query<Row extends object>(statement: Sql): Promise<Row[]> {
    return (await this.#client.query<Row>({ text: statement.text, values: statement.values })).rows;
  }

  /**
   * Sends rows to a table.
   * @param target table and columns as `copy` names them: `stage_edges (from_id, to_id)`; never from outside
   */
  async copy(target: string, rows: CopyRows): Promise<void> {
    if (rows.count === 0) return;
    const idle = this.#idle();
    const stream = this.#client.query(from(`copy ${target} from stdin (format binary)`));
    try {
      await pipeline(Readable.from(rows.finish()), stream);
    } finally {
      await idle;
    }
  }

  /** The end of the statement that is sent next: a stream ends a little before its connection takes another. */
  #idle(): Promise<void> {
    const client = this.#client;
    return new Promise((resolve) => {
      const over = (): void => {
        client.off('drain', over);
        client.off('end', over);
        resolve();
      };
      client.on('drain', over);
      client.on('end', over);
    });
  }

  /** Runs `work` in one transaction; whatever it throws rolls everything back and is thrown on. */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.#client.query('begin');
    try {
      const result = await work();
      await this.#client.query('commit');
      return result;
    } catch (error) {
      await this.#client.query('rollback').catch(() => {});
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}
