import Type, { type Static } from 'typebox';
import { anyId, DateTime, id, nullable, oneOf, Reason, strict } from '../common.ts';
import { RISK_LEVELS } from '../aml-records.ts';
import { WalletPolicyInForce } from '../kyt-records.ts';
import { Person } from './account.ts';
import { environmentOperation } from './operation.ts';

const text = Type.String();
const count = Type.Integer({ minimum: 0 });

export const ListVersion = strict({
  version: Type.Integer({ minimum: 1 }),
  active: Type.Boolean(),
  publishedAt: nullable(text),
  fetchedAt: DateTime,
  sha256: text,
  entities: count,
  added: count,
  changed: count,
  removed: count,
  warnings: Type.Array(strict({ code: text, count, example: text })),
});
export const ListSource = strict({
  dataset: text,
  format: text,
  /** The organisation's own blocklist. */
  own: Type.Boolean(),
  categories: Type.Record(text, Type.Integer()),
  checkedAt: DateTime,
  versions: Type.Array(ListVersion, { description: 'The newest ten' }),
  refusals: Type.Array(strict({ code: text, reason: text, refusedAt: DateTime }), {
    description: 'Files that were not taken, the newest five',
  }),
});
export type ListSource = Static<typeof ListSource>;

export const getLists = environmentOperation({
  operationId: 'getLists',
  method: 'GET',
  path: '/lists',
  summary: 'Read the lists, their versions, and how each differed from the one before',
  action: 'lists.read',
  data: strict({ lists: Type.Array(ListSource) }),
});

/** WALLET: weights and levels of wallet scores. SCREENING: the threshold that staff work by. */
export const POLICY_KINDS = ['WALLET', 'SCREENING'] as const;
export type PolicyKind = (typeof POLICY_KINDS)[number];

/** What screenings made from the pages ask for, and from what score a match is shown in the queue. */
export const ScreeningPolicy = strict({
  version: Type.String({ minLength: 1, maxLength: 100, format: 'plain-text' }),
  threshold: Type.Integer({ minimum: 0, maximum: 100, description: 'Least score of a match that must be decided' }),
});
export type ScreeningPolicy = Static<typeof ScreeningPolicy>;

export const PolicyVersion = strict({
  /** null: the service's own policy. */
  policyId: nullable(id('pol')),
  kind: oneOf(POLICY_KINDS),
  version: text,
  hash: text,
  inForce: Type.Boolean(),
  author: nullable(Person),
  reason: nullable(text),
  createdAt: nullable(DateTime),
  policy: Type.Union([WalletPolicyInForce.properties.policy, ScreeningPolicy]),
});
export type PolicyVersion = Static<typeof PolicyVersion>;

export const getPolicies = environmentOperation({
  operationId: 'getPolicies',
  method: 'GET',
  path: '/policies',
  summary: 'Read the policies and all their versions, the newest first',
  action: 'policies.read',
  data: strict({ policies: Type.Array(PolicyVersion) }),
});

const policyBody = {
  kind: oneOf(POLICY_KINDS),
  /** As in PolicyVersion; a wallet policy may leave out what is as in the service's own. null: the service's own. */
  policy: nullable(Type.Record(text, Type.Unknown())),
};

export const setPolicy = environmentOperation({
  operationId: 'setPolicy',
  method: 'POST',
  path: '/policies',
  summary: 'Put a policy in force, with a reason',
  action: 'policies.write',
  body: strict({
    ...policyBody,
    reason: Reason,
    tryId: Type.Optional(anyId('Of the trial that spoke for it')),
  }),
  data: PolicyVersion,
  errors: ['CONFLICT'],
});

export const TRY_LIMIT = 1000;
/**
 * Why a record cannot tell what a changed wallet policy would say. NOT_KEPT: it does not hold all that it was made from.
 * The others: the change follows payments further, or in another way, than when the record was made.
 */
export const UNTOLD_REASONS = ['NOT_KEPT', 'LABELS', 'HOPS', 'SHARE', 'BUDGET', 'SERVICES', 'TIME_ORDER'] as const;
export type UntoldReason = (typeof UNTOLD_REASONS)[number];
export const TRY_STATUSES = ['QUEUED', 'RUNNING', 'DONE', 'FAILED'] as const;
export const PolicyTry = strict({
  tryId: id('try'),
  kind: oneOf(POLICY_KINDS),
  status: oneOf(TRY_STATUSES),
  /** 0 to 100. */
  progress: Type.Integer({ minimum: 0, maximum: 100 }),
  createdAt: DateTime,
  createdBy: nullable(Person),
  finishedAt: nullable(DateTime),
  error: nullable(text),
  policy: Type.Unknown(),
  result: nullable(
    strict({
      /** Decisions that were made again, of the last thousand. */
      examined: count,
      /** Those that could not be: what they were made from is not kept. */
      skipped: count,
      /** Why, and how often. */
      untold: Type.Array(strict({ reason: oneOf(UNTOLD_REASONS), count })),
      /** Of those examined: told by an estimate, for the record does not say by which ways value came. */
      estimated: count,
      changed: count,
      /** From a level to another, and how often. */
      moves: Type.Array(strict({ from: oneOf(RISK_LEVELS), to: oneOf(RISK_LEVELS), count })),
      /** The first hundred that would differ, those that change most first. */
      differences: Type.Array(
        strict({
          resourceId: text,
          at: DateTime,
          before: strict({ riskLevel: oneOf(RISK_LEVELS), score: Type.Number(), matches: count }),
          after: strict({ riskLevel: oneOf(RISK_LEVELS), score: Type.Number(), matches: count }),
        }),
      ),
      /** Queue: what would wait for a person, before and after. */
      waiting: strict({ before: count, after: count }),
    }),
  ),
});
export type PolicyTry = Static<typeof PolicyTry>;

export const tryPolicy = environmentOperation({
  operationId: 'tryPolicy',
  method: 'POST',
  path: '/policies/try',
  summary: 'Make the last thousand decisions again under a changed policy; changes nothing',
  action: 'policies.try',
  body: strict(policyBody),
  data: PolicyTry,
});

export const getPolicyTry = environmentOperation({
  operationId: 'getPolicyTry',
  method: 'GET',
  path: '/policies/try/:tryId',
  summary: 'Read how far a trial is, and what it found',
  action: 'policies.read',
  params: strict({ tryId: anyId() }),
  data: PolicyTry,
});

export const policyOperations = [getLists, getPolicies, setPolicy, tryPolicy, getPolicyTry];
