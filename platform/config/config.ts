import { totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { type ChainProviderSetting, ChainProvidersProblem, readChainProviders } from './chain-providers.ts';

export type Role = 'all' | 'api' | 'worker';

/** Everything the process takes from its environment, read once, checked, and handed on. */
export interface Config {
  role: Role;
  port: number;
  sandboxPort: number;
  adminPort: number;
  host: string;
  adminHost: string;
  publicUrl: string;
  sandboxPublicUrl: string;
  dataDir: string;
  databaseUrl: string | null;
  databasePool: number;
  masterKey: string | null;
  headersTimeoutMs: number;
  bodyTimeoutMs: number;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
  trustProxy: boolean | string;
  sandboxDelayMs: number;
  webhookAllowHttp: boolean;
  webhookAllowPrivate: boolean;
  webhookSourceAddresses: string[];
  webhookConcurrency: number;
  workerConcurrency: number;
  /** Examinations of documents and faces at the same time in one worker process. */
  examinations: number;
  /** A JSON file that says which networks take the place of those that come with the service. */
  identityModels: string | null;
  /** Certificates in PEM whose Content Credentials are trusted. */
  contentCredentialsTrust: string | null;
  listsAutoUpdate: boolean;
  chainProviders: ChainProviderSetting[];
  /** Memory for value graphs in this process; 0 keeps none. */
  walletGraphMemoryMb: number;
  otlpEndpoint: string | null;
  /** Days for which calls of the API are listed on the staff's pages; 0 lists none. */
  requestLogDays: number;
  /** Where staff may sign in with an account of their organisation's identity provider (OpenID Connect). */
  singleSignOn: SingleSignOn | null;
}

export interface SingleSignOn {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What the button says. */
  name: string;
}

/** An eighth of the memory that this process may use: while arrays are built they take about three times as much. */
function defaultGraphMemoryMb(): number {
  const limit = process.constrainedMemory();
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return Math.floor(bytes / 8 / 2 ** 20);
}

export class ConfigError extends Error {
  override name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULTS = { port: 8080, sandboxPort: 8081, adminPort: 9090 };

/**
 * Reads and checks the configuration. Every variable is documented in docs/configuration.md.
 * @throws ConfigError with one line that names the variable, what it holds and what it may hold.
 */
export function readConfig(environment: Environment = process.env): Config {
  const read = new Reader(environment);
  const port = read.port('PORT', DEFAULTS.port);
  const sandboxPort = read.port('SANDBOX_PORT', DEFAULTS.sandboxPort);
  const adminPort = read.port('ADMIN_PORT', DEFAULTS.adminPort);
  const used = [port, sandboxPort, adminPort].filter((value) => value !== 0);
  if (new Set(used).size !== used.length) {
    throw new ConfigError(
      `PORT, SANDBOX_PORT and ADMIN_PORT must differ; they are ${port}, ${sandboxPort} and ${adminPort}.`,
    );
  }
  return {
    role: read.choice('ROLE', ['all', 'api', 'worker'], 'all'),
    port,
    sandboxPort,
    adminPort,
    host: read.text('HOST', '0.0.0.0'),
    adminHost: read.text('ADMIN_HOST', '127.0.0.1'),
    publicUrl: read.url('PUBLIC_URL', `http://localhost:${port}`),
    sandboxPublicUrl: read.url('SANDBOX_PUBLIC_URL', `http://localhost:${sandboxPort}`),
    dataDir: resolve(read.text('DATA_DIR', join('.', 'data'))),
    databaseUrl: read.optional('DATABASE_URL'),
    databasePool: read.integer('DATABASE_POOL', 16, 2, 200),
    masterKey: read.optional('MASTER_KEY'),
    headersTimeoutMs: read.integer('HEADERS_TIMEOUT_MS', 15_000, 100, 600_000),
    bodyTimeoutMs: read.integer('BODY_TIMEOUT_MS', 60_000, 100, 600_000),
    logLevel: read.choice('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'info'),
    trustProxy: read.trustProxy('TRUST_PROXY'),
    sandboxDelayMs: read.integer('SANDBOX_DELAY_MS', 1000, 0, 600_000),
    webhookAllowHttp: read.flag('WEBHOOK_ALLOW_HTTP'),
    webhookAllowPrivate: read.flag('WEBHOOK_ALLOW_PRIVATE'),
    webhookSourceAddresses: read.list('WEBHOOK_SOURCE_ADDRESSES'),
    webhookConcurrency: read.integer('WEBHOOK_CONCURRENCY', 64, 1, 1000),
    workerConcurrency: read.integer('WORKER_CONCURRENCY', 4, 1, 100),
    examinations: read.integer('EXAMINATIONS', 1, 1, 64),
    identityModels: read.path('IDENTITY_MODELS'),
    contentCredentialsTrust: read.path('CONTENT_CREDENTIALS_TRUST'),
    listsAutoUpdate: read.flag('LISTS_AUTO_UPDATE', true),
    chainProviders: read.chainProviders('CHAIN_PROVIDERS'),
    walletGraphMemoryMb: read.integer('WALLET_GRAPH_MEMORY_MB', defaultGraphMemoryMb(), 0, 1_000_000),
    otlpEndpoint: read.optional('OTEL_EXPORTER_OTLP_ENDPOINT'),
    requestLogDays: read.integer('REQUEST_LOG_DAYS', 30, 0, 365),
    singleSignOn: read.singleSignOn(),
  };
}

class Reader {
  readonly #environment: Environment;
  constructor(environment: Environment) {
    this.#environment = environment;
  }

  optional(name: string): string | null {
    const value = this.#environment[name]?.trim();
    return value ? value : null;
  }

  path(name: string): string | null {
    const value = this.optional(name);
    return value === null ? null : resolve(value);
  }

  text(name: string, fallback: string): string {
    return this.optional(name) ?? fallback;
  }

  integer(name: string, fallback: number, minimum: number, maximum: number): number {
    const value = this.optional(name);
    if (value === null) return fallback;
    const number = Number(value);
    if (!/^\d{1,9}$/.test(value) || number < minimum || number > maximum) {
      throw new ConfigError(`${name} is "${value}"; set it to a whole number from ${minimum} to ${maximum}.`);
    }
    return number;
  }

  port(name: string, fallback: number): number {
    return this.integer(name, fallback, 0, 65_535);
  }

  choice<const V extends readonly string[]>(name: string, values: V, fallback: V[number]): V[number] {
    const value = this.optional(name);
    if (value === null) return fallback;
    const found = values.find((candidate) => candidate === value.toLowerCase());
    if (found === undefined) throw new ConfigError(`${name} is "${value}"; set it to one of ${values.join(', ')}.`);
    return found;
  }

  flag(name: string, fallback = false): boolean {
    return this.choice(name, ['true', 'false', '1', '0'], fallback ? 'true' : 'false').match(/^(true|1)$/) !== null;
  }

  list(name: string): string[] {
    return (this.optional(name) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);
  }

  url(name: string, fallback: string): string {
    const value = this.text(name, fallback);
    const parsed = URL.parse(value);
    if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.search || parsed.hash) {
      throw new ConfigError(`${name} is "${value}"; set it to an address such as https://compliance.example.com.`);
    }
    return value.replace(/\/+$/, '');
  }

  chainProviders(name: string): ChainProviderSetting[] {
    try {
      return readChainProviders(this.optional(name));
    } catch (error) {
      // What it holds may be a key, and is not repeated.
      if (error instanceof ChainProvidersProblem) throw new ConfigError(`${name} ${error.message}.`);
      throw error;
    }
  }

  singleSignOn(): SingleSignOn | null {
    const [issuer, clientId, clientSecret] = ['SSO_ISSUER', 'SSO_CLIENT_ID', 'SSO_CLIENT_SECRET'].map((name) =>
      this.optional(name),
    );
    if (!issuer && !clientId && !clientSecret) return null;
    if (!issuer || !clientId || !clientSecret) {
      throw new ConfigError('Set SSO_ISSUER, SSO_CLIENT_ID and SSO_CLIENT_SECRET together, or none of them.');
    }
    return {
      issuer: this.url('SSO_ISSUER', issuer),
      clientId,
      clientSecret,
      name: this.text('SSO_NAME', 'Single sign-on'),
    };
  }

  trustProxy(name: string): boolean | string {
    const value = this.optional(name);
    if (value === null || value === 'false') return false;
    if (value === 'true') return true;
    return value;
  }
}
