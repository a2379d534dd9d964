import {
  BLOCKCHAIN_NAMES,
  BLOCKCHAINS,
  type Direction,
  type DirectionExposure,
  effectiveLabel,
  exposureFromSource,
  type Label,
  ONE,
  type Policy,
  policyHash,
  type Score,
  scoreOf,
} from '../../../engines/wallets/index.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import { COINS, toUnitsOf } from '../assets.ts';
import { type Assessment, chainDataUnavailable, type WalletStrategy } from '../strategy.ts';
import type { Wallet } from '../wallet.ts';
import { presentCoverage, presentEvidence, presentExposures } from './findings.ts';
import { DatabaseSource, labelRule, type NodeMask, toLabel } from './source.ts';
import * as store from './store.ts';

/** Assets looked at for one address. */
const MOST_ASSETS = 8;
/** Looks taken in all where an import changes the data in the middle of one. */
const LOOKS = 3;

/**
 * Production: imported labels and chain data, and the exposure engine.
 * @param maskOf what a walk is shown of a blockchain of which not everybody's payments are here; null shows all
 */
export function liveStrategy(
  policy: Policy,
  maskOf: (db: Queryable, blockchain: Wallet['blockchain']) => Promise<NodeMask | null> = async () => null,
): WalletStrategy {
  const stamp = { version: policy.version, hash: policyHash(policy) };
  return {
    testnet: false,
    assess: async (db, wallet) => {
      let state = await requireData(db, wallet);
      const mask = await maskOf(db, wallet.blockchain);
      for (let look = 1; ; look += 1) {
        const found = await assess(db, wallet, policy, state, mask);
        const after = await store.dataState(db, wallet.blockchain, wallet.parsed.family);
        const same = after.chainVersion === state.chainVersion && after.labelVersion === state.labelVersion;
        if (same || look === LOOKS) return { ...found, policy: { ...stamp }, dataVersion: versionOf(state) };
        state = after;
      }
    },
  };
}

export const versionOf = ({
  chainVersion,
  labelVersion,
}: Pick<store.DataState, 'chainVersion' | 'labelVersion'>): string =>
  `chain ${chainVersion ?? 0}, labels ${labelVersion}`;

/** The data version that a look would be taken on now, for every blockchain. */
export async function currentVersions(db: Queryable): Promise<{ blockchain: string; version: string }[]> {
  const [chains, labels] = await Promise.all([store.chainStates(db), store.labelState(db)]);
  return BLOCKCHAINS.map((blockchain) => ({
    blockchain,
    version: versionOf({
      chainVersion: chains.find((chain) => chain.blockchain === blockchain)?.version ?? null,
      labelVersion: labels.version,
    }),
  }));
}

/** @throws ApiError CHAIN_DATA_UNAVAILABLE where neither a label nor a payment is known of the blockchain */
async function requireData(db: Queryable, { blockchain, parsed }: Wallet): Promise<store.DataState> {
  const state = await store.dataState(db, blockchain, parsed.family);
  if (state.chainVersion !== null || state.hasLabels) return state;
  throw chainDataUnavailable(
    blockchain,
    `There are no labels and no chain data of ${BLOCKCHAIN_NAMES[blockchain]}. Import them with \`labels import\` ` +
      'and `chain import`, then try again. Nothing was recorded or charged.',
  );
}

interface Followed {
  asset: string | null;
  source: DatabaseSource | null;
  score: Score;
}

