import type { ChainProviderSetting } from '../../../platform/config/chain-providers.ts';
import { COINS } from '../assets.ts';
import type { Owner } from '../chain/transfer.ts';
import type { Budget } from './budget.ts';
import { ProviderFailed } from './failure.ts';
import { Fields, type Json } from './fields.ts';
import { flows } from './flows.ts';
import { type ProviderClient, TryLater } from './http-client.ts';
import {
  type ChainProvider,
  type Fetched,
  type FetchRequest,
  type Gap,
  type LiveRecord,
  type Tip,
  unitsOf,
} from './provider.ts';

const PAGE = 200;
const MOST_PAGES = 1_000;
const XRP = COINS.XRP;
/** The first ledger there is: those before were lost in 2012. */
const FIRST_LEDGER = 32_570;
/** The ledger counts seconds since 2000. */
const RIPPLE_EPOCH = 946_684_800;

const LATER = new Set(['slowDown', 'tooBusy', 'noNetwork', 'noCurrent', 'noClosed', 'notSynced', 'amendmentBlocked']);
const NO_HISTORY = new Set(['lgrIdxsInvalid', 'lgrIdxMalformed', 'lgrNotFound', 'lgrNotValidated']);

/** One answer of the ledger's own: an error that depends on what was asked. */
class LedgerError extends Error {
  readonly code: string;
  constructor(code: string) {
    super('The node answered with an error of its own');
    this.code = code;
  }
}

/**
 * A node of the XRP Ledger (rippled or Clio), over JSON-RPC: the transactions of an account (`account_tx`, version 1),
 * newest first, each page naming the next by its marker. XRP moves in many ways (payments, also through the exchange of
 * the ledger itself, escrows, checks, deleted accounts), and what a payment says that it pays may be more than it does
 * (partial payments), so payments are read from the balances before and after: what accounts gained came from those
 * who gave, by each one's share, the fee aside. Only validated ledgers count, and these are final.
 */
export class XrplRpc implements ChainProvider {
  readonly kind = 'xrpl-rpc';
  readonly gaps: readonly Gap[];
  readonly blockchain = 'XRP';
  readonly #client: ProviderClient;
  readonly #fields: Fields;
  readonly #from: number;

