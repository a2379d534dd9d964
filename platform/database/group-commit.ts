import type { Database } from './database.ts';
import { type Deferred, statementsOf } from './deferred.ts';
import { isRefusal } from './errors.ts';
import { sendTogether } from './send-together.ts';

interface Member {
  deferred: readonly Deferred[];
  resolve(): void;
  reject(error: unknown): void;
}

/** Most transactions that commit as one. */
const MOST = 64;
/** Groups under way at once: while one waits for the disk, another is sent. */
const GROUPS = 2;

/**
 * Commits of transactions that have sent nothing yet, several as one: while a group is on its way to the disk, those
 * that come gather, and go together with one BEGIN, one COMMIT and one statement for each kind of rows. Each stays
 * all or nothing. Where the database refuses something of a group, nothing of it was done, and its members are
 * committed one by one, so that only the one that was refused fails.
 */
export class GroupCommit {
  readonly #database: Database;
  #waiting: Member[] = [];
  #running = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  commit(deferred: readonly Deferred[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ deferred, resolve, reject });
      if (this.#running < GROUPS) void this.#serve();
    });
  }

  async #serve(): Promise<void> {
    this.#running += 1;
    // What comes in the same turn of the event loop goes along.
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    while (this.#waiting.length > 0) await this.#commit(this.#waiting.splice(0, MOST));
    this.#running -= 1;
  }

  async #commit(members: readonly Member[]): Promise<void> {
    try {
      await this.#run(members.flatMap(({ deferred }) => deferred));
    } catch (error) {
      if (members.length > 1 && error instanceof GroupRefused)
        for (const member of members) await this.#commit([member]);
      else for (const member of members) member.reject(error instanceof GroupRefused ? error.cause : error);
      return;
    }
    for (const member of members) member.resolve();
  }

  /** @throws GroupRefused where the database has undone it; anything else where it cannot be told whether it stands */
  async #run(deferred: readonly Deferred[]): Promise<void> {
    const statements = statementsOf(deferred);
    const client = await this.#database.connect();
    try {
      sendTogether(client);
      const sent = [
        client.query('begin'),
        ...statements.map((statement) => client.query(this.#database.prepared(statement))),
      ];
      const [results, outcome] = await Promise.all([Promise.allSettled(sent), settle(client.query('commit'))]);
      // The first failure is the cause; those after it are its echo.
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw refusedBy(failed.reason, outcome);
      if ('error' in outcome) throw outcome.error;
      if (outcome.command !== 'COMMIT') throw new Error('The transaction was rolled back at COMMIT');
      client.release();
    } catch (error) {
      client.release(error instanceof GroupRefused ? undefined : asError(error));
      throw error;
    }
  }
}

/** The database undid all of a group because of one statement. */
class GroupRefused extends Error {
  override name = 'GroupRefused';
}

type Outcome = { command: string } | { error: unknown };

async function settle(commit: Promise<{ command: string }>): Promise<Outcome> {
  try {
    return await commit;
  } catch (error) {
    return { error };
  }
}

function refusedBy(reason: unknown, outcome: Outcome): unknown {
  const undone = isRefusal(reason) && 'command' in outcome && outcome.command === 'ROLLBACK';
  return undone ? new GroupRefused('A statement was refused', { cause: reason }) : reason;
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
