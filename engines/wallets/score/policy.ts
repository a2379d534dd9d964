import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { WalkLimits } from '../exposure/walk.ts';
import { CATEGORIES, type Category } from '../labels.ts';

/** How heavily a category weighs. */
export type CategoryRule = {
  /** Score of a full direct exposure, 0 to 100. */
  weight: number;
  /** Percent of the value at which an exposure is full. */
  fullAtPercent: number;
};

/** All that a score depends on besides the graph and the labels. One page, readable by who answers for it. */
export type Policy = {
  version: string;
  categories: Record<Category, CategoryRule>;
  /** What is left of an exposure's weight with each further hop, in percent. */
  decayPercentPerHop: number;
  /** Labels less sure than this are shown and do not count. */
  minimumConfidence: number;
  /** Own labels at least this sure give the address their category's whole weight; a sanctioned address has one. */
  ownLabelConfidence: number;
  /** Least score of an address that dealt directly, above dust, with a sanctioned one. */
  directSanctionsFloor: number;
  /** Value up to which a direct dealing is dust, by chain family, in the chain's smallest unit (wei for EVM). */
  dust: Record<string, string>;
  /** The same of tokens, which have no unit in common. Policies from before it was named have none: nothing is dust. */
  tokenDust?: {
    /** Of well-known tokens, by symbol: an amount of the token, such as 0.1. */
    amounts: Record<string, string>;
    /** Of any other, whose worth is not known: millionths of all that the address ever received in it. */
    otherPerMillion: number;
  };
  /** Percent of the value whose origin must be known before a low score may be called LOW. */
  knownPercentForLow: number;
  /** Least score of each level. */
  levels: { MEDIUM: number; HIGH: number; CRITICAL: number };
  limits: WalkLimits;
};

/** The policy that applies where an organisation has none of its own. */
export const DEFAULT_POLICY: Policy = {
  version: '2026-11-21.2',
  categories: {
    SANCTIONS: { weight: 100, fullAtPercent: 1 },
    TERRORISM: { weight: 100, fullAtPercent: 1 },
    CHILD_ABUSE_MATERIAL: { weight: 100, fullAtPercent: 1 },
    RANSOMWARE: { weight: 90, fullAtPercent: 5 },
    DARKNET_MARKETS: { weight: 90, fullAtPercent: 5 },
    STOLEN_FUNDS: { weight: 90, fullAtPercent: 5 },
    SCAM: { weight: 80, fullAtPercent: 5 },
    FRAUD_SHOP: { weight: 80, fullAtPercent: 5 },
    MIXER: { weight: 75, fullAtPercent: 10 },
    NO_KYC_EXCHANGE: { weight: 50, fullAtPercent: 25 },
    GAMBLING: { weight: 40, fullAtPercent: 25 },
    EXCHANGE: { weight: 0, fullAtPercent: 100 },
    MINING: { weight: 0, fullAtPercent: 100 },
    DEFI: { weight: 0, fullAtPercent: 100 },
    BRIDGE: { weight: 0, fullAtPercent: 100 },
    PAYMENT_PROCESSOR: { weight: 0, fullAtPercent: 100 },
    WALLET_SERVICE: { weight: 0, fullAtPercent: 100 },
    OTHER: { weight: 0, fullAtPercent: 100 },
  },
  decayPercentPerHop: 60,
  minimumConfidence: 20,
  ownLabelConfidence: 50,
  directSanctionsFloor: 90,
  dust: {
    btc: '1000',
    ltc: '10000',
    doge: '100000000',
    bch: '1000',
    evm: '10000000000000',
    trx: '100000',
    sol: '100000',
    xrp: '10000',
    xmr: '0',
  },
  tokenDust: {
    amounts: {
      USDT: '0.1',
      USDC: '0.1',
      DAI: '0.1',
      BUSD: '0.1',
      TUSD: '0.1',
      FDUSD: '0.1',
      PYUSD: '0.1',
      USDD: '0.1',
      EURC: '0.1',
      WETH: '0.00001',
      WBTC: '0.00001',
    },
    otherPerMillion: 1,
  },
  knownPercentForLow: 50,
  levels: { MEDIUM: 25, HIGH: 50, CRITICAL: 75 },
  limits: { maxHops: 5, shareThreshold: 0.0001, edgeBudget: 20_000, serviceDegree: 1000, timeOrdered: false },
};

