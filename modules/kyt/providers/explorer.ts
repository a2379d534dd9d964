import type { Blockchain } from '../../../engines/wallets/index.ts';
import type { Budget } from './budget.ts';
import { type TokenTransfer, coinRecord, tokenRecords } from './evm-records.ts';
import { ProviderFailed } from './failure.ts';
import { Fields, type Json } from './fields.ts';
import { type ProviderClient, type ProviderRequest, TryLater } from './http-client.ts';
import type { ChainProvider, Fetched, FetchRequest, LiveRecord, Tip } from './provider.ts';
import { Tokens } from './tokens.ts';

/** Chain numbers as EIP-155 has them, by which Etherscan's second version tells chains apart. */
export const CHAIN_IDS: Readonly<Partial<Record<Blockchain, number>>> = {
  ETH: 1,
  OPTIMISM: 10,
  BSC: 56,
  POLYGON: 137,
  BASE: 8453,
  ARBITRUM: 42_161,
  AVALANCHE: 43_114,
};

/** Rows asked for at once: no plan gives fewer. */
const PAGE = 1_000;
/** A page of fewer rows than this is the last one, whatever cap the plan has. */
const SURELY_LAST = 100;
/** Pages of one window: more than 10,000 rows are refused. */
const WINDOW_PAGES = 10;
const STEPS = 2_000;
const UNMOVED = new Set(['delegatecall', 'callcode', 'staticcall']);

type List = 'txlist' | 'txlistinternal' | 'tokentx';

/**
 * The account lists of Etherscan (version 2) and of Blockscout, which speaks the same: transactions, internal calls and
 * ERC-20 payments of an address, from the oldest block on. A list is walked by block, not by page number, since a page
 * past 10,000 rows is refused; the last block of a page is asked for again, since the page may end in the middle of it.
 * "Max rate limit reached" comes with status 200 and means: later.
 */
export class Explorer implements ChainProvider {
  readonly kind: 'etherscan' | 'blockscout';
  readonly gaps = [];
  readonly blockchain: Blockchain;
  readonly #client: ProviderClient;
  readonly #paths: { rows: string; node: string };
  readonly #common: Readonly<Record<string, string | number>>;
  readonly #confirmations: number;
  readonly #tokens: Tokens;
  readonly #fields: Fields;

