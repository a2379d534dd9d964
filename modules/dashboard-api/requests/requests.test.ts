import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from '../../../platform/database/sql.ts';
import { createTestDatabase } from '../../../server/testing.ts';
import { Database } from '../../../platform/database/database.ts';
import { migrate } from '../../../platform/database/migrate.ts';
import { FORGOTTEN_AT_ONCE, forgetRequests, insertRequests } from './store.ts';

let db: Database;
let drop: () => Promise<void>;
before(async () => {
  const database = await createTestDatabase();
  ({ drop } = database);
  await migrate(database.url);
  db = new Database({ connectionString: database.url, max: 2, applicationName: 'requests' });
});
after(async () => {
  await db?.close();
  await drop?.();
});

test('old calls go, some at a time; the others stay', async () => {
  const at = new Date('2026-03-01T00:00:00.000Z');
  const row = {
    organizationId: 'org_a',
    environment: 'LIVE' as const,
    requestId: 'req_a',
    at,
    method: 'GET',
    route: '/api/v3/applicants',
    status: 200,
    errorCode: null,
    durationMs: 1.5,
    actor: { type: 'API_KEY' as const, id: 'key_a' },
    resourceId: null,
    idempotent: false,
  };
  await insertRequests(db, [row, { ...row, requestId: 'req_b', at: new Date('2026-03-02T00:00:00.000Z') }]);
  await db.query(
    sql`insert into api_requests select 'req_' || i, 'org_a', 'LIVE', ${at}::timestamptz, 'GET', null, 200, null, 1, 'API_KEY', 'key_a', null, false
      from generate_series(1, ${FORGOTTEN_AT_ONCE}) i`,
  );
  const before = new Date('2026-03-01T12:00:00.000Z');
  assert.equal(await forgetRequests(db, before), FORGOTTEN_AT_ONCE);
  assert.equal(await forgetRequests(db, before), 1);
  assert.deepEqual(await db.query(sql`select id from api_requests`), [{ id: 'req_b' }]);
});
