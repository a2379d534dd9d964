import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { afterCharge, afterRun, isTold, type MonitorRow, oneMonthAfter, suspended } from './monitor.ts';
import { sandboxStrategy } from './sandbox.ts';
import { noDatabase, scenario } from './testing.ts';
import { readWallet } from './wallet.ts';

const at = (text: string): Date => new Date(text);
const found = await sandboxStrategy.assess(
  noDatabase,
  readWallet({ address: scenario('9001'), blockchain: 'ETH' }, { testnet: true }),
  'LOOK',
);

const row: MonitorRow = {
  id: 'mon_1',
  status: 'ACTIVE',
  address: scenario('9001'),
  addressNormalized: scenario('9001'),
  addressKey: 'evm:1',
  blockchain: 'ETH',
  threshold: 0,
  riskScore: 30,
  riskLevel: 'MEDIUM',
  toldScore: 30,
  toldLevel: 'MEDIUM',
  dataVersion: '1',
  lastRunAt: at('2026-01-31T00:00:00Z'),
  nextChargeAt: at('2026-02-28T00:00:00Z'),
  suspendedAt: null,
  endedAt: null,
  callbackUrl: null,
  metadata: {},
  createdAt: at('2026-01-31T00:00:00Z'),
};

describe('what a monitor tells', () => {
  const medium = (riskScore: number) => ({ riskScore, riskLevel: 'MEDIUM' as const });
  test('a move of 10, or another level', () => {
    assert.equal(isTold(medium(30), medium(39), 0), false);
    assert.equal(isTold(medium(30), medium(40), 0), true);
    assert.equal(isTold(medium(40), medium(30), 0), true);
    assert.equal(isTold(medium(49), { riskScore: 50, riskLevel: 'HIGH' }, 0), true);
    assert.equal(isTold({ riskScore: 0, riskLevel: 'UNKNOWN' }, { riskScore: 0, riskLevel: 'LOW' }, 0), true);
  });

  test('nothing wholly below its threshold', () => {
    assert.equal(isTold(medium(25), medium(45), 50), false);
    assert.equal(isTold(medium(25), { riskScore: 50, riskLevel: 'HIGH' }, 50), true);
    assert.equal(isTold({ riskScore: 60, riskLevel: 'HIGH' }, medium(30), 50), true);
  });

  test('small steps are told once they add up, and one run is told once', () => {
    const run = (from: MonitorRow, riskScore: number) =>
      afterRun(from, { ...found, riskScore, riskLevel: 'MEDIUM' }, at('2026-02-01T00:00:00Z'));
    const first = run(row, 36);
    assert.deepEqual([first.told, first.row.riskScore, first.row.toldScore], [false, 36, 30]);
    const second = run(first.row, 41);
    assert.deepEqual([second.told, second.row.riskScore, second.row.toldScore], [true, 41, 41]);
    assert.equal(run(second.row, 41).told, false);
  });
});

describe('the months of a monitor', () => {
  test('a month ends on the same day, or on the last day of a shorter one', () => {
    const next = (text: string): string => oneMonthAfter(at(text)).toISOString();
    assert.equal(next('2026-01-15T10:00:00.000Z'), '2026-02-15T10:00:00.000Z');
    assert.equal(next('2026-01-31T10:00:00.000Z'), '2026-02-28T10:00:00.000Z');
    assert.equal(next('2028-01-31T10:00:00.000Z'), '2028-02-29T10:00:00.000Z');
    assert.equal(next('2026-12-31T10:00:00.000Z'), '2027-01-31T10:00:00.000Z');
  });

  test('without credits it is suspended and tried again; then its month begins anew', () => {
    const now = at('2026-02-28T00:10:00Z');
    const without = suspended(row, now);
    assert.deepEqual([without.status, without.suspendedAt], ['SUSPENDED', now]);
    assert.ok((without.nextChargeAt ?? now) > now);
    const later = at('2026-03-05T00:00:00Z');
    assert.equal(suspended(without, later).suspendedAt, now, 'since when it has been');
    const paid = afterCharge(without, later);
    assert.deepEqual([paid.status, paid.suspendedAt, paid.nextChargeAt], ['ACTIVE', null, oneMonthAfter(later)]);
    assert.deepEqual(afterCharge(row, now).nextChargeAt, at('2026-03-28T00:00:00Z'));
  });
});
