import type { Tenant } from '../../platform/context.ts';
import { invalid } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/module.ts';
import { generateSecret, secretProblem } from '../../platform/outbound/index.ts';
import type { Vault } from '../../platform/secrets/vault.ts';
import { findCallbackSecret, offerCallbackSecret } from './store.ts';

const endpointContext = (endpointId: string): string => `webhook secret ${endpointId}`;
const callbackContext = (tenant: Tenant): string => `callback secret ${tenant.organizationId} ${tenant.environment}`;

/** The secret that was chosen, or a new one. @throws ApiError VALIDATION_ERROR for one that receivers could not use */
export function chooseSecret(given: string | undefined): string {
  if (given === undefined) return generateSecret();
  const problem = secretProblem(given);
  if (problem !== undefined) throw invalid('/secret', 'INVALID_VALUE', problem);
  return given;
}

export const sealSecret = (vault: Vault, endpointId: string, secret: string): Buffer =>
  vault.sealText(secret, endpointContext(endpointId));

export const openSecret = (vault: Vault, endpointId: string, sealed: Buffer): Promise<string> =>
  vault.openText(sealed, endpointContext(endpointId));

/**
 * The secret that signs what goes to the callbackUrl addresses of one organisation in one environment; made when it is
 * first asked for.
 */
export async function callbackSecret(
  services: Pick<Services, 'db' | 'vault' | 'clock'>,
  tenant: Tenant,
): Promise<string> {
  const { db, vault, clock } = services;
  const context = callbackContext(tenant);
  let sealed = await findCallbackSecret(db, tenant);
  if (sealed === undefined) {
    await offerCallbackSecret(db, tenant, vault.sealText(generateSecret(), context), clock.now());
    sealed = await findCallbackSecret(db, tenant);
  }
  if (sealed === undefined) throw new Error('The callback secret was removed while it was made');
  return vault.openText(sealed, context);
}
