import type { Blockchain } from '../../../engines/wallets/index.ts';
import { type CoinParty, recordOf, unnamed } from '../chain/coins.ts';
import type { Budget } from './budget.ts';
import { ProviderFailed } from './failure.ts';
import { Fields, type Json } from './fields.ts';
import type { ProviderClient } from './http-client.ts';
import type { ChainProvider, Fetched, FetchRequest, LiveRecord, Tip } from './provider.ts';

/** Pages of one address at most, whatever the provider says. */
const MOST_PAGES = 4_000;
/** Scripts that have an address; others belong to nobody that can be named. */
const ADDRESSED = new Set(['p2pkh', 'p2sh', 'v0_p2wpkh', 'v0_p2wsh', 'v1_p2tr']);

/**
 * Esplora's HTTP interface (Blockstream/esplora, API.md; also mempool.space): the confirmed transactions of an address,
 * newest first, in pages that begin behind the last transaction seen. How many there must be is asked first, so that a
 * page that is cut short, left out or repeated is found out.
 */
export class Esplora implements ChainProvider {
  readonly kind = 'esplora';
  readonly gaps = [];
  readonly blockchain: Blockchain;
  readonly #client: ProviderClient;
  readonly #confirmations: number;
  readonly #fields: Fields;

  constructor(client: ProviderClient, options: { blockchain: Blockchain; confirmations: number }) {
    this.#client = client;
    this.blockchain = options.blockchain;
    this.#confirmations = options.confirmations;
    this.#fields = new Fields(client.name, options.blockchain);
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async tip(budget: Budget): Promise<Tip> {
    const newest = await this.#client.ask({ path: '/blocks/tip/height' }, budget, (value) =>
      this.#fields.height(value, 'the tip'),
    );
    const height = Math.max(0, newest - (this.#confirmations - 1));
    return { height, hash: await this.hashAt(height, budget), time: 0 };
  }

  async hashAt(height: number, budget: Budget): Promise<string | null> {
    return this.#client.ask({ path: `/block-height/${height}`, plain: true }, budget, (value) =>
      this.#fields.hash(value, 'the hash of a block'),
    );
  }

  async fetch({ owner, after, upTo, limit, wanted }: FetchRequest, budget: Budget): Promise<Fetched> {
    const path = `/address/${encodeURIComponent(owner.address)}`;
    const expected = await this.#client.ask({ path }, budget, (value) => {
      const stats = this.#fields.object(this.#fields.object(value, 'address')['chain_stats'], 'chain_stats');
      return this.#fields.integer(stats['tx_count'], 'tx_count', 0, 1e12);
    });
    const seen = new Set<string>();
    const records: LiveRecord[] = [];
    const none: Fetched = { records, complete: false, cursor: null, decimals: new Map() };
    if (wanted === 'IF_FEW' && after === null && expected > limit) return none;
    let last: { txid: string; height: number } | undefined;
    for (let page = 0; seen.size < expected && page < MOST_PAGES; page += 1) {
      if (records.length >= limit || (page > 0 && budget.spent)) return none;
      const found = await this.#client.ask(
        { path: `${path}/txs/chain${last ? `/${last.txid}` : ''}` },
        budget,
        (value) => this.#fields.list(value, 'txs', 1_000).map((tx) => this.#fields.object(tx, 'a transaction')),
      );
      const fresh = found.filter((tx) => !seen.has(this.#txid(tx)));
      if (fresh.length === 0) {
        throw this.#fields.wrong('txs', `ends after ${seen.size} of ${expected} transactions`);
      }
      for (const tx of fresh) {
        const { height, hash, time } = this.#status(tx);
        if (last && height > last.height) throw this.#fields.wrong('txs', 'is not newest first');
        last = { txid: this.#txid(tx), height };
        seen.add(last.txid);
        if (height > upTo.height) continue;
        if (after && height <= after.height) return { ...none, complete: true };
        records.push(this.#record(tx, owner.key, height, hash, time));
      }
    }
    return { ...none, complete: seen.size >= expected };
  }

  #txid(tx: Json): string {
    return this.#fields.hash(tx['txid'], 'txid');
  }

  #status(tx: Json): { height: number; hash: string; time: number } {
    const status = this.#fields.object(tx['status'], 'status');
    if (status['confirmed'] !== true) throw this.#fields.wrong('status', 'of a confirmed transaction is unconfirmed');
    return {
      height: this.#fields.height(status['block_height'], 'block_height'),
      hash: this.#fields.hash(status['block_hash'], 'block_hash'),
      time: this.#fields.time(status['block_time'], 'block_time'),
    };
  }

  #record(tx: Json, key: string, height: number, blockHash: string, time: number): LiveRecord {
    const txid = this.#txid(tx);
    const party = (output: Json, part: string): CoinParty => {
      const form = this.#fields.text(output['scriptpubkey_type'], 'scriptpubkey_type', /^[a-z0-9_]{1,40}$/);
      const address = output['scriptpubkey_address'];
      const owner = ADDRESSED.has(form)
        ? this.#fields.address(address, 'scriptpubkey_address')
        : this.#fields.addressOrNothing(address);
      // Confidential values (Elements) are not told.
      return { owner: owner ?? unnamed(txid, part), value: this.#fields.amount(output['value'], 'value') };
    };
    const vin = this.#fields.list(tx['vin'], 'vin').map((input) => this.#fields.object(input, 'an input'));
    const coinbase = vin.some((input) => input['is_coinbase'] === true);
    const inputs = coinbase
      ? []
      : vin.map((input, i) => party(this.#fields.object(input['prevout'], 'prevout'), `vin ${i}`));
    const outputs = this.#fields
      .list(tx['vout'], 'vout')
      .map((output, i) => party(this.#fields.object(output, 'an output'), `vout ${i}`));
    if (![...inputs, ...outputs].some(({ owner }) => owner.key === key)) {
      throw this.#fields.wrong('txs', 'names a transaction that the address has no part in');
    }
    try {
      return { ...recordOf(this.blockchain, { txid, time, height, coinbase, inputs, outputs }), blockHash };
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new ProviderFailed('MALFORMED', `${this.#client.name}: a transaction does not add up. Nothing was stored.`);
    }
  }
}
