import { COINS } from '../assets.ts';
import type { Owner } from '../chain/transfer.ts';
import type { Budget } from './budget.ts';
import { Fields, type Json } from './fields.ts';
import { flows } from './flows.ts';
import type { ProviderClient } from './http-client.ts';
import { JsonRpc, RpcError } from './json-rpc.ts';
import { type ChainProvider, type Fetched, type FetchRequest, type LiveRecord, type Tip, unitsOf } from './provider.ts';
import { Tokens } from './tokens.ts';

const PAGE = 1_000;
const TOKEN_PROGRAMS = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'];
/** Token accounts of one owner that are looked into. */
const MOST_ACCOUNTS = 40;
const SOL = COINS.SOL;
const FINALIZED = { commitment: 'finalized' };
const SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{64,90}$/;

interface Signature {
  signature: string;
  slot: number;
  failed: boolean;
}
/** How much of each asset each owner gained (above zero) or gave. */
type Gains = Map<string, { decimals: number; byOwner: Map<string, { owner: Owner; gain: bigint }> }>;

/**
 * A node of Solana. Signatures of an address and of its token accounts (those it has, and those that its transactions
 * name, since closed ones are listed nowhere), newest first; then each transaction. Programs move value in ways of their
 * own, so payments are read from the balances before and after: in each asset, what owners gained came from those who
 * gave, by each one's share. Only finalized slots count, so there is nothing to undo.
 */
export class SolanaRpc implements ChainProvider {
  readonly kind = 'solana-rpc';
  readonly gaps = [];
  readonly blockchain = 'SOL';
  readonly #client: ProviderClient;
  readonly #rpc: JsonRpc;
  readonly #fields: Fields;

  readonly #known: Tokens;

