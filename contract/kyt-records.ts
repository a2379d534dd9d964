import Type from 'typebox';
import { anyId, callbackUrl, DateTime, id, Metadata, nullable, oneOf, organizationId, strict } from './common.ts';

export const BLOCKCHAINS = [
  'BTC',
  'LTC',
  'DOGE',
  'BCH',
  'ETH',
  'BSC',
  'POLYGON',
  'ARBITRUM',
  'OPTIMISM',
  'BASE',
  'AVALANCHE',
  'TRX',
  'SOL',
  'XRP',
  'XMR',
] as const;
export type Blockchain = (typeof BLOCKCHAINS)[number];

/** What an entity behind an address does: in labels, exposures and topRisks. */
export const RISK_CATEGORIES = [
  'SANCTIONS',
  'TERRORISM',
  'CHILD_ABUSE_MATERIAL',
  'RANSOMWARE',
  'DARKNET_MARKETS',
  'STOLEN_FUNDS',
  'SCAM',
  'FRAUD_SHOP',
  'MIXER',
  'NO_KYC_EXCHANGE',
  'GAMBLING',
  'EXCHANGE',
  'MINING',
  'DEFI',
  'BRIDGE',
  'PAYMENT_PROCESSOR',
  'WALLET_SERVICE',
  'OTHER',
] as const;
export type RiskCategory = (typeof RISK_CATEGORIES)[number];

export const CHECK_STATUSES = ['PROCESSING', 'COMPLETED'] as const;
export const RISK_LEVELS = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL', 'UNKNOWN'] as const;
export const DIRECTIONS = ['INCOMING', 'OUTGOING'] as const;
export const WALLET_MONITOR_STATUSES = ['ACTIVE', 'SUSPENDED', 'ENDED'] as const;
export const ADDRESS_LIMIT = 1023;

const text = Type.String();
const category = oneOf(RISK_CATEGORIES);
const blockchain = oneOf(BLOCKCHAINS);
const direction = oneOf(DIRECTIONS);
const score = Type.Integer({ minimum: 0, maximum: 100 });
const riskLevel = oneOf(RISK_LEVELS, {
  description:
    'LOW < 25, MEDIUM < 50, HIGH < 75, CRITICAL; UNKNOWN where no risk was found but too little was known to say LOW',
});
const share = (description?: string) =>
  Type.Number({ minimum: 0, maximum: 1, ...(description ? { description } : {}) });
const contribution = Type.Integer({ minimum: 0, maximum: 100, description: 'Points of riskScore' });
const hops = Type.Integer({ minimum: 0, description: '0 is the address itself' });
const value = Type.String({
  pattern: '^\\d{1,40}(\\.\\d{1,18})?$',
  description: 'Decimal amount of the asset: 1 is one coin',
});
const since = nullable(DateTime);
const addressText = Type.String({
  minLength: 1,
  maxLength: ADDRESS_LIMIT,
  description: 'Checksum included; no white space around it',
});
const metadata = Type.Record(Type.String(), Type.String());
const alongside = { callbackUrl, metadata: Type.Optional(Metadata), organizationId };

export const CheckInput = strict({
  address: addressText,
  blockchain: Type.Optional(
    oneOf(BLOCKCHAINS, { description: 'May be left out where the form of the address fits one only' }),
  ),
  applicantId: Type.Optional(anyId()),
  ...alongside,
});

export const WalletMonitorInput = strict({
  address: addressText,
  blockchain: CheckInput.properties.blockchain,
  threshold: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      default: 0,
      description: 'A change is told where the score before or after it is at least this',
    }),
  ),
  ...alongside,
});

export const Exposure = strict({
  category,
  entity: Type.String({
    description: 'Who; `N more` where a record has more exposures than it shows: those that count least, put together',
  }),
  direction,
  kind: oneOf(['DIRECT', 'INDIRECT'], { description: 'DIRECT: 0 or 1 hops' }),
  value,
  share: share('Of all value that came in (INCOMING) or went out (OUTGOING) at the address'),
  hops,
  contribution,
  confidence: Type.Integer({ minimum: 0, maximum: 100, description: 'How sure the label is' }),
  dust: Type.Boolean({ description: 'A direct dealing too small to mean anything: anyone can send such' }),
});

