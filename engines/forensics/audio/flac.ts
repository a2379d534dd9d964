import { BitReader } from './bits.ts';
import { readVorbisComments } from './comments.ts';
import { SampleDigest, type StatedSamples } from './flac-digest.ts';
import { checkFormat, damagedSound, type Discrepancy, MOST_SECONDS, type Sound, type Tag, tooLong } from './sound.ts';

const MOST_METADATA_BLOCKS = 1_000;
const BLOCK_SIZES = [0, 192, 576, 1152, 2304, 4608, 0, 0, 256, 512, 1024, 2048, 4096, 8192, 16_384, 32_768];
const SAMPLE_BITS = [0, 8, 12, 0, 16, 20, 24, 32];
const FIXED: readonly (readonly number[])[] = [[], [1], [2, -1], [3, -3, 1], [4, -6, 4, -1]];
/** Frames after which a gap in the stream is not searched further. */
const MOST_SEARCH = 1_000_000;

interface StreamInfo extends StatedSamples {
  /** Where the frames begin. */
  at: number;
  tags: Tag[];
}

/**
 * FLAC (RFC 9639), decoded here. A frame that is damaged ends the sound, with what came before it; one that fails at
 * the very beginning refuses the file.
 * @throws MediaRefused
 */
export function openFlac(bytes: Uint8Array): Sound {
  const info = readMetadata(bytes);
  const { rate, channels, bits, samples, tags } = info;
  const format = checkFormat({
    container: 'FLAC',
    codec: 'FLAC',
    lossless: true,
    rate,
    channels,
    bits,
    bitRate: samples > 0 ? Math.round((8 * bytes.length * rate) / samples) : null,
    seconds: samples > 0 ? samples / rate : null,
  });
  let found: readonly Discrepancy[] = [];
  const read = function* (): Generator<Float32Array> {
    found = yield* frames(bytes, info);
  };
  return { format, tags, discrepancies: () => found, blocks: read };
}

function readMetadata(bytes: Uint8Array): StreamInfo {
  // Some programs put an ID3 tag in front.
  let at = 0;
  if (latin(bytes, 0, 3) === 'ID3' && bytes.length > 10) {
    at = 10 + bytes.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 127), 0);
  }
  if (latin(bytes, at, 4) !== 'fLaC') throw damagedSound('is no FLAC file');
  at += 4;
  let info: Omit<StreamInfo, 'at' | 'tags'> | null = null;
  const tags: Tag[] = [];
  for (let blocks = 0; blocks < MOST_METADATA_BLOCKS; blocks++) {
    if (at + 4 > bytes.length) break;
    const head = bytes[at] as number;
    const size = ((bytes[at + 1] as number) << 16) | ((bytes[at + 2] as number) << 8) | (bytes[at + 3] as number);
    const body = bytes.subarray(at + 4, at + 4 + size);
    if (body.length < size) break;
    if ((head & 127) === 0 && size >= 34 && !info) {
      const reader = new BitReader(body);
      reader.skip(80);
      const rate = reader.read(20);
      const channels = reader.read(3) + 1;
      const bits = reader.read(5) + 1;
      const count = reader.read(4) * 2 ** 32 + reader.read(32);
      info = { rate, channels, bits, samples: count, digest: Buffer.from(body.subarray(18, 34)).toString('hex') };
    } else if ((head & 127) === 4) {
      tags.push(...readVorbisComments(body));
    }
    at += 4 + size;
    if (head & 128) {
      if (!info) break;
      return { ...info, at, tags };
    }
  }
  throw damagedSound('is a FLAC file whose beginning is damaged');
}

