import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ListInput } from '../../contract/common.ts';
import type { Tenant } from '../context.ts';
import { CursorCodec } from './cursor.ts';
import { listRequest, toPage } from './list-request.ts';

const codec = new CursorCodec(Buffer.alloc(32, 1));
const invalid = { code: 'INVALID_CURSOR', status: 400 };

test('a cursor gives its position back for the list it was made for, and for no other', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (value, id, boundTo, other) => {
      const cursor = codec.encode({ value, id }, boundTo);
      assert.match(cursor, /^[\w-]+$/);
      assert.deepEqual(codec.decode(cursor, boundTo), { value, id });
      if (other !== boundTo) assert.throws(() => codec.decode(cursor, other), invalid);
      assert.throws(() => new CursorCodec(Buffer.alloc(32, 2)).decode(cursor, boundTo), invalid);
    }),
  );
});

test('every change of a character, any end cut off, anything added is refused', () => {
  const cursor = codec.encode({ value: '1767225600000', id: 'app_01jq8zv3k4f6t9c2m5x7w0r1ab' }, 'list');
  for (let at = 0; at < cursor.length; at += 1) {
    for (const other of 'ABab01_-=. ') {
      if (other === cursor[at]) continue;
      assert.throws(() => codec.decode(cursor.slice(0, at) + other + cursor.slice(at + 1), 'list'), invalid);
    }
    assert.throws(() => codec.decode(cursor.slice(0, at), 'list'), invalid);
  }
  for (const added of ['A', '=', ' ', '\n', '%00']) assert.throws(() => codec.decode(cursor + added, 'list'), invalid);
  for (const text of ['', 'abc', '😀', '__proto__', 'A'.repeat(1000)])
    assert.throws(() => codec.decode(text, 'list'), invalid);
});

test('a cursor is bound to organisation, environment, list, order and filters, not to limit or request', () => {
  const tenant: Tenant = { organizationId: 'org_1', environment: 'LIVE' };
  const rows = [1, 2, 3].map((day) => ({ id: `x_${day}`, createdAt: new Date(Date.UTC(2026, 0, day)) }));
  const query: ListInput & Record<string, unknown> = { limit: 2, status: 'ACTIVE', createdFrom: '2026-01-01' };
  // Calls carry more than a tenant, and that differs from request to request.
  const first = listRequest('things', { ...tenant, requestId: 'req_1', now: new Date(0) } as Tenant, query, codec);
  const cursor =
    toPage(
      rows,
      3,
      first,
      codec,
      (row) => row.id,
      (row) => row.id,
    ).pagination.nextCursor ?? '';
  const next = (name: string, of: Tenant, changed: typeof query) =>
    listRequest(
      name,
      { ...of, requestId: 'req_2', now: new Date(1) } as Tenant,
      { ...query, ...changed, cursor },
      codec,
    );
  const { request } = next('things', tenant, { limit: 7 });
  assert.deepEqual(request.after, { value: new Date('2026-01-02T00:00:00.000Z'), id: 'x_2' });
  assert.deepEqual(request.tenant, tenant);
  const cases: [string, Tenant, typeof query][] = [
    ['others', tenant, {}],
    ['things', { ...tenant, organizationId: 'org_2' }, {}],
    ['things', { ...tenant, environment: 'TEST' }, {}],
    ['things', tenant, { order: 'asc' }],
    ['things', tenant, { status: 'BLOCKED' }],
    ['things', tenant, { createdFrom: '2026-01-02' }],
    ['things', tenant, { externalId: 'e' }],
  ];
  for (const [name, of, changed] of cases) {
    assert.throws(() => next(name, of, changed), invalid, JSON.stringify([name, of, changed]));
  }
});

test('a day alone is its start for createdFrom and its end for createdTo; a range the wrong way round is refused', () => {
  const tenant: Tenant = { organizationId: 'org_1', environment: 'LIVE' };
  const range = (createdFrom: string, createdTo: string) =>
    listRequest('things', tenant, { createdFrom, createdTo }, codec).request.created;
  assert.deepEqual(range('2026-01-31', '2026-01-31'), {
    from: new Date('2026-01-31T00:00:00.000Z'),
    to: new Date('2026-01-31T23:59:59.999Z'),
  });
  assert.deepEqual(range('2026-01-31T23:00:00-02:00', '2026-02-01T01:00:00.000Z'), {
    from: new Date('2026-02-01T01:00:00.000Z'),
    to: new Date('2026-02-01T01:00:00.000Z'),
  });
  assert.throws(() => range('2026-02-01', '2026-01-31'), { code: 'VALIDATION_ERROR' });
});
