import { countryCode } from './countries.ts';
import { compareDates, parseDateRange, type DateRange } from './dates.ts';
import { MODEL } from './model.ts';
import { cleanText, splitName } from './text.ts';
import { foldLatin } from './romanize/index.ts';
import type { Explanation, NameEntity, NameIdentifier, NameQuery } from './types.ts';

/** What an entity says beside its names, in the form it is stored in. */
export interface Attributes {
  /** Birth dates as given. */
  b?: string[];
  /** Countries and nationalities, two-letter codes. */
  c?: string[];
  n?: string[];
  g?: string;
  /** Identifiers: type, value as given, country. */
  i?: [string, string, string][];
  a?: string[];
}

export function attributesOf(entity: NameEntity): Attributes {
  const out: Attributes = {};
  if (entity.birthDates.length > 0) out.b = entity.birthDates.slice(0, 12);
  if (entity.countries.length > 0) out.c = [...new Set(entity.countries.map(countryCode))].slice(0, 24);
  if (entity.nationalities.length > 0) out.n = [...new Set(entity.nationalities.map(countryCode))].slice(0, 24);
  const gender = genderOf(entity.gender);
  if (gender !== undefined) out.g = gender;
  if (entity.identifiers.length > 0) {
    out.i = entity.identifiers
      .slice(0, 64)
      .map((id) => [id.type, id.value.slice(0, 200), id.country === undefined ? '' : countryCode(id.country)]);
  }
  if (entity.addresses.length > 0) out.a = entity.addresses.slice(0, 4).map((address) => address.slice(0, 120));
  return out;
}

export function genderOf(text: string | undefined): string | undefined {
  const first = text?.trim().charAt(0).toLowerCase();
  return first === 'm' || first === 'f' ? first : undefined;
}

/** The name of the number in front of the number ("IMO 9074729"), where its length leaves no doubt. */
const NAMED_NUMBER = /^(?:IMO(?:NO|NUMBER)?(?=\d{7}$)|MMSI(?:NO|NUMBER)?(?=\d{9}$)|LEI(?:CODE)?(?=[A-Z0-9]{18}\d{2}$))/;

/** Letters and digits only, upper case: how identifiers are compared. */
export function identifierKey(value: string): string {
  return cleanText(value)
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(NAMED_NUMBER, '')
    .slice(0, 120);
}

/** IMO, IMO_NUMBER and "IMO number" are one kind of number. */
function kindOfNumber(type: string): string {
  return type
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .replace(/(?:number|no)$/, '');
}

/** Digits and letters in a LEI; addresses of wallets are longer. */
const WORLDWIDE_LENGTH = 20;

/**
 * Whether an identifier tells one bearer in the world, be it a person, a company or a ship: then it is an alert even
 * where the list takes the bearer for another kind than the caller does.
 */
export function isWorldwide({ type, key }: { type: string; key: string }): boolean {
  return key.length >= WORLDWIDE_LENGTH || ['imo', 'mmsi'].includes(kindOfNumber(type));
}

/** Values that many may share, or that are too short to tell anyone apart, are not looked up. */
export function isTellingIdentifier(key: string): boolean {
  return key.length >= 5 && /\d/.test(key) && !/^(.)\1*$/.test(key);
}

/** A query's attributes, read once. */
export interface QueryAttributes {
  birth: DateRange | null;
  birthText: string | null;
  country: string | null;
  nationality: string | null;
  gender: string | null;
  identifiers: { type: string; key: string; value: string; country: string }[];
  address: ReadonlySet<string> | null;
  addressText: string | null;
}

export function readQueryAttributes(query: NameQuery): QueryAttributes {
  return {
    birth: query.birthDate === undefined ? null : parseDateRange(query.birthDate),
    birthText: query.birthDate ?? null,
    country: query.country === undefined || query.country === '' ? null : countryCode(query.country),
    nationality: query.nationality === undefined || query.nationality === '' ? null : countryCode(query.nationality),
    gender: genderOf(query.gender) ?? null,
    identifiers: (query.identifiers ?? []).slice(0, 32).map((id: NameIdentifier) => ({
      type: id.type,
      key: identifierKey(id.value),
      value: id.value,
      country: id.country === undefined ? '' : countryCode(id.country),
    })),
    address: query.address === undefined ? null : addressWords(query.address),
    addressText: query.address ?? null,
  };
}

function addressWords(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  for (const token of splitName(cleanText(text)).tokens) words.add(foldLatin(token.text));
  return words;
}

/** A feature's verdict: points to add to the score, and the line that says why. */
interface Verdict {
  points: number;
  line: Explanation;
}

const line = (
  feature: string,
  query: string | null,
  candidate: string | null,
  score: number,
  weight: number,
  outcome: Explanation['outcome'],
): Verdict => ({
  points: outcome === 'MISSING' ? 0 : weight,
  line: { feature, query, candidate, score, weight: Math.abs(weight), outcome },
});

/**
 * Compares everything but the name.
 * @returns points for and against, one explanation line per feature that either side has, and whether an identifier agrees.
 */
