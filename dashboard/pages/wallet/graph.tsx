import { type KeyboardEvent, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { amount, percent, plural, shortened, words } from '../../lib/format.ts';
import type { CheckGraph } from '../../lib/types.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/page.tsx';
import { Copied, Facts, Status, Time } from '../../ui/small.tsx';
import { Empty } from '../../ui/states.tsx';
import { toneOfCategory } from './categories.ts';
import { foldedAtFirst, layoutOf, NODE_HEIGHT, NODE_WIDTH, type PlacedEdge, type PlacedNode } from './layout.ts';

/** From a hair to a thumb: the root, so that small flows are still seen beside great ones. */
const widthOf = (share: number): number => 1 + 13 * Math.sqrt(Math.min(1, Math.max(0, share)));

const titleOf = ({ node }: PlacedNode): string =>
  node.entity ?? (node.address ? shortened(node.address, 5) : node.kind === 'FOLDED' ? 'Others' : 'Unknown');

function subtitleOf({ node, folded, behind }: PlacedNode): string {
  if (node.kind === 'SUBJECT') return 'this address';
  const what = node.category ? words(node.category) : node.kind === 'ADDRESS' ? 'on the way' : '';
  return folded && behind > 0 ? `${what} +${behind}`.trim() : what;
}

function curve({ from, to }: PlacedEdge): string {
  const forward = from.x <= to.x;
  const [x1, y1] = [forward ? from.x + NODE_WIDTH : from.x, from.y + NODE_HEIGHT / 2];
  const [x2, y2] = [forward ? to.x : to.x + NODE_WIDTH, to.y + NODE_HEIGHT / 2];
  const bend = (x1 + x2) / 2;
  return `M${x1} ${y1}C${bend} ${y1} ${bend} ${y2} ${x2} ${y2}`;
}

/** The ways of value as a picture: layers by hop, width by value, colour by what the entity does. */
export function GraphCard({ graph, asset }: { graph: CheckGraph | null; asset: string | null }) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => (graph ? foldedAtFirst(graph) : new Set()));
  const [chosen, setChosen] = useState<string | null>(null);
  const layout = useMemo(() => (graph ? layoutOf(graph, folded) : null), [graph, folded]);
  const room = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // Where the picture is wider than its room, the address itself is what is seen first.
    const subject = room.current?.querySelector('.node.subject')?.getBoundingClientRect();
    const seen = room.current?.getBoundingClientRect();
    if (subject && seen) room.current?.scrollBy(subject.x + subject.width / 2 - seen.x - seen.width / 2, 0);
  }, []);
  if (!graph || !layout || layout.nodes.length === 0) {
    return (
      <Card title="Where value came from and went">
        <Empty title="Nothing to draw">No dealings of this address are known in the chain data of this service.</Empty>
      </Card>
    );
  }
  const picked = layout.nodes.find(({ node }) => node.id === chosen) ?? null;
  const press = (placed: PlacedNode): void => {
    setChosen(placed.node.id);
    if (placed.node.kind === 'SUBJECT' || placed.behind === 0) return;
    const next = new Set(folded);
    if (!next.delete(placed.node.id)) next.add(placed.node.id);
    setFolded(next);
  };
  const said = `${plural(layout.nodes.length, 'address or entity', 'addresses and entities')}, ${plural(layout.edges.length, 'flow')}`;
  return (
    <Card
      title="Where value came from and went"
      note="Layers by hop, width by value. Press one to fold what is behind it."
      actions={
        <>
          <Button small disabled={folded.size === 0} onPress={() => setFolded(new Set())}>
            Unfold all
          </Button>
          <Button
            small
            onPress={() =>
              setFolded(
                new Set(
                  layout.nodes
                    .filter(({ column, behind }) => Math.abs(column) === 1 && behind > 0)
                    .map(({ node }) => node.id),
                ),
              )
            }
          >
            Fold
          </Button>
        </>
      }
      flush
    >
      <div className="graph-room" ref={room} tabIndex={0} role="region" aria-label="Picture of the flows">
        <svg
          className="graph"
          // It shrinks to the room there is, as long as words can be read; then it is moved about.
          style={{ maxInlineSize: layout.width, minInlineSize: layout.width * 0.75 }}
          viewBox={`0 0 ${layout.width} ${layout.height}`}
          role="group"
          aria-label={`Flows of value by hop: ${said}`}
        >
          <g className="graph-edges" aria-hidden="true">
            {layout.edges.map((placed) => {
              const { edge, from, to } = placed;
              const outer = Math.abs(from.column) > Math.abs(to.column) ? from : to;
              const near = chosen !== null && (edge.from === chosen || edge.to === chosen);
              return (
                <path
                  key={edge.id}
                  d={curve(placed)}
                  strokeWidth={widthOf(edge.share)}
                  className={`edge ${toneOfCategory(outer.node.category)}${near ? ' near' : ''}`}
                >
                  <title>
                    {`${titleOf(from)} to ${titleOf(to)}: ${edge.value ? `${amount(edge.value)} ${asset ?? ''}, ` : ''}${percent(edge.share)}`}
                  </title>
                </path>
              );
            })}
          </g>
          {layout.nodes.map((placed) => (
            <Node
              key={placed.node.id}
              placed={placed}
              chosen={placed.node.id === chosen}
              onPress={() => press(placed)}
            />
          ))}
        </svg>
      </div>
      {picked ? <Picked of={picked} edges={layout.edges} asset={asset} /> : null}
      <p className="graph-legend small" aria-label="Colours">
        <span className="legend">
          <span className="dot tone-bad" /> crime and sanctions
        </span>
        <span className="legend">
          <span className="dot tone-warn" /> hides where value comes from
        </span>
        <span className="legend">
          <span className="dot tone-accent" /> known business
        </span>
        <span className="legend">
          <span className="dot tone-plain" /> unknown
        </span>
      </p>
    </Card>
  );
}

