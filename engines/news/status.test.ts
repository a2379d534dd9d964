import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { analyseArticle, storyStatement, storyStatus, type StoryStatement } from './index.ts';

/** Statements about one party in articles of [date, text]. */
function story(name: string, articles: readonly [date: string | undefined, text: string][]): StoryStatement[] {
  return articles.flatMap(([date, text]) =>
    analyseArticle({ title: '', text, language: 'en' })
      .filter((finding) => finding.name === name)
      .flatMap((finding) => storyStatement(finding, date) ?? []),
  );
}

const CHARGED = 'Tom Averill was charged with bribery on Monday.';
const ACQUITTED = 'Tom Averill was acquitted of bribery.';
const CONVICTED = 'Tom Averill was convicted of bribery.';

function states(articles: readonly [string | undefined, string][]): string {
  return storyStatus(story('Tom Averill', articles))
    .map(({ offence, state, adverse, severity }) => `${offence} ${state} ${adverse ? 'adverse' : 'not'} ${severity}`)
    .join('; ');
}

describe('status of a party over a story', () => {
  const cases: [title: string, articles: [string | undefined, string][], expected: string][] = [
    ['an accusation stands', [['2026-01-01', CHARGED]], 'CORRUPTION ACCUSED adverse HIGH'],
    [
      'a later acquittal ends it',
      [
        ['2026-01-01', CHARGED],
        ['2026-06-01', ACQUITTED],
      ],
      'CORRUPTION ACQUITTED not LOW',
    ],
    [
      'whatever order the articles come in',
      [
        ['2026-06-01', ACQUITTED],
        ['2026-01-01', CHARGED],
      ],
      'CORRUPTION ACQUITTED not LOW',
    ],
    [
      'a retelling soon after does not revive it',
      [
        ['2026-01-01', CHARGED],
        ['2026-06-01', ACQUITTED],
        ['2026-06-10', CHARGED],
      ],
      'CORRUPTION ACQUITTED not LOW',
    ],
    [
      'a new accusation much later does',
      [
        ['2026-01-01', CHARGED],
        ['2026-02-01', ACQUITTED],
        ['2026-09-10', CHARGED],
      ],
      'CORRUPTION ACCUSED adverse HIGH',
    ],
    [
      'a conviction after an accusation',
      [
        ['2026-01-01', CHARGED],
        ['2026-02-01', CONVICTED],
        ['2026-02-05', CHARGED],
      ],
      'CORRUPTION CONVICTED adverse HIGH',
    ],
    [
      'a conviction quashed',
      [
        ['2026-02-01', CONVICTED],
        ['2026-08-01', 'The High Court quashed the conviction of Tom Averill for bribery.'],
      ],
      'CORRUPTION OVERTURNED not LOW',
    ],
    [
      'charges dropped do not undo a conviction',
      [
        ['2026-02-01', CONVICTED],
        ['2026-03-01', 'Charges of bribery against Tom Averill were dropped.'],
      ],
      'CORRUPTION CONVICTED adverse HIGH',
    ],
    [
      'charges dropped end an accusation',
      [
        ['2026-02-01', CHARGED],
        ['2026-03-01', 'Charges of bribery against Tom Averill were dropped.'],
      ],
      'CORRUPTION DROPPED not LOW',
    ],
    [
      'an acquittal without a date is older than a dated accusation',
      [
        [undefined, ACQUITTED],
        ['2026-03-01', CHARGED],
      ],
      'CORRUPTION ACCUSED adverse HIGH',
    ],
    [
      'one offence cleared leaves another',
      [
        ['2026-01-01', 'Tom Averill was charged with bribery. Tom Averill was charged with tax evasion.'],
        ['2026-06-01', ACQUITTED],
      ],
      'TAX_CRIME ACCUSED adverse HIGH; CORRUPTION ACQUITTED not LOW',
    ],
  ];
  for (const [title, articles, expected] of cases) {
    it(title, () => {
      assert.equal(states(articles), expected);
    });
  }

  it('names the statements that carry a state and those it overtook', () => {
    const [status] = storyStatus(
      story('Tom Averill', [
        ['2026-06-01', ACQUITTED],
        ['2026-01-01', CHARGED],
      ]),
    );
    assert.deepEqual(status?.basis, [0]);
    assert.deepEqual(status?.superseded, [1]);
    assert.equal(status?.since, '2026-06-01');
  });

  it('gives nothing for victims, witnesses and officials', () => {
    assert.deepEqual(storyStatus(story('Peter Lund', [['2026-01-01', 'Peter Lund was murdered in Oslo.']])), []);
  });
});
