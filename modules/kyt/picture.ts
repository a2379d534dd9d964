import type { Static } from 'typebox';
import type { CheckGraph } from '../../contract/kyt.ts';
import type { WholeCheck } from './check.ts';
import { entitiesOf, nameOfSeveral } from './several.ts';

type Picture = Static<typeof CheckGraph>;
type Node = Picture['nodes'][number];
type Edge = Picture['edges'][number];
type Exposure = WholeCheck['detail']['exposures'][number];

export const MOST_NODES = 200;

/**
 * A check as nodes and edges: the address in the middle, every path of the evidence, and every entity of which no
 * path is kept beside it. An address that several paths cross is one node, at its least distance; shares of paths
 * over one edge add up. More than MOST_NODES are never shown: of the entities beside the paths, those that count least
 * are folded into one node for each direction and category.
 */
export function pictureOf(check: WholeCheck): Picture {
  const { addressNormalized: subject, detail } = check;
  const own = detail.exposures.find(({ hops }) => hops === 0);
  const nodes = new Map<string, Node>([
    [
      subject,
      {
        id: subject,
        kind: 'SUBJECT',
        address: subject,
        entity: own?.entity ?? null,
        category: own?.category ?? null,
        hops: 0,
      },
    ],
  ]);
  const edges = new Map<string, Edge>();
  const shown = new Set<string>();
  for (const path of detail.evidence) {
    const length = path.steps.length;
    if (length === 0) continue;
    shown.add(nameOf(path));
    path.steps.forEach((step, i) => {
      const [from, to] = path.direction === 'INCOMING' ? [length - i, length - i - 1] : [i, i + 1];
      for (const [address, hops] of [
        [step.from, from],
        [step.to, to],
      ] as const) {
        const entity = hops === length ? path : null;
        addNode(nodes, address, hops, entity);
      }
      addEdge(edges, { ...step, direction: path.direction, share: path.share });
    });
  }
  const beside = detail.exposures.filter((exposure) => exposure.hops > 0 && !shown.has(nameOf(exposure)));
  const { kept, folded } = foldToFit(beside, MOST_NODES - nodes.size);
  for (const exposure of kept) {
    const { category, entity, direction, hops, share, value } = exposure;
    const id = `${direction} ${hops} ${category} ${entity}`;
    const kind = entitiesOf(exposure) > 1 ? 'FOLDED' : 'ENTITY';
    nodes.set(id, { id, kind, address: null, entity, category, hops });
    const [from, to] = direction === 'INCOMING' ? [id, subject] : [subject, id];
    addEdge(edges, { from, to, direction, share, value, firstAt: null, lastAt: null });
  }
  for (const [id, several] of folded) {
    const [first] = several;
    if (!first) continue;
    const { category, direction } = first;
    const hops = several.reduce((least, one) => Math.min(least, one.hops), Infinity);
    const entity = nameOfSeveral(several.reduce((sum, one) => sum + entitiesOf(one), 0));
    nodes.set(id, { id, kind: 'FOLDED', address: null, entity, category, hops });
    const share = Math.min(1, several.reduce((sum, one) => sum + Math.round(one.share * 1e9), 0) / 1e9);
    const [from, to] = direction === 'INCOMING' ? [id, subject] : [subject, id];
    addEdge(edges, { from, to, direction, share, value: null, firstAt: null, lastAt: null });
  }
  return { checkId: check.id, nodes: [...nodes.values()], edges: [...edges.values()] };
}

/** The entities that have room, those that count most first, and the others by direction and category. */
function foldToFit(
  exposures: readonly Exposure[],
  room: number,
): { kept: Exposure[]; folded: Map<string, Exposure[]> } {
  if (exposures.length <= room) return { kept: [...exposures], folded: new Map() };
  const foldOf = ({ direction, category }: Exposure): string => `${direction} more ${category}`;
  const ordered = exposures.toSorted((a, b) => b.contribution - a.contribution || b.share - a.share);
  const kept = ordered.slice(0, Math.max(0, room - new Set(ordered.map(foldOf)).size));
  return { kept, folded: Map.groupBy(ordered.slice(kept.length), foldOf) };
}

const nameOf = (of: { category: string; entity: string; direction: string; hops: number }): string =>
  `${of.direction} ${of.hops} ${of.category} ${of.entity}`;

function addNode(
  nodes: Map<string, Node>,
  address: string,
  hops: number,
  entity: Pick<Node, 'entity' | 'category'> | null,
): void {
  const known = nodes.get(address);
  if (known) {
    known.hops = Math.min(known.hops, hops);
    if (entity && known.kind === 'ADDRESS') {
      Object.assign(known, { kind: 'ENTITY', entity: entity.entity, category: entity.category });
    }
    return;
  }
  nodes.set(address, {
    id: address,
    kind: entity ? 'ENTITY' : 'ADDRESS',
    address,
    entity: entity?.entity ?? null,
    category: entity?.category ?? null,
    hops,
  });
}

function addEdge(edges: Map<string, Edge>, edge: Omit<Edge, 'id'>): void {
  const id = `${edge.direction} ${edge.from}>${edge.to}`;
  const known = edges.get(id);
  if (!known) edges.set(id, { id, ...edge });
  else known.share = Math.min(1, Math.round((known.share + edge.share) * 1e9) / 1e9);
}
