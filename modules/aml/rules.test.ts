import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { PRICES } from '../../contract/prices.ts';
import { configurationOf, priceOf } from './checks.ts';
import { type AmlCheck, CHECKS, checksServed, checksTouched } from './lists/datasets.ts';
import { planWith } from './live.ts';
import { type Match, matchId } from './match.ts';
import { mayBeInOffice, riskLevel } from './risk.ts';
import { batchRules } from './batch/batch.ts';
import { screeningRules } from './make-screening.ts';
import { normalizeSubject, nameQueries, subjectIssues, subjectMaterial } from './subject.ts';

const position = (more: Partial<Match['positions'][number]>): Match['positions'][number] => ({
  title: 'Minister',
  country: null,
  since: null,
  until: null,
  inOffice: null,
  ...more,
});
const match = (categories: Match['categories'], positions: Match['positions'] = []) => ({ categories, positions });
const TODAY = '2026-06-15';

describe('risk level', () => {
  const all = { SANCTIONS: 'PERFORMED', PEP: 'PERFORMED' } as const;
  test('follows from the worst match, and from what could not be checked', () => {
    const cases: [ReturnType<typeof match>[], string][] = [
      [[match(['SANCTIONS']), match(['PEP'])], 'CRITICAL'],
      [[match(['WANTED'])], 'HIGH'],
      [[match(['ADVERSE_MEDIA'])], 'HIGH'],
      [[match(['PEP'], [position({ inOffice: true })])], 'HIGH'],
      [[match(['PEP'], [position({ inOffice: false })])], 'MEDIUM'],
      [[match(['RCA'])], 'MEDIUM'],
      [[match(['DEBARMENT']), match(['BLOCKLIST'])], 'MEDIUM'],
      [[], 'LOW'],
    ];
    for (const [matches, level] of cases) assert.equal(riskLevel(matches, all, TODAY), level);
    assert.equal(riskLevel([], { ...all, PEP: 'NOT_PERFORMED' }, TODAY), 'UNKNOWN');
    assert.equal(
      riskLevel([match(['SANCTIONS'])], { SANCTIONS: 'PERFORMED', PEP: 'NOT_PERFORMED' }, TODAY),
      'CRITICAL',
    );
  });
  test('of adverse media follows from the severity of the offence, where the list tells it', () => {
    const news = (...severities: string[]) => ({
      ...match(['ADVERSE_MEDIA']),
      dataset: 'news',
      sources: severities.map((severity) => ({ url: null, publisher: null, record: { findings: [{ severity }] } })),
    });
    const levels = [['CRITICAL'], ['LOW', 'HIGH'], ['MEDIUM', 'LOW'], ['LOW']].map((severities) =>
      riskLevel([news(...severities)], all, TODAY),
    );
    assert.deepEqual(levels, ['HIGH', 'HIGH', 'MEDIUM', 'MEDIUM']);
    assert.equal(riskLevel([{ ...news('LOW'), dataset: 'press' }], all, TODAY), 'HIGH');
  });
  test('a politically exposed person has left office only where every position is known to have ended', () => {
    assert.equal(mayBeInOffice([], TODAY), true);
    assert.equal(mayBeInOffice([position({})], TODAY), true);
    assert.equal(mayBeInOffice([position({ until: '2026-06-14' })], TODAY), false);
    assert.equal(mayBeInOffice([position({ until: '2026' })], TODAY), true);
    assert.equal(mayBeInOffice([position({ until: '2025-12' })], TODAY), false);
    assert.equal(mayBeInOffice([position({ until: '2020' }), position({ since: '2021' })], TODAY), true);
  });
});

describe('price', () => {
  const checks = fc.subarray([...CHECKS], { minLength: 1 });
  test('of a profile is the bundle, and never more than the sum of the checks performed', () => {
    fc.assert(
      fc.property(fc.constantFrom('BASIC' as const, 'ENHANCED' as const), checks, (profile, performed) => {
        const { amount, operation } = priceOf({ profile }, performed);
        const sum = performed.reduce((total, check) => total + PRICES[`AML_${check}`], 0);
        assert.ok(amount >= 1 && amount <= sum && amount <= PRICES[`AML_${profile}`]);
        assert.equal(operation, `AML_${profile}`);
      }),
    );
    assert.equal(priceOf({ profile: 'ENHANCED' }, ['SANCTIONS']).amount, 1);
    assert.equal(priceOf({ profile: 'ENHANCED' }, ['SANCTIONS', 'PEP']).amount, 2);
  });
  test('of single checks is their sum', () => {
    assert.deepEqual(priceOf({ profile: null }, ['PEP']), { operation: 'AML_PEP', amount: 2 });
    assert.deepEqual(priceOf({ profile: null }, [...CHECKS]), { operation: 'AML_SCREENING', amount: 6 });
  });
});

