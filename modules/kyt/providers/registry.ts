import { BLOCKCHAIN_NAMES, type Blockchain } from '../../../engines/wallets/index.ts';
import type { ChainProviderSetting } from '../../../platform/config/chain-providers.ts';
import { BitcoinCore } from './bitcoin-core.ts';
import { Esplora } from './esplora.ts';
import { EvmRpc } from './evm-rpc.ts';
import { Explorer } from './explorer.ts';
import { ProviderClient } from './http-client.ts';
import type { ChainProvider } from './provider.ts';
import { SolanaRpc } from './solana-rpc.ts';
import { TronGrid } from './trongrid.ts';
import { XrplRpc } from './xrpl-rpc.ts';

const NAMES: Readonly<Record<ChainProviderSetting['kind'], string>> = {
  esplora: 'Esplora',
  'bitcoin-core': 'The node',
  'evm-rpc': 'The node',
  etherscan: 'Etherscan',
  blockscout: 'Blockscout',
  trongrid: 'TronGrid',
  'solana-rpc': 'The node',
  'xrpl-rpc': 'The node',
};

/** What asks, in messages: never its address, which may hold a key. */
export const nameOf = (kind: ChainProviderSetting['kind'], blockchain: Blockchain): string =>
  `${NAMES[kind]} for ${BLOCKCHAIN_NAMES[blockchain]}`;

export type MadeProvider =
  | { setting: ChainProviderSetting; addresses: ChainProvider; blocks: null }
  | { setting: ChainProviderSetting; addresses: null; blocks: BitcoinCore };

/** The provider that a setting stands for: of addresses, or of blocks. */
export function makeProvider(setting: ChainProviderSetting): MadeProvider {
  const { kind, blockchain, url, apiKey, user, password, perSecond, timeoutMs, confirmations, tokens } = setting;
  const headers = {
    ...(apiKey !== null && kind === 'trongrid' ? { 'tron-pro-api-key': apiKey } : {}),
    ...(apiKey !== null && !['trongrid', 'etherscan', 'blockscout'].includes(kind)
      ? { authorization: `Bearer ${apiKey}` }
      : {}),
    ...(user !== null ? { authorization: `Basic ${Buffer.from(`${user}:${password ?? ''}`).toString('base64')}` } : {}),
  };
  // A block with all that its inputs spend is large.
  const maxBytes = kind === 'bitcoin-core' ? { maxBytes: 128 * 2 ** 20 } : {};
  // Blockscout's one address for all chains; an instance of its own has both below one path.
  const allChains = kind === 'blockscout' && url.endsWith('/v2/api');
  const client = new ProviderClient({
    name: nameOf(kind, blockchain),
    url: allChains ? url.slice(0, -'/v2/api'.length) : url,
    headers,
    perSecond,
    timeoutMs,
    ...maxBytes,
  });
  const addresses = (provider: ChainProvider): MadeProvider => ({ setting, addresses: provider, blocks: null });
  switch (kind) {
    case 'esplora':
      return addresses(new Esplora(client, setting));
    case 'evm-rpc':
      return addresses(new EvmRpc(client, setting));
    case 'etherscan':
    case 'blockscout':
      return addresses(new Explorer(client, { kind, blockchain, confirmations, apiKey, tokens, allChains }));
    case 'trongrid':
      return addresses(new TronGrid(client, tokens));
    case 'solana-rpc':
      return addresses(new SolanaRpc(client, tokens));
    case 'xrpl-rpc':
      return addresses(new XrplRpc(client, setting));
    case 'bitcoin-core':
      return { setting, addresses: null, blocks: new BitcoinCore(client, setting) };
    default:
      return kind satisfies never;
  }
}
