import type { ListCategory, ListFormat } from '../../../engines/watchlists/index.ts';
import type { Tenant } from '../../../platform/context.ts';

export type AmlCheck = 'SANCTIONS' | 'PEP' | 'ADVERSE_MEDIA';
export const CHECKS: readonly AmlCheck[] = ['SANCTIONS', 'PEP', 'ADVERSE_MEDIA'];

/** The list that is made of the press: its entities are parties accused or convicted in articles. */
export const NEWS = 'news';

/** What an organisation's own blocklist is called in its records. */
export const BLOCKLIST = 'blocklist';

/** Under what name a list is kept: an organisation's own list under one that no other has. */
export const storedName = (tenant: Tenant, dataset: string): string =>
  dataset === BLOCKLIST ? `${BLOCKLIST}.${tenant.organizationId}.${tenant.environment.toLowerCase()}` : dataset;

/** Names that are not free for the lists that everybody has. */
export const isReserved = (dataset: string): boolean =>
  dataset === NEWS || dataset === BLOCKLIST || dataset.startsWith(`${BLOCKLIST}.`);

/**
 * The list that a format is of. Two forms of one publisher's list are one list: a new version replaces the old one,
 * whichever form it came in.
 */
export const DATASET_OF_FORMAT: Readonly<Record<ListFormat, string>> = {
  'ofac-sdn': 'ofac-sdn',
  'ofac-xml': 'ofac-sdn',
  'un-xml': 'un',
  'eu-xml': 'eu',
  'eu-csv': 'eu',
  'uk-csv': 'uk',
  'us-csl-csv': 'us-csl',
  ftm: 'ftm',
  popolo: 'popolo',
  csv: 'csv',
};

/**
 * Which check looks at an entity of a category. Wanted persons, debarred parties and an organisation's own blocklist
 * are looked at with SANCTIONS, the one check that every profile has: nobody who is listed for a measure of any kind
 * is passed over because no check has its name.
 */
export const CHECK_OF_CATEGORY: Readonly<Record<ListCategory, AmlCheck>> = {
  SANCTIONS: 'SANCTIONS',
  WANTED: 'SANCTIONS',
  DEBARMENT: 'SANCTIONS',
  BLOCKLIST: 'SANCTIONS',
  PEP: 'PEP',
  RCA: 'PEP',
  ADVERSE_MEDIA: 'ADVERSE_MEDIA',
};

/** The category without which a check has no data: a blocklist alone does not make a sanctions check. */
const NEEDED: Readonly<Record<AmlCheck, ListCategory>> = {
  SANCTIONS: 'SANCTIONS',
  PEP: 'PEP',
  ADVERSE_MEDIA: 'ADVERSE_MEDIA',
};

/** Entities by ListCategory; a category without any is left out. */
export type CategoryCounts = Readonly<Record<string, number>>;

/** The checks that a list with these entities gives data for. */
export const checksServed = (categories: CategoryCounts): AmlCheck[] =>
  CHECKS.filter((check) => (categories[NEEDED[check]] ?? 0) > 0);

/** The checks that look at any of these entities: a blocklist is looked at, though it does not make a check. */
export const checksTouched = (categories: CategoryCounts): AmlCheck[] =>
  CHECKS.filter((check) =>
    Object.entries(CHECK_OF_CATEGORY).some(([category, other]) => other === check && (categories[category] ?? 0) > 0),
  );

/** The version of a list that serves, as it is stamped into records. */
export interface ActiveDataset {
  dataset: string;
  version: number;
  format: string;
  publishedAt: string | null;
  fetchedAt: Date;
  sha256: string;
  entities: number;
  categories: CategoryCounts;
  checkedAt: Date;
}