function* frames(bytes: Uint8Array, info: StreamInfo): Generator<Float32Array, Discrepancy[]> {
  const reader = new BitReader(bytes, info.at);
  const digest = new SampleDigest(info);
  let samples = 0;
  while (reader.bytesLeft > 10) {
    let coded: Coded | null = null;
    try {
      coded = frame(reader, info);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
    if (!coded) break;
    const block = mix(coded);
    digest.take(coded.parts, coded.assignment, coded.bits);
    samples += block.length;
    if (samples > MOST_SECONDS * info.rate) throw tooLong();
    yield block;
  }
  if (samples === 0) throw damagedSound('cannot be decoded: it is damaged or cut short');
  return digest.discrepancies();
}

/** Samples of each channel of a frame, as they are coded. */
interface Coded {
  parts: Float64Array[];
  /** Below 8 so many channels less one; 8 left and side, 9 side and right, 10 mid and side. */
  assignment: number;
  bits: number;
}

/** One frame; null where there is no further one. */
function frame(reader: BitReader, info: StreamInfo): Coded | null {
  if (!sync(reader)) return null;
  reader.read(1); // Whether blocks differ in length tells nothing that the frame does not.
  const sizeCode = reader.read(4);
  const rateCode = reader.read(4);
  const assignment = reader.read(4);
  const bitsCode = reader.read(3);
  reader.read(1);
  skipCodedNumber(reader);
  let size = BLOCK_SIZES[sizeCode] ?? 0;
  if (sizeCode === 6) size = reader.read(8) + 1;
  if (sizeCode === 7) size = reader.read(16) + 1;
  if (rateCode === 12) reader.read(8);
  else if (rateCode === 13 || rateCode === 14) reader.read(16);
  reader.read(8); // CRC-8 of the header.
  const bits = bitsCode === 0 ? info.bits : (SAMPLE_BITS[bitsCode] ?? 0);
  const channels = assignment < 8 ? assignment + 1 : 2;
  if (size === 0 || bits === 0 || assignment > 10) throw new RangeError('frame header');
  const parts: Float64Array[] = [];
  for (let channel = 0; channel < channels; channel++) {
    const side =
      (assignment === 8 && channel === 1) ||
      (assignment === 9 && channel === 0) ||
      (assignment === 10 && channel === 1);
    parts.push(subframe(reader, size, bits + (side ? 1 : 0)));
  }
  reader.align();
  reader.read(16); // CRC-16 of the frame.
  return { parts, assignment, bits };
}

/** To the next frame: sync code of 14 ones and a zero. What lies between is passed over. */
function sync(reader: BitReader): boolean {
  for (let tries = 0; tries < MOST_SEARCH && reader.bytesLeft > 10; tries++) {
    if (reader.peek(15) === 0x7ffc) {
      reader.skip(15);
      return true;
    }
    reader.skip(8);
  }
  return false;
}

/** Number of the frame or sample, written as UTF-8 writes characters. */
function skipCodedNumber(reader: BitReader): void {
  let first = reader.read(8);
  while (first & 0x80 && (first = (first << 1) & 0xff) & 0x80) reader.read(8);
}

function subframe(reader: BitReader, size: number, bits: number): Float64Array {
  if (reader.read(1) !== 0) throw new RangeError('subframe padding');
  const kind = reader.read(6);
  const wasted = reader.read(1) === 1 ? reader.unary() + 1 : 0;
  const depth = bits - wasted;
  if (depth < 1) throw new RangeError('wasted bits');
  const out = new Float64Array(size);
  if (kind === 0) {
    out.fill(reader.signed(depth));
  } else if (kind === 1) {
    for (let i = 0; i < size; i++) out[i] = reader.signed(depth);
  } else if (kind >= 8 && kind <= 12) {
    const order = kind - 8;
    warmUp(reader, out, order, depth);
    residual(reader, out, order);
    predict(out, FIXED[order] ?? [], 0);
  } else if (kind >= 32) {
    const order = kind - 31;
    warmUp(reader, out, order, depth);
    const precision = reader.read(4) + 1;
    const shift = reader.signed(5);
    if (precision === 16 || shift < 0) throw new RangeError('prediction');
    const coefficients = Array.from({ length: order }, () => reader.signed(precision));
    residual(reader, out, order);
    predict(out, coefficients, shift);
  } else {
    throw new RangeError('subframe of a reserved kind');
  }
  if (wasted > 0) for (let i = 0; i < size; i++) out[i] = (out[i] as number) * 2 ** wasted;
  return out;
}

function warmUp(reader: BitReader, out: Float64Array, order: number, depth: number): void {
  if (order > out.length) throw new RangeError('order');
  for (let i = 0; i < order; i++) out[i] = reader.signed(depth);
}

/** Rice codes in partitions. */
function residual(reader: BitReader, out: Float64Array, order: number): void {
  const wide = reader.read(2);
  if (wide > 1) throw new RangeError('residual coding');
  const width = wide === 0 ? 4 : 5;
  const partitions = 1 << reader.read(4);
  const each = out.length / partitions;
  if (!Number.isInteger(each) || each < order) throw new RangeError('partitions');
  let i = order;
  for (let partition = 0; partition < partitions; partition++) {
    const parameter = reader.read(width);
    const end = (partition + 1) * each;
    if (parameter === (1 << width) - 1) {
      const bits = reader.read(5);
      for (; i < end; i++) out[i] = bits === 0 ? 0 : reader.signed(bits);
    } else {
      for (; i < end; i++) out[i] = reader.rice(parameter);
    }
  }
}

function predict(out: Float64Array, coefficients: readonly number[], shift: number): void {
  const order = coefficients.length;
  const scale = 2 ** shift;
  for (let i = order; i < out.length; i++) {
    let sum = 0;
    for (let j = 0; j < order; j++) sum += (coefficients[j] as number) * (out[i - 1 - j] as number);
    out[i] = (out[i] as number) + Math.floor(sum / scale);
  }
}

function mix({ parts, assignment, bits }: Coded): Float32Array {
  const full = 2 ** (bits - 1);
  const [first, second] = parts as [Float64Array, Float64Array | undefined];
  const block = new Float32Array(first.length);
  for (let i = 0; i < block.length; i++) {
    const a = first[i] as number;
    const b = second?.[i] ?? 0;
    let sum: number;
    // Left and side, side and right, mid and side: the mean of left and right of each.
    if (assignment === 8) sum = a - b / 2;
    else if (assignment === 9) sum = b + a / 2;
    else if (assignment === 10) sum = a + (Math.abs(b) % 2) / 2;
    else sum = parts.reduce((total, part) => total + (part[i] as number), 0) / parts.length;
    block[i] = Math.max(-1, Math.min(1, sum / full));
  }
  return block;
}

const latin = (bytes: Uint8Array, at: number, length: number): string =>
  Buffer.from(bytes.subarray(at, at + length)).toString('latin1');
