import type { IdentifierType } from './types.ts';

const WORDS: [RegExp, IdentifierType][] = [
  [/pass?e?port|pasaporte|passeport/, 'PASSPORT'],
  [/driv/, 'DRIVING_LICENCE'],
  [/social security|\bssn\b/, 'SOCIAL_SECURITY'],
  [/fiscal|\btax|\bvat\b|\binn\b/, 'TAX_ID'],
  [/swift|\bbic\b/, 'SWIFT_BIC'],
  [/\blei\b|legal entity identifier/, 'LEI'],
  [/\bimo\b/, 'IMO'],
  [/\bmmsi\b/, 'MMSI'],
  [/registration|regnumber|register|trade licen|\bogrn\b/, 'REGISTRATION'],
  [/identi|national|tazkira|civil|bundespersonal|\bid\b/, 'NATIONAL_ID'],
];

/** Type of a document by the words a publisher describes it with ("Afghan national identification card (tazkira)"). */
export function documentType(description: string): IdentifierType {
  const text = description.toLowerCase();
  return WORDS.find(([pattern]) => pattern.test(text))?.[1] ?? 'OTHER';
}
