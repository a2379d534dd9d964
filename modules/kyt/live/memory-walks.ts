import {
  type Blockchain,
  type Direction,
  type DirectionExposure,
  effectiveLabel,
  exposureOf,
  type Label,
  type OwnEdges,
  type Policy,
  Walk,
} from '../../../engines/wallets/index.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import type { WalletGraphs } from '../graph/memory/graphs.ts';
import { labelRule, toLabel } from './source.ts';
import * as store from './store.ts';

/** The value graph around an address, and the data it is asked of. */
export interface Walked {
  blockchain: Blockchain;
  family: string;
  asset: string;
  node: number;
  versions: store.Versions;
  /** Payments between the address and others of its own owner, which are left out. */
  own: OwnPayments | undefined;
}

export type OwnPayments = Readonly<Record<Direction, OwnEdges>>;

export interface Found {
  exposure: Record<Direction, DirectionExposure>;
  labelOf(node: number): Label | undefined;
}

/** Times that labels are fetched for one walk, before the database takes over. */
const FETCHES = 2;

/**
 * Walks over the arrays of this process. The labels that count are remembered for as long as the data stays as it is:
 * where all are known, a walk asks the database nothing.
 */
export class MemoryWalks {
  readonly #graphs: WalletGraphs;
  readonly #walk = new Walk();
  /** By blockchain: labels of one version of the data, for each policy. */
  readonly #known = new Map<string, { versions: store.Versions; byPolicy: Map<Policy, Map<number, Label | null>> }>();

  constructor(graphs: WalletGraphs) {
    this.#graphs = graphs;
  }

  /** The exposure at exactly these versions; undefined where the arrays do not tell, and the database must. */
  async exposure(db: Queryable, walked: Walked, policy: Policy): Promise<Found | undefined> {
    const { limits } = policy;
    const told =
      !limits.timeOrdered &&
      limits.serviceDegree <= this.#graphs.mostEdges &&
      policy.minimumConfidence === this.#graphs.minimumConfidence;
    if (!told) return undefined;
    for (let fetches = 0; ; fetches += 1) {
      const graph = this.#graphs.at(walked.asset, walked.blockchain, walked.versions);
      if (!graph?.holds(walked.node)) return undefined;
      const known = this.#knownAt(walked, policy);
      const missing: number[] = [];
      const labelOf = (node: number): Label | undefined => {
        const label = known.get(node);
        if (label === undefined) missing.push(node);
        return label ?? undefined;
      };
      const exposure = exposureOf(graph, walked.node, labelOf, limits, this.#walk, walked.own);
      if (missing.length === 0) return { exposure, labelOf: (node) => known.get(node) ?? undefined };
      if (fetches === FETCHES || !(await this.#fetch(db, walked, policy, missing, known))) return undefined;
    }
  }

  #knownAt({ blockchain, versions }: Walked, policy: Policy): Map<number, Label | null> {
    let at = this.#known.get(blockchain);
    if (!at || !store.isSame(at.versions, versions)) {
      at = { versions, byPolicy: new Map() };
      this.#known.set(blockchain, at);
    }
    const labels = at.byPolicy.get(policy) ?? new Map<number, Label | null>();
    at.byPolicy.set(policy, labels);
    return labels;
  }

  /** @returns false where the data changed meanwhile, so that the labels are of another moment */
  async #fetch(
    db: Queryable,
    { blockchain, family, versions }: Walked,
    policy: Policy,
    nodes: readonly number[],
    known: Map<number, Label | null>,
  ): Promise<boolean> {
    const distinct = [...new Set(nodes)];
    const rows = await store.labelsOfNodes(db, distinct, policy.minimumConfidence);
    if (!store.isSame(await store.dataState(db, blockchain, family), versions)) return false;
    const found = Map.groupBy(rows, ({ node }) => node);
    for (const node of distinct) {
      known.set(node, effectiveLabel((found.get(node) ?? []).map(toLabel), labelRule(policy)) ?? null);
    }
    return true;
  }
}
