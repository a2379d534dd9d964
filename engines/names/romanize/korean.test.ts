import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareNames } from '../index.ts';
import { entityOf, indexOf } from '../testing.ts';

const LISTED = ['PAK, Jong Chun', 'RIM, Chol Hui', 'CHOE, Song Nam', 'Wang Yongchun', 'Kim Jonson'];

describe('Korean names by their syllables', () => {
  const listed = indexOf(LISTED.map((name) => entityOf(name, name)));
  const found = (name: string): string[] =>
    listed.search({ schema: 'PERSON', name }, { threshold: 80, limit: 10 }).map(({ entityId }) => entityId);

  for (const [asked, expected] of [
    ['Park Jeong-chun', 'PAK, Jong Chun'],
    ['Chong-chun Pak', 'PAK, Jong Chun'],
    ['박정춘', 'PAK, Jong Chun'],
    ['朴正春', 'PAK, Jong Chun'],
    ['Lim Cheol-hee', 'RIM, Chol Hui'],
    ['림철희', 'RIM, Chol Hui'],
    ['임철희', 'RIM, Chol Hui'],
    ['Choi Sung-nam', 'CHOE, Song Nam'],
    ['최성남', 'CHOE, Song Nam'],
  ] as const) {
    it(`${asked} finds ${expected}`, () => {
      assert.deepEqual(found(asked), [expected]);
    });
  }

  it('another syllable is another name', () => {
    for (const name of ['박정철', 'Park Jeong-nam', '朴正日', 'Choi Sung-min']) assert.deepEqual(found(name), []);
  });

  it('names of other peoples are left alone', () => {
    assert.deepEqual(found('Wang Yongjin'), []);
    const { explanation } = compareNames('Kim Johnson', 'Kim Jonson', 'PERSON');
    assert.deepEqual(
      explanation.slice(0, 2).map(({ query }) => query),
      ['kim', 'johnson'],
    );
  });

  it('ranks below the same spelling, and says the syllables that agree', () => {
    const same = compareNames('Pak Jong Chun', 'PAK, Jong Chun', 'PERSON');
    const other = compareNames('박정춘', 'PAK, Jong Chun', 'PERSON');
    assert.ok(same.score > other.score);
    assert.deepEqual(
      other.explanation.slice(0, 2).map(({ feature, query, candidate }) => [feature, query, candidate]),
      [
        ['name.transliteration', 'bak', 'bak'],
        ['name.transliteration', 'jeongjun', 'jeongjun'],
      ],
    );
  });
});
