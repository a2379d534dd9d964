import { COUNTRY_TABLE } from './countries-data.ts';

/** Lower case, without marks, punctuation, articles and words that only wrap a country's name. */
function fold(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F'’`.]/g, '')
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .replaceAll(/\bst (?=\p{L})/gu, 'saint ')
    .replaceAll(/\b(?:the|region)\b/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const ALPHA2 = new Set<string>();
const BY_ALPHA3 = new Map<string, string>();
const BY_NAME = new Map<string, string>();

for (const line of COUNTRY_TABLE.trim().split('\n')) {
  const [codes = '', ...names] = line.split('|');
  const [alpha2 = '', alpha3 = ''] = codes.split(' ');
  ALPHA2.add(alpha2);
  BY_ALPHA3.set(alpha3, alpha2);
  for (const name of names) if (!BY_NAME.has(fold(name))) BY_NAME.set(fold(name), alpha2);
}

/** FollowTheMoney's codes for what ISO has no two letters for. */
const LONG_CODES = new Map([
  ['suhh', 'SU'],
  ['yucs', 'YU'],
  ['cshh', 'CS'],
  ['ddde', 'DD'],
  ['gb-sct', 'GB'],
  ['gb-wls', 'GB'],
  ['gb-nir', 'GB'],
  ['cn-xz', 'CN'],
  ['ge-ab', 'GE'],
  ['md-pmr', 'MD'],
  ['ua-cri', 'UA'],
  ['ua-dpr', 'UA'],
  ['ua-lpr', 'UA'],
  ['cy-trnc', 'CY'],
  ['so-som', 'SO'],
  ['iq-kr', 'IQ'],
  ['pk-km', 'PK'],
  ['us-ca', 'US'],
  ['uk', 'GB'],
  ['el', 'GR'],
]);

function lookUp(value: string): string | undefined {
  // Capitals only: "na" and "in" are words.
  if (/^[A-Z]{2}$/.test(value) && ALPHA2.has(value)) return value;
  if (/^[A-Z]{3}$/.test(value) && BY_ALPHA3.has(value)) return BY_ALPHA3.get(value);
  return BY_NAME.get(fold(value)) ?? LONG_CODES.get(value.toLowerCase()) ?? BY_ALPHA3.get(value.toUpperCase());
}

const known = new Map<string, string | undefined>();
const MOST_KNOWN = 10_000;

/**
 * ISO 3166-1 alpha-2 code of a country given as a code, a name in English or a demonym ("Korea, North", "IRQ",
 * "Tunisian", "Iran (Islamic Republic of)", "Italy (previous address)", "possibly Ethiopian"), or undefined.
 */
export function countryCode(name: string | undefined): string | undefined {
  const value = name?.trim() ?? '';
  if (value === '' || value.length > 200) return undefined;
  if (known.has(value)) return known.get(value);
  const bare = value
    .replaceAll(/\([^)]*\)/g, ' ')
    .replace(/^(?:possibly|probably|in|former(?:ly)?|now)\s+/i, '')
    .replace(/\s+(?:national(?:ity)?|citizen(?:ship)?|citizen\/national|nationals)$/i, '')
    .replace(/\s+as (?:at|of) .*$/i, '')
    .trim();
  const code = lookUp(value) ?? lookUp(bare);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(value, code);
  return code;
}

/** Codes of all the names that have one, each once, in order. */
export function countryCodes(names: Iterable<string | undefined>): string[] {
  const codes = new Set<string>();
  for (const name of names) {
    const code = countryCode(name);
    if (code !== undefined) codes.add(code);
  }
  return [...codes];
}
