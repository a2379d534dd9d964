import { Maximize, RotateCw, ScanLine, ZoomIn, ZoomOut } from 'lucide-react';
import { type PointerEvent, type ReactNode, useRef, useState, type WheelEvent } from 'react';
import { usePicture } from '../lib/picture.ts';
import { Button, IconButton } from './button.tsx';
import { Loading, Problem } from './states.tsx';

/** A place in a picture. */
export interface Box {
  key: string;
  label: string;
  /** Clockwise from the top left of what is written there, in shares of the picture's width and height. */
  corners: readonly { x: number; y: number }[];
  /** Boxes of one group are marked together; null: of none. */
  group: string | null;
}

interface ViewerProps {
  fileId: string;
  /** What is to be seen, for those who do not see it. */
  alt: string;
  boxes?: readonly Box[];
  /** The group that is pointed at, here or elsewhere on the page. */
  marked?: string | null;
  onMark?: (group: string | null) => void;
  caption?: ReactNode;
  /** Something laid over the picture, such as a heat map. */
  over?: ReactNode;
  /** A page of a document, which is to be read: more room. */
  tall?: boolean;
  /** What the boxes are on. */
  boxesLabel?: string;
}

const STEPS = [1, 1.5, 2, 3, 4, 6] as const;

/** A picture to look at closely: nearer, turned, moved about, with boxes on what was read. */
export function PictureViewer(props: ViewerProps) {
  const { fileId, alt, boxes = [], marked = null, onMark, caption, over, tall = false } = props;
  const { boxesLabel = 'Boxes on what was read' } = props;
  const picture = usePicture(fileId);
  const [zoom, setZoom] = useState(0);
  const [turns, setTurns] = useState(0);
  const [shift, setShift] = useState({ x: 0, y: 0 });
  const [boxed, setBoxed] = useState(true);
  const from = useRef<{ x: number; y: number } | null>(null);
  const scale = STEPS[zoom] ?? 1;
  const nearer = (by: number): void => {
    const next = Math.min(STEPS.length - 1, Math.max(0, zoom + by));
    setZoom(next);
    if (next === 0) setShift({ x: 0, y: 0 });
  };
  const move = (x: number, y: number): void => setShift((before) => ({ x: before.x + x, y: before.y + y }));
  const onPointerDown = (event: PointerEvent): void => {
    if (scale === 1) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, y: event.clientY };
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (!from.current) return;
    move(event.clientX - from.current.x, event.clientY - from.current.y);
    from.current = { x: event.clientX, y: event.clientY };
  };
  const onWheel = (event: WheelEvent): void => {
    if (event.ctrlKey) nearer(event.deltaY < 0 ? 1 : -1);
  };
  if (picture.error && picture.url === null) return <Problem error={picture.error} retry={picture.retry} />;
  return (
    <figure className={tall ? 'viewer tall' : 'viewer'}>
      <div
        className={scale > 1 ? 'viewer-room near' : 'viewer-room'}
        // It can be moved about with the arrows too, so it takes the focus.
        tabIndex={0}
        role="group"
        aria-label={`${alt}. Plus and minus change the size, R turns it, arrows move it.`}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => (from.current = null)}
        onWheel={onWheel}
        onKeyDown={(event) => {
          const act: Record<string, () => void> = {
            '+': () => nearer(1),
            '-': () => nearer(-1),
            R: () => setTurns(turns + 1),
            ArrowLeft: () => move(40, 0),
            ArrowRight: () => move(-40, 0),
            ArrowUp: () => move(0, 40),
            ArrowDown: () => move(0, -40),
          };
          const run = act[event.key];
          if (!run || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          run();
        }}
      >
        {picture.state === 'UNSHOWN' ? (
          <p className="empty">
            <span>
              This browser does not show pictures of this kind.{' '}
              <a href={picture.url ?? ''} target="_blank" rel="noreferrer">
                Open the file
              </a>
            </span>
          </p>
        ) : picture.state === 'LATE' ? (
          <div className="empty" role="alert">
            <p className="strong">The picture did not come.</p>
            <p>It was asked for twice, by two links. The connection may be slow, or the service busy.</p>
            <Button onPress={picture.retry}>Try again</Button>
          </div>
        ) : (
          <>
            {picture.url === null || picture.state === 'LOADING' ? <Loading label={`${alt} is loading`} /> : null}
            {picture.url === null ? null : (
              <div
                className={picture.state === 'SHOWN' ? 'viewer-picture' : 'viewer-picture coming'}
                style={{ transform: `translate(${shift.x}px, ${shift.y}px) scale(${scale}) rotate(${turns * 90}deg)` }}
              >
                <img
                  key={`${picture.attempt} ${picture.url}`}
                  src={picture.url}
                  alt={alt}
                  draggable={false}
                  onLoad={picture.onLoad}
                  onError={picture.onError}
                />
                {over}
                {boxed && boxes.length > 0 ? <Boxes of={boxes} marked={marked} onMark={onMark} /> : null}
              </div>
            )}
          </>
        )}
      </div>
      <figcaption className="viewer-bar">
        <span className="grow small">{caption}</span>
        {boxes.length > 0 ? (
          <IconButton small icon={ScanLine} label={boxesLabel} pressed={boxed} onPress={() => setBoxed(!boxed)} />
        ) : null}
        <IconButton small icon={ZoomOut} label="Smaller" disabled={zoom === 0} onPress={() => nearer(-1)} />
        <span className="small numbers quiet">{Math.round(scale * 100)} %</span>
        <IconButton small icon={ZoomIn} label="Larger" disabled={zoom === STEPS.length - 1} onPress={() => nearer(1)} />
        <IconButton small icon={RotateCw} label="Turn" onPress={() => setTurns(turns + 1)} />
        <IconButton
          small
          icon={Maximize}
          label="As it was"
          onPress={() => {
            setZoom(0);
            setTurns(0);
            setShift({ x: 0, y: 0 });
          }}
        />
      </figcaption>
    </figure>
  );
}

interface BoxesProps {
  of: readonly Box[];
  marked: string | null;
  onMark: ((group: string | null) => void) | undefined;
}

/** What was read, framed; what they say stands in rows of the page, which can be reached by keys. */
function Boxes({ of, marked, onMark }: BoxesProps) {
  // What is marked is drawn last, above the others.
  const ordered = of.toSorted((a, b) => Number(a.group === marked) - Number(b.group === marked));
  return (
    <svg className="viewer-boxes" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      {ordered.map(({ key, label, corners, group }) => (
        <polygon
          key={key}
          points={corners.map(({ x, y }) => `${x},${y}`).join(' ')}
          vectorEffect="non-scaling-stroke"
          className={group === null ? 'line' : group === marked ? 'marked' : ''}
          onPointerEnter={() => group !== null && onMark?.(group)}
          onPointerLeave={() => group !== null && onMark?.(null)}
        >
          <title>{label}</title>
        </polygon>
      ))}
    </svg>
  );
}
