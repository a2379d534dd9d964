import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isUnavailable } from '../database/errors.ts';

const AGAIN_MS = 250;

/** The code on which the job library makes a statement again, soon and up to a hundred times. */
const AGAIN_CODE = '40001';

/**
 * Connections for the job library that outlive a restart of the database. By itself the library gives up on a job whose
 * end it cannot write down, and the process with it. Here a connection is waited for until there is one, and a
 * statement that was cut off is reported as one to be made again; all that the library sends may be made twice.
 */
export class PatientPool extends pg.Pool {
  #stopping = false;
  readonly #broken = new WeakSet<pg.PoolClient>();

  constructor(options: { connectionString: string; max: number }) {
    super({ ...options, application_name: 'compliance-jobs', connectionTimeoutMillis: 5_000, keepAlive: true });
    this.on('error', () => {
      // An idle connection broke; the next one asked for is new.
    });
    this.on('connect', (client) => {
      client.on('error', () => {});
      this.#reportUnavailability(client);
    });
  }

  /** From now on nothing is waited for. */
  giveUp(): void {
    this.#stopping = true;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (callback) super.connect(callback);
    else return this.#patiently();
  }

  async #patiently(): Promise<pg.PoolClient> {
    for (;;) {
      try {
        const client = await super.connect();
        const release = client.release.bind(client);
        client.release = (destroy) => release(destroy ?? this.#broken.has(client));
        return client;
      } catch (error) {
        if (this.#stopping || !isUnavailable(error)) throw error;
        await sleep(AGAIN_MS);
      }
    }
  }

  #reportUnavailability(client: pg.PoolClient): void {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const reporting = (...args: unknown[]): unknown => {
      const result = query(...args);
      if (!(result instanceof Promise)) return result;
      return result.catch((error: unknown) => {
        if (!isUnavailable(error)) throw error;
        this.#broken.add(client);
        throw Object.assign(new Error('The database went away', { cause: error }), { code: AGAIN_CODE });
      });
    };
    client.query = reporting as typeof client.query;
  }
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;
