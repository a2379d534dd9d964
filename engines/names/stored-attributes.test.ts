import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Attributes } from './attributes.ts';
import { readAttributes, storeAttributes } from './stored-attributes.ts';

describe('stored attributes', () => {
  it('are read as they were stored, whatever their text holds', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('', '{', '\u001e', 'a\u001fb', '\ud800'),
    );
    const texts = fc.array(text, { minLength: 1, maxLength: 4 });
    const attributes = fc.record(
      { b: texts, c: texts, n: texts, g: text, i: fc.array(fc.tuple(text, text, text), { minLength: 1 }), a: texts },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(attributes, (made) => {
        assert.deepEqual(readAttributes(storeAttributes(made)), { ...made });
      }),
    );
  });

  it('take half of what they take as JSON', () => {
    const attributes: Attributes = { b: ['1961-04-03'], c: ['RU'] };
    assert.equal(storeAttributes(attributes), 'b1961-04-03\u001ecRU');
    assert.ok(storeAttributes(attributes).length * 2 <= JSON.stringify(attributes).length);
    assert.deepEqual(readAttributes(''), {});
    assert.equal(storeAttributes({}), '');
  });
});