  constructor(
    client: ProviderClient,
    options: {
      kind: 'etherscan' | 'blockscout';
      blockchain: Blockchain;
      confirmations: number;
      apiKey: string | null;
      tokens?: readonly string[];
      /** Blockscout's one address for all chains, where lists and nodes have paths of their own. */
      allChains?: boolean;
    },
  ) {
    this.#client = client;
    this.kind = options.kind;
    this.blockchain = options.blockchain;
    this.#confirmations = options.confirmations;
    this.#fields = new Fields(client.name, options.blockchain);
    this.#tokens = new Tokens(options.blockchain, options.tokens);
    const chainId = CHAIN_IDS[options.blockchain] ?? 0;
    this.#paths =
      options.allChains === true ? { rows: '/v2/api', node: `/${chainId}/json-rpc` } : { rows: '', node: '/eth-rpc' };
    this.#common = {
      ...(options.kind === 'etherscan' ? { chainid: chainId } : {}),
      ...(options.allChains === true ? { chain_id: chainId } : {}),
      ...(options.apiKey === null ? {} : { apikey: options.apiKey }),
    };
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async tip(budget: Budget): Promise<Tip> {
    const newest = this.#fields.height(await this.#proxy('eth_blockNumber', {}, [], budget), 'the tip');
    const height = Math.max(0, newest - (this.#confirmations - 1));
    const block = this.#fields.object(await this.#block(height, budget), 'the tip');
    return {
      height,
      hash: this.#fields.hash(block['hash'], 'hash'),
      time: Number(this.#fields.quantity(block['timestamp'], 'timestamp')),
    };
  }

  async hashAt(height: number, budget: Budget): Promise<string | null> {
    const block = this.#fields.object(await this.#block(height, budget), 'a block');
    if (this.#fields.height(block['number'], 'number') !== height)
      throw this.#fields.wrong('a block', 'is another one');
    return this.#fields.hash(block['hash'], 'hash');
  }

  async fetch({ owner, after, upTo, limit }: FetchRequest, budget: Budget): Promise<Fetched> {
    const from = after ? after.height + 1 : 0;
    const lists: Record<List, Json[]> = { txlist: [], txlistinternal: [], tokentx: [] };
    let complete = true;
    for (const list of ['txlist', 'tokentx', 'txlistinternal'] as const) {
      const room = limit - lists.txlist.length - lists.tokentx.length;
      const found = await this.#walk(list, owner.address, { from, to: upTo.height, room }, budget);
      lists[list] = found.rows;
      complete &&= found.complete;
      if (!complete) break;
    }
    const { txlist, txlistinternal, tokentx } = lists;
    const tokens = this.#payments(tokentx, owner.key);
    return {
      records: [
        ...txlist.flatMap((row) => this.#transaction(row, owner.key) ?? []),
        ...txlistinternal.flatMap((row) => this.#internal(row, owner.key) ?? []),
        ...tokenRecords(tokens),
      ],
      complete,
      cursor: null,
      decimals: new Map(tokens.map(({ asset, decimals }) => [asset, decimals])),
    };
  }

  /** All rows of a list, each once, in the order of the chain. */
  async #walk(
    list: List,
    address: string,
    range: { from: number; to: number; room: number },
    budget: Budget,
  ): Promise<{ rows: Json[]; complete: boolean }> {
    const rows: Json[] = [];
    // What was said by rows, and how often; a row that comes twice within one answer is two payments.
    const seen = new Map<string, number>();
    let [start, page] = [range.from, 1];
    for (let step = 0; start <= range.to && step < STEPS; step += 1) {
      if (rows.length >= range.room || (step > 0 && budget.spent)) return { rows, complete: false };
      const found = await this.#page(list, address, start, range.to, page, budget);
      if (found.length === 0) return { rows, complete: true };
      const heights = found.map((row) => this.#fields.height(row['blockNumber'], `${list} blockNumber`));
      if (heights.some((height, i) => height < (heights[i - 1] ?? start) || height > range.to)) {
        throw this.#fields.wrong(list, 'is not in the order, or of the blocks, asked for');
      }
      const before = rows.length;
      const here = new Map<string, number>();
      for (const row of found) {
        const said = JSON.stringify(row, (key, value: unknown) => (key === 'confirmations' ? undefined : value));
        const times = (here.get(said) ?? 0) + 1;
        here.set(said, times);
        if (times <= (seen.get(said) ?? 0)) continue;
        seen.set(said, times);
        rows.push(row);
      }
      if (found.length < SURELY_LAST) return { rows, complete: true };
      const last = heights.at(-1) ?? start;
      if (last > start) [start, page] = [last, 1];
      else if (page < WINDOW_PAGES) page += 1;
      else return { rows, complete: false };
      if (rows.length === before && page === 1) return { rows, complete: true };
    }
    return { rows, complete: start > range.to };
  }

  #page(list: List, address: string, start: number, end: number, page: number, budget: Budget): Promise<Json[]> {
    const query = {
      module: 'account',
      action: list,
      address,
      startblock: start,
      endblock: end,
      page,
      offset: PAGE,
      sort: 'asc',
    };
    return this.#ask({ path: this.#paths.rows, query }, budget, (answer) => {
      const { status, message, result } = answer;
      if (Array.isArray(result)) {
        const none = /^No (transactions|internal transactions|token transfers) found$/i.test(String(message));
        if (status !== '1' && !(none && result.length === 0)) throw this.#told(answer);
        return this.#fields.list(result, list, 10_000).map((row) => this.#fields.object(row, `a row of ${list}`));
      }
      throw this.#told(answer);
    });
  }

  #transaction(row: Json, key: string): LiveRecord | undefined {
    const hash = this.#fields.hash(row['hash'], 'hash');
    const ends = this.#ends(row, key);
    const wei = this.#fields.amount(row['value'], 'value');
    if (row['isError'] === '1' || row['txreceipt_status'] === '0' || !ends) return undefined;
    return coinRecord(this.blockchain, `transaction ${hash}`, ends, wei, this.#place(row));
  }

  #internal(row: Json, key: string): LiveRecord | undefined {
    const hash = this.#fields.hash(row['hash'] ?? row['transactionHash'], 'hash of an internal call');
    const ends = this.#ends(row, key);
    const wei = this.#fields.amount(row['value'], 'value');
    const form = this.#fields.text(row['type'] || 'call', 'type', /^[a-z0-9_]{1,20}$/i).toLowerCase();
    const callType = typeof row['callType'] === 'string' ? row['callType'].toLowerCase() : '';
    if (row['isError'] === '1' || UNMOVED.has(form) || UNMOVED.has(callType) || !ends) return undefined;
    const trace = row['traceId'];
    const name =
      typeof trace === 'string' && /^\d{1,6}(_\d{1,6}){0,200}$/.test(trace)
        ? `${form}_${hash}_${trace}`
        : `${hash} call ${this.#fields.integer(row['index'], 'traceId or index', 0, 1e9)}`;
    return coinRecord(this.blockchain, `trace ${name}`, ends, wei, this.#place(row));
  }

  /** Of tokens that count. */
  #payments(rows: readonly Json[], key: string): TokenTransfer[] {
    return rows.flatMap((row) => {
      const txid = this.#fields.hash(row['hash'], 'hash of a token payment');
      const contract = this.#fields.text(row['contractAddress'], 'contractAddress', /^0x[0-9a-f]{40}$/i).toLowerCase();
      const ends = this.#ends(row, key);
      // Tokens without decimals, or with absurd ones, are no money.
      const decimals =
        row['tokenDecimal'] === '' ? 0 : this.#fields.integer(row['tokenDecimal'], 'tokenDecimal', 0, 255);
      const amount = this.#fields.amount(row['value'], 'value of a token payment');
      const asset = this.#tokens.assetOf(contract);
      if (!ends || decimals > 36 || asset === undefined) return [];
      return { txid, asset, ...ends, amount, decimals, place: this.#place(row) };
    });
  }

  /** Payer and payee; a contract that was made is the payee. Undefined where there is none. */
  #ends(row: Json, key: string) {
    const from = this.#fields.address(row['from'], 'from');
    const payee = row['to'] === '' || row['to'] === null ? row['contractAddress'] : row['to'];
    const to = payee === '' || payee === null || payee === undefined ? undefined : this.#fields.address(payee, 'to');
    if (from.key !== key && to?.key !== key) throw this.#fields.wrong('a row', 'is about another address');
    return to && { from, to };
  }

  #place(row: Json) {
    return {
      height: this.#fields.height(row['blockNumber'], 'blockNumber'),
      blockHash: row['blockHash'] ? this.#fields.hash(row['blockHash'], 'blockHash') : null,
      time: this.#fields.time(row['timeStamp'], 'timeStamp'),
    };
  }

  #block(height: number, budget: Budget): Promise<unknown> {
    const tag = `0x${height.toString(16)}`;
    return this.#proxy('eth_getBlockByNumber', { tag, boolean: 'false' }, [tag, false], budget);
  }