export const Sanction = strict({
  list: text,
  program: nullable(text),
  entityId: nullable(text),
  listedAt: nullable(text),
});

export const WalletLabel = strict({
  category,
  entity: text,
  confidence: Type.Integer({ minimum: 0, maximum: 100 }),
  source: text,
});

export const Cluster = strict(
  {
    clusterId: text,
    size: Type.Integer({ minimum: 1, description: 'Addresses held by one owner, as far as known' }),
    entity: nullable(text),
    category: nullable(category),
  },
  { description: 'Addresses that were spent from together' },
);

const Step = strict({
  from: Type.String({ description: 'Address' }),
  to: Type.String({ description: 'Address' }),
  value,
  firstAt: since,
  lastAt: since,
});

export const EvidencePath = strict(
  {
    category,
    entity: text,
    direction,
    hops,
    share: share('Of all value at the address, what came or went by this path'),
    contribution: Type.Number({ minimum: 0, maximum: 100, description: 'Points of riskScore that this path carries' }),
    timing: oneOf(['BEFORE', 'AFTER', 'BOTH', 'UNKNOWN'], {
      description: 'When value moved, against the day on which the entity was designated',
    }),
    steps: Type.Array(Step, { description: 'In the order in which the value moved; none for the address itself' }),
  },
  { description: 'One way that value took between the address and an entity' },
);

const DirectionCoverage = strict(
  {
    exposure: share('Reached labelled entities'),
    originUnknown: share('Reached addresses beyond which nothing is known'),
    unattributedService: share('Reached services of unknown name'),
    belowThreshold: share('Split into parts too small to follow'),
    truncated: share('Not followed: too many edges'),
    beyondHorizon: share('Not followed: too many hops'),
  },
  { description: 'Shares of value; they sum to 1' },
);

/** What chain data that came from a provider may lack. */
export const MISSING_CHAIN_DATA = [
  'MORE_PAYMENTS',
  'NATIVE_PAYMENTS',
  'COUNTERPARTIES',
  'EARLIER_BLOCKS',
  'LATER_BLOCKS',
  'PROVIDER_UNAVAILABLE',
] as const;

const ProviderCoverage = strict(
  {
    name: text,
    complete: Type.Boolean({ description: 'Nothing is missing' }),
    fetchedAt: nullable(DateTime),
    counterparties: Type.Integer({ minimum: 0, description: 'Whose payments were fetched too, hop by hop' }),
    counterpartiesMissing: Type.Integer({
      minimum: 0,
      description: 'Whose payments would matter and were not fetched',
    }),
    missing: Type.Array(
      oneOf(MISSING_CHAIN_DATA, {
        description:
          'MORE_PAYMENTS: of the address itself not all payments are here. NATIVE_PAYMENTS: the provider tells of ' +
          'tokens only. COUNTERPARTIES: of some counterparties no payments are here. EARLIER_BLOCKS, LATER_BLOCKS: ' +
          'the data begin later, or end earlier, than the chain. PROVIDER_UNAVAILABLE: it did not answer',
      }),
    ),
  },
  { description: 'Present where a provider of chain data is asked for this blockchain: what came of it' },
);

export const Coverage = strict({
  INCOMING: DirectionCoverage,
  OUTGOING: DirectionCoverage,
  height: nullable(Type.Integer({ minimum: 0, description: 'Last block of the chain data, where it tells' })),
  provider: Type.Optional(ProviderCoverage),
});

export const PolicyStamp = strict({
  version: text,
  hash: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the weights' }),
});

/** What was found out about an address. */
export const Assessment = strict({
  riskScore: score,
  riskLevel,
  topRisks: Type.Array(category, { description: 'By contribution, the heaviest first' }),
  exposures: Type.Array(Exposure, { description: 'Their contributions add up to riskScore' }),
  sanctions: Type.Array(Sanction, { description: 'Lists that the address itself is on' }),
  labels: Type.Array(WalletLabel),
  cluster: nullable(Cluster),
  asset: nullable(
    Type.String({
      description:
        'Whose value was followed; where the address dealt in several, the one with the highest score. null where the ' +
        'chain data does not know the address',
    }),
  ),
  evidence: Type.Array(EvidencePath, { description: 'The paths that carry most of the score' }),
  dataVersion: Type.String({ description: 'The chain data and labels as they stood' }),
  policy: PolicyStamp,
  coverage: Coverage,
});

