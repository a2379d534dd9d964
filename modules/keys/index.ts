import type { Module, Services } from '../../platform/module.ts';
import { keyEndpoints } from './routes.ts';

export { createKey, keyStatus, type NewKey, presentKey, revokeKey } from './key.ts';
export type { KeyRow } from './store.ts';

export function keysModule(services: Services): Module {
  return { name: 'keys', endpoints: keyEndpoints(services) };
}
