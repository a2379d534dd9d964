/** The discrete cosine transform of 8 by 8 blocks (ITU-T T.81 A.3.3), on brightness less 128. */

const COSINES = Float64Array.from({ length: 64 }, (_, index) => {
  const frequency = index >> 3;
  const x = index & 7;
  return (frequency === 0 ? Math.SQRT1_2 : 1) * 0.5 * Math.cos(((2 * x + 1) * frequency * Math.PI) / 16);
});

export interface Blocks {
  across: number;
  down: number;
  /** For each wanted frequency (natural order), the coefficient of each block, row by row. */
  coefficients: ReadonlyMap<number, Float32Array>;
}

/**
 * @param left, top where the grid begins, pixels
 * @param frequencies positions in a block, natural order
 */
export function blockDct(
  plane: { data: ArrayLike<number>; width: number; height: number },
  left: number,
  top: number,
  frequencies: readonly number[],
): Blocks {
  const { data, width, height } = plane;
  const across = Math.max(0, Math.floor((width - left) / 8));
  const down = Math.max(0, Math.floor((height - top) / 8));
  const coefficients = new Map(frequencies.map((frequency) => [frequency, new Float32Array(across * down)]));
  const columns = Math.max(-1, ...frequencies.map((frequency) => frequency & 7)) + 1;
  const rows = new Float64Array(8 * columns);
  for (let by = 0; by < down; by++) {
    for (let bx = 0; bx < across; bx++) {
      for (let y = 0; y < 8; y++) {
        const from = (top + 8 * by + y) * width + left + 8 * bx;
        for (let u = 0; u < columns; u++) {
          let sum = 0;
          for (let x = 0; x < 8; x++) sum += ((data[from + x] as number) - 128) * (COSINES[8 * u + x] as number);
          rows[y * columns + u] = sum;
        }
      }
      for (const [frequency, values] of coefficients) {
        const u = frequency & 7;
        const v = 8 * (frequency >> 3);
        let sum = 0;
        for (let y = 0; y < 8; y++) sum += (rows[y * columns + u] as number) * (COSINES[v + y] as number);
        values[by * across + bx] = sum;
      }
    }
  }
  return { across, down, coefficients };
}
