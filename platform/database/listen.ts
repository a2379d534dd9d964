import pg from 'pg';

const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;

export interface ListenerOptions {
  connectionString: string;
  channel: string;
  applicationName: string;
  onNotice(payload: string): void;
  /** Each time the connection stands (again): whatever was told meanwhile was missed and must be looked for. */
  onConnect(): void;
  onError?(error: Error): void;
}

/** Hears NOTIFY on one channel over a connection of its own, made again whenever it breaks. */
export class Listener {
  readonly #options: ListenerOptions;
  #client: pg.Client | null = null;
  #retry: NodeJS.Timeout | null = null;
  #delay = FIRST_RETRY_MS;
  #stopped = false;

  constructor(options: ListenerOptions) {
    if (!/^[a-z_]+$/.test(options.channel)) throw new TypeError('a channel name has lower-case letters and _ only');
    this.#options = options;
  }

  /** Resolves after the first try, whether it succeeded or not. */
  async start(): Promise<void> {
    await this.#connect();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#retry) clearTimeout(this.#retry);
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => {});
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#options.connectionString,
      application_name: this.#options.applicationName,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    let over = false;
    const lost = (cause?: Error): void => {
      if (over) return;
      over = true;
      if (this.#client === client) this.#client = null;
      client.end().catch(() => {});
      if (this.#stopped) return;
      if (cause) this.#options.onError?.(cause);
      this.#retry = setTimeout(() => void this.#connect(), this.#delay);
      this.#delay = Math.min(this.#delay * 2, LONGEST_RETRY_MS);
    };
    client.on('error', lost);
    client.on('end', () => lost());
    client.on('notification', (notice) => this.#options.onNotice(notice.payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${this.#options.channel}`);
    } catch (error) {
      lost(error instanceof Error ? error : new Error('the connection failed'));
      return;
    }
    if (this.#stopped) {
      await client.end().catch(() => {});
      return;
    }
    this.#client = client;
    this.#delay = FIRST_RETRY_MS;
    this.#options.onConnect();
  }
}