export const CheckSummary = strict({
  checkId: id('chk'),
  id: id('chk'),
  applicantId: nullable(id('app')),
  address: Type.String({ description: 'As sent' }),
  addressNormalized: Type.String({ description: 'The one spelling of this address' }),
  blockchain,
  status: oneOf(CHECK_STATUSES),
  riskScore: score,
  riskLevel,
  topRisks: Assessment.properties.topRisks,
  metadata,
  createdAt: DateTime,
  completedAt: nullable(DateTime),
});

export const Check = strict({ ...CheckSummary.properties, ...Assessment.properties });

const NODE_KINDS = ['SUBJECT', 'ENTITY', 'ADDRESS', 'FOLDED'] as const;
export const CheckGraph = strict({
  checkId: id('chk'),
  nodes: Type.Array(
    strict({
      id: text,
      kind: oneOf(NODE_KINDS, {
        description:
          'SUBJECT: the address checked; ENTITY: labelled; ADDRESS: on the way; FOLDED: several entities that count least',
      }),
      address: nullable(Type.String({ description: 'null: an entity, of which no path is kept' })),
      entity: nullable(text),
      category: nullable(category),
      hops,
    }),
    { maxItems: 200, description: 'Layered by hop' },
  ),
  edges: Type.Array(
    strict({
      id: text,
      from: Type.String({ description: 'Node from which value moved' }),
      to: Type.String({ description: 'Node to which value moved' }),
      direction,
      value: nullable(value),
      share: share('Of all value at the address, what this edge carried on the paths kept'),
      firstAt: since,
      lastAt: since,
    }),
  ),
});

export const WalletMonitor = strict({
  monitoringId: id('mon'),
  id: id('mon'),
  status: oneOf(WALLET_MONITOR_STATUSES),
  statusReason: nullable(oneOf(['INSUFFICIENT_CREDITS', 'DELETED'])),
  address: CheckSummary.properties.address,
  addressNormalized: CheckSummary.properties.addressNormalized,
  blockchain,
  threshold: score,
  riskScore: score,
  riskLevel,
  lastRunAt: DateTime,
  nextChargeAt: nullable(DateTime),
  suspendedAt: nullable(DateTime),
  endedAt: nullable(DateTime),
  metadata,
  createdAt: DateTime,
});

const percent = Type.Integer({ minimum: 0, maximum: 100 });

export const WalletPolicyInForce = strict({
  version: Type.String(),
  hash: Type.String({ description: 'SHA-256 of the policy, its keys in order' }),
  own: Type.Boolean({ description: "True where it is the organisation's own" }),
  policy: strict({
    version: Type.String(),
    categories: Type.Record(Type.String(), strict({ weight: percent, fullAtPercent: percent }), {
      description: 'Score of a full direct exposure, and the percent of the value at which it is full',
    }),
    decayPercentPerHop: percent,
    minimumConfidence: percent,
    ownLabelConfidence: percent,
    directSanctionsFloor: percent,
    dust: Type.Record(Type.String(), Type.String(), {
      description: "Direct dealings up to this are dust: by chain family, in the smallest unit of the chain's coin",
    }),
    tokenDust: Type.Optional(
      strict({
        amounts: Type.Record(Type.String(), Type.String(), { description: 'By symbol, in whole tokens' }),
        otherPerMillion: Type.Integer({
          minimum: 0,
          maximum: 1_000_000,
          description: 'Of any other token: millionths of all that the address ever received in it',
        }),
      }),
    ),
    knownPercentForLow: percent,
    levels: strict({ MEDIUM: percent, HIGH: percent, CRITICAL: percent }),
    limits: strict({
      maxHops: Type.Integer({ minimum: 1 }),
      shareThreshold: Type.Number({ minimum: 0, maximum: 1 }),
      edgeBudget: Type.Integer({ minimum: 1 }),
      serviceDegree: Type.Integer({ minimum: 1 }),
      timeOrdered: Type.Boolean(),
    }),
  }),
});
