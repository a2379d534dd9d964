import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { DocumentField } from '../document/types.ts';
import type { IdentityFindings, KnownPerson } from '../findings.ts';
import { type DecisionInput } from './index.ts';
import {
  ALL,
  ANNA,
  LINES,
  SQUARE,
  comparison,
  decided,
  digit,
  face,
  good,
  passport,
  print,
  side,
  zone,
} from './testing/cases.ts';

test('approved: every check ran and passed, and says on what', () => {
  const decision = decided({});
  assert.equal(decision.result, 'APPROVED');
  assert.deepEqual(decision.checks, { document: 'PASS', faceMatch: 'PASS', liveness: 'PASS', dataMatch: 'PASS' });
  assert.equal(decision.document.fields.lastName?.value, 'ERIKSSON');
  assert.equal(decision.document.fields.nationality?.value, 'SE');
  assert.ok(decision.breakdown.every(({ evidence }) => evidence['rules'] === '6'));
});

test('a name agrees with the spelling that zones give its letters, and no further', () => {
  const names = { front: side(zone(passport('D<<', '740812', '300415', 'MUELLER<<BJOERN<SOEREN'))) };
  const known = { firstName: 'Björn', middleName: null, lastName: 'Müller', nationality: 'DE' };
  const outcome = (person: Partial<KnownPerson>): string | undefined =>
    decided(names, { person: { ...ANNA, ...known, ...person } }).breakdown.find(({ rule }) => rule === 'NAME_AGREES')
      ?.outcome;
  assert.equal(outcome({}), 'PASS');
  assert.equal(outcome({ middleName: 'Sören' }), 'PASS');
  assert.equal(outcome({ lastName: 'Schröder' }), 'REVIEW');
});

test('rejected: expired; birth date contradicts; wrong check digits or different faces a second time', () => {
  const expired = decided({ front: side(zone(passport('SWE', '740812', '200415'))) });
  assert.deepEqual([expired.result, expired.failureReasons], ['REJECTED', ['DOCUMENT_EXPIRED']]);
  const born = decided({}, { person: { ...ANNA, dateOfBirth: '1974-08-13' } });
  assert.deepEqual([born.result, born.failureReasons], ['REJECTED', ['DATE_OF_BIRTH_MISMATCH']]);

  const broken = [LINES[0] as string, (LINES[1] as string).replace('L898902C3', 'L898902C4')];
  const wrong = { front: side(zone(broken, 'INVALID')) };
  const once = decided(wrong);
  assert.equal(once.result, 'TRY_AGAIN');
  assert.deepEqual(once.retakes, [{ kind: 'DOCUMENT_FRONT', reason: 'MRZ_CHECK_DIGITS_WRONG' }]);
  const twice = decided(wrong, { before: ['MRZ_CHECK_DIGITS_WRONG'] });
  assert.deepEqual([twice.result, twice.failureReasons], ['REJECTED', ['MRZ_CHECK_DIGIT_MISMATCH']]);
  const onBack = decided({ front: side(null), back: side(zone(broken, 'INVALID')) });
  assert.deepEqual(onBack.retakes[0], { kind: 'DOCUMENT_BACK', reason: 'MRZ_CHECK_DIGITS_WRONG' });

  const other = { comparison: comparison(0.7, 'DIFFERENT') };
  assert.deepEqual(decided(other).retakes, [{ kind: 'SELFIE', reason: 'FACE_MISMATCH' }]);
  assert.deepEqual(decided(other, { before: ['FACE_MISMATCH'] }).failureReasons, ['FACE_MISMATCH']);
});

test('a person decides what is doubtful, with the reason', () => {
  const cases: [string, Partial<IdentityFindings>, Partial<DecisionInput>?][] = [
    ['FACE_MATCH_UNCERTAIN', { comparison: comparison(0.92, 'UNCERTAIN') }],
    ['SELFIE_IS_THE_PORTRAIT', { comparison: comparison(0.995, 'SAME') }],
    ['LIVENESS_DOUBTFUL', { liveness: { outcome: 'SUSPICIOUS', reasons: ['FLAT_SURFACE'], evidence: {} } }],
    ['MRZ_REPAIRED', { front: side(zone(passport('SWE', '740812', '300415'), 'REPAIRED')) }],
    ['SPECIMEN_DOCUMENT', { front: side(zone(passport('UTO', '740812', '300415'))) }],
    ['NAME_CONTRADICTS', {}, { person: { ...ANNA, firstName: 'Piotr', lastName: 'Zielinski' } }],
    ['DATE_OF_BIRTH_NOT_GIVEN', {}, { person: { ...ANNA, dateOfBirth: null } }],
    ['DOCUMENT_NOT_MACHINE_READABLE', { front: side(null) }],
    [
      'DOCUMENT_AUTHENTICITY_DOUBTFUL',
      {
        front: side(zone(passport('SWE', '740812', '300415')), {
          authenticity: [{ code: 'SCREEN_MOIRE', logLikelihoodRatio: 2, evidence: {} }],
        }),
      },
    ],
  ];
  for (const [reason, findings, more] of cases) {
    const decision = decided(findings, more);
    assert.deepEqual([decision.result, decision.reviewReason], ['REVIEW', reason]);
  }
});

