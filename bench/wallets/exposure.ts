/**
 * What the exposure engine takes on a made-up graph with the degrees of the real one.
 *   node bench/wallets/exposure.ts [--edges 10000000] [--targets 3000]
 */
import { parseArgs } from 'node:util';
import {
  AddressTable,
  DEFAULT_POLICY,
  exposureOf,
  GraphBuilder,
  NODE,
  scoreOf,
  Walk,
  watchedWithinReach,
} from '../../engines/wallets/index.ts';
import { leastTimes, type Line, memoryLimits, print, quantile } from './measure.ts';
import { drawByDegree, drawEdges, labelledGraph, type LabelledGraph, nodesFor, randomFrom } from './value-graph.ts';

const { values: options } = parseArgs({
  options: { edges: { type: 'string', default: '10000000' }, targets: { type: 'string', default: '3000' } },
});
const EDGES = Number(options.edges);
const TARGETS = Number(options.targets);
const WATCHED = 100_000;
const large = EDGES >= 50_000_000;

/** Twenty bytes of an address from its number. */
function addressBytes(node: number, into: Uint8Array): Uint8Array {
  let state = Math.imul(node ^ 0x9e3779b9, 0x85ebca6b);
  for (let i = 0; i < 20; i += 4) {
    state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35) + node;
    into[i] = state;
    into[i + 1] = state >>> 8;
    into[i + 2] = state >>> 16;
    into[i + 3] = state >>> 24;
  }
  return into;
}

/** Interning both addresses of every edge and adding it, as an import does once a line is parsed. */
function importing(edges: number): Line {
  const table = new AddressTable(7);
  const builder = new GraphBuilder();
  const bytes = new Uint8Array(20);
  const drawn = Array.from(drawEdges(edges, 3), ({ from, to, value }) => ({ from, to, value }));
  const start = performance.now();
  for (const { from, to, value } of drawn) {
    builder.add(table.intern(addressBytes(from, bytes)), table.intern(addressBytes(to, bytes)), value);
  }
  const perSecond = (edges / (performance.now() - start)) * 1000;
  return {
    what: `import with interning, ${edges.toLocaleString('en')} edges, ${table.size.toLocaleString('en')} addresses`,
    measured: `${Math.round(perSecond / 1000)} thousand edges/s`,
    reach: '≥ 500 thousand edges/s',
  };
}

function lookups({ graph, labels, nodes }: LabelledGraph): Line {
  const table = new AddressTable(7, nodes);
  const bytes = new Uint8Array(20);
  for (let node = 0; node < nodes; node++) table.intern(addressBytes(node, bytes));
  const random = randomFrom(11);
  const asked = Array.from({ length: 200_000 }, () =>
    addressBytes(Math.floor(random() * nodes * 1.2), new Uint8Array(20)),
  );
  let hits = 0;
  const times = leastTimes(asked, 1, (address) => {
    const node = table.find(address);
    if (node >= 0 && node < graph.nodes && (graph.incoming.summary(node) & NODE.LABELLED) !== 0 && labels.has(node))
      hits++;
  });
  const micro = (share: number): string => (quantile(times, share) * 1000).toFixed(1);
  return {
    what: `own label or sanctions look-up by address (${hits > 0 ? 'some labelled' : 'none labelled'})`,
    measured: `p50 ${micro(0.5)} µs, p99 ${micro(0.99)} µs`,
    reach: 'p99 ≤ 1 ms',
  };
}

