import { DEFAULT_POLICY, policyHash } from '../../../engines/wallets/index.ts';
import type { Assessment } from '../strategy.ts';

const nowhere = () => ({
  exposure: 0,
  originUnknown: 1,
  unattributedService: 0,
  belowThreshold: 0,
  truncated: 0,
  beyondHorizon: 0,
});

/** What is known of an address of which nothing is known: of one that is still asked for, too. */
export const nothingKnown = (): Assessment => ({
  riskScore: 0,
  riskLevel: 'UNKNOWN',
  topRisks: [],
  exposures: [],
  sanctions: [],
  labels: [],
  cluster: null,
  asset: null,
  evidence: [],
  dataVersion: 'chain 0, labels 0',
  policy: { version: DEFAULT_POLICY.version, hash: policyHash(DEFAULT_POLICY) },
  coverage: { INCOMING: nowhere(), OUTGOING: nowhere(), height: null },
});
