import { COINS } from '../assets.ts';
import type { Budget } from './budget.ts';
import { ProviderFailed } from './failure.ts';
import { Fields, type Json } from './fields.ts';
import type { ProviderClient } from './http-client.ts';
import { type ChainProvider, type Fetched, type FetchRequest, type LiveRecord, type Tip, unitsOf } from './provider.ts';
import { Tokens } from './tokens.ts';

const PAGE = 200;
const MOST_PAGES = 1_000;
const TRX = COINS.TRX;

/**
 * TronGrid's account lists (version 1): transactions with their internal calls, and TRC-20 payments, confirmed ones,
 * newest first; a page names the next by its fingerprint. Only blocks that the network holds for irreversible count, so
 * there is nothing to undo. Positions are times, since TRC-20 payments come without their block.
 */
export class TronGrid implements ChainProvider {
  readonly kind = 'trongrid';
  readonly gaps = [];
  readonly blockchain = 'TRX';
  readonly #client: ProviderClient;
  readonly #fields: Fields;

  readonly #known: Tokens;

  constructor(client: ProviderClient, tokens: readonly string[] = []) {
    this.#client = client;
    this.#known = new Tokens('TRX', tokens);
    this.#fields = new Fields(client.name, 'TRX');
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  tip(budget: Budget): Promise<Tip> {
    return this.#block('/walletsolidity/getnowblock', {}, budget);
  }

  async hashAt(height: number, budget: Budget): Promise<string | null> {
    const block = await this.#block('/walletsolidity/getblockbynum', { num: height }, budget);
    if (block.height !== height) throw this.#fields.wrong('a block', 'is another one');
    return block.hash;
  }

  async fetch({ owner, after, upTo, limit }: FetchRequest, budget: Budget): Promise<Fetched> {
    const since = after?.cursor && /^\d{1,13}$/.test(after.cursor) ? Number(after.cursor) + 1 : 0;
    const until = upTo.time * 1000;
    const window = { since, until };
    const records: LiveRecord[] = [];
    const decimals = new Map<string, number>();
    const plain = await this.#list('transactions', owner.address, window, limit, budget);
    for (const row of plain.rows) records.push(...this.#transaction(row, owner.key));
    const room = limit - plain.rows.length;
    const tokens = plain.complete
      ? await this.#list('transactions/trc20', owner.address, window, room, budget)
      : { rows: [], complete: false };
    records.push(...this.#tokens(tokens.rows, owner.key, decimals));
    return { records, complete: plain.complete && tokens.complete, cursor: String(until), decimals };
  }

  async #list(
    list: string,
    address: string,
    { since, until }: { since: number; until: number },
    room: number,
    budget: Budget,
  ): Promise<{ rows: Json[]; complete: boolean }> {
    const rows: Json[] = [];
    const prints = new Set<string>();
    let fingerprint: string | null = null;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      if (rows.length >= room || (page > 0 && budget.spent)) return { rows, complete: false };
      const query = {
        only_confirmed: 'true',
        limit: PAGE,
        order_by: 'block_timestamp,desc',
        min_timestamp: since,
        max_timestamp: until,
        ...(fingerprint === null ? {} : { fingerprint }),
      };
      const path = `/v1/accounts/${address}/${list}`;
      const found: { data: Json[]; next: string | null } = await this.#client.ask({ path, query }, budget, (value) => {
        const answer = this.#fields.object(value, list);
        if (answer['success'] !== true) throw this.#refused(answer);
        const data = this.#fields
          .list(answer['data'], list, 1_000)
          .map((row) => this.#fields.object(row, `a row of ${list}`));
        const next = this.#fields.object(answer['meta'], 'meta')['fingerprint'] ?? null;
        return { data, next: next === null ? null : this.#fields.text(next, 'fingerprint', /^[\x21-\x7e]{1,1000}$/) };
      });
      for (const row of found.data) {
        const at = this.#fields.integer(row['block_timestamp'], 'block_timestamp', 0, 4.2e12);
        if (at < since || at > until) throw this.#fields.wrong(list, 'holds what was not asked for');
        rows.push(row);
      }
      if (found.next === null || found.data.length === 0) return { rows, complete: true };
      if (prints.has(found.next)) throw this.#fields.wrong(list, 'goes round in a circle');
      prints.add((fingerprint = found.next));
    }
    return { rows, complete: false };
  }

  #transaction(row: Json, key: string): LiveRecord[] {
    const time = this.#time(row);
    if ('internal_tx_id' in row) return this.#internal(row, key, time);
    const txid = this.#fields.hash(row['txID'], 'txID');
    const height = row['blockNumber'] === undefined ? null : this.#fields.height(row['blockNumber'], 'blockNumber');
    const results = this.#fields.list(row['ret'] ?? [], 'ret', 10).map((one) => this.#fields.object(one, 'ret'));
    if (results.some(({ contractRet }) => contractRet !== undefined && contractRet !== 'SUCCESS')) return [];
    const contracts = this.#fields.list(this.#fields.object(row['raw_data'], 'raw_data')['contract'], 'contract', 1);
    const contract = this.#fields.object(contracts[0], 'contract');
    const form = this.#fields.text(contract['type'], 'type', /^[A-Za-z0-9]{1,60}$/);
    const value = this.#fields.object(this.#fields.object(contract['parameter'], 'parameter')['value'], 'value');
    const [payee, amount] =
      form === 'TransferContract'
        ? [value['to_address'], value['amount']]
        : form === 'TriggerSmartContract'
          ? [value['contract_address'], value['call_value'] ?? 0]
          : [undefined, 0];
    // Votes, stakes, TRC-10 and the like move no TRX from one to another.
    if (payee === undefined) return [];
    const ends = this.#ends(value['owner_address'], payee, key);
    const units = unitsOf(this.#fields.amount(amount, 'amount'), TRX.decimals);
    if (units === undefined) return [];
    const transfers = [{ ...ends, asset: TRX.symbol, units, time }];
    return [{ identity: `transaction ${txid}`, transfers, height, blockHash: null, together: [] }];
  }

  #internal(row: Json, key: string, time: number): LiveRecord[] {
    const identity = this.#fields.text(row['internal_tx_id'], 'internal_tx_id', /^[0-9a-z_-]{1,200}$/i);
    const txid = this.#fields.hash(row['tx_id'], 'tx_id');
    const data = this.#fields.object(row['data'], 'data');
    if (data['rejected'] === true) return [];
    const values = this.#fields.object(data['call_value'] ?? {}, 'call_value');
    const ends = this.#ends(row['from_address'], row['to_address'], key);
    // "_" stands for TRX, a number for a TRC-10 token.
    const units = unitsOf(this.#fields.amount(values['_'] ?? 0, 'call_value'), TRX.decimals);
    if (units === undefined) return [];
    const transfers = [{ ...ends, asset: TRX.symbol, units, time }];
    return [{ identity: `trace ${txid} ${identity}`, transfers, height: null, blockHash: null, together: [] }];
  }

  #tokens(rows: readonly Json[], key: string, decimals: Map<string, number>): LiveRecord[] {
    const said = new Map<string, number>();
    return rows.flatMap((row) => {
      const txid = this.#fields.hash(row['transaction_id'], 'transaction_id');
      const token = this.#fields.object(row['token_info'], 'token_info');
      const form = this.#fields.text(row['type'], 'type of a token payment', /^[A-Za-z]{1,40}$/);
      const ends = this.#ends(row['from'], row['to'], key);
      const amount = this.#fields.amount(row['value'], 'value of a token payment');
      const places =
        token['decimals'] === undefined ? 255 : this.#fields.integer(token['decimals'], 'decimals', 0, 255);
      // An approval moves nothing; a token without decimals is a collectible.
      if (form !== 'Transfer' || places > 36) return [];
      const asset = this.#known.assetOf(this.#fields.address(token['address'], 'address of a token').address);
      if (asset === undefined) return [];
      const known = decimals.get(asset) ?? places;
      if (known !== places) throw this.#fields.wrong('decimals', 'of a token differ from row to row');
      decimals.set(asset, places);
      const units = unitsOf(amount, places);
      if (units === undefined) return [];
      const what = [txid, ends.from.key, ends.to.key, asset, units].join(' ');
      const repetition = said.get(what) ?? 0;
      said.set(what, repetition + 1);
      const transfers = [{ ...ends, asset, units, time: this.#time(row) }];
      return { identity: `${what} ${repetition}`, transfers, height: null, blockHash: null, together: [] };
    });
  }

  #ends(payer: unknown, payee: unknown, key: string) {
    const from = this.#fields.address(payer, 'the payer');
    const to = this.#fields.address(payee, 'the payee');
    if (from.key !== key && to.key !== key) throw this.#fields.wrong('a row', 'is about another address');
    return { from, to };
  }

  #time(row: Json): number {
    return Math.floor(this.#fields.integer(row['block_timestamp'], 'block_timestamp', 0, 4.2e12) / 1000);
  }

  #block(path: string, body: Json, budget: Budget): Promise<Tip & { hash: string }> {
    return this.#client.ask({ path, body }, budget, (value) => {
      const block = this.#fields.object(value, 'a block');
      if (block['Error'] !== undefined) throw this.#refused(block);
      const header = this.#fields.object(
        this.#fields.object(block['block_header'], 'block_header')['raw_data'],
        'raw_data',
      );
      return {
        height: this.#fields.height(header['number'] ?? 0, 'number'),
        hash: this.#fields.hash(block['blockID'], 'blockID'),
        time: Math.floor(this.#fields.integer(header['timestamp'], 'timestamp', 0, 4.2e12) / 1000),
      };
    });
  }

  #refused(answer: Json): ProviderFailed {
    const said = [answer['Error'], answer['error']].filter((one) => typeof one === 'string').join(' ');
    return /key|auth|forbidden/i.test(said)
      ? new ProviderFailed('REFUSED', `${this.#client.name} refuses the request. Check its key and plan.`)
      : new ProviderFailed('UNAVAILABLE', `${this.#client.name} says that it failed.`);
  }
}
