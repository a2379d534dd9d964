/** What a listed entity is. */
export type EntitySchema = 'PERSON' | 'ORGANIZATION' | 'VESSEL' | 'AIRCRAFT';

/** Why it is listed. RCA: relative or close associate of a politically exposed person. */
export type ListCategory = 'SANCTIONS' | 'PEP' | 'RCA' | 'ADVERSE_MEDIA' | 'WANTED' | 'DEBARMENT' | 'BLOCKLIST';

/** WEAK_ALIAS: the publisher itself calls the name broad or of low quality. */
export type NameKind = 'PRIMARY' | 'ALIAS' | 'WEAK_ALIAS' | 'FORMER';

export interface NameParts {
  first?: string;
  middle?: string;
  last?: string;
}

export interface ListedName {
  value: string;
  kind: NameKind;
  parts?: NameParts;
  /** ISO 639-1, where the publisher says it. */
  language?: string;
}

export interface ListedIdentifier {
  /** One of IDENTIFIER_TYPES, or OTHER. */
  type: IdentifierType;
  value: string;
  /** Issuing country, ISO 3166-1 alpha-2. */
  country?: string;
  /** For CRYPTO_ADDRESS, the publisher's currency tag (XBT, ETH …): the tag is not always the chain. */
  currency?: string;
  /** The publisher's own words for the type, where they say more than `type`. */
  label?: string;
}

export const IDENTIFIER_TYPES = [
  'PASSPORT',
  'NATIONAL_ID',
  'TAX_ID',
  'SOCIAL_SECURITY',
  'DRIVING_LICENCE',
  'REGISTRATION',
  'LEI',
  'SWIFT_BIC',
  'DUNS',
  'IMO',
  'MMSI',
  'CALL_SIGN',
  'TAIL_NUMBER',
  'SERIAL_NUMBER',
  'CRYPTO_ADDRESS',
  'EMAIL',
  'PHONE',
  'WEBSITE',
  'WIKIDATA',
  'OTHER',
] as const;
export type IdentifierType = (typeof IDENTIFIER_TYPES)[number];

export interface ListedAddress {
  full?: string;
  street?: string;
  city?: string;
  region?: string;
  postalCode?: string;
  /** ISO 3166-1 alpha-2. */
  country?: string;
}

export interface ListedPosition {
  title: string;
  /** ISO 3166-1 alpha-2. */
  country?: string;
  since?: string;
  until?: string;
  /** Absent where the source does not say. */
  inOffice?: boolean;
}

/** Another party the source names together with this one: owner, relative, associate, "linked to". */
export interface ListedLink {
  relation: string;
  name?: string;
  /** The other party's id in the same list, where the source gives it. */
  id?: string;
}

export interface ListedSource {
  url?: string;
  publisher?: string;
}

/**
 * One entity of a watchlist, whatever the publisher's format.
 *
 * Dates of birth are `YYYY`, `YYYY-MM`, `YYYY-MM-DD`, a range of years `YYYY/YYYY`, or an approximate year `~YYYY`.
 * Countries are ISO 3166-1 alpha-2 (with the withdrawn codes SU, YU, CS, DD where a source means those, and XK).
 */
export interface ListedEntity {
  id: string;
  schema: EntitySchema;
  /** The list leaves open whether this is a person or an organisation: `schema` is the likelier, both are to be searched. */
  eitherKind?: true;
  /** The name to show: the first PRIMARY one. */
  caption: string;
  names: ListedName[];
  categories: ListCategory[];
  programs: string[];
  legalBasis: string[];
  birthDates: string[];
  birthPlaces: string[];
  /** Every country the entity is tied to: nationality, address, flag, registration. */
  countries: string[];
  nationalities: string[];
  gender?: 'MALE' | 'FEMALE' | 'OTHER';
  identifiers: ListedIdentifier[];
  addresses: ListedAddress[];
  positions: ListedPosition[];
  links: ListedLink[];
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  listedAt?: string;
  sources: ListedSource[];
  remarks?: string;
  /** The list's own record, kept whole, as plain JSON. */
  raw: unknown;
}

/** One file of a list. The name is used in messages only; the content decides what the file is. */
export interface ListInput {
  name: string;
  stream: AsyncIterable<Uint8Array>;
}

/** Something odd in a list that did not stop it. The example names a place, never a person. */
export interface ListWarning {
  code: string;
  count: number;
  example: string;
}

export interface ListSummary {
  /** When the publisher says the list was made: `YYYY-MM-DD`, or a full ISO 8601 timestamp. */
  publishedAt?: string;
  entities: number;
  warnings: ListWarning[];
}

export interface ListReader {
  readonly format: ListFormat;
  /**
   * Reads the files of one version of a list, entity by entity. May be called once.
   * @throws {ListError} on the first damage; entities already yielded must then be thrown away.
   */
  read(inputs: readonly ListInput[]): AsyncIterable<ListedEntity>;
  /** Complete only after `read` has ended. */
  summary(): ListSummary;
}

export const LIST_FORMATS = [
  'ofac-sdn',
  'ofac-xml',
  'un-xml',
  'eu-xml',
  'eu-csv',
  'uk-csv',
  'us-csl-csv',
  'ftm',
  'popolo',
  'csv',
] as const;
export type ListFormat = (typeof LIST_FORMATS)[number];

export type ListErrorCode = 'DAMAGED' | 'TRUNCATED' | 'EMPTY' | 'UNKNOWN_FORMAT' | 'ENCODING';

/**
 * A list that must not be used. `place` names the file and the line or byte; `remedy` says what to do.
 * Neither ever carries a value out of the list.
 */
export class ListError extends Error {
  override readonly name = 'ListError';
  readonly code: ListErrorCode;
  readonly place: string;
  readonly remedy: string;

  constructor(code: ListErrorCode, what: string, place: string, remedy: string) {
    super(`${what} (${place}). ${remedy}`);
    this.code = code;
    this.place = place;
    this.remedy = remedy;
  }
}
