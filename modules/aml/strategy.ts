import type { CheckState, Configuration } from './checks.ts';
import type { AmlCheck } from './lists/datasets.ts';
import type { FoundEntity } from './match.ts';
import type { Subject, SubjectNormalized } from './subject.ts';
import type { Tenant } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/sql.ts';

/** A list as it stood when it was searched. */
export interface DatasetStamp {
  dataset: string;
  version: number;
  publishedAt: string | null;
  fetchedAt: string;
  sha256: string;
  entities: number;
}

/** What a screening will be made with: settled before it begins, and written into its record. */
export interface Plan {
  algorithmVersion: string;
  datasets: DatasetStamp[];
  checks: Record<string, CheckState>;
  performed: AmlCheck[];
}

export interface Findings {
  matches: FoundEntity[];
  more: boolean;
  suppressed: FoundEntity[];
}

export interface SubjectToFind {
  subject: Subject;
  normalized: SubjectNormalized;
}

/** By list: entities that are taken out before the best are chosen. */
export type TakenOut = Readonly<Record<string, readonly string[]>>;

/** Where the outcome of a screening comes from: the lists and the name engine, or the sandbox's rules. */
export interface Strategy {
  /** Waits, for a bounded time, until there is something to plan with. */
  ready(): Promise<void>;
  /** @throws ApiError WATCHLISTS_UNAVAILABLE; VALIDATION_ERROR where a list is named that there is none of */
  plan(configuration: Configuration): Plan;
  /** Whether a search that is begun now runs on the lists of the plan. */
  stands(plan: Plan): boolean;
  /** The plan with the organisation's own blocklist, where that is to be searched too. */
  withOwn(plan: Plan, configuration: Configuration, tenant: Tenant, version: number | null): Promise<Plan>;
  /** @param patient whether nobody waits for the outcome at this moment, so that others may go first */
  search(
    db: Queryable,
    tenant: Tenant,
    plan: Plan,
    subject: SubjectToFind,
    configuration: Configuration,
    takenOut: TakenOut,
    patient?: boolean,
  ): Promise<Findings>;
  /** Digest of what is material of an entity that the store of lists does not know; null where it is unknown here too. */
  materialOf(dataset: string, entityId: string): string | null;
}

/** Most matches that a record shows. */
export const MATCH_LIMIT = 50;
