import { SCOPES } from '../../contract/enums.ts';
import { type Actor, systemContext } from '../../platform/context.ts';
import type { Services } from '../../platform/module.ts';
import { createKey } from '../keys/index.ts';
import { createOrganization } from './organization.ts';
import { hasOrganizations, lockFirstStart } from './store.ts';

const FIRST = { name: 'My organisation', plan: 'ENTERPRISE', credits: 10_000 } as const;
const actor: Actor = { type: 'SYSTEM', id: 'first-start' };

export interface FirstKeys {
  organizationId: string;
  liveKey: string;
  testKey: string;
}

/**
 * On an empty database: makes one organisation (ENTERPRISE, 10,000 credits), one live and one test key, all in one
 * transaction. Of several processes that start at once, one makes them and the others get null.
 * @returns the keys, to be shown once and kept nowhere; null where the database has an organisation already
 */
export async function ensureFirstOrganization(services: Pick<Services, 'db' | 'clock'>): Promise<FirstKeys | null> {
  const { db, clock } = services;
  if (await hasOrganizations(db)) return null;
  return db.transaction(async (transaction) => {
    await lockFirstStart(transaction);
    if (await hasOrganizations(transaction)) return null;
    const now = clock.now();
    const organizationId = await createOrganization(transaction, FIRST, now, actor);
    const make = async (environment: 'LIVE' | 'TEST', name: string): Promise<string> => {
      const context = systemContext({ organizationId, environment }, now, actor);
      return (await createKey(transaction, context, { name, scopes: SCOPES, expiresAt: null })).key;
    };
    return {
      organizationId,
      liveKey: await make('LIVE', 'First live key'),
      testKey: await make('TEST', 'First test key'),
    };
  });
}
