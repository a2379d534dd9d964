import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idPattern } from '../contract/ids.ts';
import { newId } from './ids.ts';

test('identifiers have their form, and those of one process sort in the order they were made', () => {
  const made = Array.from({ length: 5_000 }, () => newId('evt'));
  const pattern = new RegExp(idPattern('evt'));
  assert.ok(made.every((id) => pattern.test(id)));
  assert.deepEqual(made.toSorted(), made);
  assert.equal(new Set(made).size, made.length);
});
