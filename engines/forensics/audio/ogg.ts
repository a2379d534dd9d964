import { readVorbisComments } from './comments.ts';
import {
  checkFormat,
  damagedSound,
  type Discrepancy,
  MOST_SECONDS,
  type SoundFormat,
  type Tag,
  tooLong,
} from './sound.ts';

const MOST_PACKET = 2 ** 20;
/** Stations put their programmes one behind another too. */
const JOINED = 0.2;

/** What an Ogg file (RFC 3533) holds as its first stream. */
export interface OggSound {
  format: SoundFormat;
  tags: readonly Tag[];
  /** Samples at the beginning that are not part of the sound (Opus). */
  preSkip: number;
  discrepancies: readonly Discrepancy[];
  /** Packets after those of information. */
  packets(): Generator<Uint8Array>;
}

/**
 * Opus (RFC 7845) or Vorbis in Ogg: format, tags and packets of the first stream. Other streams are passed over.
 * @throws MediaRefused
 */
export function openOgg(bytes: Uint8Array): OggSound {
  const first = packets(bytes);
  const head = first.next().value;
  const comments = first.next().value;
  if (!head) throw damagedSound('is an Ogg file without a stream');
  const opus = latin(head, 0, 8) === 'OpusHead' && head.length >= 19;
  const vorbis = latin(head, 0, 7) === '\u0001vorbis' && head.length >= 16;
  if (!opus && !vorbis)
    throw damagedSound('is an Ogg file of a coding that is not examined: send Opus, Vorbis or FLAC');
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const rate = opus ? 48_000 : view.getUint32(12, true);
  const preSkip = opus ? view.getUint16(10, true) : 0;
  const end = lastPosition(bytes);
  const seconds = end > 0 ? Math.max(0, end - preSkip) / rate : null;
  const format = checkFormat({
    container: 'OGG',
    codec: opus ? 'Opus' : 'Vorbis',
    lossless: false,
    rate,
    channels: head[opus ? 9 : 11] as number,
    bits: null,
    bitRate: seconds ? Math.round((8 * bytes.length) / seconds) : null,
    seconds,
  });
  const marker = opus ? 8 : 7;
  return {
    format,
    tags: comments ? readVorbisComments(comments.subarray(marker)) : [],
    preSkip,
    discrepancies: pageDiscrepancies(bytes),
    *packets() {
      let number = 0;
      for (const packet of packets(bytes)) if (number++ >= 2) yield packet;
    },
  };
}

/** Packets of the first stream, put together from the pages' segments; one that is too long ends them. */
function* packets(bytes: Uint8Array): Generator<Uint8Array> {
  let serial: number | null = null;
  let parts: Uint8Array[] = [];
  let size = 0;
  for (const page of pages(bytes)) {
    serial ??= page.serial;
    if (page.serial !== serial) continue;
    let at = page.body;
    for (let i = 0; i < page.segments.length; i++) {
      const length = page.segments[i] as number;
      parts.push(bytes.subarray(at, at + length));
      size += length;
      at += length;
      if (size > MOST_PACKET) return;
      if (length === 255) continue;
      yield parts.length === 1 ? (parts[0] as Uint8Array) : Buffer.concat(parts);
      parts = [];
      size = 0;
    }
  }
}

/** Pages of the first stream that are missing by their numbers, and streams that begin behind it (RFC 3533). */
function pageDiscrepancies(bytes: Uint8Array): Discrepancy[] {
  let serial: number | null = null;
  let number = -1;
  let missing = 0;
  let behind = 0;
  for (const page of pages(bytes)) {
    serial ??= page.serial;
    if (page.begins && number > 0) behind++;
    if (page.serial !== serial || behind > 0) continue;
    if (number >= 0 && page.number > number + 1) missing += page.number - number - 1;
    number = Math.max(number, page.number);
  }
  const found: Discrepancy[] = [];
  if (missing > 0) {
    found.push({
      code: 'PARTS_MISSING',
      detail: `By their numbers, ${missing} pages of the sound are missing: they were lost on the way or taken out.`,
      ratio: 0,
    });
  }
  if (behind > 0) {
    found.push({
      code: 'RECORDINGS_JOINED',
      detail: 'Behind the first recording a further one begins in the same file. Only the first was listened to.',
      ratio: JOINED,
    });
  }
  return found;
}

interface Page {
  begins: boolean;
  number: number;
  serial: number;
  position: number;
  segments: Uint8Array;
  body: number;
}

function* pages(bytes: Uint8Array): Generator<Page> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 27 <= bytes.length;) {
    if (latin(bytes, at, 4) !== 'OggS') {
      const next = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf('OggS', at + 1, 'latin1');
      if (next < 0) return;
      at = next;
      continue;
    }
    const segments = bytes.subarray(at + 27, at + 27 + (bytes[at + 26] as number));
    const body = at + 27 + segments.length;
    const size = segments.reduce((sum, length) => sum + length, 0);
    if (body + size > bytes.length) return;
    const position = view.getUint32(at + 6, true) + view.getInt32(at + 10, true) * 2 ** 32;
    yield {
      begins: ((bytes[at + 5] as number) & 2) !== 0,
      number: view.getUint32(at + 18, true),
      serial: view.getUint32(at + 14, true),
      position,
      segments,
      body,
    };
    at = body + size;
  }
}

/** Samples up to the end of the first stream, as its last page says. */
function lastPosition(bytes: Uint8Array): number {
  let serial: number | null = null;
  let last = 0;
  for (const page of pages(bytes)) {
    serial ??= page.serial;
    if (page.serial === serial && page.position > last) last = page.position;
  }
  return last;
}

/**
 * Opus packets to samples, by libopus in WebAssembly.
 * @throws MediaRefused where it lasts too long or nothing can be decoded
 */
export async function* decodeOpus(sound: OggSound): AsyncGenerator<Float32Array> {
  const { OpusDecoder } = await import('opus-decoder');
  const { channels } = sound.format;
  if (channels > 2) throw damagedSound('has more than two channels of Opus');
  const decoder = new OpusDecoder({ channels, sampleRate: 48_000 });
  await decoder.ready;
  let skip = sound.preSkip;
  let samples = 0;
  try {
    for (const packet of sound.packets()) {
      if (packet.length === 0) continue;
      const { channelData, samplesDecoded } = decoder.decodeFrame(packet);
      if (samplesDecoded <= 0) continue;
      const block = new Float32Array(samplesDecoded);
      for (let i = 0; i < samplesDecoded; i++) {
        let sum = 0;
        for (const channel of channelData) sum += channel[i] ?? 0;
        block[i] = sum / channelData.length;
      }
      const cut = Math.min(skip, block.length);
      skip -= cut;
      samples += block.length;
      if (samples > (MOST_SECONDS + 1) * 48_000) throw tooLong();
      if (cut < block.length) yield block.subarray(cut);
    }
  } finally {
    decoder.free();
  }
  if (samples === 0) throw damagedSound('cannot be decoded: it is damaged or cut short');
}

const latin = (bytes: Uint8Array, at: number, length: number): string =>
  Buffer.from(bytes.subarray(at, at + length)).toString('latin1');