  /** A method of a node, which Etherscan has under its own roof and Blockscout beside it. */
  #proxy(
    action: string,
    query: Readonly<Record<string, string>>,
    params: readonly unknown[],
    budget: Budget,
  ): Promise<unknown> {
    const request: ProviderRequest =
      this.kind === 'etherscan'
        ? { query: { module: 'proxy', action, ...query } }
        : { path: this.#paths.node, body: { jsonrpc: '2.0', id: 1, method: action, params } };
    return this.#ask(request, budget, (answer) => {
      if (answer['result'] === null || answer['result'] === undefined || 'status' in answer) throw this.#told(answer);
      return answer['result'];
    });
  }

  #ask<T>(request: ProviderRequest, budget: Budget, judge: (answer: Json) => T): Promise<T> {
    const query = { ...this.#common, ...request.query };
    return this.#client.ask({ ...request, query }, budget, (value) => judge(this.#fields.object(value, 'the answer')));
  }

  /** What an answer that holds no rows means. */
  #told(answer: Json): Error {
    const error = typeof answer['error'] === 'object' && answer['error'] !== null ? (answer['error'] as Json) : {};
    const said = [answer['result'], answer['message'], error['message']]
      .filter((one) => typeof one === 'string')
      .join(' ');
    if (/rate limit|too many|try again|timeout|timed out|busy|maximum.*(calls|requests)/i.test(said)) {
      return new TryLater('asks to be asked later (rate limit)');
    }
    if (/api key|apikey|unsupported chain|not supported|upgrade|plan|forbidden/i.test(said)) {
      return new ProviderFailed('REFUSED', `${this.#client.name} refuses the request. Check its key, plan and chain.`);
    }
    return this.#fields.wrong('the answer', 'is neither rows nor a known message');
  }
}
