import { cutShort, fallsShort } from './account.ts';
import {
  checkFormat,
  damagedSound,
  type Discrepancy,
  MOST_TAGS,
  type Sound,
  type SoundFormat,
  type Tag,
  tag,
} from './sound.ts';

const BLOCK = 16_384;
const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;
const LAWS: Readonly<Record<number, (code: number) => number>> = { 6: aLaw, 7: muLaw };
const MOST_CHUNKS = 1_000;
/** Stated lengths from here on stand for an unknown one: 2 GiB and 4 GiB, rounded down to whole blocks. */
const UNKNOWN_LENGTH = 0x7fff_0000;
const CHUNK_NAME = /^[\w +\-.~*]{3,4}$/;
const BEHIND_SECONDS = 0.5;

interface Layout {
  format: SoundFormat;
  /** Bytes of one sample of one channel. */
  width: number;
  read(at: number): number;
}

/**
 * RIFF WAVE and RF64: integers of 8 to 32 bits, floating point, A-law and µ-law. Samples that are stated and not there
 * are not made up.
 * @throws MediaRefused
 */
export function openWav(bytes: Uint8Array): Sound {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let header: { at: number; size: number } | null = null;
  let data: { at: number; size: number; stated: number } | null = null;
  let behind = 0;
  const tags: Tag[] = [];
  for (let at = 12, chunks = 0; at + 8 <= bytes.length && chunks < MOST_CHUNKS; chunks++) {
    const name = latin(bytes, at, 4);
    const stated = view.getUint32(at + 4, true);
    const size = Math.min(stated, bytes.length - at - 8);
    if (name === 'fmt ' && !header) header = { at: at + 8, size };
    else if (name === 'data' && !data) data = { at: at + 8, size, stated };
    else if (data && !CHUNK_NAME.test(name)) {
      // Some programs leave out the byte that fills an odd chunk up.
      if (CHUNK_NAME.test(latin(bytes, at - 1, 4))) {
        at--;
        continue;
      }
      behind = tagged(name) ? 0 : bytes.subarray(at).reduce((count, byte) => count + (byte === 0 ? 0 : 1), 0);
      break;
    } else if (name === 'LIST' && latin(bytes, at + 8, 4) === 'INFO') readInfo(bytes, at + 12, at + 8 + size, tags);
    else if (name === 'bext') addTag(tags, 'originator', latin(bytes, at + 8 + 256, 32));
    at += 8 + size + (size % 2);
  }
  if (!header || header.size < 16 || !data) throw damagedSound('is no complete WAV file');
  const { format, width, read } = layout(view, header, data.size);
  const frames = Math.floor(data.size / (width * format.channels));
  if (frames < 1) throw damagedSound('holds no samples');
  const start = data.at;
  const held = lengths(data, behind, width * format.channels * format.rate);
  return {
    format,
    tags,
    discrepancies: () => held,
    *blocks() {
      const { channels } = format;
      for (let from = 0; from < frames; from += BLOCK) {
        const block = new Float32Array(Math.min(BLOCK, frames - from));
        let at = start + from * width * channels;
        for (let i = 0; i < block.length; i++) {
          let sum = 0;
          for (let channel = 0; channel < channels; channel++, at += width) sum += read(at);
          block[i] = sum / channels;
        }
        yield block;
      }
    },
  };
}

/**
 * What the header states against what is there. Programs that write into a pipe state the most a field can hold, or
 * next to it, and mean that they do not know.
 */
function lengths(
  { size, stated }: { size: number; stated: number },
  behind: number,
  bytesASecond: number,
): Discrepancy[] {
  const found: Discrepancy[] = [];
  const [says, holds] = [stated / bytesASecond, size / bytesASecond];
  if (stated < UNKNOWN_LENGTH && fallsShort(says, holds)) found.push(cutShort(says, holds));
  if (behind / bytesASecond > BEHIND_SECONDS) {
    found.push({
      code: 'SOUND_UNDECLARED',
      detail: `Behind the end that the header states, the file goes on with as many bytes as ${(behind / bytesASecond).toFixed(2)} seconds of sound take: a recorder that was stopped half-way leaves that, and so does a header that was written anew. They were not listened to.`,
      ratio: 0,
    });
  }
  return found;
}

