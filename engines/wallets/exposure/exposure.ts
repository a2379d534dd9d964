import type { Direction, Side } from '../graph/graph.ts';
import type { WalkedGraph } from '../graph/patched.ts';
import type { Category, Label } from '../labels.ts';
import { FATE, type OwnEdges, Walk, type WalkLimits } from './walk.ts';

/** Shares are whole billionths: integers that add up exactly. */
export const ONE = 1_000_000_000;

/** Where the value went or came from, in billionths that sum to {@link ONE}. */
export type Coverage = {
  /** Absorbed by labelled entities. */
  exposure: number;
  /** Came to an address before which nothing is known (outgoing: rests where nothing left). */
  originUnknown: number;
  /** Absorbed by services, and addresses of very high degree, of unknown name. */
  unattributedService: number;
  /** Split into parts too small to follow. */
  belowThreshold: number;
  /** Not followed because the edge budget was spent. */
  truncated: number;
  /** Not followed because the hop limit was reached. */
  beyondHorizon: number;
};

/** One step of a path: value moved from one node to another. */
export type PathStep = { from: number; to: number; edge: number };

/** A single way that value took between a labelled node and the address, and the share that came by it. */
export type Path = {
  /** Steps in the order in which the value moved. */
  steps: PathStep[];
  /** Billionths of all value at the address. */
  share: number;
};

/** The share of an address's value that one entity accounts for at one distance. */
export type EntityExposure = {
  category: Category;
  entity: string;
  /** Confidence of the label, averaged over the entity's addresses by share. */
  confidence: number;
  /** The same of the surest address; where it is not known, the average stands for it. */
  surest?: number;
  direction: Direction;
  hops: number;
  /** Billionths of all value that came in or went out at the address. */
  share: number;
  /** The same in units of the graph. */
  value: bigint;
  /** The labelled nodes with the most value, by their heaviest path. */
  paths: Path[];
};

export type DirectionExposure = {
  direction: Direction;
  /** All value that came in or went out, in units of the graph; exact up to 2^53. */
  total: bigint;
  coverage: Coverage;
  exposures: EntityExposure[];
  edgesSeen: number;
};

/** The label that counts on a node, or undefined where none is sure enough. */
export type LabelSource = (node: number) => Label | undefined;

const PATHS_PER_EXPOSURE = 3;

/**
 * What an address (a node of the graph) is exposed to, both ways.
 * @param walk reused from call to call, one a thread, to save allocation
 * @param own of each direction, edges of the address to others of its own owner: left out as if not there
 * @returns exposures by entity and distance with their paths, and the six shares of {@link Coverage} for each direction
 */
export function exposureOf(
  graph: WalkedGraph,
  node: number,
  labels: LabelSource,
  limits: WalkLimits,
  walk: Walk = new Walk(),
  own?: Readonly<Record<Direction, OwnEdges>>,
): Record<Direction, DirectionExposure> {
  if (!graph.holds(node)) throw new RangeError(`The graph does not hold node ${node}`);
  const one = (direction: Direction): DirectionExposure => {
    const side = graph.side(direction);
    walk.backwards = direction === 'INCOMING';
    walk.run(side, node, limits, own?.[direction]);
    return summarise(walk, side, direction, labels);
  };
  return { INCOMING: one('INCOMING'), OUTGOING: one('OUTGOING') };
}

/** The exposures to one entity at one distance; `heaviest` are the few arrivals with the heaviest paths, in order. */
type Group = { label: Label; hops: number; mass: number; trust: number; surest: number; heaviest: number[] };

