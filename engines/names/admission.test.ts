import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { admissionCode, Admission } from './admission.ts';
import { readQueryAttributes } from './attributes.ts';
import { NameIndexBuilder, type NameEntity, type NameQuery } from './index.ts';
import { makeToken, joinTokens } from './token.ts';
import { encodeSounds, soundsOf } from './sound.ts';

const person = (id: string, name: string, birthDates: string[]): NameEntity => ({
  id,
  schema: 'PERSON',
  names: [{ value: name, kind: 'PRIMARY' }],
  birthDates,
  countries: [],
  nationalities: [],
  identifiers: [],
  addresses: [],
});

const admissionOf = (query: Partial<NameQuery>, threshold: number): Admission =>
  new Admission(0, readQueryAttributes({ schema: 'PERSON', name: 'A B', ...query }), threshold);
const years = (from: number, to = from): number => from * 65536 + to;

describe('admission', () => {
  it('rules out another birth year where nothing could make good for it', () => {
    const admission = admissionOf({ birthDate: '1961-04-03' }, 80);
    for (const [year, admitted] of [
      [1958, false],
      [1959, true],
      [1961, true],
      [1963, true],
      [1964, false],
    ] as const) {
      assert.equal(admission.admits(years(year)), admitted, String(year));
      assert.equal(admission.codes[admissionCode(0, years(year))], admitted ? 1 : 0, String(year));
    }
    assert.equal(admission.admits(years(1950, 1960)), true);
    assert.equal(admission.admits(years(1940, 1950)), false);
    assert.equal(admission.codes[admissionCode(0, years(1940, 1950))], 1, 'several years are looked at later');
    assert.equal(admission.codes[admissionCode(0, 0)], 1, 'a year that is not known');
    assert.equal(admission.codes[admissionCode(1, 0)], 0, 'a thing');
  });

  it('rules nobody out where an identifier or a low threshold leaves room', () => {
    const identifiers = [{ type: 'passport', value: 'X1234567' }];
    assert.equal(admissionOf({ birthDate: '1961', identifiers }, 80).admits(years(1990)), true);
    assert.equal(admissionOf({ birthDate: '1961' }, 60).admits(years(1990)), true);
    assert.equal(admissionOf({}, 80).admits(years(1990)), true);
  });

  it('leaves out of a search nobody but those whom their birth year takes below the threshold', () => {
    const builder = new NameIndexBuilder();
    const dates = [['1961-04-03'], ['1990-01-01'], ['~1963'], ['1950/1970'], ['1989', '1962'], []];
    for (const [at, birthDates] of dates.entries()) builder.add(person(String(at), 'Ivan Petrovich Orlov', birthDates));
    const index = builder.build();
    const found = (threshold: number): string[] =>
      index
        .search({ schema: 'PERSON', name: 'Ivan Petrovich Orlov', birthDate: '1961-04-03' }, { threshold, limit: 20 })
        .map((match) => match.entityId)
        .toSorted();
    assert.deepEqual(found(80), ['0', '2', '3', '4', '5']);
    assert.deepEqual(found(60), ['0', '1', '2', '3', '4', '5']);
  });
});

describe('tokens written as one', () => {
  it('have the sounds of the whole text', () => {
    const words = 'as hassan mac cain yang guk may aid tz ts anna ec eco li ng ngo igh ea u s shi khan noor'.split(' ');
    let apart = 0;
    for (const first of words) {
      for (const second of words) {
        const joined = joinTokens(makeToken(first, 'a'), makeToken(second, 'a'));
        assert.equal(joined.text, first + second);
        assert.deepEqual([...joined.code], [...encodeSounds(soundsOf(first + second))], joined.text);
        if ([...joined.code].length === soundsOf(first).length + soundsOf(second).length) apart++;
      }
    }
    assert.ok(apart > 100);
  });
});
