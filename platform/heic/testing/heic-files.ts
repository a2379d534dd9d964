import { execFileSync } from 'node:child_process';
import { accessSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ENCODER = '/usr/bin/heif-enc';

/** Whether HEIC files can be made here (Debian's libheif-examples). */
export const canMakeHeic = (() => {
  try {
    accessSync(ENCODER);
    return true;
  } catch {
    return false;
  }
})();

/** A HEIC file of PNG or JPEG pictures. */
export function heicOf(...pictures: readonly Uint8Array[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'heic-test-'));
  try {
    const names = pictures.map((bytes, index) => {
      const path = join(folder, `${index}.${bytes[0] === 0x89 ? 'png' : 'jpg'}`);
      writeFileSync(path, bytes);
      return path;
    });
    const path = join(folder, 'made.heic');
    execFileSync(ENCODER, ['-q', '70', '-p', 'preset=ultrafast', ...names, '-o', path], { stdio: 'ignore' });
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const box = (type: string, ...content: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(content);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};
/** Numbers big-endian: [value, bytes]. */
export const numbers = (...values: readonly (readonly [value: number, bytes: number])[]): Buffer =>
  Buffer.concat(
    values.map(([value, bytes]) => {
      const out = Buffer.alloc(bytes);
      if (bytes > 0) out.writeUIntBE(value, 0, bytes);
      return out;
    }),
  );
const full = (type: string, version: number, flags: number, ...content: readonly Uint8Array[]): Buffer =>
  box(type, numbers([version, 1], [flags, 3]), ...content);

export interface MadeItem {
  id: number;
  type: string;
  size?: readonly [width: number, height: number];
  /** What it is made of. */
  from?: readonly number[];
  /** Its data, kept in `idat`. */
  data?: Uint8Array;
}

export const grid = (rows: number, columns: number, width: number, height: number): Buffer =>
  numbers([0, 1], [1, 1], [rows - 1, 1], [columns - 1, 1], [width, 4], [height, 4]);

/** A file with this structure and nothing that decodes: for what is read before decoding. */
export function structure(items: readonly MadeItem[], primary: number, brand = 'heic'): Buffer {
  const sizes = items.map(({ size = [64, 64] }) => full('ispe', 0, 0, numbers([size[0], 4], [size[1], 4])));
  const places: Buffer[] = [];
  let at = 0;
  const data = items.map(({ id, data: own = Buffer.alloc(4) }) => {
    places.push(numbers([id, 2], [1, 2], [0, 2], [1, 2], [at, 4], [own.length, 4]));
    at += own.length;
    return own;
  });
  return Buffer.concat([
    box('ftyp', Buffer.from(`${brand}\0\0\0\0mif1${brand}`, 'latin1')),
    full(
      'meta',
      0,
      0,
      full('pitm', 0, 0, numbers([primary, 2])),
      full(
        'iinf',
        0,
        0,
        numbers([items.length, 2]),
        ...items.map(({ id, type }) =>
          full('infe', 2, 0, numbers([id, 2], [0, 2]), Buffer.from(`${type}\0`, 'latin1')),
        ),
      ),
      box(
        'iprp',
        box('ipco', ...sizes),
        full(
          'ipma',
          0,
          0,
          numbers([items.length, 4]),
          ...items.map(({ id }, index) => numbers([id, 2], [1, 1], [index + 1, 1])),
        ),
      ),
      full(
        'iref',
        0,
        0,
        ...items.flatMap(({ id, from }) =>
          from ? [box('dimg', numbers([id, 2], [from.length, 2], ...from.map((one) => [one, 2] as const)))] : [],
        ),
      ),
      full('iloc', 1, 0, numbers([0x44, 1], [0x00, 1], [items.length, 2]), ...places),
      box('idat', ...data),
    ),
    box('mdat', Buffer.alloc(64)),
  ]);
}
