import { BLOCKCHAINS, type Blockchain } from '../../contract/kyt.ts';

/** What kind of service answers, and of which blockchains it can tell. */
const KINDS = {
  esplora: ['BTC', 'LTC', 'DOGE', 'BCH'],
  'bitcoin-core': ['BTC', 'BCH'],
  'evm-rpc': ['ETH', 'BSC', 'POLYGON', 'ARBITRUM', 'OPTIMISM', 'BASE', 'AVALANCHE'],
  etherscan: ['ETH', 'BSC', 'POLYGON', 'ARBITRUM', 'OPTIMISM', 'BASE', 'AVALANCHE'],
  blockscout: ['ETH', 'BSC', 'POLYGON', 'ARBITRUM', 'OPTIMISM', 'BASE', 'AVALANCHE'],
  trongrid: ['TRX'],
  'solana-rpc': ['SOL'],
  'xrpl-rpc': ['XRP'],
} as const satisfies Readonly<Record<string, readonly Blockchain[]>>;
export type ChainProviderKind = keyof typeof KINDS;

/** Where the payments of one blockchain are asked for, and how much may be asked. */
export interface ChainProviderSetting {
  blockchain: Blockchain;
  kind: ChainProviderKind;
  /** Without a slash at its end. May hold a key in its path or query: never logged. */
  url: string;
  apiKey: string | null;
  user: string | null;
  password: string | null;
  /** Requests a second that this process makes at most. */
  perSecond: number;
  timeoutMs: number;
  /** Blocks on top of each other, the last one included, before a block is taken in; 1 takes the newest. */
  confirmations: number;
  /** Payments of one address that are fetched; what has more counts as a service. */
  maxPayments: number;
  /** For one check, the counterparties included. */
  requests: number;
  seconds: number;
  /** evm-rpc: the node answers trace_filter. */
  traces: boolean;
  /** evm-rpc, bitcoin-core, xrpl-rpc: blocks before this one are not looked at. */
  fromBlock: number;
  /** Contracts (or mints) of tokens that count besides the well-known ones. */
  tokens: string[];
}

/** A setting that is not as it must be: names the place and never what stands there, which may be a key. */
export class ChainProvidersProblem extends Error {
  override name = 'ChainProvidersProblem';
}

const DEFAULTS: Readonly<Record<ChainProviderKind, { perSecond: number; confirmations: number }>> = {
  esplora: { perSecond: 5, confirmations: 1 },
  'bitcoin-core': { perSecond: 50, confirmations: 1 },
  'evm-rpc': { perSecond: 10, confirmations: 12 },
  etherscan: { perSecond: 5, confirmations: 12 },
  blockscout: { perSecond: 5, confirmations: 12 },
  trongrid: { perSecond: 10, confirmations: 1 },
  'solana-rpc': { perSecond: 4, confirmations: 1 },
  'xrpl-rpc': { perSecond: 5, confirmations: 1 },
};

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const FIELDS = new Set<string>([
  'kind',
  'url',
  'apiKey',
  'user',
  'password',
  'perSecond',
  'timeoutMs',
  'confirmations',
  'maxPayments',
  'requests',
  'seconds',
  'traces',
  'fromBlock',
  'tokens',
]);

/**
 * Reads CHAIN_PROVIDERS: a JSON object from blockchain to setting.
 * @throws ChainProvidersProblem naming the place and what may stand there
 */
export function readChainProviders(text: string | null): ChainProviderSetting[] {
  if (text === null) return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ChainProvidersProblem('is no valid JSON');
  }
  if (!isObject(value)) throw new ChainProvidersProblem('must be a JSON object from blockchain to provider');
  return Object.entries(value).map(([name, setting]) => readOne(name, setting));
}

function readOne(name: string, value: unknown): ChainProviderSetting {
  const blockchain = BLOCKCHAINS.find((known) => known === name);
  if (!blockchain)
    throw new ChainProvidersProblem(`names an unknown blockchain; use some of ${BLOCKCHAINS.join(', ')}`);
  const problem = (place: string, what: string): ChainProvidersProblem =>
    new ChainProvidersProblem(`${blockchain}${place}: ${what}`);
  if (!isObject(value)) throw problem('', 'must be an object with kind and url');
  const unknown = Object.keys(value).findIndex((field) => !FIELDS.has(field));
  if (unknown >= 0) throw problem('', `field ${unknown + 1} is unknown; use ${[...FIELDS].join(', ')}`);
  const kind = (Object.keys(KINDS) as ChainProviderKind[]).find((known) => known === value['kind']);
  const fitting = (Object.keys(KINDS) as ChainProviderKind[]).filter((one) =>
    (KINDS[one] as readonly Blockchain[]).includes(blockchain),
  );
  if (!kind || !fitting.includes(kind)) {
    throw problem(
      '.kind',
      fitting.length === 0 ? 'there is no provider of it' : `must be one of ${fitting.join(', ')}`,
    );
  }
  const textOf = (field: string): string | null => {
    const found = value[field];
    if (found === undefined || found === null) return null;
    if (typeof found !== 'string' || found === '' || found.length > 1000 || !/^[\x21-\x7e]+$/.test(found)) {
      throw problem(`.${field}`, 'must be a text of up to 1,000 visible ASCII characters');
    }
    return found;
  };
  const integerOf = (field: string, fallback: number, least: number, most: number): number => {
    const found = value[field] ?? fallback;
    if (typeof found !== 'number' || !Number.isInteger(found) || found < least || found > most) {
      throw problem(`.${field}`, `must be a whole number from ${least} to ${most}`);
    }
    return found;
  };
  const tokens: unknown = value['tokens'] ?? [];
  if (
    !Array.isArray(tokens) ||
    tokens.length > 1_000 ||
    !tokens.every((one) => /^[0-9A-Za-z]{30,64}$/.test(String(one)))
  ) {
    throw problem('.tokens', 'must be a list of up to 1,000 addresses of token contracts');
  }
  const traces = value['traces'] ?? false;
  if (typeof traces !== 'boolean') throw problem('.traces', 'must be true or false');
  const url = textOf('url') ?? '';
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.hash || parsed.username || parsed.password) {
    throw problem('.url', 'must be an http or https address without user, password and #; use user and password');
  }
  const apiKey = textOf('apiKey');
  if (kind === 'etherscan' && apiKey === null) throw problem('.apiKey', 'is required by Etherscan');
  return {
    blockchain,
    kind,
    url: url.replace(/\/+$/, ''),
    apiKey,
    user: textOf('user'),
    password: textOf('password'),
    perSecond: integerOf('perSecond', DEFAULTS[kind].perSecond, 1, 1000),
    timeoutMs: integerOf('timeoutMs', 10_000, 100, 120_000),
    confirmations: integerOf('confirmations', DEFAULTS[kind].confirmations, 1, 10_000),
    maxPayments: integerOf('maxPayments', 2_000, 10, 100_000),
    requests: integerOf('requests', 200, 1, 100_000),
    seconds: integerOf('seconds', 30, 1, 3_600),
    traces,
    fromBlock: integerOf('fromBlock', 0, 0, 1_000_000_000),
    tokens: tokens.map(String),
  };
}
