import Type, { type Static } from 'typebox';
import { anyId, CalendarDate, DateTime, id, listQueryWithoutStatus, nullable, oneOf, strict } from '../common.ts';
import { ENVIRONMENTS } from '../enums.ts';
import { accountOperation, environmentOperation } from './operation.ts';

const text = Type.String();
const count = Type.Integer({ minimum: 0 });

/** A call of the API, without bodies, addresses of clients and query values. */
export const RequestEntry = strict({
  requestId: id('req'),
  at: DateTime,
  method: text,
  /** The endpoint, such as /aml/screenings/:screeningId; null: there is none. */
  route: nullable(text),
  status: Type.Integer(),
  errorCode: nullable(text),
  durationMs: Type.Number(),
  /** The key that called; null: a member of staff from these pages. */
  keyId: nullable(text),
  userId: nullable(text),
  resourceId: nullable(text),
  idempotent: Type.Boolean({ description: 'Carried an Idempotency-Key' }),
});
export type RequestEntry = Static<typeof RequestEntry>;

export const listRequests = environmentOperation({
  operationId: 'listRequests',
  method: 'GET',
  path: '/requests',
  summary: 'List calls of the API; the total is counted up to ten thousand',
  action: 'requests.read',
  query: listQueryWithoutStatus(['createdAt'], {
    class: Type.Optional(oneOf(['2xx', '4xx', '5xx'])),
    method: Type.Optional(oneOf(['GET', 'POST', 'PATCH', 'DELETE'])),
    keyId: Type.Optional(anyId()),
    route: Type.Optional(Type.String({ maxLength: 200 })),
    requestId: Type.Optional(anyId()),
  }),
  list: true,
  data: RequestEntry,
  errors: ['INVALID_CURSOR'],
});

export const getSent = environmentOperation({
  operationId: 'getSent',
  method: 'GET',
  path: '/deliveries/:deliveryId/sent',
  summary: 'Read what a delivery sends: the body, byte for byte as it is signed',
  action: 'webhooks.read',
  params: strict({ deliveryId: anyId() }),
  data: strict({ deliveryId: id('dlv'), eventId: id('evt'), url: text, body: text }),
});

export const UsageDay = strict({ day: CalendarDate, operation: text, credits: count, entries: count });
export const getUsage = environmentOperation({
  operationId: 'getUsage',
  method: 'GET',
  path: '/credits/usage',
  summary: 'Read what credits were used for, by day and operation, of the last ninety days',
  action: 'credits.read',
  data: strict({ days: Type.Array(UsageDay) }),
});
export const exportCredits = environmentOperation({
  operationId: 'exportCredits',
  method: 'GET',
  path: '/credits/export',
  summary: 'Get the whole ledger as CSV',
  action: 'credits.read',
  query: strict({ from: Type.Optional(CalendarDate), to: Type.Optional(CalendarDate) }),
  binary: true,
  data: Type.String({ format: 'binary' }),
});
export const setLowBalance = environmentOperation({
  operationId: 'setLowBalance',
  method: 'PATCH',
  path: '/credits/threshold',
  summary: 'Set the balance below which the event credits.low is sent',
  action: 'credits.write',
  body: strict({ lowBalanceThreshold: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }) }),
  data: strict({ lowBalanceThreshold: count }),
});

export const AuditEntry = strict({
  entryId: id('aud'),
  at: DateTime,
  environment: nullable(oneOf(ENVIRONMENTS)),
  actor: strict({
    type: oneOf(['API_KEY', 'USER', 'OPERATOR', 'APPLICANT', 'SYSTEM']),
    id: text,
    /** Of a member of staff, or of a key; null: unknown or gone. */
    name: nullable(text),
  }),
  action: text,
  resourceId: nullable(text),
  requestId: nullable(text),
  details: Type.Record(text, Type.Unknown()),
  /** Its link of the chain; null: sealed within a second. */
  seal: nullable(strict({ seq: Type.Integer(), hash: text })),
});
export type AuditEntry = Static<typeof AuditEntry>;

