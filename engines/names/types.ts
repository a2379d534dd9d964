/** What kind of thing a name belongs to; each kind has its own rules for numbers, legal forms and initials. */
export type NameSchema = 'PERSON' | 'ORGANIZATION' | 'VESSEL' | 'AIRCRAFT';

export type NameKind = 'PRIMARY' | 'ALIAS' | 'WEAK_ALIAS' | 'FORMER';

export interface NameParts {
  first?: string;
  middle?: string;
  last?: string;
}

export interface EntityName {
  value: string;
  kind: NameKind;
  script?: string;
  parts?: NameParts;
}

export interface NameIdentifier {
  type: string;
  value: string;
  country?: string;
}

/** One listed person, organisation, vessel or aircraft, as handed to the index. */
export interface NameEntity {
  id: string;
  schema: NameSchema;
  names: EntityName[];
  /** `YYYY`, `YYYY-MM`, `YYYY-MM-DD`, `YYYY/YYYY` (either end may be a full date), `~YYYY` for circa. */
  birthDates: string[];
  /** ISO 3166 codes or country names in English. */
  countries: string[];
  nationalities: string[];
  gender?: string;
  identifiers: NameIdentifier[];
  addresses: string[];
}

/** Who is asked for. Either `name`, or the parts of it. */
export interface NameQuery {
  schema: NameSchema;
  name?: string;
  firstName?: string;
  middleName?: string;
  lastName?: string;
  aliases?: string[];
  birthDate?: string;
  country?: string;
  nationality?: string;
  gender?: string;
  identifiers?: NameIdentifier[];
  address?: string;
}

export type Outcome = 'AGREES' | 'CONTRADICTS' | 'MISSING';

/**
 * One line of the reasoning. `score` is how far the two values agree (0 to 1), `weight` how many points out of 100
 * the line counts for at most, `outcome` what it says. Token lines are named `name.<evidence class>`.
 */
export interface Explanation {
  feature: string;
  query: string | null;
  candidate: string | null;
  score: number;
  weight: number;
  outcome: Outcome;
}

export interface NameMatch {
  entityId: string;
  /** 0 to 100, all evidence; 80 is the usual alert threshold. */
  score: number;
  matchedName: string;
  explanation: Explanation[];
  /** 0 to 100, the name alone; the exact same name is 100. */
  nameScore: number;
  /** Calibrated probability (0 to 1) that this is the one asked for. */
  probability: number;
}

export interface SearchOptions {
  /** Least score (0 to 100) reported. */
  threshold: number;
  /** Most matches returned, best first. */
  limit: number;
  /** Taken out before the best are chosen. */
  exclude?: (entityId: string) => boolean;
  /** Only these are considered; asked before the best are chosen. */
  accept?: (entityId: string, ordinal: number) => boolean;
}
