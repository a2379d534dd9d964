import { Refusal } from '../isolation/messages.ts';

/**
 * The structure of a HEIF file (ISO/IEC 23008-12, boxes of ISO/IEC 14496-12), read before any decoder sees it: how large
 * its pictures say they are, and which of them is the one to show. Every number in it is the sender's own.
 */
export interface HeicHeader {
  width: number;
  height: number;
  /** Places of the flags that say whether an item is shown, and whether it is to be: only the primary item is. */
  shown: readonly { at: number; shown: boolean }[];
}

/** Brands of still pictures and sequences coded with HEVC, and of the container alone. */
const HEVC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']);
const CONTAINER_BRANDS = new Set(['mif1', 'msf1', 'mif2']);

/** Whether the first bytes are of a HEIF file that is not AVIF: AVIF needs no decoder from outside. */
export function isHeic(bytes: Uint8Array): boolean {
  const brands = brandsOf(bytes);
  const [major] = brands;
  if (major === undefined) return false;
  if (HEVC_BRANDS.has(major)) return true;
  return CONTAINER_BRANDS.has(major) && !brands.some((brand) => brand === 'avif' || brand === 'avis');
}

function brandsOf(bytes: Uint8Array): string[] {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 256));
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return [];
  const end = Math.min(head.length, head.readUInt32BE(0));
  const brands = [head.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(head.toString('latin1', at, at + 4));
  return brands;
}

interface Box {
  type: string;
  /** Of its content. */
  start: number;
  end: number;
}

interface Item {
  id: number;
  type: string;
  flagsAt: number;
}

const MOST_BOXES = 20_000;
const MOST_TILES = 1_024;
/** Items that hold coded pixels; the others are made of such. */
const CODED = new Set(['hvc1', 'av01', 'avc1', 'jpeg', 'unci', 'j2k1', 'vvc1', 'evc1']);
const DERIVED = new Set(['grid', 'iovl', 'iden']);

const damaged = (): Refusal =>
  new Refusal('IMAGE_DAMAGED', 'The HEIC file is damaged, cut short, or not built as its standard says.');
const tooLarge = (most: number): Refusal =>
  new Refusal('IMAGE_TOO_LARGE', `The picture has more than ${most / 1e6} megapixels. Send it smaller.`);

/** Reads big-endian numbers and never beyond the end. */
class Reader {
  readonly data: Buffer;
  at: number;
  readonly #end: number;
  constructor(data: Buffer, { start, end }: Pick<Box, 'start' | 'end'>) {
    this.data = data;
    this.at = start;
    this.#end = end;
  }

