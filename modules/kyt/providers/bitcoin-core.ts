import type { Blockchain } from '../../../engines/wallets/index.ts';
import { parseAmount } from '../assets.ts';
import { type CoinParty, recordOf, unnamed } from '../chain/coins.ts';
import type { Budget } from './budget.ts';
import { ProviderFailed } from './failure.ts';
import { Fields, type Json } from './fields.ts';
import type { ProviderClient } from './http-client.ts';
import { JsonRpc } from './json-rpc.ts';
import type { LiveRecord, Tip } from './provider.ts';

export interface CoreBlock extends Tip {
  hash: string;
  previous: string | null;
  records: LiveRecord[];
}

/**
 * A Bitcoin Core node. It knows no history of an address (scantxoutset tells unspent outputs only; txindex finds a
 * transaction whose identifier is known), so it is followed block by block instead, into the service's own tables:
 * getblock with verbosity 3, which tells what inputs spend (Bitcoin Core 24 and later, blocks not pruned).
 */
export class BitcoinCore {
  readonly kind = 'bitcoin-core';
  readonly blockchain: Blockchain;
  readonly fromBlock: number;
  readonly #client: ProviderClient;
  readonly #rpc: JsonRpc;
  readonly #fields: Fields;
  readonly #confirmations: number;

  constructor(client: ProviderClient, options: { blockchain: Blockchain; confirmations: number; fromBlock: number }) {
    this.#client = client;
    this.blockchain = options.blockchain;
    this.fromBlock = options.fromBlock;
    this.#confirmations = options.confirmations;
    this.#fields = new Fields(client.name, options.blockchain);
    this.#rpc = new JsonRpc(client, this.#fields);
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async tip(budget: Budget): Promise<Tip> {
    const newest = await this.#rpc.call('getblockcount', [], budget, (value) => this.#fields.height(value, 'the tip'));
    const height = Math.max(0, newest - (this.#confirmations - 1));
    return { height, hash: await this.hashAt(height, budget), time: 0 };
  }

  hashAt(height: number, budget: Budget): Promise<string> {
    return this.#rpc.call('getblockhash', [height], budget, (value) => this.#fields.hash(value, 'a block hash'));
  }

  /** @throws ProviderFailed, BudgetSpent */
  block(height: number, hash: string, budget: Budget): Promise<CoreBlock> {
    return this.#rpc.call('getblock', [hash, 3], budget, (value) => {
      const block = this.#fields.object(value, 'a block');
      if (
        this.#fields.hash(block['hash'], 'hash') !== hash ||
        this.#fields.height(block['height'], 'height') !== height
      ) {
        throw this.#fields.wrong('a block', 'is another one');
      }
      const time = this.#fields.time(block['time'], 'time');
      const previous =
        block['previousblockhash'] === undefined
          ? null
          : this.#fields.hash(block['previousblockhash'], 'previousblockhash');
      const transactions = this.#fields
        .list(block['tx'], 'tx', 100_000)
        .map((tx) => this.#fields.object(tx, 'a transaction'));
      const records = transactions.map((tx, i) => this.#record(tx, i === 0, { height, hash, time }));
      return { height, hash, previous, time, records };
    });
  }

  #record(
    tx: Json,
    coinbase: boolean,
    { height, hash, time }: { height: number; hash: string; time: number },
  ): LiveRecord {
    const txid = this.#fields.hash(tx['txid'], 'txid');
    const party = (value: Json, part: string): CoinParty => {
      const script = this.#fields.object(value['scriptPubKey'], 'scriptPubKey');
      const { address } = script;
      const owner = address === undefined ? undefined : this.#fields.address(address, 'address');
      return { owner: owner ?? unnamed(txid, part), value: this.#value(value['value']) };
    };
    const vin = this.#fields.list(tx['vin'], 'vin', 100_000).map((input) => this.#fields.object(input, 'an input'));
    if (coinbase !== vin.some((input) => 'coinbase' in input))
      throw this.#fields.wrong('vin', 'mints in the wrong place');
    const inputs = coinbase
      ? []
      : vin.map((input, i) => {
          if (input['prevout'] === undefined) {
            throw new ProviderFailed(
              'REFUSED',
              `${this.#client.name} does not tell what inputs spend. It needs Bitcoin Core 24 or later with all blocks kept.`,
            );
          }
          return party(this.#fields.object(input['prevout'], 'prevout'), `vin ${i}`);
        });
    const outputs = this.#fields
      .list(tx['vout'], 'vout', 100_000)
      .map((output, i) => party(this.#fields.object(output, 'an output'), `vout ${i}`));
    try {
      return { ...recordOf(this.blockchain, { txid, time, height, coinbase, inputs, outputs }), blockHash: hash };
    } catch (error) {
      if (error instanceof RangeError) throw this.#fields.wrong('a transaction', 'does not add up');
      throw error;
    }
  }

  /** Bitcoin Core writes coins with eight decimals; numbers that are not whole come as their text. */
  #value(value: unknown): bigint {
    const units = parseAmount(String(value));
    if (units === undefined || units > 21n * 10n ** 14n * 10n) throw this.#fields.wrong('value', 'is no amount');
    return units;
  }
}
