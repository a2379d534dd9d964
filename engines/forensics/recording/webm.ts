import { damagedSound, MOST_TAGS, type Tag, tag } from '../audio/sound.ts';
import { type Container, MOST_TIMES, MOST_TRACKS, type Track } from './container.ts';

/** Elements of Matroska (RFC 9559) that are read. */
const ID = {
  segment: 0x18538067,
  info: 0x1549a966,
  tracks: 0x1654ae6b,
  cluster: 0x1f43b675,
  tags: 0x1254c367,
  duration: 0x4489,
  scale: 0x2ad7b1,
  muxer: 0x4d80,
  writer: 0x5741,
  date: 0x4461,
  entry: 0xae,
  number: 0xd7,
  kind: 0x83,
  codec: 0x86,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
  sound: 0xe1,
  rate: 0xb5,
  channels: 0x9f,
  timestamp: 0xe7,
  simple: 0xa3,
  group: 0xa0,
  block: 0xa1,
  reference: 0xfb,
  tag: 0x7373,
  simpleTag: 0x67c8,
  tagName: 0x45a3,
  tagText: 0x4487,
} as const;

const MOST_ELEMENTS = 1_000_000;
/** Seconds from 1970-01-01 to 2001-01-01. */
const MILLENNIUM = 978_307_200;
const NAMES: Readonly<Record<number, string>> = {
  [ID.info]: 'Info',
  [ID.tracks]: 'Tracks',
  [ID.cluster]: 'Cluster',
  [ID.tags]: 'Tags',
};

interface Element {
  id: number;
  at: number;
  end: number;
  /** Of unknown size, as live recordings write it: what follows stands inside of it. */
  open: boolean;
}

/**
 * WebM and Matroska: streams, times of blocks, tags, the programs that wrote it.
 * @throws MediaRefused where there is no segment in it
 */
export function readWebm(bytes: Uint8Array): Container {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const budget = { left: MOST_ELEMENTS };
  const elements = (from: number, to: number): Generator<Element> => walk(view, from, to, budget);
  let segment: Element | null = null;
  for (const element of elements(0, bytes.length)) {
    if (element.id !== ID.segment) continue;
    segment = element;
    break;
  }
  if (!segment) throw damagedSound('is no complete WebM file');
  const tags: Tag[] = [];
  const layout: string[] = [];
  const tracks = new Map<number, Track & { shown: number[]; key: number[] }>();
  let scale = 1_000_000;
  let ticks: number | null = null;
  let created: number | null = null;
  const add = (key: string, value: string): void => {
    const made = tag(key, value);
    if (made && tags.length < MOST_TAGS) tags.push(made);
  };
  let base = 0;
  const block = ({ at, end }: Element, key: boolean | null): void => {
    const which = number(view, at, end, true);
    if (!which || at + which.length + 3 > end) return;
    const track = tracks.get(which.value);
    if (!track || track.shown.length >= MOST_TIMES) return;
    const time = ((base + view.getInt16(at + which.length)) * scale) / 1e9;
    track.shown.push(time);
    if (key ?? (view.getUint8(at + which.length + 2) & 0x80) !== 0) track.key.push(time);
  };
  const inCluster = (one: Element): void => {
    if (one.id === ID.timestamp) base = unsigned(view, one);
    else if (one.id === ID.simple) block(one, null);
    else if (one.id === ID.group) {
      const inner = [...elements(one.at, one.end)].slice(0, 64);
      // A block that refers to another does not stand by itself.
      const key = !inner.some(({ id }) => id === ID.reference);
      for (const part of inner) if (part.id === ID.block) block(part, key);
    }
  };
  for (const part of elements(segment.at, segment.end)) {
    const name = NAMES[part.id];
    if (name && layout.length < 32 && layout.at(-1) !== name) layout.push(name);
    if (part.id === ID.info) {
      for (const one of elements(part.at, part.end)) {
        if (one.id === ID.scale) scale = unsigned(view, one);
        else if (one.id === ID.duration) ticks = float(view, one);
        else if (one.id === ID.muxer) add('muxer', string(bytes, one));
        else if (one.id === ID.writer) add('encoder', string(bytes, one));
        else if (one.id === ID.date && one.end - one.at === 8)
          created = MILLENNIUM + Number(view.getBigInt64(one.at)) / 1e9;
      }
    } else if (part.id === ID.tracks) {
      for (const entry of elements(part.at, part.end)) {
        if (entry.id !== ID.entry) continue;
        if (tracks.size >= MOST_TRACKS) throw damagedSound(`has more than ${MOST_TRACKS} streams`);
        const made = readEntry(view, bytes, entry, elements);
        tracks.set(made.number, { ...made.track, shown: [], key: [] });
      }
    } else if (part.id === ID.tags) {
      readTags(bytes, part, elements, add, 0);
    } else if (part.id === ID.cluster) {
      base = 0;
      if (!part.open) for (const one of elements(part.at, part.end)) inCluster(one);
    } else {
      inCluster(part);
    }
  }
  const seconds = ticks === null ? null : (ticks * scale) / 1e9;
  const read = [...tracks.values()].map(({ shown, key, ...track }) => {
    const times = Float64Array.from(shown).sort();
    return { ...track, times, keys: Float64Array.from(key).sort(), start: times[0] ?? 0, seconds };
  });
  return { form: 'WEBM', brands: [], tracks: read, seconds, tags, xmp: [], created, modified: null, layout };
}

