import Type from 'typebox';
import {
  anyId,
  DateTime,
  DateTimeInput,
  id,
  listQuery,
  nullable,
  oneOf,
  organizationId,
  ShortText,
  strict,
} from './common.ts';
import { ENVIRONMENTS, PLANS, SCOPES } from './enums.ts';
import { operation } from './operation.ts';

export const KEY_STATUSES = ['ACTIVE', 'REVOKED', 'EXPIRED'] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];

/** Keys are due to be replaced this long after they were made (specification 5, rule 7). */
export const ROTATION_DAYS = 90;

const environment = oneOf(ENVIRONMENTS);
const scopes = Type.Array(oneOf(SCOPES));

export const KeyInput = strict({
  name: ShortText,
  scopes: Type.Optional(
    Type.Array(oneOf(SCOPES), {
      minItems: 1,
      maxItems: SCOPES.length,
      uniqueItems: true,
      description: 'Every scope of the key that asks, where left out',
    }),
  ),
  expiresAt: Type.Optional(nullable(DateTimeInput)),
  organizationId,
});

export const RotationInput = strict({
  overlapSeconds: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 604_800, default: 86_400, description: 'How long the old key still works' }),
  ),
  organizationId,
});

const record = {
  keyId: id('key'),
  id: id('key'),
  name: Type.String(),
  prefix: Type.String(),
  lastFour: Type.String(),
  environment,
  scopes,
  createdAt: DateTime,
  expiresAt: nullable(DateTime),
};

/** A key as it is told of later: all but the key itself. */
export const Key = strict({
  ...record,
  lastUsedAt: nullable(DateTime),
  status: oneOf(KEY_STATUSES),
  rotationDueAt: DateTime,
});

/** A key as it is told of once. */
export const NewKey = strict({
  ...record,
  key: Type.String({ description: 'Shown once; kept by the service as a hash only' }),
});

export const Caller = strict({
  organizationId: id('org'),
  name: Type.String({ description: 'Name of the organisation' }),
  environment,
  plan: oneOf(PLANS),
  keyId: id('key'),
  scopes,
  rateLimits: strict({ perMinute: Type.Integer({ minimum: 1 }), perDay: nullable(Type.Integer({ minimum: 1 })) }),
});

const params = strict({ keyId: anyId() });
const query = strict({ organizationId });
const keyId = 'key_01jq8zv3k4f6t9c2m5x7w0r1ab';
const recordExample = {
  keyId,
  id: keyId,
  name: 'Back office',
  prefix: 'cvs_live_',
  lastFour: 'kQ3d',
  environment: 'LIVE',
  scopes: ['applicants:read', 'applicants:write'],
  createdAt: '2026-03-01T09:00:00.000Z',
  expiresAt: null,
};

export const getCaller = operation({
  operationId: 'getCaller',
  tag: 'Authentication',
  method: 'GET',
  path: '/auth/me',
  summary: 'Read whose key this is, what it may do and how often',
  scope: null,
  query,
  status: 200,
  data: Caller,
  examples: {
    response: {
      organizationId: 'org_01jq8zv3k4f6t9c2m5x7w0r1ab',
      name: 'Fjordbank',
      environment: 'LIVE',
      plan: 'PROFESSIONAL',
      keyId,
      scopes: ['applicants:read', 'applicants:write'],
      rateLimits: { perMinute: 100, perDay: 10_000 },
    },
  },
});

export const createKey = operation({
  operationId: 'createKey',
  tag: 'Authentication',
  method: 'POST',
  path: '/auth/keys',
  summary: 'Make a key of the same organisation and environment',
  description:
    'A key makes keys with scopes of its own only: asking for another is INSUFFICIENT_SCOPE. ' +
    'The answer is the only one that holds the key.',
  scope: 'keys:write',
  body: KeyInput,
  status: 201,
  data: NewKey,
  examples: {
    request: { name: 'Back office', scopes: ['applicants:read', 'applicants:write'] },
    response: { ...recordExample, key: 'cvs_live_7Hk2mPq9Xr4TnB6vYc1ZsW8dLf3GjA5e0kQ3dx' },
  },
});

export const listKeys = operation({
  operationId: 'listKeys',
  tag: 'Authentication',
  method: 'GET',
  path: '/auth/keys',
  summary: 'List keys, revoked and expired ones too',
  scope: 'keys:read',
  query: listQuery(KEY_STATUSES, ['createdAt'], {}),
  status: 200,
  list: true,
  data: Key,
  errors: ['INVALID_CURSOR'],
});

export const getKey = operation({
  operationId: 'getKey',
  tag: 'Authentication',
  method: 'GET',
  path: '/auth/keys/:keyId',
  summary: 'Read a key without the key itself',
  scope: 'keys:read',
  params,
  query,
  status: 200,
  data: Key,
  errors: ['NOT_FOUND'],
  examples: {
    response: {
      ...recordExample,
      lastUsedAt: '2026-03-02T10:15:00.000Z',
      status: 'ACTIVE',
      rotationDueAt: '2026-05-30T09:00:00.000Z',
    },
  },
});

export const rotateKey = operation({
  operationId: 'rotateKey',
  tag: 'Authentication',
  method: 'POST',
  path: '/auth/keys/:keyId/rotate',
  summary: 'Replace a key by a new one with the same name and scopes',
  description:
    'The old key expires after the overlap, or earlier where it was to expire earlier. The new key keeps the ' +
    'expiry that the old one was made with.',
  scope: 'keys:write',
  params,
  body: RotationInput,
  bodyOptional: true,
  status: 201,
  data: NewKey,
  errors: ['NOT_FOUND', 'INVALID_STATE'],
  examples: { request: { overlapSeconds: 3600 } },
});

export const revokeKey = operation({
  operationId: 'revokeKey',
  tag: 'Authentication',
  method: 'DELETE',
  path: '/auth/keys/:keyId',
  summary: 'Revoke a key at once',
  description: 'No process accepts it a second later. A revoked key stays listed.',
  scope: 'keys:write',
  params,
  query,
  status: 200,
  data: strict({ keyId: id('key'), deleted: Type.Literal(true) }),
  errors: ['NOT_FOUND'],
});

export const keyOperations = [getCaller, createKey, listKeys, getKey, rotateKey, revokeKey];
