/** The few tags of EXIF (CIPA DC-008, TIFF 6.0 structure) that tell which program wrote a picture. */

export interface ExifFacts {
  make?: string;
  model?: string;
  software?: string;
  description?: string;
  userComment?: string;
  dateTime?: string;
  dateTimeOriginal?: string;
}

const NAMES: Readonly<Record<number, keyof ExifFacts>> = {
  0x010e: 'description',
  0x010f: 'make',
  0x0110: 'model',
  0x0131: 'software',
  0x0132: 'dateTime',
  0x9003: 'dateTimeOriginal',
  0x9286: 'userComment',
};
const SUB_IFD = 0x8769;
const MAX_ENTRIES = 512;
const MAX_TEXT = 16_384;
const BYTES_OF_TYPE: readonly number[] = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];

/** @param block from the TIFF header on, with or without `Exif\0\0` in front; whatever is broken in it is left out */
export function readExif(block: Uint8Array): ExifFacts {
  const bytes = latin(block.subarray(0, 6)) === 'Exif\0\0' ? block.subarray(6) : block;
  const order = latin(bytes.subarray(0, 2));
  if (bytes.length < 8 || (order !== 'II' && order !== 'MM')) return {};
  const little = order === 'II';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const facts: ExifFacts = {};
  let inner: number | null = null;
  const directory = (at: number): void => {
    if (at + 2 > bytes.length) return;
    const count = Math.min(view.getUint16(at, little), MAX_ENTRIES);
    for (let n = 0; n < count; n++) {
      const entry = at + 2 + 12 * n;
      if (entry + 12 > bytes.length) return;
      const tag = view.getUint16(entry, little);
      if (tag === SUB_IFD) inner ??= view.getUint32(entry + 8, little);
      const name = NAMES[tag];
      if (!name) continue;
      const size = (BYTES_OF_TYPE[view.getUint16(entry + 2, little)] ?? 1) * view.getUint32(entry + 4, little);
      const from = size <= 4 ? entry + 8 : view.getUint32(entry + 8, little);
      const value = bytes.subarray(from, from + Math.min(size, MAX_TEXT));
      facts[name] ??= name === 'userComment' ? comment(value, little) : text(value);
    }
  };
  directory(view.getUint32(4, little));
  if (inner !== null) directory(inner);
  return facts;
}

const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const text = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('utf8')
    .replace(/\0[^]*$/, '')
    .trim();

/** UserComment begins with eight bytes that name its characters. */
function comment(bytes: Uint8Array, little: boolean): string {
  const kind = latin(bytes.subarray(0, 8));
  const rest = bytes.subarray(8);
  if (!kind.startsWith('UNICODE')) return text(kind.startsWith('ASCII') ? rest : bytes);
  const even = Buffer.from(rest.subarray(0, rest.length & ~1));
  // Writers disagree about the order of bytes: that which puts zeros in front of ASCII is meant.
  const big = even[0] === 0 || (even[1] !== 0 && !little);
  return (big ? even.swap16() : even).toString('utf16le').replaceAll('\0', '').trim();
}
