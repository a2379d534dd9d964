/** Rows of red, green, blue and opacity. */
export interface Drawn {
  data: Uint8Array;
  width: number;
  height: number;
}

/** Part of a picture in shares of its width and height from the top left. */
export interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Difference {
  /** Of all picture points, 0 to 1. */
  share: number;
  /** Where they are, from the top. */
  places: Place[];
}

/** Steps of 255 by which a colour differs for the eye. */
const VISIBLE = 24;
/** Side of the fields that are told apart, as a share of the longer side. */
const FIELD = 1 / 160;
/** Fields with so many others between them are one place. */
const NEAR = 2;
const MOST_PLACES = 60;

/** Where two pictures of the same page differ; a page of another size differs everywhere. */
export function differenceOf(before: Drawn, after: Drawn): Difference {
  const { width, height } = after;
  if (before.width !== width || before.height !== height) {
    return { share: 1, places: [{ x: 0, y: 0, width: 1, height: 1 }] };
  }
  const side = Math.max(2, Math.round(Math.max(width, height) * FIELD));
  const [columns, rows] = [Math.ceil(width / side), Math.ceil(height / side)];
  const fields = new Uint8Array(columns * rows);
  let points = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = 4 * (y * width + x);
      if (!differs(before.data, after.data, at)) continue;
      points++;
      fields[Math.floor(y / side) * columns + Math.floor(x / side)] = 1;
    }
  }
  const places = grouped(fields, columns, rows).map(({ left, top, right, bottom }) => ({
    x: (left * side) / width,
    y: (top * side) / height,
    width: (Math.min(width, (right + 1) * side) - left * side) / width,
    height: (Math.min(height, (bottom + 1) * side) - top * side) / height,
  }));
  return { share: points / (width * height), places };
}

const differs = (one: Uint8Array, other: Uint8Array, at: number): boolean =>
  [0, 1, 2].some((c) => Math.abs((one[at + c] as number) - (other[at + c] as number)) > VISIBLE);

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Fields that are set, those near one another in one box; the largest where there are too many, from the top. */
function grouped(fields: Uint8Array, columns: number, rows: number): Box[] {
  const seen = new Uint8Array(fields.length);
  const boxes: (Box & { count: number })[] = [];
  for (let start = 0; start < fields.length; start++) {
    if (fields[start] === 0 || seen[start] === 1) continue;
    const box = { left: columns, top: rows, right: 0, bottom: 0, count: 0 };
    const open = [start];
    seen[start] = 1;
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const [x, y] = [at % columns, Math.floor(at / columns)];
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y);
      box.count++;
      for (let dy = -NEAR; dy <= NEAR; dy++) {
        for (let dx = -NEAR; dx <= NEAR; dx++) {
          const [nx, ny] = [x + dx, y + dy];
          if (nx < 0 || ny < 0 || nx >= columns || ny >= rows) continue;
          const next = ny * columns + nx;
          if (fields[next] === 0 || seen[next] === 1) continue;
          seen[next] = 1;
          open.push(next);
        }
      }
    }
    boxes.push(box);
  }
  return boxes
    .toSorted((one, other) => other.count - one.count)
    .slice(0, MOST_PLACES)
    .toSorted((one, other) => one.top - other.top || one.left - other.left);
}
