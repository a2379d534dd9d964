import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentField, DocumentReading } from '../document/types.ts';
import { ANNA, SQUARE, decided, passport, print, side, zone } from './testing/cases.ts';

const printedAs = (names: Partial<Record<DocumentField, string>>, zoned = 'ERIKSSON<<ANNA<MARIA') =>
  side(zone(passport('SWE', '740812', '300415', zoned)), print(names));

test('a name printed under its label that is not the zone’s is for a person; spellings and cut names are not', () => {
  const result = (front: DocumentReading, person = ANNA): [string, string | null] => {
    const decision = decided({ front }, { person });
    return [decision.result, decision.reviewReason];
  };
  assert.deepEqual(result(printedAs({ lastName: 'Bergström' })), ['REVIEW', 'DOCUMENT_INCONSISTENT']);
  assert.deepEqual(result(printedAs({ firstName: 'EVA' })), ['REVIEW', 'DOCUMENT_INCONSISTENT']);
  for (const names of [
    { lastName: 'ERIKSSON', firstName: 'ANNA MARIA' },
    { lastName: 'ERIKSSON née LUND', firstName: 'ANNA-MARIA EVA' },
    // Print misread where zone and applicant agree.
    { lastName: 'ERIKSON' },
    { lastName: 'ERIKSS0N' },
    // Of a script that zones do not have.
    { lastName: 'Эрикссон' },
  ]) {
    assert.deepEqual(result(printedAs(names)), ['APPROVED', null], JSON.stringify(names));
  }
  const munoz = { ...ANNA, firstName: 'Pilar', lastName: 'Muñoz' };
  for (const zoned of ['MUNOZ<<PILAR', 'MUNXXOZ<<PILAR']) {
    assert.equal(result(printedAs({ lastName: 'MUÑOZ' }, zoned), munoz)[0], 'APPROVED', zoned);
  }
  // The zone's letter may be the misread one: the applicant's name does not vouch for it.
  const other = { ...ANNA, lastName: 'Vang', firstName: 'Kim' };
  assert.equal(result(printedAs({ lastName: 'VANG' }, 'WANG<<KIM'), other)[0], 'REVIEW');
});

test('a zone’s name one easily misread letter off the applicant’s needs print that has it too', () => {
  const person = { ...ANNA, lastName: 'Vang', firstName: 'Alexander Mikhail' };
  const outcome = (zoned: string, names: Partial<Record<DocumentField, string>> = {}) =>
    decided({ front: printedAs(names, zoned) }, { person });
  assert.equal(outcome('VANG<<ALEXANDER<MIKHAIL').result, 'APPROVED');
  const misread = outcome('VANG<<ALEXAMDER<MIKHAIL');
  assert.deepEqual([misread.result, misread.reviewReason], ['REVIEW', 'NAME_UNCERTAIN']);
  assert.equal(outcome('VANG<<ALEXAMDER<MIKHAIL', { firstName: 'ALEXAMDER MIKHAIL' }).result, 'APPROVED');
});

test('a name that its zone had no room for agrees with the whole one, and with no other', () => {
  const long = { ...ANNA, lastName: 'Papandropoulous', firstName: 'Jonathon Alexander Eustace' };
  const front = side(zone(passport('SWE', '740812', '300415', 'PAPANDROPOULOUS<<JONATHON<ALEXANDER<EUS')));
  assert.equal(decided({ front }, { person: long }).result, 'APPROVED');
  const other = decided({ front }, { person: { ...long, firstName: 'Jonathon Frederick Eustace' } });
  assert.notEqual(other.result, 'APPROVED');
});

const licensed = (fields: Partial<Record<DocumentField, string>>, issuedIn: string | null = 'US') =>
  side(null, {
    barcodes: [
      {
        symbology: 'PDF417',
        text: '',
        fields: { documentNumber: 'D12345678', issuingCountry: 'US', dateOfExpiry: '2030-04-15', ...fields },
        raw: {},
        corners: SQUARE,
        evidence: { standard: 'AAMVA', issuer: '636026', issuedIn },
        provenance: { name: 'zxing', version: '1', sha256: null },
      },
    ],
  });

test('a licence that says not who it is of, or of an issuer that there is not, is for a person', () => {
  const whole = { firstName: 'ANNA MARIA', lastName: 'ERIKSSON', dateOfBirth: '1974-08-12' };
  const reason = (front: DocumentReading): string | null => decided({ front }, { checks: ['document'] }).reviewReason;
  assert.equal(reason(licensed(whole)), null);
  assert.equal(reason(licensed({ dateOfBirth: '1974-08-12' })), 'DATA_MATCH_IMPOSSIBLE');
  assert.equal(reason(licensed({ firstName: 'ANNA MARIA', lastName: 'ERIKSSON' })), 'DATA_MATCH_IMPOSSIBLE');
  assert.equal(reason(licensed({ ...whole, documentNumber: '' })), 'DOCUMENT_NOT_MACHINE_READABLE');
  assert.equal(reason(licensed(whole, null)), 'ISSUING_STATE_UNKNOWN');
  assert.equal(reason(licensed(whole, 'CA')), 'DOCUMENT_INCONSISTENT');
});