async function assess(
  db: Queryable,
  wallet: Wallet,
  policy: Policy,
  state: store.DataState,
  mask: NodeMask | null,
): Promise<Omit<Assessment, 'policy' | 'dataVersion'>> {
  const { blockchain, key } = wallet;
  const [ownLabels, node, assets] = await Promise.all([
    store.labelsOfKey(db, key),
    store.findNode(db, blockchain, key),
    store.assetsOf(db, blockchain, key, MOST_ASSETS),
  ]);
  const [ofCluster, size] = node?.clusterId
    ? await Promise.all([
        store.labelsOfNodes(db, [node.id], policy.minimumConfidence),
        store.clusterSize(db, node.clusterId),
      ])
    : [[], 1];
  const sure = (label: store.FoundLabel): boolean => label.confidence >= policy.ownLabelConfidence;
  const sanctions = ownLabels.flatMap((label) => (sure(label) && label.sanction ? [label.sanction] : []));
  const clusterLabel = effectiveLabel(
    ofCluster.filter(({ definesCluster }) => definesCluster).map(toLabel),
    labelRule(policy),
  );
  const ownLabel = effectiveLabel(
    [...ownLabels.map(toLabel), ...(clusterLabel ? [clusterLabel] : [])],
    labelRule(policy),
  );
  const about = { ownLabel, sanctioned: sanctions.length > 0 };

  const followed: Followed[] = [];
  for (const asset of node ? assets : [])
    followed.push(await follow(db, wallet, node?.id ?? 0, asset, policy, about, mask));
  const worst = followed.reduce<Followed | undefined>(
    (best, one) => (best && compare(best, one, blockchain) <= 0 ? best : one),
    undefined,
  );
  const { asset, source, score } = worst ?? {
    asset: null,
    source: null,
    score: scoreOf(input({ INCOMING: nothing('INCOMING'), OUTGOING: nothing('OUTGOING') }, 0n, about), policy),
  };
  return {
    riskScore: score.riskScore,
    riskLevel: score.riskLevel,
    topRisks: score.topRisks,
    exposures: presentExposures(score.exposures),
    sanctions: distinct(
      sanctions.map(({ list, program, entityId, listedAt }) => ({ list, program, entityId, listedAt })),
    ),
    labels: ownLabels.map(({ category, entity, confidence, source: from }) => ({
      category,
      entity,
      confidence,
      source: from,
    })),
    cluster: node?.clusterId
      ? {
          clusterId: `${blockchain}-${node.clusterId}`,
          size,
          entity: clusterLabel?.entity ?? null,
          category: clusterLabel?.category ?? null,
        }
      : null,
    asset,
    evidence: await presentEvidence(db, score, source && asset !== null ? { source, asset } : null),
    coverage: {
      INCOMING: presentCoverage(score.coverage.INCOMING),
      OUTGOING: presentCoverage(score.coverage.OUTGOING),
      height: state.height,
    },
  };
}

interface About {
  ownLabel: Label | undefined;
  sanctioned: boolean;
}

const input = (exposure: Record<Direction, DirectionExposure>, dust: bigint, { ownLabel, sanctioned }: About) => ({
  exposure,
  sanctioned,
  dust,
  ...(ownLabel ? { ownLabel } : {}),
});

/** Follows the value of one asset both ways. */
async function follow(
  db: Queryable,
  wallet: Wallet,
  node: number,
  asset: string,
  policy: Policy,
  about: About,
  mask: NodeMask | null,
): Promise<Followed> {
  const source = new DatabaseSource(db, asset, policy, mask);
  const [INCOMING, OUTGOING] = await Promise.all([
    exposureFromSource(source, node, 'INCOMING', policy.limits),
    exposureFromSource(source, node, 'OUTGOING', policy.limits),
  ]);
  const coin = COINS[wallet.blockchain];
  const dust = asset === coin.symbol ? toUnitsOf(BigInt(policy.dust[wallet.parsed.family] ?? '0'), coin.decimals) : 0n;
  return { asset, source, score: scoreOf(input({ INCOMING, OUTGOING }, dust, about), policy) };
}

/** An address that the chain data does not know: all of its value is of unknown origin. */
const nothing = (direction: Direction): DirectionExposure => ({
  direction,
  total: 0n,
  coverage: {
    exposure: 0,
    originUnknown: ONE,
    unattributedService: 0,
    belowThreshold: 0,
    truncated: 0,
    beyondHorizon: 0,
  },
  exposures: [],
  edgesSeen: 0,
});

/** The asset that decides: of the highest score; else the chain's own coin; else the one with most counterparties. */
function compare(a: Followed, b: Followed, blockchain: Wallet['blockchain']): number {
  if (a.score.riskScore !== b.score.riskScore) return b.score.riskScore - a.score.riskScore;
  return Number(b.asset === COINS[blockchain].symbol) - Number(a.asset === COINS[blockchain].symbol);
}

function distinct(sanctions: Assessment['sanctions']): Assessment['sanctions'] {
  return [...new Map(sanctions.map((one) => [JSON.stringify(one), one])).values()];
}