  constructor(client: ProviderClient, { fromBlock }: Pick<ChainProviderSetting, 'fromBlock'>) {
    this.#client = client;
    this.#fields = new Fields(client.name, 'XRP');
    this.#from = Math.max(FIRST_LEDGER, fromBlock);
    this.gaps = this.#from > FIRST_LEDGER ? ['EARLIER_BLOCKS'] : [];
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async tip(budget: Budget): Promise<Tip> {
    return this.#ledger('validated', budget).catch((error: unknown) => {
      throw this.#failed(error, 'ledger');
    });
  }

  /** null where the node has forgotten the ledger. */
  async hashAt(height: number, budget: Budget): Promise<string | null> {
    try {
      const found = await this.#ledger(height, budget);
      if (found.height !== height) throw this.#fields.wrong('a ledger', 'is another one');
      return found.hash;
    } catch (error) {
      if (error instanceof LedgerError && NO_HISTORY.has(error.code)) return null;
      throw this.#failed(error, 'ledger');
    }
  }

  async fetch({ owner, after, upTo, limit }: FetchRequest, budget: Budget): Promise<Fetched> {
    const window = { from: Math.max(this.#from, (after?.height ?? -1) + 1), to: upTo.height };
    const records = new Map<string, LiveRecord>();
    const result = (complete: boolean): Fetched => ({
      records: [...records.values()],
      complete,
      cursor: null,
      decimals: new Map(),
    });
    const markers = new Set<string>();
    let marker: unknown = null;
    let last = window.to;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      if (records.size >= limit || (page > 0 && budget.spent)) return result(false);
      const found = await this.#page(owner.address, window, marker, budget);
      if (!found) return result(true);
      for (const row of found.rows) {
        const record = this.#record(row, owner);
        if (record.height > last || record.height < window.from) {
          throw this.#fields.wrong('transactions', 'are not those asked for, newest first');
        }
        last = record.height;
        if (records.has(record.identity)) throw this.#fields.wrong('transactions', 'go round in a circle');
        records.set(record.identity, record);
      }
      if (found.marker === null) return result(true);
      const text = JSON.stringify(found.marker);
      if (markers.has(text) || text.length > 1_000) throw this.#fields.wrong('marker', 'goes round in a circle');
      markers.add(text);
      ({ marker } = found);
    }
    return result(false);
  }

  /** undefined where the account has never been. */
  async #page(
    account: string,
    { from, to }: { from: number; to: number },
    marker: unknown,
    budget: Budget,
  ): Promise<{ rows: Json[]; marker: unknown } | undefined> {
    const asked = { account, ledger_index_min: from, ledger_index_max: to, limit: PAGE, forward: false, binary: false };
    try {
      return await this.#call('account_tx', { ...asked, ...(marker === null ? {} : { marker }) }, budget, (answer) => {
        const ledger = (field: string): number => this.#fields.height(answer[field], field);
        if (ledger('ledger_index_min') > from || ledger('ledger_index_max') < to) throw this.#forgotten();
        if (this.#fields.address(answer['account'], 'account').address !== account) {
          throw this.#fields.wrong('account', 'is another one');
        }
        const rows = this.#fields.list(answer['transactions'], 'transactions', 10_000);
        const next = answer['marker'] ?? null;
        return {
          rows: rows.map((row) => this.#fields.object(row, 'a transaction')),
          marker: next === null ? null : this.#fields.object(next, 'marker'),
        };
      });
    } catch (error) {
      if (error instanceof LedgerError && error.code === 'actNotFound' && marker === null) return undefined;
      if (error instanceof LedgerError && NO_HISTORY.has(error.code)) throw this.#forgotten();
      throw this.#failed(error, 'account_tx');
    }
  }

  #record(row: Json, owner: Owner): LiveRecord & { height: number } {
    if (row['validated'] !== true) throw this.#fields.wrong('a transaction', 'is not validated');
    const told = this.#fields.object(row['tx'], 'tx');
    const meta = this.#fields.object(row['meta'], 'meta');
    const identity = this.#fields.hash(told['hash'], 'hash').toUpperCase();
    const height = this.#fields.height(told['ledger_index'], 'ledger_index');
    const time = RIPPLE_EPOCH + this.#fields.integer(told['date'], 'date', 0, 4_102_444_800 - RIPPLE_EPOCH);
    const sender = this.#fields.address(told['Account'], 'Account');
    const fee = this.#fields.amount(told['Fee'], 'Fee');
    const outcome = this.#fields.text(meta['TransactionResult'], 'TransactionResult', /^[A-Za-z_]{3,60}$/);
    const record = { identity, height, blockHash: null, together: [] };
    // What failed costs its fee and moves nothing else.
    if (outcome !== 'tesSUCCESS') return { ...record, transfers: [] };
    if (!JSON.stringify(row).includes(owner.address)) {
      throw this.#fields.wrong('a transaction', 'is about another address');
    }
    const gains = this.#gains(meta);
    const payer = gains.get(sender.key) ?? { owner: sender, gain: 0n };
    gains.set(sender.key, { owner: sender, gain: payer.gain + fee });
    const transfers = flows(identity, [...gains.values()]).flatMap(({ from, to, value }) => {
      const units = unitsOf(value, XRP.decimals);
      return units === undefined ? [] : { from, to, asset: XRP.symbol, units, time };
    });
    return { ...record, transfers };
  }

  /** What each account gained, or gave, of XRP. */
  #gains(meta: Json): Map<string, { owner: Owner; gain: bigint }> {
    const gains = new Map<string, { owner: Owner; gain: bigint }>();
    for (const entry of this.#fields.list(meta['AffectedNodes'], 'AffectedNodes', 20_000)) {
      const [[change, value] = [], ...others] = Object.entries(this.#fields.object(entry, 'a node'));
      if (others.length > 0) throw this.#fields.wrong('a node', 'is changed twice');
      const node = this.#fields.object(value, 'a node');
      if (node['LedgerEntryType'] !== 'AccountRoot') continue;
      const isNew = change === 'CreatedNode';
      if (!isNew && change !== 'ModifiedNode' && change !== 'DeletedNode') {
        throw this.#fields.wrong('a node', 'is neither created, modified nor deleted');
      }
      // A change of something else than the fields of an account names none.
      if (!isNew && node['FinalFields'] === undefined) continue;
      const after = this.#fields.object(node[isNew ? 'NewFields' : 'FinalFields'], 'fields of an account');
      const before = isNew ? { Balance: 0 } : this.#fields.object(node['PreviousFields'] ?? {}, 'PreviousFields');
      const balance = this.#fields.amount(after['Balance'], 'Balance');
      const gain = balance - this.#fields.amount(before['Balance'] ?? after['Balance'], 'Balance');
      const owner = this.#fields.address(after['Account'], 'Account');
      if (gains.has(owner.key)) throw this.#fields.wrong('an account', 'is changed twice');
      gains.set(owner.key, { owner, gain });
    }
    return gains;
  }

  #ledger(which: number | 'validated', budget: Budget): Promise<Tip & { hash: string }> {
    return this.#call('ledger', { ledger_index: which }, budget, (answer) => {
      if (answer['validated'] !== true) throw this.#fields.wrong('a ledger', 'is not validated');
      const ledger = this.#fields.object(answer['ledger'], 'ledger');
      return {
        height: this.#fields.height(answer['ledger_index'], 'ledger_index'),
        hash: this.#fields.hash(answer['ledger_hash'], 'ledger_hash').toUpperCase(),
        time: RIPPLE_EPOCH + this.#fields.integer(ledger['close_time'], 'close_time', 0, 4_102_444_800 - RIPPLE_EPOCH),
      };
    });
  }

  /** @throws LedgerError where the node answers with an error that depends on what was asked */
  #call<T>(method: string, params: Json, budget: Budget, read: (result: Json) => T): Promise<T> {
    const body = { method, params: [{ ...params, api_version: 1 }] };
    return this.#client.ask({ body }, budget, (value) => {
      const result = this.#fields.object(this.#fields.object(value, method)['result'], method);
      if (result['status'] === 'success') return read(result);
      const code = this.#fields.text(result['error'], 'error', /^[A-Za-z]{1,60}$/);
      if (LATER.has(code)) throw new TryLater(`asks to be asked later (${code})`);
      if (code === 'forbidden' || code === 'noPermission' || code === 'unknownCmd') {
        throw new ProviderFailed('REFUSED', `${this.#client.name} refuses ${method}. Check its address and plan.`);
      }
      throw new LedgerError(code);
    });
  }

  #failed(error: unknown, method: string): unknown {
    return error instanceof LedgerError
      ? new ProviderFailed('UNAVAILABLE', `${this.#client.name} failed at ${method}.`)
      : error;
  }

  #forgotten(): ProviderFailed {
    return new ProviderFailed(
      'REFUSED',
      `${this.#client.name} does not keep all ledgers from ${this.#from} on. Use a node with full history, or set fromBlock to the first one it keeps.`,
    );
  }
}