function* walk(view: DataView, from: number, to: number, budget: { left: number }): Generator<Element> {
  for (let at = from; at < to && budget.left-- > 0;) {
    const id = number(view, at, to, false);
    if (!id) return;
    const size = number(view, at + id.length, to, true);
    if (!size) return;
    const start = at + id.length + size.length;
    const end = size.unknown ? to : Math.min(to, start + size.value);
    yield { id: id.value, at: start, end, open: size.unknown };
    at = size.unknown ? start : end;
  }
}

/** EBML's numbers of variable length (RFC 8794). */
function number(
  view: DataView,
  at: number,
  to: number,
  strip: boolean,
): { value: number; length: number; unknown: boolean } | null {
  if (at >= to) return null;
  const first = view.getUint8(at);
  const length = Math.clz32(first) - 23;
  if (length > 8 || at + length > to) return null;
  let value = strip ? first & (0xff >> length) : first;
  let ones = strip && value === 0xff >> length;
  for (let i = 1; i < length; i++) {
    const byte = view.getUint8(at + i);
    if (byte !== 0xff) ones = false;
    value = value * 256 + byte;
  }
  return { value, length, unknown: ones };
}

function readEntry(
  view: DataView,
  bytes: Uint8Array,
  entry: Element,
  elements: (from: number, to: number) => Generator<Element>,
): { number: number; track: Track } {
  const track: Track = {
    kind: 'OTHER',
    codec: '',
    rate: null,
    channels: null,
    width: null,
    height: null,
    seconds: null,
    sampled: null,
    declared: null,
    edited: null,
    start: 0,
    edits: 0,
    emptyEdits: 0,
    times: new Float64Array(),
    keys: new Float64Array(),
    handler: '',
  };
  let which = 0;
  for (const one of elements(entry.at, entry.end)) {
    if (one.id === ID.number) which = unsigned(view, one);
    else if (one.id === ID.kind)
      track.kind = unsigned(view, one) === 1 ? 'VIDEO' : unsigned(view, one) === 2 ? 'SOUND' : 'OTHER';
    else if (one.id === ID.codec) track.codec = string(bytes, one);
    else if (one.id === ID.video || one.id === ID.sound) {
      for (const inner of elements(one.at, one.end)) {
        if (inner.id === ID.width) track.width = unsigned(view, inner);
        else if (inner.id === ID.height) track.height = unsigned(view, inner);
        else if (inner.id === ID.rate) track.rate = float(view, inner);
        else if (inner.id === ID.channels) track.channels = unsigned(view, inner);
      }
    }
  }
  return { number: which, track };
}

function readTags(
  bytes: Uint8Array,
  outer: Element,
  elements: (from: number, to: number) => Generator<Element>,
  add: (key: string, value: string) => void,
  depth: number,
): void {
  if (depth > 4) return;
  let name = '';
  for (const one of elements(outer.at, outer.end)) {
    if (one.id === ID.tag || one.id === ID.simpleTag) readTags(bytes, one, elements, add, depth + 1);
    else if (one.id === ID.tagName) name = string(bytes, one);
    else if (one.id === ID.tagText) add(name, string(bytes, one));
  }
}

function unsigned(view: DataView, { at, end }: Element): number {
  let value = 0;
  for (let i = at; i < Math.min(end, at + 8); i++) value = value * 256 + view.getUint8(i);
  return value;
}

function float(view: DataView, { at, end }: Element): number | null {
  if (end - at === 4) return view.getFloat32(at);
  return end - at === 8 ? view.getFloat64(at) : null;
}

const string = (bytes: Uint8Array, { at, end }: Element): string =>
  Buffer.from(bytes.subarray(at, Math.min(end, at + 2048))).toString('utf8');
