import type { EntitySchema, IdentifierType, ListCategory } from './types.ts';

export interface Edge {
  source: string;
  target: string;
  relation: string;
  back: string;
}

/** Names come from the file, so they are looked up in a map: an object would answer to `constructor`. */
function table<T>(values: Record<string, T>): ReadonlyMap<string, T> {
  return new Map(Object.entries(values));
}

/** Schemata of the FollowTheMoney model that can be listed. The rest are edges, documents and values. */
export const THINGS: ReadonlyMap<string, EntitySchema> = table({
  Person: 'PERSON',
  LegalEntity: 'ORGANIZATION',
  Organization: 'ORGANIZATION',
  Company: 'ORGANIZATION',
  PublicBody: 'ORGANIZATION',
  Vessel: 'VESSEL',
  Airplane: 'AIRCRAFT',
});

/**
 * Categories of the model's topics, by the topic or by what stands before its last dot. Topics not named here
 * (`poi`, `sanction.linked`, `gov` …) make no category: being linked to a sanctioned party is not being sanctioned.
 */
const TOPICS: ReadonlyMap<string, ListCategory | ''> = table({
  sanction: 'SANCTIONS',
  'sanction.linked': '',
  'export.control': 'SANCTIONS',
  'role.pep': 'PEP',
  'role.pol': 'PEP',
  'role.rca': 'RCA',
  wanted: 'WANTED',
  debarment: 'DEBARMENT',
  'corp.disqual': 'DEBARMENT',
  crime: 'ADVERSE_MEDIA',
  'reg.action': 'ADVERSE_MEDIA',
  'reg.warn': 'ADVERSE_MEDIA',
});

export function topicCategory(topic: string): ListCategory | undefined {
  const parent = topic.includes('.') ? topic.slice(0, topic.lastIndexOf('.')) : topic;
  return (TOPICS.get(topic) ?? TOPICS.get(parent)) || undefined;
}

export const IDENTIFIER_PROPERTIES: ReadonlyMap<string, IdentifierType> = table({
  passportNumber: 'PASSPORT',
  idNumber: 'NATIONAL_ID',
  socialSecurityNumber: 'SOCIAL_SECURITY',
  taxNumber: 'TAX_ID',
  innCode: 'TAX_ID',
  vatCode: 'TAX_ID',
  registrationNumber: 'REGISTRATION',
  ogrnCode: 'REGISTRATION',
  okpoCode: 'REGISTRATION',
  uscCode: 'REGISTRATION',
  cikCode: 'REGISTRATION',
  npiCode: 'REGISTRATION',
  uniqueEntityId: 'REGISTRATION',
  leiCode: 'LEI',
  swiftBic: 'SWIFT_BIC',
  bikCode: 'OTHER',
  dunsCode: 'DUNS',
  imoNumber: 'IMO',
  mmsi: 'MMSI',
  callSign: 'CALL_SIGN',
  serialNumber: 'SERIAL_NUMBER',
  wikidataId: 'WIKIDATA',
  email: 'EMAIL',
  phone: 'PHONE',
  website: 'WEBSITE',
});

/** Edges between two things: the properties at their ends, and what the first is to the second. */
export const EDGES: ReadonlyMap<string, Edge> = table({
  Ownership: { source: 'owner', target: 'asset', relation: 'OWNER_OF', back: 'OWNED_BY' },
  Directorship: { source: 'director', target: 'organization', relation: 'DIRECTOR_OF', back: 'DIRECTED_BY' },
  Membership: { source: 'member', target: 'organization', relation: 'MEMBER_OF', back: 'HAS_MEMBER' },
  Employment: { source: 'employee', target: 'employer', relation: 'EMPLOYED_BY', back: 'EMPLOYS' },
  Representation: { source: 'agent', target: 'client', relation: 'AGENT_OF', back: 'REPRESENTED_BY' },
  Succession: { source: 'predecessor', target: 'successor', relation: 'PREDECESSOR_OF', back: 'SUCCESSOR_OF' },
  Family: { source: 'person', target: 'relative', relation: 'FAMILY', back: 'FAMILY' },
  Associate: { source: 'person', target: 'associate', relation: 'ASSOCIATE', back: 'ASSOCIATE' },
  UnknownLink: { source: 'subject', target: 'object', relation: 'LINKED_TO', back: 'LINKED_TO' },
});

/** What belongs to one thing, and the property that names it. */
export const BELONGINGS: ReadonlyMap<string, string> = table({
  Sanction: 'entity',
  Identification: 'holder',
  Passport: 'holder',
  Occupancy: 'holder',
  CryptoWallet: 'holder',
});
