import { SCOPES } from '../../contract/enums.ts';
import {
  createKey,
  keysOfOrganization,
  presentKey,
  presentNewKey,
  revokeKey,
  tenantOfKey,
} from '../../modules/keys/index.ts';
import { findOrganization } from '../../modules/organizations/index.ts';
import { systemContext } from '../../platform/context.ts';
import type { Services } from '../../platform/module.ts';
import {
  optionText,
  positional,
  readEnvironment,
  readMoment,
  readName,
  readScopes,
  requiredText,
} from '../arguments.ts';
import { type Command, Refused, UsageError } from '../command.ts';
import { facts, table } from '../text.ts';

async function requireOrganization({ db }: Services, organizationId: string): Promise<void> {
  if (!(await findOrganization(db, organizationId))) {
    throw new Refused(`There is no organisation ${organizationId}. See: organizations list`);
  }
}

const create: Command = {
  noun: 'keys',
  verb: 'create',
  usage: 'ORG --environment live|test [--name N] [--scopes a,b] [--expires T]',
  summary: 'makes an API key and prints it once',
  notes: [
    `Scopes (all of them where left out): ${SCOPES.join(', ')}`,
    'The key is kept as a hash only; nothing shows it again.',
  ],
  options: {
    environment: { type: 'string' },
    name: { type: 'string' },
    scopes: { type: 'string' },
    expires: { type: 'string' },
  },
  positionals: { min: 1, max: 1 },
  async run(input, tools) {
    const organizationId = positional(input, 0);
    const environment = readEnvironment(requiredText(input, 'environment'));
    const name = readName(optionText(input, 'name') ?? 'Made on the command line', '--name');
    const scopeList = optionText(input, 'scopes');
    const scopes = scopeList === undefined ? SCOPES : readScopes(scopeList);
    const expires = optionText(input, 'expires');
    const expiresAt = expires === undefined ? null : readMoment(expires, '--expires');
    const services = await tools.services();
    const now = services.clock.now();
    if (expiresAt !== null && expiresAt <= now) throw new UsageError('--expires must be in the future.');
    await requireOrganization(services, organizationId);
    const context = systemContext({ organizationId, environment }, now, tools.actor);
    const made = presentNewKey(
      await services.db.transaction((transaction) => createKey(transaction, context, { name, scopes, expiresAt })),
    );
    return {
      json: { ...made, organizationId },
      text: facts([
        ['key', made.key],
        ['identifier', made.keyId],
        ['organisation', organizationId],
        ['environment', environment.toLowerCase()],
        ['name', made.name],
        ['scopes', made.scopes.length === SCOPES.length ? 'all' : made.scopes.join(', ')],
        ['expires', made.expiresAt ?? 'never'],
      ]),
    };
  },
};

const list: Command = {
  noun: 'keys',
  verb: 'list',
  usage: 'ORG [--environment live|test]',
  summary: "lists an organisation's keys, without the keys themselves",
  options: { environment: { type: 'string' } },
  positionals: { min: 1, max: 1 },
  async run(input, tools) {
    const organizationId = positional(input, 0);
    const only = optionText(input, 'environment');
    const environment = only === undefined ? null : readEnvironment(only);
    const services = await tools.services();
    await requireOrganization(services, organizationId);
    const now = services.clock.now();
    const keys = (await keysOfOrganization(services.db, organizationId))
      .filter((row) => environment === null || row.environment === environment)
      .map((row) => presentKey(row, now));
    return {
      json: { organizationId, keys },
      text: table(
        ['KEY', 'ENVIRONMENT', 'NAME', 'ENDS IN', 'STATUS', 'CREATED', 'LAST USED'],
        keys.map((key) => [
          key.keyId,
          key.environment.toLowerCase(),
          key.name,
          key.lastFour,
          key.status,
          key.createdAt,
          key.lastUsedAt,
        ]),
      ),
    };
  },
};

const revoke: Command = {
  noun: 'keys',
  verb: 'revoke',
  usage: 'KEY_ID',
  summary: 'revokes a key; no server accepts it a second later',
  positionals: { min: 1, max: 1 },
  async run(input, tools) {
    const keyId = positional(input, 0);
    const { db, clock } = await tools.services();
    const tenant = await tenantOfKey(db, keyId);
    if (!tenant) throw new Refused(`There is no key ${keyId}. See: keys list ORG`);
    const context = systemContext(tenant, clock.now(), tools.actor);
    const row = await db.transaction((transaction) => revokeKey(transaction, context, keyId));
    const revokedAt = row.revokedAt?.toISOString() ?? null;
    return {
      json: {
        keyId,
        organizationId: tenant.organizationId,
        environment: tenant.environment,
        status: 'REVOKED',
        revokedAt,
      },
      text: facts([
        ['key', keyId],
        ['revoked', revokedAt],
      ]),
    };
  },
};

export const keyCommands: readonly Command[] = [create, list, revoke];
