import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scoreAlone } from './testing.ts';

const THRESHOLD = 80;

describe('names that a letter makes another', () => {
  for (const [listed, asked] of [
    ['Roberto Calvanese', 'Roberta Calvanese'],
    ['Daniel Kovarik', 'Daniela Kovarik'],
    ['Paul Mierendorf', 'Paula Mierendorf'],
    ['Viktor Lugovski', 'Viktoria Lugovska'],
    ['Karim Belhadri', 'Karima Belhadri'],
    ['Takeshi Onomura', 'Takashi Onomura'],
    ['Ramesh Patwari', 'Rajesh Patwari'],
    ['Zhang Min', 'Zheng Min'],
    ['Lee Jae-yong', 'Lee Jae-myung'],
  ] as const) {
    it(`tells ${listed} from ${asked}`, () => {
      assert.ok(scoreAlone(listed, asked) < THRESHOLD);
      assert.ok(scoreAlone(asked, listed) < THRESHOLD);
    });
  }

  for (const [listed, asked] of [
    ['Roberto Calvanese', 'Robreto Calvanese'],
    ['Viktor Lugovski', 'Victor Lugovsky'],
    ['Anna Lugovskaya', 'Anna Lugovskaja'],
    ['Takeshi Onomura', 'Takeshi Onomora'],
    ['Jaeyong Belhadri', 'Jae Yong Belhadri'],
  ] as const) {
    it(`takes ${asked} for ${listed}`, () => {
      assert.ok(scoreAlone(listed, asked) >= THRESHOLD);
    });
  }
});

describe('more in what is asked for than in the list', () => {
  it('forgives further names behind and within a rare name', () => {
    assert.ok(scoreAlone('Joseph Kabendera', 'Joseph Kabendera Mutombwe') >= THRESHOLD);
    assert.ok(scoreAlone('Peter Hendring', 'Peter William Hendring') >= THRESHOLD);
  });

  it('does not where the names are frequent', () => {
    assert.ok(scoreAlone('Mohammed Ali', 'Mohammed Ali Hussain Khan') < THRESHOLD);
  });
});