const auditFilters = {
  environment: Type.Optional(oneOf(ENVIRONMENTS)),
  action: Type.Optional(
    Type.String({
      maxLength: 100,
      pattern: '^[a-zA-Z_.]+\\*?$',
      description: 'verification.create, or verification.*',
    }),
  ),
  actorId: Type.Optional(Type.String({ maxLength: 100 })),
  resourceId: Type.Optional(Type.String({ maxLength: 100 })),
};

export const listAudit = accountOperation({
  operationId: 'listAudit',
  method: 'GET',
  path: '/audit',
  summary: 'List the audit log, of both environments; the total is counted up to ten thousand',
  action: 'audit.read',
  query: listQueryWithoutStatus(['createdAt'], auditFilters),
  list: true,
  data: AuditEntry,
  errors: ['INVALID_CURSOR'],
});

export const ChainCheck = strict({
  status: oneOf(['RUNNING', 'DONE']),
  startedAt: DateTime,
  /** Links looked at so far, of how many. */
  checked: count,
  total: count,
  valid: nullable(Type.Boolean()),
  head: nullable(text),
  unsealed: nullable(count),
  fault: nullable(strict({ seq: Type.Integer(), reason: text })),
});
export type ChainCheck = Static<typeof ChainCheck>;

export const verifyAudit = accountOperation({
  operationId: 'verifyAudit',
  method: 'POST',
  path: '/audit/verify',
  summary: 'Recompute the whole chain; progress comes as events of the stream and by asking again',
  action: 'audit.read',
  data: ChainCheck,
});
export const getAuditVerification = accountOperation({
  operationId: 'getAuditVerification',
  method: 'GET',
  path: '/audit/verify',
  summary: 'Read how far the last verification is',
  action: 'audit.read',
  data: nullable(ChainCheck),
});
export const exportAudit = accountOperation({
  operationId: 'exportAudit',
  method: 'GET',
  path: '/audit/export',
  summary: 'Get the audit log as newline-delimited JSON, with the links of the chain',
  action: 'audit.read',
  query: strict({ from: Type.Optional(CalendarDate), to: Type.Optional(CalendarDate), ...auditFilters }),
  binary: true,
  data: Type.String({ format: 'binary' }),
});

/** One setting of the organisation; the pages have the words for `name`. */
export const Setting = strict({
  name: text,
  type: oneOf(['FLAG', 'NUMBER']),
  value: Type.Union([Type.Boolean(), Type.Number()]),
  fallback: Type.Union([Type.Boolean(), Type.Number()]),
  minimum: nullable(Type.Number()),
  maximum: nullable(Type.Number()),
  /** What 0 means, which is allowed beside the range; null: it is not. */
  zero: nullable(text),
  description: text,
});
export type Setting = Static<typeof Setting>;

export const getSettings = accountOperation({
  operationId: 'getSettings',
  method: 'GET',
  path: '/settings',
  summary: 'Read the settings of the organisation',
  action: 'settings.read',
  data: strict({
    settings: Type.Array(Setting),
    singleSignOn: nullable(strict({ providerId: text, name: text, issuer: text })),
  }),
});
export const changeSettings = accountOperation({
  operationId: 'changeSettings',
  method: 'PATCH',
  path: '/settings',
  summary: 'Change settings; each change is in the audit log',
  action: 'settings.write',
  body: strict({
    settings: Type.Record(Type.String({ minLength: 1, maxLength: 100 }), Type.Union([Type.Boolean(), Type.Number()]), {
      minProperties: 1,
      maxProperties: 50,
    }),
  }),
  data: strict({ settings: Type.Array(Setting) }),
});

export const revealCallbackSecret = environmentOperation({
  operationId: 'revealCallbackSecret',
  method: 'POST',
  path: '/callback-secret',
  summary: 'Show the secret that signs what goes to a callbackUrl; noted in the audit log',
  action: 'secrets.reveal',
  data: strict({ secret: text }),
});

export const recordOperations = [
  listRequests,
  getSent,
  getUsage,
  exportCredits,
  setLowBalance,
  listAudit,
  verifyAudit,
  getAuditVerification,
  exportAudit,
  getSettings,
  changeSettings,
  revealCallbackSecret,
];
