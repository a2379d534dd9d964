import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { seenWords } from '../../dashboard/lib/actions.ts';
import { totalWords } from '../../dashboard/lib/format.ts';
import { featureWords } from '../../dashboard/pages/screening/features.ts';
import { sharesByCategory } from '../../dashboard/pages/wallet/shares.ts';

const NAMES = join(import.meta.dirname, '..', '..', 'engines', 'names');

test('every rule that the engine puts down is told in words, with its reason', async () => {
  const sources = await Promise.all(['score.ts', 'align-score.ts'].map((name) => readFile(join(NAMES, name), 'utf8')));
  const rules = new Set(
    sources
      .flatMap((text) => [...text.matchAll(/noteStep\(\s*steps,\s*([^,]+(?:\?[^,]+)?),/g)])
      .flatMap(([, given = '']) => [...given.matchAll(/'(\w+)'/g)].map(([, rule = '']) => rule)),
  );
  assert.ok(rules.size >= 10, [...rules].join());
  for (const rule of rules) {
    const { label, why, rule: isRule } = featureWords(`score.${rule}`);
    assert.ok(isRule && why !== null && label !== '', rule);
  }
});

test('a line that nobody named yet is told as it is written', () => {
  assert.deepEqual(featureWords('score.somethingNew'), { label: 'Something new', why: null, rule: true });
  assert.equal(featureWords('name.omitted.patronymic').label, 'Only one of them has it (patronymic)');
  assert.equal(featureWords('birthDate').label, 'Date of birth');
});

test('a total that was counted no further than a bound is not told as one', () => {
  assert.equal(totalWords(50, 10_001, true, 10_000), '50 of more than 10,000');
  assert.equal(totalWords(50, 10_000, true, 10_000), '50 of 10,000');
  assert.equal(totalWords(10_400, 10_001, true, 10_000), '10,400, and more');
  assert.equal(totalWords(10_417, 10_001, false, 10_000), '10,417 of 10,417');
  assert.equal(totalWords(50, 100_000, true), '50 of 100,000');
});

test('what a wallet itself is, is nothing that came in or went out', () => {
  const exposures = [
    { category: 'EXCHANGE', direction: 'INCOMING', hops: 0, share: 1 },
    { category: 'EXCHANGE', direction: 'INCOMING', hops: 1, share: 0.125 },
    { category: 'MIXER', direction: 'INCOMING', hops: 2, share: 0.5 },
    { category: 'EXCHANGE', direction: 'INCOMING', hops: 3, share: 0.125 },
  ] as const;
  assert.deepEqual(sharesByCategory(exposures, 'INCOMING'), [
    ['MIXER', 0.5],
    ['EXCHANGE', 0.25],
  ]);
  assert.deepEqual(sharesByCategory(exposures, 'OUTGOING'), []);
});

test('what somebody looked at is told, where it is no single record too', () => {
  assert.equal(seenWords({ what: 'listApplicants', count: 20 }), 'applicants: 20 records');
  assert.equal(seenWords({ what: 'listQueue', count: 1 }), 'the queue: 1 record');
  assert.equal(seenWords({ what: 'listSomethingNew' }), 'list something new');
  assert.equal(seenWords({}), null);
});
