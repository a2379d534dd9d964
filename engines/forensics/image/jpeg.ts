/** The structure of a JPEG file (ITU-T T.81): what stands in front of the entropy-coded data. */

export interface JpegStructure {
  width: number;
  height: number;
  progressive: boolean;
  /** Quantisation tables by their number, 64 values in natural (row by row) order. */
  tables: ReadonlyMap<number, Uint16Array>;
  /** The table of each component, in the frame's order: brightness first. */
  componentTables: readonly number[];
  /** Application segments and comments in order, without marker and length. */
  segments: readonly { marker: number; data: Uint8Array }[];
}

/** Position in the natural order of the n-th value in zigzag order (T.81 figure A.6). */
export const ZIGZAG: readonly number[] = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
  35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47,
  55, 62, 63,
];

const MAX_SEGMENTS = 4096;

/** @returns the structure, or null where it is no JPEG or breaks off before its frame */
export function readJpeg(bytes: Uint8Array): JpegStructure | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = new Map<number, Uint16Array>();
  const segments: { marker: number; data: Uint8Array }[] = [];
  let frame: Pick<JpegStructure, 'width' | 'height' | 'progressive' | 'componentTables'> | null = null;
  let at = 2;
  for (let count = 0; count < MAX_SEGMENTS && at + 4 <= bytes.length; count++) {
    if (bytes[at] !== 0xff) break;
    const marker = bytes[at + 1] as number;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xda || marker === 0xd9) break;
    const length = view.getUint16(at + 2);
    const data = bytes.subarray(at + 4, at + 2 + length);
    if (length < 2 || data.length !== length - 2) break;
    if (marker === 0xdb) readTables(data, tables);
    else if (marker === 0xc0 || marker === 0xc1 || marker === 0xc2) frame ??= readFrame(data, marker === 0xc2);
    else if ((marker >= 0xe0 && marker <= 0xef) || marker === 0xfe) segments.push({ marker, data });
    at += 2 + length;
  }
  return frame && { ...frame, tables, segments };
}

function readTables(data: Uint8Array, tables: Map<number, Uint16Array>): void {
  let at = 0;
  while (at < data.length) {
    const head = data[at] as number;
    const wide = head >> 4 === 1;
    const size = wide ? 128 : 64;
    if (at + 1 + size > data.length) return;
    const table = new Uint16Array(64);
    for (let n = 0; n < 64; n++) {
      const from = at + 1 + (wide ? 2 * n : n);
      table[ZIGZAG[n] as number] = wide
        ? ((data[from] as number) << 8) | (data[from + 1] as number)
        : (data[from] as number);
    }
    tables.set(head & 15, table);
    at += 1 + size;
  }
}

function readFrame(
  data: Uint8Array,
  progressive: boolean,
): Pick<JpegStructure, 'width' | 'height' | 'progressive' | 'componentTables'> | null {
  if (data.length < 6) return null;
  const height = ((data[1] as number) << 8) | (data[2] as number);
  const width = ((data[3] as number) << 8) | (data[4] as number);
  const count = data[5] as number;
  if (data.length < 6 + 3 * count) return null;
  const componentTables = Array.from({ length: count }, (_, index) => data[8 + 3 * index] as number);
  return { width, height, progressive, componentTables };
}

/** The example table for brightness of T.81 annex K.1, which libjpeg scales by its quality setting. */
export const STANDARD_LUMINANCE: readonly number[] = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51,
  87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121, 120, 101,
  72, 92, 95, 98, 112, 100, 103, 99,
];

/** The table that libjpeg makes of the standard one at a quality of 1 to 100. */
export function luminanceTable(quality: number): Uint16Array {
  const scale = quality < 50 ? Math.floor(5000 / quality) : 200 - 2 * quality;
  return Uint16Array.from(STANDARD_LUMINANCE, (value) =>
    Math.max(1, Math.min(255, Math.floor((value * scale + 50) / 100))),
  );
}

/** The quality whose table is nearest, and whether it is that table exactly (an encoder of the libjpeg family). */
export function qualityOf(table: Uint16Array): { quality: number; exact: boolean } {
  let best = { quality: 1, distance: Number.POSITIVE_INFINITY };
  for (let quality = 1; quality <= 100; quality++) {
    const other = luminanceTable(quality);
    let distance = 0;
    for (let i = 0; i < 64; i++) distance += Math.abs((table[i] as number) - (other[i] as number));
    if (distance < best.distance) best = { quality, distance };
  }
  return { quality: best.quality, exact: best.distance === 0 };
}