  constructor(client: ProviderClient, tokens: readonly string[] = []) {
    this.#client = client;
    this.#known = new Tokens('SOL', tokens);
    this.#fields = new Fields(client.name, 'SOL');
    this.#rpc = new JsonRpc(client, this.#fields);
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async tip(budget: Budget): Promise<Tip> {
    const slot = await this.#rpc.call('getSlot', [FINALIZED], budget, (value) =>
      this.#fields.height(value, 'the slot'),
    );
    const slots = await this.#rpc.call('getBlocks', [Math.max(0, slot - 50), slot, FINALIZED], budget, (value) =>
      this.#fields.list(value, 'slots', 100).map((one) => this.#fields.height(one, 'a slot')),
    );
    const height = slots.at(-1);
    if (height === undefined) throw this.#fields.wrong('slots', 'are none');
    return { height, hash: await this.hashAt(height, budget), time: 0 };
  }

  /** null where the node has forgotten the block. */
  async hashAt(height: number, budget: Budget): Promise<string | null> {
    const options = { ...FINALIZED, transactionDetails: 'none', rewards: false, maxSupportedTransactionVersion: 0 };
    const gone = (code: number): boolean => [-32001, -32004, -32007, -32009, -32011].includes(code);
    return this.#rpc
      .call(
        'getBlock',
        [height, options],
        budget,
        (value) =>
          value === null
            ? null
            : this.#fields.text(
                this.#fields.object(value, 'a block')['blockhash'],
                'blockhash',
                /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
              ),
        gone,
      )
      .catch((error: unknown) => {
        if (error instanceof RpcError) return null;
        throw error;
      });
  }

  async fetch({ owner, after, upTo, limit }: FetchRequest, budget: Budget): Promise<Fetched> {
    const accounts = new Set([owner.address, ...(await this.#tokenAccounts(owner.address, budget))]);
    const done = new Set<string>();
    const records = new Map<string, LiveRecord>();
    const decimals = new Map<string, number>();
    const failed: Fetched = { records: [], complete: false, cursor: null, decimals };
    for (const account of accounts) {
      if (done.size >= MOST_ACCOUNTS) return { ...failed, records: [...records.values()] };
      done.add(account);
      const found = await this.#signatures(account, after?.height ?? -1, upTo.height, limit - records.size, budget);
      for (const { signature, slot, failed: didFail } of found.signatures) {
        if (didFail || records.has(signature)) continue;
        if (budget.spent || records.size >= limit) return { ...failed, records: [...records.values()] };
        const read = await this.#transaction(signature, slot, account, owner, decimals, budget);
        records.set(signature, read.record);
        // A set grows while it is walked: accounts that came to light are looked into too.
        for (const one of read.accounts) accounts.add(one);
      }
      if (!found.complete) return { ...failed, records: [...records.values()] };
    }
    return { records: [...records.values()], complete: true, cursor: null, decimals };
  }

  async #tokenAccounts(address: string, budget: Budget): Promise<string[]> {
    const accounts: string[] = [];
    for (const programId of TOKEN_PROGRAMS) {
      accounts.push(
        ...(await this.#rpc.call(
          'getTokenAccountsByOwner',
          [address, { programId }, { ...FINALIZED, encoding: 'base64', dataSlice: { offset: 0, length: 0 } }],
          budget,
          (result) =>
            this.#fields
              .list(this.#fields.object(result, 'token accounts')['value'], 'token accounts', 100_000)
              .map(
                (one) => this.#fields.address(this.#fields.object(one, 'a token account')['pubkey'], 'pubkey').address,
              ),
        )),
      );
    }
    return accounts;
  }

  /** Signatures in slots above one and up to another, newest first, page by page. */
  async #signatures(
    account: string,
    above: number,
    upTo: number,
    room: number,
    budget: Budget,
  ): Promise<{ signatures: Signature[]; complete: boolean }> {
    const signatures: Signature[] = [];
    let before: string | null = null;
    let last = Number.POSITIVE_INFINITY;
    const seen = new Set<string>();
    for (;;) {
      if (budget.spent || signatures.length >= room) return { signatures, complete: false };
      const options = { ...FINALIZED, limit: PAGE, ...(before === null ? {} : { before }) };
      const page: Signature[] = await this.#rpc.call('getSignaturesForAddress', [account, options], budget, (result) =>
        this.#fields.list(result, 'signatures', PAGE).map((one) => {
          const entry = this.#fields.object(one, 'a signature');
          return {
            signature: this.#fields.text(entry['signature'], 'signature', SIGNATURE),
            slot: this.#fields.height(entry['slot'], 'slot'),
            failed: entry['err'] !== null && entry['err'] !== undefined,
          };
        }),
      );
      if (page.length === 0) return { signatures, complete: true };
      for (const entry of page) {
        if (entry.slot > last) throw this.#fields.wrong('signatures', 'are not newest first');
        if (seen.has(entry.signature)) throw this.#fields.wrong('signatures', 'go round in a circle');
        seen.add(entry.signature);
        last = entry.slot;
        if (entry.slot > upTo) continue;
        if (entry.slot <= above) return { signatures, complete: true };
        signatures.push(entry);
      }
      before = page.at(-1)?.signature ?? null;
    }
  }

  #transaction(
    signature: string,
    slot: number,
    account: string,
    owner: Owner,
    decimals: Map<string, number>,
    budget: Budget,
  ): Promise<{ record: LiveRecord; accounts: string[] }> {
    const options = { ...FINALIZED, encoding: 'jsonParsed', maxSupportedTransactionVersion: 0 };
    return this.#rpc.call('getTransaction', [signature, options], budget, (result) => {
      if (result === null)
        throw this.#fields.wrong('a transaction', 'that was listed is not there (does the node prune?)');
      const answer = this.#fields.object(result, 'a transaction');
      if (this.#fields.height(answer['slot'], 'slot') !== slot)
        throw this.#fields.wrong('a transaction', 'moved to another slot');
      const transaction = this.#fields.object(answer['transaction'], 'transaction');
      const [named] = this.#fields.list(transaction['signatures'], 'signatures', 64);
      if (named !== signature) throw this.#fields.wrong('a transaction', 'is another one');
      const time =
        answer['blockTime'] === null || answer['blockTime'] === undefined
          ? 0
          : this.#fields.time(answer['blockTime'], 'blockTime');
      const meta = this.#fields.object(answer['meta'], 'meta');
      const message = this.#fields.object(transaction['message'], 'message');
      const keys = this.#fields.list(message['accountKeys'], 'accountKeys', 512).map((key) => {
        const text = typeof key === 'object' && key !== null ? this.#fields.object(key, 'a key')['pubkey'] : key;
        return this.#fields.address(text, 'a key');
      });
      if (!keys.some(({ address }) => address === account))
        throw this.#fields.wrong('a transaction', 'does not name the address');
      const { gains, accounts } = this.#gains(meta, keys, owner);
      for (const [asset, { decimals: places }] of gains) {
        const known = decimals.get(asset) ?? places;
        if (known !== places) throw this.#fields.wrong('decimals', 'of a token differ from one transaction to another');
        if (asset !== SOL.symbol) decimals.set(asset, places);
      }
      const transfers = [...gains].flatMap(([asset, { decimals: places, byOwner }]) =>
        flows(signature, [...byOwner.values()]).flatMap(({ from, to, value }) => {
          const units = unitsOf(value, places);
          return units === undefined ? [] : { from, to, asset, units, time };
        }),
      );
      return { record: { identity: signature, transfers, height: slot, blockHash: null, together: [] }, accounts };
    });
  }

  #gains(meta: Json, keys: readonly Owner[], owner: Owner): { gains: Gains; accounts: string[] } {
    const gains: Gains = new Map();
    const add = (asset: string, decimals: number, to: Owner, gain: bigint): void => {
      const ofAsset = gains.get(asset) ?? { decimals, byOwner: new Map<string, { owner: Owner; gain: bigint }>() };
      gains.set(asset, ofAsset);
      const known = ofAsset.byOwner.get(to.key);
      if (known) known.gain += gain;
      else ofAsset.byOwner.set(to.key, { owner: to, gain });
    };
    const holders = new Map<number, Owner>();
    for (const [side, sign] of [
      ['preTokenBalances', -1n],
      ['postTokenBalances', 1n],
    ] as const) {
      for (const value of this.#fields.list(meta[side] ?? [], side, 512)) {
        const balance = this.#fields.object(value, side);
        const index = this.#fields.integer(balance['accountIndex'], 'accountIndex', 0, keys.length - 1);
        const amount = this.#fields.object(balance['uiTokenAmount'], 'uiTokenAmount');
        const places = this.#fields.integer(amount['decimals'], 'decimals', 0, 255);
        const mint = this.#fields.address(balance['mint'], 'mint').address;
        // Before 2021 nodes did not tell the owner: the token account stands for itself.
        const holder = balance['owner'] ? this.#fields.address(balance['owner'], 'owner') : keys[index];
        if (!holder) throw this.#fields.wrong(side, 'names an account that is not there');
        holders.set(index, holder);
        const asset = this.#known.assetOf(mint);
        if (places <= 36 && asset !== undefined)
          add(asset, places, holder, sign * this.#fields.amount(amount['amount'], 'amount'));
      }
    }
    const [pre, post] = ['preBalances', 'postBalances'].map((side) => this.#fields.list(meta[side], side, 512));
    if (pre?.length !== keys.length || post?.length !== keys.length) {
      throw this.#fields.wrong('balances', 'are not as many as the accounts');
    }
    const fee = this.#fields.amount(meta['fee'], 'fee');
    keys.forEach((key, i) => {
      // The rent of a token account is its owner's.
      const gain = this.#fields.amount(post[i], 'postBalances') - this.#fields.amount(pre[i], 'preBalances');
      add(SOL.symbol, SOL.decimals, holders.get(i) ?? key, gain + (i === 0 ? fee : 0n));
    });
    const accounts = [...holders].flatMap(([index, holder]) =>
      holder.key === owner.key ? (keys[index]?.address ?? []) : [],
    );
    return { gains, accounts };
  }
}
