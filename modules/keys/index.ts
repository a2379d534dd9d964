import type { Module, Services } from '../../platform/module.ts';
import { keyEndpoints } from './routes.ts';

export { createKey, type NewKey, presentKey, presentNewKey, readExpiry, revokeKey } from './key.ts';
export { type KeyRow, keysOfOrganization, tenantOfKey } from './store.ts';

export function keysModule(services: Services): Module {
  return { name: 'keys', endpoints: keyEndpoints(services) };
}
