import { damagedSound, MOST_TAGS, type Tag, tag } from '../audio/sound.ts';
import { type Container, MOST_TRACKS, type Track } from './container.ts';
import { readTrack } from './mp4-track.ts';

export interface Box {
  name: string;
  /** Of the content. */
  at: number;
  end: number;
}

const MOST_BOXES = 20_000;
const XMP = 'be7acfcb97a942e89c71999491e3afac';
/** Seconds from 1904-01-01 to 1970-01-01. */
const EPOCH = 2_082_844_800;

/** The boxes of a stretch; one that states more than there is ends with it. */
export function* boxes(view: DataView, from: number, to: number): Generator<Box> {
  for (let at = from, seen = 0; at + 8 <= to && seen < MOST_BOXES; seen++) {
    let size = view.getUint32(at);
    let head = 8;
    if (size === 1 && at + 16 <= to) {
      size = view.getUint32(at + 8) * 2 ** 32 + view.getUint32(at + 12);
      head = 16;
    } else if (size === 0) {
      size = to - at;
    }
    if (size < head) return;
    const end = Math.min(to, at + size);
    yield { name: text(view, at + 4, 4), at: at + head, end };
    at += size;
  }
}

export const child = (view: DataView, box: Box, ...path: string[]): Box | null => {
  let current: Box | null = box;
  for (const name of path) {
    let found: Box | null = null;
    if (current) {
      for (const inner of boxes(view, current.at, current.end)) {
        if (inner.name === name) {
          found = inner;
          break;
        }
      }
    }
    current = found;
  }
  return current;
};

export function text(view: DataView, at: number, length: number): string {
  let made = '';
  for (let i = at; i < Math.min(at + length, view.byteLength); i++) made += String.fromCharCode(view.getUint8(i));
  return made;
}

/**
 * ISO base media (MP4, MOV, M4A; ISO 14496-12, QuickTime): brands, tracks, edit lists, times, tags. Addresses of other
 * files in it are not followed.
 * @throws MediaRefused where there is no film in it
 */
export function readMp4(bytes: Uint8Array): Container {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const layout: string[] = [];
  let brands: string[] = [];
  let film: Box | null = null;
  const tags: Tag[] = [];
  const xmp: string[] = [];
  for (const box of boxes(view, 0, bytes.length)) {
    if (layout.length < 32) layout.push(box.name.replace(/[^\x20-\x7e]/g, '?'));
    if (box.name === 'ftyp') brands = brandsOf(view, box);
    if (box.name === 'moov') film ??= box;
    if (box.name === 'uuid') readUuid(bytes, box, xmp);
  }
  if (!film) throw damagedSound('is no complete MP4 or MOV file: its table of contents is missing');
  const tracks: Track[] = [];
  let clock = 0;
  let seconds: number | null = null;
  let created: number | null = null;
  let modified: number | null = null;
  const head = child(view, film, 'mvhd');
  if (head && head.at + 32 <= head.end) {
    const long = view.getUint8(head.at) === 1;
    const field = (short: number, wide: number): number =>
      long
        ? view.getUint32(head.at + wide) * 2 ** 32 + view.getUint32(head.at + wide + 4)
        : view.getUint32(head.at + short);
    created = unix(field(4, 4));
    modified = unix(field(8, 12));
    clock = view.getUint32(head.at + (long ? 20 : 12));
    if (clock > 0) seconds = field(16, 24) / clock;
  }
  for (const box of boxes(view, film.at, film.end)) {
    if (box.name === 'trak') {
      if (tracks.length >= MOST_TRACKS) throw damagedSound(`has more than ${MOST_TRACKS} streams`);
      tracks.push(readTrack(view, box, clock));
    } else if (box.name === 'udta' || box.name === 'meta') {
      readTags(bytes, view, box, tags, xmp, 0);
    } else if (box.name === 'uuid') {
      readUuid(bytes, box, xmp);
    }
  }
  return { form: 'MP4', brands, tracks, seconds, tags, xmp, created, modified, layout };
}

const unix = (value: number): number | null => (value > EPOCH ? value - EPOCH : null);

function brandsOf(view: DataView, box: Box): string[] {
  const brands = [text(view, box.at, 4)];
  for (let at = box.at + 8; at + 4 <= box.end && brands.length < 16; at += 4) brands.push(text(view, at, 4));
  return [...new Set(brands.map((brand) => brand.replace(/[^\x20-\x7e]/g, '?').trim()))];
}

function readUuid(bytes: Uint8Array, box: Box, xmp: string[]): void {
  if (Buffer.from(bytes.subarray(box.at, box.at + 16)).toString('hex') !== XMP || xmp.length >= 4) return;
  xmp.push(Buffer.from(bytes.subarray(box.at + 16, Math.min(box.end, box.at + 1_000_000))).toString('utf8'));
}

/** User data of QuickTime (©…), of iTunes (ilst) and of key and value (mdta). */
function readTags(bytes: Uint8Array, view: DataView, outer: Box, tags: Tag[], xmp: string[], depth: number): void {
  if (depth > 4) return;
  // 'meta' of ISO carries a version in front of its boxes; QuickTime's does not.
  const from =
    outer.name === 'meta' && outer.at + 8 <= outer.end && view.getUint32(outer.at) === 0 ? outer.at + 4 : outer.at;
  let keys: string[] = [];
  for (const box of boxes(view, from, outer.end)) {
    if (tags.length >= MOST_TAGS) return;
    if (box.name === 'XMP_' && xmp.length < 4) {
      xmp.push(Buffer.from(bytes.subarray(box.at, Math.min(box.end, box.at + 1_000_000))).toString('utf8'));
    } else if (box.name === 'keys') {
      keys = [...boxes(view, box.at + 8, box.end)].slice(0, MOST_TAGS).map(({ at, end }) => utf8(bytes, at, end));
    } else if (box.name === 'ilst') {
      for (const entry of boxes(view, box.at, box.end)) {
        const data = child(view, entry, 'data');
        const number = Buffer.from(entry.name, 'latin1').readUInt32BE(0);
        const key = keys[number - 1] ?? entry.name;
        if (data) add(tags, key, utf8(bytes, data.at + 8, data.end));
      }
    } else if (box.name === 'meta' || box.name === 'udta') {
      readTags(bytes, view, box, tags, xmp, depth + 1);
    } else if (box.name.startsWith('\u00a9') && box.at + 4 <= box.end) {
      add(tags, box.name, utf8(bytes, box.at + 4, box.end));
    }
  }
}

const utf8 = (bytes: Uint8Array, at: number, end: number): string =>
  Buffer.from(bytes.subarray(at, Math.min(end, at + 8192))).toString('utf8');

function add(tags: Tag[], key: string, value: string): void {
  const made = tag(key, value);
  if (made && tags.length < MOST_TAGS) tags.push(made);
}
