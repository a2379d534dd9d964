import { type Graph, NODE } from '../graph/graph.ts';
import type { WalkLimits } from './walk.ts';

/**
 * Which watched nodes a change at some nodes can concern: a new or withdrawn label, a new or withdrawn edge (its two
 * ends). Walks outward both ways as far as an exposure walk could have come from the other end: through the same
 * number of hops, and not through nodes that absorb. Shares are not looked at, so it may name a node whose score
 * then turns out unchanged; it never leaves one out.
 * @param watched one byte a node, 1 where it is watched
 * @returns the watched nodes, the changed ones among them included where they are watched
 */
export function watchedWithinReach(
  graph: Graph,
  changed: readonly number[],
  watched: Uint8Array,
  limits: Pick<WalkLimits, 'maxHops' | 'serviceDegree'>,
): number[] {
  const found = new Set<number>();
  for (const node of changed) if (watched[node] === 1) found.add(node);
  for (const side of [graph.outgoing, graph.incoming]) {
    const seen = new Uint8Array(graph.nodes);
    let frontier = changed.filter((node) => node < graph.nodes);
    for (const node of frontier) seen[node] = 1;
    for (let hop = 0; hop < limits.maxHops && frontier.length > 0; hop++) {
      const next: number[] = [];
      for (const node of frontier) {
        const start = side.start(node);
        const end = start + side.degree(node);
        for (let edge = start; edge < end; edge++) {
          const neighbour = side.neighbourAt(edge);
          if (seen[neighbour] === 1) continue;
          seen[neighbour] = 1;
          if (watched[neighbour] === 1) found.add(neighbour);
          if (!absorbs(graph, neighbour, limits.serviceDegree)) next.push(neighbour);
        }
      }
      frontier = next;
    }
  }
  return [...found].sort((a, b) => a - b);
}

function absorbs(graph: Graph, node: number, serviceDegree: number): boolean {
  const flags = graph.incoming.summary(node);
  if ((flags & (NODE.LABELLED | NODE.SERVICE)) !== 0) return true;
  return graph.incoming.largerDegree(node) > serviceDegree;
}
