import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_POLICY, type Policy, policyHash } from '../../../engines/wallets/index.ts';
import { dustOf } from './dust.ts';

const about = { blockchain: 'ETH' as const, family: 'evm', received: 5_000_000_000_000n };
const dust = (asset: string, policy: Policy = DEFAULT_POLICY, received = about.received): bigint =>
  dustOf(policy, { ...about, asset, received });

test('the coin and well-known tokens by amount, others by part of what was received', () => {
  assert.equal(dust('ETH'), 1_000n);
  assert.equal(dust('USDT'), 10_000_000n, 'a tenth of a dollar, in hundred-millionths, however much was received');
  assert.equal(dust('USDT', DEFAULT_POLICY, 0n), 10_000_000n);
  assert.equal(dust('UNKNOWN'), 5_000_000n);
  assert.equal(dust('UNKNOWN', DEFAULT_POLICY, 999_999n), 0n, 'of little nothing is dust');
  assert.equal(dust('constructor', DEFAULT_POLICY, 0n), 0n);
});

test('a policy from before tokens had dust scores as it did; the amounts are part of its hash', () => {
  const { tokenDust, ...before } = DEFAULT_POLICY;
  assert.ok(tokenDust);
  assert.equal(dust('USDT', before), 0n);
  const other = { ...DEFAULT_POLICY, tokenDust: { ...tokenDust, otherPerMillion: 2 } };
  assert.notEqual(policyHash(other), policyHash(DEFAULT_POLICY));
  assert.equal(dust('UNKNOWN', other), 10_000_000n);
});
