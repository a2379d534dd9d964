import { ApiError } from '../../../platform/http/errors.ts';
import type { WalletStrategy } from '../strategy.ts';
import { nothingKnown } from './nothing-known.ts';
import type { ChainProviders } from './providers.ts';

/** Production's strategy where providers of chain data are configured: what they told counts, and what is missing is said. */
export function withProviders(inner: WalletStrategy, providers: ChainProviders): WalletStrategy {
  return {
    ...inner,
    mustAsk: (tenant, wallet) => providers.mustAsk(tenant, wallet),
    assess: async (db, wallet, occasion, tenant) => {
      if (!providers.has(wallet.blockchain)) return inner.assess(db, wallet, occasion, tenant);
      const found = await inner.assess(db, wallet, occasion, tenant).catch((error: unknown) => {
        // Nothing is known of the blockchain yet; the record says so.
        const unknown = error instanceof ApiError && error.code === 'CHAIN_DATA_UNAVAILABLE';
        if (unknown && providers.asked.includes(wallet.blockchain)) return nothingKnown();
        throw error;
      });
      return providers.complete(db, wallet, found, occasion);
    },
  };
}