  /** @param bytes 0 to 8; 0 is 0 */
  number(bytes: number): number {
    if (this.at + bytes > this.#end) throw damaged();
    let value = 0;
    for (let i = 0; i < bytes; i++) value = value * 256 + (this.data[this.at + i] as number);
    this.at += bytes;
    if (!Number.isSafeInteger(value)) throw damaged();
    return value;
  }

  text(): string {
    if (this.at + 4 > this.#end) throw damaged();
    this.at += 4;
    return this.data.toString('latin1', this.at - 4, this.at);
  }

  /** Version of a full box; its flags are left in the bytes. */
  version(): number {
    const version = this.number(1);
    this.number(3);
    return version;
  }
}

/** Counts the boxes of one file, so that a million tiny ones cost nothing. */
class Boxes {
  #left = MOST_BOXES;
  readonly data: Buffer;
  constructor(data: Buffer) {
    this.data = data;
  }

  in(within: Pick<Box, 'start' | 'end'>): Box[] {
    return [...this.each(within)];
  }

  *each({ start, end }: Pick<Box, 'start' | 'end'>): Generator<Box> {
    let at = start;
    while (at + 8 <= end) {
      if (this.#left-- <= 0) throw damaged();
      const reader = new Reader(this.data, { start: at, end });
      let size = reader.number(4);
      const type = reader.text();
      if (size === 1) size = reader.number(8);
      else if (size === 0) size = end - at;
      if (size < reader.at - at || at + size > end) throw damaged();
      yield { type, start: reader.at, end: at + size };
      at += size;
    }
  }
}

/**
 * @param most pixels that any picture in the file may have
 * @throws Refusal IMAGE_DAMAGED, IMAGE_TOO_LARGE, FORMAT_NOT_DECODABLE
 */
export function readHeicHeader(bytes: Uint8Array, most: number): HeicHeader {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!isHeic(bytes)) throw damaged();
  const boxes = new Boxes(data);
  let meta: Box | undefined;
  // What stands behind it, well made or not, is not looked at.
  for (const box of boxes.each({ start: 0, end: data.length })) {
    if (box.type !== 'meta') continue;
    meta = box;
    break;
  }
  if (!meta) {
    throw new Refusal(
      'FORMAT_NOT_DECODABLE',
      'The HEIC file holds no still picture (a sequence alone). Send a single picture, JPEG or PNG.',
    );
  }
  const parts = boxes.in({ start: meta.start + 4, end: meta.end });
  const part = (type: string): Box => {
    const found = parts.find((box) => box.type === type);
    if (!found) throw damaged();
    return found;
  };
  const items = readItems(boxes, part('iinf'));
  const pitm = new Reader(data, part('pitm'));
  const primaryId = pitm.version() === 0 ? pitm.number(2) : pitm.number(4);
  const primary = items.get(primaryId);
  if (!primary || !(CODED.has(primary.type) || DERIVED.has(primary.type))) throw damaged();
  const sizes = readSizes(boxes, part('iprp'), most);
  const size = sizes.get(primaryId);
  if (!size) throw damaged();
  const iref = parts.find(({ type }) => type === 'iref');
  const sources = iref ? readSources(boxes, iref) : new Map<number, number[]>();
  for (const item of items.values()) {
    if (DERIVED.has(item.type)) checkDerived(item, items, sizes, sources.get(item.id) ?? [], most);
  }
  for (const item of items.values()) {
    if (item.type === 'grid' || item.type === 'iovl') {
      const canvas = canvasOf(data, item, parts, part('iloc'));
      if (canvas.width * canvas.height > most) throw tooLarge(most);
    }
  }
  const shown = [...items.values()]
    .filter(({ type }) => CODED.has(type) || DERIVED.has(type))
    .map(({ id, flagsAt }) => ({ at: flagsAt, shown: id === primaryId }));
  return { ...size, shown };
}

/** A copy in which the primary picture alone is to be shown, so that a decoder makes no other. */
export function primaryAlone(bytes: Uint8Array, { shown }: HeicHeader): Uint8Array {
  const copy = Uint8Array.from(bytes);
  for (const { at, shown: visible } of shown) copy[at] = ((copy[at] as number) & 0xfe) | (visible ? 0 : 1);
  return copy;
}

function readItems(boxes: Boxes, iinf: Box): Map<number, Item> {
  const reader = new Reader(boxes.data, iinf);
  reader.number(reader.version() === 0 ? 2 : 4);
  const items = new Map<number, Item>();
  for (const box of boxes.in({ start: reader.at, end: iinf.end })) {
    if (box.type !== 'infe') continue;
    const entry = new Reader(boxes.data, box);
    const version = entry.version();
    // Older versions have no type: their items are not pictures.
    if (version < 2) continue;
    const id = entry.number(version === 2 ? 2 : 4);
    entry.number(2);
    if (items.has(id)) throw damaged();
    items.set(id, { id, type: entry.text(), flagsAt: box.start + 3 });
  }
  return items;
}

interface Size {
  width: number;
  height: number;
}

/** Of each item, as its properties state; every stated size is bounded, whether an item uses it or not. */
function readSizes(boxes: Boxes, iprp: Box, most: number): Map<number, Size> {
  const inside = boxes.in(iprp);
  const ipco = inside.find(({ type }) => type === 'ipco');
  if (!ipco) throw damaged();
  const stated = boxes.in(ipco).map((box): Size | null => {
    if (box.type !== 'ispe') return null;
    const reader = new Reader(boxes.data, box);
    reader.version();
    const size = { width: reader.number(4), height: reader.number(4) };
    if (size.width * size.height > most) throw tooLarge(most);
    if (size.width < 1 || size.height < 1) throw damaged();
    return size;
  });
  const sizes = new Map<number, Size>();
  for (const ipma of inside.filter(({ type }) => type === 'ipma')) {
    const reader = new Reader(boxes.data, ipma);
    const wide = (boxes.data[ipma.start + 3] ?? 0) & 1;
    const version = reader.version();
    const entries = reader.number(4);
    if (entries > MOST_BOXES) throw damaged();
    for (let i = 0; i < entries; i++) {
      const id = reader.number(version < 1 ? 2 : 4);
      const count = reader.number(1);
      for (let k = 0; k < count; k++) {
        const index = wide ? reader.number(2) & 0x7fff : reader.number(1) & 0x7f;
        const size = index > 0 ? stated[index - 1] : undefined;
        if (size && !sizes.has(id)) sizes.set(id, size);
      }
    }
  }
  return sizes;
}

/** What each derived item is made of. */
function readSources(boxes: Boxes, iref: Box): Map<number, number[]> {
  const reader = new Reader(boxes.data, iref);
  const wide = reader.version() === 0 ? 2 : 4;
  const sources = new Map<number, number[]>();
  for (const box of boxes.in({ start: reader.at, end: iref.end })) {
    if (box.type !== 'dimg') continue;
    const entry = new Reader(boxes.data, box);
    const from = entry.number(wide);
    const count = entry.number(2);
    if (sources.has(from) || count > MOST_TILES) throw damaged();
    sources.set(
      from,
      Array.from({ length: count }, () => entry.number(wide)),
    );
  }
  return sources;
}

/** Made of coded pictures alone, which together are no larger than twice what one may be: no pictures of pictures. */
function checkDerived(
  item: Item,
  items: ReadonlyMap<number, Item>,
  sizes: ReadonlyMap<number, Size>,
  sources: readonly number[],
  most: number,
): void {
  let pixels = 0;
  for (const id of sources) {
    const source = items.get(id);
    const size = sizes.get(id);
    if (!source || !CODED.has(source.type) || !size) throw damaged();
    pixels += size.width * size.height;
  }
  if (sources.length === 0 || (item.type === 'iden' && sources.length !== 1)) throw damaged();
  if (pixels > 2 * most) throw tooLarge(most);
}

/** The size that a grid or overlay itself says it has (23008-12, 6.6.2.2 and 6.6.2.3). */
function canvasOf(data: Buffer, item: Item, parts: readonly Box[], iloc: Box): Size {
  const reader = new Reader(data, placeOf(data, item.id, parts, iloc));
  reader.number(1);
  const wide = reader.number(1) & 1 ? 4 : 2;
  // Rows and columns of a grid; the ground's colour of an overlay.
  reader.number(item.type === 'grid' ? 2 : 8);
  return { width: reader.number(wide), height: reader.number(wide) };
}

/** Where an item's data stand, in the file or in `idat`; its first piece holds all that is looked for. */
function placeOf(data: Buffer, id: number, parts: readonly Box[], iloc: Box): Pick<Box, 'start' | 'end'> {
  const reader = new Reader(data, iloc);
  const version = reader.version();
  if (version > 2) throw damaged();
  const widths = reader.number(2);
  const [ofOffset, ofLength, ofBase] = [widths >> 12, (widths >> 8) & 15, (widths >> 4) & 15];
  const ofIndex = version === 0 ? 0 : widths & 15;
  const count = reader.number(version < 2 ? 2 : 4);
  if (count > MOST_BOXES) throw damaged();
  for (let i = 0; i < count; i++) {
    const here = reader.number(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : reader.number(2) & 15;
    reader.number(2);
    const base = reader.number(ofBase);
    const extents = reader.number(2);
    let first: { offset: number; length: number } | null = null;
    for (let k = 0; k < extents; k++) {
      reader.number(ofIndex);
      const piece = { offset: reader.number(ofOffset), length: reader.number(ofLength) };
      first ??= piece;
    }
    if (here !== id) continue;
    const idat = parts.find(({ type }) => type === 'idat');
    const within = method === 0 ? { start: 0, end: data.length } : method === 1 ? idat : undefined;
    if (!first || !within) throw damaged();
    const start = within.start + base + first.offset;
    const end = first.length === 0 ? within.end : start + first.length;
    if (start > within.end || end > within.end) throw damaged();
    return { start, end };
  }
  throw damaged();
}