test('codes that issue no documents, unknown nationalities and visas are for a person', () => {
  const birth = ['740812', '300415'] as const;
  const reasonOf = (lines: readonly string[]): string | null => decided({ front: side(zone(lines)) }).reviewReason;
  assert.equal(reasonOf(passport('XXA', ...birth)), 'ISSUING_STATE_UNKNOWN');
  assert.equal(reasonOf(passport('ZZZ', ...birth)), 'ISSUING_STATE_UNKNOWN');
  const [names = '', data = ''] = passport('SWE', ...birth);
  for (const [code, reason] of [
    ['ZZZ', 'NATIONALITY_UNKNOWN'],
    ['UTO', 'SPECIMEN_DOCUMENT'],
    ['XXB', null],
    ['GBD', null],
  ] as const) {
    assert.equal(reasonOf([names, data.replace('SWE', code)]), reason);
  }
  const visa = [names.replace('P<', 'V<'), data.slice(0, 28).padEnd(44, '<')];
  assert.equal(reasonOf(visa), 'DOCUMENT_IS_A_VISA');
});

test('what a zone cannot tell, or was not read with care, rejects nobody', () => {
  const old = { ...ANNA, dateOfBirth: '1924-02-29' };
  const hundred = decided({ front: side(zone(passport('SWE', '240229', '300415'))) }, { person: old });
  assert.deepEqual([hundred.result, hundred.reviewReason], ['REVIEW', 'DATE_OF_BIRTH_CENTURY_UNCERTAIN']);
  const expired = { ...zone(passport('SWE', '740812', '200415')), dependable: false };
  assert.equal(decided({ front: side(expired) }).result, 'REVIEW');
  const noDay = side(zone(passport('SWE', '930229', '300415'), 'INVALID'));
  const twice = decided({ front: noDay }, { before: ['MRZ_CHECK_DIGITS_WRONG'] });
  assert.deepEqual([twice.result, twice.reviewReason], ['REVIEW', 'MRZ_CONTENT_IMPOSSIBLE']);
});

test('of several portraits only a zone beside one tells which is the document’s', () => {
  const two = { portrait: { ...face(), faces: 2 } };
  const [whole, back] = [{ documentNumber: 'L898902C3' }, side(zone(card()))];
  const decision = decided({ ...two, front: side(null, print(whole)), back });
  assert.deepEqual([decision.result, decision.reviewReason], ['REVIEW', 'SEVERAL_PORTRAITS']);
  const beside = { ...zone(passport('SWE', '740812', '300415')), region: SQUARE };
  assert.equal(decided({ ...two, front: side(beside) }).result, 'APPROVED');
});

test('pictures that will not do are asked for again, in one word each', () => {
  const blurred = { code: 'IMAGE_BLURRED', value: 3, threshold: 12, retake: true } as const;
  const decision = decided({
    front: side(null, { quality: [blurred] }),
    selfie: { face: null, faces: 0, issues: [{ code: 'FACE_NOT_FOUND', value: 0, threshold: 1, retake: true }] },
    comparison: null,
  });
  assert.equal(decision.result, 'TRY_AGAIN');
  assert.deepEqual(decision.retakes, [
    { kind: 'DOCUMENT_FRONT', reason: 'IMAGE_BLURRED' },
    { kind: 'SELFIE', reason: 'FACE_NOT_FOUND' },
  ]);
});

