import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DocumentEvidence } from '../../../engines/identity/index.ts';
import { fieldRows } from './fields.ts';

const TODAY = '2026-11-21';
const NOTHING = {
  documentType: null,
  documentNumber: null,
  issuingCountry: null,
  firstName: null,
  lastName: null,
  dateOfBirth: null,
  nationality: null,
  sex: null,
  dateOfIssue: null,
  dateOfExpiry: null,
  personalNumber: null,
  address: null,
  mrz: null,
};
const read = { ...NOTHING, dateOfBirth: '1974-08-12', lastName: 'MUELLER', documentNumber: 'L898902C3' };
const compared: DocumentEvidence['compared'] = [
  {
    field: 'dateOfBirth',
    printed: '1974-08-13',
    machineReadable: '1974-08-12',
    machineSource: 'MRZ',
    given: '1974-08-12',
  },
  { field: 'lastName', printed: 'Müller', machineReadable: 'MUELLER', machineSource: 'MRZ', given: 'Mueller' },
  { field: 'documentNumber', printed: null, machineReadable: 'L898902C3', machineSource: 'BARCODE', given: null },
];

test('print, zone or bar code, and what was given stand apart; print that differs is seen', () => {
  const rows = new Map(fieldRows(read, null, TODAY, compared).map((row) => [row.field, row]));
  assert.deepEqual(rows.get('dateOfBirth'), {
    field: 'dateOfBirth',
    read: '1974-08-12',
    printed: '1974-08-13',
    machineReadable: '1974-08-12',
    given: '1974-08-12',
    agreement: 'DIFFERS',
  });
  assert.equal(rows.get('lastName')?.agreement, 'AGREES', 'two spellings of one name');
  assert.equal(rows.get('documentNumber')?.machineReadable, 'L898902C3', 'from a bar code too');
  assert.equal(rows.get('address')?.agreement, 'MISSING');
});

test('a record without evidence is read as before', () => {
  const mrz = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'];
  const rows = new Map(
    fieldRows({ ...NOTHING, lastName: 'ERIKSSON', mrz }, null, TODAY).map((row) => [row.field, row]),
  );
  const surname = rows.get('lastName');
  assert.deepEqual([surname?.printed, surname?.machineReadable, surname?.agreement], [null, 'ERIKSSON', 'AGREES']);
});
