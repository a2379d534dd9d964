import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NameIndexBuilder } from '../../../engines/names/index.ts';
import type { SharedDatasetIndex } from './build.ts';
import { SearchFailed, SearchPool } from './pool.ts';
import { checkBits, type SearchRequest } from './search-indexes.ts';

/** The index of one list of people by the given names; every third is politically exposed, the others sanctioned. */
function indexOf(dataset: string, version: number, names: readonly string[]): SharedDatasetIndex {
  const builder = new NameIndexBuilder();
  for (const [n, value] of names.entries()) {
    builder.add({
      id: `${dataset}-${n}`,
      schema: 'PERSON',
      names: [{ value, kind: 'PRIMARY' }],
      birthDates: [],
      countries: [],
      nationalities: [],
      identifiers: [],
      addresses: [],
    });
  }
  const checks = new Uint8Array(new SharedArrayBuffer(names.length));
  checks.set(names.map((_, n) => checkBits([n % 3 === 2 ? 'PEP' : 'SANCTIONS'])));
  return { dataset, version, segment: builder.build().transfer(), checks };
}

const request = (name: string, more: Partial<SearchRequest> = {}): SearchRequest => ({
  queries: [{ schema: 'PERSON', name }],
  threshold: 80,
  limit: 10,
  datasets: ['one', 'two'],
  checks: ['SANCTIONS', 'PEP', 'ADVERSE_MEDIA'],
  suppressed: {},
  ...more,
});

test('several lists are searched as one; checks and suppressions act before the best are chosen', async () => {
  const pool = new SearchPool(() => {});
  try {
    await assert.rejects(pool.search(request('Anybody')), SearchFailed);
    const names = ['Hedwig Sonnenschein', 'Hedwig Sonnenshein', 'Hedwig Sonnenschein', 'Bruno Tannhauser'];
    pool.use([indexOf('one', 1, names), indexOf('two', 1, names)]);
    const all = await pool.search(request('Hedwig Sonnenschein'));
    assert.equal(all.matches.length, 6);
    assert.deepEqual(
      all.matches.slice(0, 4).map(({ dataset, entityId }) => `${dataset} ${entityId}`),
      ['one one-0', 'one one-2', 'two two-0', 'two two-2'],
    );
    const best = await pool.search(request('Hedwig Sonnenschein', { limit: 2 }));
    assert.deepEqual([best.matches.length, best.more], [2, true]);
    const peps = await pool.search(request('Hedwig Sonnenschein', { checks: ['PEP'] }));
    assert.deepEqual(
      peps.matches.map(({ entityId }) => entityId),
      ['one-2', 'two-2'],
    );
    const hidden = { one: ['one-0', 'one-2'], two: ['two-0'] };
    const rest = await pool.search(request('Hedwig Sonnenschein', { limit: 1, suppressed: hidden }));
    assert.deepEqual(
      [rest.matches.map(({ entityId }) => entityId), rest.suppressed.map(({ entityId }) => entityId)],
      [['two-2'], ['one-0']],
    );
    await assert.rejects(pool.search(request('Hedwig', { datasets: ['three'] })), SearchFailed);
  } finally {
    await pool.stop();
  }
});

test('what was asked before a switch is answered from the lists before it', async () => {
  const pool = new SearchPool(() => {});
  try {
    pool.use([indexOf('one', 1, ['Hedwig Sonnenschein']), indexOf('two', 1, ['Bruno Tannhauser'])]);
    const before = Array.from({ length: 50 }, () => pool.search(request('Hedwig Sonnenschein')));
    pool.use([indexOf('one', 2, ['Somebody Different'])]);
    const later = pool.search(request('Hedwig Sonnenschein', { datasets: ['one'] }));
    for (const answer of await Promise.all(before)) assert.equal(answer.matches.length, 1);
    assert.equal((await later).matches.length, 0);
  } finally {
    await pool.stop();
  }
});

test('what somebody waits for is not held back by a batch that was asked for before it', async () => {
  const pool = new SearchPool(() => {});
  try {
    pool.use([indexOf('one', 1, ['Hedwig Sonnenschein']), indexOf('two', 1, ['Bruno Tannhauser'])]);
    let patient = 0;
    const batch = Array.from({ length: 1000 }, () =>
      pool.search(request('Hedwig Sonnenschein'), true).then(({ matches }) => {
        patient += 1;
        return matches.length;
      }),
    );
    // Well within the batch: what of it was sent is with the threads, and the rest waits.
    await batch[0];
    await pool.search(request('Bruno Tannhauser'));
    assert.ok(patient < 100, `${patient} of the batch were answered before it`);
    assert.ok((await Promise.all(batch)).every((found) => found === 1));
  } finally {
    await pool.stop();
  }
});

test('a batch that waits when lists are switched is answered from the lists it was asked for', async () => {
  const pool = new SearchPool(() => {});
  try {
    pool.use([indexOf('one', 1, ['Hedwig Sonnenschein']), indexOf('two', 1, ['Bruno Tannhauser'])]);
    const before = Array.from({ length: 200 }, () => pool.search(request('Hedwig Sonnenschein'), true));
    await before[0];
    pool.use([indexOf('one', 2, ['Somebody Different'])]);
    for (const answer of await Promise.all(before)) assert.equal(answer.matches.length, 1);
    assert.equal((await pool.search(request('Hedwig Sonnenschein', { datasets: ['one'] }), true)).matches.length, 0);
  } finally {
    await pool.stop();
  }
});

test('a stopped pool answers what waits, and nobody waits for ever', async () => {
  const pool = new SearchPool(() => {});
  pool.use([indexOf('one', 1, ['Hedwig Sonnenschein']), indexOf('two', 1, ['Bruno Tannhauser'])]);
  const waiting = [false, true].map((patient) =>
    assert.rejects(pool.search(request('Hedwig Sonnenschein'), patient), SearchFailed),
  );
  await pool.stop();
  await Promise.all(waiting);
  await assert.rejects(pool.search(request('Hedwig Sonnenschein')), SearchFailed);
});
