import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Static } from 'typebox';
import type { Match, Screening } from '../../../contract/aml-records.ts';
import type { CallContext } from '../../../platform/context.ts';
import { matchDetail } from './matches.ts';

type Line = Static<typeof Match>['explanation'][number];

const line = (query: string | null, candidate: string | null, score: number, outcome: Line['outcome']): Line =>
  ({ feature: 'name.exact', query, candidate, score, outcome }) as Line;

/** What the page says of the names, of a match that has these words and this score. */
function nameOutcome(score: number, explanation: Line[]): string | undefined {
  const match = {
    score,
    explanation,
    matchedName: 'Max Newsworthy',
    caption: 'Max Newsworthy',
    resolution: null,
    countries: [],
    birthDates: [],
    identifiers: [],
    positions: [],
    programs: [],
    listedAt: null,
    schema: 'PERSON',
  } as unknown as Static<typeof Match>;
  const screening = { subject: null, subjectNormalized: { name: 'Max Newsworthy', type: 'PERSON' } };
  const context = { environment: 'LIVE', actor: { type: 'USER', id: 'usr_1' } } as CallContext;
  const alone = { required: false, proposals: [], firsts: [] };
  const { sides } = matchDetail(context, screening as unknown as Static<typeof Screening>, match, alone);
  return sides.find(({ field }) => field === 'name')?.outcome;
}

test('the same words agree however low the score is for other reasons; only a word against another contradicts', () => {
  const same = [line('max', 'max', 1, 'AGREES'), line('newsworthy', 'newsworthy', 1, 'AGREES')];
  assert.equal(nameOutcome(72, same), 'AGREES');
  assert.equal(nameOutcome(72, [...same, line(null, 'jan', 0, 'MISSING')]), 'AGREES');
  assert.equal(nameOutcome(85, [line('max', 'maks', 0.85, 'AGREES')]), 'AGREES');
  assert.equal(nameOutcome(97, [...same, line('ada', 'otto', 0.1, 'CONTRADICTS')]), 'DIFFERS');
});