function Node({ placed, chosen, onPress }: { placed: PlacedNode; chosen: boolean; onPress: () => void }) {
  const { node, x, y, behind, folded } = placed;
  const tone = node.kind === 'SUBJECT' ? 'subject' : toneOfCategory(node.category);
  const foldable = node.kind !== 'SUBJECT' && behind > 0;
  const [title, subtitle] = [clipped(titleOf(placed), 13), clipped(subtitleOf(placed), 19)];
  return (
    <g
      className={`node ${tone}${chosen ? ' chosen' : ''}`}
      transform={`translate(${x} ${y})`}
      role="button"
      tabIndex={0}
      aria-label={`${title} ${subtitle}`.trim()}
      {...(foldable ? { 'aria-expanded': !folded } : { 'aria-pressed': chosen })}
      onClick={onPress}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        onPress();
      }}
    >
      <title>{`${titleOf(placed)} ${subtitleOf(placed)}`}</title>
      <rect className="node-room" width={NODE_WIDTH} height={NODE_HEIGHT} rx={8} />
      <rect className="node-tone" width={4} height={NODE_HEIGHT - 16} x={8} y={8} rx={2} />
      <text x={20} y={19} className="node-title">
        {title}
      </text>{' '}
      <text x={20} y={34} className="node-subtitle">
        {subtitle}
      </text>
    </g>
  );
}

const clipped = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1)}…`);

/** What is known of the chosen one. */
function Picked({ of, edges, asset }: { of: PlacedNode; edges: readonly PlacedEdge[]; asset: string | null }) {
  const { node } = of;
  const touching = edges.filter(({ edge }) => edge.from === node.id || edge.to === node.id);
  return (
    <div className="graph-picked">
      <Facts
        columns
        of={[
          ['Entity', node.entity],
          ['Category', node.category ? <Status key="c" code={node.category} /> : null],
          ['Address', node.address ? <Copied key="a" text={node.address} shown={shortened(node.address, 10)} /> : null],
          ['Hops', node.kind === 'SUBJECT' ? null : String(node.hops)],
          ...touching.slice(0, 4).map(({ edge, from, to }): [string, ReactNode] => [
            edge.from === node.id ? `to ${titleOf(to)}` : `from ${titleOf(from)}`,
            <span key={edge.id}>
              {edge.value ? `${amount(edge.value)} ${asset ?? ''} · ` : ''}
              {percent(edge.share)}
              {edge.lastAt ? (
                <span className="small quiet block">
                  last <Time at={edge.lastAt} />
                </span>
              ) : null}
            </span>,
          ]),
        ]}
      />
    </div>
  );
}
