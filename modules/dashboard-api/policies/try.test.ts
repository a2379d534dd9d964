import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Static } from 'typebox';
import type { PolicyTry } from '../../../contract/dashboard/index.ts';
import type { Check } from '../../../contract/kyt-records.ts';
import { DEFAULT_POLICY } from '../../../engines/wallets/index.ts';
import { eventually, startTestService, type TestService } from '../../../server/testing.ts';
import { check, evm, importLabelText, LABEL_HEADER } from '../../kyt/testing.ts';
import { signInAs } from '../testing/staff.ts';
import { rescore } from './rescore.ts';

let service: TestService;
before(async () => {
  service = await startTestService();
  const labels = [
    [1, 'GAMBLING', 'Dice', 100],
    [2, 'MIXER', 'Tumbler', 80],
    [3, 'EXCHANGE', 'Bourse', 100],
    [4, 'SANCTIONS', 'Listed', 100],
  ] as const;
  const lines = labels.map(([at, category, name, sure]) => `${evm(at)},ETH,${category},${name},${sure},R`);
  await importLabelText(service, 'csv', 'l.csv', `${LABEL_HEADER}${lines.join('\n')}\n`);
});
after(() => service?.close());

test('a record of production comes out again as it was; a changed policy says what would differ, and changes nothing', async () => {
  const records: Static<typeof Check>[] = [];
  for (let at = 1; at <= 5; at += 1) {
    const made = await check(service, { address: evm(at) }, { environment: 'LIVE' });
    assert.equal(made.status, 201, made.text);
    records.push(made.json.data);
  }
  for (const record of records) {
    const again = rescore(record, DEFAULT_POLICY, DEFAULT_POLICY);
    assert.ok(typeof again === 'object', record.address);
    assert.deepEqual(
      [again.outcome.score, again.outcome.riskLevel, again.sure],
      [record.riskScore, record.riskLevel, true],
      record.address,
    );
  }
  const officer = await signInAs(service, 'OFFICER');
  const policy = { version: 'no-gambling', categories: { GAMBLING: { weight: 95 } } };
  const begun = await officer.post('/live/policies/try', { kind: 'WALLET', policy });
  assert.equal(begun.status, 200, begun.text);
  const done = await eventually<PolicyTry>(async () => {
    const { data } = (await officer.get(`/live/policies/try/${begun.json.data.tryId}`)).json;
    return data.status === 'DONE' && data;
  });
  const { result } = done;
  assert.ok(result);
  assert.deepEqual([result.examined, result.skipped, result.changed], [5, 0, 1]);
  assert.deepEqual([result.untold, result.estimated], [[], 0]);
  const [difference] = result.differences;
  assert.equal(difference?.resourceId, records[0]?.checkId);
  assert.deepEqual([difference?.before.score, difference?.after.score], [records[0]?.riskScore, 95]);
  const after = await officer.get(`/live/v3/kyt/checks/${records[0]?.checkId ?? ''}`);
  assert.equal(after.json.data.riskScore, records[0]?.riskScore);
});
