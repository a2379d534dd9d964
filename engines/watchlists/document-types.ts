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

const known = new Map<string, IdentifierType>();
const MOST_KNOWN = 1000;

/** Type of a document by the words a publisher describes it with ("Afghan national identification card (tazkira)"). */
export function documentType(description: string): IdentifierType {
  // A list describes thousands of documents with a few dozen wordings.
  const said = known.get(description);
  if (said !== undefined) return said;
  const text = description.toLowerCase();
  const type = WORDS.find(([pattern]) => pattern.test(text))?.[1] ?? 'OTHER';
  if (known.size >= MOST_KNOWN) known.clear();
  if (description.length <= 200) known.set(description, type);
  return type;
}
