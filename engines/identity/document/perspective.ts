import type { Box, Point, Quadrilateral, Raster } from '../types.ts';

/** A projective map of the plane, rows of a 3 × 3 matrix. */
export type Projection = readonly [number, number, number, number, number, number, number, number, number];

/** The projection that takes a rectangle's corners, from (0, 0) clockwise, to a quadrilateral's (Heckbert 1989). */
export function projectionOf(width: number, height: number, [p, q, r, s]: Quadrilateral): Projection {
  const [dx1, dx2] = [q.x - r.x, s.x - r.x];
  const [dy1, dy2] = [q.y - r.y, s.y - r.y];
  const [sx, sy] = [p.x - q.x + r.x - s.x, p.y - q.y + r.y - s.y];
  const determinant = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / determinant;
  const h = (dx1 * sy - sx * dy1) / determinant;
  return [
    (q.x - p.x + g * q.x) / width,
    (s.x - p.x + h * s.x) / height,
    p.x,
    (q.y - p.y + g * q.y) / width,
    (s.y - p.y + h * s.y) / height,
    p.y,
    g / width,
    h / height,
    1,
  ];
}

export function project([a, b, c, d, e, f, g, h, i]: Projection, { x, y }: Point): Point {
  const w = g * x + h * y + i;
  return { x: (a * x + b * y + c) / w, y: (d * x + e * y + f) / w };
}

/** The way back. */
export function inverse([a, b, c, d, e, f, g, h, i]: Projection): Projection {
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
}

/** The upright box around a box that a projection takes somewhere else. */
export function projectBox(map: Projection, { x, y, width, height }: Box): Box {
  const corners = [
    { x, y },
    { x: x + width, y },
    { x, y: y + height },
    { x: x + width, y: y + height },
  ].map((corner) => project(map, corner));
  const xs = corners.map((corner) => corner.x);
  const ys = corners.map((corner) => corner.y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** The part of a picture inside a quadrilateral, laid level: between the nearest four pixels; white outside. */
export function layLevel(picture: Raster, map: Projection, width: number, height: number): Raster {
  const { data, channels } = picture;
  const result = new Uint8Array(width * height * channels).fill(255);
  const [a, b, c, d, e, f, g, h, i] = map;
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += channels) {
      const w = g * (x + 0.5) + h * (y + 0.5) + i;
      const px = (a * (x + 0.5) + b * (y + 0.5) + c) / w - 0.5;
      const py = (d * (x + 0.5) + e * (y + 0.5) + f) / w - 0.5;
      const [left, top] = [Math.floor(px), Math.floor(py)];
      if (!(left >= 0 && top >= 0 && left + 1 < picture.width && top + 1 < picture.height)) continue;
      const [dx, dy] = [px - left, py - top];
      const from = (top * picture.width + left) * channels;
      const below = from + picture.width * channels;
      for (let k = 0; k < channels; k++) {
        const upper = (data[from + k] as number) * (1 - dx) + (data[from + channels + k] as number) * dx;
        const lower = (data[below + k] as number) * (1 - dx) + (data[below + channels + k] as number) * dx;
        result[at + k] = Math.round(upper * (1 - dy) + lower * dy);
      }
    }
  }
  return { data: result, width, height, channels };
}