export function compareAttributes(
  query: QueryAttributes,
  entity: Attributes,
): { points: number; lines: Explanation[]; identified: boolean } {
  const verdicts: Verdict[] = [];
  const birth = birthVerdict(query, entity);
  if (birth !== null) verdicts.push(birth);
  const nationality = placeVerdict('nationality', query.nationality, entity.n, entity.c, MODEL.attributes.nationality);
  if (nationality !== null) verdicts.push(nationality);
  const country = placeVerdict('country', query.country, entity.c, entity.n, MODEL.attributes.country);
  if (country !== null) verdicts.push(country);
  if (query.gender !== null || entity.g !== undefined) {
    const weights = MODEL.attributes.gender;
    if (query.gender === null || entity.g === undefined)
      verdicts.push(line('gender', query.gender, entity.g ?? null, 0, 0, 'MISSING'));
    else if (query.gender === entity.g)
      verdicts.push(line('gender', query.gender, entity.g, 1, weights.agrees, 'AGREES'));
    else verdicts.push(line('gender', query.gender, entity.g, 0, weights.contradicts, 'CONTRADICTS'));
  }
  const identifiers = identifierVerdicts(query, entity);
  verdicts.push(...identifiers);
  const address = addressVerdict(query, entity);
  if (address !== null) verdicts.push(address);
  let points = 0;
  for (const verdict of verdicts) points += verdict.points;
  return {
    points,
    lines: verdicts.map((verdict) => verdict.line),
    identified: identifiers.some((verdict) => verdict.line.outcome === 'AGREES'),
  };
}

function birthVerdict(query: QueryAttributes, entity: Attributes): Verdict | null {
  if (query.birth === null && entity.b === undefined) return null;
  const texts = entity.b ?? [];
  if (query.birth === null || texts.length === 0)
    return line('birthDate', query.birthText, texts[0] ?? null, 0, 0, 'MISSING');
  const weights = MODEL.attributes.birthDate;
  let best: { text: string; points: number; score: number } | null = null;
  for (const text of texts) {
    const range = parseDateRange(text);
    if (range === null) continue;
    const { points, score } = weights[compareDates(query.birth, range)];
    if (best === null || points > best.points) best = { text, points, score };
  }
  if (best === null) return line('birthDate', query.birthText, texts[0] ?? null, 0, 0, 'MISSING');
  return line(
    'birthDate',
    query.birthText,
    best.text,
    best.score,
    best.points,
    best.points > 0 ? 'AGREES' : 'CONTRADICTS',
  );
}

function placeVerdict(
  feature: string,
  asked: string | null,
  own: string[] | undefined,
  other: string[] | undefined,
  weights: { agrees: number; related: number; unrelated: number; contradicts: number },
): Verdict | null {
  if (asked === null && own === undefined) return null;
  const candidate = own?.join(', ') ?? other?.join(', ') ?? null;
  if (asked === null) return line(feature, null, candidate, 0, 0, 'MISSING');
  if (own?.includes(asked) === true) return line(feature, asked, asked, 1, weights.agrees, 'AGREES');
  // A country of residence says something of nationality, and the other way round, but less.
  if (other?.includes(asked) === true) return line(feature, asked, asked, 0.5, weights.related, 'AGREES');
  if (own === undefined && other === undefined) return line(feature, asked, null, 0, 0, 'MISSING');
  // Only the other is known: people live elsewhere than where they are from, so that it contradicts but weakly.
  return line(feature, asked, candidate, 0, own === undefined ? weights.unrelated : weights.contradicts, 'CONTRADICTS');
}

function identifierVerdicts(query: QueryAttributes, entity: Attributes): Verdict[] {
  if (query.identifiers.length === 0) return [];
  const weights = MODEL.attributes.identifier;
  const out: Verdict[] = [];
  for (const asked of query.identifiers) {
    if (asked.key === '') continue;
    let found: Verdict | null = null;
    let sameType: string | null = null;
    for (const [type, value, country] of entity.i ?? []) {
      const key = identifierKey(value);
      if (key === asked.key && (asked.country === '' || country === '' || asked.country === country)) {
        found = line(
          `identifier.${asked.type}`,
          asked.value,
          value,
          1,
          isTellingIdentifier(key) ? weights.agrees : weights.agreesShort,
          'AGREES',
        );
        break;
      }
      if (
        kindOfNumber(type) === kindOfNumber(asked.type) &&
        (asked.country === '' || country === '' || asked.country === country)
      )
        sameType ??= value;
    }
    if (found === null && sameType !== null)
      found = line(`identifier.${asked.type}`, asked.value, sameType, 0, weights.contradicts, 'CONTRADICTS');
    out.push(found ?? line(`identifier.${asked.type}`, asked.value, null, 0, 0, 'MISSING'));
  }
  return out;
}

function addressVerdict(query: QueryAttributes, entity: Attributes): Verdict | null {
  if (query.address === null) return null;
  if (entity.a === undefined) return line('address', query.addressText, null, 0, 0, 'MISSING');
  let best = 0;
  let text = entity.a[0] ?? null;
  for (const address of entity.a) {
    const words = addressWords(address);
    let shared = 0;
    for (const word of words) if (query.address.has(word)) shared++;
    const score = shared / Math.max(1, Math.min(words.size, query.address.size));
    if (score > best) {
      best = score;
      text = address;
    }
  }
  // An address that differs contradicts nothing: people move.
  if (best < 0.5) return line('address', query.addressText, text, best, 0, 'MISSING');
  return line('address', query.addressText, text, best, MODEL.attributes.address.agrees * best, 'AGREES');
}