/** One thing wrong with a policy: where, and what it must be. */
export type PolicyIssue = { path: string; message: string };

/** Everything that is wrong with a policy an organisation sends; empty where it can be used. */
export function policyIssues(policy: Policy): PolicyIssue[] {
  const issues: PolicyIssue[] = [];
  const within = (path: string, value: unknown, least: number, most: number, whole: boolean): void => {
    const fits = typeof value === 'number' && value >= least && value <= most && (!whole || Number.isInteger(value));
    if (!fits) issues.push({ path, message: `must be a ${whole ? 'whole ' : ''}number from ${least} to ${most}` });
  };
  if (typeof policy.version !== 'string' || policy.version === '' || policy.version.length > 64) {
    issues.push({ path: '/version', message: 'must be a text of 1 to 64 characters' });
  }
  for (const category of CATEGORIES) {
    const rule: CategoryRule | undefined = policy.categories[category];
    within(`/categories/${category}/weight`, rule?.weight, 0, 100, true);
    within(`/categories/${category}/fullAtPercent`, rule?.fullAtPercent, 1, 100, true);
  }
  within('/decayPercentPerHop', policy.decayPercentPerHop, 0, 100, true);
  within('/minimumConfidence', policy.minimumConfidence, 0, 100, true);
  within('/ownLabelConfidence', policy.ownLabelConfidence, 0, 100, true);
  within('/directSanctionsFloor', policy.directSanctionsFloor, 0, 100, true);
  within('/knownPercentForLow', policy.knownPercentForLow, 0, 100, true);
  const { MEDIUM, HIGH, CRITICAL } = policy.levels;
  within('/levels/MEDIUM', MEDIUM, 1, 100, true);
  within('/levels/HIGH', HIGH, MEDIUM, 100, true);
  within('/levels/CRITICAL', CRITICAL, HIGH, 100, true);
  within('/limits/maxHops', policy.limits.maxHops, 1, 10, true);
  within('/limits/shareThreshold', policy.limits.shareThreshold, 0.000001, 1, false);
  // Shares are counted in whole billionths; so is what they are compared with.
  if (Math.abs(policy.limits.shareThreshold * 1e9 - Math.round(policy.limits.shareThreshold * 1e9)) > 1e-6) {
    issues.push({ path: '/limits/shareThreshold', message: 'must have at most nine decimals' });
  }
  within('/limits/edgeBudget', policy.limits.edgeBudget, 100, 10_000_000, true);
  within('/limits/serviceDegree', policy.limits.serviceDegree, 2, 100_000_000, true);
  for (const [family, amount] of Object.entries(policy.dust)) {
    if (!/^\d{1,30}$/.test(amount))
      issues.push({ path: `/dust/${family}`, message: 'must be a whole amount, as text' });
  }
  if (policy.tokenDust) {
    for (const [token, amount] of Object.entries(policy.tokenDust.amounts)) {
      if (!/^\d{1,20}(\.\d{1,8})?$/.test(amount)) {
        issues.push({ path: `/tokenDust/amounts/${token}`, message: 'must be a decimal amount, as text' });
      }
    }
    within('/tokenDust/otherPerMillion', policy.tokenDust.otherPerMillion, 0, 1_000_000, true);
  }
  return issues;
}

/** SHA-256, in hex, of a policy with its keys in order: the same policy always has the same hash. */
export function policyHash(policy: Policy): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(policy))));
}

function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonicalJson(one)}`).join(',')}}`;
}
