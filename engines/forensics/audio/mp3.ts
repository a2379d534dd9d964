import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Mp3Header, mp3Header, readFrames, type Run } from './mp3-frames.ts';
import { checkFormat, damagedSound, MOST_SECONDS, MOST_TAGS, type Sound, type Tag, tag, tooLong } from './sound.ts';

const MOST_SEARCH = 2 ** 20;

/** What minimp3 offers, compiled to WebAssembly without any import: it can reach nothing but its own memory. */
interface Minimp3 {
  memory: { buffer: ArrayBuffer };
  decoder_init(): void;
  decoder_set_mp3_data_size(bytes: number): void;
  decoder_mp3_data_offset(): number;
  decoder_seek(seconds: number): void;
  decoder_decode(seconds: number): void;
  decoder_pcm_data_offset(): number;
  decode_results_sampling_rate(): number;
  decode_results_num_channels(): number;
  decode_results_num_samples(): number;
}

/**
 * MPEG audio layer III, decoded by minimp3 in WebAssembly.
 * @throws MediaRefused
 */
export function openMp3(bytes: Uint8Array): Sound {
  const tags: Tag[] = [];
  const start = readId3(bytes, tags);
  const found = firstFrame(bytes, start);
  if (!found) throw damagedSound('holds no MP3 frames that follow one another');
  const { header, at } = found;
  const encoder = encoderOf(bytes.subarray(at, at + header.bytes));
  if (encoder) tags.push({ key: 'encoder', value: encoder });
  const format = checkFormat({
    container: 'MP3',
    codec: 'MP3',
    lossless: false,
    rate: header.rate,
    channels: header.channels,
    bits: null,
    bitRate: header.bitRate,
    seconds: null,
  });
  const { runs, discrepancies } = readFrames(bytes, at);
  return { format, tags, discrepancies: () => discrepancies, blocks: () => decode(bytes, runs, header.rate) };
}

/** Whole frames alone are handed on: at a part of one the decoder would wait for the rest without end. */
function* decode(bytes: Uint8Array, runs: readonly Run[], rate: number): Generator<Float32Array> {
  const wasm = load();
  const size = runs.reduce((sum, { from, to }) => sum + to - from, 0);
  wasm.decoder_init();
  wasm.decoder_set_mp3_data_size(size);
  const room = new Uint8Array(wasm.memory.buffer, wasm.decoder_mp3_data_offset(), size);
  let at = 0;
  for (const { from, to } of runs) {
    room.set(bytes.subarray(from, to), at);
    at += to - from;
  }
  wasm.decoder_seek(0);
  for (let frames = 0; ;) {
    wasm.decoder_decode(1);
    const count = wasm.decode_results_num_samples();
    const channels = wasm.decode_results_num_channels();
    if (count <= 0 || channels < 1) {
      if (frames === 0) throw damagedSound('cannot be decoded: it is damaged or cut short');
      return;
    }
    // A stream that changes its rate half-way is put together from parts; what follows has another meaning.
    if (wasm.decode_results_sampling_rate() !== rate) return;
    const samples = new Int16Array(wasm.memory.buffer, wasm.decoder_pcm_data_offset(), count);
    const block = new Float32Array(Math.floor(count / channels));
    for (let i = 0, from = 0; i < block.length; i++) {
      let sum = 0;
      for (let channel = 0; channel < channels; channel++) sum += samples[from++] as number;
      block[i] = sum / channels / 32_768;
    }
    frames += block.length;
    if (frames > MOST_SECONDS * rate) throw tooLong();
    yield block;
  }
}

/** What is used of the runtime's WebAssembly; its types come with those of browsers alone. */
interface Runtime {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { exports: unknown };
}
const runtime = (globalThis as unknown as { WebAssembly: Runtime }).WebAssembly;

let compiled: object | null = null;
function load(): Minimp3 {
  compiled ??= new runtime.Module(
    readFileSync(fileURLToPath(import.meta.resolve('minimp3-wasm/dist/decoder.opt.wasm'))),
  );
  return new runtime.Instance(compiled).exports as Minimp3;
}

/** The first header that two more follow where they should. */
function firstFrame(bytes: Uint8Array, from: number): { header: Mp3Header; at: number } | null {
  const last = Math.min(bytes.length - 4, from + MOST_SEARCH);
  for (let at = from; at < last; at++) {
    const header = mp3Header(bytes, at);
    if (!header) continue;
    const second = mp3Header(bytes, at + header.bytes);
    if (!second || second.rate !== header.rate || second.version !== header.version) continue;
    const third = at + header.bytes + second.bytes;
    if (third + 4 > bytes.length || mp3Header(bytes, third)?.rate === header.rate) return { header, at };
  }
  return null;
}

/** The encoder that the frame of information names (Xing and LAME), in nine characters. */
function encoderOf(frame: Uint8Array): string | null {
  const text = Buffer.from(frame.subarray(0, 200)).toString('latin1');
  const at = text.search(/Xing|Info/);
  if (at < 0) return null;
  return /(LAME[0-9.a-z]{0,6}|Lavc[0-9.]{0,6}|Lavf|GOGO|L3\.[0-9]{2})/i.exec(text.slice(at))?.[1] ?? null;
}

/** ID3 version 2.2 to 2.4 in front of the frames. @returns where the frames may begin */
function readId3(bytes: Uint8Array, tags: Tag[]): number {
  let at = 0;
  for (let times = 0; times < 4 && latin(bytes, at, 3) === 'ID3' && at + 10 <= bytes.length; times++) {
    const version = bytes[at + 3] as number;
    const size = synchsafe(bytes, at + 6);
    if (version >= 3) readId3Frames(bytes.subarray(at + 10, Math.min(bytes.length, at + 10 + size)), version, tags);
    at += 10 + size;
  }
  return at;
}

function readId3Frames(body: Uint8Array, version: number, tags: Tag[]): void {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  for (let at = 0; at + 10 <= body.length && tags.length < MOST_TAGS;) {
    const name = latin(body, at, 4);
    if (!/^[A-Z0-9]{4}$/.test(name)) return;
    const size = version === 4 ? synchsafe(body, at + 4) : view.getUint32(at + 4);
    if (size > body.length - at - 10) return;
    const content = body.subarray(at + 10, at + 10 + Math.min(size, 8192));
    if (name.startsWith('T') || name === 'COMM') {
      const made = tag(name, textOf(content, name === 'COMM' ? 4 : 1));
      if (made) tags.push(made);
    }
    at += 10 + size;
  }
}

/** Text of an ID3 frame: its first byte names the coding. */
function textOf(content: Uint8Array, skip: number): string {
  const coding = content[0] ?? 0;
  const body = Buffer.from(content.subarray(skip));
  if (coding === 1) return body.toString('utf16le').replaceAll('\ufeff', ' ');
  if (coding === 2)
    return Buffer.from(body.subarray(0, body.length & ~1))
      .swap16()
      .toString('utf16le');
  return body.toString(coding === 3 ? 'utf8' : 'latin1');
}

const synchsafe = (bytes: Uint8Array, at: number): number =>
  bytes.subarray(at, at + 4).reduce((sum, byte) => sum * 128 + (byte & 127), 0);
const latin = (bytes: Uint8Array, at: number, length: number): string =>
  Buffer.from(bytes.subarray(at, at + length)).toString('latin1');
