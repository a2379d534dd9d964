import { hashOf } from './chains.ts';
import { FakeRpcError, startRpc } from './fake-rpc.ts';
import type { FakeServer } from './fake-server.ts';

export interface CoreTx {
  name: string;
  /** Coins, as Bitcoin Core writes them. */
  from: readonly (readonly [address: string, value: number])[];
  to: readonly (readonly [address: string | null, value: number])[];
}

/** A node of Bitcoin Core: blocks by height, each on the one below; a reorganisation gives some another content. */
export class FakeCore {
  readonly blocks: { name: string; txs: CoreTx[] }[] = [];
  /** Whether it tells what inputs spend. */
  prevouts = true;
  server!: FakeServer;

  static async start(): Promise<FakeCore> {
    const fake = new FakeCore();
    fake.server = await startRpc({
      getblockcount: () => fake.blocks.length - 1,
      getblockhash: ([height]: number[]) => {
        if (height === undefined || height >= fake.blocks.length)
          throw new FakeRpcError(-8, 'Block height out of range', 500);
        return fake.hash(height);
      },
      getblock: ([hash, verbosity]: unknown[]) => {
        const height = fake.blocks.findIndex((_, i) => fake.hash(i) === hash);
        if (height < 0) throw new FakeRpcError(-5, 'Block not found', 500);
        return fake.#present(height, verbosity === 3 && fake.prevouts);
      },
    });
    return fake;
  }

  /** A block's hash hangs on all below it. */
  hash(height: number): string {
    return hashOf(
      this.blocks
        .slice(0, height + 1)
        .map(({ name }) => name)
        .join('/'),
    );
  }

  #present(height: number, prevouts: boolean): unknown {
    const block = this.blocks[height];
    const output = ([address, value]: readonly [string | null, number], n: number) => ({
      value,
      n,
      scriptPubKey: {
        asm: '',
        hex: '',
        type: address === null ? 'nulldata' : 'witness_v0_keyhash',
        ...(address === null ? {} : { address }),
      },
    });
    return {
      hash: this.hash(height),
      height,
      confirmations: this.blocks.length - height,
      time: 1_500_000_000 + height * 600,
      ...(height === 0 ? {} : { previousblockhash: this.hash(height - 1) }),
      tx: block?.txs.map(({ name, from, to }) => ({
        txid: hashOf(name),
        vin:
          from.length === 0
            ? [{ coinbase: '00', sequence: 1 }]
            : from.map((party, i) => ({
                txid: hashOf(`${name} ${i}`),
                vout: 0,
                ...(prevouts ? { prevout: { generated: false, height: 1, ...output(party, 0) } } : {}),
              })),
        vout: to.map(output),
      })),
    };
  }
}
