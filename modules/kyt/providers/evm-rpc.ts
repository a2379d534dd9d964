import type { Blockchain } from '../../../engines/wallets/index.ts';
import { COINBASE, type Owner } from '../chain/transfer.ts';
import type { Budget } from './budget.ts';
import { coinRecord, tokenRecords, type TokenTransfer } from './evm-records.ts';
import { BudgetSpent, ProviderFailed } from './failure.ts';
import { Fields, type Json } from './fields.ts';
import type { ProviderClient } from './http-client.ts';
import { JsonRpc, RpcError } from './json-rpc.ts';
import type { ChainProvider, Fetched, FetchRequest, Gap, LiveRecord, Tip } from './provider.ts';
import { Tokens } from './tokens.ts';

/** keccak256("Transfer(address,address,uint256)"), of ERC-20; ERC-721 has the same with one topic more. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
/** selector of decimals() */
const DECIMALS = '0x313ce567';
const UNMOVED = new Set(['delegatecall', 'callcode', 'staticcall']);
/** Times of blocks asked for one address, where the logs do not carry them. */
const MOST_TIMES = 25;
const TRACES = 1_000;

type Range = { from: number; to: number };

/**
 * A node of an EVM chain. It has no history of an address: ERC-20 payments are found as logs, in ranges of blocks that
 * are halved while the node finds them too large, newest first. Payments of the chain's own coin are found only where
 * the node answers trace_filter (Erigon, Nethermind, Reth); without, they are a gap that the record names.
 */
export class EvmRpc implements ChainProvider {
  readonly kind: string;
  readonly gaps: readonly Gap[];
  readonly blockchain: Blockchain;
  readonly #name: string;
  readonly #client: ProviderClient;
  readonly #rpc: JsonRpc;
  readonly #fields: Fields;
  readonly #options: { confirmations: number; traces: boolean; fromBlock: number };
  readonly #tokens: Tokens;
  readonly #decimals = new Map<string, number>();
  /** The widest range that the node takes, as far as it has told. */
  #widest = Number.POSITIVE_INFINITY;

