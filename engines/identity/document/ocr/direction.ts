import type { SlantedBox } from './boxes.ts';

/** Boxes this much longer than high tell the direction of writing. */
const LONG = 4;

/** Turns each box so that it is read nearest to a direction, radians clockwise in the picture. */
export function towards(boxes: readonly SlantedBox[], direction: number): SlantedBox[] {
  return boxes.map((box) => {
    // A box about as high as wide says nothing of its own; it is read as the others are.
    const square = box.width < 1.5 * box.height;
    const quarters = square ? Math.round((direction - box.angle) / (Math.PI / 2)) : 0;
    const turned = quarters % 2 === 0 ? box : { ...box, width: box.height, height: box.width };
    const angle = turned.angle + (quarters * Math.PI) / 2;
    return { ...turned, angle: angle + Math.PI * Math.round((direction - angle) / Math.PI) };
  });
}

/** The direction of most writing, up to its being upside down: between -π/4 and 3π/4. Zero where there is none. */
export function mainDirection(boxes: readonly SlantedBox[]): number {
  // Directions are the same after half a turn: doubled angles add up as vectors.
  let [x, y] = [0, 0];
  for (const { width, height, angle } of boxes) {
    if (width < LONG * height) continue;
    x += width * Math.cos(2 * angle);
    y += width * Math.sin(2 * angle);
  }
  const direction = Math.atan2(y, x) / 2;
  return direction < -Math.PI / 4 ? direction + Math.PI : direction;
}

/** A few boxes by which to try which way up writing is: long ones of ordinary height. */
export const telling = (boxes: readonly SlantedBox[]): SlantedBox[] =>
  boxes
    .filter(({ width, height }) => width >= LONG * height && width <= 14 * height)
    .toSorted((a, b) => b.score * b.height - a.score * a.height)
    .slice(0, 3);
