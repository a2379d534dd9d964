import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { StoredEntity } from '../lists/store.ts';
import { type Watched, WatchedNames } from './watched-names.ts';

const NAMES = ['Lothar Weidenfeld', 'Imelda Quarrington', 'Baldwin Ostertag', 'Cosima Vanterpool', 'Rufus Achterberg'];

const entity = (name: string): StoredEntity => ({
  id: name,
  schema: 'PERSON',
  caption: name,
  names: [{ value: name, kind: 'PRIMARY' }],
  categories: ['SANCTIONS'],
  programs: [],
  legalBasis: [],
  birthDates: [],
  birthPlaces: [],
  countries: [],
  nationalities: [],
  identifiers: [],
  addresses: [],
  positions: [],
  links: [],
  sources: [],
});
const watched = (id: string, name: string, threshold = 80): Watched => ({
  id,
  subject: { type: 'PERSON', name },
  threshold,
});
async function* pages(...given: Watched[][]): AsyncGenerator<readonly Watched[]> {
  for (const page of given) yield await Promise.resolve(page);
}
const whom = (names: WatchedNames, name: string): string[] => {
  const concerned = new Set<string>();
  names.search(entity(name), concerned);
  return [...concerned].toSorted();
};

test('whatever changes, in whatever order, those found are those who watch the name now', async () => {
  const monitor = fc.integer({ min: 0, max: 11 });
  const state = fc.option(fc.record({ name: fc.constantFrom(...NAMES), threshold: fc.constantFrom(30, 60, 80) }), {
    nil: null,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(monitor, state), { maxLength: 12 }),
      fc.array(fc.array(fc.tuple(monitor, state), { maxLength: 5 }), { maxLength: 25 }),
      async (begin, changes) => {
        const present = new Map<string, { name: string; threshold: number }>();
        for (const [id, now] of begin) if (now) present.set(`m${id}`, now);
        const names = await WatchedNames.load(
          pages([...present].map(([id, { name, threshold }]) => watched(id, name, threshold))),
        );
        for (const change of changes) {
          const rows = new Map(change.map(([id, now]) => [`m${id}`, now] as const));
          await names.change(
            [...rows].map(([id, now]) => ({ id, watched: now ? watched(id, now.name, now.threshold) : null })),
          );
          for (const [id, now] of rows) {
            if (now) present.set(id, now);
            else present.delete(id);
          }
        }
        for (const name of NAMES) {
          const expected = [...present].filter(([, now]) => now.name === name).map(([id]) => id);
          assert.deepEqual(whom(names, name), expected.toSorted());
        }
        assert.ok(names.segments <= 12);
      },
    ),
    { numRuns: 60, seed: 4 },
  );
});

test('a monitor that asks for everything does not have everything looked at for the others', async () => {
  const names = await WatchedNames.load(
    pages(
      [watched('all', 'Zeno Kirchweger', 0), watched('usual', 'Otto Weidenberg')],
      [watched('same', NAMES[0] ?? '')],
    ),
  );
  assert.deepEqual(whom(names, 'Lothar Weidenfeld'), ['same']);
});
