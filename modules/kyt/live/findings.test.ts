import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CATEGORIES, ONE, type ScoredExposure } from '../../../engines/wallets/index.ts';
import { presentExposures } from './findings.ts';

const exposure = (i: number): ScoredExposure => ({
  category: CATEGORIES[i % 3] ?? 'OTHER',
  entity: `Entity ${i}`,
  confidence: i % 2 === 0 ? 100 : 50,
  direction: i % 4 === 0 ? 'OUTGOING' : 'INCOMING',
  hops: 1 + (i % 5),
  share: 1_000 + i,
  value: BigInt(i + 1),
  paths: [],
  kind: i % 5 === 0 ? 'DIRECT' : 'INDIRECT',
  contribution: i === 450 ? 3 : 0,
  dust: false,
});

test('more exposures than a record shows are put together: no share and no value is lost, and what contributes is named', () => {
  const all = Array.from({ length: 500 }, (_, i) => exposure(i));
  const shown = presentExposures(all);
  assert.ok(shown.length <= 201 + 12, String(shown.length));
  assert.ok(shown.some(({ entity, contribution }) => entity === 'Entity 450' && contribution === 3));
  for (const direction of ['INCOMING', 'OUTGOING'] as const) {
    const of = <T extends { direction: string }>(list: readonly T[]): T[] =>
      list.filter((one) => one.direction === direction);
    const billionths = of(shown).reduce((sum, { share }) => sum + Math.round(share * ONE), 0);
    assert.equal(
      billionths,
      of(all).reduce((sum, { share }) => sum + share, 0),
    );
    const units = of(shown).reduce((sum, { value }) => sum + Math.round(Number(value) * 1e8), 0);
    assert.equal(
      units,
      of(all).reduce((sum, { value }) => sum + Number(value), 0),
    );
  }
  const several = shown.filter(({ entity }) => entity.endsWith(' more'));
  assert.equal(
    several.reduce((sum, { entity }) => sum + Number.parseInt(entity, 10), 0),
    500 - (shown.length - several.length),
  );
  assert.deepEqual(
    presentExposures(all.slice(0, 200)).map(({ entity }) => entity),
    all.slice(0, 200).map(({ entity }) => entity),
  );
});