describe('lists and checks', () => {
  const list = (dataset: string, categories: Record<string, number>) => ({
    dataset,
    version: 1,
    format: 'csv',
    publishedAt: null,
    fetchedAt: new Date(0),
    sha256: '',
    entities: 1,
    categories,
    checkedAt: new Date(0),
  });
  const plan = (lists: ReturnType<typeof list>[], asked: Parameters<typeof configurationOf>[0]) =>
    planWith(lists, configurationOf(asked));
  const missing = (run: () => unknown): unknown => {
    try {
      run();
    } catch (error) {
      return (error as { details?: { missing?: unknown } }).details?.missing;
    }
    return null;
  };
  test('a blocklist alone is no sanctions list, but is searched with one', () => {
    assert.deepEqual(checksServed({ BLOCKLIST: 5, WANTED: 2 }), []);
    assert.deepEqual(checksTouched({ BLOCKLIST: 5, RCA: 1 }), ['SANCTIONS', 'PEP']);
    const own = list('own', { BLOCKLIST: 5 });
    assert.deepEqual(
      missing(() => plan([own], {})),
      ['SANCTIONS', 'PEP'],
    );
    const both = plan([own, list('un', { SANCTIONS: 1 })], {});
    assert.deepEqual(
      both.datasets.map(({ dataset }) => dataset),
      ['own', 'un'],
    );
    assert.deepEqual(both.checks, { SANCTIONS: 'PERFORMED', PEP: 'NOT_PERFORMED' });
  });
  test('a profile needs a sanctions list; checks asked one by one need all of theirs', () => {
    const peps = list('peps', { PEP: 3 });
    assert.deepEqual(
      missing(() => plan([peps], { profile: 'ENHANCED' })),
      ['SANCTIONS', 'ADVERSE_MEDIA'],
    );
    assert.deepEqual(
      missing(() => plan([peps], { checks: ['PEP', 'SANCTIONS'] })),
      ['SANCTIONS'],
    );
    assert.deepEqual(plan([peps], { checks: ['PEP'] }).performed, ['PEP']);
    const chosen = { checks: ['PEP'] as AmlCheck[], datasets: ['un'] };
    assert.deepEqual(
      missing(() => plan([peps, list('un', { SANCTIONS: 1 })], chosen)),
      ['PEP'],
    );
  });
});

describe('subjects', () => {
  const NOW = new Date('2026-11-22T12:00:00Z');
  test('were not born in the future, by any clock on earth', () => {
    const codes = (dateOfBirth: string) =>
      subjectIssues({ type: 'PERSON', name: 'A B', dateOfBirth }, '/subject', NOW).map(({ path }) => path);
    for (const past of ['1964', '2026', '2026-11', '2026-11-22', '2026-11-23']) assert.deepEqual(codes(past), [], past);
    for (const future of ['2027', '2026-12', '2026-11-24', '9999-12-31']) {
      assert.deepEqual(codes(future), ['/subject/dateOfBirth'], future);
    }
  });
  test('have a name, whole or in parts, and not both', () => {
    const codes = (subject: object) =>
      subjectIssues({ type: 'PERSON', ...subject }, '/subject', NOW).map(({ path, code }) => `${path} ${code}`);
    assert.deepEqual(codes({}), ['/subject/name REQUIRED']);
    assert.deepEqual(codes({ firstName: 'A' }), ['/subject/lastName REQUIRED']);
    assert.deepEqual(codes({ name: 'A B', lastName: 'B' }), ['/subject/lastName MUTUALLY_EXCLUSIVE']);
    assert.deepEqual(codes({ firstName: 'A', lastName: 'B' }), []);
    assert.deepEqual(codes({ name: '?!' }), ['/subject/name INVALID_FORMAT']);
    assert.deepEqual(codes({ name: '李' }), []);
  });
  test('of any form: what is wrong with the form is not said here, and hides nothing', () => {
    const said = (body: unknown) => batchRules(body, NOW).map(({ path, code }) => `${path} ${code}`);
    assert.deepEqual(
      said({ subjects: [5, null, [], 'x', {}, { type: 'PERSON', dateOfBirth: 7 }, { name: 3, type: 1 }] }),
      ['/subjects/4/type REQUIRED', '/subjects/4/name REQUIRED', '/subjects/5/name REQUIRED'],
    );
    for (const body of [undefined, null, 1, 'x', [], {}, { subjects: {} }]) assert.deepEqual(said(body), []);
    assert.deepEqual(
      screeningRules({ subject: { name: 'A', lastName: ['B'] }, profile: 1, checks: 2 }, NOW).map(({ path }) => path),
      ['/subject/lastName', '/checks'],
    );
  });
  test('are normalised once and for all', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.array(fc.string(), { maxLength: 20 }),
        (name, aliases) => {
          const once = normalizeSubject({ type: 'PERSON', name, aliases });
          const twice = normalizeSubject({ type: 'PERSON', name: once.name, aliases: once.aliases });
          assert.deepEqual(twice, once);
          assert.equal(subjectMaterial(twice), subjectMaterial(once));
        },
      ),
    );
  });
  test('every name of a subject with many is asked for', () => {
    const aliases = Array.from({ length: 20 }, (_, n) => `Alias ${n}`);
    const subject = { type: 'PERSON' as const, firstName: 'Ana', lastName: 'Lind', aliases };
    const queries = nameQueries(subject, normalizeSubject(subject));
    const names = queries
      .flatMap((query) => [query.name ?? '', ...(query.aliases ?? [])])
      .filter((name) => name !== '');
    assert.deepEqual(names, aliases);
    assert.equal(queries[0]?.lastName, 'Lind');
    assert.ok(queries.every((query) => (query.aliases ?? []).length <= 5));
  });
});

test('match ids have the form of the contract and differ by tenant, subject and entity', () => {
  const tenant = { organizationId: 'org_1', environment: 'LIVE' as const };
  const ids = [
    matchId(tenant, 's', 'd', 'e'),
    matchId(tenant, 's', 'd', 'f'),
    matchId(tenant, 's', 'c', 'e'),
    matchId(tenant, 't', 'd', 'e'),
    matchId({ ...tenant, environment: 'TEST' }, 's', 'd', 'e'),
  ];
  assert.equal(new Set(ids).size, 5);
  for (const id of ids) assert.match(id, /^mat_[0-9a-hjkmnp-tv-z]{26}$/);
  assert.equal(matchId(tenant, 's', 'd', 'e'), ids[0]);
});
