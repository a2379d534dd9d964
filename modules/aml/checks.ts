import { PRICES, type CreditOperation } from '../../contract/prices.ts';
import { DEFAULT_THRESHOLD } from '../../contract/aml.ts';
import type { Issue } from '../../contract/errors.ts';
import { type AmlCheck, CHECKS } from './lists/datasets.ts';

export type Profile = 'BASIC' | 'ENHANCED';
export type CheckState = 'PERFORMED' | 'NOT_PERFORMED';

/** What is asked for, settled: kept with screenings, monitors and batches. */
export interface Configuration {
  profile: Profile | null;
  checks: AmlCheck[];
  threshold: number;
  /** Null: every list. */
  datasets: string[] | null;
}

const PROFILE_CHECKS: Readonly<Record<Profile, readonly AmlCheck[]>> = {
  BASIC: ['SANCTIONS', 'PEP'],
  ENHANCED: ['SANCTIONS', 'PEP', 'ADVERSE_MEDIA'],
};

interface Asked {
  profile?: Profile;
  checks?: AmlCheck[];
  threshold?: number;
  datasets?: string[];
}

export function configurationIssues(asked: Readonly<Record<string, unknown>>): Issue[] {
  if (asked['profile'] === undefined || asked['checks'] === undefined) return [];
  return [{ path: '/checks', code: 'MUTUALLY_EXCLUSIVE', message: 'must be left out where profile is given' }];
}

/** BASIC where neither profile nor checks is named; checks in one order, whatever the order asked in. */
export function configurationOf(asked: Asked): Configuration {
  const profile = asked.profile ?? (asked.checks === undefined ? 'BASIC' : null);
  const checks = profile === null ? (asked.checks ?? []) : PROFILE_CHECKS[profile];
  return {
    profile,
    checks: CHECKS.filter((check) => checks.includes(check)),
    threshold: asked.threshold ?? DEFAULT_THRESHOLD,
    datasets: asked.datasets === undefined ? null : asked.datasets.toSorted(),
  };
}

/**
 * Credits of a screening: the profile's price, and never more than the sum of the checks performed; or the sum of the
 * checks asked for one by one.
 */
export function priceOf(
  { profile }: Pick<Configuration, 'profile'>,
  performed: readonly AmlCheck[],
): { operation: CreditOperation; amount: number } {
  const sum = performed.reduce((total, check) => total + PRICES[`AML_${check}`], 0);
  if (profile !== null) return { operation: `AML_${profile}`, amount: Math.min(PRICES[`AML_${profile}`], sum) };
  const [only] = performed;
  return { operation: performed.length === 1 && only ? `AML_${only}` : 'AML_SCREENING', amount: sum };
}
