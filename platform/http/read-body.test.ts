import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Operation } from '../../contract/operation.ts';
import { ApiError } from './errors.ts';
import { parseJsonBody, parseQuery } from './read-body.ts';

const parse = (text: string, ndjson?: string): unknown =>
  parseJsonBody(Buffer.from(text), ndjson === undefined ? {} : { ndjson }, ndjson !== undefined);

const refusedAt = (path: string) => (error: unknown) => {
  assert.ok(error instanceof ApiError);
  assert.equal(error.code, 'VALIDATION_ERROR');
  const { issues } = error.details as { issues: { path: string; code: string }[] };
  assert.deepEqual(
    issues.map((issue) => [issue.path, issue.code]),
    [[path, 'NOT_UNIQUE']],
  );
  return true;
};

test('a member given twice is refused by its path, however it is written', () => {
  assert.throws(() => parse('{"name":"A","name":"B"}'), refusedAt('/name'));
  assert.throws(() => parse('{"a":[1,{"b":{},"c":[{"x":":"}]},{"y":1,"y"\n: 2}]}'), refusedAt('/a/2/y'));
  assert.throws(() => parse('{"a":"\\\\","n\\u0061me":1,"name":2}'), refusedAt('/name'));
  assert.throws(() => parse('{"a/b":{"~":1,"~":1}}'), refusedAt('/a~1b/~0'));
  assert.throws(() => parse(`${'{"a":'.repeat(50_000)}{"b":1,"b":2}${'}'.repeat(50_000)}`), refusedAt(''));
  assert.throws(() => parse('{"name":"A"}\n{"name":"A","name":"B"}', 'subjects'), refusedAt('/name'));
});

test('the same name in different places is no member given twice', () => {
  const body = { a: { a: [{ a: 1 }, { a: '":"' }] }, 'b"c\\': { a: '\\' }, '': { '': null } };
  assert.deepEqual(parse(JSON.stringify(body)), body);
  assert.deepEqual(parse(JSON.stringify(body, null, 2)), body);
  const long = { content: 'A"\\'.repeat(1_000_000), name: 'x' };
  assert.deepEqual(parse(JSON.stringify(long)), long);
});

test('a query parameter given twice is told so', () => {
  assert.throws(() => parseQuery('/applicants?limit=1&limit=1', {} as Operation), refusedAt('/limit'));
});
