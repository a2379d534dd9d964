import type { Point } from '../../types.ts';
import { levelAt, quarterTurn, type Gray } from './gray.ts';

/** An image turned about its middle, and the way back to the pixels it came from. */
export interface Turned {
  gray: Gray;
  /** Degrees clockwise that the view is turned against the image. */
  degrees: number;
  back(point: Point): Point;
}

/** The image as seen by someone whose head is turned clockwise by `degrees`: 0, 90 exactly, others bilinear on a page that holds it all. */
export function turn(gray: Gray, degrees: number): Turned {
  if (degrees === 0) return { gray, degrees, back: (point) => point };
  if (degrees === 90) {
    const { width } = gray;
    return { gray: quarterTurn(gray), degrees, back: ({ x, y }) => ({ x: width - 1 - y, y: x }) };
  }
  const angle = (degrees * Math.PI) / 180;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const width = Math.ceil(gray.width * Math.abs(cos) + gray.height * Math.abs(sin));
  const height = Math.ceil(gray.width * Math.abs(sin) + gray.height * Math.abs(cos));
  const back = ({ x, y }: Point): Point => {
    const dx = x - width / 2;
    const dy = y - height / 2;
    return { x: gray.width / 2 + dx * cos - dy * sin, y: gray.height / 2 + dx * sin + dy * cos };
  };
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = back({ x, y });
      data[y * width + x] = Math.round(levelAt(gray, from.x, from.y));
    }
  }
  return { gray: { data, width, height }, degrees, back };
}
