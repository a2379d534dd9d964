import { MOST_TIMES, type Track } from './container.ts';
import { type Box, child, text } from './mp4.ts';

const KINDS: Readonly<Record<string, Track['kind']>> = { vide: 'VIDEO', soun: 'SOUND' };

/** One `trak`. @param clock ticks of the film a second */
export function readTrack(view: DataView, track: Box, clock: number): Track {
  const media = child(view, track, 'mdia');
  const head = media && child(view, media, 'mdhd');
  const handler = media && child(view, media, 'hdlr');
  const table = media && child(view, media, 'minf', 'stbl');
  const kind = handler && handler.at + 12 <= handler.end ? (KINDS[text(view, handler.at + 8, 4)] ?? 'OTHER') : 'OTHER';
  const made: Track = {
    kind,
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
    handler: handler
      ? printable(text(view, handler.at + 24, Math.min(64, Math.max(0, handler.end - handler.at - 24))))
      : '',
  };
  let ticks = 0;
  if (head && head.at + 24 <= head.end) {
    const long = view.getUint8(head.at) === 1;
    ticks = view.getUint32(head.at + (long ? 20 : 12));
    const duration = long
      ? view.getUint32(head.at + 24) * 2 ** 32 + view.getUint32(head.at + 28)
      : view.getUint32(head.at + 16);
    if (ticks > 0) made.seconds = duration / ticks;
  }
  const shown = child(view, track, 'tkhd');
  if (shown && shown.at + 36 <= shown.end && clock > 0) {
    const long = view.getUint8(shown.at) === 1;
    const duration = long
      ? view.getUint32(shown.at + 28) * 2 ** 32 + view.getUint32(shown.at + 32)
      : view.getUint32(shown.at + 20);
    // All bits set stand for a duration that is not known.
    if (duration > 0 && duration < (long ? 2 ** 63 : 0xffff_ffff)) made.declared = duration / clock;
  }
  const entry = table && child(view, table, 'stsd');
  if (entry && entry.at + 16 <= entry.end) describe(view, entry, made);
  const shift = readEdits(view, child(view, track, 'edts', 'elst'), clock, ticks, made);
  if (table && ticks > 0) {
    const times = readTimes(view, table, ticks, shift);
    made.keys = readKeys(view, table, times);
    made.times = times.sort();
    made.sampled = sampled(view, table, ticks);
  }
  made.start = made.times[0] ?? made.start;
  return made;
}

function describe(view: DataView, box: Box, track: Track): void {
  const at = box.at + 8;
  track.codec = printable(text(view, at + 4, 4));
  if (track.kind === 'SOUND' && at + 36 <= box.end) {
    track.channels = view.getUint16(at + 24);
    track.rate = view.getUint32(at + 32) / 65_536;
  } else if (track.kind === 'VIDEO' && at + 36 <= box.end) {
    track.width = view.getUint16(at + 32);
    track.height = view.getUint16(at + 34);
  }
}

/** @returns seconds that are added to each time of the media */
function readEdits(view: DataView, box: Box | null, clock: number, ticks: number, track: Track): number {
  if (!box || box.at + 8 > box.end || clock === 0 || ticks === 0) return 0;
  const long = view.getUint8(box.at) === 1;
  const size = long ? 20 : 12;
  const count = Math.min(view.getUint32(box.at + 4), Math.floor((box.end - box.at - 8) / size));
  let shift = 0;
  let empty = 0;
  let open = false;
  for (let i = 0; i < count; i++) {
    const at = box.at + 8 + i * size;
    const duration = long ? view.getUint32(at) * 2 ** 32 + view.getUint32(at + 4) : view.getUint32(at);
    const from = long ? view.getInt32(at + 8) * 2 ** 32 + view.getUint32(at + 12) : view.getInt32(at + 4);
    if (from < 0) {
      track.emptyEdits++;
      if (track.edits === 0) empty += duration / clock;
    } else {
      if (track.edits === 0) shift = empty - from / ticks;
      track.edits++;
      track.edited = (track.edited ?? 0) + duration / clock;
      if (duration === 0) open = true;
    }
  }
  if (open) track.edited = null;
  return shift;
}

/** Presentation times from the tables of decoding times and of their shifts, in the order of decoding. */
function readTimes(view: DataView, table: Box, ticks: number, shift: number): Float64Array {
  const stts = child(view, table, 'stts');
  const ctts = child(view, table, 'ctts');
  if (!stts) return new Float64Array();
  const times: number[] = [];
  let now = 0;
  for (const [count, delta] of pairs(view, stts)) {
    for (let i = 0; i < count && times.length < MOST_TIMES; i++) {
      times.push(now);
      now += delta;
    }
  }
  if (ctts) {
    let index = 0;
    for (const [count, offset] of pairs(view, ctts)) {
      for (let i = 0; i < count && index < times.length; i++) {
        times[index] = (times[index] as number) + (offset | 0);
        index++;
      }
    }
  }
  return Float64Array.from(times, (time) => time / ticks + shift);
}

/** What the durations of all samples add up to, seconds. */
function sampled(view: DataView, table: Box, ticks: number): number | null {
  const stts = child(view, table, 'stts');
  let sum = 0;
  if (stts) for (const [count, delta] of pairs(view, stts)) sum += count * delta;
  return sum > 0 ? sum / ticks : null;
}

/** Times of the samples that the table of synchronisation names; without the table, every sample is one. */
function readKeys(view: DataView, table: Box, shown: Float64Array): Float64Array {
  const box = child(view, table, 'stss');
  if (!box || box.at + 8 > box.end) return shown.toSorted();
  const count = Math.min(view.getUint32(box.at + 4), Math.floor((box.end - box.at - 8) / 4));
  const keys: number[] = [];
  for (let i = 0; i < count; i++) {
    const time = shown[view.getUint32(box.at + 8 + 4 * i) - 1];
    if (time !== undefined) keys.push(time);
  }
  return Float64Array.from(keys).sort();
}

function* pairs(view: DataView, box: Box): Generator<[number, number]> {
  if (box.at + 8 > box.end) return;
  const count = Math.min(view.getUint32(box.at + 4), Math.floor((box.end - box.at - 8) / 8));
  for (let i = 0; i < count; i++) {
    const at = box.at + 8 + 8 * i;
    yield [view.getUint32(at), view.getUint32(at + 4)];
  }
}

const printable = (value: string): string => value.replace(/[^\x20-\x7e]/g, '').trim();
