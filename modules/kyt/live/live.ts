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
import type { Database } from '../../../platform/database/database.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import { COINS } from '../assets.ts';
import type { WalletGraphs } from '../graph/memory/graphs.ts';
import { withSnapshot } from '../graph/snapshot.ts';
import { edgesWithin, type OwnCluster } from '../graph/store.ts';
import { type Assessment, chainDataUnavailable, type WalletStrategy } from '../strategy.ts';
import { Together } from '../together.ts';
import type { Wallet } from '../wallet.ts';
import { assetsOfWorth, dustOf } from './dust.ts';
import { presentCoverage, presentEvidence, presentExposures } from './findings.ts';
import { type Found, MemoryWalks, type OwnPayments, type Walked } from './memory-walks.ts';
import { DatabaseSource, labelRule, type NodeMask, toLabel } from './source.ts';
import { type Step, StepBook } from './steps.ts';
import * as store from './store.ts';

/** Assets looked at for one address: those of worth, then those with most counterparties. */
const MOST_ASSETS = 8;

/** What production looks into besides the transaction of a request. */
export interface LiveData {
  /** Looks that are taken outside of any transaction over this are asked together. */
  db: Queryable;
  /** Where these are asked, if not over the same. */
  questions?: Queryable;
  /** For walks: connections that wait for nothing else of this process. */
  reads: Database;
  /** The arrays of this process; null where none are kept. */
  graphs: WalletGraphs | null;
  /** What a walk is shown of a blockchain of which not everybody's payments are here; null shows all. */
  maskOf(db: Queryable, blockchain: Wallet['blockchain']): Promise<NodeMask | null>;
}

/**
 * Production: imported labels and chain data, and the exposure engine. Everything in an assessment is of one moment:
 * where an import commits in the middle of one, it is made again from a snapshot of the database.
 */
