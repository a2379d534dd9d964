/** Containers of video for tests: their tables alone, without pictures that could be decoded. */

export interface MadeMovie {
  seconds: number;
  frames: number;
  /** Numbers of the frames that stand by themselves, from 1. */
  keys: readonly number[];
  /** Parts of the edit list: how long, and from where, seconds. */
  edits: readonly (readonly [length: number, from: number])[];
  tags?: Readonly<Record<string, string>>;
  /** Seconds by which an empty edit moves the sound. */
  soundDelay?: number;
  /** Seconds of the sound that its edit list leaves out in front. */
  soundHidden?: number;
  /** Seconds that the film's head states, where they are not those of its tracks. */
  stated?: number;
  /** Seconds that the head of the sound states, where they are not those of its samples. */
  soundStated?: number;
}

const CLOCK = 1000;

/** An MP4 file of one video track of 640 by 360 and one of sound. */
export function movie(made: MadeMovie): Buffer {
  const { seconds, frames, keys, edits, tags = {}, soundDelay = 0, soundHidden = 0 } = made;
  const { stated = seconds, soundStated = seconds - soundDelay } = made;
  const picture = boxFile(
    'avc1',
    numbers('1111112222', 0, 0, 0, 0, 0, 1, 0, 0, 0, 0),
    Buffer.alloc(10),
    numbers('22', 640, 360),
    Buffer.alloc(50),
  );
  const sound = boxFile(
    'mp4a',
    Buffer.alloc(6),
    numbers('2', 1),
    Buffer.alloc(8),
    numbers('22224', 2, 16, 0, 0, 44_100 * 65_536),
  );
  const empty = soundDelay > 0 ? [[soundDelay, -1 / CLOCK] as const] : [];
  const film = boxFile(
    'moov',
    boxFile('mvhd', numbers('44444', 0, 3_800_000_000, 3_800_000_000, CLOCK, stated * CLOCK), Buffer.alloc(80)),
    trackBox('vide', seconds, edits, [
      boxFile('stsd', numbers('44', 0, 1), picture),
      boxFile('stts', numbers('4444', 0, 1, frames, Math.round((seconds * CLOCK) / frames))),
      boxFile('stss', numbers('44', 0, keys.length), numbers('4'.repeat(keys.length), ...keys)),
    ]),
    trackBox(
      'soun',
      soundStated,
      [...empty, [seconds - soundDelay - soundHidden, soundHidden]],
      [
        boxFile('stsd', numbers('44', 0, 1), sound),
        boxFile('stts', numbers('4444', 0, 1, Math.round((seconds - soundDelay) * 50), CLOCK / 50)),
      ],
    ),
    boxFile(
      'udta',
      ...Object.entries(tags).map(([key, value]) => boxFile(key, numbers('22', value.length, 0), Buffer.from(value))),
    ),
  );
  return Buffer.concat([
    boxFile('ftyp', Buffer.from('isom\0\0\u0002\0isomavc1', 'latin1')),
    film,
    boxFile('mdat', Buffer.alloc(64)),
  ]);
}

function trackBox(handler: string, seconds: number, edits: MadeMovie['edits'], tables: Buffer[]): Buffer {
  const list = edits.map(([length, from]) =>
    numbers('444', Math.round(length * CLOCK), Math.round(from * CLOCK) >>> 0, 65_536),
  );
  return boxFile(
    'trak',
    ...(edits.length > 0 ? [boxFile('edts', boxFile('elst', numbers('44', 0, edits.length), ...list))] : []),
    boxFile(
      'mdia',
      boxFile('mdhd', numbers('4444422', 0, 0, 0, CLOCK, Math.round(seconds * CLOCK), 0, 0)),
      boxFile('hdlr', numbers('44', 0, 0), Buffer.from(handler), Buffer.alloc(12), Buffer.from('test\0')),
      boxFile('minf', boxFile('stbl', ...tables)),
    ),
  );
}

/** One box of ISO base media. */
export function boxFile(name: string, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** Unsigned numbers, most significant byte first. @param widths bytes of each, a digit a number */
function numbers(widths: string, ...values: number[]): Buffer {
  return Buffer.concat(
    values.map((value, i) => {
      const width = Number(widths[i]);
      const made = Buffer.alloc(width);
      made.writeUIntBE(value, 0, width);
      return made;
    }),
  );
}

const idBytes = (id: number): Buffer =>
  Buffer.from(id.toString(16).padStart(2 * Math.ceil(id.toString(16).length / 2), '0'), 'hex');

/** One element of EBML. */
export function element(id: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(content.length + 0x10000000);
  return Buffer.concat([idBytes(id), size, content]);
}

/** One whose size is left open. */
export const unknownSize = (id: number, ...parts: Buffer[]): Buffer =>
  Buffer.concat([idBytes(id), Buffer.from('01ffffffffffffff', 'hex'), ...parts]);
