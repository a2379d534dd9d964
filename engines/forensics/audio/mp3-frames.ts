import { cutShort, fallsShort } from './account.ts';
import type { Discrepancy } from './sound.ts';

/** Facts of one frame's header (ISO 11172-3 and 13818-3). */
export interface Mp3Header {
  /** Of MPEG audio: 1, 2 or 2.5. */
  version: 1 | 2 | 2.5;
  layer: 1 | 2 | 3;
  bitRate: number;
  rate: number;
  channels: 1 | 2;
  /** Of the whole frame, header included. */
  bytes: number;
}

const V1_L3 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const V2_L3 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const RATES = [44_100, 48_000, 32_000];

/** @returns null where no layer III frame begins at this place */
export function mp3Header(bytes: Uint8Array, at: number): Mp3Header | null {
  const [a, b, c, d] = bytes.subarray(at, at + 4);
  if (a !== 0xff || b === undefined || c === undefined || d === undefined || (b & 0xe0) !== 0xe0) return null;
  const versionCode = (b >> 3) & 3;
  if (versionCode === 1 || ((b >> 1) & 3) !== 1) return null;
  const version = versionCode === 3 ? 1 : versionCode === 2 ? 2 : 2.5;
  const bitRate = 1000 * ((version === 1 ? V1_L3 : V2_L3)[c >> 4] ?? 0);
  const base = RATES[(c >> 2) & 3];
  if (bitRate === 0 || base === undefined) return null;
  const rate = version === 1 ? base : version === 2 ? base / 2 : base / 4;
  const size = Math.floor(((version === 1 ? 144 : 72) * bitRate) / rate) + ((c >> 1) & 1);
  return { version, layer: 3, bitRate, rate, channels: d >> 6 === 3 ? 1 : 2, bytes: size };
}

/** What the frame of information in front (Xing, Info) states. */
interface Stated {
  /** Frames that follow it; 0 where it does not tell. */
  frames: number;
}

/** Bytes without a frame that are searched through, of the whole file. */
const MOST_LOST = 2 ** 20;
/** What joining or cutting by bytes leaves; programs for podcasts do it too. */
const JOINED = 0.2;
/** Seconds by which a file may go on behind what it states. */
const BEHIND_SECONDS = 1;
const BEHIND_SHARE = 0.02;

/** Bytes from one place to another. */
export interface Run {
  from: number;
  to: number;
}

/**
 * Follows the frames from the first to the last and holds what the file states of them against what is there: Xing's
 * number of frames, a second frame of information or tag in the middle, a rate or a number of channels that changes.
 * @param at of the first frame
 * @returns where whole frames of the first one's rate stand, without what lies between and behind; and what contradicts
 */
export function readFrames(bytes: Uint8Array, at: number): { runs: Run[]; discrepancies: Discrepancy[] } {
  const first = mp3Header(bytes, at);
  if (!first) return { runs: [], discrepancies: [] };
  const stated = information(bytes, at, first);
  const seconds = (frames: number): number => (frames * (first.version === 1 ? 1152 : 576)) / first.rate;
  const runs: Run[] = [];
  let joined: number | null = null;
  let frames = 0;
  let lost = 0;
  let here = stated ? at + first.bytes : at;
  while (here + 4 <= bytes.length && lost <= MOST_LOST) {
    const header = mp3Header(bytes, here);
    const end = here + (header?.bytes ?? 0);
    if (header && end <= bytes.length) {
      const alike = header.rate === first.rate && header.version === first.version;
      const other = !alike || header.channels !== first.channels;
      if (other && joined === null && follows(bytes, here, header)) joined = seconds(frames);
      if (alike) {
        if (frames > 0 && information(bytes, here, header)) joined ??= seconds(frames);
        const last = runs.at(-1);
        if (last?.to === here) last.to = end;
        else runs.push({ from: here, to: end });
        frames++;
        here = end;
        continue;
      }
      // What follows at another rate has another meaning.
      if (follows(bytes, here, header)) break;
    } else if (latin(bytes, here, 3) === 'ID3' && frames > 0 && here + 10 < bytes.length) {
      const behind = here + 10 + bytes.subarray(here + 6, here + 10).reduce((sum, byte) => sum * 128 + (byte & 127), 0);
      if (behind < bytes.length && mp3Header(bytes, behind)) joined ??= seconds(frames);
      here = behind;
      continue;
    }
    lost++;
    here++;
  }
  return { runs, discrepancies: compare(stated?.frames ?? 0, frames, joined, seconds) };
}

function compare(
  stated: number,
  held: number,
  joined: number | null,
  seconds: (frames: number) => number,
): Discrepancy[] {
  const [says, holds] = [seconds(stated), seconds(held)];
  const found: Discrepancy[] = [];
  if (joined !== null) {
    const detail = `At ${joined.toFixed(2)} seconds a second MP3 begins inside of the file: recordings were put one behind the other after they had been encoded.`;
    found.push({ code: 'RECORDINGS_JOINED', detail, ratio: JOINED });
  }
  if (stated > 0 && fallsShort(says, holds)) {
    found.push(cutShort(says, holds));
  } else if (stated > 0 && joined === null && holds - says > Math.max(BEHIND_SECONDS, BEHIND_SHARE * says)) {
    const detail = `The encoder stated ${says.toFixed(2)} seconds of sound, and the file holds ${holds.toFixed(2)}: frames were put in or behind after it had been encoded.`;
    found.push({ code: 'SOUND_UNDECLARED', detail, ratio: JOINED });
  }
  return found;
}

/** Whether another header stands behind this one: single bytes that look like one are not taken for a change. */
function follows(bytes: Uint8Array, at: number, header: Mp3Header): boolean {
  const next = mp3Header(bytes, at + header.bytes);
  return next !== null && next.rate === header.rate && next.channels === header.channels;
}

/** The frame of information (Xing's, as LAME and others write it); null where the frame holds sound. */
function information(bytes: Uint8Array, at: number, { version, channels, bytes: size }: Mp3Header): Stated | null {
  const side = version === 1 ? (channels === 1 ? 17 : 32) : channels === 1 ? 9 : 17;
  const mark = at + 4 + side;
  if (size < 4 + side + 16 || mark + 12 > bytes.length) return null;
  const name = latin(bytes, mark, 4);
  if (name !== 'Xing' && name !== 'Info') return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { frames: (view.getUint32(mark + 4) & 1) === 1 ? view.getUint32(mark + 8) : 0 };
}

const latin = (bytes: Uint8Array, at: number, length: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.max(0, Math.min(length, bytes.length - at))).toString('latin1');
