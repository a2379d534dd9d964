import type { ScreeningPolicy } from '../../../contract/dashboard/policies.ts';
import { isWalletPolicy, type WalletPolicy } from './policy.tsx';

/** What is being changed: numbers by place, as they were written. */
export type Draft = Readonly<Record<string, string>>;

const LEVELS = ['MEDIUM', 'HIGH', 'CRITICAL'] as const;

/** A share as percent, without the noise of binary fractions. */
const percentText = (share: number): string => String(Number((share * 100).toFixed(7)));

/** Every number of a policy that may be changed here, by its place. */
export function draftOf(policy: WalletPolicy | ScreeningPolicy): Draft {
  if (!isWalletPolicy(policy)) return { threshold: String(policy.threshold) };
  const draft: Record<string, string> = {
    decayPercentPerHop: String(policy.decayPercentPerHop),
    knownPercentForLow: String(policy.knownPercentForLow),
    minimumConfidence: String(policy.minimumConfidence),
    ownLabelConfidence: String(policy.ownLabelConfidence),
    'limits.maxHops': String(policy.limits.maxHops),
    'limits.sharePercent': percentText(policy.limits.shareThreshold),
  };
  for (const [family, amount] of Object.entries(policy.dust)) draft[`dust.${family}`] = amount;
  for (const level of LEVELS) draft[`levels.${level}`] = String(policy.levels[level]);
  for (const [category, { weight, fullAtPercent }] of Object.entries(policy.categories)) {
    draft[`weight.${category}`] = String(weight);
    draft[`full.${category}`] = String(fullAtPercent);
  }
  return draft;
}

const numberOf = (text: string | undefined): number =>
  /^\d{1,3}(\.\d+)?$/.test(text ?? '') ? Number(text) : Number.NaN;

/** What is wrong with a number, in words; null: nothing. */
export function faultOf(place: string, draft: Draft): string | null {
  const text = draft[place] ?? '';
  if (place.startsWith('dust.')) return /^\d{1,30}$/.test(text) ? null : 'A whole number of smallest units.';
  if (place === 'limits.sharePercent') {
    const share = /^\d{1,3}(\.\d{1,7})?$/.test(text) ? Number(text) : Number.NaN;
    return share >= 0.0001 && share <= 100 ? null : 'From 0.0001 to 100, seven decimals at most.';
  }
  const value = numberOf(draft[place]);
  if (Number.isNaN(value) || value < 0 || value > 100) return 'A number from 0 to 100.';
  if (place === 'limits.maxHops' && (value < 1 || value > 10)) return 'From 1 to 10.';
  if (place.startsWith('full.') && value === 0) return 'More than 0.';
  if (!Number.isInteger(value)) return 'A whole number.';
  if (place === 'levels.HIGH' && value < numberOf(draft['levels.MEDIUM'])) return 'Not below medium.';
  if (place === 'levels.CRITICAL' && value < numberOf(draft['levels.HIGH'])) return 'Not below high.';
  return null;
}

/** The policy that the draft makes of the one it was begun from; its version is named by its date. */
export function policyOf(from: WalletPolicy | ScreeningPolicy, draft: Draft, version: string): Record<string, unknown> {
  if (!isWalletPolicy(from)) return { version, threshold: numberOf(draft['threshold']) };
  return {
    ...from,
    version,
    decayPercentPerHop: numberOf(draft['decayPercentPerHop']),
    knownPercentForLow: numberOf(draft['knownPercentForLow']),
    minimumConfidence: numberOf(draft['minimumConfidence']),
    ownLabelConfidence: numberOf(draft['ownLabelConfidence']),
    dust: Object.fromEntries(Object.keys(from.dust).map((family) => [family, draft[`dust.${family}`] ?? '0'])),
    limits: {
      ...from.limits,
      maxHops: numberOf(draft['limits.maxHops']),
      shareThreshold: Number((Number(draft['limits.sharePercent']) / 100).toFixed(9)),
    },
    levels: {
      MEDIUM: numberOf(draft['levels.MEDIUM']),
      HIGH: numberOf(draft['levels.HIGH']),
      CRITICAL: numberOf(draft['levels.CRITICAL']),
    },
    categories: Object.fromEntries(
      Object.keys(from.categories).map((category) => [
        category,
        { weight: numberOf(draft[`weight.${category}`]), fullAtPercent: numberOf(draft[`full.${category}`]) },
      ]),
    ),
  };
}

export const changesOf = (before: Draft, after: Draft): string[] =>
  Object.keys(before).filter((place) => before[place] !== after[place]);
