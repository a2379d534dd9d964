import { type Blockchain, BLOCKCHAINS, EVM_BLOCKCHAINS, isBlockchain } from '../../../engines/wallets/index.ts';
import { ImportRefused } from '../refused.ts';
import { type FileContext, readBlockFile } from './block-files.ts';
import { readEdgesCsv, readEthereumEtl } from './csv-files.ts';
import type { ChainRecord } from './transfer.ts';
import { readUtxo, UTXO_BLOCKCHAINS } from './utxo-ndjson.ts';

export interface ChainFormat {
  /** Records in the order of the file, as many at a time as come at hand. */
  read(
    chunks: AsyncIterable<Uint8Array>,
    name: string,
    blockchain: Blockchain,
    file: FileContext,
  ): AsyncIterable<ChainRecord[]>;
  blockchains: readonly Blockchain[];
}

const TRACEABLE = BLOCKCHAINS.filter((blockchain) => blockchain !== 'XMR');
const FORMATS: ReadonlyMap<string, ChainFormat> = new Map([
  ['utxo-ndjson', { read: readUtxo, blockchains: UTXO_BLOCKCHAINS }],
  ['edges-csv', { read: readEdgesCsv, blockchains: TRACEABLE }],
  ['bitcoin-core-blocks', { read: readBlockFile, blockchains: ['BTC'] }],
  ['ethereum-etl-csv', { read: readEthereumEtl, blockchains: EVM_BLOCKCHAINS }],
]);
export const CHAIN_FORMATS: readonly string[] = [...FORMATS.keys()];

/** @throws ImportRefused for an unknown format, and for a blockchain that it is not read for */
export function formatOf(options: { format: string; blockchain: string }): {
  format: ChainFormat;
  blockchain: Blockchain;
} {
  const format = FORMATS.get(options.format);
  if (!format) {
    throw new ImportRefused(`There is no chain format "${options.format}". Use one of ${CHAIN_FORMATS.join(', ')}.`);
  }
  const { blockchain } = options;
  if (!isBlockchain(blockchain) || !format.blockchains.includes(blockchain)) {
    throw new ImportRefused(
      `${options.format} is not read for the blockchain "${blockchain}". Use one of ${format.blockchains.join(', ')}.`,
    );
  }
  return { format, blockchain };
}
