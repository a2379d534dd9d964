import { hashOf } from './chains.ts';
import { type Answered, type Asked, FakeServer } from './fake-server.ts';

export interface FakeTx {
  name: string;
  height: number;
  from: readonly (readonly [address: string, value: number])[];
  to: readonly (readonly [address: string | null, value: number])[];
}

/** Esplora as its API.md says, with pages of 25. */
export class FakeEsplora {
  readonly txs: FakeTx[] = [];
  top: number;
  /** Which branch each height is of; a reorganisation changes it. */
  readonly branch = new Map<number, string>();
  /** Ways of lying. */
  lie: 'short' | 'circle' | 'foreign' | 'values' | null = null;
  server!: FakeServer;

  constructor(top: number) {
    this.top = top;
  }

  static async start(top = 800_000): Promise<FakeEsplora> {
    const fake = new FakeEsplora(top);
    fake.server = await FakeServer.start((asked) => fake.#answer(asked));
    return fake;
  }

  add(tx: FakeTx): void {
    this.txs.push(tx);
  }

  hash(height: number): string {
    return hashOf(`block ${height} ${this.branch.get(height) ?? ''}`);
  }

  #answer({ path }: Asked): Answered {
    if (path === '/blocks/tip/height') return { text: String(this.top) };
    const height = /^\/block-height\/(\d+)$/.exec(path)?.[1];
    if (height) return { headers: { 'content-type': 'text/plain' }, text: this.hash(Number(height)) };
    const address = /^\/address\/(\w+)$/.exec(path)?.[1];
    if (address) return { body: { address, chain_stats: { tx_count: this.#of(address).length }, mempool_stats: {} } };
    const list = /^\/address\/(\w+)\/txs\/chain(?:\/(\w+))?$/.exec(path);
    if (!list) return { status: 404, text: 'Not found' };
    const all = this.#of(list[1] ?? '');
    const at = list[2] && this.lie !== 'circle' ? all.findIndex(({ name }) => hashOf(name) === list[2]) + 1 : 0;
    const page = all.slice(at, at + 25);
    if (this.lie === 'short') page.splice(10);
    return { body: page.map((tx) => this.#present(tx)) };
  }

  #of(address: string): FakeTx[] {
    return this.txs
      .filter(({ from, to }) => this.lie === 'foreign' || [...from, ...to].some(([one]) => one === address))
      .toSorted((a, b) => b.height - a.height || (a.name < b.name ? -1 : 1));
  }

  #present({ name, height, from, to }: FakeTx): unknown {
    const output = ([address, value]: readonly [string | null, number]) => ({
      scriptpubkey: '',
      scriptpubkey_asm: '',
      scriptpubkey_type: address === null ? 'op_return' : 'v0_p2wpkh',
      ...(address === null ? {} : { scriptpubkey_address: address }),
      value: this.lie === 'values' ? -value : value,
    });
    return {
      txid: hashOf(name),
      version: 2,
      vin:
        from.length === 0
          ? [{ is_coinbase: true, prevout: null }]
          : from.map((party, i) => ({
              txid: hashOf(`${name} in ${i}`),
              vout: i,
              is_coinbase: false,
              prevout: output(party),
            })),
      vout: to.map(output),
      fee: 0,
      status: {
        confirmed: true,
        block_height: height,
        block_hash: this.hash(height),
        block_time: 1_600_000_000 + (height % 100_000) * 600,
      },
    };
  }
}