export function liveStrategy(
  policy: Policy,
  { db: common, questions = common, reads, graphs, maskOf }: LiveData,
): WalletStrategy {
  const stamp = { version: policy.version, hash: policyHash(policy) };
  const memory = graphs && new MemoryWalks(graphs);
  const books: Books = { addresses: new store.AddressBook(), steps: new StepBook() };
  const ofWorth = store.textsOf(assetsOfWorth(policy));
  const together = questionsOf(questions, books, ofWorth);
  const look = async (db: Queryable, walks: Queryable, wallet: Wallet, inMemory: MemoryWalks | null) => {
    const { blockchain, key, parsed } = wallet;
    const { lookUp, stepsOf } = db === common ? together : questionsOf(db, books, ofWorth);
    const known = await lookUp({ blockchain, family: parsed.family, key });
    requireData(known.state, blockchain);
    const mask = await maskOf(db, blockchain);
    const asked: Asked = { db, walks, memory: inMemory, stepsOf };
    const { found, isOfOneMoment } = await assess(asked, wallet, policy, known, mask);
    const assessment = { ...found, policy: { ...stamp }, dataVersion: versionOf(known.state) };
    return { assessment, isOfOneMoment, state: known.state };
  };
  return {
    testnet: false,
    assess: async (db, wallet) => {
      const { assessment, isOfOneMoment, state } = await look(db, reads, wallet, memory);
      if (isOfOneMoment) return assessment;
      if (store.isSame(await store.dataState(db, wallet.blockchain, wallet.parsed.family), state)) return assessment;
      return withSnapshot(reads, async (snapshot) => (await look(snapshot, snapshot, wallet, null)).assessment);
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
function requireData({ chainVersion, hasLabels }: store.DataState, blockchain: Wallet['blockchain']): void {
  if (chainVersion !== null || hasLabels) return;
  throw chainDataUnavailable(
    blockchain,
    `There are no labels and no chain data of ${BLOCKCHAIN_NAMES[blockchain]}. Import them with \`labels import\` ` +
      'and `chain import`, then try again. Nothing was recorded or charged.',
  );
}

interface Followed {
  asset: string | null;
  labelOf: Found['labelOf'];
  inMemory: boolean;
  score: Score;
  /** More of it than dust was dealt in, and it is of worth. */
  weighs: boolean;
}

/** Where an assessment asks: short questions, walks, and the arrays in memory. */
interface Asked {
  db: Queryable;
  walks: Queryable;
  memory: MemoryWalks | null;
  /** The payments of paths, and which chain data each is of. @param chainVersion what the assessment is of */
  stepsOf(question: store.EdgeQuestion, chainVersion: number | null): Promise<ReadonlyMap<string, Step>>;
}

/** What is remembered between assessments. */
interface Books {
  addresses: store.AddressBook;
  steps: StepBook;
}

/** Questions that come at the same time, asked in one statement each. */
function questionsOf(db: Queryable, { addresses, steps }: Books, ofWorth: string) {
  const lookUps = new Together((questions: readonly store.Question[]) =>
    store.lookUp(db, questions, { most: MOST_ASSETS, first: ofWorth }),
  );
  const details = new Together((questions: readonly store.EdgeQuestion[]) =>
    store.edgeDetails(db, questions, addresses),
  );
  return {
    lookUp: (question: store.Question) => lookUps.ask(question),
    stepsOf: (question: store.EdgeQuestion, chainVersion: number | null) =>
      steps.of(question, chainVersion, (asked) => details.ask(asked)),
  };
}

/** @returns besides, whether all of it is known to be of one moment of the data */
async function assess(
  asked: Asked,
  wallet: Wallet,
  policy: Policy,
  { state, labels: ownLabels, node, assets }: store.LookedUp,
  mask: NodeMask | null,
): Promise<{ found: Omit<Assessment, 'policy' | 'dataVersion'>; isOfOneMoment: boolean }> {
  const { db } = asked;
  const { blockchain } = wallet;
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
  for (const asset of node ? assets : []) {
    const own =
      node?.clusterId && clusterLabel
        ? await ownPayments(asked.walks, node.id, { clusterId: node.clusterId, ...clusterLabel }, policy, asset)
        : undefined;
    const walked = { blockchain, family: wallet.parsed.family, asset, node: node?.id ?? 0, versions: state, own };
    followed.push(await follow(asked, walked, policy, about, mask));
  }
  const worst = followed.reduce<Followed | undefined>(
    (best, one) => (best && compare(best, one, blockchain) <= 0 ? best : one),
    undefined,
  );
  const { asset, labelOf, score } = worst ?? {
    asset: null,
    labelOf: () => undefined,
    score: scoreOf(input({ INCOMING: nothing('INCOMING'), OUTGOING: nothing('OUTGOING') }, 0n, about), policy),
  };
  // What was walked over is of the versions looked up, labels included; so is what is shown where its payments are.
  const { chainVersion } = state;
  const { evidence, isOfOneMoment: isShownAsWalked } = await presentEvidence(
    (question) => asked.stepsOf(question, chainVersion),
    score,
    asset === null ? null : { labelOf, asset, blockchain },
    (step) => step.chainVersion === chainVersion,
  );
  const isOfOneMoment = !node?.clusterId && followed.every(({ inMemory }) => inMemory) && isShownAsWalked;
  const found = {
    riskScore: score.riskScore,
    riskLevel: score.riskLevel === 'LOW' && followed.some(leavesOpen) ? 'UNKNOWN' : score.riskLevel,
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
    evidence,
    coverage: {
      INCOMING: presentCoverage(score.coverage.INCOMING),
      OUTGOING: presentCoverage(score.coverage.OUTGOING),
      height: state.height,
    },
  };
  return { found, isOfOneMoment };
}

/** What an address and others of its labelled cluster paid each other: the entity's own, and no exposure to it. */
async function ownPayments(
  db: Queryable,
  node: number,
  cluster: OwnCluster,
  { limits }: Policy,
  asset: string,
): Promise<OwnPayments> {
  const [INCOMING, OUTGOING] = await Promise.all([
    edgesWithin(db, node, cluster, limits.edgeBudget, 'INCOMING', asset),
    edgesWithin(db, node, cluster, limits.edgeBudget, 'OUTGOING', asset),
  ]);
  return { INCOMING, OUTGOING };
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

/** Follows the value of one asset both ways: in memory where the arrays tell of this moment, else over the database. */
async function follow(
  { db, walks, memory }: Asked,
  walked: Walked,
  policy: Policy,
  about: About,
  mask: NodeMask | null,
): Promise<Followed> {
  const { asset, node, family, blockchain, own } = walked;
  const inMemory = mask ? undefined : await memory?.exposure(db, walked, policy);
  const { exposure, labelOf } = inMemory ?? (await followInDatabase(walks, asset, node, policy, mask, own));
  const dust = dustOf(policy, { blockchain, family, asset, received: exposure.INCOMING.total });
  const dealt = exposure.INCOMING.total > dust || exposure.OUTGOING.total > dust;
  const weighs = dealt && assetsOfWorth(policy).includes(asset);
  return {
    asset,
    labelOf,
    inMemory: inMemory !== undefined,
    score: scoreOf(input(exposure, dust, about), policy),
    weighs,
  };
}

async function followInDatabase(
  db: Queryable,
  asset: string,
  node: number,
  policy: Policy,
  mask: NodeMask | null,
  own: OwnPayments | undefined,
): Promise<Found> {
  const source = new DatabaseSource(db, asset, policy, mask);
  const [INCOMING, OUTGOING] = await Promise.all([
    exposureFromSource(source, node, 'INCOMING', policy.limits, own?.INCOMING),
    exposureFromSource(source, node, 'OUTGOING', policy.limits, own?.OUTGOING),
  ]);
  return { exposure: { INCOMING, OUTGOING }, labelOf: (at) => source.labelOf(at) };
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

/** Whether too little is known of an asset that matters for the address to be LOW, whatever its other assets say. */
const leavesOpen = ({ score, weighs }: Followed): boolean => weighs && score.riskLevel === 'UNKNOWN';

/**
 * The asset that decides: of the highest score; else one of worth of which too little is known; else the chain's own
 * coin; else the one with most counterparties.
 */
function compare(a: Followed, b: Followed, blockchain: Wallet['blockchain']): number {
  if (a.score.riskScore !== b.score.riskScore) return b.score.riskScore - a.score.riskScore;
  if (leavesOpen(a) !== leavesOpen(b)) return Number(leavesOpen(b)) - Number(leavesOpen(a));
  return Number(b.asset === COINS[blockchain].symbol) - Number(a.asset === COINS[blockchain].symbol);
}

function distinct(sanctions: Assessment['sanctions']): Assessment['sanctions'] {
  return [...new Map(sanctions.map((one) => [JSON.stringify(one), one])).values()];
}
