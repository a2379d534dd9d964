import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalJson, entityHash, listChange, shrunken } from './change.ts';
import { file, readAll } from './fixtures.ts';
import { listReader } from './reader.ts';

test('canonical JSON does not depend on the order of keys', () => {
  assert.equal(
    canonicalJson({ b: [1, { d: 'é', c: null }], a: undefined, A: true }),
    '{"A":true,"b":[1,{"c":null,"d":"é"}]}',
  );
  const one = { id: 'x', a: 1, b: 2 };
  const other = { b: 2, a: 1, id: 'x' };
  assert.equal(entityHash(one), entityHash(other));
});

test('two versions of a list: what was added, changed and removed', async () => {
  const head = 'id,schema,name,categories\n';
  const hashes = async (rows: string): Promise<Map<string, string>> =>
    new Map(
      (await readAll('csv', file('own.csv', head + rows))).entities.map((entity) => [entity.id, entityHash(entity)]),
    );
  const before = await hashes('1,PERSON,A,PEP\n2,PERSON,B,PEP\n3,PERSON,C,PEP\n');
  const after = await hashes('3,PERSON,C,PEP\n2,PERSON,B2,PEP\n4,PERSON,D,PEP\n');
  assert.deepEqual(listChange(before, after), { added: ['4'], changed: ['2'], removed: ['1'] });
  assert.deepEqual(listChange(after, after), { added: [], changed: [], removed: [] });
});

test('a fifth fewer is too few', () => {
  assert.equal(shrunken(100, 81), false);
  assert.equal(shrunken(100, 80), true);
  assert.equal(shrunken(100, 0), true);
  assert.equal(shrunken(100, 130), false);
  assert.equal(shrunken(0, 0), false);
});

test('a reader reads once, knows its formats, and wants a file', async () => {
  assert.throws(() => listReader('nope'), { code: 'UNKNOWN_FORMAT' });
  assert.throws(() => listReader('constructor'), { code: 'UNKNOWN_FORMAT' });
  await assert.rejects(readAll('csv'), { code: 'EMPTY' });
  const reader = listReader('csv');
  const read = async (): Promise<void> => {
    for await (const _ of reader.read([file('own.csv', 'id,schema,name,categories\n1,PERSON,A,PEP\n')])) continue;
  };
  await read();
  await assert.rejects(read(), /reads one list/);
});
