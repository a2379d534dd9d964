import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countryCode } from './countries.ts';
import { parseBirthDate, parseDate } from './dates.ts';

test('dates as lists write them', () => {
  const cases: [string, string | undefined][] = [
    ['1960', '1960'],
    ['1960-01', '1960-01'],
    ['1960-1-2', '1960-01-02'],
    ['1960-01-02T00:00:00.000-05:00', '1960-01-02'],
    ['2024-05-03Z', '2024-05-03'],
    ['02 Jan 1960', '1960-01-02'],
    ['2 September 1960', '1960-09-02'],
    ['Jan 1960', '1960-01'],
    ['02/01/1960', '1960-01-02'],
    ['01/31/1960', '1960-01-31'],
    ['00/00/1960', '1960'],
    ['00/07/1960', '1960-07'],
    ['2.1.1960', '1960-01-02'],
    ['30 Feb 1960', '1960-02'],
    ['29 Feb 1960', '1960-02-29'],
    ['29 Feb 1900', '1900-02'],
    ['9764-03-01', undefined],
    ['02 Xyz 1960', undefined],
    ['soon', undefined],
    ['', undefined],
  ];
  for (const [text, expected] of cases) assert.equal(parseDate(text), expected, text);
});

test('birth dates: circa and ranges', () => {
  const cases: [string, string | undefined][] = [
    ['circa 1951', '~1951'],
    ['circa 01 Jan 1951', '~1951'],
    ['1951 (approximative)', '~1951'],
    ['Approximately 1951', '~1951'],
    ['1955 to 1957', '1955/1957'],
    ['1957 to 1955', '1955/1957'],
    ['1955-1957', '1955/1957'],
    ['circa 1979-1982', '1979/1982'],
    ['1955 - 1957 (approximative)', '1955/1957'],
    ['between 1955 and 1957', '1955/1957'],
    ['01 Jan 1962 to 31 Dec 1962', '1962'],
    ['Mar 1962 to Dec 1963', '1962/1963'],
    ['10 Dec 1948', '1948-12-10'],
    ['1948-12', '1948-12'],
    ['unknown', undefined],
  ];
  for (const [text, expected] of cases) assert.equal(parseBirthDate(text), expected, text);
});

test('countries by code, name, inverted name and demonym', () => {
  const cases: [string, string | undefined][] = [
    ['IR', 'IR'],
    ['IRQ', 'IQ'],
    ['Korea, North', 'KP'],
    ['Korea, South', 'KR'],
    ['Congo, Democratic Republic of the', 'CD'],
    ['Congo, Republic of the', 'CG'],
    ['Iran (Islamic Republic of)', 'IR'],
    ['Bahamas, The', 'BS'],
    ['Cote d Ivoire', 'CI'],
    ["Côte d'Ivoire", 'CI'],
    ['Region: Gaza', 'PS'],
    ['St. Kitts and Nevis', 'KN'],
    ['Saudi Arabian', 'SA'],
    ['Possibly Ethiopian', 'ET'],
    ['Iranian citizenship', 'IR'],
    ['Italy (previous address)', 'IT'],
    ['In Syria as at June 2013', 'SY'],
    ['YUG', 'YU'],
    ['Niger', 'NE'],
    ['Nigeria', 'NG'],
    ['Guinea-Bissau', 'GW'],
    ['na', undefined],
    ['Congolese', undefined],
    ['Atlantis', undefined],
    ['', undefined],
    ['__proto__', undefined],
    ['constructor', undefined],
  ];
  for (const [text, expected] of cases) assert.equal(countryCode(text), expected, text);
  assert.equal(countryCode(undefined), undefined);
});
