/** Affine maps as PDF writes them: x' = a x + c y + e, y' = b x + d y + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** First the one, then the other. */
export const multiply = (one: Matrix, other: Matrix): Matrix => [
  one[0] * other[0] + one[1] * other[2],
  one[0] * other[1] + one[1] * other[3],
  one[2] * other[0] + one[3] * other[2],
  one[2] * other[1] + one[3] * other[3],
  one[4] * other[0] + one[5] * other[2] + other[4],
  one[4] * other[1] + one[5] * other[3] + other[5],
];

export const apply = (matrix: Matrix, x: number, y: number): [number, number] => [
  matrix[0] * x + matrix[2] * y + matrix[4],
  matrix[1] * x + matrix[3] * y + matrix[5],
];

/** Left, bottom, right, top; points of the page. */
export type Bounds = readonly [left: number, bottom: number, right: number, top: number];

/** The upright box around a mapped box. */
export function boundsOf(matrix: Matrix, [left, bottom, right, top]: Bounds): Bounds {
  const corners = [
    apply(matrix, left, bottom),
    apply(matrix, right, bottom),
    apply(matrix, left, top),
    apply(matrix, right, top),
  ];
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

export const area = ([left, bottom, right, top]: Bounds): number =>
  Math.max(0, right - left) * Math.max(0, top - bottom);

/** The part of a box, 0 to 1, that another covers. */
export function shareCovered(box: Bounds, by: Bounds): number {
  const common: Bounds = [
    Math.max(box[0], by[0]),
    Math.max(box[1], by[1]),
    Math.min(box[2], by[2]),
    Math.min(box[3], by[3]),
  ];
  const whole = area(box);
  return whole > 0 && common[2] > common[0] && common[3] > common[1] ? area(common) / whole : 0;
}
