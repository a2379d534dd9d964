import { s } from './dom.ts';
import type { Kind, View } from './state.ts';

/** Line drawings in the colour of the text around them; they say nothing that the words do not. */
const frame = (...parts: SVGElement[]): SVGElement =>
  s('svg', { viewBox: '0 0 96 64', class: 'drawing', 'aria-hidden': 'true', focusable: 'false' }, ...parts);

const card = (): SVGElement => s('rect', { x: 12, y: 8, width: 72, height: 48, rx: 6 });
const line = (x1: number, y1: number, x2: number, y2: number): SVGElement => s('line', { x1, y1, x2, y2 });
const path = (d: string, look = ''): SVGElement => s('path', { d, class: look });

const face = (): SVGElement[] => [s('circle', { cx: 48, cy: 24, r: 14 }), path('M20 60c2-14 14-19 28-19s26 5 28 19')];

const DRAWINGS: Readonly<Record<Kind, () => SVGElement[]>> = {
  DOCUMENT_FRONT: () => [
    card(),
    s('circle', { cx: 30, cy: 26, r: 6 }),
    path('M20 42c1-7 5-9 10-9s9 2 10 9'),
    line(50, 22, 74, 22),
    line(50, 31, 74, 31),
    line(50, 40, 66, 40),
  ],
  DOCUMENT_BACK: () => [
    card(),
    s('rect', { x: 12, y: 15, width: 72, height: 8, class: 'solid' }),
    line(22, 36, 74, 36),
    line(22, 45, 74, 45),
  ],
  SELFIE: face,
  LIVENESS_FRAME: () => [
    ...face(),
    path('M26 12c-6 6-7 16-2 24m0 0l-6-1m6 1l2-6'),
    path('M70 12c6 6 7 16 2 24m0 0l6-1m-6 1l-2-6'),
  ],
};

export const drawing = (kind: Kind): SVGElement => frame(...DRAWINGS[kind]());

/** Where to look, as the person sees it in a mirror: their own left is on the left. */
export function arrow(view: View): SVGElement {
  const shape =
    view === 'STRAIGHT'
      ? [s('circle', { cx: 24, cy: 24, r: 9 }), s('circle', { cx: 24, cy: 24, r: 2, class: 'solid' })]
      : view === 'LEFT'
        ? [path('M40 24H9M20 12L8 24l12 12')]
        : [path('M8 24h31M28 12l12 12-12 12')];
  return s('svg', { viewBox: '0 0 48 48', class: 'arrow', 'aria-hidden': 'true', focusable: 'false' }, ...shape);
}

const MARKS = {
  done: 'M14 25l7 7 14-15',
  wait: 'M24 13v12l8 5',
  stop: 'M16 16l16 16M32 16L16 32',
  note: 'M24 14v13M24 33.5v.5',
} as const;

export const mark = (kind: keyof typeof MARKS): SVGElement =>
  s(
    'svg',
    { viewBox: '0 0 48 48', class: `mark is-${kind}`, 'aria-hidden': 'true', focusable: 'false' },
    s('circle', { cx: 24, cy: 24, r: 20 }),
    path(MARKS[kind]),
  );
