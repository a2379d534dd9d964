import { BLOCKCHAIN_NAMES } from '../../engines/wallets/index.ts';
import { chainDataUnavailable, type WalletStrategy } from './strategy.ts';

/** Production where nothing was imported: no blockchain has data behind it, and none is answered for. */
export const noChainData: WalletStrategy = {
  testnet: false,
  assess: async ({ blockchain }) => {
    throw chainDataUnavailable(
      blockchain,
      `There are no labels and no chain data of ${BLOCKCHAIN_NAMES[blockchain]}. Import them with \`labels import\` ` +
        'and `chain import`, then try again. Nothing was recorded or charged.',
    );
  },
};
