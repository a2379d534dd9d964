import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import Value from 'typebox/value';
import { getWalletPolicy, WalletPolicyInForce } from '../../../contract/kyt.ts';
import { DEFAULT_POLICY, policyHash } from '../../../engines/wallets/index.ts';
import { sql } from '../../../platform/database/sql.ts';
import { eventually, startTestService, type TestService } from '../../../server/testing.ts';
import { check, evm, importLabelText, LABEL_HEADER } from '../testing.ts';
import { policyInForce, policyOfRecord, PolicyRefused, setPolicy } from './policies.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ role: { api: true, worker: false } });
  await importLabelText(service, 'csv', 'l.csv', `${LABEL_HEADER}${evm(1)},ETH,GAMBLING,Dice,100,R\n`);
});
after(() => service.close());

const set = (organizationId: string, value: unknown) =>
  service.services.db.transaction((transaction) =>
    setPolicy(transaction, organizationId, value, service.services.clock.now(), { type: 'OPERATOR', id: 'test' }),
  );
const look = async (key: string) =>
  (await check(service, { address: evm(1) }, { environment: 'LIVE', key })).json.data as {
    riskScore: number;
    policy: { version: string; hash: string };
  };

describe('a policy of an organisation', () => {
  test('counts for its checks alone, stands in their records, and is kept for them', async () => {
    const ours = await service.addOrganization();
    const theirs = await service.addOrganization();
    const usual = { version: DEFAULT_POLICY.version, hash: policyHash(DEFAULT_POLICY) };
    assert.deepEqual((await look(ours.liveKey)).policy, usual);
    const strict = await set(ours.organizationId, { version: 'ours-1', categories: { GAMBLING: { weight: 95 } } });
    const scored = await eventually(async () => {
      const found = await look(ours.liveKey);
      return found.policy.version === 'ours-1' && found;
    });
    assert.deepEqual([scored.riskScore, scored.policy.hash], [95, strict.hash]);
    assert.deepEqual([(await look(theirs.liveKey)).riskScore, (await look(theirs.liveKey)).policy], [40, usual]);

    await set(ours.organizationId, { version: 'ours-2', categories: { GAMBLING: { weight: 10 } } });
    await eventually(async () => (await look(ours.liveKey)).riskScore === 10);
    const tenant = { organizationId: ours.organizationId, environment: 'LIVE' as const };
    const kept = await policyOfRecord(service.services.db, tenant, scored.policy.hash);
    assert.equal(kept?.categories.GAMBLING.weight, 95);
    assert.equal(policyHash(kept ?? DEFAULT_POLICY), scored.policy.hash, 'as it was, to the byte');
    assert.equal(
      await policyOfRecord(
        service.services.db,
        { ...tenant, organizationId: theirs.organizationId },
        scored.policy.hash,
      ),
      undefined,
    );

    await set(ours.organizationId, null);
    await eventually(async () => (await look(ours.liveKey)).riskScore === 40);
    assert.deepEqual(await policyInForce(service.services.db, ours.organizationId), {
      ...usual,
      own: false,
      policy: DEFAULT_POLICY,
    });
    const lines = await service.services.db.query<{ action: string }>(
      sql`select action from audit_entries where organization_id = ${ours.organizationId} and action = 'wallet_policy.set'`,
    );
    assert.equal(lines.length, 3);
  });

  test('is refused with the place of every fault, and one version is one policy', async () => {
    const { organizationId } = await service.addOrganization();
    await assert.rejects(
      set(organizationId, { version: 'x', categories: { SCAM: { weight: 101 } }, levels: { HIGH: 'much' } }),
      (error: unknown) => error instanceof PolicyRefused && error.message === '/levels/HIGH must be a number.',
    );
    await assert.rejects(set(organizationId, { levels: { MEDIUM: 1 } }), /\/version must be there/);
    await set(organizationId, { version: 'x', levels: { MEDIUM: 20 } });
    await set(organizationId, { version: 'x', levels: { MEDIUM: 20 } });
    await assert.rejects(set(organizationId, { version: 'x', levels: { MEDIUM: 21 } }), /stands for another policy/);
    assert.equal((await policyInForce(service.services.db, organizationId)).policy.levels.MEDIUM, 20);
  });
});

describe('GET /kyt/policy', () => {
  const read = async (key: string) => (await service.call({ path: '/kyt/policy', key })).json.data;

  test("the service's own, as in the contract's example; the organisation's own once it has one", async () => {
    const { organizationId, liveKey } = await service.addOrganization();
    const usual = await read(liveKey);
    assert.deepEqual(usual, getWalletPolicy.examples?.response);
    assert.equal(usual.hash, policyHash(usual.policy));
    assert.deepEqual((await look(liveKey)).policy, { version: usual.version, hash: usual.hash });
    const { hash } = await set(organizationId, { version: 'ours', tokenDust: { otherPerMillion: 5 } });
    const own = await read(liveKey);
    assert.deepEqual(Value.Errors(WalletPolicyInForce, own), []);
    assert.deepEqual([own.own, own.version, own.hash, own.policy.tokenDust.otherPerMillion], [true, 'ours', hash, 5]);
    const other = await service.addOrganization();
    assert.equal((await read(other.liveKey)).own, false);
  });

  test('401 without a key; 403 without the scope', async () => {
    const none = await service.call({ path: '/kyt/policy', key: null });
    assert.equal(none.status, 401);
    const { organizationId } = await service.addOrganization();
    const writer = await service.addKey(organizationId, 'LIVE', ['kyt:write']);
    assert.equal((await service.call({ path: '/kyt/policy', key: writer })).status, 403);
  });
});