function layout(view: DataView, header: { at: number; size: number }, dataBytes: number): Layout {
  const { at, size } = header;
  const outer = view.getUint16(at, true);
  const kind = outer === EXTENSIBLE && size >= 26 ? view.getUint16(at + 24, true) : outer;
  const channels = view.getUint16(at + 2, true);
  const rate = view.getUint32(at + 4, true);
  const bits = view.getUint16(at + 14, true);
  const law = LAWS[kind];
  const codec = law ? (kind === 6 ? 'A-law' : 'µ-law') : kind === FLOAT ? 'floating point' : 'PCM';
  const width = bits / 8;
  const known = law
    ? bits === 8
    : kind === FLOAT
      ? bits === 32 || bits === 64
      : kind === PCM && [8, 16, 24, 32].includes(bits);
  if (!known) throw damagedSound('is a WAV file of a coding that is not examined: send PCM');
  const format = checkFormat({
    container: 'WAV',
    codec,
    lossless: !law,
    rate,
    channels,
    bits: law ? null : bits,
    bitRate: rate * channels * bits,
    seconds: dataBytes / (width * channels * rate),
  });
  return { format, width, read: law ? (from) => law(view.getUint8(from)) : reader(view, kind, bits) };
}

function reader(view: DataView, kind: number, bits: number): (at: number) => number {
  if (kind === FLOAT) {
    const value = bits === 32 ? (at: number) => view.getFloat32(at, true) : (at: number) => view.getFloat64(at, true);
    return (at) => {
      const sample = value(at);
      return Number.isFinite(sample) ? Math.max(-8, Math.min(8, sample)) : 0;
    };
  }
  switch (bits) {
    case 8:
      return (at) => (view.getUint8(at) - 128) / 128;
    case 16:
      return (at) => view.getInt16(at, true) / 32_768;
    case 24:
      return (at) => (view.getInt8(at + 2) * 65_536 + view.getUint16(at, true)) / 8_388_608;
    default:
      return (at) => view.getInt32(at, true) / 2_147_483_648;
  }
}

/** ITU-T G.711. */
function muLaw(code: number): number {
  const inverted = ~code & 0xff;
  const size = (((inverted & 15) << 3) + 132) << ((inverted >> 4) & 7);
  return ((inverted & 0x80 ? -1 : 1) * (size - 132)) / 32_768;
}

function aLaw(code: number): number {
  const even = code ^ 0x55;
  const exponent = (even >> 4) & 7;
  const mantissa = ((even & 15) << 4) + 8;
  const size = exponent === 0 ? mantissa : (mantissa + 256) << (exponent - 1);
  return ((even & 0x80 ? 1 : -1) * size) / 32_768;
}

function readInfo(bytes: Uint8Array, from: number, to: number, tags: Tag[]): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = from; at + 8 <= to;) {
    const size = Math.min(view.getUint32(at + 4, true), to - at - 8);
    addTag(
      tags,
      latin(bytes, at, 4),
      Buffer.from(bytes.subarray(at + 8, at + 8 + Math.min(size, 4096))).toString('utf8'),
    );
    at += 8 + size + (size % 2);
  }
}

function addTag(tags: Tag[], key: string, value: string): void {
  const made = tag(key, value);
  if (made && tags.length < MOST_TAGS) tags.push(made);
}

/** Tags that programs for music put behind the last chunk. */
const tagged = (name: string): boolean => name.startsWith('ID3') || name.startsWith('TAG');

const latin = (bytes: Uint8Array, at: number, length: number): string =>
  Buffer.from(bytes.subarray(at, at + length)).toString('latin1');
