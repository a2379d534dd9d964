import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exchange, portOf } from '../lib/raw-http.ts';
import { startOnTestDatabase } from '../lib/service-on-test-database.ts';
import { assertRefused, assertUnharmed } from './refused.ts';

const PATH = '/api/v3/applicants';

/** A piece in each tenth of a second, for twenty seconds: far from silence, and far too slow. */
const drip = (text: string): (string | number)[] => Array.from({ length: 200 }, () => [text, 100]).flat();

test('headers and bodies that drip in are ended, the silent are shut out, and others are served meanwhile', async () => {
  // So short that slow clients meet their end while the test looks on; nothing here measures how long it took.
  const target = await startOnTestDatabase({ HEADERS_TIMEOUT_MS: '2000', BODY_TIMEOUT_MS: '1500' });
  try {
    const port = portOf(target.service.production);
    const own = `Host: localhost\r\nAuthorization: Bearer ${target.keys.live}\r\nContent-Type: application/json\r\n`;
    const patience = { answers: 1, timeoutMs: 20_000 };
    const send = (first: string, more: string) => exchange(port, [first, ...drip(more)], patience);
    const [silent, headers, body, chunks, stranger] = await Promise.all([
      exchange(port, [], patience),
      send(`GET ${PATH} HTTP/1.1\r\nX-Drip: `, 'a'),
      send(`POST ${PATH} HTTP/1.1\r\n${own}Content-Length: 5000\r\n\r\n`, ' '),
      send(`POST ${PATH} HTTP/1.1\r\n${own}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n'),
      // Who has no key is not even listened to.
      send(`POST ${PATH} HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n`, ' '),
      assertUnharmed(target),
    ]);
    for (const [what, found] of Object.entries({ headers, body, chunks })) {
      assertRefused(found.answers[0] ?? { status: 0, body: found.text }, 'VALIDATION_ERROR', what);
    }
    assertRefused(stranger.answers[0] ?? { status: 0, body: stranger.text }, 'UNAUTHORIZED', 'without a key');
    assert.ok(silent.ended || silent.answers.length === 1, 'a silent connection stays open');
    const [made] = await target.query<{ count: string }>('select count(*) from applicants');
    assert.equal(made?.count, '1', 'only the good request made anything');
    await assertUnharmed(target);
  } finally {
    await target.stop();
  }
});
