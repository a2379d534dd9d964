import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ErrorCode } from '../../contract/errors.ts';
import { type ServiceOnTestDatabase, startOnTestDatabase } from '../lib/service-on-test-database.ts';
import { assertRefused, assertUnharmed, placesOf } from './refused.ts';

describe('bodies that no good client sends', () => {
  let target: ServiceOnTestDatabase;
  before(async () => {
    target = await startOnTestDatabase();
  });
  after(async () => {
    await target.stop();
  });

  const send = async (
    body: string | Uint8Array<ArrayBuffer> | null,
    options: { path?: string; method?: string; headers?: Record<string, string>; test?: boolean } = {},
  ): Promise<{ status: number; body: string; headers: Headers }> => {
    const { service, keys } = target;
    const base = options.test ? service.sandbox : service.production;
    const response = await fetch(base + (options.path ?? '/applicants'), {
      method: options.method ?? 'POST',
      headers: {
        authorization: `Bearer ${options.test ? keys.test : keys.live}`,
        'content-type': 'application/json',
        ...options.headers,
      },
      ...(body === null ? {} : { body }),
    });
    return { status: response.status, body: await response.text(), headers: response.headers };
  };
  const json = (value: unknown): Promise<{ status: number; body: string }> => send(JSON.stringify(value));

  test('what is not JSON is told apart from what is not valid', async () => {
    const deep = 10_000;
    const cases: [string, string | Uint8Array<ArrayBuffer>, ErrorCode][] = [
      ['nothing', '', 'INVALID_JSON'],
      ['cut short', '{"firstName":"A","lastName":', 'INVALID_JSON'],
      ['single quotes', "{'firstName':'A'}", 'INVALID_JSON'],
      ['comma too much', '{"firstName":"A",}', 'INVALID_JSON'],
      ['two values', '{}{}', 'INVALID_JSON'],
      ['not a number', '{"firstName":NaN}', 'INVALID_JSON'],
      ['byte order mark alone', '\ufeff', 'INVALID_JSON'],
      ['bytes that are no UTF-8', Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), 'INVALID_JSON'],
      ['surrogates as bytes', Uint8Array.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 'INVALID_JSON'],
      ['zeros', new Uint8Array(1000), 'INVALID_JSON'],
      ['10,000 open brackets', '['.repeat(deep), 'INVALID_JSON'],
      ['10,000 nested arrays', '['.repeat(deep) + ']'.repeat(deep), 'VALIDATION_ERROR'],
      ['10,000 nested objects', '{"a":'.repeat(deep) + '1' + '}'.repeat(deep), 'VALIDATION_ERROR'],
      ['500,000 nested arrays', '['.repeat(500_000) + ']'.repeat(500_000), 'VALIDATION_ERROR'],
      ['null', 'null', 'VALIDATION_ERROR'],
      ['an array', '[]', 'VALIDATION_ERROR'],
      ['a string', '"text"', 'VALIDATION_ERROR'],
      [
        '100,000 members',
        `{${Array.from({ length: 100_000 }, (_, n) => `"k${n}":1`).join()}}`
          .slice(0, 1_000_000)
          .replace(/,[^,]*$/, '}'),
        'VALIDATION_ERROR',
      ],
      ['number beyond all bounds', '{"firstName":1e999}', 'VALIDATION_ERROR'],
    ];
    for (const [what, body, code] of cases) assertRefused(await send(body), code, what);
    await assertUnharmed(target);
  });

  test('every wrong member is named by its place', async () => {
    const cases: [unknown, string[]][] = [
      [{}, ['/firstName', '/lastName']],
      [{ firstName: 'A', lastName: 'B', surname: 1, 'a/b~c': 2 }, ['/a~1b~0c', '/surname']],
      [
        { firstName: 1, lastName: ['B'], address: 'Street', metadata: [] },
        ['/address', '/firstName', '/lastName', '/metadata'],
      ],
      [{ firstName: '', lastName: ' \u200b ' }, ['/firstName', '/lastName']],
      [
        { firstName: 'A', lastName: 'B', email: 'a@b', phone: '0700', country: 'XX', nationality: 'se' },
        ['/country', '/email', '/nationality', '/phone'],
      ],
      [{ firstName: 'A\0', lastName: '\ud800', middleName: 'B\udfff' }, ['/firstName', '/lastName', '/middleName']],
      [{ firstName: 'A\nB', lastName: 'A\u001b[31mB' }, ['/firstName', '/lastName']],
      [{ firstName: 'A', lastName: 'B', metadata: { k: 1, 'n\0': 'x' } }, ['/metadata/n\ufffd']],
      [
        {
          firstName: 'A',
          lastName: 'B',
          metadata: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, 'v'])),
        },
        ['/metadata'],
      ],
    ];
    for (const [value, places] of cases) {
      assert.deepEqual(placesOf(assertRefused(await json(value), 'VALIDATION_ERROR', JSON.stringify(value))), places);
    }
    const raw = '{"firstName":"A","lastName":"B","__proto__":{"admin":true},"metadata":{"constructor":"x"}}';
    const polluted = assertRefused(await send(raw), 'VALIDATION_ERROR', raw);
    assert.deepEqual(placesOf(polluted), ['/__proto__', '/metadata/constructor']);
  });

  test('names of 200 characters are kept in any script; 201 are too many', async () => {
    const scripts = ['a', 'ß', 'é', 'Ж', 'ע', 'م', 'क', '漢', '한', 'ᠮ', '𐎠', '𠮷', '𞤀'];
    for (const letter of scripts) {
      const name = letter.repeat(200);
      const kept = await json({ firstName: name, lastName: letter });
      assert.equal(kept.status, 201, `${letter}: ${kept.body}`);
      assert.equal(JSON.parse(kept.body).data.firstName, name.normalize('NFC'));
      const refused = assertRefused(
        await json({ firstName: name + letter, lastName: letter }),
        'VALIDATION_ERROR',
        letter,
      );
      assert.deepEqual(placesOf(refused), ['/firstName']);
    }
    // One letter in two code points is stored as one.
    const composed = await json({ firstName: 'A\u030a'.repeat(100), lastName: 'Å' });
    assert.equal(JSON.parse(composed.body).data.firstName, 'Å'.repeat(100));
  });

  test('days that no calendar has', async () => {
    for (const date of [
      '2023-02-29',
      '1900-02-29',
      '2024-13-01',
      '2024-00-10',
      '2024-04-31',
      '0000-01-01',
      '24-01-01',
      '2024-1-1',
      '2024-01-01T00:00:00Z',
      '+002024-01-01',
      '２０２４-01-01',
      ' 2024-01-01',
      '',
    ]) {
      const refused = assertRefused(
        await json({ firstName: 'A', lastName: 'B', dateOfBirth: date }),
        'VALIDATION_ERROR',
        date,
      );
      assert.deepEqual(placesOf(refused), ['/dateOfBirth'], date);
      const query = await send(null, { method: 'GET', path: `/applicants?createdFrom=${encodeURIComponent(date)}` });
      if (date !== '2024-01-01T00:00:00Z') assertRefused(query, 'VALIDATION_ERROR', `createdFrom ${date}`);
    }
    assert.equal((await json({ firstName: 'A', lastName: 'B', dateOfBirth: '2000-02-29' })).status, 201);
  });

  test('SQL, shell, template and formula texts are texts', async () => {
    const texts = [
      "Robert'); drop table applicants; --",
      '$1 $$ \\',
      "' or '1'='1",
      '${jndi:ldap://127.0.0.1/a}',
      '{{7*7}}',
      '%s%n%x',
      '=1+1',
      '<script>alert(1)</script>',
      '\u202egnp.exe',
      'null',
      'undefined',
      'true',
    ];
    for (const text of texts) {
      const created = await json({
        firstName: text,
        lastName: text,
        externalId: `x ${text}`,
        metadata: { [text]: text },
      });
      assert.equal(created.status, 201, `${text}: ${created.body}`);
      const { applicantId } = JSON.parse(created.body).data;
      const read = await send(null, { method: 'GET', path: `/applicants/${applicantId}` });
      const { firstName, metadata } = JSON.parse(read.body).data;
      assert.deepEqual([firstName, metadata], [text, { [text]: text }]);
    }
    for (const name of ['status', 'sortBy', 'order', 'cursor', 'limit', 'createdTo']) {
      for (const text of ["'; drop table applicants; --", 'id desc; select 1', '1 or 1=1', '\0']) {
        const path = `/applicants?${name}=${encodeURIComponent(text)}`;
        const refused = await send(null, { method: 'GET', path });
        assertRefused(refused, name === 'cursor' && text !== '\0' ? 'INVALID_CURSOR' : 'VALIDATION_ERROR', path);
      }
    }
    await assertUnharmed(target);
  });

  test('line breaks and terminal codes in names, addresses and headers do not break the log', async () => {
    const evil = 'mark%0d%0a{"level":10,"msg":"forged"}%1b[2J%e2%80%a8';
    await send(null, { method: 'GET', path: `/applicants/${evil}` });
    await send(null, { method: 'GET', path: `/applicants?${evil}=${evil}` });
    await json({ firstName: 'mark\r\n{"level":10,"msg":"forged"}\u001b[2J\u2028', lastName: 'B' });
    await send('{}', {
      headers: { 'idempotency-key': 'mark\u001b[2J', 'user-agent': 'mark "forged"', traceparent: 'mark' },
    }).catch(() => {});
    await send('{"mark\\u001b":1}', { headers: { 'x-request-id': 'mark-forged', 'x-forwarded-for': 'mark' } });
    const log = target.service.stdout();
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    assert.doesNotMatch(log, /mark|forged|[\u0000-\u0009\u000b-\u001f\u007f\u2028\u2029]/);
    for (const line of log.split('\n').filter((text) => text.startsWith('{'))) JSON.parse(line);
  });

  test('a cursor that was changed, cut or made elsewhere is refused', async () => {
    for (let n = 0; n < 3; n += 1) await json({ firstName: 'Page', lastName: `No ${n}` });
    const list = (path: string, other = false): Promise<{ status: number; body: string }> =>
      send(null, { method: 'GET', path, test: other });
    const page = JSON.parse((await list('/applicants?limit=1')).body);
    const cursor: string = page.pagination.nextCursor;
    assert.equal((await list(`/applicants?limit=1&cursor=${cursor}`)).status, 200);

    const bytes = Buffer.from(cursor, 'base64url');
    const changed = [...bytes.keys()].map((at) => {
      const copy = Buffer.from(bytes);
      copy[at] = (copy[at] ?? 0) ^ 1;
      return copy.toString('base64url');
    });
    const cut = [1, 2, 16, 17, bytes.length - 1].map((length) => bytes.subarray(0, length).toString('base64url'));
    const others = [
      `${cursor}=`,
      `${cursor}A`,
      `A${cursor}`,
      cursor.toUpperCase(),
      '%00',
      'a'.repeat(1000),
      encodeURIComponent('🙂'),
    ];
    for (const wrong of [...changed, ...cut, ...others]) {
      const answer = await list(`/applicants?limit=1&cursor=${wrong}`);
      assertRefused(answer, wrong === '%00' ? 'VALIDATION_ERROR' : 'INVALID_CURSOR', wrong);
    }
    for (const path of [
      '/verifications?',
      '/webhooks?',
      '/applicants?order=asc&',
      '/applicants?status=ACTIVE&',
      '/applicants?createdFrom=2020-01-01&',
    ]) {
      assertRefused(await list(`${path}cursor=${cursor}`), 'INVALID_CURSOR', path);
    }
    assertRefused(await list(`/applicants?cursor=${cursor}`, true), 'INVALID_CURSOR', 'the other environment');
    assertRefused(await list(`/applicants?cursor=${'a'.repeat(1001)}`), 'VALIDATION_ERROR', 'too long');

    const [stranger] = await target.query<{ id: string }>(
      `insert into organizations (id, name, plan, created_at) values ('org_00000000000000000000000000', 'Other', 'ENTERPRISE', now()) returning id`,
    );
    await target.query(`update api_keys set organization_id = $1 where environment = 'TEST'`, [stranger?.id]);
    await target.query(`update api_keys set environment = 'LIVE' where organization_id = $1`, [stranger?.id]);
    await new Promise((resolve) => {
      // A key is trusted for less than a second.
      setTimeout(resolve, 1_000);
    });
    const elsewhere = await fetch(`${target.service.production}/applicants?limit=1&cursor=${cursor}`, {
      headers: { authorization: `Bearer ${target.keys.test}` },
    });
    assertRefused({ status: elsewhere.status, body: await elsewhere.text() }, 'INVALID_CURSOR', 'another organisation');
  });
});