  constructor(
    client: ProviderClient,
    options: {
      blockchain: Blockchain;
      confirmations: number;
      traces: boolean;
      fromBlock: number;
      tokens?: readonly string[];
    },
  ) {
    this.#client = client;
    this.#name = client.name;
    this.blockchain = options.blockchain;
    this.#fields = new Fields(client.name, options.blockchain);
    this.#rpc = new JsonRpc(client, this.#fields);
    this.#options = options;
    this.#tokens = new Tokens(options.blockchain, options.tokens);
    this.gaps = [
      ...(options.traces ? [] : (['NATIVE_PAYMENTS'] as const)),
      ...(options.fromBlock > 0 ? (['EARLIER_BLOCKS'] as const) : []),
    ];
    this.kind = `evm-rpc${options.traces ? '-traces' : ''}${options.fromBlock > 0 ? `-from-${options.fromBlock}` : ''}`;
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async tip(budget: Budget): Promise<Tip> {
    const newest = await this.#rpc.call('eth_blockNumber', [], budget, (value) =>
      this.#fields.height(value, 'the tip'),
    );
    const height = Math.max(0, newest - (this.#options.confirmations - 1));
    const { hash, time } = await this.#block(height, budget);
    return { height, hash, time };
  }

  async hashAt(height: number, budget: Budget): Promise<string | null> {
    return (await this.#block(height, budget)).hash;
  }

  async fetch({ owner, after, upTo, limit }: FetchRequest, budget: Budget): Promise<Fetched> {
    const range = { from: Math.max(this.#options.fromBlock, after ? after.height + 1 : 0), to: upTo.height };
    const topic = `0x${owner.address.slice(2).toLowerCase().padStart(64, '0')}`;
    const found: TokenTransfer[] = [];
    const coins: LiveRecord[] = [];
    const times = new Map<number, number>();
    let complete = await this.#backwards(range, budget, async (part) => {
      const logs = [
        ...(await this.#logs([TRANSFER, topic], part, budget)),
        ...(await this.#logs([TRANSFER, null, topic], part, budget)),
      ];
      found.push(...(await this.#transfers(logs, owner, budget, times)));
      return found.length < limit;
    });
    if (this.#options.traces && complete) {
      complete = await this.#backwards(range, budget, async (part) => {
        for (const side of ['fromAddress', 'toAddress'] as const) {
          coins.push(...(await this.#coins({ [side]: [owner.address.toLowerCase()] }, part, owner, budget, times)));
        }
        return found.length + coins.length < limit;
      });
    }
    const unique = new Map(coins.map((record) => [record.identity, record]));
    return {
      records: [...unique.values(), ...tokenRecords(found)],
      complete,
      cursor: null,
      decimals: new Map(found.map(({ asset, decimals }) => [asset, decimals])),
    };
  }

  /**
   * Walks a range from its end, halving what the node finds too large.
   * @param visit returns false where enough was found
   * @returns whether all of it was visited
   */
  async #backwards(range: Range, budget: Budget, visit: (part: Range) => Promise<boolean>): Promise<boolean> {
    let { to } = range;
    let [first, width] = [true, Math.min(this.#widest, range.to - range.from + 1)];
    while (to >= range.from) {
      const from = Math.max(range.from, to - width + 1);
      try {
        const more = await visit({ from, to });
        to = from - 1;
        width = Math.min(this.#widest, width * 2);
        first = false;
        if (!more && to >= range.from) return false;
      } catch (error) {
        if (error instanceof BudgetSpent && !first) return false;
        if (!(error instanceof RpcError)) throw error;
        const size = to - from + 1;
        if (size <= 1) {
          throw new ProviderFailed(
            'REFUSED',
            `${this.#name} refuses the logs of a single block (error ${error.code}).`,
          );
        }
        width = Math.max(1, Math.min(allowedBy(error.said, size), Math.floor(size / 2)));
        // A limit on blocks holds everywhere; one on results holds where there are many.
        if (!/results|too many|response|timeout/i.test(error.said)) this.#widest = width;
      }
    }
    return true;
  }

  /** Logs of both ends come apart; one that is both is found twice and counts once. */
  #logs(topics: readonly (string | null)[], { from, to }: Range, budget: Budget): Promise<Json[]> {
    const filter = { fromBlock: hex(from), toBlock: hex(to), topics };
    return this.#rpc.call(
      'eth_getLogs',
      [filter],
      budget,
      (result) =>
        this.#fields.list(result, 'logs', 200_000).map((value) => {
          const log = this.#fields.object(value, 'a log');
          const height = this.#fields.height(log['blockNumber'], 'blockNumber of a log');
          const given = this.#fields.list(log['topics'], 'topics', 4);
          if (height < from || height > to || topics.some((topic, i) => topic !== null && given[i] !== topic)) {
            throw this.#fields.wrong('logs', 'holds what was not asked for');
          }
          return log;
        }),
      tooLarge,
    );
  }

  async #transfers(
    logs: readonly Json[],
    owner: Owner,
    budget: Budget,
    times: Map<number, number>,
  ): Promise<TokenTransfer[]> {
    const transfers: (TokenTransfer & { order: number })[] = [];
    const seen = new Set<string>();
    for (const log of logs) {
      const topics = this.#fields.list(log['topics'], 'topics', 4);
      if (log['removed'] === true || topics.length !== 3) continue;
      const txid = this.#fields.hash(log['transactionHash'], 'transactionHash');
      const order = this.#fields.height(log['logIndex'], 'logIndex');
      if (seen.has(`${txid} ${order}`)) continue;
      seen.add(`${txid} ${order}`);
      // ERC-20 carries one word; what carries none has no amount.
      if (typeof log['data'] !== 'string' || !/^0x[0-9a-f]{64}$/i.test(log['data'])) continue;
      const contract = this.#fields.text(log['address'], 'address of a log', /^0x[0-9a-f]{40}$/i).toLowerCase();
      const ends = { from: this.#end(topics[1]), to: this.#end(topics[2]) };
      if (ends.from.key !== owner.key && ends.to.key !== owner.key) throw this.#fields.wrong('logs', 'are of others');
      const asset = this.#tokens.assetOf(contract);
      if (asset === undefined) continue;
      const decimals = await this.#decimalsOf(contract, budget);
      if (decimals === null) continue;
      const height = this.#fields.height(log['blockNumber'], 'blockNumber');
      const blockHash = this.#fields.hash(log['blockHash'], 'blockHash');
      const time = await this.#timeOf(log['blockTimestamp'], height, budget, times);
      const amount = this.#fields.quantity(log['data'], 'data of a log');
      transfers.push({ txid, asset, ...ends, amount, decimals, place: { height, blockHash, time }, order });
    }
    return transfers.toSorted((a, b) => a.place.height - b.place.height || a.order - b.order);
  }

  #end(topic: unknown): Owner {
    const word = this.#fields.text(topic, 'a topic', /^0x0{24}[0-9a-f]{40}$/i);
    return this.#fields.address(`0x${word.slice(26).toLowerCase()}`, 'a topic');
  }

  /** null: no ERC-20 token, or one with absurd decimals. */
  async #decimalsOf(contract: string, budget: Budget): Promise<number | null> {
    let known = this.#decimals.get(contract);
    if (known === undefined) {
      known = await this.#rpc
        .call(
          'eth_call',
          [{ to: contract, data: DECIMALS }, 'latest'],
          budget,
          (result) => (typeof result === 'string' && /^0x0{62}[0-9a-f]{2}$/i.test(result) ? Number(result) : 255),
          (code, said) => code === 3 || /revert|execution|invalid opcode|out of gas/i.test(said),
        )
        .catch((error: unknown) => {
          if (error instanceof RpcError) return 255;
          throw error;
        });
      this.#decimals.set(contract, known);
    }
    return known > 36 ? null : known;
  }

  async #timeOf(given: unknown, height: number, budget: Budget, times: Map<number, number>): Promise<number> {
    if (given !== undefined && given !== null)
      return this.#fields.time(Number(this.#fields.quantity(given, 'blockTimestamp')), 'blockTimestamp');
    const known = times.get(height);
    if (known !== undefined) return known;
    if (times.size >= MOST_TIMES) return 0;
    const { time } = await this.#block(height, budget);
    times.set(height, time);
    return time;
  }

  #block(height: number, budget: Budget): Promise<{ hash: string; time: number }> {
    return this.#rpc.call('eth_getBlockByNumber', [hex(height), false], budget, (value) => {
      const block = this.#fields.object(value, 'a block');
      if (this.#fields.height(block['number'], 'number of a block') !== height)
        throw this.#fields.wrong('a block', 'is another one');
      return {
        hash: this.#fields.hash(block['hash'], 'hash of a block'),
        time: this.#fields.time(Number(this.#fields.quantity(block['timestamp'], 'timestamp')), 'timestamp'),
      };
    });
  }

