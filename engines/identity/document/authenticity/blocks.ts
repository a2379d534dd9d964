import { grey } from '../../resample.ts';
import type { Box, Raster } from '../../types.ts';

/** Side of JPEG's blocks. */
const BLOCK = 8;
/** Grids are looked for in tiles of two by two cells. */
const STEP = 32;
const TILE = 2 * STEP;
/** Differences beyond this are edges of what is shown, not of blocks. */
const MOST = 6;
/** A tile's grid counts as seen from this many standard errors. */
const SEEN = 6;
/** The picture's own grid must be as good as absent in a tile that has another. */
const ABSENT = 2;
/** Tiles side by side with the same other grid. */
const TOGETHER = 4;

interface Grid {
  /** Column and row on which blocks end, 0 to 7. */
  x: number;
  y: number;
  /** How surely, standard errors; the lesser of both directions. */
  sure: number;
}

interface TileGrid extends Grid {
  column: number;
  row: number;
  /** How surely the picture's own grid is in the tile, standard errors. */
  own: number;
}

export interface ForeignBlocks {
  /** Region whose blocks lie elsewhere than the rest of the picture's. */
  box: Box;
  tiles: number;
  sure: number;
}

/**
 * Regions that were compressed as JPEG in another place than the picture around them, as what was pasted from another
 * photograph was: the borders of JPEG's blocks lie on other columns and rows there (Li, Yuan, Yu 2009 give the method).
 */
export function foreignBlocks(picture: Raster): ForeignBlocks[] {
  const image = grey(picture);
  const across = Math.floor(image.width / STEP);
  const down = Math.floor(image.height / STEP);
  if (across < 4 || down < 4) return [];
  const cells = Array.from({ length: across * down }, (_, index) =>
    measure(image, (index % across) * STEP, Math.floor(index / across) * STEP),
  );
  const own = gridOf(cells);
  if (own.sure < SEEN) return [];
  const foreign: TileGrid[] = [];
  for (let row = 0; row + 1 < down; row++) {
    for (let column = 0; column + 1 < across; column++) {
      const at = row * across + column;
      const tile = [at, at + 1, at + across, at + across + 1].map((index) => cells[index] as Cell);
      const found = gridOf(tile, own);
      const other = found.x !== own.x || found.y !== own.y;
      if (other && found.sure >= SEEN && found.own < ABSENT) foreign.push({ ...found, column, row });
    }
  }
  return together(foreign);
}

/** Sums over a square of 32 by 32 pixels: by column and by row modulo 8, of both kinds of steps. */
interface Cell {
  across: Float64Array;
  down: Float64Array;
  acrossSquares: number;
  downSquares: number;
}

const EACH = (STEP * STEP) / BLOCK;

function measure({ data, width, height }: Raster, left: number, top: number): Cell {
  const cell: Cell = {
    across: new Float64Array(BLOCK),
    down: new Float64Array(BLOCK),
    acrossSquares: 0,
    downSquares: 0,
  };
  const { across, down } = cell;
  for (let y = Math.max(1, top); y < Math.min(height - 2, top + STEP); y++) {
    for (let x = Math.max(1, left); x < Math.min(width - 2, left + STEP); x++) {
      const at = y * width + x;
      const horizontal = standsOut(data, at, 1);
      const vertical = standsOut(data, at, width);
      across[x % BLOCK] = (across[x % BLOCK] as number) + horizontal;
      down[y % BLOCK] = (down[y % BLOCK] as number) + vertical;
      cell.acrossSquares += horizontal * horizontal;
      cell.downSquares += vertical * vertical;
    }
  }
  return cell;
}

/** How much a step between neighbours stands out of the steps beside it, limited. */
function standsOut(data: Uint8Array, at: number, next: number): number {
  const a = data[at - next] as number;
  const b = data[at] as number;
  const c = data[at + next] as number;
  const d = data[at + 2 * next] as number;
  const step = Math.abs(c - b) - (Math.abs(b - a) + Math.abs(d - c)) / 2;
  return step > MOST ? 0 : Math.max(-MOST, step);
}

function gridOf(cells: readonly Cell[], own?: Grid): Grid & { own: number } {
  const horizontal = phases(
    cells.map(({ across }) => across),
    cells.reduce((sum, { acrossSquares }) => sum + acrossSquares, 0),
  );
  const vertical = phases(
    cells.map(({ down }) => down),
    cells.reduce((sum, { downSquares }) => sum + downSquares, 0),
  );
  const x = horizontal.indexOf(Math.max(...horizontal));
  const y = vertical.indexOf(Math.max(...vertical));
  return {
    x,
    y,
    sure: Math.min(horizontal[x] as number, vertical[y] as number),
    own: own ? Math.max(horizontal[own.x] as number, vertical[own.y] as number) : 0,
  };
}

/** For each of the eight places that borders may have: how far its mean is above the others', standard errors. */
function phases(sums: readonly Float64Array[], squares: number): number[] {
  const each = EACH * sums.length;
  const of = Array.from({ length: BLOCK }, (_, phase) => sums.reduce((sum, cell) => sum + (cell[phase] as number), 0));
  const total = of.reduce((sum, value) => sum + value, 0);
  const variance = Math.max(0.05, squares / (BLOCK * each) - (total / (BLOCK * each)) ** 2);
  return of.map((sum) => (sum / each - (total - sum) / (each * (BLOCK - 1))) / Math.sqrt(variance / each));
}

/** Groups of neighbouring tiles with the same grid. */
function together(tiles: TileGrid[]): ForeignBlocks[] {
  const left = new Set(tiles);
  const groups: ForeignBlocks[] = [];
  for (const tile of tiles) {
    if (!left.delete(tile)) continue;
    const group = [tile];
    for (const member of group) {
      for (const other of left) {
        const near = Math.abs(other.column - member.column) <= 1 && Math.abs(other.row - member.row) <= 1;
        if (near && other.x === member.x && other.y === member.y) {
          left.delete(other);
          group.push(other);
        }
      }
    }
    if (group.length < TOGETHER) continue;
    const columns = group.map(({ column }) => column);
    const rows = group.map(({ row }) => row);
    const [x, y] = [Math.min(...columns) * STEP, Math.min(...rows) * STEP];
    groups.push({
      box: { x, y, width: Math.max(...columns) * STEP + TILE - x, height: Math.max(...rows) * STEP + TILE - y },
      tiles: group.length,
      sure: Math.max(...group.map(({ sure }) => sure)),
    });
  }
  return groups.toSorted((a, b) => b.tiles - a.tiles);
}
