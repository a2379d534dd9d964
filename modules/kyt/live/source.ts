import {
  type Direction,
  effectiveLabel,
  type Label,
  type LayerSource,
  type LoadedEdges,
  type LoadedNode,
  type Policy,
} from '../../../engines/wallets/index.ts';
import type { Queryable } from '../../../platform/database/sql.ts';
import { Nearby } from '../graph/packed/nearby.ts';
import * as graph from '../graph/store.ts';
import * as store from './store.ts';

/** A label of the store as the engine takes it. */
export const toLabel = ({
  category,
  entity,
  confidence,
  source,
  definesCluster,
  sanction,
  since,
}: store.FoundLabel): Label => ({
  category,
  entity,
  confidence,
  source,
  definesCluster,
  ...(sanction
    ? {
        sanction: {
          list: sanction.list,
          ...(sanction.program === null ? {} : { program: sanction.program }),
          ...(sanction.entityId === null ? {} : { entityId: sanction.entityId }),
        },
      }
    : {}),
  ...(since ? { since: Math.floor(since.getTime() / 1000) } : {}),
});

export const labelRule = (policy: Policy) => ({
  minimumConfidence: policy.minimumConfidence,
  weightOf: (category: Label['category']): number => policy.categories[category].weight,
});

/** What of the neighbours' degrees a walk is shown, where not all payments of everybody are here. */
export type NodeMask = (edges: LoadedEdges) => Promise<LoadedEdges>;

/** The value graph of one asset in the database, loaded as far as a walk goes; remembers the labels it was asked for. */
export class DatabaseSource implements LayerSource {
  readonly #db: Queryable;
  readonly #asset: string;
  readonly #policy: Policy;
  readonly #mask: NodeMask | null;
  readonly #labels = new Map<number, Label>();
  readonly #nearby: { [Towards in Direction]?: Nearby } = {};

  constructor(db: Queryable, asset: string, policy: Policy, mask: NodeMask | null = null) {
    this.#db = db;
    this.#asset = asset;
    this.#policy = policy;
    this.#mask = mask;
  }

  start(node: number, direction: Direction): Promise<LoadedNode | undefined> {
    const { minimumConfidence } = this.#policy;
    return graph.startOf(this.#db, node, direction, { asset: this.#asset, minimumConfidence });
  }

  async edges(requests: Parameters<LayerSource['edges']>[0], direction: Direction) {
    const found = await this.#edges(requests, direction);
    return this.#mask ? this.#mask(found) : found;
  }

  #edges(requests: Parameters<LayerSource['edges']>[0], direction: Direction): Promise<LoadedEdges> {
    const { minimumConfidence, limits } = this.#policy;
    const asked = { asset: this.#asset, minimumConfidence };
    if (limits.timeOrdered) {
      const nodes = requests.map(({ node }) => node);
      return graph.timedEdgesOf(this.#db, nodes, direction, asked);
    }
    this.#nearby[direction] ??= new Nearby(this.#db, { direction, ...asked });
    return this.#nearby[direction].edges(requests);
  }

  async labels(nodes: readonly number[]): Promise<(node: number) => Label | undefined> {
    if (nodes.length === 0) return () => undefined;
    const rows = await store.labelsOfNodes(this.#db, nodes, this.#policy.minimumConfidence);
    for (const [node, found] of Map.groupBy(rows, (row) => row.node)) {
      const label = effectiveLabel(found.map(toLabel), labelRule(this.#policy));
      if (label) this.#labels.set(node, label);
    }
    return (node) => this.#labels.get(node);
  }

  /** The label that counts on a node that a walk has reached. */
  labelOf(node: number): Label | undefined {
    return this.#labels.get(node);
  }
}
