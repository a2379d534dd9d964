import { inflateRawSync, inflateSync } from 'node:zlib';
import { PdfFault } from './lexer.ts';
import { type Dictionary, isDictionary, Name, type Value } from './values.ts';

/** Decoded bytes that one document may cost in all, and one stream. */
export class Budget {
  #left: number;
  constructor(bytes = 256 * 2 ** 20) {
    this.#left = bytes;
  }
  get stream(): number {
    return Math.min(this.#left, 64 * 2 ** 20);
  }
  /** @throws PdfFault where it is used up */
  take(bytes: number): void {
    this.#left -= bytes;
    if (this.#left <= 0) throw new PdfFault('its streams decode to more than may be read');
  }
}

/**
 * Decodes a stream (ISO 32000-2, 7.4) as far as its last filter that is not a codec of pictures.
 * @returns the bytes, and the name of the codec that remains, if any; null where it cannot be decoded
 * @throws PdfFault where the budget is used up
 */
export function decodeStream(
  data: Uint8Array,
  dictionary: Dictionary,
  resolve: (value: Value | undefined) => Value,
  budget: Budget,
): { bytes: Uint8Array; codec: string | null } | null {
  const filters = list(resolve(dictionary.get('Filter') ?? dictionary.get('F')), resolve);
  const parameters = list(resolve(dictionary.get('DecodeParms') ?? dictionary.get('DP')), resolve);
  if (filters.length > 8) return null;
  let bytes = data;
  for (const [index, filter] of filters.entries()) {
    if (!(filter instanceof Name)) return null;
    const given = parameters[index];
    const decoded = decodeOne(filter.name, bytes, isDictionary(given) ? given : new Map(), resolve, budget);
    if (decoded === 'CODEC') return { bytes, codec: filter.name };
    if (decoded === null) return null;
    budget.take(decoded.length);
    bytes = decoded;
  }
  return { bytes, codec: null };
}

const list = (value: Value, resolve: (value: Value | undefined) => Value): Value[] =>
  value === null ? [] : Array.isArray(value) ? value.map(resolve) : [value];

function decodeOne(
  filter: string,
  bytes: Uint8Array,
  parameters: Dictionary,
  resolve: (value: Value | undefined) => Value,
  budget: Budget,
): Uint8Array | 'CODEC' | null {
  switch (filter) {
    case 'FlateDecode':
    case 'Fl': {
      const inflated = inflate(bytes, budget);
      return inflated && unpredict(inflated, parameters, resolve);
    }
    case 'ASCIIHexDecode':
    case 'AHx':
      return Buffer.from(
        Buffer.from(bytes)
          .toString('latin1')
          .replace(/>[^]*$/, '')
          .replaceAll(/[^0-9A-Fa-f]/g, ''),
        'hex',
      );
    case 'ASCII85Decode':
    case 'A85':
      return ascii85(bytes);
    case 'RunLengthDecode':
    case 'RL':
      return runLength(bytes, budget.stream);
    case 'DCTDecode':
    case 'DCT':
    case 'JPXDecode':
    case 'CCITTFaxDecode':
    case 'CCF':
    case 'JBIG2Decode':
      return 'CODEC';
    default:
      return null;
  }
}

function inflate(bytes: Uint8Array, budget: Budget): Uint8Array | null {
  const options = { maxOutputLength: Math.max(1, budget.stream), finishFlush: 2 } as const;
  try {
    return inflateSync(bytes, options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new PdfFault('a stream of it decodes to more than may be read');
    }
    try {
      return inflateRawSync(bytes.subarray(2), options);
    } catch {
      return null;
    }
  }
}

/** Undoes the predictors of PNG and, for whole bytes, of TIFF (7.4.4.4). */
function unpredict(
  data: Uint8Array,
  parameters: Dictionary,
  resolve: (value: Value | undefined) => Value,
): Uint8Array | null {
  const number = (key: string, otherwise: number): number => {
    const value = resolve(parameters.get(key));
    return typeof value === 'number' ? value : otherwise;
  };
  const predictor = number('Predictor', 1);
  if (predictor < 2) return data;
  const bits = number('BitsPerComponent', 8);
  const pixel = Math.max(1, Math.ceil((number('Colors', 1) * bits) / 8));
  const row = Math.ceil((number('Columns', 1) * number('Colors', 1) * bits) / 8);
  if (!(row > 0) || row > 2 ** 24) return null;
  if (predictor === 2) {
    const out = Uint8Array.from(data);
    if (bits !== 8) return out;
    for (let i = 0; i < out.length; i++) if (i % row >= pixel) out[i] = (out[i] as number) + (out[i - pixel] as number);
    return out;
  }
  const rows = Math.ceil(data.length / (row + 1));
  const out = new Uint8Array(rows * row);
  for (let y = 0; y < rows; y++) {
    const kind = data[y * (row + 1)] as number;
    for (let x = 0; x < row; x++) {
      const value = data[y * (row + 1) + 1 + x] ?? 0;
      const left = x >= pixel ? (out[y * row + x - pixel] as number) : 0;
      const up = y > 0 ? (out[(y - 1) * row + x] as number) : 0;
      const corner = x >= pixel && y > 0 ? (out[(y - 1) * row + x - pixel] as number) : 0;
      const base =
        kind === 1 ? left : kind === 2 ? up : kind === 3 ? (left + up) >> 1 : kind === 4 ? paeth(left, up, corner) : 0;
      out[y * row + x] = value + base;
    }
  }
  return out;
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

function ascii85(bytes: Uint8Array): Uint8Array {
  const out: number[] = [];
  let group: number[] = [];
  const flush = (count: number): void => {
    while (group.length < 5) group.push(84);
    const value = group.reduce((sum, digit) => sum * 85 + digit, 0);
    for (let n = 0; n < count; n++) out.push(Math.floor(value / 256 ** (3 - n)) & 255);
    group = [];
  };
  for (const byte of bytes) {
    if (byte === 0x7e) break;
    if (byte === 0x7a && group.length === 0) out.push(0, 0, 0, 0);
    else if (byte >= 33 && byte <= 117) {
      group.push(byte - 33);
      if (group.length === 5) flush(4);
    }
  }
  if (group.length > 1) flush(group.length - 1);
  return Uint8Array.from(out);
}

function runLength(bytes: Uint8Array, most: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let at = 0; at < bytes.length && size < most;) {
    const length = bytes[at] as number;
    if (length === 128) break;
    const part =
      length < 128 ? bytes.subarray(at + 1, at + 2 + length) : new Uint8Array(257 - length).fill(bytes[at + 1] ?? 0);
    at += length < 128 ? length + 2 : 2;
    parts.push(part);
    size += part.length;
  }
  return Buffer.concat(parts);
}
