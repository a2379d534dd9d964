import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredEntity } from './lists/store.ts';
import { entityMaterial } from './material.ts';
import { normalizeSubject, type Subject, subjectMaterial } from './subject.ts';

const entity: StoredEntity = {
  id: 'e1',
  schema: 'PERSON',
  caption: 'Lorenz Amberfeld',
  names: [
    { value: 'Lorenz Amberfeld', kind: 'PRIMARY' },
    { value: 'L. Amberfeld', kind: 'ALIAS' },
  ],
  categories: ['SANCTIONS'],
  programs: ['EX-A', 'EX-B'],
  legalBasis: ['Regulation 1'],
  birthDates: ['1961', '1962-03'],
  birthPlaces: ['Exampletown'],
  countries: ['SE'],
  nationalities: [],
  identifiers: [{ type: 'PASSPORT', value: 'A1', country: 'SE' }],
  addresses: [],
  positions: [],
  links: [],
  sources: [{ url: 'https://lists.example.org/e1' }],
};

test('a decision falls with a name, birth date, identifier or programme of the entity, and with nothing else', () => {
  const of = (change: Partial<StoredEntity>): string => entityMaterial({ ...entity, ...change });
  const before = of({});
  const material: Partial<StoredEntity>[] = [
    { names: [...entity.names, { value: 'Lorenzo Amberfeld', kind: 'WEAK_ALIAS' }] },
    { names: entity.names.slice(0, 1) },
    { birthDates: ['1961'] },
    { birthDates: ['1961', '1962-04'] },
    { identifiers: [] },
    { identifiers: [{ type: 'PASSPORT', value: 'A2', country: 'SE' }] },
    { programs: ['EX-A'] },
    { programs: ['EX-A', 'EX-B', 'EX-C'] },
  ];
  for (const change of material) assert.notEqual(of(change), before, JSON.stringify(change));
  const immaterial: Partial<StoredEntity>[] = [
    { names: entity.names.toReversed() },
    { birthDates: entity.birthDates.toReversed() },
    { programs: entity.programs.toReversed() },
    { legalBasis: ['Regulation 2'] },
    { countries: ['SE', 'NO'] },
    { birthPlaces: [] },
    { addresses: [{ full: 'Somewhere' }] },
    { positions: [{ title: 'Director' }] },
    { links: [{ relation: 'FAMILY', name: 'Somebody' }] },
    { sources: [] },
    { listedAt: '2026-01-01' },
  ];
  for (const change of immaterial) assert.equal(of(change), before, JSON.stringify(change));
});

test('a decision falls with a name, birth date or identifier of the subject, and with nothing else', () => {
  const subject: Subject = {
    type: 'PERSON',
    name: 'Lorenz Amberfeld',
    aliases: ['Enzo'],
    dateOfBirth: '1961-02-03',
    identifiers: [{ type: 'PASSPORT', value: 'B 77' }],
  };
  const of = (change: Partial<Subject>): string => subjectMaterial(normalizeSubject({ ...subject, ...change }));
  const before = of({});
  const material: Partial<Subject>[] = [
    { name: 'Lorenz Amberfeldt' },
    { aliases: [] },
    { dateOfBirth: '1961-02' },
    { identifiers: [] },
    { identifiers: [{ type: 'PASSPORT', value: 'B 78' }] },
    { type: 'ORGANIZATION' },
  ];
  for (const change of material) assert.notEqual(of(change), before, JSON.stringify(change));
  const immaterial: Partial<Subject>[] = [
    { country: 'SE' },
    { nationality: 'NO' },
    { address: 'Somewhere 1' },
    { name: '  Lorenz   Amberfeld ' },
    { identifiers: [{ type: 'passport', value: 'b-77' }] },
  ];
  for (const change of immaterial) assert.equal(of(change), before, JSON.stringify(change));
});
