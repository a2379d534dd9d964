import { createHash } from 'node:crypto';
import Value from 'typebox/value';
import { type PolicyKind, type PolicyVersion, ScreeningPolicy } from '../../../contract/dashboard/index.ts';
import { DEFAULT_POLICY, type Policy, policyHash, readPolicy } from '../../../engines/wallets/index.ts';
import type { CallContext } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import type { Transaction } from '../../../platform/database/transaction.ts';
import { ApiError, invalid } from '../../../platform/http/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { PolicyRefused, setPolicy } from '../../kyt/index.ts';
import { changeSetting } from '../../organizations/index.ts';
import * as store from './store.ts';

type Given = Record<string, unknown> | null;

/** What the service holds to where the organisation has nothing of its own. */
export const DEFAULT_SCREENING: ScreeningPolicy = { version: 'default', threshold: 0 };

const hashOf = (policy: ScreeningPolicy): string =>
  createHash('sha256')
    .update(JSON.stringify([policy.version, policy.threshold]))
    .digest('hex');

/** A wallet policy as it would hold, what was left out filled in. @throws ApiError VALIDATION_ERROR */
export function requireWalletPolicy(given: Given): Policy {
  if (given === null) return DEFAULT_POLICY;
  const { policy, issues } = readPolicy(given);
  if (policy) return policy;
  const [first] = issues;
  throw invalid(`/policy${first?.path ?? ''}`, 'INVALID_VALUE', first?.message ?? 'is no policy');
}

/** @throws ApiError VALIDATION_ERROR */
export function requireScreeningPolicy(given: Given): ScreeningPolicy {
  if (given === null) return DEFAULT_SCREENING;
  const [fault] = Value.Errors(ScreeningPolicy, given);
  if (fault) throw invalid(`/policy${fault.instancePath}`, 'INVALID_VALUE', fault.message);
  const { version, threshold } = given as ScreeningPolicy;
  if (version === DEFAULT_SCREENING.version) {
    throw invalid('/policy/version', 'INVALID_VALUE', "is the service's own; name yours differently");
  }
  return { version, threshold };
}

export const requirePolicy = (kind: PolicyKind, given: Given): Policy | ScreeningPolicy =>
  kind === 'WALLET' ? requireWalletPolicy(given) : requireScreeningPolicy(given);

/** Every version there was, the newest first, the service's own last. */
export async function versionsOf(db: Queryable, organizationId: string): Promise<PolicyVersion[]> {
  const [wallet, screening] = await Promise.all([
    store.walletVersions(db, organizationId),
    store.screeningVersions(db, organizationId),
  ]);
  return [
    ...present('WALLET', wallet, DEFAULT_POLICY.version, policyHash(DEFAULT_POLICY), DEFAULT_POLICY),
    ...present('SCREENING', screening, DEFAULT_SCREENING.version, hashOf(DEFAULT_SCREENING), DEFAULT_SCREENING),
  ];
}

function present(
  kind: PolicyKind,
  rows: readonly store.VersionRow[],
  version: string,
  hash: string,
  own: PolicyVersion['policy'],
): PolicyVersion[] {
  const [inForce] = rows;
  const versions = rows.map((row, index) => ({
    policyId: row.id,
    kind,
    version: row.policy ? row.version : version,
    hash: row.hash,
    inForce: index === 0,
    author: row.author === null ? null : { userId: row.author, name: row.authorName ?? '' },
    reason: row.reason,
    createdAt: row.createdAt.toISOString(),
    policy: (row.policy as PolicyVersion['policy'] | null) ?? own,
  }));
  const service = { policyId: null, kind, version, hash, author: null, reason: null, createdAt: null, policy: own };
  return [...versions, { ...service, inForce: inForce === undefined }];
}

/** Puts a policy in force and writes down who did and why. @throws ApiError VALIDATION_ERROR, CONFLICT */
export async function putInForce(
  transaction: Transaction,
  call: CallContext,
  input: { kind: PolicyKind; policy: Given; reason: string; tryId: string | null },
): Promise<PolicyVersion> {
  const { kind, reason, tryId } = input;
  const id = newId('pol');
  const about = {
    id,
    organizationId: call.organizationId,
    kind,
    author: call.actor.id,
    reason,
    tryId,
    createdAt: call.now,
  };
  if (kind === 'WALLET') {
    const policy = requireWalletPolicy(input.policy);
    try {
      const given = input.policy === null ? null : policy;
      const set = await setPolicy(transaction, call.organizationId, given, call.now, call.actor);
      await store.insertVersion(transaction, { ...about, version: set.version, hash: set.hash, policy });
    } catch (error) {
      if (error instanceof PolicyRefused) throw new ApiError('CONFLICT', error.message);
      throw error;
    }
  } else {
    const policy = requireScreeningPolicy(input.policy);
    const before = await store.screeningVersions(transaction, call.organizationId);
    const hash = hashOf(policy);
    if (before.some((row) => row.version === policy.version && row.hash !== hash)) {
      throw new ApiError(
        'CONFLICT',
        `The version "${policy.version}" stands for another policy already. Name this one differently.`,
      );
    }
    const { threshold } = policy;
    await changeSetting(
      transaction,
      call.organizationId,
      'screenings.reviewThreshold',
      threshold,
      call.now,
      call.actor,
    );
    await store.insertVersion(transaction, { ...about, version: policy.version, hash, policy });
    await store.reconsiderScreenings(transaction, call.organizationId, call.now);
  }
  const made = (await versionsOf(transaction, call.organizationId)).find(({ policyId }) => policyId === id);
  if (!made) throw new Error('A policy that was just put in force is not there');
  return made;
}
