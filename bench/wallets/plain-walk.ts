import { DirectedGraph } from 'graphology';
import { type Graph, type Label, NODE, type WalkLimits } from '../../engines/wallets/index.ts';

export type PlainGraph = DirectedGraph<{ total: number }, { value: number }>;

/** The same edges in a general-purpose graph library. */
export function plainGraph(graph: Graph): PlainGraph {
  const plain: PlainGraph = new DirectedGraph();
  for (let node = 0; node < graph.nodes; node++) plain.addNode(node, { total: Number(graph.total(node, 'INCOMING')) });
  for (let payee = 0; payee < graph.nodes; payee++) {
    const start = graph.incoming.start(payee);
    const end = graph.incoming.end(payee, start);
    for (let edge = start; edge < end; edge++) {
      plain.addDirectedEdge(graph.incoming.neighbourAt(edge), payee, { value: graph.incoming.valueAt(edge) });
    }
  }
  return plain;
}

/** Incoming exposure as one would write it at first: a map of shares, hop by hop, over the library's graph. */
export function plainExposure(
  plain: PlainGraph,
  graph: Graph,
  labels: ReadonlyMap<number, Label>,
  start: number,
  limits: WalkLimits,
): Map<string, number> {
  const exposures = new Map<string, number>();
  let shares = new Map<string, number>([[String(start), 1]]);
  for (let hop = 0; hop < limits.maxHops && shares.size > 0; hop++) {
    const next = new Map<string, number>();
    for (const [node, share] of shares) {
      const total = plain.getNodeAttribute(node, 'total');
      plain.forEachInEdge(node, (_edge, { value }, payer) => {
        const flow = (share * value) / total;
        const label = labels.get(Number(payer));
        if (label) exposures.set(label.entity, (exposures.get(label.entity) ?? 0) + flow);
        else if (flow >= limits.shareThreshold && !isService(graph, Number(payer), limits.serviceDegree)) {
          next.set(payer, (next.get(payer) ?? 0) + flow);
        }
      });
    }
    shares = next;
  }
  return exposures;
}

function isService(graph: Graph, node: number, limit: number): boolean {
  return (graph.incoming.summary(node) & NODE.SERVICE) !== 0 || graph.incoming.largerDegree(node) > limit;
}