  async #coins(
    side: Readonly<Record<string, readonly string[]>>,
    { from, to }: Range,
    owner: Owner,
    budget: Budget,
    times: Map<number, number>,
  ): Promise<LiveRecord[]> {
    const records: LiveRecord[] = [];
    for (let after = 0; ; after += TRACES) {
      const filter = { fromBlock: hex(from), toBlock: hex(to), ...side, after, count: TRACES };
      const traces = await this.#rpc.call(
        'trace_filter',
        [filter],
        budget,
        (result) => this.#fields.list(result, 'traces', 200_000).map((trace) => this.#fields.object(trace, 'a trace')),
        tooLarge,
      );
      for (const trace of traces) {
        const height = this.#fields.height(trace['blockNumber'], 'blockNumber of a trace');
        if (height < from || height > to) throw this.#fields.wrong('traces', 'holds what was not asked for');
        const record = await this.#coin(trace, height, owner, budget, times);
        if (record) records.push(record);
      }
      if (traces.length < TRACES) return records;
    }
  }

  async #coin(
    trace: Json,
    height: number,
    owner: Owner,
    budget: Budget,
    times: Map<number, number>,
  ): Promise<LiveRecord | undefined> {
    const action = this.#fields.object(trace['action'], 'action');
    const form = this.#fields.text(trace['type'], 'type of a trace', /^(call|create|suicide|reward)$/);
    if (trace['error'] !== undefined || UNMOVED.has(String(action['callType']))) return undefined;
    const path = this.#fields
      .list(trace['traceAddress'], 'traceAddress', 1_100)
      .map((step) => this.#fields.height(step, 'traceAddress'));
    const wei = this.#fields.quantity(action['value'] ?? action['balance'] ?? '0x0', 'value of a trace');
    if (wei === 0n) return undefined;
    const created = form === 'create' ? this.#fields.object(trace['result'], 'result')['address'] : undefined;
    const from = form === 'reward' ? COINBASE : this.#fields.address(action['from'] ?? action['address'], 'from');
    const to = this.#fields.address(created ?? action['to'] ?? action['refundAddress'] ?? action['author'], 'to');
    if (from.key !== owner.key && to.key !== owner.key) throw this.#fields.wrong('traces', 'are of others');
    const blockHash = this.#fields.hash(trace['blockHash'], 'blockHash of a trace');
    const place = { height, blockHash, time: await this.#timeOf(undefined, height, budget, times) };
    if (form === 'reward') {
      const kind = this.#fields.text(action['rewardType'] ?? 'block', 'rewardType', /^[a-z]{1,20}$/i);
      return coinRecord(this.blockchain, `trace reward_${height}_${kind}_${to.key}`, { from, to }, wei, place);
    }
    const hash = this.#fields.hash(trace['transactionHash'], 'transactionHash of a trace');
    if (path.length > 0 && (await this.#undone(hash, path, budget))) return undefined;
    const identity =
      path.length === 0 && form === 'call' ? `transaction ${hash}` : `trace ${form}_${hash}_${path.join('_')}`;
    return coinRecord(this.blockchain, identity, { from, to }, wei, place);
  }

  /** Whether a call around this one failed, and undid it: it is not said of the inner one. */
  #undone(hash: string, path: readonly number[], budget: Budget): Promise<boolean> {
    return this.#rpc.call('trace_transaction', [hash], budget, (result) =>
      this.#fields.list(result, 'traces of a transaction', 200_000).some((value) => {
        const trace = this.#fields.object(value, 'a trace');
        const outer = this.#fields.list(trace['traceAddress'], 'traceAddress', 1_100);
        return (
          trace['error'] !== undefined && outer.length <= path.length && outer.every((step, i) => step === path[i])
        );
      }),
    );
  }
}

const hex = (height: number): string => `0x${height.toString(16)}`;

/** Errors that ask for a smaller range; nodes word them each in its own way. */
const tooLarge = (code: number, said: string): boolean =>
  code === 35 ||
  /range|more than \d+|max(imum)? results|response size|too large|too many (results|logs|blocks)|query (timeout|exceeds)|limited to/i.test(
    said,
  ) ||
  (code === -32005 && !/rate|request/i.test(said));

/** The width that an error names ("max block range 10000", "limited to 1024"), else as it is. */
function allowedBy(said: string, size: number): number {
  const named = [...said.matchAll(/(?<![0-9a-fx-])(\d{1,7})(k?)(?![0-9a-f-])/gi)]
    .map((match) => Number(match[1]) * (match[2] ? 1000 : 1))
    .filter((width) => width >= 10 && width < size);
  return named.length === 0 ? size : Math.min(...named);
}
