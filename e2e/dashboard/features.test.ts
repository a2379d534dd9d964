import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { featureWords } from '../../dashboard/pages/screening/features.ts';

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
