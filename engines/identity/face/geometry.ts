import type { Point } from '../types.ts';

/** Where a face looks and how it is made up, from its 68 points (300-W order). */
export interface FaceGeometry {
  /** Between the middles of the eyes, pixels of the picture. */
  eyeDistance: number;
  /** Degrees; positive where the face is turned towards its own left, the right of the picture. About ±5° exact. */
  yaw: number;
  /** Degrees; positive where it looks down. Against the mean face, so only large values say something. */
  pitch: number;
  /** Degrees; positive where the head leans clockwise in the picture. */
  roll: number;
  /** Height of the eye's opening by its width, the mean of both (eye aspect ratio: Soukupová and Čech 2016). */
  eyeOpening: number;
}

/** How far the tip of the nose stands out, in eye distances, and how far below the eyes it is in a level face. */
const NOSE_DEPTH = 0.55;
const NOSE_DROP = 0.6;

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
const degrees = (radians: number): number => (radians * 180) / Math.PI;

function middle(points: readonly Point[]): Point {
  return {
    x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
    y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
  };
}

/** @param landmarks 68 points in pixels */
export function geometryOf(landmarks: readonly Point[]): FaceGeometry {
  const at = (index: number): Point => landmarks[index] as Point;
  const left = middle(landmarks.slice(36, 42));
  const right = middle(landmarks.slice(42, 48));
  const eyeDistance = Math.max(distance(left, right), 1e-6);
  const across = { x: (right.x - left.x) / eyeDistance, y: (right.y - left.y) / eyeDistance };
  const between = middle([left, right]);
  const nose = { x: at(30).x - between.x, y: at(30).y - between.y };
  const sideways = (nose.x * across.x + nose.y * across.y) / eyeDistance;
  const downwards = (nose.y * across.x - nose.x * across.y) / eyeDistance;
  const opening = (first: number): number =>
    (distance(at(first + 1), at(first + 5)) + distance(at(first + 2), at(first + 4))) /
    Math.max(2 * distance(at(first), at(first + 3)), 1e-6);
  return {
    eyeDistance,
    yaw: degrees(Math.atan(sideways / NOSE_DEPTH)),
    pitch: degrees(Math.atan((downwards - NOSE_DROP) / NOSE_DEPTH)),
    roll: degrees(Math.atan2(across.y, across.x)),
    eyeOpening: (opening(36) + opening(42)) / 2,
  };
}

/**
 * How badly one flat thing explains two views of a face: the part of the points' movement that no affine map gives,
 * as root mean square in eye distances. Near 0 for a photograph that is turned, larger for a head, whose nose moves
 * against its cheeks (parallax; Hartley and Zisserman 2004, chapter 13).
 */
export function parallax(from: readonly Point[], to: readonly Point[]): number {
  const { eyeDistance } = geometryOf(from);
  const a = middle(from);
  const b = middle(to);
  let [xx, xy, yy] = [0, 0, 0];
  const cross = [0, 0, 0, 0];
  from.forEach((point, index) => {
    const other = to[index] as Point;
    const [x, y, u, v] = [point.x - a.x, point.y - a.y, other.x - b.x, other.y - b.y];
    xx += x * x;
    xy += x * y;
    yy += y * y;
    cross[0] = (cross[0] as number) + x * u;
    cross[1] = (cross[1] as number) + y * u;
    cross[2] = (cross[2] as number) + x * v;
    cross[3] = (cross[3] as number) + y * v;
  });
  const [xu, yu, xv, yv] = cross as [number, number, number, number];
  const determinant = Math.max(xx * yy - xy * xy, 1e-9);
  const solve = (p: number, q: number): [number, number] => [
    (p * yy - q * xy) / determinant,
    (q * xx - p * xy) / determinant,
  ];
  const [m11, m12] = solve(xu, yu);
  const [m21, m22] = solve(xv, yv);
  let squares = 0;
  from.forEach((point, index) => {
    const other = to[index] as Point;
    const [x, y] = [point.x - a.x, point.y - a.y];
    squares += (other.x - b.x - m11 * x - m12 * y) ** 2 + (other.y - b.y - m21 * x - m22 * y) ** 2;
  });
  // In the second view's own measure, so that coming nearer does not count.
  const scale = Math.sqrt(Math.abs(m11 * m22 - m12 * m21)) || 1;
  return Math.sqrt(squares / from.length) / (eyeDistance * scale);
}
