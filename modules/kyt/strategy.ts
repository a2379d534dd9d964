import type { Static } from 'typebox';
import type { Assessment as AssessmentSchema } from '../../contract/kyt.ts';
import type { Tenant } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/sql.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { Wallet } from './wallet.ts';

/** What was found out about an address. */
export type Assessment = Static<typeof AssessmentSchema>;

/** Where findings come from: chain data, labels and the exposure engine, or the sandbox's rules. */
export interface WalletStrategy {
  /** Whether addresses of test networks are read too. */
  testnet: boolean;
  /**
   * Whether a live provider must be asked before the address can be judged. Takes up to some seconds of network: call
   * it before the first statement of a transaction.
   * @throws ApiError CHAIN_DATA_UNAVAILABLE where it must be and cannot
   */
  mustAsk?(tenant: Tenant, wallet: Wallet): Promise<boolean>;
  /**
   * @param db read only, within the caller's transaction where it has one
   * @param occasion a check and the beginning of a monitor are a LOOK; a monitor's later runs are a RUN
   * @param tenant whose policy counts; the service's own where nobody is named
   * @throws ApiError CHAIN_DATA_UNAVAILABLE where nothing at all is known of the blockchain
   */
  assess(db: Queryable, wallet: Wallet, occasion: 'LOOK' | 'RUN', tenant?: Tenant): Promise<Assessment>;
}

export const chainDataUnavailable = (blockchain: string, message: string): ApiError =>
  new ApiError('CHAIN_DATA_UNAVAILABLE', message, { blockchain });
