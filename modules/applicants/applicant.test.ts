import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applicantRules, changePerson, identityChanged, newPerson } from './applicant.ts';

test('a change of name, birth date, country or nationality is one of identity; any other is not', () => {
  const person = newPerson({ firstName: 'Rene\u0301e', lastName: 'Amsel', dateOfBirth: '1990-01-01' });
  for (const patch of [
    { firstName: 'Irene' },
    { middleName: 'Maria' },
    { lastName: 'Drossel' },
    { dateOfBirth: null },
    { country: 'AT' },
    { nationality: 'CH' },
  ]) {
    assert.equal(identityChanged(person, changePerson(person, patch)), true, JSON.stringify(patch));
  }
  for (const patch of [
    {},
    { firstName: 'Ren\u00E9e', lastName: 'Amsel', dateOfBirth: '1990-01-01' },
    { email: 'r.amsel@example.org' },
    { phone: '+431234567', metadata: { case: '1' } },
    { address: { city: 'Graz', country: 'AT' } },
  ]) {
    assert.equal(identityChanged(person, changePerson(person, patch)), false, JSON.stringify(patch));
  }
});

test('nobody was born tomorrow', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  const places = (body: unknown) => applicantRules(body, now).map(({ path }) => path);
  assert.deepEqual(places({ dateOfBirth: '2099-01-01' }), ['/dateOfBirth']);
  for (const body of [{ dateOfBirth: '2026-11-22' }, { dateOfBirth: null }, {}, null, 'x'])
    assert.deepEqual(places(body), []);
});