function exposures({ graph, labels, nodes }: LabelledGraph): Line[] {
  const walk = new Walk();
  const random = randomFrom(12);
  const even = Array.from({ length: TARGETS }, () => Math.floor(random() * nodes));
  const lines = (
    [
      ['by degree', drawByDegree(graph, TARGETS, 10), large ? 'p99 ≤ 20 ms' : 'p50 ≤ 0.1 ms, p99 ≤ 5 ms'],
      ['evenly', even, undefined],
    ] as const
  ).map(([how, targets, reach]): Line => {
    const followed: number[] = [];
    const times = leastTimes(targets, 3, (target) => {
      const { INCOMING, OUTGOING } = exposureOf(graph, target, (node) => labels.get(node), DEFAULT_POLICY.limits, walk);
      followed.push(INCOMING.edgesSeen + OUTGOING.edgesSeen);
    });
    return {
      what: `exposure both ways, 5 hops, targets drawn ${how}`,
      measured: `p50 ${quantile(times, 0.5).toFixed(3)} ms, p99 ${quantile(times, 0.99).toFixed(2)} ms (edges followed: p50 ${quantile(followed, 0.5)}, p99 ${quantile(followed, 0.99)})`,
      ...(reach ? { reach } : {}),
    };
  });
  const targets = drawByDegree(graph, TARGETS, 13);
  const found = targets.map((target) =>
    exposureOf(graph, target, (node) => labels.get(node), DEFAULT_POLICY.limits, walk),
  );
  const times = leastTimes(found, 2, (exposure) =>
    scoreOf({ exposure, sanctioned: false, dust: 1000n }, DEFAULT_POLICY),
  );
  lines.push({
    what: 'score of an exposure',
    measured: `p50 ${quantile(times, 0.5).toFixed(3)} ms, p99 ${quantile(times, 0.99).toFixed(2)} ms`,
  });
  return lines;
}

/** One new label: who of the watched is within reach, and the new score of each of them. */
function newLabel({ graph, labels, nodes }: LabelledGraph): Line {
  const random = randomFrom(14);
  const watched = new Uint8Array(nodes);
  for (let left = WATCHED; left > 0;) {
    const node = Math.floor(random() * nodes);
    if (watched[node] === 0) {
      watched[node] = 1;
      left--;
    }
  }
  const walk = new Walk();
  const times: number[] = [];
  const counts: number[] = [];
  while (times.length < 20) {
    const node = Math.floor(random() * nodes);
    if (labels.has(node)) continue;
    const start = performance.now();
    graph.setFlag(node, NODE.LABELLED, true);
    labels.set(node, { category: 'RANSOMWARE', entity: 'New', confidence: 90, source: 'made up' });
    const affected = watchedWithinReach(graph, [node], watched, DEFAULT_POLICY.limits);
    for (const one of affected) {
      const exposure = exposureOf(graph, one, (at) => labels.get(at), DEFAULT_POLICY.limits, walk);
      scoreOf({ exposure, sanctioned: false, dust: 1000n }, DEFAULT_POLICY);
    }
    times.push(performance.now() - start);
    counts.push(affected.length);
    graph.setFlag(node, NODE.LABELLED, false);
    labels.delete(node);
  }
  return {
    what: `new label → every affected score, ${WATCHED.toLocaleString('en')} of ${nodes.toLocaleString('en')} addresses watched`,
    measured: `p50 ${(quantile(times, 0.5) / 1000).toFixed(2)} s, worst of 20 ${(Math.max(...times) / 1000).toFixed(2)} s (re-scored: p50 ${quantile(counts, 0.5)}, most ${Math.max(...counts)})`,
    reach: '≤ 5 s',
  };
}

function main(): void {
  const memory = memoryLimits();
  print('Memory of this machine', [
    { what: 'streaming', measured: `${memory.gigabytesPerSecond.toFixed(1)} GB/s` },
    { what: 'one read that waits for the one before', measured: `${memory.nanosecondsPerRead.toFixed(0)} ns` },
  ]);
  const built = labelledGraph(EDGES);
  const { graph } = built;
  print(`Graph of ${graph.edges.toLocaleString('en')} edges, ${nodesFor(EDGES).toLocaleString('en')} addresses`, [
    {
      what: 'building the arrays',
      measured: `${(EDGES / built.buildSeconds / 1e6).toFixed(2)} million edges/s, ${(EDGES / built.buildProcessorSeconds / 1e6).toFixed(2)} a second of processor time; as long as streaming ${((built.buildSeconds * memory.gigabytesPerSecond * 1e9) / EDGES).toFixed(0)} bytes an edge`,
      reach: '≥ 2 million edges/s',
    },
    {
      what: 'memory, both directions',
      measured: `${(graph.byteLength / graph.edges).toFixed(1)} bytes an edge`,
      reach: '≤ 18 bytes',
    },
    ...exposures(built),
    ...(large ? [] : [newLabel(built), lookups(built), importing(Math.min(EDGES, 3_000_000))]),
  ]);
}

main();