/** Adds up a finished walk. The side must still hold the edges of the start. */
export function summarise(walk: Walk, side: Side, direction: Direction, labels: LabelSource): DirectionExposure {
  const lost = {
    originUnknown: 0,
    unattributedService: 0,
    belowThreshold: walk.belowThreshold,
    truncated: walk.truncated,
    beyondHorizon: 0,
  };
  const groups = new Groups();
  for (let hops = 0; hops < walk.hopStart.length; hops++) {
    const end = walk.hopStart[hops + 1] ?? walk.size;
    for (let i = walk.hopStart[hops]!; i < end; i++) {
      const mass = walk.mass[i]!;
      switch (walk.fate[i]) {
        case FATE.EXPOSURE: {
          const label = labels(walk.node[i]!);
          if (label === undefined) lost.unattributedService += mass;
          else addTo(groups.of(label, hops), walk, i, label.confidence);
          break;
        }
        case FATE.ORIGIN_UNKNOWN:
          lost.originUnknown += mass;
          break;
        case FATE.UNATTRIBUTED_SERVICE:
          lost.unattributedService += mass;
          break;
        case FATE.TRUNCATED:
          lost.truncated += mass;
          break;
        case FATE.BEYOND_HORIZON:
          lost.beyondHorizon += mass;
          break;
        default:
      }
    }
  }
  const start = walk.node[0]!;
  const total = BigInt(side.degree(start) > 0 ? side.total(start, side.start(start)) - walk.ownValue : 0);
  const found = groups.ordered();
  const shares = toBillionths([...found.map((group) => group.mass), ...Object.values(lost)]);
  const exposures = found.map((group, i): EntityExposure => {
    return {
      category: group.label.category,
      entity: group.label.entity,
      confidence: Math.round(group.trust / group.mass),
      surest: group.surest,
      direction,
      hops: group.hops,
      share: shares[i]!,
      value: BigInt(Math.round(group.mass * Number(total))),
      paths: group.heaviest.map((arrival) => ({
        steps: stepsTo(walk, arrival, direction),
        share: Math.round(walk.best[arrival]! * ONE),
      })),
    };
  });
  const [originUnknown, unattributedService, belowThreshold, truncated, beyondHorizon] = shares.slice(found.length);
  return {
    direction,
    total,
    coverage: {
      exposure: exposures.reduce((sum, exposure) => sum + exposure.share, 0),
      originUnknown: originUnknown!,
      unattributedService: unattributedService!,
      belowThreshold: belowThreshold!,
      truncated: truncated!,
      beyondHorizon: beyondHorizon!,
    },
    exposures,
    edgesSeen: walk.edgesSeen,
  };
}

/** Finds an arrival's group: by the label itself, which most arrivals share, else by what the label says. */
class Groups {
  readonly #byName = new Map<string, Group>();
  #byLabel = new Map<Label, Group>();
  #hops = 0;

  of(label: Label, hops: number): Group {
    if (hops !== this.#hops) {
      this.#hops = hops;
      this.#byLabel = new Map();
    }
    let group = this.#byLabel.get(label);
    if (group) return group;
    const name = `${hops} ${label.category} ${label.entity}`;
    group = this.#byName.get(name);
    if (!group) {
      group = { label, hops, mass: 0, trust: 0, surest: 0, heaviest: [] };
      this.#byName.set(name, group);
    }
    this.#byLabel.set(label, group);
    return group;
  }

  /** All groups, the heaviest first. */
  ordered(): Group[] {
    return [...this.#byName.values()].sort(
      (a, b) => b.mass - a.mass || a.hops - b.hops || (a.label.entity < b.label.entity ? -1 : 1),
    );
  }
}

/** Adds an arrival to its group, and keeps it in mind where its path is among the heaviest. */
function addTo(group: Group, walk: Walk, arrival: number, confidence: number): void {
  const { heaviest } = group;
  group.mass += walk.mass[arrival]!;
  group.trust += walk.mass[arrival]! * confidence;
  if (confidence > group.surest) group.surest = confidence;
  let at = heaviest.length;
  while (at > 0 && isHeavier(walk, arrival, heaviest[at - 1]!)) at--;
  if (at >= PATHS_PER_EXPOSURE) return;
  heaviest.splice(at, 0, arrival);
  if (heaviest.length > PATHS_PER_EXPOSURE) heaviest.pop();
}

function isHeavier(walk: Walk, a: number, b: number): boolean {
  return walk.best[a]! > walk.best[b]! || (walk.best[a] === walk.best[b] && walk.node[a]! < walk.node[b]!);
}

/** The heaviest path to an arrival, in the order in which the value moved. */
function stepsTo(walk: Walk, arrival: number, direction: Direction): PathStep[] {
  const steps: PathStep[] = [];
  for (let at = arrival; walk.parent[at]! >= 0; at = walk.parent[at]!) {
    const [far, near] = [walk.node[at]!, walk.node[walk.parent[at]!]!];
    const edge = walk.edge[at]!;
    steps.push(direction === 'INCOMING' ? { from: far, to: near, edge } : { from: near, to: far, edge });
  }
  return direction === 'INCOMING' ? steps : steps.reverse();
}

/** Rounds shares that sum to 1 to billionths that sum to {@link ONE}: the largest remainders are rounded up. */
export function toBillionths(shares: readonly number[]): number[] {
  const whole = shares.map((share) => Math.floor(share * ONE));
  let missing = ONE - whole.reduce((sum, share) => sum + share, 0);
  if (missing > 0) {
    const rests = shares.map((share, i) => share * ONE - whole[i]!);
    for (const i of whole.map((_, i) => i).sort((a, b) => rests[b]! - rests[a]! || a - b)) {
      if (missing === 0) break;
      whole[i]!++;
      missing--;
    }
  }
  // Rounding errors of the walk (some 10^-13) can leave a unit over, or one short; the largest share bears it.
  if (missing !== 0) whole[whole.indexOf(Math.max(...whole))]! += missing;
  return whole;
}
