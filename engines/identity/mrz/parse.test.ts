import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MrzShapeError, parseMrz } from './parse.ts';
import { sharedData } from '../../../tools/shared-data.ts';
import { readFileSync } from 'node:fs';

const TODAY = '2026-11-21';

function lines(length: number, ...texts: string[]): string[] {
  return texts.map((text) => text.padEnd(length, '<'));
}

test('TD3: the example of ICAO 9303-4', () => {
  const parsed = parseMrz(
    lines(44, 'P<UTOERIKSSON<<ANNA<MARIA', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'),
    TODAY,
  );
  assert.equal(parsed.format, 'TD3');
  assert.equal(parsed.documentCode, 'P');
  assert.equal(parsed.issuingState, 'UTO');
  assert.equal(parsed.issuingStateKind, 'SPECIMEN');
  assert.deepEqual(parsed.names, { surname: 'ERIKSSON', givenNames: 'ANNA MARIA', maybeTruncated: false });
  assert.equal(parsed.documentNumber, 'L898902C3');
  assert.equal(parsed.birthDate?.iso, '1974-08-12');
  assert.equal(parsed.expiryDate?.iso, '2012-04-15');
  assert.equal(parsed.sex, 'F');
  assert.equal(parsed.optionalData, 'ZE184226B');
  assert.deepEqual(
    parsed.checks.map(({ name, read, computed }) => [name, read, computed]),
    [
      ['documentNumber', '6', '6'],
      ['birthDate', '2', '2'],
      ['expiryDate', '9', '9'],
      ['optionalData', '1', '1'],
      ['composite', '0', '0'],
    ],
  );
  assert.ok(parsed.valid);
});

test('TD3: a filler stands for the check digit of empty optional data', () => {
  const zone = (own: string): string[] =>
    lines(44, 'P<D<<MUSTERMANN<<ERIKA', `C01X0006H1D<<6408125F1710319<<<<<<<<<<<<<<${own}0`);
  assert.ok(parseMrz(zone('<'), TODAY).valid);
  assert.ok(parseMrz(zone('0'), TODAY).valid);
  assert.equal(parseMrz(zone('<'), TODAY).nationality, 'D');
});

test('TD1: the example of ICAO 9303-5, and a number longer than nine characters', () => {
  const plain = parseMrz(lines(30, 'I<UTOD231458907', '7408122F1204159UTO<<<<<<<<<<<6', 'ERIKSSON<<ANNA<MARIA'), TODAY);
  assert.ok(plain.valid);
  assert.equal(plain.documentNumber, 'D23145890');
  const long = parseMrz(
    lines(30, 'I<UTOD23145890<7349', '3407127M9507122UTO<<<<<<<<<<<2', 'STEVENSON<<PETER<JOHN'),
    TODAY,
  );
  assert.equal(long.documentNumber, 'D23145890734');
  assert.equal(long.optionalData, '');
  assert.deepEqual(long.checks[0], { name: 'documentNumber', read: '9', computed: '9', valid: true });
  assert.ok(long.valid);
});

test('TD1: what follows a long number is optional data', () => {
  const parsed = parseMrz(lines(30, 'I<BELD23145890<7349<ABC12', '3407127M9507122BEL', 'STEVENSON<<PETER<JOHN'), TODAY);
  assert.equal(parsed.documentNumber, 'D23145890734');
  assert.equal(parsed.optionalData, 'ABC12');
});

test('TD2, visas of both sizes and the French card', () => {
  const td2 = parseMrz(lines(36, 'I<UTOERIKSSON<<ANNA<MARIA', 'D231458907UTO7408122F1204159<<<<<<<6'), TODAY);
  assert.ok(td2.valid && td2.format === 'TD2');
  const visaA = parseMrz(lines(44, 'V<UTOERIKSSON<<ANNA<MARIA', 'L8988901C4XXX4009078F96121096ZE184226B'), TODAY);
  assert.ok(visaA.valid && visaA.format === 'MRV_A');
  assert.equal(visaA.nationalityKind, 'STATELESS_OR_UNSPECIFIED');
  assert.equal(visaA.checks.length, 3);
  const visaB = parseMrz(lines(36, 'V<UTOERIKSSON<<ANNA<MARIA', 'L8988901C4XXX4009078F9612109'), TODAY);
  assert.ok(visaB.valid && visaB.format === 'MRV_B');
  const card = parseMrz(lines(36, 'IDFRABERTHIER', '9409923102854CORINNE<<<<<<<6512068F4'), TODAY);
  assert.ok(card.valid && card.format === 'FRA_ID');
  assert.equal(card.documentNumber, '940992310285');
  assert.deepEqual(card.names, { surname: 'BERTHIER', givenNames: 'CORINNE', maybeTruncated: false });
  assert.equal(card.nationality, 'FRA');
  assert.equal(card.expiryDate, null);
  assert.deepEqual(card.issueDate, { year: 1994, month: 9 });
});

test('names: one name only, cut short, filled to the end', () => {
  const named = (text: string) =>
    parseMrz(lines(44, `P<UTO${text}`, 'L898902C36UTO7408122F1204159ZE184226B<<<<<10'), TODAY).names;
  assert.deepEqual(named('ARKFREITH'), { surname: 'ARKFREITH', givenNames: '', maybeTruncated: false });
  assert.deepEqual(named('VAN<DER<MUELLEN<<ANNA<MARIE<<'), {
    surname: 'VAN DER MUELLEN',
    givenNames: 'ANNA MARIE',
    maybeTruncated: false,
  });
  assert.equal(named('NILAVADHANANANDA<<CHAYAPA<DEJTHAMRONG<K').maybeTruncated, true);
});

test('every wrong digit is told, and so are impossible dates and characters', () => {
  const wrong = parseMrz(lines(44, 'P<UTOERIKSS0N<<ANNA<MARIA', 'L898902C46UTO7413122F1204159ZE184226B<<<<<10'), TODAY);
  assert.deepEqual(
    wrong.checks.filter(({ valid }) => !valid).map(({ name }) => name),
    ['documentNumber', 'birthDate', 'composite'],
  );
  assert.deepEqual(
    wrong.problems.map(({ field, code }) => `${field} ${code}`),
    ['names CHARACTER_NOT_ALLOWED', 'birthDate NO_DATE'],
  );
  assert.equal(wrong.valid, false);
});

test('an unknown state is noted and makes no zone wrong', () => {
  const parsed = parseMrz(lines(44, 'P<BDRMUSTERMANN<<ERIKA', 'CA000000<4D<<6408125F1802212<<<<<<<<<<<<<<<6'), TODAY);
  assert.deepEqual(parsed.problems, [{ field: 'issuingState', code: 'UNKNOWN_STATE', text: 'BDR' }]);
  assert.ok(parsed.valid);
});

test('lines of no form are refused with their shape', () => {
  assert.throws(() => parseMrz([], TODAY), MrzShapeError);
  assert.throws(() => parseMrz(['A'.repeat(44)], TODAY), /1 lines of 44/);
  assert.throws(() => parseMrz(['A'.repeat(44), 'A'.repeat(43)], TODAY), /44, 43/);
  assert.throws(() => parseMrz(['a'.repeat(44), 'A'.repeat(44)], TODAY), /Line 1 holds characters/);
  assert.throws(() => parseMrz(['A'.repeat(36), 'A'.repeat(36)], TODAY, 'TD3'), /TD3 has 2 lines of 44/);
});

interface Vector {
  lines: string[];
  format?: string;
  details?: string[];
  error?: string;
}

const vectors = sharedData('identity/vectors/mrz-vectors.json');

test(
  "check digits agree with another parser's on its vectors",
  { skip: vectors === undefined && 'the public data is absent' },
  () => {
    const all = JSON.parse(readFileSync(vectors ?? '', 'utf8')) as Vector[];
    const theirNames = new Map([
      ['documentNumber', 'documentNumberCheckDigit'],
      ['birthDate', 'birthDateCheckDigit'],
      ['expiryDate', 'expirationDateCheckDigit'],
      ['optionalData', 'personalNumberCheckDigit'],
      ['composite', 'compositeCheckDigit'],
    ]);
    let compared = 0;
    for (const { lines: texts, format, details, error } of all) {
      if (error !== undefined) {
        assert.throws(() => parseMrz(texts, TODAY), MrzShapeError, texts.join('\n'));
        continue;
      }
      // It takes visas for cards and passports; they are a form of their own and have no composite digit.
      if (format === undefined || details === undefined || texts[0]?.startsWith('V')) continue;
      // It puts OCR's look-alikes right before it looks; the form is then told by what it took them for.
      const ours = parseMrz(
        texts,
        TODAY,
        format === 'FRENCH_NATIONAL_ID' ? 'FRA_ID' : (format as 'TD1' | 'TD2' | 'TD3'),
      );
      for (const check of ours.checks) {
        const theirs: boolean = !details.includes(theirNames.get(check.name) ?? '');
        assert.equal(check.valid, theirs, `${check.name} of\n${texts.join('\n')}`);
        compared++;
      }
    }
    assert.ok(compared > 150, `${compared} compared`);
  },
);