/** The second and third line of a card of the same person: its zone stands on the back. */
const CARD = ['IDSWEL898902C36<<<<<<<<<<<<<<<', '7408122F3004156SWE<<<<<<<<<<<', 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<'];
const card = (): string[] => {
  const [a = '', b = '', c = ''] = CARD;
  return [a, b + digit(a.slice(5) + b.slice(0, 7) + b.slice(8, 15) + b.slice(18)), c];
};

test('two sides of two documents are not taken for one, whichever side agrees with itself', () => {
  const whole = { documentNumber: 'L898902C3', dateOfBirth: '1974-08-12' };
  const other = { documentNumber: 'XK4711001', dateOfBirth: '1991-07-30' };
  const swe = zone(passport('SWE', '740812', '300415'));
  const cases: [string, Partial<IdentityFindings>][] = [
    ['print against zone and print', { front: side(null, print(other)), back: side(swe, print(whole)) }],
    ['zone against zone', { front: side(swe, print(whole)), back: side(zone(passport('SWE', '910730', '300415'))) }],
    ['the other way round', { front: side(swe, print(whole)), back: side(null, print(other)) }],
  ];
  for (const [what, findings] of cases) {
    const decision = decided(findings);
    assert.deepEqual([decision.result, decision.reviewReason], ['REVIEW', 'DOCUMENT_INCONSISTENT'], what);
  }
  assert.equal(decided({ front: side(swe, print(whole)), back: side(null, print(whole)) }).result, 'APPROVED');
});

test('a portrait of one side goes with data of the other only where its side prints some of them', () => {
  const back = side(zone(card()));
  const front = (fields: Partial<Record<DocumentField, string>>) => ({ front: side(null, print(fields)), back });
  const photograph = decided(front({}));
  assert.deepEqual([photograph.result, photograph.reviewReason], ['REVIEW', 'DOCUMENT_SIDES_NOT_TIED']);
  assert.equal(decided(front({ documentNumber: 'L898902C3' })).result, 'APPROVED');
  assert.equal(decided(front({ dateOfBirth: '1974-08-12' })).result, 'APPROVED');
  assert.equal(decided(front({ dateOfIssue: '2020-04-15' })).result, 'REVIEW');
  assert.equal(decided({ ...front({}), portraitOn: 'BACK' }).result, 'APPROVED');
});

test('print that cannot be held against the zone is asked for again where the picture is to blame', () => {
  const low = [{ code: 'RESOLUTION_TOO_LOW', value: 300, threshold: 600, retake: true }] as const;
  const swe = zone(passport('SWE', '740812', '300415'));
  assert.deepEqual(decided({ front: side(swe, print({}, low)) }).retakes, [
    { kind: 'DOCUMENT_FRONT', reason: 'RESOLUTION_TOO_LOW' },
  ]);
  assert.equal(decided({ front: side(swe, print({ dateOfBirth: '1974-08-12' }, low)) }).result, 'APPROVED');
});

test('without the profile that promises it, other data of the applicant sends to review and never rejects', () => {
  const decision = decided({}, { checks: ['document'], person: { ...ANNA, dateOfBirth: '1990-01-01' } });
  assert.deepEqual([decision.result, decision.reviewReason], ['REVIEW', 'DATE_OF_BIRTH_MISMATCH']);
});

test('a part that is missing or failed never leads to approval, whatever else is found', () => {
  const maybe = <T>(value: T): fc.Arbitrary<T | null> => fc.constantFrom(value, null);
  const found = fc.record({
    front: fc.constantFrom(good().front, side(null), null),
    portrait: maybe(face()),
    selfie: maybe(face()),
    comparison: maybe(comparison(0.96, 'SAME')),
    liveness: maybe(good().liveness),
    stage: fc.constantFrom(
      'DECODE',
      'MRZ',
      'BARCODE',
      'PRINTED',
      'AUTHENTICITY',
      'PORTRAIT',
      'SELFIE',
      'LIVENESS',
      null,
    ),
  });
  fc.assert(
    fc.property(found, ({ stage, ...findings }) => {
      const failures = stage === null ? [] : [{ stage, part: 'a model', reason: 'missing' } as const];
      const decision = decided({ ...findings, failures });
      const whole =
        findings.front?.mrz && findings.portrait && findings.selfie && findings.comparison && findings.liveness;
      if (!whole) assert.notEqual(decision.result, 'APPROVED');
      if (decision.result === 'APPROVED') {
        assert.ok(Object.values(decision.checks).every((outcome) => outcome === 'PASS'));
      } else
        assert.ok(decision.reviewReason !== null || decision.retakes.length > 0 || decision.failureReasons.length > 0);
    }),
    { seed: 3, numRuns: 300 },
  );
});

test('checks that are made elsewhere count, and are not performed without them', () => {
  const checks = [...ALL, 'deepfake', 'duplicateFace'] as const;
  const alone = decided({}, { checks });
  assert.equal(alone.result, 'REVIEW');
  assert.equal(alone.checks.deepfake, 'NOT_PERFORMED');
  const elsewhere = (['deepfake', 'duplicateFace'] as const).map((check) => ({
    rule: 'X',
    check,
    outcome: 'PASS' as const,
    evidence: {},
  }));
  assert.equal(decided({}, { checks, elsewhere }).result, 'APPROVED');
});
