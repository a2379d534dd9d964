import type { CheckGraph } from '../../lib/types.ts';

export type GraphNode = CheckGraph['nodes'][number];
export type GraphEdge = CheckGraph['edges'][number];

export interface PlacedNode {
  node: GraphNode;
  /** Column: below 0 value came from there, above 0 it went there, 0 the address itself. */
  column: number;
  x: number;
  y: number;
  /** How many further nodes are folded away behind it. */
  behind: number;
  folded: boolean;
}

export interface PlacedEdge {
  edge: GraphEdge;
  from: PlacedNode;
  to: PlacedNode;
}

export interface Layout {
  nodes: readonly PlacedNode[];
  edges: readonly PlacedEdge[];
  width: number;
  height: number;
  columns: readonly number[];
}

export const NODE_WIDTH = 136;
export const NODE_HEIGHT = 44;
const GAP_X = 40;
const GAP_Y = 16;
const MARGIN = 12;

/** Which side a node is on, by the first edge that leads to it on the way out from the subject. */
function columnsOf(graph: CheckGraph, subject: string): Map<string, number> {
  const columns = new Map<string, number>([[subject, 0]]);
  for (const incoming of [true, false]) {
    const edges = graph.edges.filter(({ direction }) => (direction === 'INCOMING') === incoming);
    let rim = [subject];
    for (let hop = 1; rim.length > 0 && hop <= graph.nodes.length; hop += 1) {
      const next: string[] = [];
      for (const near of rim) {
        for (const { from, to } of edges) {
          const far = incoming ? (to === near ? from : null) : from === near ? to : null;
          if (far === null || columns.has(far)) continue;
          columns.set(far, incoming ? -hop : hop);
          next.push(far);
        }
      }
      rim = next;
    }
  }
  // What no kept path leads to stands at its own distance, where value came from.
  for (const { id, hops } of graph.nodes) if (!columns.has(id)) columns.set(id, -Math.max(1, hops));
  return columns;
}

/**
 * Places the nodes in layers by hop: what came in at one side of the address, what went out at the other.
 * @param folded identifiers of nodes behind which nothing is drawn
 */
export function layoutOf(graph: CheckGraph, folded: ReadonlySet<string>): Layout {
  const subject = graph.nodes.find(({ kind }) => kind === 'SUBJECT')?.id ?? graph.nodes[0]?.id ?? '';
  const columns = columnsOf(graph, subject);
  const columnOf = (id: string): number => columns.get(id) ?? 0;
  /** Its neighbours one layer further out. */
  const beyond = new Map<string, Set<string>>();
  for (const { from, to } of graph.edges) {
    const [near, far] = Math.abs(columnOf(from)) < Math.abs(columnOf(to)) ? [from, to] : [to, from];
    if (columnOf(near) !== columnOf(far)) beyond.set(near, (beyond.get(near) ?? new Set()).add(far));
  }
  const reach = (start: readonly string[], stops: ReadonlySet<string>): Set<string> => {
    const seen = new Set(start);
    const rest = [...start];
    for (let id = rest.pop(); id !== undefined; id = rest.pop()) {
      if (stops.has(id)) continue;
      for (const far of beyond.get(id) ?? []) {
        if (seen.has(far)) continue;
        seen.add(far);
        rest.push(far);
      }
    }
    return seen;
  };
  const loose = graph.nodes.filter(({ id }) => ![...beyond.values()].some((far) => far.has(id))).map(({ id }) => id);
  const shown = reach([subject, ...loose], folded);

  const share = new Map<string, number>();
  for (const edge of graph.edges) {
    for (const id of [edge.from, edge.to]) share.set(id, Math.max(share.get(id) ?? 0, edge.share));
  }
  const byColumn = new Map<number, GraphNode[]>();
  for (const node of graph.nodes) {
    if (!shown.has(node.id)) continue;
    byColumn.set(columnOf(node.id), [...(byColumn.get(columnOf(node.id)) ?? []), node]);
  }
  const order = [...byColumn.keys()].toSorted((a, b) => a - b);
  const tallest = Math.max(1, ...[...byColumn.values()].map((nodes) => nodes.length));
  const height = tallest * (NODE_HEIGHT + GAP_Y) - GAP_Y + 2 * MARGIN;
  const placed = new Map<string, PlacedNode>();
  for (const [index, column] of order.entries()) {
    const nodes = (byColumn.get(column) ?? []).toSorted((a, b) => (share.get(b.id) ?? 0) - (share.get(a.id) ?? 0));
    const room = nodes.length * (NODE_HEIGHT + GAP_Y) - GAP_Y;
    for (const [at, node] of nodes.entries()) {
      const isFolded = folded.has(node.id);
      placed.set(node.id, {
        node,
        column,
        x: MARGIN + index * (NODE_WIDTH + GAP_X),
        y: (height - room) / 2 + at * (NODE_HEIGHT + GAP_Y),
        behind: reach([node.id], new Set()).size - 1,
        folded: isFolded,
      });
    }
  }
  const edges = graph.edges.flatMap((edge) => {
    const [from, to] = [placed.get(edge.from), placed.get(edge.to)];
    return from && to ? [{ edge, from, to }] : [];
  });
  return {
    nodes: [...placed.values()],
    edges,
    width: order.length * (NODE_WIDTH + GAP_X) - GAP_X + 2 * MARGIN,
    height,
    columns: order,
  };
}

/** Nodes to fold at first, so that no layer is taller than a reader takes in: those that carry least. */
export function foldedAtFirst(graph: CheckGraph, most = 28): Set<string> {
  if (graph.nodes.length <= most) return new Set();
  const carried = new Map<string, number>();
  for (const { from, to, share } of graph.edges)
    for (const id of [from, to]) carried.set(id, Math.max(carried.get(id) ?? 0, share));
  const near = graph.nodes
    .filter(({ kind, hops }) => kind !== 'SUBJECT' && hops === 1)
    .toSorted((a, b) => (carried.get(b.id) ?? 0) - (carried.get(a.id) ?? 0));
  return new Set(near.slice(3).map(({ id }) => id));
}
