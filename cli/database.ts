import pino from 'pino';
import type { Config } from '../platform/config/config.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded/index.ts';
import type { Services } from '../platform/module.ts';
import { createServices } from '../server/services.ts';

/** What a command line needs of the house, opened at first use: beside a running server, or without one. */
export class Opened {
  readonly #config: Config;
  readonly #notice: (message: string) => void;
  readonly #closers: (() => Promise<void>)[] = [];
  #connection: Promise<string> | null = null;
  #services: Promise<Services> | null = null;

  constructor(config: Config, notice: (message: string) => void) {
    this.#config = config;
    this.#notice = notice;
  }

  connectionString(): Promise<string> {
    this.#connection ??= this.#connect();
    return this.#connection;
  }

  services(): Promise<Services> {
    this.#services ??= this.#open();
    return this.#services;
  }

  /** Closes what was opened, latest first. */
  async close(): Promise<void> {
    await Promise.allSettled([this.#connection, this.#services]);
    for (const close of this.#closers.splice(0).toReversed()) await close();
  }

  async #connect(): Promise<string> {
    if (this.#config.databaseUrl !== null) return this.#config.databaseUrl;
    const embedded = await startEmbeddedPostgres({
      dataDir: this.#config.dataDir,
      purpose: 'tool',
      onNotice: this.#notice,
    });
    this.#closers.push(() => embedded.stop());
    return embedded.connectionString;
  }

  async #open(): Promise<Services> {
    const connectionString = await this.connectionString();
    // Standard output belongs to the outcome, standard error to the reason of a failure: only faults are logged there.
    const log = pino({ level: 'error', base: { role: 'cli' } }, pino.destination({ dest: 2, sync: true }));
    const services = await createServices({ ...this.#config, databasePool: 4 }, connectionString, {
      log,
      applicationName: 'compliance-cli',
    });
    this.#closers.push(() => services.db.close());
    return services;
  }
}
