import type { Label } from '../../engines/wallets/index.ts';
import { type Graph, GraphBuilder, NODE } from '../../engines/wallets/index.ts';

/** A seeded source of numbers from 0 up to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000;
  };
}

/**
 * Degree falls with rank to these powers, which gives the tail exponents measured on Bitcoin's address graph: 2.18 for
 * payers of an address, 2.06 for payees (Kondor, Pósfai, Csabai, Vattay, "Do the Rich Get Richer?", 2014).
 */
const RANK_POWER = { payees: 1 / 1.06, payers: 1 / 1.18 } as const;
const EDGES_PER_NODE = 3;
/** Part of all ends that fall on any node alike: addresses used once or twice, which most are. */
const EVEN = 0.6;

export type Edge = { from: number; to: number; value: number };

/**
 * Draws the edges of a made-up value graph: heavy-tailed degrees both ways (a few services deal with very many), amounts
 * log-normal around 0.02 BTC in satoshi, node numbers scattered so that busy nodes do not lie together in memory.
 */
export function* drawEdges(edges: number, seed = 1): Generator<Edge, void> {
  const random = randomFrom(seed);
  const nodes = nodesFor(edges);
  const draw = (power: number): number => scatter(Math.floor(nodes * random() ** (1 / (1 - power))), nodes);
  const edge: Edge = { from: 0, to: 0, value: 0 };
  for (let i = 0; i < edges; i++) {
    edge.from = random() < EVEN ? Math.floor(random() * nodes) : draw(RANK_POWER.payees);
    edge.to = random() < EVEN ? Math.floor(random() * nodes) : draw(RANK_POWER.payers);
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    edge.value = Math.max(1, Math.floor(2_000_000 * Math.exp(2 * normal)));
    yield edge;
  }
}

export function nodesFor(edges: number): number {
  return Math.floor(edges / EDGES_PER_NODE);
}

/** A fixed mixing of ranks onto node numbers (a multiplication modulo the number of nodes, by a number prime to it). */
function scatter(rank: number, nodes: number): number {
  return (rank * 7_368_787 + 12_345) % nodes;
}

export type LabelledGraph = {
  graph: Graph;
  labels: Map<number, Label>;
  nodes: number;
  buildSeconds: number;
  buildProcessorSeconds: number;
};

/** Builds the graph and labels it: two in three of the busiest 0.05 % are named services, 0.5 % of all others are of ill repute. */
export function labelledGraph(edges: number): LabelledGraph {
  const nodes = nodesFor(edges);
  const builder = new GraphBuilder({ expectedEdges: edges });
  for (const { from, to, value } of drawEdges(edges)) builder.add(from, to, value);
  const start = performance.now();
  const before = process.cpuUsage();
  const graph = builder.build(nodes);
  const { user, system } = process.cpuUsage(before);
  const buildSeconds = (performance.now() - start) / 1000;
  const labels = new Map<number, Label>();
  const random = randomFrom(2);
  for (let rank = 0; rank < nodes * 0.0005; rank++) {
    if (random() < 0.67)
      labels.set(scatter(rank, nodes), {
        category: 'EXCHANGE',
        entity: `Exchange ${rank % 200}`,
        confidence: 90,
        source: 'made up',
      });
  }
  const ill = ['SANCTIONS', 'RANSOMWARE', 'DARKNET_MARKETS', 'SCAM', 'MIXER', 'GAMBLING'] as const;
  for (let i = 0; i < nodes * 0.005; i++) {
    const node = Math.floor(random() * nodes);
    if (!labels.has(node))
      labels.set(node, {
        category: ill[i % ill.length]!,
        entity: `Entity ${i % 1000}`,
        confidence: 80,
        source: 'made up',
      });
  }
  for (const node of labels.keys()) graph.setFlag(node, NODE.LABELLED, true);
  return { graph, labels, nodes, buildSeconds, buildProcessorSeconds: (user + system) / 1e6 };
}

/** Nodes drawn in proportion to their degree: either end of an edge drawn evenly. */
export function drawByDegree(graph: Graph, count: number, seed: number): number[] {
  const random = randomFrom(seed);
  const found: number[] = [];
  while (found.length < count) {
    const side = random() < 0.5 ? graph.incoming : graph.outgoing;
    const node = side.neighbourAt(Math.floor(random() * graph.edges));
    // The header of a busy row is no edge.
    if (node < graph.nodes && side.degree(node) + side.largerDegree(node) > 0) found.push(node);
  }
  return found;
}
