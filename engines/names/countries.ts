import { COUNTRY_ALIASES } from './data/country-aliases.ts';

const BY_NAME: ReadonlyMap<string, string> = buildCountries();

function fold(text: string): string {
  return text
    .slice(0, 100)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z ]+/g, ' ')
    .replace(/\b(the|republic of|of)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function buildCountries(): Map<string, string> {
  const map = new Map<string, string>();
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  for (const first of letters) {
    for (const second of letters) {
      const code = first + second;
      // Codes of countries that are no more would otherwise stand for their successors.
      if (new Intl.Locale(`und-${code}`).region !== code) continue;
      const name = names.of(code);
      if (name !== undefined) map.set(fold(name), code.toLowerCase());
    }
  }
  for (const line of COUNTRY_ALIASES.trim().split('\n')) {
    const [code = '', rest = ''] = line.split(':');
    for (const alias of rest.split(',')) {
      const folded = fold(alias);
      if (folded !== '') map.set(folded, code.trim());
    }
  }
  return map;
}

/** ISO 3166 alpha-2 code (lower case) of a code or an English country name; the folded text where it is not known. */
export function countryCode(text: string): string {
  const folded = fold(text);
  if (folded.length === 2) return folded === 'uk' ? 'gb' : folded;
  return BY_NAME.get(folded) ?? folded;
}
